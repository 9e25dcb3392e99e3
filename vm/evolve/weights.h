/* weights.h -- how much each case counts, as the population stands.
 *
 * Where cases have weights, parents are chosen by a weighted sum over them: of
 * how far a program is from the best of the living at each.
 *
 *   rare      1 / the share of the living who are the best at the case
 *   shared    1 / what all of the living together gain at it, beyond the worst:
 *             implicit fitness sharing (R. E. Smith, S. Forrest, A. S. Perelson
 *             1993; R. I. McKay 2000)
 *   stepwise  1 at first; every so many generations more at each case where
 *             somebody is better than the best program (A. E. Eiben, J. I. van
 *             Hemert 1999: SAW)
 */
#ifndef LUDUS_WEIGHTS_H
#define LUDUS_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

typedef enum WeightKind {
    WEIGHTS_EVEN,                    /* the score decides */
    WEIGHTS_RARE,
    WEIGHTS_SHARED,
    WEIGHTS_STEPWISE,
    WEIGHTS
} WeightKind;

extern const char *const weights_names[WEIGHTS + 1];         /* NULL-ended */

enum { WEIGHTS_EVERY_MAX = 1000000 };
#define WEIGHTS_ADD_MAX 1e6

typedef struct WeightRule {
    WeightKind kind;
    uint32_t   every;                /* stepwise: generations, */
    double     add;                  /* and how much */
} WeightRule;

/* What has been learnt step by step. */
typedef struct Weights {
    double  *list;                   /* of each case; NULL: nothing yet */
    size_t   width;
    uint64_t stepped;                /* in that generation, last */
} Weights;

/* False with the reason if the rule's numbers make no sense. */
bool weights_check(const WeightRule *rule, Err *err);

#endif
