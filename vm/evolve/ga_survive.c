/* ga_survive.c -- who of the members and children stays.
 *
 * Survival permutes `order`: the slots of the new members come first, all
 * others behind them. Equal scores are settled by place, so results never
 * depend on how a sort treats them.
 */
#include <assert.h>
#include <string.h>

#include "ga_inner.h"
#include "base/hot.h"

enum { SMALL = 16 };                 /* sorted by insertion */

/* ---- sorting ------------------------------------------------------------ */

static void sort_small(const Ga *ga, uint32_t *slots, size_t n) {
    for (size_t i = 1; i < n; i++) {
        uint32_t slot = slots[i];
        double cost = ga_cost(ga, slot);
        size_t k = i;
        for (; k > 0 && ga_cost(ga, slots[k - 1]) > cost; k--)
            slots[k] = slots[k - 1];
        slots[k] = slot;
    }
}

/* Merges two sorted lists into `out`; of equals the first list's come first. */
static void merge(const Ga *ga, const uint32_t *a, size_t na, const uint32_t *b,
                  size_t nb, uint32_t *out) {
    size_t i = 0, j = 0;
    for (size_t k = 0; k < na + nb; k++) {
        bool first = j == nb ||
                     (i < na && ga_cost(ga, a[i]) <= ga_cost(ga, b[j]));
        out[k] = first ? a[i++] : b[j++];
    }
}

/* Sorts slots by cost, stably; `room` has n places. */
static void sort(const Ga *ga, uint32_t *slots, size_t n, uint32_t *room) {
    if (n <= SMALL) {
        sort_small(ga, slots, n);
        return;
    }
    size_t half = n / 2;
    sort(ga, slots, half, room);
    sort(ga, slots + half, n - half, room);
    merge(ga, slots, half, slots + half, n - half, room);
    memcpy(slots, room, n * sizeof *slots);
    for (size_t i = 1; i < n; i++)
        hot_assert(!(ga_cost(ga, slots[i - 1]) > ga_cost(ga, slots[i])));
}

void ga_sort(Ga *ga) { sort(ga, ga->order, ga->set.population, ga->next); }

/* ---- schemes ------------------------------------------------------------ */

static void replace_order(Ga *ga) {
    uint32_t *old = ga->order;
    ga->order = ga->next;
    ga->next = old;
}

/* The slots that wait unused behind a brood that was cut short. */
static void keep_tail(Ga *ga) {
    size_t used = ga->set.population + ga->children;
    assert(used <= ga->slots);
    memcpy(ga->next + used, ga->order + used,
           (ga->slots - used) * sizeof *ga->next);
}

/* Moves those who behave like somebody before them behind all others, as far as
 * the population can be filled without them. */
static void set_apart(Ga *ga) {
    size_t all = ga->set.population + ga->children, kept = 0, twins = 0;
    uint32_t *from = ga->next, *to = ga->order, *aside = ga->order + all;
    memset(ga->table, 0, ga->table_size * sizeof *ga->table);
    for (size_t i = 0; i < all; i++) {
        if (ga_note(ga, ga->keys[from[i]])) to[kept++] = from[i];
        else *(aside - ++twins) = from[i];
    }
    assert(kept + twins == all);
    for (size_t i = 0; i < twins / 2; i++) {     /* back into their order */
        uint32_t slot = to[kept + i];
        to[kept + i] = to[all - 1 - i];
        to[all - 1 - i] = slot;
    }
    if (kept < ga->set.population) sort(ga, to, ga->set.population, ga->next);
}

static void survive_plus(Ga *ga) {
    size_t n = ga->set.population, m = ga->children;
    uint32_t *members = ga->order, *children = ga->order + n;
    sort(ga, children, m, ga->next);
    if (ga->set.young) merge(ga, children, m, members, n, ga->next);
    else merge(ga, members, n, children, m, ga->next);
    if (ga->set.unlike) {
        set_apart(ga);
        return;
    }
    keep_tail(ga);
    replace_order(ga);
}

/* Children first, then the members they replace. */
static void exchange(Ga *ga, size_t kept, size_t children) {
    size_t n = ga->set.population, m = ga->children;
    assert(kept + children == n && children <= m);
    memcpy(ga->next, ga->order, kept * sizeof *ga->next);
    memcpy(ga->next + kept, ga->order + n, children * sizeof *ga->next);
    memcpy(ga->next + kept + children, ga->order + kept,
           (n - kept) * sizeof *ga->next);
    memcpy(ga->next + n + children, ga->order + n + children,
           (m - children) * sizeof *ga->next);
    keep_tail(ga);
    replace_order(ga);
}

/* A brood that was cut short (by the evaluations) leaves more members. */
static void survive_generational(Ga *ga) {
    size_t n = ga->set.population, kept = ga->set.elite;
    if (kept + ga->children < n) kept = n - ga->children;
    if (kept) ga_sort(ga);
    exchange(ga, kept, n - kept);
}

static void survive_comma(Ga *ga) {
    size_t n = ga->set.population, m = ga->children;
    sort(ga, ga->order + n, m, ga->next);
    if (m < n) ga_sort(ga);
    exchange(ga, m < n ? n - m : 0, m < n ? m : n);
}

static void swap_in(Ga *ga, size_t member, size_t child) {
    assert(member < ga->set.population && child < ga->children);
    uint32_t *a = &ga->order[member];
    uint32_t *b = &ga->order[ga->set.population + child], slot = *a;
    *a = *b;
    *b = slot;
}

static size_t worst(const Ga *ga) {
    size_t found = 0;
    for (size_t i = 1; i < ga->set.population; i++)
        if (ga_cost(ga, ga->order[i]) > ga_cost(ga, ga->order[found]))
            found = i;
    return found;
}

static void survive_steady(Ga *ga) {
    size_t n = ga->set.population;
    for (size_t c = 0; c < ga->children; c++) {
        size_t victim = worst(ga);
        if (ga_cost(ga, ga->order[n + c]) <= ga_cost(ga, ga->order[victim]))
            swap_in(ga, victim, c);
    }
}

static size_t most_similar(const Ga *ga, size_t child) {
    Rng rng = rng_key(ga->seed, ga->generation, GA_KEY_CROWD + child,
                      RNG_BREED);
    size_t n = ga->set.population, found = 0;
    const void *genome = ga_slot(ga, ga->order[n + child]);
    double nearest = 0;
    for (size_t k = 0; k < ga->set.crowd; k++) {
        size_t i = rng_below(&rng, (uint32_t)n);
        double d = species_distance(ga->species, genome,
                                    ga_slot(ga, ga->order[i]));
        if (k == 0 || d < nearest) {
            nearest = d;
            found = i;
        }
    }
    return found;
}

static void survive_crowding(Ga *ga) {
    for (size_t c = 0; c < ga->children; c++)
        swap_in(ga, most_similar(ga, c), c);
}

void ga_survive(Ga *ga) {
    switch (ga->set.scheme) {
    case GA_GENERATIONAL: survive_generational(ga); return;
    case GA_PLUS:         survive_plus(ga); return;
    case GA_COMMA:        survive_comma(ga); return;
    case GA_STEADY:       survive_steady(ga); return;
    case GA_CROWDING:     survive_crowding(ga); return;
    case GA_SCHEMES:      return;
    }
}
