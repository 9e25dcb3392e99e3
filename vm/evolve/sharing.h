/* sharing.h -- fitness that is shared with those who are alike.
 *
 * The fitness of a program is divided by how many are near it, itself counted
 * as 1 and others the less the farther they are:
 *
 *     1 - (distance / radius) ^ power      within the radius
 *
 * (D. E. Goldberg, J. Richardson 1987). So a niche feeds as many as its fitness
 * is worth. Fitness is the raw score, lifted so that none is below 0, or of
 * errors 1 / (1 + error).
 */
#ifndef LUDUS_SHARING_H
#define LUDUS_SHARING_H

#include <stdbool.h>

#include "base/err.h"

/* What is alike. */
typedef enum SharingBy {
    SHARING_NONE,                    /* nothing is shared */
    SHARING_MEASURES,                /* the plan's goals, as points */
    SHARING_CASES,                   /* the number of cases with other scores */
    SHARING_PROGRAM,                 /* as the species says */
    SHARINGS
} SharingBy;

extern const char *const sharing_names[SHARINGS + 1];        /* NULL-ended */

#define SHARING_POWER_MAX 100.0

typedef struct SharingRule {
    SharingBy by;
    double    radius, power;
} SharingRule;

/* False with the reason if the rule's numbers make no sense. */
bool sharing_check(const SharingRule *rule, Err *err);

#endif
