/* bulk.h -- many matches at once, on all cores. */
#ifndef LUDUS_BULK_H
#define LUDUS_BULK_H

#include "base/pool.h"
#include "player.h"

/* Players i and j, from 0, meet; the number keys their chance. */
typedef struct BulkMatch {
    size_t   i, j;
    uint64_t number;
} BulkMatch;

typedef struct Bulk {
    const Player **players;
    BulkMatch     *list;
    size_t         count;            /* of the list */
    Rules          rules;
    uint64_t       seed;
    Tally         *tallies;          /* one per match, to be filled in */
    Record        *records;          /* the same, or NULL */
} Bulk;

/* Plays them all; false with the reason if one could not be played. */
bool bulk_play(const Bulk *bulk, Pool *pool, Err *err);

/* How machines may be matched, for benchmarks. */
typedef enum BulkWay { BULK_PLAIN, BULK_MANY, BULK_CYCLE } BulkWay;

typedef struct BulkMeasure {
    const Machine *machines;
    size_t         count;
    uint32_t       turns;
    int            repeats;
    BulkWay        way;
    double         seconds;          /* of CPU time: what came of it */
    uint64_t       sum;              /* how often the first one was exploited:
                                        keeps the work from being skipped */
} BulkMeasure;

/* Plays every machine against every other, itself included, so often; false if
 * there is no memory. */
bool bulk_measure(BulkMeasure *measure, Err *err);

#endif
