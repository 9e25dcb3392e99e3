/* match.c -- games as independent items of a pool's loop. */
#include "match.h"

#include <string.h>

enum { CHUNK = 256 };                /* games a worker takes at a time */

typedef struct Work {
    const Fleet *fleet;
    const Side  *side;
    uint64_t     seed;
    MatchGame   *games;              /* of a match, or NULL */
    uint8_t     *shots;              /* of one shooter, or NULL */
    bool         failed[POOL_THREADS_MAX];
} Work;

/* Shots of `shooter` against a fleet of `placement`, as side `slot` of game
 * i. */
static uint8_t hunt_down(Work *w, int worker, const Shooter *shooter,
                         const Placement *placement, uint64_t i,
                         uint64_t slot) {
    Rng lay = rng_key(w->seed, i, slot, RNG_CASES);
    Cells ship[SHIPS_MAX];
    placement_draw(placement, w->fleet, &lay, ship);
    Waters sea;
    waters_init(&sea, w->fleet, ship);
    if (!shooter_play(shooter, &sea, rng_key(w->seed, i, 2 + slot, RNG_PLAY),
                      rng_key(w->seed, i, slot, RNG_PLAY)))
        w->failed[worker] = true;
    return (uint8_t)sea.shots;
}

static void work_match(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    for (size_t i = first; i < last && !w->failed[worker]; i++)
        for (uint64_t k = 0; k < 2; k++)
            w->games[i].shots[k] = hunt_down(w, worker, w->side[k].shooter,
                                             w->side[1 - k].placement, i, k);
}

static void work_solo(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    for (size_t i = first; i < last && !w->failed[worker]; i++)
        w->shots[i] = hunt_down(w, worker, w->side->shooter, w->side->placement,
                                i, 0);
}

static bool all_well(const Work *w) {
    for (int i = 0; i < POOL_THREADS_MAX; i++)
        if (w->failed[i]) return false;
    return true;
}

bool match_play(Pool *pool, const Fleet *fleet, const Side side[2],
                uint64_t seed, size_t games, MatchGame *out) {
    Work w = { .fleet = fleet, .side = side, .seed = seed, .games = out };
    pool_run(pool, games, CHUNK, work_match, &w);
    return all_well(&w);
}

bool match_solo(Pool *pool, const Fleet *fleet, const Side *side, uint64_t seed,
                size_t games, uint8_t *shots) {
    Work w = { .fleet = fleet, .side = side, .seed = seed, .shots = shots };
    pool_run(pool, games, CHUNK, work_solo, &w);
    return all_well(&w);
}

/* ---- adding up ----------------------------------------------------------- */

void match_count(const uint8_t *shots, size_t games, ShotCounts count) {
    memset(count, 0, sizeof(ShotCounts));
    for (size_t i = 0; i < games; i++) count[shots[i]]++;
}

void match_sum(const MatchGame *games, size_t count, MatchSum *sum) {
    *sum = (MatchSum){ 0 };
    for (size_t i = 0; i < count; i++) {
        int winner = match_winner(&games[i], i);
        sum->won += winner == 0;
        sum->first += (size_t)winner == (i & 1);
        for (int k = 0; k < 2; k++) sum->shots[k][games[i].shots[k]]++;
    }
}
