/* payoff.h -- what the outcomes of a two-move game are worth.
 *
 * A match is summed up by how often each of the four outcomes came, and is
 * only then valued: counts are exact, so every way to play a match gives the
 * same sums to the last bit.
 */
#ifndef LUDUS_PAYOFF_H
#define LUDUS_PAYOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "program/machine/machine.h"

typedef struct Payoff {
    double of[2][2];                 /* by my move, then the other's */
    bool   minimise;                 /* less is better: years of prison */
} Payoff;

/* Outcomes counted from one player's seat: n[mine][theirs]. */
typedef struct Tally {
    uint64_t n[2][2];
} Tally;

/* Years of sentence of Piccolo and Squillero 2011: T 0, R 1, P 6, S 7. */
Payoff payoff_paper(void);

/* Axelrod's points: T 5, R 3, P 1, S 0. */
Payoff payoff_axelrod(void);

/* The tally from the other seat. */
Tally payoff_swap(Tally t);

/* What the tally is worth to its own player; `payoff` is that player's. */
double payoff_sum(const Payoff *payoff, Tally t);

/* A payoff as a cost, so that less is always better. */
static inline double payoff_cost(const Payoff *p, int mine, int theirs) {
    return p->minimise ? p->of[mine][theirs] : -p->of[mine][theirs];
}

#endif
