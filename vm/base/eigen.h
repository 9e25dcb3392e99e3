/* eigen.h -- the axes of a symmetric matrix.
 *
 * A matrix of n rows lies row by row in n * n doubles.
 */
#ifndef LUDUS_EIGEN_H
#define LUDUS_EIGEN_H

#include <stddef.h>

/* Takes the symmetric matrix `a` apart: column k of `axes` is an axis of length
 * 1, value[k] how far the matrix stretches it. `a` is used up. Whatever `a`
 * holds, this ends, and gives the same bits on every machine. */
void eigen_solve(double *a, size_t n, double *axes, double *value);

#endif
