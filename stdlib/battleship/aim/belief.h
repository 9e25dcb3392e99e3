/* belief.h -- what all the shots so far say, each hit explained by a ship.
 *
 * An explanation gives every hit that is not settled to a ship: a sunk one
 * through its last square, or one afloat that still has an open square. It
 * weighs as much as there are ways to lay the ships it does not use, each on
 * its own. A square's chance is the weight of the explanations that cover it,
 * and the share of the other ships' places through it.
 *
 * So a hit is more likely the ship that has few places elsewhere, and hits in a
 * row may be two ships side by side: the density player guesses both.
 */
#ifndef BATTLESHIP_BELIEF_H
#define BATTLESHIP_BELIEF_H

#include "battleship/board/waters.h"

/* A sunk ship that may have lain in several ways. */
typedef struct Riddle {
    int   ways;
    Cells way[2 * SHIP_LEN_MAX];
} Riddle;

typedef struct Belief {
    const Waters *sea;
    Cells         live;              /* hits that are not settled */
    int           riddles;
    Riddle        riddle[SHIPS_MAX];
    PlaceSet      open[SHIPS_MAX];   /* places that may still hold the ship */
    /* Filled in by belief_weigh(): */
    PlaceSet      clear[SHIPS_MAX];  /* those through no live hit */
    int           places[SHIPS_MAX]; /* how many they are */
    double        all;               /* weight of all explanations */
    double        wounded[CELLS_MAX];   /* of those that cover a square */
    double        unhit[SHIPS_MAX];  /* of those that do not use a ship */
} Belief;

/* A game begins: no shot has fallen. Borrows the sea. */
void belief_init(Belief *b, const Waters *sea);

/* Takes in what the shot at `cell` brought. */
void belief_told(Belief *b, int cell, ShotResult result);

/* Weighs the explanations. Looks at those of as few ships as there must be, and
 * at those of one ship more. */
void belief_weigh(Belief *b);

static inline bool belief_afloat(const Belief *b, int ship) {
    return !(b->sea->sunk >> ship & 1);
}

#endif
