/* differential.c -- children of real vectors by differences of others. */
#include "differential.h"

#include <assert.h>
#include <string.h>

const char *const differential_bases[DIFFERENTIAL_BASES + 1] = {
    "random", "best", "towards", NULL,
};

bool differential_check(const DifferentialRule *rule, size_t count, Err *err) {
    if (count < DIFFERENTIAL_LEAST)
        return err_set(err, "differential: a population of %d or more, not %zu",
                       DIFFERENTIAL_LEAST, count);
    if (!(rule->weight > 0 && rule->weight <= 2))
        return err_set(err,
                       "differential: weight must be above 0 and up to 2, "
                       "got %.9g",
                       rule->weight);
    if (!(rule->cross >= 0 && rule->cross <= 1))
        return err_set(err, "differential: cross must be 0 to 1, got %.9g",
                       rule->cross);
    return true;
}

/* A place that none of the n before it has. */
static uint32_t draw_other(Rng *rng, size_t count, const uint32_t *before,
                           size_t n) {
    for (;;) {
        uint32_t place = rng_below(rng, (uint32_t)count);
        size_t i = 0;
        while (i < n && before[i] != place) i++;
        if (i == n) return place;
    }
}

void differential_parents(const DifferentialRule *rule, Rng *rng, size_t count,
                          uint32_t target, uint32_t best,
                          uint32_t parents[DIFFERENTIAL_PARENTS]) {
    assert(count >= DIFFERENTIAL_LEAST && target < count && best < count);
    parents[0] = target;
    parents[1] = rule->base == DIFFERENTIAL_RANDOM
                     ? draw_other(rng, count, parents, 1)
                     : best;
    parents[2] = draw_other(rng, count, parents, 2);
    parents[3] = draw_other(rng, count, parents, 3);
}

/* The gene that moved; back into its range. */
static double bounded(double x, double from, VectorRange range) {
    if (x < range.lo) return from + (range.lo - from) / 2;
    if (x > range.hi) return from + (range.hi - from) / 2;
    return x;
}

void differential_make(const DifferentialRule *rule, const VectorShape *shape,
                       Rng *rng, const void *const *parents, void *child) {
    const double *own = parents[0], *base = parents[1];
    const double *a = parents[2], *b = parents[3];
    double f = rule->weight;
    uint32_t sure = rng_below(rng, (uint32_t)shape->length);
    memcpy(child, parents[0], vector_bytes(shape));
    for (size_t i = 0; i < shape->length; i++) {
        bool moves = rng_real(rng) < rule->cross || i == sure;
        if (!moves) continue;
        double x = base[i];
        if (rule->base == DIFFERENTIAL_TOWARDS)
            x = own[i] + f * (base[i] - own[i]);
        x += f * (a[i] - b[i]);
        vector_set(shape, child, i, bounded(x, own[i], shape->ranges[i]));
    }
}
