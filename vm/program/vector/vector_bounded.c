/* vector_bounded.c -- operators on reals that keep within the genes' ranges.
 *
 * Both draw a step from a distribution that ends at the nearer bound, so that
 * nothing has to be cut off there.
 */
#include "vector_bounded.h"

#include <math.h>
#include <stdbool.h>

enum { NEAR_ENOUGH = 14 };           /* decimals: no two genes to be crossed */

double vector_sbx(VectorRange range, double a, double b, double eta, Rng *rng) {
    bool   crossed = rng_real(rng) < 0.5;
    double u = rng_real(rng);
    bool   swapped = rng_real(rng) < 0.5;
    double low = fmin(a, b), high = fmax(a, b), span = high - low;
    if (!crossed || !(span > pow(10, -NEAR_ENOUGH))) return a;
    bool   down = (a < b) != swapped;
    double room = down ? low - range.lo : range.hi - high;
    double alpha = 2 - pow(1 + 2 * room / span, -(eta + 1));
    double beta = u * alpha <= 1 ? pow(u * alpha, 1 / (eta + 1))
                                 : pow(1 / (2 - u * alpha), 1 / (eta + 1));
    return 0.5 * (low + high + (down ? -beta : beta) * span);
}

double vector_polynomial(VectorRange range, double x, double eta, Rng *rng) {
    double u = rng_real(rng), span = range.hi - range.lo;
    if (!(span > 0)) return x;
    double room = u < 0.5 ? (x - range.lo) / span : (range.hi - x) / span;
    double away = pow(1 - room, eta + 1), v = u < 0.5 ? u : 1 - u;
    double step = 1 - pow(2 * v + (1 - 2 * v) * away, 1 / (eta + 1));
    return x + (u < 0.5 ? -step : step) * span;
}
