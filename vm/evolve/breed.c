/* breed.c -- a brood: its parents, its children, and no copies among them.
 *
 * A brood is bred in units, a child by shares or a pair by parts, each with a
 * generator of its own, so any thread may breed any unit. Threads take chunks
 * of units: they breed a whole chunk, then score it, so that the two costs can
 * be told apart by two looks at the clock.
 *
 * A child that was bred by its share and equals its mother is a copy, however
 * it came about, and takes her score along. Children of parts are all scored:
 * there a score may depend on who else waits.
 */
#include "evolve_inner.h"
#include "spread.h"

enum { MATE_DRAWS = 16, FEW = 512 };

/* ---- choosing ------------------------------------------------------------ */

/* A parent. The mate of the last child, bred again alone, has a place behind
 * all others: the first. */
static inline uint32_t choose(const Evolution *e, size_t slot, size_t place,
                              Rng *rng) {
    if (place >= e->places) place -= e->places;
    hot_assert(place < e->places);
    uint32_t i = e->plan->picks
                     ? e->plan->picks[place]
                     : (uint32_t)select_pick(&e->selector, slot, place, rng);
    hot_assert(i < e->count);
    return i;
}

/* The second parent; where it must not be the first, it is drawn again, and in
 * the end anyone else will do. */
static uint32_t choose_mate(const Evolution *e, size_t slot, size_t place,
                            uint32_t first, Rng *rng) {
    uint32_t n = (uint32_t)e->selector.count;
    uint32_t mate = choose(e, slot, place, rng);
    if (!e->plan->apart || n < 2) return mate;
    SelectMethod method = e->plan->selection.method;
    for (int i = 0; i < MATE_DRAWS && mate == first; i++) {
        if (method == SELECT_LEXICASE)
            place = rng_below(rng, (uint32_t)e->places);
        mate = method == SELECT_SHUFFLE ? rng_below(rng, n)
                                        : choose(e, slot, place, rng);
    }
    return mate != first ? mate : (first + 1 + rng_below(rng, n - 1)) % n;
}

/* The second parent; in layers of age, every other time, of the layer below,
 * whose members stand behind all that is seen. Who draws all parents at once
 * has some there, too. */
static uint32_t choose_father(const Evolution *e, size_t slot, size_t place,
                              uint32_t mother, Rng *rng) {
    const Isle *below = e->below;
    if (!below || rng_below(rng, 2))
        return choose_mate(e, slot, place, mother, rng);
    const Selector *s = &below->selector;
    if (s->room) place = rng_below(rng, (uint32_t)below->places);
    size_t i = select_pick(s, slot % s->all, place, rng);
    hot_assert(i < below->count);
    return (uint32_t)(e->room + i);
}

static int choose_vary(const Plan *plan, Rng *rng) {
    double sum = 0;
    for (int i = 0; i < plan->vary_count; i++) sum += plan->vary[i].share;
    double x = rng_real(rng) * sum;
    for (int i = 0; i < plan->vary_count - 1; i++)
        if ((x -= plan->vary[i].share) < 0) return i;
    return plan->vary_count - 1;
}

/* What all draws of a brood begin with. */
static uint64_t breed_base(const Evolution *e) {
    return rng_base(e->seed, e->generation + 1, RNG_BREED);
}

/* ---- by shares ----------------------------------------------------------- */

/* The birth of child i. Chance goes by the place it would have in the next
 * generation, behind the elite; where it is bred again, by the attempt. */
static Birth choose_birth(const Evolution *e, uint64_t base, size_t i,
                          unsigned attempt) {
    const Plan *plan = e->plan;
    size_t slot = plan->elite + i;
    Birth birth = { .child = (uint32_t)slot, .again = (uint16_t)attempt };
    Rng rng = rng_slot(base, KEY_AGAIN * attempt + slot);
    birth.vary = (uint8_t)choose_vary(plan, &rng);
    size_t place = OPERATOR_PARENTS * slot;
    birth.parent[0] = choose(e, slot, place, &rng);
    if (plan->vary[birth.vary].op->parents > 1)
        birth.parent[1] = choose_father(e, slot, place + 1, birth.parent[0],
                                        &rng);
    return birth;
}

/* Parents lie anywhere in a large block, and so do the homes of children:
 * fetching them for some children before the first is bred hides the wait for
 * memory. To gcc a function that only fetches does nothing, and calls of it go:
 * these have to be inlined. */
#define FETCH_INLINE static inline __attribute__((always_inline))
enum { FETCHED = 32, FETCH_LINE = 64, FETCH_MOST = 6 * FETCH_LINE };

FETCH_INLINE size_t fetch_bytes(const Evolution *e) {
    return e->species->slot < FETCH_MOST ? e->species->slot : FETCH_MOST;
}

FETCH_INLINE void fetch_parents(const Evolution *e, const Birth *birth) {
    for (int k = 0; k < OPERATOR_PARENTS; k++) {
        const char *parent = spread_parent(e, birth->parent[k]);
        for (size_t at = 0; at < fetch_bytes(e); at += FETCH_LINE)
            __builtin_prefetch(parent + at);
    }
    __builtin_prefetch(&e->slots.hashes[e->order[birth->parent[0]]]);
}

FETCH_INLINE void fetch_home(const Evolution *e, size_t i) {
    const char *home = evolve_child(e, i);
    for (size_t at = 0; at < fetch_bytes(e); at += FETCH_LINE)
        __builtin_prefetch(home + at, 1);
}

static void choose_births(Evolution *e, size_t first, size_t last) {
    uint64_t base = breed_base(e);
    for (size_t i = first; i < last; i++) {
        Birth birth = choose_birth(e, base, i, 0);
        e->slots.births[e->order[e->count + i]] = birth;
        fetch_parents(e, &birth);
        fetch_home(e, i);
    }
}

/* Makes child i by its birth; `base` is vary_base() of its generation. */
static bool make_child(const Evolution *e, uint64_t base, size_t i, Err *err) {
    const Birth *birth = &e->slots.births[e->order[e->count + i]];
    const void *parents[OPERATOR_PARENTS];
    for (int k = 0; k < OPERATOR_PARENTS; k++)
        parents[k] = spread_parent(e, birth->parent[k]);
    Child child = { .species = e->species,
                    .seed = e->seed,
                    .generation = e->generation + 1,
                    .birth = birth,
                    .plan = e->plan,
                    .parents = parents };
    Origin origin;
    return vary_child(&child, base, evolve_child(e, i), &origin, err);
}

static bool is_custom(const Evolution *e, size_t i) {
    const Birth *birth = &e->slots.births[e->order[e->count + i]];
    return e->plan->vary[birth->vary].custom;
}

/* Is what was bred in the slot a copy of its mother? Then it has her score. */
static void find_copy(Evolution *e, uint32_t slot) {
    uint32_t mother = e->order[e->slots.births[slot].parent[0]];
    bool copy = e->slots.hashes[slot] == e->slots.hashes[mother];
    e->slots.copied[slot] = copy;
    if (!copy) return;
    e->slots.scores[slot] = e->slots.scores[mother];
    if (!e->renewed) cases_copy(e, slot, mother);
    e->slots.keys[slot] = e->slots.keys[mother];
}

static void find_copies(Evolution *e, size_t first, size_t last) {
    const uint32_t *slots = e->order + e->count;
    score_measure(e, slots + first, last - first);
    for (size_t i = first; i < last; i++) find_copy(e, slots[i]);
}

/* ---- by parts ------------------------------------------------------------ */

/* A pair whose parents have been chosen, and what it goes on to draw from. */
typedef struct Couple {
    Pair     pair;
    size_t   keep;                   /* children wanted of it */
    uint32_t mother, father;
    Rng      rng;
} Couple;

enum { COUPLES = 32 };               /* chosen together */

static void choose_couple(const Evolution *e, Couple *c) {
    size_t place = c->pair.first;
    c->mother = choose(e, place, place, &c->rng);
    c->father = choose_mate(e, place + 1, place + 1, c->mother, &c->rng);
}

static void note_births(Evolution *e, const Couple *c, const uint32_t *homes) {
    Birth birth = { .parent = { c->mother, c->father },
                    .child = (uint32_t)c->pair.first,
                    .vary = (uint8_t)c->pair.part,
                    .mark = c->rng.s[0] };
    e->slots.births[homes[0]] = birth;
    if (c->keep < 2) return;
    birth.parent[0] = c->father;
    birth.parent[1] = c->mother;
    birth.child++;
    e->slots.births[homes[1]] = birth;
}

/* Makes the first `keep` children of a pair. */
static bool make_pair(Evolution *e, Worker *w, Couple *c, Err *err) {
    hot_assert(c->keep >= 1 && c->keep <= c->pair.size &&
               c->pair.part < e->plan->parts);
    const uint32_t *homes = e->order + e->count + c->pair.first;
    Made made[2];                    /* nobody asks */
    Nest nest = {
        .species = e->species,
        .made = made,
        .part = &e->plan->part[c->pair.part],
        .now = { spread_parent(e, c->mother), spread_parent(e, c->father) },
        .home = { evolve_slot(e, homes[0]),
                  c->keep > 1 ? evolve_slot(e, homes[1]) : w->spare[2] },
        .spare = { w->spare[0], w->spare[1] },
    };
    if (!e->bare || e->plan->distinct) note_births(e, c, homes);
    return vary_pair(&nest, &c->rng, err);
}

/* Chooses the parents of up to n pairs from number `first` on; fewer if the
 * brood, cut short, has no more. Choosing never branches by chance, breeding
 * does: apart from it, the draws of one pair overlap with those of the next. */
static size_t choose_couples(const Evolution *e, Pair *next, size_t first,
                             size_t n, Couple *couples) {
    uint64_t base = breed_base(e);
    Pair pair = *next;
    size_t k = 0;
    for (; k < n && pair.first < e->children; k++) {
        size_t left = e->children - pair.first;
        couples[k].pair = pair;
        couples[k].keep = left < pair.size ? left : pair.size;
        couples[k].rng = rng_slot(base, KEY_PAIR + first + k);
        pair = vary_next_pair(e->plan, pair);
    }
    *next = pair;
    for (size_t i = 0; i < k; i++) choose_couple(e, &couples[i]);
    return k;
}

/* Makes the pairs first..last-1, or as much of them as a brood cut short
 * has. */
static bool make_pairs(Evolution *e, Worker *w, size_t first, size_t last,
                       Err *err) {
    Couple couples[COUPLES];
    Pair next = vary_pair_of(e->plan, first);
    while (first < last) {
        size_t n = last - first < COUPLES ? last - first : COUPLES;
        size_t k = choose_couples(e, &next, first, n, couples);
        for (size_t i = 0; i < k; i++)
            if (!make_pair(e, w, &couples[i], err)) return false;
        first += n;
    }
    return true;
}

/* ---- chunks -------------------------------------------------------------- */

/* The first child of a unit. */
static size_t first_of(const Evolution *e, size_t unit) {
    if (unit == 0 || !e->plan->parts) return unit;
    if (unit == e->units) return e->children;
    size_t first = vary_pair_of(e->plan, unit).first;
    return first < e->children ? first : e->children;
}

/* Does each rank breed its own children? Then their births are known before. */
static bool is_apart(const Evolution *e) {
    return e->spread && e->spread->apart;
}

/* Breeds children by shares whose parents are all fetched before. */
static void breed_few(Evolution *e, size_t first, size_t last) {
    if (!is_apart(e)) choose_births(e, first, last);
    for (size_t i = first; is_apart(e) && i < last; i++) {
        fetch_parents(e, &e->slots.births[e->order[e->count + i]]);
        fetch_home(e, i);
    }
    uint64_t base = vary_base(e->seed, e->generation + 1);
    for (size_t i = first; i < last; i++)
        if (!is_custom(e, i)) make_child(e, base, i, NULL);
    find_copies(e, first, last);
}

/* Breeds a chunk of units in C; those of a script are there already. */
static void breed_units(Evolution *e, Worker *w, size_t first, size_t last) {
    if (plan_makes_reals(e->plan)) {
        reals_breed(e, w, first, last);
        return;
    }
    if (e->plan->parts) {
        make_pairs(e, w, first, last, NULL);
        return;
    }
    for (; first < last; first += FETCHED)
        breed_few(e, first, last - first < FETCHED ? last : first + FETCHED);
}

static void breed_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    Worker *w = &e->workers[worker];
    double start = evolve_clock(e);
    breed_units(e, w, first + e->shift, last + e->shift);
    w->totals.breeding += evolve_clock(e) - start;
}

static void step_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    Worker *w = &e->workers[worker];
    double start = evolve_clock(e);
    first += e->shift;
    last += e->shift;
    breed_units(e, w, first, last);
    double bred = evolve_clock(e);
    size_t from = first_of(e, first), to = first_of(e, last);
    score_some(e, w, from, to);
    w->totals.breeding += bred - start;
    w->totals.scoring += evolve_clock(e) - bred;
}

/* Scripts make their children one after another, before the threads begin; in
 * pairs they make all. */
static bool breed_custom(Evolution *e, Err *err) {
    if (e->plan->parts) return make_pairs(e, &e->workers[0], 0, e->units, err);
    uint64_t base = vary_base(e->seed, e->generation + 1);
    for (size_t i = 0; i < e->children; i++) {
        choose_births(e, i, i + 1);
        if (is_custom(e, i) && !make_child(e, base, i, err)) return false;
    }
    return true;
}

/* ---- no copies ----------------------------------------------------------- */

/* Breeds child i again, alone. */
static bool breed_again(Evolution *e, size_t i, unsigned attempt, Err *err) {
    uint32_t slot = e->order[e->count + i];
    Birth *birth = &e->slots.births[slot];
    if (!e->plan->parts) {
        *birth = choose_birth(e, breed_base(e), i, attempt);
        uint64_t base = vary_base(e->seed, e->generation + 1);
        bool ok = make_child(e, base, i, err);
        find_copies(e, i, i + 1);
        return ok;
    }
    Couple alone = { .pair = { birth->vary, 1, i, i + 1 }, .keep = 1 };
    alone.rng = rng_slot(breed_base(e), KEY_AGAIN * attempt + i);
    choose_couple(e, &alone);
    bool ok = make_pair(e, &e->workers[0], &alone, err);
    birth->again = (uint16_t)attempt;
    return ok;
}

/* Breeds copies of the living, and of earlier children, again. */
static bool make_distinct(Evolution *e, Err *err) {
    if (!table_reserve(e, e->count + e->children, err)) return false;
    table_clear(e);
    for (size_t i = 0; i < e->count; i++)
        table_note(e, species_hash(e->species, evolve_member(e, i)));
    for (size_t i = 0; i < e->children; i++) {
        unsigned t = 0;
        while (!table_note(e, species_hash(e->species, evolve_child(e, i))) &&
               t++ < e->plan->distinct)
            if (!breed_again(e, i, t, err)) return false;
    }
    return true;
}

/* ---- over ranks ---------------------------------------------------------- */

/* Can each rank breed its own children, seeing their parents alone? Who looks
 * at other genomes needs them all. */
static bool goes_apart(const Evolution *e, const Plan *plan) {
    if (plan->restart || plan->picks || plan->distinct || plan->unlike ||
        plan->goals.count || plan_makes_reals(plan) || e->bare ||
        plan->contest.pairing || plan->scheme == SCHEME_CROWDING ||
        plan->sharing.by || plan->ceiling.start)
        return false;
    if (!islands_are(&plan->islands)) return !plan_is_custom(plan);
    if (plan->islands.layers.gap) return false;
    for (size_t i = 0; i < plan->islands.count; i++) {
        Plan own = *plan_island(plan, i);
        own.islands.count = 0;
        if (!goes_apart(e, &own)) return false;
    }
    return true;
}

/* Gets ready to breed by the plan; the living are where they have to be. */
static bool meet(Evolution *e, const Plan *plan, Err *err) {
    if (!e->spread) return true;
    if (!goes_apart(e, plan)) return evolve_gather(e, err);
    if (is_apart(e)) return true;
    score_measure_all(e);
    spread_team(e, 0, 0);
    spread_own(e, e->order, e->count, NULL, e->count);
    e->spread->apart = true;
    return true;
}

static void choose_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    (void)worker;
    choose_births(e, first + e->shift, last + e->shift);
}

/* Names the parents of the pairs of a range. */
static void want_pairs(Evolution *e, Range range) {
    Pair next = vary_pair_of(e->plan, range.first);
    Couple couples[COUPLES];
    for (size_t i = range.first, n; i < range.last; i += n) {
        size_t most = range.last - i < COUPLES ? range.last - i : COUPLES;
        n = choose_couples(e, &next, i, most, couples);
        for (size_t k = 0; k < n; k++) {
            spread_want(e, e->order[couples[k].mother]);
            spread_want(e, e->order[couples[k].father]);
        }
        if (n < most) return;
    }
}

static void want_parents(Evolution *e, Range range) {
    if (e->plan->parts) {
        want_pairs(e, range);
        return;
    }
    pool_run(e->pool, range.last - range.first, EVOLVE_BROOD, choose_chunk, e);
    for (size_t i = range.first; i < range.last; i++) {
        const Birth *b = &e->slots.births[e->order[e->count + i]];
        int n = e->plan->vary[b->vary].op->parents;
        for (int k = 0; k < n && k < OPERATOR_PARENTS; k++)
            spread_want(e, e->order[b->parent[k]]);
    }
}

/* Breeds this rank's share of what is seen. */
static bool breed_share(Evolution *e, PoolWork *work, Err *err) {
    size_t n = e->units;
    spread_balance(e, n);
    Range mine = spread_share(e, n);
    size_t own = mine.last - mine.first;
    if (!spread_want_none(e, OPERATOR_PARENTS * own, err)) return false;
    e->shift = mine.first;
    spread_own(e, e->order + e->count, e->children, first_of, n);
    want_parents(e, mine);
    bool ok = spread_fetch(e, err);
    if (ok) pool_run(e->pool, own, score_chunk_size(e, own), work, e);
    e->shift = 0;
    return ok;
}

/* ---- all of it ----------------------------------------------------------- */

/* Breeds in C and by scripts; `work` is done for each chunk. */
static bool breed(Evolution *e, const Plan *plan, PoolWork *work, Err *err) {
    if (plan->restart) return draw_brood(e, plan, err);
    bool custom = !e->bare && plan_is_custom(plan);
    size_t n = plan->parts ? vary_pairs(plan) : e->children;
    e->plan = plan;
    e->units = n;
    e->marked |= !plan->parts;
    bool ok = !custom || breed_custom(e, err);
    bool alone = e->room < e->slots.count && n <= FEW;   /* an island */
    if (ok && is_apart(e)) ok = breed_share(e, work, err);
    else if (ok && !(custom && plan->parts)) {
        if (alone) work(e, 0, 0, n);             /* waking threads costs more */
        else pool_run(e->pool, n, score_chunk_size(e, n), work, e);
    }
    if (ok && plan->distinct) ok = make_distinct(e, err);
    e->plan = NULL;
    return ok;
}

/* Breeds one island after the other; each has its children behind those of the
 * islands before. */
static bool breed_isles(Evolution *e, const Plan *plan, Err *err) {
    size_t bred = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < e->isles.count; i++) {
        Isle *isle = &e->isles.list[i];
        Plan fresh;
        const Plan *own = isles_plan(e, plan, i, &fresh);
        Outside outside;
        isle->brood = bred;
        e->children = e->promised = bred;
        isles_enter(e, i, own, &outside);
        spread_team(e, i, e->isles.count);
        e->ready = own->picks ? 0 : ages_ready(e, plan, i);
        e->below = ages_below(e, plan, i);
        ok = brood_choose(e, own, err) && breed(e, own, breed_chunk, err);
        isle->places = own->restart ? 0 : e->places;
        size_t children = e->children;
        isles_leave(e, i, &outside);
        isle->children = ok ? children : 0;
        bred += isle->children;
    }
    e->children = bred;
    e->ready = 0;
    e->below = NULL;
    spread_team(e, 0, 0);
    return ok;
}

/* Breeds all; `work` is done for each chunk of a population without islands. */
static bool breed_all(Evolution *e, const Plan *plan, PoolWork *work,
                      Err *err) {
    double start = evolve_clock(e);
    bool islands = islands_are(&plan->islands);
    bool ok = meet(e, plan, err) && brood_prepare(e, plan, err) &&
              (islands ? breed_isles(e, plan, err)
                       : brood_choose(e, plan, err));
    if (!ok || (e->rows && !cases_ask(e, err)))          /* those of children */
        return false;
    if (!islands) e->totals.breeding += evolve_clock(e) - start;
    return islands || breed(e, plan, work, err);
}

/* There is no brood after all. */
static void drop(Evolution *e) {
    e->children = 0;
    e->bred = 0;
}

bool evolve_breed(Evolution *e, const Plan *plan, Err *err) {
    bool ok = breed_all(e, plan, breed_chunk, err) && score_collect(e, err);
    if (ok) e->bred = plan_mark(plan, e->count);
    else drop(e);
    return ok;
}

/* Can the children be scored chunk by chunk as they are bred? Not if each rank
 * breeds them all. */
static bool goes_by_chunks(const Evolution *e, const Plan *plan) {
    return (!e->spread || goes_apart(e, plan)) && !plan->distinct &&
           !plan->restart && !plan->contest.pairing &&
           !(plan->parts && !e->bare && plan_is_custom(plan)) &&
           !islands_are(&plan->islands);
}

bool evolve_step(Evolution *e, const Plan *plan, Err *err) {
    bool chunks = goes_by_chunks(e, plan);
    bool ok = score_can(e, err) &&
              breed_all(e, plan, chunks ? step_chunk : breed_chunk, err) &&
              score_collect(e, err);
    if (chunks) e->scored = ok = ok && score_tell(e, plan, err);
    ok = ok && evolve_score(e, plan, err) && score_kept(e, plan, err) &&
         survive_settle(e, plan, err);
    if (!ok) drop(e);
    return ok;
}

bool evolve_waiting_birth(const Evolution *e, const Plan *plan, size_t i,
                          char *const spare[], Birth *birth, Made *made) {
    if (e->first || e->bred != plan_mark(plan, e->count)) return false;
    *birth = e->slots.births[e->order[e->count + i]];
    size_t island = 0;
    const Isle *isle = islands_are(&plan->islands) ? e->isles.list : NULL;
    for (; isle && i >= isle->brood + isle->children; island++) isle++;
    const void *parents[EVOLVE_PARENTS];
    uint64_t seed = isle ? islands_seed(e->seed, island) : e->seed;
    Plan fresh;
    Child child = { e->species,
                    seed,
                    e->generation + 1,
                    birth,
                    isles_plan(e, plan, island, &fresh),
                    parents };
    uint32_t places[EVOLVE_PARENTS];
    int n = evolve_parents(&child, e->count, places);
    for (int k = 0; k < n; k++)
        parents[k] = evolve_member(
            e,
            isle ? isles_place(e, child.plan, island, places[k]) : places[k]);
    if (n == 0) return false;
    if (n < OPERATOR_PARENTS) parents[1] = parents[0];
    Err err;
    bool ok = evolve_replay(&child, spare[EVOLVE_SPARES], spare, made, &err);
    for (int k = 0; isle && k < OPERATOR_PARENTS; k++)
        birth->parent[k] = (uint32_t)isles_place(e, child.plan, island,
                                                 birth->parent[k]);
    return ok;
}
