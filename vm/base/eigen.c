/* eigen.c -- Jacobi's rotations (Jacobi 1846), in rows from the first on.
 *
 * A rotation in the plane of two axes makes one element beside the diagonal 0;
 * a sweep does so with all of them. Sweeps converge quadratically: six to ten
 * of them do for any matrix that is met here. The order of all operations is
 * fixed and none is a library's, so that bits are the same everywhere.
 */
#include "eigen.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { SWEEPS_MAX = 60 };

typedef struct Turn {
    double c, s;                     /* of the angle */
} Turn;

/* The smaller angle that makes element p, q of the matrix 0. */
static Turn turn_of(double pp, double qq, double pq) {
    double theta = (qq - pp) / (2 * pq);
    double t = 1 / (fabs(theta) + sqrt(theta * theta + 1));
    if (theta < 0) t = -t;
    double c = 1 / sqrt(t * t + 1);
    return (Turn){ c, t * c };
}

/* Turns two rows that lie n apart, or two columns that lie 1 apart. */
static void turn(double *x, double *y, size_t n, size_t step, Turn by) {
    for (size_t i = 0; i < n; i++) {
        double a = x[i * step], b = y[i * step];
        x[i * step] = by.c * a - by.s * b;
        y[i * step] = by.s * a + by.c * b;
    }
}

/* Is an element nothing beside those of the diagonal? */
static int is_nothing(const double *a, size_t n, size_t p, size_t q) {
    double little = 1e-18 * sqrt(fabs(a[p * n + p])) * sqrt(fabs(a[q * n + q]));
    return !(fabs(a[p * n + q]) > little);       /* NaN, too */
}

/* One sweep; the number of rotations it took. */
static size_t sweep(double *a, size_t n, double *axes) {
    size_t count = 0;
    for (size_t p = 0; p + 1 < n; p++)
        for (size_t q = p + 1; q < n; q++) {
            if (is_nothing(a, n, p, q)) continue;
            Turn by = turn_of(a[p * n + p], a[q * n + q], a[p * n + q]);
            turn(a + p * n, a + q * n, n, 1, by);
            turn(a + p, a + q, n, n, by);
            a[p * n + q] = a[q * n + p] = 0;
            turn(axes + p, axes + q, n, n, by);
            count++;
        }
    return count;
}

void eigen_solve(double *a, size_t n, double *axes, double *value) {
    assert(n > 0);
    memset(axes, 0, n * n * sizeof *axes);
    for (size_t i = 0; i < n; i++) axes[i * n + i] = 1;
    for (int i = 0; i < SWEEPS_MAX && sweep(a, n, axes) > 0; i++) continue;
    for (size_t i = 0; i < n; i++) value[i] = a[i * n + i];
}
