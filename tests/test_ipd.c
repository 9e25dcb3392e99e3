/* test_ipd.c -- the prisoner's dilemma: matches, players, Laran, the learner.
 *
 * Golden values: the exact optimum of each of the twenty opponents, as found by
 * an independent program from the paper's machines.
 */
#include <string.h>

#include "ipd/bulk.h"
#include "ipd/guess.h"
#include "ipd/laran.h"
#include "ipd/learner.h"
#include "ipd/match.h"
#include "ipd/optimum.h"
#include "ipd/player.h"
#include "ipd/repeated.h"
#include "ipd/strategies.h"
#include "greatest.h"
#include "base/mem.h"

static bool same_tally(Tally a, Tally b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static MachinePlayer named(const char *name) {
    MachinePlayer p;
    Machine m = strategy_machine(strategy_find(name, NULL));
    player_machine(&p, &m);
    return p;
}

static Rules rules_of(uint32_t turns) {
    return (Rules){ turns, true, 0, payoff_paper() };
}

/* ---- matches ------------------------------------------------------------- */

TEST all_ways_to_play_a_match_agree(void) {
    Rng rng = rng_seed(11);
    for (int i = 0; i < 3000; i++) {
        Machine a, b[11];
        MatchTable ta, tb[11];
        const MatchTable *of[11];
        Tally many[11];
        uint32_t turns = rng_below(&rng, 300);
        size_t n = 1 + rng_below(&rng, 11);
        machine_random(&alphabet_dilemma, &a, &rng,
                       1 + (int)rng_below(&rng, 64));
        match_table(&ta, &a);
        for (size_t k = 0; k < n; k++) {
            machine_random(&alphabet_dilemma, &b[k], &rng,
                           1 + (int)rng_below(&rng, 12));
            match_table(&tb[k], &b[k]);
            of[k] = &tb[k];
        }
        match_many(&ta, of, n, turns, many);
        for (size_t k = 0; k < n; k++) {
            Tally plain = match_plain(&a, &b[k], turns);
            ASSERT(same_tally(plain, match_cycle(&a, &b[k], turns)));
            ASSERT(same_tally(plain, many[k]));
            ASSERT(same_tally(plain, match_noisy(&a, &b[k], turns, 0, &rng)));
            ASSERT(
                same_tally(plain, payoff_swap(match_plain(&b[k], &a, turns))));
        }
    }
    PASS();
}

TEST long_matches_are_summed_in_closed_form(void) {
    Machine tft = strategy_machine(strategy_find("tft", NULL));
    Machine evil = strategy_machine(strategy_find("e-tft", NULL));
    Tally t = match_cycle(&tft, &evil, 1000000000001u);
    ASSERT_EQ(500000000001u, t.n[0][1]);
    ASSERT_EQ(500000000000u, t.n[1][0]);
    ASSERT_EQ(0, t.n[0][0] + t.n[1][1]);
    PASS();
}

TEST seats_play_as_the_fast_ways_do(void) {
    Rng rng = rng_seed(12);
    Err err;
    for (int i = 0; i < 300; i++) {
        MachinePlayer a, b;
        Machine m;
        machine_random(&alphabet_dilemma, &m, &rng,
                       1 + (int)rng_below(&rng, 6));
        player_machine(&a, &m);
        machine_random(&alphabet_dilemma, &m, &rng,
                       1 + (int)rng_below(&rng, 6));
        player_machine(&b, &m);
        Rules rules = rules_of(60);
        rules.noise = i % 3 ? 0.1 : 0;
        uint8_t moves[60];
        Record record = { .moves = moves };
        Tally fast, slow;
        Meeting both = { &a.player, &b.player, &rules, 1, (uint64_t)i };
        ASSERT(player_match(&both, &fast, NULL, &err));
        ASSERT(player_match(&both, &slow, &record, &err));
        ASSERT(same_tally(fast, slow));
    }
    PASS();
}

TEST tables_and_chances_play_what_they_say(void) {
    Err err;
    Rules rules = rules_of(50);
    LookupPlayer wsls;
    MemoryPlayer memory;
    ASSERT(player_lookup(&wsls, "1 c cddc", &err));
    ASSERT(player_memory(&memory, "1 1 0 0 1", &err));
    MachinePlayer pavlov = named("P");
    Rng rng = rng_seed(13);
    for (int i = 0; i < 50; i++) {
        MachinePlayer other;
        Machine m;
        machine_random(&alphabet_dilemma, &m, &rng,
                       1 + (int)rng_below(&rng, 6));
        player_machine(&other, &m);
        Tally a, b, c;
        Meeting meeting = { &pavlov.player, &other.player, &rules, 1, 1 };
        player_match(&meeting, &a, NULL, &err);
        meeting.a = &wsls.player;
        player_match(&meeting, &b, NULL, &err);
        meeting.a = &memory.player;
        player_match(&meeting, &c, NULL, &err);
        ASSERT(same_tally(a, b));
        ASSERT(same_tally(a, c));
    }
    ASSERT_FALSE(player_lookup(&wsls, "1 c cdd", &err));
    ASSERT_FALSE(player_lookup(&wsls, "4 c cddc", &err));
    ASSERT_FALSE(player_memory(&memory, "1 1 0 0", &err));
    ASSERT_FALSE(player_memory(&memory, "1 1 0 0 1.5", &err));
    ASSERT_FALSE(player_memory(&memory, "1 1 0 0 1 1", &err));
    PASS();
}

TEST every_named_player_can_be_made_and_found(void) {
    Err err;
    int n = 0;
    for (const Strategy *s = strategies; s->name; s++, n++) {
        MemoryPlayer memory;
        LookupPlayer lookup;
        ASSERT_EQ(s, strategy_find(s->name, &err));
        ASSERT_EQ(s, strategy_find(s->known_as, &err));
        if (s->kind == STRATEGY_MACHINE) ASSERT(strategy_machine(s).states > 0);
        if (s->kind == STRATEGY_MEMORY)
            ASSERT(player_memory(&memory, s->text, &err));
        if (s->kind == STRATEGY_LOOKUP)
            ASSERT(player_lookup(&lookup, s->text, &err));
    }
    ASSERT(n > STRATEGY_PAPER_COUNT);
    ASSERT(strategy_find("TFTT", &err) == NULL);
    ASSERT_STR_EQ("no player 'TFTT'; did you mean 'TFT'?", err.text);
    PASS();
}

/* ---- the optimum --------------------------------------------------------- */

static const int optimum[STRATEGY_PAPER_COUNT][2] = {
    { 0, 700 },   { 600, 0 },   { 300, 350 }, { 300, 350 }, { 99, 7 },
    { 99, 231 },  { 99, 7 },    { 105, 0 },   { 0, 700 },   { 49, 357 },
    { 163, 350 }, { 99, 350 },  { 99, 350 },  { 99, 7 },    { 111, 0 },
    { 49, 357 },  { 56, 343 },  { 97, 357 },  { 49, 357 },  { 105, 7 },
};

static double optimum_sum(uint32_t turns, Goal goal) {
    Payoff payoff = payoff_paper();
    double sum = 0;
    for (int i = 0; i < STRATEGY_PAPER_COUNT; i++) {
        Machine m = strategy_machine(&strategies[i]);
        Optimum o = optimum_play(&m, m.start, turns, &payoff, goal);
        sum += goal == GOAL_OWN ? o.own : o.other - o.own;
    }
    return sum;
}

TEST the_forty_optima_are_those_of_the_note(void) {
    Payoff payoff = payoff_paper();
    for (int i = 0; i < STRATEGY_PAPER_COUNT; i++) {
        Machine m = strategy_machine(&strategies[i]);
        Optimum least = optimum_play(&m, m.start, 100, &payoff, GOAL_OWN);
        Optimum lead = optimum_play(&m, m.start, 100, &payoff, GOAL_DIFFERENCE);
        ASSERT_EQ(optimum[i][0], (int)least.own);
        ASSERT_EQ(optimum[i][1], (int)(lead.other - lead.own));
    }
    ASSERT_EQ(2578, (int)optimum_sum(100, GOAL_OWN));
    ASSERT_EQ(5180, (int)optimum_sum(100, GOAL_DIFFERENCE));
    ASSERT_EQ(25678, (int)optimum_sum(1000, GOAL_OWN));
    ASSERT_EQ(51380, (int)optimum_sum(1000, GOAL_DIFFERENCE));
    PASS();
}

TEST the_optimum_maximises_points_as_well(void) {
    Payoff points = payoff_axelrod();
    Machine m = strategy_machine(strategy_find("AC", NULL));
    ASSERT_EQ(500, (int)optimum_play(&m, 0, 100, &points, GOAL_OWN).own);
    PASS();
}

/* ---- Laran --------------------------------------------------------------- */

/* All sequences one by one, the first best one kept. */
static Move plan_plainly(const Machine *m, int state, int depth,
                         const Payoff *payoff, Aim aim) {
    double best = 0;
    int first = -1;
    for (int q = 0; q < 1 << depth; q++) {
        double sum = 0;
        int s = state;
        for (int i = depth - 1; i >= 0; i--) {
            int mine = q >> i & 1, theirs = m->at[s].out;
            double own = -payoff_cost(payoff, mine, theirs);
            double other = payoff_cost(payoff, theirs, mine);
            sum += aim == AIM_OWN       ? own
                   : aim == AIM_IMPOSED ? other
                                        : own + other;
            s = m->at[s].next[mine];
        }
        if (first >= 0 && sum <= best) continue;
        best = sum;
        first = q >> (depth - 1) & 1;
    }
    return (Move)first;
}

TEST the_look_ahead_is_that_of_all_sequences(void) {
    Rng rng = rng_seed(14);
    Payoff payoffs[2] = { payoff_paper(), payoff_axelrod() };
    for (int i = 0; i < 3000; i++) {
        Machine m;
        machine_random(&alphabet_dilemma, &m, &rng,
                       1 + (int)rng_below(&rng, 8));
        int depth = 1 + (int)rng_below(&rng, 7);
        const Payoff *p = &payoffs[i & 1];
        Aim aim = (Aim)rng_below(&rng, AIM_COUNT);
        ASSERT_EQ(plan_plainly(&m, m.start, depth, p, aim),
                  laran_plan(&(Model){ .machine = &m, .state = m.start }, depth,
                             p, aim, MOVE_C));
    }
    PASS();
}

static Tally laran_match(bool lazy, bool cache, const char *opponent,
                         uint64_t seed, uint8_t *moves) {
    Record record = { .moves = moves };
    LaranOptions options = laran_defaults();
    options.replicator.lazy = lazy;
    options.replicator.cache = cache;
    static Laran laran;
    Err err;
    Tally t = { 0 };
    Rules rules = rules_of(60);
    MachinePlayer other = named(opponent);
    Meeting meeting = { &laran.player, &other.player, &rules, seed, 7 };
    if (laran_init(&laran, &options, NULL, 0, &err))
        player_match(&meeting, &t, &record, &err);
    return t;
}

TEST the_two_shortcuts_change_nothing(void) {
    static const char *const opponents[] = { "SG", "T/D", "5TM", "AD" };
    for (int i = 0; i < 4; i++) {
        uint8_t a[60], b[60];
        for (int way = 0; way < 4; way++) {
            laran_match(way & 1, way & 2, opponents[i], 3, way ? b : a);
            if (way) ASSERT_EQ(0, memcmp(a, b, sizeof a));
        }
        laran_match(true, true, opponents[i], 4, b);
    }
    PASS();
}

TEST a_replicator_explains_what_it_saw(void) {
    ReplicatorOptions options = replicator_defaults();
    Payoff payoff = payoff_paper();
    Machine twenty[STRATEGY_PAPER_COUNT];
    for (int i = 0; i < STRATEGY_PAPER_COUNT; i++)
        twenty[i] = strategy_machine(&strategies[i]);
    Err err;
    Rng rng = rng_seed(15);
    ReplicatorTask task = { &payoff, twenty, STRATEGY_PAPER_COUNT, 80 };
    Replicator *r = replicator_new(&options, &task, rng, &err);
    ASSERT(r);
    const Machine *tft = &twenty[6];
    int state = tft->start;
    for (int t = 0; t < 80; t++) {
        Move mine = (Move)rng_below(&rng, 2);
        replicator_see(r, mine, (Move)tft->at[state].out);
        state = tft->at[state].next[mine];
        replicator_evolve(r, 10);
    }
    Model model = replicator_best(r);
    ASSERT_EQ(80, model.hits);
    ASSERT(machine_equivalent_from(model.machine, model.state, tft, state));
    replicator_free(r);
    PASS();
}

TEST a_replicator_is_fed_histories_of_c_and_d(void) {
    ReplicatorOptions options = replicator_defaults();
    Payoff payoff = payoff_paper();
    ReplicatorTask task = { &payoff, NULL, 0, 10 };
    Err err;
    Replicator *r = replicator_new(&options, &task, rng_seed(15), &err);
    Replicator *same = replicator_new(&options, &task, rng_seed(15), &err);
    ASSERT(r && same);
    ASSERT(replicator_feed(r, "cdc", "ccd", 5, &err));
    for (int i = 0; i < 3; i++) {
        replicator_see(same, "cdc"[i] == 'd', "ccd"[i] == 'd');
        replicator_evolve(same, 5);
    }
    Model a = replicator_best(r), b = replicator_best(same);
    ASSERT_EQ(b.hits, a.hits);
    ASSERT_EQ(b.state, a.state);
    ASSERT_MEM_EQ(b.machine, a.machine, sizeof *a.machine);
    ASSERT_FALSE(replicator_feed(r, "cx", "cc", 5, &err));
    ASSERT_STR_EQ("moves are c and d", err.text);
    ASSERT_FALSE(replicator_feed(r, "c", "D", 5, &err));
    replicator_free(r);
    replicator_free(same);
    PASS();
}

TEST matches_in_bulk_are_single_matches(void) {
    MachinePlayer tft = named("TFT"), ad = named("AD");
    const Player *players[] = { &tft.player, &ad.player };
    BulkMatch list[] = { { 0, 1, 7 }, { 1, 0, 7 }, { 0, 0, 8 } };
    Tally tallies[3];
    Bulk bulk = { players, list, 3, rules_of(50), 1, tallies, NULL };
    bulk.rules.noise = 0.1;
    for (int threads = 1; threads <= 2; threads++) {
        Err err;
        Pool *pool = pool_new(threads, &err);
        memset(tallies, 0, sizeof tallies);
        ASSERT(bulk_play(&bulk, pool, &err));
        for (int i = 0; i < 3; i++) {
            Tally alone;
            Meeting m = { players[list[i].i], players[list[i].j], &bulk.rules,
                          1, list[i].number };
            ASSERT(player_match(&m, &alone, NULL, &err));
            ASSERT(same_tally(alone, tallies[i]));
        }
        pool_free(pool);
    }
    PASS();
}

TEST all_ways_to_measure_do_the_same_work(void) {
    Machine m[3] = { named("TFT").machine, named("AD").machine,
                     named("AC").machine };
    static const BulkWay ways[] = { BULK_PLAIN, BULK_MANY, BULK_CYCLE };
    for (int i = 0; i < 3; i++) {
        Err err;
        BulkMeasure b = { .machines = m,
                          .count = 3,
                          .turns = 100,
                          .repeats = 2,
                          .way = ways[i] };
        ASSERT(bulk_measure(&b, &err));
        ASSERT_EQ(2 * (1 + 100), b.sum);  /* TFT once, AC always */
    }
    PASS();
}

TEST wrong_settings_of_laran_are_refused(void) {
    Err err;
    Payoff payoff = payoff_paper();
    ReplicatorTask task = { &payoff, NULL, 0, 10 };
    ReplicatorOptions o = replicator_defaults();
    o.population = REPLICATOR_POPULATION_MAX + 1;
    ASSERT(!replicator_new(&o, &task, rng_seed(1), &err));
    ASSERT_STR_EQ("population must be 1 to 5000, got 5001", err.text);
    o = replicator_defaults();
    o.first_states = 33;
    ASSERT(!replicator_new(&o, &task, rng_seed(1), &err));
    LaranOptions l = laran_defaults();
    static Laran laran;
    l.depth = LARAN_DEPTH_MAX + 1;
    ASSERT_FALSE(laran_init(&laran, &l, NULL, 0, &err));
    ASSERT_STR_EQ("depth must be 1 to 16, got 17", err.text);
    l.depth = LARAN_DEPTH_MAX;
    ASSERT(laran_init(&laran, &l, NULL, 0, &err));
    ASSERT_EQ(20, laran.standards);
    Machine one = named("AD").machine;
    ASSERT(laran_init(&laran, &l, &one, 1, &err));
    ASSERT_EQ(1, laran.standards);
    ASSERT(machine_same(&alphabet_dilemma, &one, &laran.standard[0]));
    ASSERT_FALSE(laran_init(&laran, &l, &one, 65, &err));
    ASSERT_STR_EQ("at most 64 standard opponents, got 65", err.text);
    l.generations = -1;
    ASSERT_FALSE(laran_init(&laran, &l, NULL, 0, &err));
    ASSERT_STR_EQ("generations must not be negative", err.text);
    o = replicator_defaults();
    o.offspring = o.population + 1;
    ASSERT(!replicator_new(&o, &task, rng_seed(1), &err));
    ASSERT_STR_EQ("offspring must be 1 to the population 50, got 51", err.text);
    o = replicator_defaults();
    o.max_states = 65;
    ASSERT(!replicator_new(&o, &task, rng_seed(1), &err));
    ASSERT_STR_EQ("max_states must be 1 to 64, got 65", err.text);
    o = replicator_defaults();
    task.count = 65;
    ASSERT(!replicator_new(&o, &task, rng_seed(1), &err));
    ASSERT_STR_EQ("at most 64 standard opponents, got 65", err.text);
    PASS();
}

/* The message for options that differ from the defaults in one place. */
static const char *learner_message(const LearnerOptions *options) {
    static Err err;
    Learner learner;
    return learner_init(&learner, options, &err) ? "fine" : err.text;
}

TEST wrong_settings_of_games_and_learners_are_refused(void) {
    const LearnerOptions normal = learner_defaults();
    LearnerOptions o = normal;
    ASSERT_STR_EQ("fine", learner_message(&o));
    o.growth = 4;
    ASSERT_STR_EQ("fine", learner_message(&o));
    o.growth = 4.5;
    ASSERT_STR_EQ("growth must be above 0 and at most 4, got 4.5",
                  learner_message(&o));
    o = normal;
    o.oppose = 0;
    ASSERT_STR_EQ("mirror and oppose must be above 0", learner_message(&o));
    o = normal;
    o.beam = 0;
    ASSERT_STR_EQ("beam must be 1 to 10000, got 0", learner_message(&o));
    o = normal;
    o.samples = LEARNER_SAMPLES_MAX + 1;
    ASSERT_STR_EQ("samples must be 1 to 4000, got 4001", learner_message(&o));
    o = normal;
    o.horizon = 0;
    ASSERT_STR_EQ("work and horizon must be at least 1", learner_message(&o));
    Err err;
    Rules rules = rules_of(RULES_TURNS_MAX);
    ASSERT(player_rules_check(&rules, &err));
    rules.turns++;
    ASSERT_FALSE(player_rules_check(&rules, &err));
    ASSERT_STR_EQ("turns must be 1 to 1000000, got 1000001", err.text);
    rules = rules_of(5);
    rules.noise = 1.5;
    ASSERT_FALSE(player_rules_check(&rules, &err));
    ASSERT_STR_EQ("noise must be 0 to 1, got 1.5", err.text);
    static Repeated r;
    r.turns = 5;
    r.rounds = 1;
    ASSERT_FALSE(repeated_init(&r, &err));
    ASSERT_STR_EQ("opponents must be 1 to 256, got 0", err.text);
    r.opponents = 1;
    r.opponent[0] = named("AD").machine;
    ASSERT(repeated_init(&r, &err));
    r.rounds = 0;
    ASSERT_FALSE(repeated_init(&r, &err));
    ASSERT_STR_EQ("rounds must be 1 to 1000, got 0", err.text);
    PASS();
}

TEST scores_are_sums_over_opponents(void) {
    static Repeated r;
    static const char *const names[] = { "AD", "TFT", "AC" };
    Err err;
    Score a, b;
    double each[3];
    for (int noisy = 0; noisy < 2; noisy++) {
        r = (Repeated){ .turns = 10,
                        .rounds = 3,
                        .noise = noisy ? 0.1 : 0,
                        .payoff = payoff_paper(),
                        .opponents = 3 };
        for (int i = 0; i < 3; i++) r.opponent[i] = named(names[i]).machine;
        ASSERT(repeated_init(&r, &err));
        ASSERT(r.game.minimise);
        const GameClass *class = r.game.class;
        Machine m = named("TFT").machine;
        ASSERT(class->score(&r.game, NULL, NULL, &m, &a, &err));
        ASSERT(
            class->each(&r.game, (Entrant){ NULL, &m }, NULL, &b, each, &err));
        ASSERT_EQ(a.raw, b.raw);
        ASSERT_EQ(a.raw, each[0] + each[1] + each[2]);
    }
    PASS();
}

/* ---- the learner --------------------------------------------------------- */

static int learner_sentence(const Player *opponent, double noise,
                            uint64_t seed) {
    LearnerOptions options = learner_defaults();
    options.samples = 100;           /* quick, not good */
    options.beam = 200;
    options.work = 5000;
    Learner learner;
    Err err;
    Tally t;
    Rules rules = rules_of(100);
    rules.noise = noise;
    if (!learner_init(&learner, &options, &err)) return -1;
    Meeting meeting = { &learner.player, opponent, &rules, seed, 1 };
    if (!player_match(&meeting, &t, NULL, &err)) return -1;
    return (int)payoff_sum(&rules.payoff, t);
}

TEST the_learner_comes_near_the_optimum(void) {
    MachinePlayer tft = named("TFT"), ac = named("AC"), evil = named("E-2TT");
    ASSERT(learner_sentence(&tft.player, 0, 1) <= 130);
    ASSERT(learner_sentence(&ac.player, 0, 1) <= 100);
    ASSERT(learner_sentence(&evil.player, 0, 1) <= 250);
    ASSERT_EQ(learner_sentence(&evil.player, 0, 5),
              learner_sentence(&evil.player, 0, 5));
    PASS();
}

TEST the_learner_bears_noise_and_chance(void) {
    MachinePlayer tft = named("TFT");
    MemoryPlayer random;
    Err err;
    ASSERT(learner_sentence(&tft.player, 0.1, 1) > 0);
    ASSERT(player_memory(&random, "0.5 0.5 0.5 0.5 0.5", &err));
    ASSERT(learner_sentence(&random.player, 0, 1) > 0);
    PASS();
}

/* Guesses that agree with a history, weighed by the prior, sum to the chance of
 * the history: whatever is seen next, the two ways it can go share the whole.
 * */
TEST guesses_share_their_weight_among_what_may_follow(void) {
    LearnerOptions options = learner_defaults();
    Prior prior;
    guess_prior(&prior, &options);
    Guess g = guess_first(), child[2 * (LEARNER_STATES_MAX + 2)];
    int n = guess_see(&prior, &g, MOVE_C, 0, child);
    ASSERT_EQ(1, n);
    g = child[0];
    for (int turn = 0; turn < 6; turn++) {
        guess_step(&g, MOVE_D);
        n = guess_see(&prior, &g, MOVE_C, 0, child);
        n += guess_see(&prior, &g, MOVE_D, 0, child + n);
        if (g.via != GUESS_NONE) ASSERT_EQ(g.states + 2, n);
        g = child[n - 1];
    }
    ASSERT(g.states > 3);
    PASS();
}

TEST memory_that_runs_out_is_said_so(void) {
    MachinePlayer tft = named("TFT");
    static Laran laran;
    LaranOptions options = laran_defaults();
    Learner learner;
    LearnerOptions more = learner_defaults();
    Err err;
    Tally t;
    Rules rules = rules_of(3);
    laran_init(&laran, &options, NULL, 0, &err);
    learner_init(&learner, &more, &err);
    for (long n = 0; n < 8; n++) {
        mem_fail_after(n);
        Meeting first = { &laran.player, &tft.player, &rules, 1, 1 };
        bool a = player_match(&first, &t, NULL, &err);
        mem_fail_after(n < 5 ? n : 5);
        Meeting second = { &learner.player, &tft.player, &rules, 1, 1 };
        bool b = player_match(&second, &t, NULL, &err);
        mem_fail_after(-1);
        ASSERT_FALSE(a);
        ASSERT_FALSE(b);
    }
    PASS();
}

SUITE(test_ipd) {
    RUN_TEST(scores_are_sums_over_opponents);
    RUN_TEST(all_ways_to_play_a_match_agree);
    RUN_TEST(long_matches_are_summed_in_closed_form);
    RUN_TEST(seats_play_as_the_fast_ways_do);
    RUN_TEST(tables_and_chances_play_what_they_say);
    RUN_TEST(every_named_player_can_be_made_and_found);
    RUN_TEST(the_forty_optima_are_those_of_the_note);
    RUN_TEST(the_optimum_maximises_points_as_well);
    RUN_TEST(the_look_ahead_is_that_of_all_sequences);
    RUN_TEST(the_two_shortcuts_change_nothing);
    RUN_TEST(a_replicator_explains_what_it_saw);
    RUN_TEST(a_replicator_is_fed_histories_of_c_and_d);
    RUN_TEST(matches_in_bulk_are_single_matches);
    RUN_TEST(all_ways_to_measure_do_the_same_work);
    RUN_TEST(wrong_settings_of_laran_are_refused);
    RUN_TEST(wrong_settings_of_games_and_learners_are_refused);
    RUN_TEST(the_learner_comes_near_the_optimum);
    RUN_TEST(the_learner_bears_noise_and_chance);
    RUN_TEST(guesses_share_their_weight_among_what_may_follow);
    RUN_TEST(memory_that_runs_out_is_said_so);
}
