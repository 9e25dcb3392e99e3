/* niche.h -- how many of a kind may live side by side.
 *
 * Where programs keep their places, those at most so many places away, round a
 * ring, are neighbours. A child comes into a place only if fewer of its
 * neighbours than a limit are of its kind; or else who was there stays. So a
 * score spreads no further than its limit allows, and others live on between.
 *
 *     near 3, score 2:   8 7 4 7 [7] 9 3 2 8   no: two others of 7 are near
 */
#ifndef LUDUS_NICHE_H
#define LUDUS_NICHE_H

#include <stddef.h>
#include <stdint.h>

/* Limits of 0 are none. */
typedef struct Niche {
    size_t   near;                   /* places on either side; 0: no niches */
    unsigned score;                  /* neighbours of equal score, */
    unsigned steps;                  /* of equal score and steps, */
    unsigned cases;                  /* and with the same in every case */
} Niche;

#endif
