/* evolve.c -- a population and its next generation.
 *
 * Slots are fixed, so a generation is one block and breeding allocates nothing.
 * Workers take chunks of CHUNK slots: they breed a whole chunk, then score it,
 * so that the two costs can be told apart by two looks at the clock. A child
 * that is a plain copy takes its parent's score along.
 *
 * Two generators belong to a child: one chooses operator and parents, the other
 * is the operator's own. A replay needs only the second, hence no scores.
 */
#include "evolve.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "evolve_inner.h"
#include "base/hot.h"
#include "base/mem.h"

enum { CHUNK = 32, REDRAWS = 50 };

/* ---- life cycle ---------------------------------------------------------- */

static bool generation_init(Generation *g, size_t count, size_t slot,
                            Err *err) {
    g->genomes = mem_new_aligned(count, slot, err);
    g->scores = mem_new(count, sizeof *g->scores, err);
    g->sizes = mem_new(count, sizeof *g->sizes, err);
    g->hashes = mem_new(count, sizeof *g->hashes, err);
    g->births = mem_new(count, sizeof *g->births, err);
    return g->genomes && g->scores && g->sizes && g->hashes && g->births;
}

static void generation_free(Generation *g) {
    mem_free(g->genomes);
    mem_free(g->scores);
    mem_free(g->sizes);
    mem_free(g->hashes);
    mem_free(g->births);
}

static void free_scratch(Evolution *e) {
    int threads = e->pool ? pool_threads(e->pool) : 0;
    for (int i = 0; e->workers && i < threads; i++) {
        if (e->workers[i].scratch)
            e->class->scratch_free(e->workers[i].scratch);
        e->workers[i].scratch = NULL;
    }
}

/* A scratch for every thread, or none. */
static bool make_scratch(Evolution *e, Err *err) {
    for (int i = 0; i < pool_threads(e->pool); i++) {
        e->workers[i].scratch = e->game->class->scratch_new(e->game, err);
        if (e->workers[i].scratch) continue;
        free_scratch(e);
        return false;
    }
    return true;
}

static bool can_score(const Evolution *e, Err *err) {
    return e->workers[0].scratch ||
           err_set(err, "the game could not be changed: nothing can be scored");
}

Evolution *evolve_new(const Species *species, const Game *game,
                      const EvolveOptions *options, Err *err) {
    size_t count = options->count;
    if (count < 1 || count > EVOLVE_COUNT_MAX) {
        err_set(err, "population must be 1 to %d, got %zu", EVOLVE_COUNT_MAX,
                count);
        return NULL;
    }
    if (!game_fits(game, species, err)) return NULL;
    Evolution *e = mem_new(1, sizeof *e, err);
    if (!e) return NULL;
    failure_init(&e->failure);
    e->species = species;
    e->game = game;
    e->class = game->class;
    e->count = count;
    e->seed = options->seed;
    e->pool = pool_new(options->threads, err);
    if (!e->pool) goto failed;
    e->workers = mem_new((size_t)pool_threads(e->pool), sizeof *e->workers,
                         err);
    e->planted = mem_new(count, 1, err);
    if (!e->workers || !e->planted || !make_scratch(e, err) ||
        !generation_init(&e->living, count, species->slot, err) ||
        !generation_init(&e->next, count, species->slot, err) ||
        !select_init(&e->selector, count, err))
        goto failed;
    if (options->cache_bits &&
        !(e->cache = cache_new(options->cache_bits, err)))
        goto failed;
    return e;
failed:
    evolve_free(e);
    return NULL;
}

void evolve_free(void *evolution) {
    Evolution *e = evolution;
    if (!e) return;
    free_scratch(e);
    failure_free(&e->failure);
    mem_free(e->workers);
    pool_free(e->pool);
    cache_free(e->cache);
    select_free(&e->selector);
    generation_free(&e->living);
    generation_free(&e->next);
    mem_free(e->planted);
    mem_free(e);
}

bool evolve_set_game(Evolution *e, const Game *game, Err *err) {
    if (!game_fits(game, e->species, err)) return false;
    free_scratch(e);
    e->game = game;
    e->class = game->class;
    if (e->cache) cache_clear(e->cache);
    return make_scratch(e, err);
}

/* ---- scoring ------------------------------------------------------------- */

static void score_slot(Evolution *e, Worker *w, Generation *g, size_t i) {
    if (failure_before(&e->failure, i)) return;
    const GameClass *class = e->game->class;
    const void *genome = evolve_slot(e, g, i), *shape = e->species->shape;
    uint64_t key = class->key ? class->key(e->game, shape, w->scratch, genome)
                              : g->hashes[i];
    if (e->cache && key && cache_find(e->cache, key, &g->scores[i])) {
        w->totals.cached++;
    } else {
        Err err;
        if (!class->score(e->game, shape, w->scratch, genome, &g->scores[i],
                          &err)) {
            failure_note(&e->failure, i, &err);
            return;
        }
        if (e->cache && key) cache_put(e->cache, key, &g->scores[i]);
    }
    w->totals.evaluations++;
    w->totals.steps += g->scores[i].steps;
}

/* Fills in what is kept of a genome besides its bytes. */
static void measure(const Evolution *e, Generation *g, size_t i) {
    const void *genome = evolve_slot(e, g, i);
    g->sizes[i] = (uint32_t)e->species->class->size(e->species, genome);
    g->hashes[i] = species_hash(e->species, genome);
}

/* Adds up the workers' totals; false with the first failure if there was
 * one. */
static bool collect(Evolution *e, Err *err) {
    for (int i = 0; i < pool_threads(e->pool); i++) {
        Worker *w = &e->workers[i];
        e->totals.evaluations += w->totals.evaluations;
        e->totals.steps += w->totals.steps;
        e->totals.cached += w->totals.cached;
        e->totals.breeding += w->totals.breeding;
        e->totals.scoring += w->totals.scoring;
        w->totals = (Totals){ 0 };
    }
    return failure_none(&e->failure, err);
}

static void score_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    Worker *w = &e->workers[worker];
    double start = clock_thread();
    for (size_t i = first; i < last; i++) score_slot(e, w, &e->living, i);
    w->totals.scoring += clock_thread() - start;
}

bool evolve_rescore(Evolution *e, Err *err) {
    if (!can_score(e, err)) return false;
    pool_run(e->pool, e->count, CHUNK, score_chunk, e);
    return collect(e, err);
}

/* ---- the first generation ------------------------------------------------ */

void evolve_plant(Evolution *e, size_t slot, const void *genome) {
    assert(slot < e->count);
    species_copy(e->species, evolve_slot(e, &e->living, slot), genome);
    e->planted[slot] = 1;
}

void evolve_replay_first(const Species *species, uint64_t seed, size_t slot,
                         size_t count, unsigned attempt, void *genome) {
    assert(slot < count);
    Rng rng = rng_key(seed, attempt, slot, RNG_INIT);
    species->class->random(species, &rng, slot, count, genome);
}

static void draw(Evolution *e, size_t i, unsigned attempt) {
    Generation *g = &e->living;
    if (!e->planted[i])
        evolve_replay_first(e->species, e->seed, i, e->count, attempt,
                            evolve_slot(e, g, i));
    g->births[i] = (Birth){ { attempt, e->planted[i] }, BIRTH_FIRST };
    measure(e, g, i);
}

static void draw_chunk(void *context, int worker, size_t first, size_t last) {
    (void)worker;
    for (size_t i = first; i < last; i++) draw(context, i, 0);
}

static bool redraw_repeated(Evolution *e, Err *err) {
    size_t room = evolve_distinct_room(e->count);
    uint32_t *table = mem_new(room, sizeof *table, err);
    unsigned char *repeated = mem_new(e->count, 1, err);
    bool ok = table && repeated;
    for (unsigned attempt = 1; ok && attempt <= REDRAWS; attempt++) {
        size_t distinct = evolve_distinct(e->living.hashes, e->count, table,
                                          room, repeated);
        if (distinct == e->count) break;
        for (size_t i = 0; i < e->count; i++)
            if (repeated[i]) draw(e, i, attempt);
    }
    mem_free(table);
    mem_free(repeated);
    return ok;
}

bool evolve_start(Evolution *e, bool unique, Err *err) {
    e->generation = 0;
    pool_run(e->pool, e->count, CHUNK, draw_chunk, e);
    if (unique && !redraw_repeated(e, err)) return false;
    return evolve_rescore(e, err);
}

/* ---- the next generation ------------------------------------------------- */

static int choose_vary(const Plan *plan, Rng *rng) {
    double sum = 0;
    for (int i = 0; i < plan->vary_count; i++) sum += plan->vary[i].share;
    double x = rng_real(rng) * sum;
    for (int i = 0; i < plan->vary_count - 1; i++)
        if ((x -= plan->vary[i].share) < 0) return i;
    return plan->vary_count - 1;
}

static Birth choose_birth(const Evolution *e, size_t slot, const Plan *plan) {
    if (slot < plan->elite)
        return (Birth){ { e->selector.order[slot], 0 }, BIRTH_KEPT };
    Rng rng = rng_key(e->seed, e->generation + 1, slot, RNG_BREED);
    Birth birth = { { 0, 0 }, (uint8_t)choose_vary(plan, &rng) };
    int parents = plan->vary[birth.vary].op->parents;
    for (int k = 0; k < parents; k++)
        birth.parent[k] = plan->picks
                              ? plan->picks[slot * OPERATOR_PARENTS + (size_t)k]
                              : (uint32_t)select_pick(&e->selector, slot, &rng);
    hot_assert(birth.parent[0] < e->count && birth.parent[1] < e->count);
    return birth;
}

static Rng child_rng(const Child *c) {
    return rng_key(c->seed, c->generation, c->slot, RNG_VARY);
}

/* True if the child differs from a plain copy of the first parent. */
static bool make_child(const Child *c, void *genome, Origin *origin) {
    const Species *species = c->species;
    const void *const *parents = c->parents;
    *origin = (Origin){ 0 };
    if (c->birth->vary == BIRTH_KEPT) {
        memcpy(genome, parents[0], species->class->bytes(species, parents[0]));
        return false;
    }
    const Vary *vary = &c->plan->vary[c->birth->vary];
    Rng rng = child_rng(c);
    return vary->op->apply(species, vary->param, &rng, parents, genome, origin);
}

/* Does an operator of a script make the child? */
static bool is_custom(const Plan *plan, const Birth *birth) {
    return birth->vary != BIRTH_KEPT && plan->vary[birth->vary].custom;
}

static bool make_custom(const Child *c, void *genome, Err *err) {
    const Vary *vary = &c->plan->vary[c->birth->vary];
    Rng rng = child_rng(c);
    return vary->custom(vary->context, c->birth->vary, &rng, c->parents, genome,
                        err);
}

bool evolve_replay(const Child *child, void *genome, Origin *origin, Err *err) {
    if (is_custom(child->plan, child->birth)) {
        *origin = (Origin){ 0 };
        return make_custom(child, genome, err);
    }
    make_child(child, genome, origin);
    return true;
}

/* The child that is to live in slot i; `parents` is filled in for it. */
static inline Child child_of(const Evolution *e, size_t i, const Birth *birth,
                             const void *parents[OPERATOR_PARENTS]) {
    assert(i < e->count && birth->parent[0] < e->count);
    for (int k = 0; k < OPERATOR_PARENTS; k++)
        parents[k] = evolve_slot(e, &e->living, birth->parent[k]);
    return (Child){ .species = e->species,
                    .seed = e->seed,
                    .generation = e->generation + 1,
                    .slot = i,
                    .birth = birth,
                    .plan = e->plan,
                    .parents = parents };
}

/* Scripts make their children one after another, before the threads begin. */
static bool breed_custom(Evolution *e, Err *err) {
    bool any = false;
    for (int i = 0; i < e->plan->vary_count; i++)
        any = any || e->plan->vary[i].custom;
    for (size_t i = 0; any && i < e->count; i++) {
        Birth birth = choose_birth(e, i, e->plan);
        if (!is_custom(e->plan, &birth)) continue;
        const void *parents[OPERATOR_PARENTS];
        Child child = child_of(e, i, &birth, parents);
        if (!make_custom(&child, evolve_slot(e, &e->next, i), err))
            return false;
    }
    return true;
}

/* Parents lie anywhere in a large block: fetching them for a whole chunk before
 * the first is used hides the wait for memory. */
static void choose_births(Evolution *e, size_t first, size_t last) {
    enum { LINE = 64, LINES = 4 };
    for (size_t i = first; i < last; i++) {
        Birth birth = e->next.births[i] = choose_birth(e, i, e->plan);
        for (int k = 0; k < OPERATOR_PARENTS; k++) {
            const char *parent = evolve_slot(e, &e->living, birth.parent[k]);
            for (int j = 0; j < LINES; j++)
                __builtin_prefetch(parent + j * LINE);
            __builtin_prefetch(&e->living.hashes[birth.parent[k]]);
        }
    }
}

/* Breeds slot i; true if it must be scored. A child equal to its mother, byte
 * for byte, is a copy however it came about. */
static bool breed(Evolution *e, size_t i) {
    const Generation *g = &e->living;
    Generation *n = &e->next;
    Birth birth = n->births[i];
    if (!is_custom(e->plan, &birth)) {
        const void *parents[OPERATOR_PARENTS];
        Child child = child_of(e, i, &birth, parents);
        Origin origin;
        make_child(&child, evolve_slot(e, n, i), &origin);
    }
    measure(e, n, i);
    uint32_t mother = birth.parent[0];
    if (n->hashes[i] != g->hashes[mother]) return true;
    n->scores[i] = g->scores[mother];
    return false;
}

/* Puts the living program of slot i in the place of its child. */
static void keep(Evolution *e, size_t i) {
    const Generation *g = &e->living;
    Generation *n = &e->next;
    species_copy(e->species, evolve_slot(e, n, i), evolve_slot(e, g, i));
    n->scores[i] = g->scores[i];
    n->sizes[i] = g->sizes[i];
    n->hashes[i] = g->hashes[i];
    n->births[i] = (Birth){ { (uint32_t)i, 0 }, BIRTH_KEPT };
}

static void keep_better(Evolution *e, size_t first, size_t last) {
    for (size_t i = first; i < last; i++)
        if (e->living.scores[i].standardized < e->next.scores[i].standardized)
            keep(e, i);
}

static void step_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    Worker *w = &e->workers[worker];
    bool fresh[CHUNK];
    assert(last - first <= CHUNK && last <= e->count);
    double start = clock_thread();
    choose_births(e, first, last);
    for (size_t i = first; i < last; i++) fresh[i - first] = breed(e, i);
    double bred = clock_thread();
    for (size_t i = first; i < last; i++)
        if (fresh[i - first]) score_slot(e, w, &e->next, i);
    double scored = clock_thread();
    if (e->plan->keep_better) keep_better(e, first, last);
    w->totals.breeding += bred - start + clock_thread() - scored;
    w->totals.scoring += scored - bred;
}

bool evolve_step(Evolution *e, const Plan *plan, Err *err) {
    assert(plan->vary_count > 0 && plan->vary_count <= EVOLVE_VARY_MAX);
    assert(plan->elite <= e->count && !e->plan);
    if (!can_score(e, err)) return false;
    double start = clock_thread();
    if (!select_prepare(&e->selector, &plan->selection, e->living.scores,
                        e->living.sizes, plan->elite > 0, err))
        return false;
    e->totals.breeding += clock_thread() - start;
    e->plan = plan;
    if (!breed_custom(e, err)) {
        e->plan = NULL;
        return false;
    }
    pool_run(e->pool, e->count, CHUNK, step_chunk, e);
    e->plan = NULL;
    if (!collect(e, err)) return false;
    Generation spare = e->living;
    e->living = e->next;
    e->next = spare;
    e->generation++;
    return true;
}

/* ---- looking ------------------------------------------------------------- */

size_t evolve_count(const Evolution *e) { return e->count; }
uint64_t evolve_generation(const Evolution *e) { return e->generation; }
uint64_t evolve_seed(const Evolution *e) { return e->seed; }
const Species *evolve_species(const Evolution *e) { return e->species; }
const Totals *evolve_totals(const Evolution *e) { return &e->totals; }

const void *evolve_genome(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return evolve_slot(e, &e->living, slot);
}

const Score *evolve_score(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return &e->living.scores[slot];
}

const Birth *evolve_birth(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return &e->living.births[slot];
}
