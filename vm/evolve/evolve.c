/* evolve.c -- a population: its life.
 *
 * Slots are fixed, so breeding allocates nothing once there is room for the
 * largest brood. First programs are drawn in draw.c; a step is in breed.c,
 * vary.c, score.c and survive.c.
 */
#include "evolve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "evolve_inner.h"
#include "spread.h"
#include "base/mem.h"

/* ---- slots --------------------------------------------------------------- */

double evolve_memory(const Species *species, size_t count, size_t cases) {
    const Slots *s = NULL;
    size_t one = species->slot + sizeof *s->scores + sizeof *s->sizes +
                 sizeof *s->hashes + sizeof *s->keys + sizeof *s->births +
                 sizeof *s->copied + sizeof *s->was + sizeof *s->since;
    double rows = 2.0 * (double)cases * sizeof(double);
    return (2.5 * (double)one + rows) * (double)count;   /* checkpoints are
                                                          * packed */
}

static void slots_free(Slots *s) {
    mem_free(s->genomes);
    mem_free(s->scores);
    mem_free(s->sizes);
    mem_free(s->hashes);
    mem_free(s->keys);
    mem_free(s->births);
    mem_free(s->copied);
    mem_free(s->was);
    mem_free(s->since);
    *s = (Slots){ 0 };
}

static bool slots_init(Slots *s, size_t count, size_t slot, Err *err) {
    *s = (Slots){ .count = count };
    s->genomes = mem_new_aligned(count, slot, err);
    s->scores = mem_new(count, sizeof *s->scores, err);
    s->sizes = mem_new(count, sizeof *s->sizes, err);
    s->hashes = mem_new(count, sizeof *s->hashes, err);
    s->keys = mem_new(count, sizeof *s->keys, err);
    s->births = mem_new(count, sizeof *s->births, err);
    s->copied = mem_new(count, sizeof *s->copied, err);
    s->was = mem_new(count, sizeof *s->was, err);
    s->since = mem_new(count, sizeof *s->since, err);
    if (s->genomes && s->scores && s->sizes && s->hashes && s->keys &&
        s->births && s->copied && s->was && s->since)
        return true;
    slots_free(s);
    return false;
}

static void slots_copy(Slots *to, const Slots *from, size_t slot) {
    size_t n = from->count;
    memcpy(to->genomes, from->genomes, n * slot);
    memcpy(to->scores, from->scores, n * sizeof *to->scores);
    memcpy(to->sizes, from->sizes, n * sizeof *to->sizes);
    memcpy(to->hashes, from->hashes, n * sizeof *to->hashes);
    memcpy(to->keys, from->keys, n * sizeof *to->keys);
    memcpy(to->births, from->births, n * sizeof *to->births);
    memcpy(to->since, from->since, n * sizeof *to->since);
}

/* Makes room for so many slots; those there are stay. */
static bool grow(Evolution *e, size_t count, Err *err) {
    Slots old = e->slots, slots = { 0 };
    uint32_t *order = mem_new(count, sizeof *order, err);
    uint32_t *next = mem_new(count, sizeof *next, err);
    if (!order || !next || !cases_grow(e, count, err) ||
        !spread_grow(e, count, err) ||
        !slots_init(&slots, count, e->species->slot, err)) {
        mem_free(order);
        mem_free(next);
        return false;
    }
    if (old.count) {
        slots_copy(&slots, &old, e->species->slot);
        memcpy(order, e->order, old.count * sizeof *order);
    }
    for (size_t i = old.count; i < count; i++) order[i] = (uint32_t)i;
    slots_free(&old);
    mem_free(e->order);
    mem_free(e->next);
    e->slots = slots;
    e->order = order;
    e->next = next;
    e->room = count;
    return true;
}

/* The living, a whole brood and, where programs can stay both in their place
 * and as elite, copies of the elite. */
bool evolve_reserve(Evolution *e, const Plan *plan, Err *err) {
    bool islands = islands_are(&plan->islands);
    size_t n = e->count +
               (islands ? plan_children(plan, e->count) : reals_brood(e, plan));
    if (islands) n += isles_spare(plan);
    else if (plan_is_in_place(plan)) n += plan->elite;
    if (plan->unlike && !table_reserve(e, n, err)) return false;
    return (n <= e->slots.count || grow(e, n, err)) &&
           (!islands || isles_prepare(e, plan, err));
}

/* ---- life cycle ---------------------------------------------------------- */

static int threads_of(const Evolution *e) {
    return e->pool && e->workers ? pool_threads(e->pool) : 0;
}

static void free_scratch(Evolution *e) {
    for (int i = 0; i < threads_of(e); i++) {
        if (e->workers[i].scratch)
            e->class->scratch_free(e->workers[i].scratch);
        e->workers[i].scratch = NULL;
    }
}

/* A scratch for every thread, or none. */
static bool make_scratch(Evolution *e, Err *err) {
    if (e->game && threads_of(e) > 1 && game_is_alone(e->game, err))
        return false;
    for (int i = 0; e->game && i < threads_of(e); i++) {
        e->workers[i].scratch = e->game->class->scratch_new(e->game, err);
        if (e->workers[i].scratch) continue;
        free_scratch(e);
        return false;
    }
    return true;
}

static bool make_workers(Evolution *e, Err *err) {
    size_t threads = (size_t)pool_threads(e->pool);
    e->workers = mem_new(threads, sizeof *e->workers, err);
    for (size_t i = 0; e->workers && i < threads; i++)
        for (int k = 0; k < EVOLVE_SPARES; k++) {
            char **spare = &e->workers[i].spare[k];
            if (!(*spare = mem_new_aligned(1, e->species->slot, err)))
                return false;
        }
    return e->workers != NULL;
}

/* As many threads as asked for; if that is left open, as many as may play. */
static int count_threads(const Evolution *e, const EvolveOptions *options) {
    Err why;
    bool open = options->threads == 0 && e->game;
    return open && game_is_alone(e->game, &why) ? 1 : options->threads;
}

static bool allocate(Evolution *e, const EvolveOptions *options, Err *err) {
    size_t brood = options->brood ? options->brood : e->count;
    e->pool = pool_new(count_threads(e, options), err);
    return e->pool && make_workers(e, err) && make_scratch(e, err) &&
           spread_init(e, e->game ? options->cluster : NULL, err) &&
           (e->planted = mem_new(e->count, 1, err)) &&
           (e->best = mem_new_aligned(1, e->species->slot, err)) &&
           grow(e, e->count + brood, err) &&
           select_init(&e->selector, e->count, err) &&
           (!options->cache_bits ||
            (e->cache = cache_new(options->cache_bits, err))) &&
           (!options->cases || cases_ask(e, err));
}

Evolution *evolve_new(const Species *species, const Game *game,
                      const EvolveOptions *options, Err *err) {
    size_t count = options->count;
    if (count < 1 || count > EVOLVE_COUNT_MAX) {
        err_set(err, "population must be 1 to %d, got %zu", EVOLVE_COUNT_MAX,
                count);
        return NULL;
    }
    if (game && !game_suits(game, species, err)) return NULL;
    Evolution *e = mem_new(1, sizeof *e, err);
    if (!e) return NULL;
    failure_init(&e->failure);
    e->species = species;
    e->game = game;
    e->class = game ? game->class : NULL;
    e->count = count;
    e->bare = options->bare;
    if (!allocate(e, options, err)) {
        evolve_free(e);
        return NULL;
    }
    evolve_reset(e, options->seed);
    return e;
}

static void free_workers(Evolution *e) {
    free_scratch(e);
    for (int i = 0; i < threads_of(e); i++)
        for (int k = 0; k < EVOLVE_SPARES; k++)
            mem_free(e->workers[i].spare[k]);
    mem_free(e->workers);
}

void evolve_free(void *evolution) {
    Evolution *e = evolution;
    if (!e) return;
    free_workers(e);
    failure_free(&e->failure);
    pool_free(e->pool);
    cache_free(e->cache);
    select_free(&e->selector);
    isles_free(&e->isles);
    reals_free(e);
    spread_free(e);
    mem_free(e->goals);
    mem_free(e->elites);
    novelty_free(e);
    contest_free(e);
    weights_free(e);
    informed_free(e);
    slots_free(&e->slots);
    mem_free(e->rows);
    mem_free(e->order);
    mem_free(e->next);
    mem_free(e->table);
    mem_free(e->planted);
    mem_free(e->best);
    mem_free(e);
}

void evolve_reset(Evolution *e, uint64_t seed) {
    e->seed = seed;
    e->generation = e->improved = 0;
    e->totals = (Totals){ 0 };
    e->first = true;
    e->started = false;
    e->measured = e->keyed = e->known = e->aimed = false;
    e->scored = e->told = e->aged = false;
    e->ceiling = 0;
    e->children = 0;
    e->bred = 0;
    if (e->spread) e->spread->apart = false;
    reals_free(e);
    novelty_free(e);
    contest_free(e);
    weights_free(e);
    informed_free(e);
    e->best_score = (Score){ .standardized = INFINITY };
    memset(e->planted, 0, e->count);
    for (size_t i = 0; i < e->slots.count; i++) e->order[i] = (uint32_t)i;
}

bool evolve_set_game(Evolution *e, const Game *game, Err *err) {
    if (!game_fits(game, e->species, err)) return false;
    free_scratch(e);
    e->game = game;
    e->class = game->class;
    e->keyed = e->known = e->aimed = false;
    e->stale = true;
    return cases_remember(e, err) && make_scratch(e, err);
}

/* The living wait once more; the best so far is the best of them. */
bool evolve_renew(Evolution *e, const Game *game, Err *err) {
    if (e->rows && evolve_settled(e) && !cases_fill(e, err)) return false;
    bool known = e->known;
    e->renewed = evolve_set_game(e, game, err);
    e->known = known && e->renewed;  /* parents are still chosen by them */
    return e->renewed;
}

bool evolve_rescore(Evolution *e, Err *err) {
    bool first = e->first, measured = e->measured;
    e->first = true;
    e->renewed = e->aimed = false;
    e->children = 0;
    e->bred = 0;
    e->scored = e->told = false;
    bool ok = evolve_score(e, NULL, err) && evolve_settle(e, NULL, err);
    e->first = first && !ok;
    e->measured = measured;
    return ok;
}

/* ---- looking ------------------------------------------------------------- */

bool evolve_started(const Evolution *e) { return e->started; }
bool evolve_settled(const Evolution *e) { return e->started && !e->first; }
size_t evolve_count(const Evolution *e) { return e->count; }
uint64_t evolve_generation(const Evolution *e) { return e->generation; }
uint64_t evolve_seed(const Evolution *e) { return e->seed; }
const Species *evolve_species(const Evolution *e) { return e->species; }
const Totals *evolve_totals(const Evolution *e) { return &e->totals; }
uint64_t evolve_improved(const Evolution *e) { return e->improved; }

const void *evolve_genome(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return evolve_member(e, slot);
}

const Score *evolve_score_of(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return &e->slots.scores[e->order[slot]];
}

const Birth *evolve_birth(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return &e->slots.births[e->order[slot]];
}

const void *evolve_best(const Evolution *e, Score *score) {
    if (score) *score = e->best_score;
    return e->best;
}

bool evolve_is_spent(const Evolution *e) { return reals_spent(e); }

bool evolve_fits(const Species *species, const Plan *plan, Err *err) {
    return ceiling_check(&plan->ceiling, species, err) &&
           reals_fit(species, plan, err);
}

bool evolve_is_even(const Evolution *e) {
    double cost = evolve_cost(e, e->order[0]);
    for (size_t i = 1; i < e->count; i++)
        if (evolve_cost(e, e->order[i]) != cost) return false;
    return true;
}
