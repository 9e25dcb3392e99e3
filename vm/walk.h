/* walk.h -- what the reference engine keeps while it walks a tree program.
 *
 * See walk.inc, which a game includes to make its own walker.
 */
#ifndef LUDUS_WALK_H
#define LUDUS_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "tree.h"

typedef struct Walk {
    const Symbol   *symbol;          /* the vocabulary's table */
    const uint8_t  *code;
    const uint16_t *span;            /* parallel to code: nodes of each subtree */
    uint32_t        start[VOCAB_BRANCHES];
    uint32_t        steps, budget;
    bool            stop, out_of_steps;
} Walk;

/* Gets ready to walk a program many times; `span` has room for all its nodes. */
void walk_program(Walk *walk, const Tree *tree, uint16_t *span);

/* Starts over with so many steps to spend. */
static inline void walk_start(Walk *walk, uint32_t budget) {
    walk->steps = 0;
    walk->budget = budget;
    walk->stop = walk->out_of_steps = false;
}

#endif
