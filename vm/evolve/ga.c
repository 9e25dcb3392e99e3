/* ga.c -- a run of the genetic algorithm: its life, scoring and stops.
 *
 * Breeding and survival are in ga_breed.c and ga_survive.c. Scoring takes each
 * waiting genome in turn, on any thread, and, if the settings ask for it,
 * climbs from there: a variant that scores as well takes the genome's place.
 * Evaluations are promised to the genomes before any is scored, so that a
 * limit is kept to the number however many threads there are.
 */
#include "ga.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "ga_inner.h"
#include "base/mem.h"

/* ---- settings ----------------------------------------------------------- */

static size_t brood_size(const GaSettings *set) {
    size_t sum = 0;
    for (size_t p = 0; p < set->parts; p++) sum += set->part[p].count;
    return sum;
}

static bool check_numbers(const GaSettings *set, Err *err) {
    size_t n = set->population;
    if (n < 1 || n > GA_POPULATION_MAX)
        return err_set(err, "a population has 1 to %d members, not %zu",
                       GA_POPULATION_MAX, n);
    if (set->select == GA_TOURNAMENT &&
        !(set->pressure >= 1 && set->pressure <= GA_PRESSURE_MAX))
        return err_set(err, "a tournament has 1 to %d members, not %g",
                       GA_PRESSURE_MAX, set->pressure);
    if (set->select == GA_TRUNCATION &&
        !(set->pressure > 0 && set->pressure <= 1))
        return err_set(err,
                       "truncation needs a share above 0 and up to 1, not "
                       "%g",
                       set->pressure);
    if (set->scaling != 0 &&
        !(set->scaling > 1 && set->scaling <= GA_SCALING_MAX))
        return err_set(err,
                       "linear scaling needs a factor above 1 and up to "
                       "%d, not %g",
                       GA_SCALING_MAX, set->scaling);
    if (set->scheme == GA_CROWDING &&
        (set->crowd < 1 || set->crowd > GA_CROWD_MAX))
        return err_set(err, "crowding compares 1 to %d members, not %zu",
                       GA_CROWD_MAX, set->crowd);
    if (set->distinct > GA_DISTINCT_MAX)
        return err_set(err, "a copy is bred again up to %d times, not %u",
                       GA_DISTINCT_MAX, set->distinct);
    if (set->evaluations && set->evaluations / (1 + (uint64_t)set->tries) < n)
        return err_set(err,
                       "%llu evaluations are too few to score the first "
                       "population",
                       (unsigned long long)set->evaluations);
    if (set->elite > n)
        return err_set(err, "an elite of %zu in a population of %zu",
                       set->elite, n);
    return true;
}

static bool check_steps(const GaSettings *set, Err *err) {
    if (set->parts < 1 || set->parts > GA_PARTS_MAX)
        return err_set(err, "a brood has 1 to %d parts, not %zu", GA_PARTS_MAX,
                       set->parts);
    for (size_t p = 0; p < set->parts; p++) {
        const GaPart *part = &set->part[p];
        if (part->count < 1 || part->count > GA_POPULATION_MAX)
            return err_set(err,
                           "part %zu of the brood: 1 to %d children, not "
                           "%zu",
                           p + 1, GA_POPULATION_MAX, part->count);
        if (part->steps > GA_STEPS_MAX)
            return err_set(err,
                           "part %zu of the brood: at most %d steps, not "
                           "%zu",
                           p + 1, GA_STEPS_MAX, part->steps);
    }
    if (set->tries > GA_TRIES_MAX)
        return err_set(err, "climbing tries up to %d variants, not %u",
                       GA_TRIES_MAX, set->tries);
    if (set->tries && (!set->climb.op || set->climb.op->parents != 1))
        return err_set(err, "climbing needs an operator with one parent");
    return true;
}

bool ga_check(const GaSettings *set, const Species *species, Err *err) {
    (void)species;
    if (!check_numbers(set, err) || !check_steps(set, err)) return false;
    size_t brood = brood_size(set);
    if (set->scheme == GA_GENERATIONAL && brood + set->elite < set->population)
        return err_set(err,
                       "generational: %zu children and an elite of %zu do "
                       "not fill a population of %zu",
                       brood, set->elite, set->population);
    if (set->scheme == GA_COMMA && brood < set->population)
        return err_set(err,
                       "comma: %zu children do not fill a population of "
                       "%zu",
                       brood, set->population);
    return true;
}

/* ---- life --------------------------------------------------------------- */

static size_t table_size(size_t entries) {
    size_t size = 16;
    while (size < 3 * entries) size *= 2;
    return size;
}

static void scratch_free(Ga *ga, GaWorker *w) {
    if (w->scratch && ga->game->class->scratch_free)
        ga->game->class->scratch_free(w->scratch);
    w->scratch = NULL;
}

static bool scratch_new(Ga *ga, GaWorker *w, Err *err) {
    if (!ga->game || !ga->game->class->scratch_new) return true;
    return (w->scratch = ga->game->class->scratch_new(ga->game, err)) != NULL;
}

/* The room of one worker; its scratch too, if there is a game. */
static bool worker_init(Ga *ga, GaWorker *w, Err *err) {
    for (int k = 0; k < 3; k++)
        if (!(w->spare[k] = mem_new_aligned(1, ga->species->slot, err)))
            return false;
    return scratch_new(ga, w, err);
}

static bool change_game(Ga *ga, const Game *game, Err *err) {
    assert(!ga->game || game->class == ga->game->class);
    for (size_t i = 0; i < ga->workers; i++) scratch_free(ga, &ga->worker[i]);
    ga->game = game;
    for (size_t i = 0; i < ga->workers; i++)
        if (!scratch_new(ga, &ga->worker[i], err)) return false;
    return true;
}

static bool allocate(Ga *ga, Err *err) {
    size_t n = ga->slots, most = ga->brood > ga->set.population
                                     ? ga->brood
                                     : ga->set.population;
    ga->table_size = table_size(n);
    return (ga->slab = mem_new_aligned(n, ga->species->slot, err)) &&
           (ga->order = mem_new(n, sizeof *ga->order, err)) &&
           (ga->next = mem_new(n, sizeof *ga->next, err)) &&
           (ga->scores = mem_new(n, sizeof *ga->scores, err)) &&
           (ga->keys = mem_new(n, sizeof *ga->keys, err)) &&
           (ga->weights = mem_new(ga->set.population, sizeof(double), err)) &&
           (ga->picks = mem_new(ga->brood + 2 * GA_PARTS_MAX, sizeof *ga->picks,
                                err)) &&
           (ga->births = mem_new(ga->brood, sizeof *ga->births, err)) &&
           (ga->spent = mem_new(most, sizeof *ga->spent, err)) &&
           (ga->table = mem_new(ga->table_size, sizeof *ga->table, err)) &&
           (ga->best = mem_new_aligned(1, ga->species->slot, err)) &&
           (ga->worker = mem_new(ga->workers, sizeof *ga->worker, err));
}

static void worker_free(Ga *ga, GaWorker *w) {
    for (int k = 0; k < 3; k++) mem_free(w->spare[k]);
    scratch_free(ga, w);
}

void ga_free(Ga *ga) {
    if (!ga) return;
    for (size_t i = 0; ga->worker && i < ga->workers; i++)
        worker_free(ga, &ga->worker[i]);
    failure_free(&ga->failure);
    mem_free(ga->worker);
    mem_free(ga->best);
    mem_free(ga->table);
    mem_free(ga->spent);
    mem_free(ga->births);
    mem_free(ga->picks);
    mem_free(ga->weights);
    mem_free(ga->keys);
    mem_free(ga->scores);
    mem_free(ga->next);
    mem_free(ga->order);
    mem_free(ga->slab);
    mem_free(ga);
}

static void first_genomes(void *context, int worker, size_t first,
                          size_t last) {
    Ga *ga = context;
    (void)worker;
    for (size_t i = first; i < last; i++) {
        char *genome = ga_slot(ga, ga->order[i]);
        Rng rng = rng_key(ga->seed, 0, i, RNG_INIT);
        ga->species->class->random(ga->species, &rng, i, ga->set.population,
                                   genome);
    }
}

bool ga_start(Ga *ga, uint64_t seed, const Game *game, Err *err) {
    if (game && game != ga->game && !change_game(ga, game, err)) return false;
    ga->seed = seed;
    ga->generation = ga->evaluations = ga->improved = 0;
    ga->first = true;
    ga->children = 0;
    ga->stop = GA_RUNNING;
    ga->started = clock_wall();
    ga->best_score = (Score){ .standardized = INFINITY };
    for (size_t i = 0; i < ga->slots; i++) ga->order[i] = (uint32_t)i;
    if (ga->workers > 1)
        pool_run(ga->pool, ga->set.population, 64, first_genomes, ga);
    else first_genomes(ga, 0, 0, ga->set.population);
    return true;
}

Ga *ga_new(const Species *species, const Game *game, const GaSettings *settings,
           Pool *pool, Err *err) {
    if (!ga_check(settings, species, err)) return NULL;
    Ga *ga = mem_new(1, sizeof *ga, err);
    if (!ga) return NULL;
    failure_init(&ga->failure);
    ga->species = species;
    ga->game = game;
    ga->set = *settings;
    ga->pool = pool;
    ga->workers = pool ? (size_t)pool_threads(pool) : 1;
    ga->brood = brood_size(settings);
    ga->slots = settings->population + ga->brood;
    bool ok = allocate(ga, err);
    for (size_t i = 0; ok && i < ga->workers; i++)
        ok = worker_init(ga, &ga->worker[i], err);
    if (ok) ok = ga_start(ga, 0, NULL, err);
    if (ok) return ga;
    ga_free(ga);
    return NULL;
}

void ga_plant(Ga *ga, size_t member, const void *genome) {
    assert(ga->first && member < ga->set.population);
    species_copy(ga->species, ga_slot(ga, ga->order[member]), genome);
}

/* ---- scoring ------------------------------------------------------------ */

size_t ga_pending(const Ga *ga) {
    return ga->first ? ga->set.population : ga->children;
}

static uint32_t pending_slot(const Ga *ga, size_t i) {
    assert(i < ga_pending(ga));
    return ga->order[ga->first ? i : ga->set.population + i];
}

const void *ga_pending_genome(const Ga *ga, size_t i) {
    return ga_slot(ga, pending_slot(ga, i));
}

void ga_tell(Ga *ga, size_t i, Score score) {
    if (isnan(score.standardized)) score.standardized = INFINITY;
    ga->scores[pending_slot(ga, i)] = score;
    ga->keys[pending_slot(ga, i)] = species_hash(ga->species,
                                                 ga_pending_genome(ga, i));
    ga->spent[i] = 1;
}

/* The evaluations that genome `i` may spend, by the limit of the run. */
static uint64_t allowance(const Ga *ga, size_t i) {
    uint64_t full = 1 + (uint64_t)ga->set.tries;
    if (!ga->set.evaluations) return full;
    uint64_t used = ga->evaluations + i * full;
    uint64_t left = used < ga->set.evaluations ? ga->set.evaluations - used : 0;
    return left < full ? left : full;
}

static bool play(Ga *ga, GaWorker *w, const void *genome, Score *score) {
    const Game *game = ga->game;
    if (!game->class->score(game, ga->species->shape, w->scratch, genome, score,
                            &w->err))
        return false;
    if (isnan(score->standardized)) score->standardized = INFINITY;
    return true;
}

/* The key of a scored genome's behaviour. */
static uint64_t key_of(const Ga *ga, const GaWorker *w, const void *genome) {
    const Game *game = ga->game;
    if (!game->class->key) return species_hash(ga->species, genome);
    return game->class->key(game, ga->species->shape, w->scratch, genome);
}

/* Tries variants of the genome in `slot`; each that is as good takes its
 * place. */
static bool climb(Ga *ga, GaWorker *w, size_t i, uint32_t slot) {
    const GaStep *step = &ga->set.climb;
    Rng rng = rng_key(ga->seed, ga->generation, GA_KEY_CLIMB + i, RNG_BREED);
    if (step->rate < 1 && rng_real(&rng) >= step->rate) return true;
    char *here = ga_slot(ga, slot);
    uint64_t most = allowance(ga, i);
    Origin origin;
    Score score;
    while (ga->spent[i] < most && ga_cost(ga, slot) > ga->set.target) {
        const void *parents[] = { here };
        step->op->apply(ga->species, step->param, &rng, parents, w->spare[0],
                        &origin);
        if (!play(ga, w, w->spare[0], &score)) return false;
        ga->spent[i]++;
        if (score.standardized > ga_cost(ga, slot)) continue;
        memcpy(here, w->spare[0], ga->species->slot);
        ga->scores[slot] = score;
    }
    return true;
}

static void score_some(void *context, int worker, size_t first, size_t last) {
    Ga *ga = context;
    GaWorker *w = &ga->worker[worker];
    for (size_t i = first; i < last; i++) {
        if (failure_before(&ga->failure, i)) return;
        uint32_t slot = pending_slot(ga, i);
        ga->spent[i] = 1;
        if (play(ga, w, ga_slot(ga, slot), &ga->scores[slot]) &&
            (!ga->set.tries || climb(ga, w, i, slot))) {
            if (ga->set.unlike)
                ga->keys[slot] = key_of(ga, w, ga_slot(ga, slot));
            continue;
        }
        failure_note(&ga->failure, i, &w->err);
    }
}

bool ga_score(Ga *ga, Err *err) {
    if (!ga->game) return err_set(err, "no game to score by");
    size_t n = ga_pending(ga);
    if (ga->workers > 1) pool_run(ga->pool, n, 8, score_some, ga);
    else score_some(ga, 0, 0, n);
    return failure_none(&ga->failure, err);
}

/* ---- generations -------------------------------------------------------- */

static void note_best(Ga *ga) {
    size_t n = ga_pending(ga);
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = pending_slot(ga, i);
        if (!(ga_cost(ga, slot) < ga->best_score.standardized) &&
            !(ga->first && i == 0))
            continue;
        ga->best_score = ga->scores[slot];
        memcpy(ga->best, ga_slot(ga, slot), ga->species->slot);
        ga->improved = ga->generation;
    }
}

static bool all_equal(const Ga *ga) {
    double cost = ga_cost(ga, ga->order[0]);
    for (size_t i = 1; i < ga->set.population; i++)
        if (ga_cost(ga, ga->order[i]) != cost) return false;
    return true;
}

static GaStop find_stop(const Ga *ga) {
    const GaSettings *set = &ga->set;
    if (ga->best_score.standardized <= set->target) return GA_STOP_SOLVED;
    if (set->generations && ga->generation >= set->generations)
        return GA_STOP_GENERATIONS;
    if (set->evaluations && ga->evaluations >= set->evaluations)
        return GA_STOP_EVALUATIONS;
    if (set->converged && all_equal(ga)) return GA_STOP_CONVERGED;
    if (set->stalled && ga->generation - ga->improved >= set->stalled)
        return GA_STOP_STALLED;
    if (set->seconds > 0 && clock_wall() - ga->started >= set->seconds)
        return GA_STOP_SECONDS;
    return GA_RUNNING;
}

/* Children whose score the limit of evaluations still allows. */
static size_t affordable(const Ga *ga) {
    if (!ga->set.evaluations) return ga->brood;
    uint64_t left = ga->set.evaluations - ga->evaluations;
    uint64_t full = 1 + (uint64_t)ga->set.tries, n = (left + full - 1) / full;
    return n < ga->brood ? (size_t)n : ga->brood;
}

bool ga_advance(Ga *ga) {
    if (ga->stop != GA_RUNNING) return false;
    size_t n = ga_pending(ga);
    for (size_t i = 0; i < n; i++) ga->evaluations += ga->spent[i];
    note_best(ga);
    if (!ga->first) ga_survive(ga);
    else if (ga->set.scheme == GA_PLUS) ga_sort(ga);
    ga->first = false;
    ga->children = 0;
    ga->stop = find_stop(ga);
    if (ga->stop != GA_RUNNING) return false;
    ga->generation++;
    ga->children = affordable(ga);
    ga_breed(ga);
    return true;
}

/* ---- looking at it ------------------------------------------------------ */

GaStop   ga_stop(const Ga *ga) { return ga->stop; }
size_t   ga_size(const Ga *ga) { return ga->set.population; }
uint64_t ga_generation(const Ga *ga) { return ga->generation; }
uint64_t ga_evaluations(const Ga *ga) { return ga->evaluations; }

double ga_mean(const Ga *ga) {
    double sum = 0;
    for (size_t i = 0; i < ga_size(ga); i++)
        sum += ga_member_score(ga, i).standardized;
    return sum / (double)ga_size(ga);
}

const void *ga_genome(const Ga *ga, size_t member) {
    return ga_slot(ga, ga->order[member]);
}

Score ga_member_score(const Ga *ga, size_t member) {
    assert(member < ga->set.population);
    return ga->scores[ga->order[member]];
}

const void *ga_best(const Ga *ga, Score *score) {
    if (score) *score = ga->best_score;
    return ga->best;
}

const GaBirth *ga_birth(const Ga *ga, size_t i) {
    assert(ga->first || i < ga->children);
    return ga->first ? NULL : &ga->births[i];
}

size_t ga_distinct(Ga *ga) {
    size_t found = 0;
    memset(ga->table, 0, ga->table_size * sizeof *ga->table);
    for (size_t i = 0; i < ga->set.population; i++)
        found += ga_note(ga, species_hash(ga->species, ga_genome(ga, i)));
    return found;
}

uint64_t ga_digest(const Ga *ga) {
    uint64_t h = 0;
    for (size_t i = 0; i < ga->set.population; i++)
        h = rng_mix(h + species_hash(ga->species, ga_genome(ga, i)));
    return h;
}
