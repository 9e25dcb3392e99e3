/* vector_steps.h -- operators of vectors that carry their step sizes.
 *
 * A child inherits how far to move as it inherits where it is: the steps that
 * led to good programs live on in them (Schwefel 1981; Beyer and Schwefel
 * 2002).
 */
#ifndef LUDUS_VECTOR_STEPS_H
#define LUDUS_VECTOR_STEPS_H

#include "vector_species.h"

/* Operators as species.h has them. adapt: each step size is multiplied by two
 * log-normal numbers, one of them the same for all genes; then each gene moves
 * by a normal step of that size. average: genes, and step sizes where there are
 * any, midway between those of two parents. */
bool vector_adapt(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin);
bool vector_average(const Species *species, const double *param, Rng *rng,
                    const void *const parents[], void *child, Origin *origin);

#endif
