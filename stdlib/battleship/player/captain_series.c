/* captain_series.c -- adaptive players against one opponent, many times over,
 * and their training beforehand.
 *
 * A series is one item of the pool's loop: it owns a copy of the base, plays
 * its games in order and learns in between, so series do not depend on threads.
 */
#include <string.h>

#include "captain.h"
#include "base/failure.h"
#include "base/mem.h"
#include "program/linear/linear_species.h"

typedef struct Series {
    SeriesOptions    options;
    const WaveTable *table;
    SeriesGame      *out;
    Opponent        *last;
    Failure          failure;
} Series;

/* The captain's half: where the opponent lies, and the shots at it. */
static void attack(const Series *s, Captain *captain, uint64_t seed, uint64_t g,
                   Waters *sea) {
    Cells ship[SHIPS_MAX];
    Rng lay = rng_key(seed, g, 1, RNG_CASES);
    placement_draw(s->options.opponent->placement, s->options.fleet, &lay,
                   ship);
    waters_init(sea, s->options.fleet, ship);
    captain_play(captain, sea, rng_key(seed, g, 2, RNG_PLAY),
                 rng_key(seed, g, 0, RNG_PLAY));
}

static bool defend(const Series *s, Captain *captain, uint64_t seed, uint64_t g,
                   Waters *sea) {
    Cells ship[SHIPS_MAX];
    Rng lay = rng_key(seed, g, 0, RNG_CASES);
    captain_place(captain, &lay, ship);
    waters_init(sea, s->options.fleet, ship);
    return shooter_play(s->options.opponent->shooter, sea,
                        rng_key(seed, g, 3, RNG_PLAY),
                        rng_key(seed, g, 1, RNG_PLAY));
}

static bool play_one(const Series *s, size_t repeat, Opponent *rival,
                     Err *err) {
    const SeriesOptions *o = &s->options;
    uint64_t seed = rng_mix(o->seed + 0x9e3779b97f4a7c15u * (repeat + 1));
    Captain *captain = captain_new(o->fleet, s->table, o->captain, rival, err);
    bool ok = captain != NULL;
    for (size_t g = 0; ok && g < o->games; g++) {
        Waters theirs, ours;
        captain_prepare(captain, seed);
        attack(s, captain, seed, g, &theirs);
        ok = defend(s, captain, seed, g, &ours) ||
             err_set(err, "the opponent gave up in game %zu", g + 1);
        s->out[repeat * o->games + g] = (SeriesGame){ { (uint8_t)theirs.shots,
                                                        (uint8_t)ours.shots } };
        opponent_learn(rival, theirs.ship, ours.log, ours.shots);
    }
    captain_free(captain);
    return ok;
}

static void work(void *context, int worker, size_t first, size_t last) {
    Series *s = context;
    Err why, err;
    Opponent *rival = mem_new(1, sizeof *rival, &why);
    (void)worker;
    for (size_t i = first; i < last; i++) {
        if (failure_before(&s->failure, i)) break;
        if (rival) *rival = *s->options.base;
        if (!rival || !play_one(s, i, rival, &why)) {
            err_set(&err, "series %zu: %s", i + 1, why.text);
            failure_note(&s->failure, i, &err);
            break;
        }
        if (i == 0 && s->last) *s->last = *rival;
    }
    mem_free(rival);
}

bool captain_series(const SeriesOptions *options, Pool *pool, SeriesGame *out,
                    Opponent *last, Err *err) {
    WaveTable *table = wave_table_new(options->fleet->cells, err);
    if (!table) return false;
    Series s = {
        .options = *options, .table = table, .out = out, .last = last
    };
    failure_init(&s.failure);
    pool_run(pool, options->repeats, 1, work, &s);
    wave_table_free(table);
    bool ok = failure_none(&s.failure, err);
    failure_free(&s.failure);
    return ok;
}
