/* sink_by_hand.h -- hand-written sinking: the paper's three states. */
#ifndef BATTLESHIP_CHASE_H
#define BATTLESHIP_CHASE_H

#include "hunt.h"

typedef enum ChaseKind {
    CHASE_NONE,                      /* hits change nothing */
    CHASE_THREE,                     /* searching, locked, sinking */
    CHASE_MEMORY,                    /* the same, and no hit is forgotten */
    CHASE_KINDS
} ChaseKind;

extern const HuntRow chases[CHASE_KINDS];   /* names and help */

/* Shoots until every ship is sunk. */
void sink_by_hand_play(ChaseKind kind, Hunt *hunt, Waters *sea, Rng *rng);

#endif
