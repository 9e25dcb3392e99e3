/* retreat.h -- when to make peace again with somebody who was woken.
 *
 * Watches what the turns cost. Where so many in a row have brought little more
 * than mutual defection does, it offers peace: twice c, then Tit For Tat, for
 * as long as that brings more. If it does not, war goes on, and the next offer
 * waits twice as long.
 */
#ifndef LUDUS_RETREAT_H
#define LUDUS_RETREAT_H

#include "base/err.h"
#include "payoff.h"
#include "program/machine/machine.h"

enum { RETREAT_PATIENCE_MAX = 1000, RETREAT_OFFER = 2 };

typedef struct Retreat {
    double poor;                     /* a turn that costs more is poor */
    double cost[2][2];               /* by my move and theirs */
    double sum;                      /* of the turns since the last change */
    int    turns, patience;          /* how many; after how many to judge */
    int    offered;                  /* c's of an offer so far */
    bool   calm;                     /* plays Tit For Tat */
    Move   last;                     /* theirs */
} Retreat;

/* With patience 0 there is never a retreat. */
Retreat retreat_start(int patience, const Payoff *payoff);

void retreat_see(Retreat *r, Move mine, Move theirs);

/* Is it peace, and what does one play then? */
static inline bool retreat_calm(const Retreat *r) { return r->calm; }

static inline Move retreat_move(const Retreat *r) {
    return r->offered < RETREAT_OFFER ? MOVE_C : r->last;
}

#endif
