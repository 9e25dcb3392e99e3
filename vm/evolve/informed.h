/* informed.h -- samples of cases that tell programs apart.
 *
 * Two cases are as far apart as there are programs that solve one of them only;
 * a sample begins at any case and goes on at the one farthest from all it has
 * (R. Boldi, M. Briesch, D. Sobania and others, Informed Down-Sampled Lexicase
 * Selection, 2023). Who solves which is learnt from a share of the living,
 * every so many generations. To solve a case is to be the best of the living at
 * it.
 */
#ifndef LUDUS_INFORMED_H
#define LUDUS_INFORMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"
#include "evolve/select/lexicase.h"

/* Who solves which case, a bit for each program that was looked at. */
typedef struct Informed {
    size_t    width;                 /* cases */
    size_t    words;                 /* of each case */
    uint64_t *solved;                /* width x words; NULL: nothing learnt */
    uint64_t  since;                 /* learnt in that generation */
} Informed;

/* Draws so many of the cases: each the farthest from those before it, of equals
 * any. `cases` has room for all, and the chosen ones come first. */
bool informed_draw(const Informed *informed, size_t count, Rng *rng,
                   uint32_t *cases, Err *err);

#endif
