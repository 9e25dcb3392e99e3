/* survive.c -- who of the living and the children stays.
 *
 * Survival permutes `order`: the slots of the new generation come first, all
 * others behind them. Equal scores are settled by place, so results never
 * depend on how a sort treats them.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "evolve_inner.h"
#include "spread.h"

enum { SMALL = 16 };                 /* sorted by insertion */

/* ---- sorting ------------------------------------------------------------- */

static void sort_small(const Evolution *e, uint32_t *slots, size_t n) {
    for (size_t i = 1; i < n; i++) {
        uint32_t slot = slots[i];
        double cost = evolve_cost(e, slot);
        size_t k = i;
        for (; k > 0 && evolve_cost(e, slots[k - 1]) > cost; k--)
            slots[k] = slots[k - 1];
        slots[k] = slot;
    }
}

/* A list of slots. */
typedef struct List {
    const uint32_t *slots;
    size_t          n;
} List;

/* Merges two sorted lists into `out`; of equals those of the first come
 * first. */
static void merge(const Evolution *e, List a, List b, uint32_t *out) {
    size_t i = 0, j = 0;
    for (size_t k = 0; k < a.n + b.n; k++) {
        bool first = j == b.n || (i < a.n && evolve_cost(e, a.slots[i]) <=
                                                 evolve_cost(e, b.slots[j]));
        out[k] = first ? a.slots[i++] : b.slots[j++];
    }
}

static bool is_sorted(const Evolution *e, const uint32_t *slots, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (evolve_cost(e, slots[i - 1]) > evolve_cost(e, slots[i]))
            return false;
    return true;
}

/* Sorts slots by cost, stably; `room` has n places. */
static void sort(const Evolution *e, uint32_t *slots, size_t n,
                 uint32_t *room) {
    if (n <= SMALL) {
        sort_small(e, slots, n);
        return;
    }
    size_t half = n / 2;
    sort(e, slots, half, room);
    sort(e, slots + half, n - half, room);
    merge(e, (List){ slots, half }, (List){ slots + half, n - half }, room);
    memcpy(slots, room, n * sizeof *slots);
    hot_assert(is_sorted(e, slots, n));
}

void survive_sort(Evolution *e) {
    if (!is_sorted(e, e->order, e->count)) sort(e, e->order, e->count, e->next);
}

/* ---- plus and comma ------------------------------------------------------ */

static void replace_order(Evolution *e) {
    uint32_t *old = e->order;
    e->order = e->next;
    e->next = old;
}

/* The slots that wait unused behind the brood. */
static void keep_tail(Evolution *e) {
    size_t used = e->count + e->children;
    assert(used <= e->room);
    memcpy(e->next + used, e->order + used, (e->room - used) * sizeof *e->next);
}

/* Moves those who behave like somebody before them behind all others, as far as
 * the population can be filled without them. */
static void set_apart(Evolution *e) {
    size_t all = e->count + e->children, kept = 0, twins = 0;
    uint32_t *from = e->next, *to = e->order, *aside = e->order + all;
    table_clear(e);
    for (size_t i = 0; i < all; i++) {
        if (table_note(e, e->slots.keys[from[i]])) to[kept++] = from[i];
        else *(aside - ++twins) = from[i];
    }
    assert(kept + twins == all);
    for (size_t i = 0; i < twins / 2; i++) {     /* back into their order */
        uint32_t slot = to[kept + i];
        to[kept + i] = to[all - 1 - i];
        to[all - 1 - i] = slot;
    }
    if (kept < e->count) sort(e, to, e->count, e->next);
}

static void survive_plus(Evolution *e, const Plan *plan) {
    uint32_t *brood = e->order + e->count;
    sort(e, brood, e->children, e->next);
    List living = { e->order, e->count }, children = { brood, e->children };
    if (plan->young) merge(e, children, living, e->next);
    else merge(e, living, children, e->next);
    if (plan->unlike) {
        set_apart(e);
        return;
    }
    keep_tail(e);
    replace_order(e);
}

/* The first `kept` of the living stay, then come the first children; those they
 * replace go behind. */
static void exchange(Evolution *e, size_t kept, size_t children) {
    size_t n = e->count, m = e->children;
    assert(kept + children == n && children <= m);
    memcpy(e->next, e->order, kept * sizeof *e->next);
    memcpy(e->next + kept, e->order + n, children * sizeof *e->next);
    memcpy(e->next + n, e->order + kept, (n - kept) * sizeof *e->next);
    memcpy(e->next + n + children, e->order + n + children,
           (m - children) * sizeof *e->next);
    keep_tail(e);
    replace_order(e);
}

static void survive_comma(Evolution *e) {
    size_t n = e->count, m = e->children;
    sort(e, e->order + n, m, e->next);
    if (reals_learns(e)) reals_learn(e);
    if (m < n) survive_sort(e);
    exchange(e, m < n ? n - m : 0, m < n ? m : n);
}

/* ---- generational -------------------------------------------------------- */

/* Brings the best of the living to the front, as the selection ranks them. */
static void rank_first(Evolution *e) {
    for (size_t i = 0; i < e->count; i++)
        e->next[i] = e->order[e->selector.order[i]];
    memcpy(e->order, e->next, e->count * sizeof *e->order);
}

/* A brood that was cut short (by the evaluations) leaves more of the living. */
static void survive_generational(Evolution *e, const Plan *plan) {
    size_t n = e->count, kept = plan->elite;
    if (kept + e->children < n) kept = n - e->children;
    if (kept) rank_first(e);
    exchange(e, kept, n - kept);
}

void evolve_copy_slot(Evolution *e, uint32_t from, uint32_t to) {
    Slots *s = &e->slots;
    if (spread_has(e, from))
        evolve_copy(e->species, evolve_slot(e, to), evolve_slot(e, from));
    if (e->spread) e->spread->owner[to] = e->spread->owner[from];
    s->scores[to] = s->scores[from];
    s->sizes[to] = s->sizes[from];
    s->hashes[to] = s->hashes[from];
    s->keys[to] = s->keys[from];
    s->was[to] = s->was[from];
    s->since[to] = s->since[from];
    cases_copy(e, to, from);
    if (e->aimed)
        memcpy(e->goals + (size_t)to * e->goal_width,
               e->goals + (size_t)from * e->goal_width,
               e->goal_width * sizeof *e->goals);
    s->births[to] = (Birth){ { s->was[from], 0 }, 0, 0, BIRTH_KEPT, 0 };
}

/* May child c take the place? */
static bool may_take(const Evolution *e, const Plan *plan, size_t c,
                     size_t place) {
    uint32_t child = e->order[e->count + c], old = e->order[place];
    bool better = evolve_cost(e, old) < evolve_cost(e, child);
    if (better && (plan->keep_better || plan->scheme == SCHEME_DIFFERENTIAL))
        return false;
    return !plan->niche.near || niche_admits(e, &plan->niche, place, child);
}

/* A child takes a place if it may. The elite come into the first places as
 * copies, for they may stay in their own as well; a child more than there are
 * places has none. */
static void survive_in_place(Evolution *e, const Plan *plan) {
    size_t n = e->count, free = n + plan_brood(plan, n);
    for (size_t i = 0; i < plan->elite; i++) {
        uint32_t *to = &e->order[free + i];
        evolve_copy_slot(e, e->order[e->selector.order[i]], *to);
        e->next[i] = *to;
        *to = e->order[i];
    }
    for (size_t i = plan->elite; i < n; i++) {
        size_t c = i - plan->elite;
        e->next[i] = e->order[i];
        if (c >= e->children || !may_take(e, plan, c, i)) continue;
        e->next[i] = e->order[n + c];
        e->order[n + c] = e->order[i];
    }
    memcpy(e->order, e->next, n * sizeof *e->order);
}

/* ---- steady state and crowding ------------------------------------------- */

static void swap_in(Evolution *e, size_t member, size_t child) {
    assert(member < e->count && child < e->children);
    uint32_t *a = &e->order[member], *b = &e->order[e->count + child];
    uint32_t slot = *a;
    *a = *b;
    *b = slot;
}

static size_t worst(const Evolution *e) {
    size_t found = 0;
    for (size_t i = 1; i < e->count; i++)
        if (evolve_cost(e, e->order[i]) > evolve_cost(e, e->order[found]))
            found = i;
    return found;
}

static void survive_steady(Evolution *e) {
    for (size_t c = 0; c < e->children; c++) {
        size_t victim = worst(e);
        if (evolve_cost(e, e->order[e->count + c]) <=
            evolve_cost(e, e->order[victim]))
            swap_in(e, victim, c);
    }
}

static size_t most_similar(const Evolution *e, const Plan *plan, size_t child) {
    Rng rng = rng_key(e->seed, e->generation + 1, KEY_CROWD + child, RNG_BREED);
    size_t found = 0;
    const void *genome = evolve_child(e, child);
    double nearest = 0;
    for (size_t k = 0; k < plan->crowd; k++) {
        size_t i = rng_below(&rng, (uint32_t)e->count);
        double d = species_distance(e->species, genome, evolve_member(e, i));
        if (k == 0 || d < nearest) {
            nearest = d;
            found = i;
        }
    }
    return found;
}

static void survive_crowding(Evolution *e, const Plan *plan) {
    for (size_t c = 0; c < e->children; c++)
        swap_in(e, most_similar(e, plan, c), c);
}

/* ---- fronts -------------------------------------------------------------- */

/* Members and children by front, then by distance; the ranks were found before,
 * with as much memory as it takes. */
static void survive_pareto(Evolution *e) {
    size_t n = e->count + e->children;
    for (size_t i = 0; i < n; i++) e->next[i] = e->order[e->ranks.order[i]];
    keep_tail(e);
    replace_order(e);
}

static void survive(Evolution *e, const Plan *plan) {
    if (plan->restart) {
        exchange(e, 0, e->count);
        if (plan->scheme == SCHEME_PLUS) survive_sort(e);
        return;
    }
    switch (plan->scheme) {
    case SCHEME_GENERATIONAL:
        if (plan_is_in_place(plan)) survive_in_place(e, plan);
        else survive_generational(e, plan);
        return;
    case SCHEME_PLUS:     survive_plus(e, plan); return;
    case SCHEME_CMA:
    case SCHEME_COMMA:    survive_comma(e); return;
    case SCHEME_DIFFERENTIAL: survive_in_place(e, plan); return;
    case SCHEME_STEADY:   survive_steady(e); return;
    case SCHEME_CROWDING: survive_crowding(e, plan); return;
    case SCHEME_PARETO:   survive_pareto(e); return;
    case SCHEME_MAP: grid_settle(e, plan, e->count + e->children); return;
    case SCHEMES:         return;
    }
}

/* ---- settling ------------------------------------------------------------ */

/* Remembers the best so far of those that wait. */
static bool note_best(Evolution *e, Err *err) {
    double before = e->best_score.standardized;
    size_t n = evolve_waiting(e);
    const uint32_t *slots = e->order + (e->first ? 0 : e->count), *best = NULL;
    for (size_t i = 0; i < n; i++) {
        double cost = evolve_cost(e, slots[i]);
        if (!(cost < before) && !(e->first && i == 0)) continue;
        before = cost;
        best = slots + i;
    }
    if (!best) return true;
    if (!spread_bring(e, best, 1, NULL, err)) return false;
    e->best_score = e->slots.scores[*best];
    evolve_copy(e->species, e->best, evolve_slot(e, *best));
    e->improved = e->generation + !e->first;
    return true;
}

/* The children's parents are known by the places they had before the living
 * were sorted; who stays comes from the place it had. */
static void note_births(Evolution *e, const Plan *plan) {
    for (size_t i = 0; !plan->restart && i < e->children; i++) {
        Birth *b = &e->slots.births[e->order[e->count + i]];
        for (int k = 0; k < OPERATOR_PARENTS; k++)
            b->parent[k] = e->slots.was[e->order[b->parent[k]]];
        b->child += (uint32_t)e->origin;
    }
    for (size_t i = 0; i < e->count; i++) {
        uint32_t slot = e->order[i];
        e->slots.births[slot] = (Birth){
            { e->slots.was[slot], 0 }, 0, 0, BIRTH_KEPT, 0
        };
    }
}

/* Was the brood bred by this plan? */
static bool is_brood_of(const Evolution *e, const Plan *plan) {
    return plan && e->bred && e->bred == plan_mark(plan, e->count);
}

/* The brood of a population without islands, or of one of them. */
static void settle_brood(Evolution *e, const Plan *plan) {
    if (e->aged) ages_inherit(e, plan);
    ceiling_children(e, plan);
    if (!e->bare) note_births(e, plan);
    if ((e->renewed || plan->contest.pairing) && plan->scheme == SCHEME_PLUS)
        survive_sort(e);
    survive(e, plan);
}

/* Those of the highest layer of age first: their children's fathers may live in
 * the layer below. */
static void settle_isles(Evolution *e, const Plan *plan) {
    for (size_t i = e->isles.count; i-- > 0;) {
        Outside outside;
        Plan fresh;
        const Plan *own = isles_plan(e, plan, i, &fresh);
        isles_enter(e, i, own, &outside);
        e->ranks = e->isles.list[i].ranks;
        e->isles.list[i].ranks = (Pareto){ 0 };
        settle_brood(e, own);
        pareto_free(&e->ranks);
        isles_leave(e, i, &outside);
    }
}

/* The ranks of members and children; those of each island in turn. */
static bool find_ranks(Evolution *e, const Plan *plan, Err *err) {
    if (plan->scheme != SCHEME_PARETO) return true;
    return goals_rank(e, e->count + e->children, &e->ranks, err);
}

static void free_ranks(Evolution *e) {
    pareto_free(&e->ranks);
    for (size_t i = 0; i < e->isles.count; i++)
        pareto_free(&e->isles.list[i].ranks);
}

static bool find_isles_ranks(Evolution *e, const Plan *plan, Err *err) {
    bool ok = true;
    for (size_t i = 0; ok && i < e->isles.count; i++) {
        Outside outside;
        isles_enter(e, i, plan_island(plan, i), &outside);
        ok = find_ranks(e, plan_island(plan, i), err);
        e->isles.list[i].ranks = e->ranks;
        e->ranks = (Pareto){ 0 };
        isles_leave(e, i, &outside);
    }
    return ok;
}

/* All that can fail, before anybody moves. */
static bool prepare_goals(Evolution *e, const Plan *plan, Err *err) {
    if (e->first || !plan->goals.count || plan->restart) return true;
    if (e->renewed || plan->contest.pairing) e->aimed = false;
    bool ok = goals_ask(e, plan, err) && goals_brood(e, plan, err) &&
              (islands_are(&plan->islands) ? find_isles_ranks(e, plan, err)
                                           : find_ranks(e, plan, err));
    if (!ok) free_ranks(e);
    return ok;
}

/* The brood takes its places. */
static void settle(Evolution *e, const Plan *plan) {
    bool islands = islands_are(&plan->islands);
    if (plan->novelty.near && !plan->restart) novelty_note(e, plan);
    if (islands) settle_isles(e, plan);
    else settle_brood(e, plan);
    free_ranks(e);
    e->renewed = false;
    e->generation++;
    e->measured = ((!plan->parts || plan->restart) && !islands) ||
                  (e->spread && e->spread->apart);
    e->keyed = plan->unlike;
    e->aimed = plan->goals.count > 0 && !plan->restart;
    if (islands) isles_travel(e, plan);
    ages_climb(e, plan);
}

bool survive_settle(Evolution *e, const Plan *plan, Err *err) {
    double start = evolve_clock(e);
    if (!prepare_goals(e, plan, err)) return false;
    e->known = e->rows && e->scored && (e->first || e->renewed || e->known);
    if (e->renewed || (plan && plan->contest.pairing))
        e->best_score.standardized = INFINITY;   /* by another measure */
    e->record = e->best_score.standardized;
    if (!note_best(e, err)) return false;
    if (e->first) {
        e->first = e->aimed = false;
        e->measured = e->spread && e->spread->apart;
        e->keyed = e->told;
        if (plan && plan->scheme == SCHEME_PLUS && !islands_are(&plan->islands))
            survive_sort(e);
    } else {
        settle(e, plan);
    }
    e->children = 0;
    e->bred = 0;
    e->scored = e->told = false;
    e->totals.breeding += evolve_clock(e) - start;
    return true;
}

bool evolve_settle(Evolution *e, const Plan *plan, Err *err) {
    if (!e->first && !is_brood_of(e, plan))
        return err_set(err, e->bred ? "the brood was bred by another plan"
                                    : "there is no brood to settle");
    if (!e->scored && !e->told)
        return err_set(err, "%zu programs wait for their scores",
                       evolve_waiting(e));
    if (!e->scored) e->totals.evaluations += evolve_waiting(e);
    return survive_settle(e, plan, err);
}
