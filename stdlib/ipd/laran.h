/* laran.h -- the player of Piccolo and Squillero 2011.
 *
 * Before every move it breeds some generations of models of its opponent, then
 * plays the first move of the best sequence of N moves against the best model.
 */
#ifndef LUDUS_LARAN_H
#define LUDUS_LARAN_H

#include "player.h"
#include "replicator.h"

/* What the look-ahead wants. */
typedef enum Aim {
    AIM_OWN,                         /* the least own sentence */
    AIM_DIFFERENCE,                  /* the greatest lead */
    AIM_IMPOSED,                     /* the worst for the other */
    AIM_COUNT
} Aim;

enum { LARAN_DEPTH_MAX = 16 };

typedef struct LaranOptions {
    ReplicatorOptions replicator;
    int               generations;   /* G of Table 1 */
    int               depth;         /* N: moves looked ahead */
    Aim               aim;
} LaranOptions;

LaranOptions laran_defaults(void);

typedef struct Laran {
    Player       player;
    LaranOptions options;
    int          standards;
    Machine      standard[REPLICATOR_STANDARDS_MAX];
} Laran;

/* Standard opponents are the paper's twenty if `count` is 0. */
bool laran_init(Laran *laran, const LaranOptions *options,
                const Machine *standards, int count, Err *err);

/* The first move of the best sequence of `depth` moves against the machine in
 * that state; of equally good ones the first in the order c before d. */
Move laran_plan(const Machine *m, int state, int depth, const Payoff *payoff,
                Aim aim);

#endif
