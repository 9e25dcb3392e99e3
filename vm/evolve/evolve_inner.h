/* evolve_inner.h -- what the files of an evolution share. */
#ifndef LUDUS_EVOLVE_INNER_H
#define LUDUS_EVOLVE_INNER_H

#include "cache.h"
#include "evolve.h"
#include "base/failure.h"
#include "base/pool.h"

/* All that is kept of a generation, by slot. */
typedef struct Generation {
    char     *genomes;               /* count x species->slot bytes */
    Score    *scores;
    uint32_t *sizes;
    uint64_t *hashes;
    Birth    *births;
} Generation;

/* What a thread needs of its own; padded against false sharing. */
typedef struct Worker {
    void  *scratch;                  /* the game's */
    Totals totals;                   /* of the current step */
    char   pad[64];
} Worker;

struct Evolution {
    const Species *species;
    const Game    *game;
    const GameClass *class;          /* of the game: scratches may outlive it */
    size_t         count;
    uint64_t       seed, generation;
    Pool          *pool;
    Worker        *workers;
    Cache         *cache;            /* NULL: none */
    Selector       selector;
    Generation     living, next;
    unsigned char *planted;          /* by slot: given, not drawn */
    const Plan    *plan;             /* during a step */
    Failure        failure;          /* of the lowest slot whose game failed */
    Totals         totals;
};

static inline void *evolve_slot(const Evolution *e, const Generation *g,
                                size_t i) {
    return g->genomes + i * e->species->slot;
}

/* Entries of a table for the hashes of n programs. */
size_t evolve_distinct_room(size_t n);

/* Counts different hashes with an open table of so many entries; `repeated`, if
 * given, says which were seen before. */
size_t evolve_distinct(const uint64_t *hashes, size_t n, uint32_t *table,
                       size_t room, unsigned char *repeated);

#endif
