/* layers.h -- islands that are layers of age (G. S. Hornby, ALPS: the
 * Age-Layered Population Structure for Reducing the Problem of Premature
 * Convergence, GECCO 2006).
 *
 * The age of a program is the generations since the first of its ancestors was
 * drawn. A layer has a limit; who is too old for it has no children there and
 * moves up, if somebody above is worse, or too old for the place. The lowest
 * layer is drawn anew whenever so many generations, the gap, have passed:
 *
 *     layer 3   any age
 *     layer 2   below 4 gaps      of polynomial growth
 *     layer 1   below 2 gaps
 *     layer 0   below a gap       new blood
 *
 * Everything else is as on islands: see islands.h.
 */
#ifndef LUDUS_LAYERS_H
#define LUDUS_LAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { LAYERS_GAP_MAX = 1000000 };

/* How the limits grow, in gaps. */
typedef enum AgeGrowth {
    AGES_LINEAR,                     /* 1 2 3 4 5 ... */
    AGES_FIBONACCI,                  /* 1 2 3 5 8 ... */
    AGES_POLYNOMIAL,                 /* 1 2 4 9 16 ... */
    AGES_EXPONENTIAL,                /* 1 2 4 8 16 ... */
    AGE_GROWTHS
} AgeGrowth;

extern const char *const layers_growths[AGE_GROWTHS + 1];    /* NULL-ended */

typedef struct Layers {
    size_t    gap;                   /* generations; 0: there are no layers */
    AgeGrowth growth;
} Layers;

/* The age, in generations, that a program of the layer must be below;
 * UINT64_MAX for the last of so many. */
uint64_t layers_limit(const Layers *layers, size_t layer, size_t count);

/* Is the lowest layer drawn anew in that generation? */
static inline bool layers_renew(const Layers *layers, uint64_t generation) {
    return layers->gap && generation && generation % layers->gap == 0;
}

/* False with the reason if they make no sense. */
bool layers_check(const Layers *layers, size_t count, Err *err);

#endif
