/* zdt.c -- test functions of two objectives on reals.
 *
 * The first objective is the first gene. The others decide how far the second
 * one is from the best it could be, where g is 1.
 */
#include "zdt.h"

#include <math.h>

static const double PI = 3.141592653589793;

static double sum_of_rest(const VectorShape *shape, const double *x) {
    double sum = 0;
    for (size_t i = 1; i < shape->length; i++) sum += x[i];
    size_t rest = shape->length > 1 ? shape->length - 1 : 1;
    return 1 + 9 * sum / (double)rest;
}

void zdt1(const VectorShape *shape, const void *genome, double both[2]) {
    const double *x = genome;
    double g = sum_of_rest(shape, x);
    both[0] = x[0];
    both[1] = g * (1 - sqrt(x[0] / g));
}

void zdt2(const VectorShape *shape, const void *genome, double both[2]) {
    const double *x = genome;
    double g = sum_of_rest(shape, x), share = x[0] / g;
    both[0] = x[0];
    both[1] = g * (1 - share * share);
}

void zdt3(const VectorShape *shape, const void *genome, double both[2]) {
    const double *x = genome;
    double g = sum_of_rest(shape, x), share = x[0] / g;
    both[0] = x[0];
    both[1] = g * (1 - sqrt(share) - share * sin(10 * PI * x[0]));
}

void zdt4(const VectorShape *shape, const void *genome, double both[2]) {
    const double *x = genome;
    double g = 1;
    for (size_t i = 1; i < shape->length; i++)
        g += 10 + x[i] * x[i] - 10 * cos(4 * PI * x[i]);
    both[0] = x[0];
    both[1] = g * (1 - sqrt(x[0] / g));
}
