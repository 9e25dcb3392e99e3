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

static double play(const Repeated *r, const Machine *m, int opponent) {
    const Machine *other = &r->opponent[opponent];
    if (r->noise == 0)
        return payoff_sum(&r->payoff, match_cycle(m, other, r->turns));
    double sum = 0;
    for (int i = 0; i < r->rounds; i++) {
        Rng rng = rng_key(r->seed, (uint64_t)opponent, (uint64_t)i, RNG_PLAY);
        sum += payoff_sum(&r->payoff,
                          match_noisy(m, other, r->turns, r->noise, &rng));
    }
    return sum / r->rounds;
}

static bool score_each(const Game *game, Entrant who, void *scratch,
                       Score *result, double *each, Err *err) {
    (void)scratch;
    (void)err;
    const Repeated *r = self(game);
    const Machine *m = who.genome;
    double raw = 0;
    for (int i = 0; i < r->opponents; i++) {
        double one = play(r, m, i);
        if (each) each[i] = one;
        raw += one;
    }
    double lost = r->payoff.minimise ? raw - r->best : r->best - raw;
    *result = (Score){ .raw = raw,
                       .standardized = fmax(0, lost),
                       .steps = (uint64_t)r->opponents * r->turns };
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
    machine_minimise(&m, genome);
    return machine_hash(&m);
}

static const GameClass repeated_class = {
    .name = "repeated",
    .kind = "machine",
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .each = score_each,
    .key = key,
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
