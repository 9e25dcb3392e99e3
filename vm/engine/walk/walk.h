/* walk.h -- what the reference engine keeps while it walks a tree program.
 *
 * See walk.inc, which a game includes to make its own walker.
 */
#ifndef LUDUS_WALK_H
#define LUDUS_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "program/tree/tree.h"

typedef struct Walk {
    const uint8_t  *pc;              /* the next node */
    uint32_t        steps, limit;    /* limit: the budget, or 0 once stopped */
    const uint8_t  *op;              /* the vocabulary's tables */
    const int32_t  *k;
    const uint8_t  *arity;
    const uint8_t  *code;
    const uint16_t *span;            /* beside code: nodes of each subtree */
    uint32_t        start[VOCAB_BRANCHES];
    bool            stop, out_of_steps;
} Walk;

/* Gets ready to walk a program without spans, of so many nodes. */
size_t walk_begin(Walk *walk, const Tree *tree);

/* Gets ready to walk a program many times; `span` has room for its nodes. */
void walk_program(Walk *walk, const Tree *tree, uint16_t *span);

/* Starts over with so many steps to spend. */
static inline void walk_start(Walk *walk, uint32_t budget) {
    walk->pc = walk->code;
    walk->steps = 0;
    walk->limit = budget;
    walk->stop = walk->out_of_steps = false;
}

/* Ends the walk: from now on nothing acts and every node gives 0. */
static inline void walk_stop(Walk *walk) {
    walk->stop = true;
    walk->limit = 0;
}

/* What a node does that may not run: the first to be refused says why. */
static inline int32_t walk_refuse(Walk *walk) {
    if (!walk->stop) walk->out_of_steps = true;
    walk_stop(walk);
    return 0;
}

#endif
