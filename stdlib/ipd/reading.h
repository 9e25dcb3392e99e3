/* reading.h -- what the paper leaves open of the replicator, as choices.
 *
 * The first of each is what Ludus takes, and that there are no twins: what
 * scripts/laran-readings.lua found to give the printed figures best.
 */
#ifndef LUDUS_READING_H
#define LUDUS_READING_H

#include "base/err.h"
#include "base/rng.h"
#include "program/machine/machine.h"

/* Which replayed moves count. */
typedef enum Replay {
    REPLAY_ALL,
    REPLAY_FIRST,                    /* those before the first mistake */
    REPLAY_LATEST,                   /* those after the last mistake */
    REPLAY_COUNT
} Replay;

/* How "add node" connects the new one. */
typedef enum Grow {
    GROW_ONE,                        /* one transition leads to it */
    GROW_SHARED,                     /* each does with chance 1 / states */
    GROW_SPLIT,                      /* one goes on through it */
    GROW_COUNT
} Grow;

/* What "modify transition" does. */
typedef enum Modify {
    MODIFY_ONE,                      /* one transition leads elsewhere */
    MODIFY_BOTH,                     /* both of a state do */
    MODIFY_NODE,                     /* adds a node, as is printed */
    MODIFY_COUNT
} Modify;

/* Who comes first of equals. */
typedef enum Ties {
    TIES_CHANCE,
    TIES_OLDER,
    TIES_NEWER,
    TIES_SMALLER,                    /* the smaller; then by chance */
    TIES_COUNT
} Ties;

typedef struct Reading {
    Replay replay;
    Grow   grow;
    Modify modify;
    Ties   ties;
    bool   one_child;                /* "delete node" makes one, not both */
    bool   no_twins;                 /* a child equal to a living one dies */
    bool   no_contest;               /* parents are drawn without tournament */
    double weight;                   /* of a replayed move; 0: above all else */
    int    least_states;             /* of first machines; 0: one */
} Reading;

bool reading_check(const Reading *reading, int first_states, Err *err);

/* A new state, joined as that says. Nothing beyond `limit` states. */
void reading_grow(Grow grow, Machine *m, Rng *rng, int limit);

void reading_modify(const Reading *reading, Machine *m, Rng *rng, int limit);

#endif
