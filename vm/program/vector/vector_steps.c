/* vector_steps.c -- operators of vectors that carry their step sizes. */
#include "vector_steps.h"

#include <math.h>
#include <string.h>

#include "base/real.h"

/* param[0] is in units of the usual rates, 1 / sqrt(2 n) for the common factor
 * and 1 / sqrt(2 sqrt(n)) for that of each gene. */
bool vector_adapt(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = vector_reals(species);
    double n = (double)s->length;
    double common = param[0] / sqrt(2 * n) * rng_gauss(rng);
    double own = param[0] / sqrt(2 * sqrt(n));
    memcpy(child, parents[0], species->slot);
    for (size_t i = 0; i < s->length; i++) {
        double by = real_exp(common + own * rng_gauss(rng));
        vector_set_step(s, child, i, vector_step(s, child, i) * by);
        double x = vector_get(s, child, i);
        vector_set(s, child, i, x + vector_step(s, child, i) * rng_gauss(rng));
    }
    *origin = (Origin){ 0 };
    return true;
}

bool vector_average(const Species *species, const double *param, Rng *rng,
                    const void *const parents[], void *child, Origin *origin) {
    (void)param;
    (void)rng;
    const VectorShape *s = vector_reals(species);
    memcpy(child, parents[0], species->slot);
    for (size_t i = 0; i < s->length; i++) {
        double a = vector_get(s, parents[0], i);
        double b = vector_get(s, parents[1], i);
        vector_set(s, child, i, a + (b - a) / 2);
        if (s->step == 0) continue;
        a = vector_step(s, parents[0], i);
        b = vector_step(s, parents[1], i);
        vector_set_step(s, child, i, a + (b - a) / 2);
    }
    *origin = (Origin){ 0 };
    return true;
}
