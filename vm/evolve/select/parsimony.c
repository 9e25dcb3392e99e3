/* parsimony.c -- costs of programs that pay for their size. */
#include "parsimony.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

static double mean_size(Payers all) {
    double sum = 0;
    for (size_t i = 0; i < all.count; i++) sum += all.sizes[i];
    return sum / (double)all.count;
}

void parsimony_by_chance(Payers all, double chance, Rng rng) {
    double mean = mean_size(all);
    for (size_t i = 0; i < all.count; i++)
        if (all.sizes[i] > mean && rng_real(&rng) < chance)
            all.costs[i] = INFINITY;
}

/* ---- ranks --------------------------------------------------------------- */

typedef struct Payer {
    double cost;
    uint32_t number;
} Payer;

static int by_cost(const void *a, const void *b) {
    const Payer *x = a, *y = b;
    if (x->cost < y->cost) return -1;
    if (x->cost > y->cost) return 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* The costs of the `n` best become ranks; the mean one for equals. */
static void rank(Payers all, const Payer *sorted, size_t n) {
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && !(sorted[end].cost > sorted[i].cost);)
            end++;
        double mean = ((double)i + (double)(end - 1)) / 2 / (double)n;
        for (size_t k = i; k < end; k++) all.costs[sorted[k].number] = mean;
    }
}

/* How much rank grows with a node, among those of a rank. */
static double slope(Payers all, const Payer *sorted, size_t n) {
    double size = 0, cost = 0, both = 0, spread = 0;
    for (size_t i = 0; i < n; i++) {
        size += all.sizes[sorted[i].number];
        cost += all.costs[sorted[i].number];
    }
    size /= (double)n;
    cost /= (double)n;
    for (size_t i = 0; i < n; i++) {
        double x = all.sizes[sorted[i].number] - size;
        both += x * (all.costs[sorted[i].number] - cost);
        spread += x * x;
    }
    return spread > 0 ? both / spread : 0;
}

bool parsimony_by_covariance(Payers all, Err *err) {
    assert(all.count >= 1);
    Payer *sorted = mem_new(all.count, sizeof *sorted, err);
    if (!sorted) return false;
    size_t n = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (all.costs[i] < INFINITY)
            sorted[n++] = (Payer){ all.costs[i], (uint32_t)i };
        else all.costs[i] = INFINITY;
    }
    qsort(sorted, n, sizeof *sorted, by_cost);
    rank(all, sorted, n);
    double price = n ? slope(all, sorted, n) : 0;
    for (size_t i = 0; i < n; i++)
        all.costs[sorted[i].number] -= price * all.sizes[sorted[i].number];
    mem_free(sorted);
    return true;
}
