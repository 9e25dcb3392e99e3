/* parsimony.h -- costs of programs that pay for their size.
 *
 * In tournaments a program may pay by chance (R. Poli, A Simple but
 * Theoretically-Motivated Method to Control Bloat in Genetic Programming,
 * EuroGP 2003: "Tarpeian") or by as much as size explains of the order
 * (R. Poli, N. F. McPhee, Parsimony Pressure Made Easy, GECCO 2008:
 * "covariant"). What the program scored is not touched.
 */
#ifndef LUDUS_PARSIMONY_H
#define LUDUS_PARSIMONY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"

/* The programs of a tournament; costs are changed in place. */
typedef struct Payers {
    double *costs;
    const uint32_t *sizes;
    size_t count;
} Payers;

/* Of those larger than the mean each is made the last of all with that
 * chance. */
void parsimony_by_chance(Payers all, double chance, Rng rng);

/* Costs become ranks, 0 to 1 and equal for equals, less the slope of rank over
 * size, times the size: what is left does not go along with size. Those whose
 * cost is no number stay last. */
bool parsimony_by_covariance(Payers all, Err *err);

#endif
