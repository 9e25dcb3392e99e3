/* select.c -- choosing parents.
 *
 * Adjusted fitness is 1 / (1 + standardized). Proportionate selection draws
 * from running sums of it along the order from best to worst, by bisection.
 * Koza's over-selection puts the best programs that hold 320/M of all adjusted
 * fitness (32% at 1000, 16% at 2000, ...) into a first group which gets four
 * draws of five (Koza 1992, section 6.3.5).
 */
#include "select.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"

const SelectRow select_rows[SELECT_METHODS] = {
    [SELECT_TOURNAMENT] = { "tournament", "size", 7, 1, 1000000,
        "the best of `size` programs drawn at random" },
    [SELECT_PROPORTIONATE] = { "proportionate", NULL, 0, 0, 0,
        "in proportion to adjusted fitness" },
    [SELECT_OVERSELECT] = { "overselect", NULL, 0, 0, 0,
        "Koza's greedy over-selection on adjusted fitness" },
    [SELECT_TRUNCATION] = { "truncation", "share", 0.5, 1e-9, 1,
        "evenly among the best `share` of the population" },
    [SELECT_RANK] = { "rank", "pressure", 1.5, 1, 2,
        "linearly by rank; the best is drawn `pressure` times as often as "
        "average" },
};

int select_find(const char *name) {
    for (int m = 0; m < SELECT_METHODS; m++)
        if (strcmp(select_rows[m].name, name) == 0) return m;
    return -1;
}

bool select_init(Selector *s, size_t count, Err *err) {
    assert(count >= 1 && count <= UINT32_MAX);
    *s = (Selector){ .count = count };
    s->order = mem_new(count, sizeof *s->order, err);
    s->running = mem_new(count, sizeof *s->running, err);
    s->standardized = mem_new(count, sizeof *s->standardized, err);
    if (s->order && s->running && s->standardized) return true;
    select_free(s);
    return false;
}

void select_free(Selector *s) {
    mem_free(s->order);
    mem_free(s->running);
    mem_free(s->standardized);
    *s = (Selector){ 0 };
}

/* ---- order --------------------------------------------------------------- */

typedef struct Key {
    double   standardized;
    uint32_t size, number;
} Key;

static int by_key(const void *a, const void *b) {
    const Key *x = a, *y = b;
    if (x->standardized < y->standardized) return -1;
    if (x->standardized > y->standardized) return 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static bool sort(Selector *s, Err *err) {
    Key *keys = mem_new(s->count, sizeof *keys, err);
    if (!keys) return false;
    for (size_t i = 0; i < s->count; i++)
        keys[i] = (Key){ s->standardized[i],
                         s->rule.parsimony ? s->sizes[i] : 0, (uint32_t)i };
    qsort(keys, s->count, sizeof *keys, by_key);
    for (size_t i = 1; i < s->count; i++)
        hot_assert(by_key(&keys[i - 1], &keys[i]) < 0);
    for (size_t i = 0; i < s->count; i++) s->order[i] = keys[i].number;
    mem_free(keys);
    return true;
}

/* Is program a better than b? With parsimony, of equals the smaller is. */
static bool better(const Selector *s, size_t a, size_t b) {
    double x = s->standardized[a], y = s->standardized[b];
    if (x < y) return true;
    if (x > y) return false;
    return s->rule.parsimony && s->sizes[a] < s->sizes[b];
}

/* ---- weights ------------------------------------------------------------- */

static bool sum_adjusted(Selector *s, Err *err) {
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) {
        double x = s->standardized[s->order[i]];
        if (!(x >= 0))
            return err_set(err,
                           "fitness-proportionate selection needs scores "
                           "of 0 or more, got %g",
                           x);
        s->running[i] = sum += 1 / (1 + x);
    }
    s->group = 1;
    while (s->group + 1 < s->count &&
           s->running[s->group - 1] < sum * 320 / (double)s->count)
        s->group++;
    assert(s->group <= s->count);
    return true;
}

static void sum_ranks(Selector *s) {
    double sum = 0, p = s->rule.param, last = (double)(s->count - 1);
    for (size_t i = 0; i < s->count; i++) {
        double rank = last > 0 ? (double)i / last : 0;
        s->running[i] = sum += p - (2 * p - 2) * rank;
    }
}

bool select_prepare(Selector *s, const Selection *rule, const Score *scores,
                    const uint32_t *sizes, bool sorted, Err *err) {
    s->rule = *rule;
    for (size_t i = 0; i < s->count; i++)
        s->standardized[i] = scores[i].standardized;
    s->sizes = sizes;
    if ((sorted || rule->method != SELECT_TOURNAMENT) && !sort(s, err))
        return false;
    switch (rule->method) {
    case SELECT_PROPORTIONATE:
    case SELECT_OVERSELECT: return sum_adjusted(s, err);
    case SELECT_RANK: sum_ranks(s); return true;
    case SELECT_TRUNCATION:
        s->group = (size_t)ceil(rule->param * (double)s->count);
        assert(s->group >= 1 && s->group <= s->count);
        return true;
    case SELECT_TOURNAMENT:
    case SELECT_METHODS: break;
    }
    return true;
}

/* ---- picking ------------------------------------------------------------- */

/* Among order[lo..hi-1], in proportion to the weights. */
static size_t by_weight(const Selector *s, Rng *rng, size_t lo, size_t hi) {
    assert(lo < hi && hi <= s->count);
    double base = lo ? s->running[lo - 1] : 0;
    double x = base + rng_real(rng) * (s->running[hi - 1] - base);
    hi--;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (s->running[middle] <= x) lo = middle + 1;
        else hi = middle;
    }
    return s->order[lo];
}

/* Among equals the one drawn first wins. Any fixed order would favour the same
 * few programs of a plateau each time and cost the population its variety. */
static size_t tournament(const Selector *s, size_t slot, Rng *rng) {
    size_t n = s->count, near = s->rule.near, span = n, start = 0;
    assert(slot < n);
    if (near && 2 * near + 1 < n) {
        span = 2 * near + 1;
        start = slot + n - near;
    }
    size_t best = (start + rng_below(rng, (uint32_t)span)) % n;
    for (int i = (int)s->rule.param; i > 1; i--) {
        size_t other = (start + rng_below(rng, (uint32_t)span)) % n;
        if (better(s, other, best)) best = other;
    }
    return best;
}

size_t select_pick(const Selector *s, size_t slot, Rng *rng) {
    switch (s->rule.method) {
    case SELECT_TOURNAMENT: return tournament(s, slot, rng);
    case SELECT_OVERSELECT:
        if (s->count > 1)
            return rng_below(rng, 5) < 4
                       ? by_weight(s, rng, 0, s->group)
                       : by_weight(s, rng, s->group, s->count);
        return 0;
    case SELECT_TRUNCATION: return s->order[rng_below(rng, (uint32_t)s->group)];
    case SELECT_PROPORTIONATE:
    case SELECT_RANK: return by_weight(s, rng, 0, s->count);
    case SELECT_METHODS: break;
    }
    return 0;
}
