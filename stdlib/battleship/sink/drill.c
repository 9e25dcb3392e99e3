/* drill.c -- score, keep the best, breed until full.
 *
 * Of equal scores the program that came first stays first, and every child has
 * a generator of its own. This is what a captain does between two games, inside
 * a player; drills of scripts are runs of the evolution engine.
 */
#include "drill.h"

#include <string.h>

#include "base/mem.h"
#include "program/linear/linear_species.h"

/* ---- life ---------------------------------------------------------------- */

static bool check(const DrillOptions *o, Err *err) {
    if (o->population < 2 || o->population > DRILL_POPULATION_MAX)
        return err_set(err, "population must be 2 to %d, got %d",
                       DRILL_POPULATION_MAX, o->population);
    if (o->kept < 1 || o->kept >= o->population)
        return err_set(err, "kept must be 1 to %d, got %d", o->population - 1,
                       o->kept);
    return true;
}

void drill_free(Drill *drill) {
    if (!drill) return;
    mem_free(drill->code);
    mem_free(drill->next);
    mem_free(drill->score);
    mem_free(drill->order);
    mem_free(drill);
}

Drill *drill_new(const Fleet *fleet, const LinearSet *set,
                 const DrillOptions *options, uint64_t seed, Err *err) {
    if (!check(options, err)) return NULL;
    Drill *drill = mem_new(1, sizeof *drill, err);
    if (!drill) return NULL;
    size_t n = (size_t)options->population;
    *drill = (Drill){ .fleet = fleet,
                      .set = set,
                      .options = *options,
                      .bytes = linear_bytes(set) };
    drill->code = mem_new(n, drill->bytes, err);
    drill->next = mem_new(n, drill->bytes, err);
    drill->score = mem_new(2 * n, sizeof *drill->score, err);
    drill->order = mem_new(2 * n, sizeof *drill->order, err);
    if (!drill->code || !drill->next || !drill->score || !drill->order) {
        drill_free(drill);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        Rng rng = rng_key(seed, 0, i, RNG_INIT);
        linear_random(set, &rng, drill_code(drill, (int)i));
    }
    return drill;
}

/* ---- games and scores ---------------------------------------------------- */

void drill_games(const Fleet *fleet, const Placement *placement, uint64_t seed,
                 uint64_t first, size_t n, DrillGame *games) {
    for (uint64_t i = first; i < first + n; i++, games++) {
        Rng lay = rng_key(seed, i, 0, RNG_CASES);
        placement_draw(placement, fleet, &lay, games->ship);
        games->target = rng_key(seed, i, 2, RNG_PLAY);
        games->play = rng_key(seed, i, 0, RNG_PLAY);
    }
}

uint32_t drill_shots(const Fleet *fleet, const LinearSet *set,
                     const Shooter *shooter, const DrillGame *game,
                     const uint8_t *code, GunnerReport *report) {
    Shooter s = *shooter;
    s.kind = SHOOTER_PROGRAM;
    s.set = set;
    s.code = code;
    s.options.loops = DRILL_LOOPS;
    Waters sea;
    waters_init(&sea, fleet, game->ship);
    Rng play = game->play;
    *report = shooter_program(&s, &sea, game->target, &play);
    report->shots = (uint32_t)sea.shots;
    report->left = (uint32_t)sea.left;
    return sea.left > 0 ? 2 * (uint32_t)fleet->cells
                        : (uint32_t)sea.shots + report->loops;
}

double drill_score(const Fleet *fleet, const LinearSet *set,
                   const Shooter *shooter, const DrillGame *games, size_t n,
                   const uint8_t *code) {
    uint64_t shots = 0;
    GunnerReport report;
    for (size_t i = 0; i < n; i++)
        shots += drill_shots(fleet, set, shooter, &games[i], code, &report);
    return n ? (double)shots / (double)n : 0;
}

/* Merge sort of numbers by their scores. */
static void sort_range(const double *score, int *order, int *spare, int n) {
    if (n < 2) return;
    int half = n / 2, i = 0, j = half, k = 0;
    sort_range(score, order, spare, half);
    sort_range(score, order + half, spare, n - half);
    while (i < half || j < n) {
        bool left = j == n || (i < half && score[order[i]] <= score[order[j]]);
        spare[k++] = left ? order[i++] : order[j++];
    }
    memcpy(order, spare, (size_t)n * sizeof *order);
}

static void sort_programs(Drill *drill) {
    int n = drill->options.population, *order = drill->order;
    double *sorted = drill->score + n;
    for (int i = 0; i < n; i++) order[i] = i;
    sort_range(drill->score, order, order + n, n);
    for (int i = 0; i < n; i++) {
        memcpy(drill->next + (size_t)i * drill->bytes,
               drill_code(drill, order[i]), drill->bytes);
        sorted[i] = drill->score[order[i]];
    }
    memcpy(drill->score, sorted, (size_t)n * sizeof *sorted);
    uint8_t *old = drill->code;
    drill->code = drill->next;
    drill->next = old;
}

void drill_rank(Drill *d, const Shooter *shooter, const DrillGame *games,
                size_t n) {
    for (int i = 0; i < d->options.population; i++)
        d->score[i] = drill_score(d->fleet, d->set, shooter, games, n,
                                  drill_code(d, i));
    sort_programs(d);
}

/* ---- breeding ------------------------------------------------------------ */

/* Two children of two of the kept programs at a time. */
void drill_breed(Drill *drill, uint64_t seed, uint64_t round) {
    uint32_t kept = (uint32_t)drill->options.kept;
    uint8_t mate[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    for (int i = (int)kept; i < drill->options.population; i += 2) {
        Rng rng = rng_key(seed, round, (uint64_t)i, RNG_BREED);
        uint32_t a = rng_below(&rng, kept), b = rng_below(&rng, kept);
        if (a == b) b = (a + 1) % kept;
        uint8_t *child = drill_code(drill, i);
        memcpy(child, drill_code(drill, (int)a), drill->bytes);
        memcpy(mate, drill_code(drill, (int)b), drill->bytes);
        linear_swap_chunk(drill->set, &rng, child, mate);
        linear_mutate(drill->set, &rng, drill->options.mutation, child);
        linear_mutate(drill->set, &rng, drill->options.mutation, mate);
        if (i + 1 < drill->options.population)
            memcpy(drill_code(drill, i + 1), mate, drill->bytes);
    }
}
