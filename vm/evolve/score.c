/* score.c -- scoring what waits: by the game, or from outside.
 *
 * Each waiting program is scored by any thread and, if the plan asks for it,
 * climbs from there: a variant that scores as well takes its place. Evaluations
 * are promised to the programs before any is scored, so that a limit is kept to
 * the number however many threads there are.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "evolve_inner.h"
#include "spread.h"

/* Programs that a thread takes at a time: more of many, since each time it
 * looks at the clock, but so few that none works long alone at the end. */
enum { CHUNK = 32, CHUNK_MOST = 128, TURNS = 256 };

bool score_can(const Evolution *e, Err *err) {
    if (!e->game) return err_set(err, "no game to score by");
    return e->workers[0].scratch ||
           err_set(err, "the game could not be changed: nothing can be scored");
}

/* ---- figures besides the score ------------------------------------------- */

void score_measure(const Evolution *e, const uint32_t *slots, size_t count) {
    const Species *species = e->species;
    for (size_t i = 0; i < count; i++) {
        const void *genome = evolve_slot(e, slots[i]);
        size_t size = species->class->size(species, genome);
        e->slots.sizes[slots[i]] = (uint32_t)size;
    }
    for (size_t at = 0; at < count; at += HASH_LANES) {
        const void *genomes[HASH_LANES];
        uint64_t hashes[HASH_LANES];
        size_t n = count - at < HASH_LANES ? count - at : HASH_LANES;
        for (size_t i = 0; i < n; i++)
            genomes[i] = evolve_slot(e, slots[at + i]);
        species_hash_some(species, genomes, n, hashes);
        for (size_t i = 0; i < n; i++)
            e->slots.hashes[slots[at + i]] = hashes[i];
    }
}

void score_measure_all(Evolution *e) {
    if (!e->measured) score_measure(e, e->order, e->count);
    e->measured = true;
}

/* The key of a program's behaviour. */
static uint64_t key_of(const Evolution *e, const Worker *w,
                       const void *genome) {
    const GameClass *class = e->game ? e->game->class : NULL;
    if (!class || !class->key) return species_hash(e->species, genome);
    return class->key(e->game, e->species->shape, w->scratch, genome);
}

void score_key_all(Evolution *e) {
    for (size_t i = 0; !e->keyed && i < e->count; i++)
        e->slots.keys[e->order[i]] = key_of(e, &e->workers[0],
                                            evolve_member(e, i));
    e->keyed = true;
}

/* ---- playing ------------------------------------------------------------- */

static inline bool ask(const Evolution *e, const Worker *w, const void *genome,
                       Score *score, double *row, Err *err) {
    const void *shape = e->species->shape;
    bool ok = row ? e->class->each(e->game, (Entrant){ shape, genome },
                                   w->scratch, score, row, err)
                  : e->class->score(e->game, shape, w->scratch, genome, score,
                                    err);
    if (ok && isnan(score->standardized)) score->standardized = INFINITY;
    return ok;
}

bool score_ask(const Evolution *e, const Worker *w, const void *genome,
               Score *score, double *row, Err *err) {
    return ask(e, w, genome, score, row, err);
}

static bool play_cached(const Evolution *e, Worker *w, const void *genome,
                        Score *score, double *row, Err *err) {
    uint64_t key = key_of(e, w, genome);
    if (key && cache_find(e->cache, key, score, row)) {
        w->totals.cached++;
        return true;
    }
    if (!score_ask(e, w, genome, score, row, err)) return false;
    if (key) cache_put(e->cache, key, score, row);
    return true;
}

static inline bool play(const Evolution *e, Worker *w, const void *genome,
                        Score *score, double *row, Err *err) {
    bool known = e->cache && (!row || cache_width(e->cache));
    bool ok = known ? play_cached(e, w, genome, score, row, err)
                    : ask(e, w, genome, score, row, err);
    if (!ok) return false;
    w->totals.evaluations++;
    w->totals.steps += score->steps;
    return true;
}

/* The evaluations that the i-th that waits may spend, by the plan's limit. */
static uint64_t allowance(const Evolution *e, size_t i) {
    uint64_t full = 1 + (uint64_t)e->plan->tries, limit = e->plan->evaluations;
    if (!limit) return full;
    uint64_t used = e->totals.evaluations + i * full;
    uint64_t left = used < limit ? limit - used : 0;
    return left < full ? left : full;
}

/* Tries variants of the i-th that waits; each that is as good takes its
 * place. */
static bool climb(Evolution *e, Worker *w, size_t i, uint32_t slot, Err *err) {
    const Vary *step = &e->plan->climb;
    Rng rng = rng_key(e->seed, e->generation + !e->first, KEY_CLIMB + i,
                      RNG_BREED);
    if (step->share < 1 && rng_real(&rng) >= step->share) return true;
    char *here = evolve_slot(e, slot);
    uint64_t most = allowance(e, i);
    for (uint64_t spent = 1;
         spent < most && evolve_cost(e, slot) > e->plan->target; spent++) {
        const void *parents[] = { here };
        Origin origin;
        Score score;
        step->op->apply(e->species, step->param, &rng, parents, w->spare[0],
                        &origin);
        if (!play(e, w, w->spare[0], &score, NULL, err)) return false;
        if (score.standardized > evolve_cost(e, slot)) continue;
        evolve_copy(e->species, here, w->spare[0]);
        e->slots.scores[slot] = score;
    }
    return !e->rows || score_ask(e, w, here, &e->slots.scores[slot],
                                 cases_row(e, slot), err);
}

static uint32_t waiting_slot(const Evolution *e, size_t i) {
    hot_assert(i < evolve_waiting(e));
    return e->order[e->first ? i : e->count + i];
}

/* A program in that slot, which waits as number i, beyond its score. */
static bool finish(Evolution *e, Worker *w, size_t i, uint32_t slot, Err *err) {
    const Plan *plan = e->plan;
    if (plan->tries) {
        if (!climb(e, w, i, slot, err)) return false;
        if (!plan->parts) score_measure(e, &slot, 1);
    }
    if (plan->unlike) e->slots.keys[slot] = key_of(e, w, evolve_slot(e, slot));
    return true;
}

/* ---- many at once -------------------------------------------------------- */

/* Those of a chunk that must be played. */
typedef struct Brood {
    const void *genome[EVOLVE_BROOD];
    uint64_t    key[EVOLVE_BROOD];
    uint32_t    slot[EVOLVE_BROOD];
    size_t      count;
} Brood;

static bool play_brood(Evolution *e, Worker *w, Brood *b, Err *err) {
    Score scores[EVOLVE_BROOD];
    if (b->count == 0) return true;
    const Entrants who = { e->species->shape, b->genome, b->count };
    if (!e->class->many(e->game, who, w->scratch, scores, err)) return false;
    for (size_t i = 0; i < b->count; i++) {
        if (isnan(scores[i].standardized)) scores[i].standardized = INFINITY;
        e->slots.scores[b->slot[i]] = scores[i];
        w->totals.steps += scores[i].steps;
        if (b->key[i]) cache_put(e->cache, b->key[i], &scores[i], NULL);
    }
    w->totals.evaluations += b->count;
    b->count = 0;
    return true;
}

static bool is_cached(const Evolution *e, Worker *w, uint32_t slot,
                      uint64_t *key) {
    *key = 0;
    if (!e->cache) return false;
    *key = key_of(e, w, evolve_slot(e, slot));
    if (!*key || !cache_find(e->cache, *key, &e->slots.scores[slot], NULL))
        return false;
    w->totals.cached++;
    w->totals.evaluations++;
    w->totals.steps += e->slots.scores[slot].steps;
    return true;
}

static size_t brood_most(const Evolution *e) {
    if (!e->class || !e->class->many || !e->game) return 0;
    return e->game->brood < EVOLVE_BROOD ? e->game->brood : EVOLVE_BROOD;
}

static void score_brood(Evolution *e, Worker *w, size_t first, size_t last,
                        bool copies) {
    Brood b = { .count = 0 };
    size_t most = brood_most(e);
    Err err;
    if (failure_before(&e->failure, first)) return;
    for (size_t i = first; i < last; i++) {
        uint32_t slot = waiting_slot(e, i);
        uint64_t key;
        if (copies && e->slots.copied[slot]) continue;
        if (is_cached(e, w, slot, &key)) continue;
        b.genome[b.count] = evolve_slot(e, slot);
        b.key[b.count] = key;
        b.slot[b.count++] = slot;
        if (b.count < most || play_brood(e, w, &b, &err)) continue;
        failure_note(&e->failure, first, &err);
        return;
    }
    if (!play_brood(e, w, &b, &err)) failure_note(&e->failure, first, &err);
}

size_t score_chunk_size(const Evolution *e, size_t n) {
    size_t most = brood_most(e), threads = (size_t)pool_threads(e->pool);
    size_t share = (n + threads - 1) / threads;
    size_t some = share / TURNS < CHUNK_MOST ? share / TURNS : CHUNK_MOST;
    size_t brood = share < most ? share : most;
    size_t size = some > brood ? some : brood;
    return size > CHUNK ? size : CHUNK;
}

/* ---- one by one ---------------------------------------------------------- */

/* The same of children of parts that get a score and nothing else, by a game
 * that is asked of one at a time: all that others need is left out. */
static void score_plain(Evolution *e, Worker *w, size_t first, size_t last) {
    bool (*const score)(const Game *, const void *, void *, const void *,
                        Score *, Err *) = e->class->score;
    const Game *game = e->game;
    const void *shape = e->species->shape;
    const uint32_t *slots = e->order + (e->first ? 0 : e->count);
    uint64_t steps = 0;
    Err err;
    size_t i = first;
    for (; i < last; i++) {
        Score *result = &e->slots.scores[slots[i]];
        if (!score(game, shape, w->scratch, evolve_slot(e, slots[i]), result,
                   &err))
            break;
        if (isnan(result->standardized)) result->standardized = INFINITY;
        steps += result->steps;
    }
    w->totals.evaluations += i - first;
    w->totals.steps += steps;
    if (i < last) failure_note(&e->failure, i, &err);
}

void score_some(Evolution *e, Worker *w, size_t first, size_t last) {
    const Plan *plan = e->plan;
    bool more = plan && (plan->tries || plan->unlike);
    bool copies = !e->first && !e->stale && !e->renewed &&
                  !(plan && plan->tries);
    if (!more && !e->rows && brood_most(e) > 1) {
        score_brood(e, w, first, last, copies);
        return;
    }
    if (!more && !e->rows && !e->cache && (!copies || (plan && plan->parts))) {
        if (!failure_before(&e->failure, first)) score_plain(e, w, first, last);
        return;
    }
    for (size_t i = first; i < last; i++) {
        if (failure_before(&e->failure, i)) return;
        uint32_t slot = waiting_slot(e, i);
        if (copies && e->slots.copied[slot]) continue;
        Err err;
        if (play(e, w, evolve_slot(e, slot), &e->slots.scores[slot],
                 cases_row(e, slot), &err) &&
            (!more || finish(e, w, i, slot, &err)))
            continue;
        failure_note(&e->failure, i, &err);
        return;
    }
}

static void add_totals(Totals *to, const Totals *more) {
    to->evaluations += more->evaluations;
    to->steps += more->steps;
    to->cached += more->cached;
    to->breeding += more->breeding;
    to->scoring += more->scoring;
}

/* Adds up the workers' totals here. */
static Totals collect_here(const Evolution *e) {
    Totals all = { 0 };
    for (int i = 0; i < pool_threads(e->pool); i++) {
        add_totals(&all, &e->workers[i].totals);
        e->workers[i].totals = (Totals){ 0 };
    }
    return all;
}

bool score_collect(Evolution *e, Err *err) {
    Totals all = collect_here(e);
    size_t failed = atomic_load(&e->failure.item);
    bool ok = failure_none(&e->failure, err);
    if (e->spread) ok = spread_agree(e, &all, failed, err);
    add_totals(&e->totals, &all);
    return ok;
}

static void score_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    Worker *w = &e->workers[worker];
    double start = evolve_clock(e);
    score_some(e, w, first, last);
    w->totals.scoring += evolve_clock(e) - start;
}

/* ---- over ranks ---------------------------------------------------------- */

/* Items that this rank works on. */
typedef struct Mine {
    Evolution      *e;
    const uint32_t *items;
} Mine;

static void score_mine(void *context, int worker, size_t first, size_t last) {
    const Mine *mine = context;
    while (first < last) {
        size_t from = mine->items[first], n = 1;
        while (first + n < last && mine->items[first + n] == from + n) n++;
        score_chunk(mine->e, worker, from, from + n);
        first += n;
    }
}

/* Scores those of n slots that this rank owns; where every rank has them all,
 * each takes a share. */
static void score_share(Evolution *e, const uint32_t *slots, size_t n) {
    Mine mine = { e, e->next };
    size_t own = 0;
    assert(n <= e->room);
    if (!e->spread->apart) {
        spread_balance(e, n);
        spread_own(e, slots, n, NULL, n);
    }
    for (size_t i = 0; i < n; i++)
        if (e->spread->owner[slots[i]] == e->spread->cluster->rank)
            e->next[own++] = (uint32_t)i;
    pool_run(e->pool, own, score_chunk_size(e, own), score_mine, &mine);
}

bool score_tell(Evolution *e, const Plan *plan, Err *err) {
    if (!e->spread) return true;
    const uint32_t *slots = e->order + (e->first ? 0 : e->count);
    size_t n = evolve_waiting(e);
    bool apart = e->spread->apart;
    bool known = plan && !plan->parts && !e->first;      /* by breeding */
    for (size_t i = 0; apart && !known && i < n; i++)
        if (spread_has(e, slots[i])) score_measure(e, &slots[i], 1);
    unsigned what = TELL_SCORE;
    if (plan && plan->unlike) what |= TELL_KEY;
    if (e->rows) what |= TELL_ROW;
    if (plan && plan->tries && !apart) what |= TELL_GENOME;
    return spread_tell(e, slots, n, what, err);
}

bool evolve_score(Evolution *e, const Plan *plan, Err *err) {
    if (!score_can(e, err)) return false;
    if (e->scored) return true;
    if (plan && plan->contest.pairing) {
        e->scored = contest_score(e, plan, err);
        if (e->first) e->measured = e->keyed = false;
        return e->scored;
    }
    bool asked = e->rows || (plan && plan_reads_cases(plan));
    if (asked && !cases_ask(e, err)) return false;
    e->plan = plan;
    size_t waiting = evolve_waiting(e);
    if (e->spread)
        score_share(e, e->order + (e->first ? 0 : e->count), waiting);
    else
        pool_run(e->pool, waiting, score_chunk_size(e, waiting), score_chunk,
                 e);
    e->plan = NULL;
    e->scored = score_collect(e, err) && score_tell(e, plan, err);
    if (e->scored) e->stale = false;
    if (e->first) e->measured = e->keyed = false;
    return e->scored;
}

/* ---- programs from outside ----------------------------------------------- */

bool evolve_replace(Evolution *e, size_t slot, const void *genome, Err *err) {
    assert(slot < e->count && evolve_settled(e));
    Worker *w = &e->workers[0];
    uint32_t at = e->order[slot];
    Score score = { 0 };
    if (!score_can(e, err)) return false;
    species_copy(e->species, w->spare[0], genome);
    bool ok = play(e, w, w->spare[0], &score, NULL, err);
    Totals once = collect_here(e);   /* every rank does the same */
    add_totals(&e->totals, &once);
    if (!failure_none(&e->failure, err) || !ok) return false;
    evolve_copy(e->species, evolve_slot(e, at), w->spare[0]);
    if (e->known &&
        !score_ask(e, w, w->spare[0], &score, cases_row(e, at), err))
        return false;
    e->slots.scores[at] = score;
    e->slots.births[at] = (Birth){
        { 0, 1 }, (uint32_t)slot, 0, BIRTH_FIRST, 0
    };
    e->slots.since[at] = (uint32_t)e->generation;
    score_measure(e, &at, 1);
    e->children = 0;
    e->bred = 0;
    e->keyed = e->aimed = false;
    if (score.standardized >= e->best_score.standardized) return true;
    e->best_score = score;
    evolve_copy(e->species, e->best, w->spare[0]);
    e->improved = e->generation;
    return true;
}

/* ---- those who stay, by a new game --------------------------------------- */

/* So many of the living, in the order of the selection or as they are. */
typedef struct Kept {
    Evolution *e;
    size_t     count;
    bool       ranked;
    Score     *scores;
} Kept;

static uint32_t kept_slot(const Kept *k, size_t i) {
    return k->e->order[k->ranked ? k->e->selector.order[i] : i];
}

/* Does this rank score what is in the slot? */
static bool is_mine(const Evolution *e, uint32_t slot) {
    return !e->spread || e->spread->owner[slot] == e->spread->cluster->rank;
}

/* The slots of all who stay, in `next`; who scores them is settled. */
static const uint32_t *list_kept(Kept *k) {
    Evolution *e = k->e;
    for (size_t i = 0; i < k->count; i++) e->next[i] = kept_slot(k, i);
    if (!e->spread->apart) spread_own(e, e->next, k->count, NULL, k->count);
    return e->next;
}

static void score_some_kept(void *context, int worker, size_t first,
                            size_t last) {
    Kept *k = context;
    Evolution *e = k->e;
    Worker *w = &e->workers[worker];
    double start = evolve_clock(e);
    for (size_t i = first; i < last; i++) {
        Err err;
        if (failure_before(&e->failure, i)) continue;
        uint32_t slot = kept_slot(k, i);
        if (!is_mine(e, slot)) continue;
        if (!play(e, w, evolve_slot(e, slot), &k->scores[i], cases_row(e, slot),
                  &err))
            failure_note(&e->failure, i, &err);
    }
    w->totals.scoring += evolve_clock(e) - start;
}

/* A generation that replaces all but its elite keeps those alone. */
static Kept who_stays(Evolution *e, const Plan *plan) {
    Kept k = { e, plan->restart ? 0 : e->count, false, NULL };
    if (plan->restart) return k;
    if (plan->scheme != SCHEME_GENERATIONAL || plan_is_in_place(plan)) return k;
    k.ranked = true;
    k.count = plan->elite;
    if (k.count + e->children < e->count) k.count = e->count - e->children;
    return k;
}

/* The living keep the scores they had if it fails. */
static bool score_kept_here(Evolution *e, const Plan *plan, Err *err) {
    Kept k = who_stays(e, plan);
    k.scores = mem_new(k.count + 1, sizeof *k.scores, err);
    if (!k.scores) return false;
    const uint32_t *slots = e->spread ? list_kept(&k) : NULL;
    pool_run(e->pool, k.count, CHUNK, score_some_kept, &k);
    bool ok = score_collect(e, err);
    for (size_t i = 0; ok && i < k.count; i++)
        if (is_mine(e, kept_slot(&k, i)))
            e->slots.scores[kept_slot(&k, i)] = k.scores[i];
    mem_free(k.scores);
    if (!ok || !e->spread) return ok;
    return spread_tell(e, slots, k.count, TELL_SCORE | (e->rows ? TELL_ROW : 0),
                       err);
}

bool score_kept(Evolution *e, const Plan *plan, Err *err) {
    if (!e->renewed || plan->contest.pairing) return true;
    if (!islands_are(&plan->islands)) return score_kept_here(e, plan, err);
    bool ok = true;
    for (size_t i = 0; ok && i < e->isles.count; i++) {
        Outside outside;
        Plan fresh;
        const Plan *own = isles_plan(e, plan, i, &fresh);
        isles_enter(e, i, own, &outside);
        ok = score_kept_here(e, own, err);
        isles_leave(e, i, &outside);
    }
    return ok;
}

/* ---- scores from outside ------------------------------------------------- */

size_t evolve_waiting(const Evolution *e) {
    return e->first ? e->count : e->children;
}

const void *evolve_waiting_genome(const Evolution *e, size_t i) {
    return evolve_slot(e, waiting_slot(e, i));
}

void evolve_tell(Evolution *e, size_t i, Score score) {
    uint32_t slot = waiting_slot(e, i);
    if (isnan(score.standardized)) score.standardized = INFINITY;
    e->slots.scores[slot] = score;
    e->slots.keys[slot] = species_hash(e->species, evolve_slot(e, slot));
    e->told = true;
}
