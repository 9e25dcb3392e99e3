/* optimum.h -- the best that an all-knowing player could do.
 *
 * Backward induction over the states of a known machine: the physical limit
 * against which learners are measured.
 */
#ifndef LUDUS_OPTIMUM_H
#define LUDUS_OPTIMUM_H

#include "program/machine/machine.h"
#include "payoff.h"

typedef enum Goal {
    GOAL_OWN,                        /* my own payoff; then harm the other */
    GOAL_DIFFERENCE,                 /* ahead of the other; then my own */
} Goal;

typedef struct Optimum {
    double own, other;               /* payoffs of both, by the best play */
} Optimum;

/* The outcome of playing that goal perfectly for `turns` turns against a
 * machine that starts in `state`. Both players have the same payoff. */
Optimum optimum_play(const Machine *m, int state, uint32_t turns,
                     const Payoff *payoff, Goal goal);

#endif
