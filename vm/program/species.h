/* species.h -- what evolution must know of a kind of program.
 *
 * A genome is a block of at most `slot` bytes without pointers: it can be
 * copied by memcpy, compared by memcmp after species_copy(), hashed, stored and
 * read back on another machine of the same byte order. A species says how such
 * blocks are made, varied, printed and read; populations, selection and the run
 * store know nothing else of them.
 *
 * Concrete species (trees, linear programs, machines, vectors) embed a Species
 * as their first member. All functions must be safe to call from many threads.
 */
#ifndef LUDUS_SPECIES_H
#define LUDUS_SPECIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"

typedef struct Species Species;

/* Where a child was cut and joined: enough to redo and to show the step. What
 * the numbers mean is up to the operator; unused ones are 0. */
typedef struct Origin {
    uint32_t part;                   /* branch, block or state */
    uint32_t at[2];                  /* place in each parent */
    uint32_t len[2];                 /* of what was replaced, and by what */
} Origin;

enum {
    OPERATOR_PARAMS  = 6,
    OPERATOR_NUMBERS = OPERATOR_PARAMS + 1,      /* the last is derived */
    OPERATOR_PARENTS = 2,
};

typedef struct OperatorParam {
    const char *name;                /* NULL ends the list */
    double      normal, min, max;    /* the default and the bounds */
    const char *help;
} OperatorParam;

/* One row per operator: scripts, help and the engine all read it. */
typedef struct Operator {
    const char   *name;
    int           parents;           /* 1 or 2 */
    const char   *help;
    OperatorParam params[OPERATOR_PARAMS + 1];
    /* Makes a child; false if none could be made within the limits, and then
     * the child is a copy of the first parent. `param` has a value per row
     * above and, as its last of OPERATOR_NUMBERS, what species_derive() made
     * of them; 0 where nobody did so, which may take longer. */
    bool (*apply)(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin);
} Operator;

typedef struct SpeciesClass {
    const char     *name;            /* "tree" */
    const Operator *operators;       /* ends with a row whose name is NULL */

    /* The first genome number `index` of `count`: an initialisation may spread
     * sizes or shapes evenly over the population. */
    void (*random)(const Species *species, Rng *rng, size_t index, size_t count,
                   void *genome);
    /* Nodes, instructions, states or elements: what parsimony counts. */
    size_t (*size)(const Species *species, const void *genome);
    /* Levels. NULL: programs have none. */
    size_t (*depth)(const Species *species, const void *genome);
    /* Bytes in use, at most slot; the rest of a slot is never read. */
    size_t (*bytes)(const Species *species, const void *genome);
    bool (*print)(const Species *species, const void *genome, Buf *out,
                  Err *err);
    bool (*parse)(const Species *species, const Source *text, void *genome,
                  Err *err);
    /* True if the block is a valid genome: stored ones are not trusted. */
    bool (*check)(const Species *species, const void *genome, size_t bytes,
                  Err *err);
    /* How different two genomes are, for crowding. NULL: the bytes that
     * differ. */
    double (*distance)(const Species *species, const void *a, const void *b);
    /* What an operator can compute of its parameters once, for all children;
     * 0: nothing. NULL: no operator does. */
    double (*derive)(const Species *species, const Operator *op,
                     const double *param);
    /* Can the operator make anything of such programs? False with the reason.
     * NULL: all can. */
    bool (*suits)(const Species *species, const Operator *op, Err *err);
} SpeciesClass;

struct Species {
    const SpeciesClass *class;
    size_t              slot;        /* bytes of the largest genome */
    const void         *shape;       /* what a game needs to read a genome: the
                                        Vocab of trees; others say their own */
};

/* Copies a whole slot; where a call would cost more than the copy, without
 * one: by two halves, which overlap. */
static inline void species_copy_slot(const Species *species, void *to,
                                     const void *from) {
    enum { TINY = 16, HALF = 32 };
    size_t n = species->slot, rest = n - HALF;
    if (n == TINY) {
        memcpy(to, from, TINY);
    } else if (n >= HALF && n <= 2 * HALF) {
        memcpy(to, from, HALF);
        memcpy((char *)to + rest, (const char *)from + rest, HALF);
    } else {
        memcpy(to, from, n);
    }
}

/* Copies the bytes in use and clears the rest of the slot. */
void species_copy(const Species *species, void *to, const void *from);

/* A 64-bit hash of the bytes in use; equal genomes have equal hashes. */
uint64_t species_hash(const Species *species, const void *genome);

/* The same of up to HASH_LANES genomes. */
void species_hash_some(const Species *species, const void *const *genomes,
                       size_t count, uint64_t *hashes);

/* How different two genomes are; 0 exactly if they are equal. */
double species_distance(const Species *species, const void *a, const void *b);

/* The operator of that name; NULL with the nearest name in `err`, or with the
 * reason why such programs cannot be made by it. */
const Operator *species_operator(const Species *species, const char *name,
                                 Err *err);

/* Can the operator make anything of such programs? False with the reason. */
bool species_suits(const Species *species, const Operator *op, Err *err);

/* Fills in the last of OPERATOR_NUMBERS. */
void species_derive(const Species *species, const Operator *op, double *param);

#endif
