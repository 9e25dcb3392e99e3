/* ga_inner.h -- what the files of the genetic algorithm share.
 *
 * All genomes lie in one slab of population + brood slots. `order` says which
 * slot holds which member (first) and which child (behind them), so that
 * survival moves numbers and never genomes:
 *
 *     order   m0 m1 m2 m3 | c0 c1 c2        scores and hashes go by slot
 *
 * Under the plus scheme the members are sorted, best first.
 */
#ifndef LUDUS_GA_INNER_H
#define LUDUS_GA_INNER_H

#include "ga.h"
#include "base/failure.h"
#include "base/hot.h"

/* Work of one generation draws its randomness by place; each kind of work has a
 * range of places of its own. */
#define GA_KEY_PAIR  ((uint64_t)0)           /* + pair of children */
#define GA_KEY_AGAIN ((uint64_t)1 << 40)     /* * attempt + pair */
#define GA_KEY_CROWD ((uint64_t)1 << 50)     /* + child */
#define GA_KEY_CLIMB ((uint64_t)1 << 51)     /* + child */
#define GA_KEY_PICKS ((uint64_t)1 << 52)

typedef struct GaWorker {
    void  *scratch;                  /* the game's */
    char  *spare[3];                 /* genomes: two twins' and an odd child */
    Err    err;                      /* of the game, once it has failed */
} GaWorker;

struct Ga {
    const Species *species;
    const Game    *game;
    GaSettings     set;
    Pool          *pool;
    size_t         workers;
    GaWorker      *worker;
    Failure        failure;          /* of the first genome that failed */
    size_t         brood;            /* children of a whole brood */
    size_t         slots;
    char          *slab;
    uint32_t      *order, *next;     /* slots each; `next` is room to work */
    Score         *scores;           /* by slot */
    uint64_t      *keys;             /* of behaviour, by slot, for `unlike` */
    double        *weights;          /* by member: fitness, or sums of it */
    uint32_t      *picks;            /* parents drawn beforehand */
    GaBirth       *births;           /* by child */
    uint32_t      *spent;            /* evaluations by pending genome */
    uint64_t      *table;            /* of hashes, 0 for none; a power of two */
    size_t         table_size;
    uint64_t       seed, generation, evaluations;
    uint64_t       improved;         /* generation of the last better best */
    bool           first;            /* the first population waits for scores */
    size_t         children;         /* of the brood that waits */
    double         started;          /* wall clock */
    GaStop         stop;
    char          *best;             /* genome */
    Score          best_score;
};

static inline char *ga_slot(const Ga *ga, uint32_t slot) {
    hot_assert(slot < ga->slots);
    return ga->slab + (size_t)slot * ga->species->slot;
}

/* What is minimised; never NaN. */
static inline double ga_cost(const Ga *ga, uint32_t slot) {
    return ga->scores[slot].standardized;
}

/* Breeds ga->children children into the slots behind the members. */
void ga_breed(Ga *ga);

/* Puts a genome's hash into the table; false if it was there. */
bool ga_note(Ga *ga, uint64_t hash);

/* Lets the scored children in, as the scheme says. */
void ga_survive(Ga *ga);

/* Sorts the members, best first, those of equal score in their order. */
void ga_sort(Ga *ga);

#endif
