/* vector_bounded.h -- operators on reals that keep within the genes' ranges.
 *
 * Simulated binary crossover and polynomial mutation: K. Deb, R. B. Agrawal,
 * Simulated Binary Crossover for Continuous Search Space, Complex Systems 9,
 * 1995; K. Deb, M. Goyal, A Combined Genetic Adaptive Search for Engineering
 * Design, Computer Science and Informatics 26(4), 1996.
 */
#ifndef LUDUS_VECTOR_BOUNDED_H
#define LUDUS_VECTOR_BOUNDED_H

#include "base/rng.h"
#include "vector.h"

/* A gene of a child near gene a, whose other parent has b, as `eta` says: the
 * more, the nearer. The other way round with the same draws gives its twin. */
double vector_sbx(VectorRange range, double a, double b, double eta, Rng *rng);

/* A gene moved a little, as `eta` says: the more, the less. */
double vector_polynomial(VectorRange range, double x, double eta, Rng *rng);

#endif
