/* ceiling.h -- a limit of size that grows with what is gained (S. Silva, E.
 * Costa, Dynamic Limits for Bloat Control in Genetic Programming and a Review
 * of Past and Current Bloat Theories, GPEM 10, 2009).
 *
 * A child above the limit is a copy of its mother instead, unless it is better
 * than all before it: then the limit rises to its size, or its levels.
 */
#ifndef LUDUS_CEILING_H
#define LUDUS_CEILING_H

#include <stdbool.h>
#include <stdint.h>

#include "program/species.h"

enum { CEILING_MAX = 1000000 };

typedef struct Ceiling {
    uint32_t start;                  /* 0: there is none */
    bool     depth;                  /* of levels instead of size */
} Ceiling;

/* What is limited of a program. */
uint32_t ceiling_measure(const Ceiling *limit, const Species *species,
                         const void *genome);

/* False with the reason if such programs have nothing to limit. */
bool ceiling_check(const Ceiling *limit, const Species *species, Err *err);

#endif
