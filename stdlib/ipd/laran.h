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

/* Of equally good sequences the one that begins with ... */
typedef enum Even { EVEN_C, EVEN_D, EVEN_CHANCE, EVEN_COUNT } Even;

typedef struct LaranOptions {
    ReplicatorOptions replicator;
    int               generations;   /* G of Table 1 */
    int               opening;       /* generations before the first move */
    int               depth;         /* N: moves looked ahead */
    Aim               aim;
    Even              even;
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
 * that state; `even` of equally good ones. */
Move laran_plan(const Model *model, int depth, const Payoff *payoff, Aim aim,
                Move even);

#endif
