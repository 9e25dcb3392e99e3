/* contest.h -- programs that are scored by meeting each other.
 *
 * All who are to be compared are entrants: those that wait, and of the living
 * those who may stay. Each meets some of the others and of a hall of fame, the
 * best of generations past, and its score is the mean of what the meetings
 * gave. On two sides, which are two islands, each entrant meets those of the
 * other island alone: hosts and parasites, players and boards.
 */
#ifndef LUDUS_CONTEST_H
#define LUDUS_CONTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { CONTEST_COUNT_MAX = 10000, CONTEST_HALL_MAX = 1000 };

typedef enum Pairing {
    PAIRING_NONE,                    /* nobody meets anybody */
    PAIRING_ALL,                     /* everyone meets everyone else */
    PAIRING_SOME,                    /* so many others, drawn for each */
    PAIRING_SWISS,                   /* rounds, each against one who has done as
                                      * well so far */
    PAIRINGS
} Pairing;

typedef struct Contest {
    Pairing  pairing;
    uint32_t count;                  /* others of `some`, rounds of `swiss` */
    uint32_t hall;                   /* members of the hall that all meet */
    bool     shared;                 /* what is gained from somebody is shared
                                      * among all who gain from it (C. D. Rosin,
                                      * R. K. Belew 1997) */
    bool     sides;
} Contest;

/* The best of generations past: genomes, the oldest making room. */
typedef struct Hall {
    char    *genomes;                /* CONTEST_HALL_MAX slots */
    uint8_t *side;                   /* 0 or 1 */
    uint64_t added;                  /* ever */
    uint64_t last;                   /* generation whose best came last, + 1 */
} Hall;

/* Members of the hall. */
size_t hall_count(const Hall *hall);

/* False with the reason if the numbers make no sense. */
bool contest_check(const Contest *contest, Err *err);

#endif
