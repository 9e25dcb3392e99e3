/* sampling.c -- choosing in proportion to fitness.
 *
 * Expected numbers are taken relative to the total, so scales do not matter.
 * When the total is 0 nobody is better than anybody: all share equally.
 */
#include "sampling.h"

#include <assert.h>
#include <math.h>

#include "base/hot.h"

enum {
    REMAINDER_ROUNDS = 64
}; /* passes over the fractions, then the rest
                                        goes to the largest */

static double total_of(const double *fitness, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += fitness[i];
    return sum;
}

void sampling_lift(double *fitness, size_t n) {
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        if (isfinite(fitness[i]) && fitness[i] < least) least = fitness[i];
    if (!isfinite(least)) least = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(fitness[i])) fitness[i] = least;
        if (least < 0) fitness[i] -= least;
    }
}

void sampling_scale(double *fitness, size_t n, double factor) {
    if (n == 0) return;
    double mean = total_of(fitness, n) / (double)n;
    double least = fitness[0], most = fitness[0];
    for (size_t i = 1; i < n; i++) {
        if (fitness[i] < least) least = fitness[i];
        if (fitness[i] > most) most = fitness[i];
    }
    double above = most - mean, below = mean - least, a, b;
    if (!(above > 1e-12 * most) || !(below > 1e-12 * most)) return;
    if (least > (factor * mean - most) / (factor - 1)) {
        a = (factor - 1) * mean / above;
        b = mean * (most - factor * mean) / above;
    } else {
        a = mean / below;
        b = -least * mean / below;
    }
    for (size_t i = 0; i < n; i++) fitness[i] = fmax(0, a * fitness[i] + b);
}

double sampling_sum(double *fitness, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) fitness[i] = sum += fitness[i];
    return sum;
}

uint32_t sampling_spin(const double *sums, size_t n, Rng *rng) {
    assert(n > 0);
    if (!(sums[n - 1] > 0)) return rng_below(rng, (uint32_t)n);
    double at = rng_real(rng) * sums[n - 1];
    hot_assert(at < sums[n - 1] || at == 0);
    size_t lo = 0, hi = n - 1;       /* the first whose sum lies above `at` */
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (sums[mid] > at) hi = mid;
        else lo = mid + 1;
    }
    return (uint32_t)lo;
}

/* ---- whole populations -------------------------------------------------- */

static uint32_t largest(const double *x, size_t n) {
    uint32_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (x[i] > x[best]) best = (uint32_t)i;
    return best;
}

/* Turns fitness into expected numbers of copies. */
static void expect(double *fitness, size_t n, size_t count) {
    double total = total_of(fitness, n);
    for (size_t i = 0; i < n; i++)
        fitness[i] = total > 0 ? fitness[i] / total * (double)count
                               : (double)count / (double)n;
}

void sampling_remainder(double *fitness, size_t n, Rng *rng, uint32_t *picks,
                        size_t count) {
    assert(n > 0);
    expect(fitness, n, count);
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        double whole = floor(fitness[i] + 1e-9);
        assert(whole >= 0);
        for (double k = 0; k < whole && made < count; k++)
            picks[made++] = (uint32_t)i;
        fitness[i] = fmax(0, fitness[i] - whole);
    }
    size_t start = rng_below(rng, (uint32_t)n);
    for (size_t k = 0; made < count && k < n * REMAINDER_ROUNDS; k++) {
        size_t i = (start + k) % n;
        if (fitness[i] > 0 && rng_real(rng) < fitness[i]) {
            picks[made++] = (uint32_t)i;
            fitness[i] = 0;
        }
    }
    while (made < count) {
        uint32_t i = largest(fitness, n);
        picks[made++] = i;
        fitness[i] = 0;
    }
    rng_shuffle(rng, picks, count, sizeof *picks);
}

void sampling_universal(const double *fitness, size_t n, Rng *rng,
                        uint32_t *picks, size_t count) {
    assert(n > 0);
    double total = total_of(fitness, n);
    double step = (total > 0 ? total : (double)n) / (double)count;
    double at = rng_real(rng) * step, sum = 0;
    size_t made = 0;
    for (size_t i = 0; i < n; i++) {
        sum += total > 0 ? fitness[i] : 1;
        for (; made < count && at < sum; at += step)
            picks[made++] = (uint32_t)i;
    }
    while (made < count) picks[made++] = largest(fitness, n);   /* rounding */
    rng_shuffle(rng, picks, count, sizeof *picks);
}
