/* novelty.h -- choosing parents by how unlike all others they behave.
 *
 * The novelty of a program is its mean distance from the nearest few, of the
 * living and of an archive of behaviours that were met before (J. Lehman, K. O.
 * Stanley 2011). Behaviour is a point: the measures of a plan's goals.
 */
#ifndef LUDUS_NOVELTY_H
#define LUDUS_NOVELTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { NOVELTY_NEAR_MAX = 1000, NOVELTY_ARCHIVE_MAX = 1000000 };

typedef struct NoveltyRule {
    uint32_t near;                   /* nearest that count; 0: no novelty */
    double   add;                    /* chance of a child's behaviour to enter
                                      * the archive */
    size_t   archive;                /* behaviours it holds: a new one takes the
                                      * place of the oldest */
} NoveltyRule;

/* Behaviours that were met before. The oldest is at `added % room` once it is
 * full. */
typedef struct Archive {
    double  *points;
    size_t   width;                  /* measures of a point */
    size_t   room;
    uint64_t added;                  /* ever */
} Archive;

/* Points that are in it. */
size_t archive_count(const Archive *archive);

/* False with the reason if the numbers make no sense. */
bool novelty_check(const NoveltyRule *rule, Err *err);

#endif
