/* repeated.c -- scores machines against a list of opponents.
 *
 * Without noise a match is summed in closed form. With it every machine meets
 * the same luck, drawn from the seed, the opponent and the round, so scores
 * compare and do not depend on who is scored when.
 */
#include "repeated.h"

#include <math.h>

#include "base/mem.h"
#include "optimum.h"
#include "player.h"

static const Repeated *self(const Game *game) { return (const Repeated *)game; }

static void *scratch_new(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);       /* nothing is kept between matches */
}

/* The sum of the payoffs, over the rounds; `all` gets the turns of all rounds
 * by their outcomes. */
static double play(const Repeated *r, const Machine *m, int opponent,
                   Tally *all) {
    const Machine *other = &r->opponent[opponent];
    if (r->noise == 0) {
        *all = match_cycle(m, other, r->turns);
        return payoff_sum(&r->payoff, *all);
    }
    double sum = 0;
    *all = (Tally){ 0 };
    for (int i = 0; i < r->rounds; i++) {
        Rng rng = rng_key(r->seed, (uint64_t)opponent, (uint64_t)i, RNG_PLAY);
        Tally one = match_noisy(m, other, r->turns, r->noise, &rng);
        sum += payoff_sum(&r->payoff, one);
        for (int k = 0; k < 4; k++) all->n[k / 2][k % 2] += one.n[k / 2][k % 2];
    }
    return sum / r->rounds;
}

enum { MATCH_WON, MATCH_DRAWN, MATCH_LOST };

static const CaseWords words = {
    .ends = (const char *const[]){ "won", "drawn", "lost", NULL },
    .fields = (const char *const[]){ "theirs", "turns", "cc", "cd", "dc", "dd",
                                     NULL },
};

/* Turns count by round, as the points do. */
static CaseResult result_of(const Repeated *r, const Machine *m, int opponent) {
    Tally all;
    double raw = play(r, m, opponent, &all);
    double rounds = r->noise == 0 ? 1 : r->rounds;
    double theirs = payoff_sum(&r->payoff, payoff_swap(all)) / rounds;
    double lead = r->payoff.minimise ? theirs - raw : raw - theirs;
    return (CaseResult){
        .raw = raw,
        .steps = r->turns,
        .field = { theirs, r->turns, (double)all.n[0][0] / rounds,
                   (double)all.n[0][1] / rounds, (double)all.n[1][0] / rounds,
                   (double)all.n[1][1] / rounds },
        .end = lead > 0   ? MATCH_WON
               : lead < 0 ? MATCH_LOST
                          : MATCH_DRAWN,
    };
}

/* Plays all matches; `each` and `rows` may be NULL. */
static void play_all(const Repeated *r, const Machine *m, Score *result,
                     double *each, CaseResult *rows) {
    double raw = 0;
    for (int i = 0; i < r->opponents; i++) {
        Tally all;
        if (rows) rows[i] = result_of(r, m, i);
        double one = rows ? rows[i].raw : play(r, m, i, &all);
        if (each) each[i] = one;
        raw += one;
    }
    double lost = r->payoff.minimise ? raw - r->best : r->best - raw;
    *result = (Score){ .raw = raw,
                       .standardized = fmax(0, lost),
                       .steps = (uint64_t)r->opponents * r->turns };
}

static bool score_each(const Game *game, Entrant who, void *scratch,
                       Score *result, double *each, Err *err) {
    (void)scratch;
    (void)err;
    play_all(self(game), who.genome, result, each, NULL);
    return true;
}

static bool results(const Game *game, Entrant who, void *scratch, Score *result,
                    CaseResult *rows, Err *err) {
    (void)scratch;
    (void)err;
    play_all(self(game), who.genome, result, NULL, rows);
    return true;
}

static bool score(const Game *game, const void *species, void *scratch,
                  const void *genome, Score *result, Err *err) {
    Entrant who = { species, genome };
    return score_each(game, who, scratch, result, NULL, err);
}

static uint64_t key(const Game *game, const void *species, void *scratch,
                    const void *genome) {
    (void)game;
    (void)species;
    (void)scratch;
    Machine m;
    machine_minimise(&alphabet_dilemma, &m, genome);
    return machine_hash(&alphabet_dilemma, &m);
}

static bool reads(const Game *game, const void *shape) {
    (void)game;
    return alphabet_is_dilemma(shape);
}

static const GameClass repeated_class = {
    .name = "repeated",
    .kind = "machine",
    .reads = reads,
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .each = score_each,
    .results = results,
    .words = &words,
    .key = key,
    .key_tells_all = true,
    .elsewhere = 1u << ABILITY_TRACE,
};

bool repeated_init(Repeated *r, Err *err) {
    Rules rules = { r->turns, true, r->noise, r->payoff };
    if (!player_rules_check(&rules, err)) return false;
    if (r->opponents < 1 || r->opponents > REPEATED_OPPONENTS_MAX)
        return err_set(err, "opponents must be 1 to %d, got %d",
                       REPEATED_OPPONENTS_MAX, r->opponents);
    if (r->rounds < 1 || r->rounds > REPEATED_ROUNDS_MAX)
        return err_set(err, "rounds must be 1 to %d, got %d",
                       REPEATED_ROUNDS_MAX, r->rounds);
    r->best = 0;
    for (int i = 0; i < r->opponents; i++) {
        const Machine *m = &r->opponent[i];
        r->best +=
            optimum_play(m, m->start, r->turns, &r->payoff, GOAL_OWN).own;
    }
    r->game = (Game){ .class = &repeated_class,
                      .max = r->payoff.minimise ? NAN : r->best,
                      .cases = (size_t)r->opponents,
                      .minimise = r->payoff.minimise };
    return true;
}
