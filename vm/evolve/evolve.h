/* evolve.h -- a population and its next generation.
 *
 * An Evolution holds two generations of fixed slots: the living one and the one
 * being bred. A step chooses parents, makes every child and scores it, on all
 * threads. What a child becomes depends only on (seed, generation, slot) and
 * the generation before, so a run is the same to the bit for any number of
 * threads and goes on from a saved state as if it had never stopped.
 */
#ifndef LUDUS_EVOLVE_H
#define LUDUS_EVOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "engine/game.h"
#include "select.h"
#include "program/species.h"

enum {
    EVOLVE_COUNT_MAX = 10000000,     /* programs of a population */
    EVOLVE_VARY_MAX  = 16,           /* operators of a plan */
};

/* An operator of a script: makes one child. It is called by the thread that
 * called evolve_step() or lineage_replay(), for one slot after another. False
 * with a reason if the script failed. */
typedef bool VaryCustom(void *context, int row, Rng *rng,
                        const void *const parents[], void *child, Err *err);

/* One operator with its share of the children. */
typedef struct Vary {
    double          share;           /* of all shares of the plan */
    const Operator *op;
    double          param[OPERATOR_PARAMS];
    VaryCustom     *custom;          /* used instead of op->apply if not NULL */
    void           *context;
} Vary;

/* How the next generation is made. */
typedef struct Plan {
    Selection selection;
    size_t    elite;                 /* the best so many survive unchanged */
    bool      keep_better;           /* so does a program better than the child
                                      * in its slot */
    int       vary_count;
    Vary      vary[EVOLVE_VARY_MAX];
    const uint32_t *picks;           /* OPERATOR_PARENTS slots per child, chosen
                                        by a script; NULL: by the selection */
} Plan;

/* Where a program comes from. In generation 0 there are no parents. */
typedef struct Birth {
    uint32_t parent[2];              /* slots of the generation before */
    uint8_t  vary;                   /* row of the plan, or one of the BIRTH_ */
} Birth;

enum { BIRTH_FIRST = 255, BIRTH_KEPT = 254 };

typedef struct Stats {
    size_t   best;                   /* its slot */
    double   raw_mean, raw_deviation;
    double   standardized_mean;
    double   size_mean;
    uint32_t size_max;
    size_t   distinct;               /* different programs */
} Stats;

/* Running totals of an evolution. All but the last three are part of the result
 * of a run; those depend on chance and on the machine. */
typedef struct Totals {
    uint64_t evaluations;            /* programs scored; copies are not */
    uint64_t steps;                  /* their steps */
    uint64_t cached;                 /* scores that were found in the cache */
    double   breeding, scoring;      /* CPU seconds of all threads */
} Totals;

typedef struct Evolution Evolution;

typedef struct EvolveOptions {
    size_t   count;                  /* programs of the population */
    uint64_t seed;
    int      threads;
    int      cache_bits;             /* 0: no score cache */
} EvolveOptions;

/* An empty evolution; borrows species and game. */
Evolution *evolve_new(const Species *species, const Game *game,
                      const EvolveOptions *options, Err *err);
void       evolve_free(void *evolution);

/* Uses another game from the next step on; programs keep the scores they have
 * until evolve_rescore(). If it fails, so do steps until another succeeds. */
bool evolve_set_game(Evolution *evolution, const Game *game, Err *err);
bool evolve_rescore(Evolution *evolution, Err *err);

/* Puts a program into a slot of generation 0, before evolve_start(). */
void evolve_plant(Evolution *evolution, size_t slot, const void *genome);

/* Fills the slots that were not planted with random programs and scores all.
 * With `unique`, programs drawn twice are drawn again, as long as that
 * helps. */
bool evolve_start(Evolution *evolution, bool unique, Err *err);

/* Breeds and scores the next generation. After an error the evolution is as it
 * was before. */
bool evolve_step(Evolution *evolution, const Plan *plan, Err *err);

size_t          evolve_count(const Evolution *evolution);
uint64_t        evolve_generation(const Evolution *evolution);
uint64_t        evolve_seed(const Evolution *evolution);
const Species  *evolve_species(const Evolution *evolution);
const void     *evolve_genome(const Evolution *evolution, size_t slot);
const Score    *evolve_score(const Evolution *evolution, size_t slot);
const Birth    *evolve_birth(const Evolution *evolution, size_t slot);
Stats           evolve_stats(const Evolution *evolution);
const Totals   *evolve_totals(const Evolution *evolution);

/* A hash of all programs in order and of the generation: equal exactly when two
 * populations are equal. */
uint64_t evolve_digest(const Evolution *evolution);

/* All that a child depends on. */
typedef struct Child {
    const Species     *species;
    uint64_t           seed, generation;
    size_t             slot;
    const Birth       *birth;
    const Plan        *plan;
    const void *const *parents;      /* genomes, as the birth says */
} Child;

/* Makes a child again, with the plan that was used: what lineages are replayed
 * by. False if a script failed. */
bool evolve_replay(const Child *child, void *genome, Origin *origin, Err *err);

/* Makes again the first program of a slot (one that was not drawn again). */
void evolve_replay_first(const Species *species, uint64_t seed, size_t slot,
                         size_t count, unsigned attempt, void *genome);

/* The whole state as bytes, and back. Restoring checks every program. */
bool evolve_save(const Evolution *evolution, Buf *out, Err *err);
bool evolve_restore(Evolution *evolution, const void *bytes, size_t n,
                    Err *err);

/* Are these the bytes that evolve_save() wrote? What 0.1.0 wrote has no seal
 * and counts as sound. */
bool evolve_sound(const void *bytes, size_t n);

#endif
