/* test_lineup.c -- searching moves against machines side by side, and the
 * veteran, who plays by that.
 *
 * The reference tries all sequences of moves by plain recursion, on machines by
 * chance.
 */
#include <math.h>
#include <string.h>

#include "ipd/optimum.h"
#include "ipd/strategies.h"
#include "ipd/veteran.h"
#include "greatest.h"
#include "base/mem.h"

enum { SUSPECTS = 6, TURNS = 7 };

static Machine machine_of(const char *name) {
    return strategy_machine(strategy_find(name, NULL));
}

/* A machine of up to four states by chance. */
static Machine drawn(Rng *rng) {
    Machine m = { .states = (uint8_t)(1 + rng_below(rng, 4)) };
    for (int i = 0; i < m.states; i++) {
        m.at[i].out = (uint8_t)rng_below(rng, 2);
        for (int k = 0; k < 2; k++)
            m.at[i].next[k] = (uint8_t)rng_below(rng, m.states);
    }
    return m;
}

/* ---- the reference ------------------------------------------------------- */

typedef struct Some {                /* machines, where they are, weights */
    Machine m[SUSPECTS];
    int     at[SUSPECTS];
    double  weight[SUSPECTS];
    int     n;
} Some;

/* The cost of one machine to the end by the best moves, or by one for ever. */
static double to_the_end(const Search *s, const Machine *m, int at, int left,
                         int always) {
    if (left == 0) return 0;
    double best = INFINITY;
    for (int mine = 0; mine < 2; mine++) {
        if (always >= 0 && mine != always) continue;
        double cost = s->cost[mine][m->at[at].out] +
                      to_the_end(s, m, m->at[at].next[mine], left - 1, always);
        best = fmin(best, cost);
    }
    return best;
}

static double rest(const Search *s, const Some *of, int left) {
    double known = 0, c = 0, d = 0;
    for (int i = 0; i < of->n; i++) {
        const Machine *m = &of->m[i];
        known += of->weight[i] * to_the_end(s, m, of->at[i], left, -1);
        c += of->weight[i] * to_the_end(s, m, of->at[i], left, MOVE_C);
        d += of->weight[i] * to_the_end(s, m, of->at[i], left, MOVE_D);
    }
    if (of->n == 1) return known;
    return s->optimism * known + (1 - s->optimism) * fmin(c, d);
}

/* The expected cost of a first move, then of the best ones. */
static double plain(const Search *s, const Some *of, int depth, int left,
                    int first) {
    if (depth == 0 || (of->n == 1 && first < 0)) return rest(s, of, left);
    double best = INFINITY;
    for (int mine = 0; mine < 2; mine++) {
        double cost = 0;
        if (first >= 0 && mine != first) continue;
        for (int answer = 0; answer < 2; answer++) {
            Some next = { .n = 0 };
            for (int i = 0; i < of->n; i++) {
                const MachineState *at = &of->m[i].at[of->at[i]];
                if (at->out != answer) continue;
                cost += of->weight[i] * s->cost[mine][answer];
                next.m[next.n] = of->m[i];
                next.at[next.n] = at->next[mine];
                next.weight[next.n++] = of->weight[i];
            }
            if (next.n) cost += plain(s, &next, depth - 1, left - 1, -1);
        }
        best = fmin(best, cost);
    }
    return best;
}

/* ---- the search ---------------------------------------------------------- */

static Move searched(const Some *of, Search *s, int left) {
    static double  value[PLANS][TURNS + 1][SUSPECTS * 4];
    static Suspect room[SUSPECTS * 2 * LINEUP_DEPTH_MAX];
    Suspect suspects[SUSPECTS];
    Lineup lineup;
    Err err;
    if (!lineup_init(&lineup, SUSPECTS * 4, &err)) return MOVE_C;
    for (int i = 0; i < of->n; i++)
        suspects[i] = (Suspect){
            lineup_add(&lineup, &of->m[i]) + (uint32_t)of->at[i], of->weight[i]
        };
    s->lineup = &lineup;
    s->room = room;
    s->suspects = SUSPECTS;
    memset(value, 0, sizeof value);
    for (int k = 0; k < left; k++) {
        double *later[PLANS], *now[PLANS];
        for (int plan = 0; plan < PLANS; plan++) {
            later[plan] = value[plan][k];
            now[plan] = value[plan][k + 1];
        }
        lineup_value(s, later, now);
    }
    for (int plan = 0; plan < PLANS; plan++)
        for (int depth = 0; depth <= s->depth; depth++)
            s->value[plan][depth] = value[plan][left - depth];
    Move move = lineup_search(s, suspects, (size_t)of->n);
    lineup_free(&lineup);
    return move;
}

TEST the_search_is_that_of_all_sequences(void) {
    static const double optimism[] = { 0, 0.5, 0.7, 1 };
    Rng rng = rng_seed(41);
    int defected = 0;
    for (int trial = 0; trial < 400; trial++) {
        Some of = { .n = 1 + (int)rng_below(&rng, SUSPECTS) };
        for (int i = 0; i < of.n; i++) {
            of.m[i] = drawn(&rng);
            of.at[i] = (int)rng_below(&rng, of.m[i].states);
            of.weight[i] = 0.1 + rng_real(&rng);
        }
        Search s = { .optimism = optimism[trial % 4],
                     .depth = 1 + (int)rng_below(&rng, 4) };
        Payoff payoff = trial % 2 ? payoff_axelrod() : payoff_paper();
        lineup_costs(&s, &payoff);
        int left = s.depth + (int)rng_below(&rng, TURNS - 4);
        double c = plain(&s, &of, s.depth, left, MOVE_C);
        double d = plain(&s, &of, s.depth, left, MOVE_D);
        if (fabs(c - d) < 1e-6) continue;
        ASSERT_EQ_FMT(d < c ? MOVE_D : MOVE_C, searched(&of, &s, left), "%d");
        defected += d < c;
    }
    ASSERT(defected > 50 && defected < 350);
    PASS();
}

/* ---- the veteran --------------------------------------------------------- */

static const VeteranOptions usual = { .unknown = 0.3,
                                      .doubt = 0.01,
                                      .memory = 1,
                                      .optimism = 0.7,
                                      .depth = 6,
                                      .horizon = 200 };

TEST it_imagines_every_behaviour_once(void) {
    Veteran v;
    Err err;
    ASSERT(veteran_init(&v, &usual, NULL, 0, &err));
    /* Of 32 machines of two states 8 never leave the first. That 1,028 of
     * three states behave differently was counted by another program. There
     * are 2, 2, 6, 12, 30 and 54 rounds. */
    ASSERT_EQ_FMT((size_t)24 + 1028 + 106, v.count, "%zu");
    double sum = 0;
    for (size_t i = 0; i < v.count; i++) sum += exp(v.met[i].prior);
    ASSERT_IN_RANGE(0.3, sum, 1e-9);
    veteran_free(&v);
    PASS();
}

/* What it pays in a hundred turns, by years. */
static double years(const Veteran *v, const char *name) {
    MachinePlayer other;
    Machine m = machine_of(name);
    Rules rules = { 100, true, 0, payoff_paper() };
    Tally t;
    Err err;
    player_machine(&other, &m);
    Meeting meeting = { &v->player, &other.player, &rules, 1, 1 };
    if (!player_match(&meeting, &t, NULL, &err)) return -1;
    return payoff_sum(&rules.payoff, t);
}

TEST it_plays_whom_it_knows_as_well_as_can_be(void) {
    const char *names[] = { "A-TFT", "5TM", "E-BA", "2TB" };
    Machine known[4];
    Veteran v;
    Err err;
    VeteranOptions options = usual;
    options.unknown = 0;
    for (int i = 0; i < 4; i++) {
        known[i] = machine_of(names[i]);
        ASSERT(veteran_init(&v, &options, &known[i], 1, &err));
        Payoff payoff = payoff_paper();
        Optimum best = optimum_play(&known[i], known[i].start, 100, &payoff,
                                    GOAL_OWN);
        ASSERT_EQ_FMT(best.own, years(&v, names[i]), "%g");
        veteran_free(&v);
    }
    PASS();
}

static const char *message(VeteranOptions o, int count) {
    static Err err;
    static Machine known[VETERAN_KNOWN_MAX];
    Veteran v;
    for (int i = 0; i < VETERAN_KNOWN_MAX; i++) known[i].states = 1;
    bool ok = veteran_init(&v, &o, known, count, &err);
    veteran_free(&v);
    return ok ? "fine" : err.text;
}

TEST wrong_settings_of_a_veteran_are_refused(void) {
    ASSERT_STR_EQ("fine", message(usual, VETERAN_KNOWN_MAX));
    ASSERT_STR_EQ("a veteran knows 0 to 500 machines, got 501",
                  message(usual, VETERAN_KNOWN_MAX + 1));
    VeteranOptions o = usual;
    o.unknown = 0;
    ASSERT_STR_EQ("a veteran that knows no machine must imagine some: "
                  "'unknown' above 0",
                  message(o, 0));
    ASSERT_STR_EQ("fine", message(o, 1));
    o.unknown = NAN;
    ASSERT_STR_EQ("unknown must be at least 0, got nan", message(o, 1));
    o = usual;
    o.doubt = 0;
    ASSERT_STR_EQ("doubt must be above 0 and below 0.5, got 0", message(o, 1));
    o = usual;
    o.memory = 1.5;
    ASSERT_STR_EQ("memory must be 0 to 1, got 1.5", message(o, 1));
    o = usual;
    o.optimism = -1;
    ASSERT_STR_EQ("optimism must be 0 to 1, got -1", message(o, 1));
    o = usual;
    o.depth = LINEUP_DEPTH_MAX;
    ASSERT_STR_EQ("fine", message(o, 1));
    o.depth++;
    ASSERT_STR_EQ("depth must be 1 to 16, got 17", message(o, 1));
    o = usual;
    o.horizon = 6;
    ASSERT_STR_EQ("fine", message(o, 1));
    o.horizon = 5;
    ASSERT_STR_EQ("horizon must be 6 (the depth) to 1000, got 5",
                  message(o, 1));
    PASS();
}

TEST a_veteran_without_memory_is_told(void) {
    Machine tft = machine_of("TFT");
    MachinePlayer other;
    Rules rules = { 3, true, 0, payoff_paper() };
    Veteran v;
    Tally t;
    Err err;
    player_machine(&other, &tft);
    for (long n = 0; n < 3; n++) {
        mem_fail_after(n);
        bool ok = veteran_init(&v, &usual, &tft, 1, &err);
        mem_fail_after(-1);
        veteran_free(&v);
        ASSERT_FALSE(ok);
    }
    ASSERT(veteran_init(&v, &usual, &tft, 1, &err));
    for (long n = 0; n < 6; n++) {
        Meeting meeting = { &v.player, &other.player, &rules, 1, 1 };
        mem_fail_after(n);
        bool ok = player_match(&meeting, &t, NULL, &err);
        mem_fail_after(-1);
        ASSERT_FALSE(ok);
    }
    veteran_free(&v);
    PASS();
}

SUITE(test_lineup) {
    RUN_TEST(the_search_is_that_of_all_sequences);
    RUN_TEST(it_imagines_every_behaviour_once);
    RUN_TEST(it_plays_whom_it_knows_as_well_as_can_be);
    RUN_TEST(wrong_settings_of_a_veteran_are_refused);
    RUN_TEST(a_veteran_without_memory_is_told);
}
