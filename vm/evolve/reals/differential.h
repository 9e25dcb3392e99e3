/* differential.h -- children of real vectors by differences of others.
 *
 * Differential evolution (Storn and Price 1997): a child is a program of the
 * population, some of whose genes are those of another one moved by a
 * difference of two more. It then takes the place of the first unless that is
 * better.
 */
#ifndef LUDUS_DIFFERENTIAL_H
#define LUDUS_DIFFERENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"
#include "program/vector/vector.h"

/* What the difference is added to. */
typedef enum DifferentialBase {
    DIFFERENTIAL_RANDOM,             /* anyone: "rand/1/bin" */
    DIFFERENTIAL_BEST,               /* the best: "best/1/bin" */
    DIFFERENTIAL_TOWARDS,            /* the program itself, moved towards the
                                      * best: "current-to-best/1/bin" */
    DIFFERENTIAL_BASES
} DifferentialBase;

extern const char *const differential_bases[DIFFERENTIAL_BASES + 1];

typedef struct DifferentialRule {
    double           weight;         /* of a difference */
    double           cross;          /* chance per gene to be moved */
    DifferentialBase base;
} DifferentialRule;

enum { DIFFERENTIAL_PARENTS = 4, DIFFERENTIAL_LEAST = 4 };

/* False with the reason if its numbers make no sense for so many programs. */
bool differential_check(const DifferentialRule *rule, size_t count, Err *err);

/* The places of the parents of the child for place `target`: that program, the
 * base (or the best to move towards), and two whose difference is taken; the
 * last two are different and none is the target. */
void differential_parents(const DifferentialRule *rule, Rng *rng, size_t count,
                          uint32_t target, uint32_t best,
                          uint32_t parents[DIFFERENTIAL_PARENTS]);

/* Makes the child. A gene that would leave its range goes half the way from the
 * target's to the border. */
void differential_make(const DifferentialRule *rule, const VectorShape *shape,
                       Rng *rng, const void *const *parents, void *child);

#endif
