/* waters.h -- one player's waters during a game: ships, and the shots at them.
 *
 * A shooter may read what it was told (shot, hit, sunk, last_sunk, log) and the
 * fleet's tables; the squares of the ships are the game's secret.
 */
#ifndef BATTLESHIP_SEA_H
#define BATTLESHIP_SEA_H

#include <assert.h>

#include "fleet.h"

typedef enum ShotResult { SHOT_MISS, SHOT_HIT, SHOT_SUNK } ShotResult;

typedef struct Waters {
    const Fleet *fleet;
    Cells        ship[SHIPS_MAX];    /* secret */
    Cells        all;                /* their squares; secret */
    Cells        shot, hit;
    int          shots;
    int          left;               /* ships afloat */
    unsigned     sunk;               /* bit i: ship i was announced as sunk */
    int          last_sunk;          /* by the last shot, or -1 */
    uint8_t      log[CELLS_MAX];     /* the shots in order */
} Waters;

/* Waters with these ships and no shots yet. */
void waters_init(Waters *sea, const Fleet *fleet, const Cells ship[]);

/* Shoots at a square that was not shot before. Here for its speed. */
static inline ShotResult waters_fire(Waters *sea, int cell) {
    assert(cell >= 0 && cell < sea->fleet->cells &&
           !cells_has(sea->shot, cell));
    Cells one = cells_one(cell);
    sea->log[sea->shots++] = (uint8_t)cell;
    sea->shot |= one;
    sea->last_sunk = -1;
    if (!(sea->all & one)) return SHOT_MISS;
    sea->hit |= one;
    int i = 0;
    while (!(sea->ship[i] & one)) i++;
    if (sea->ship[i] & ~sea->hit) return SHOT_HIT;
    sea->left--;
    sea->sunk |= 1u << i;
    sea->last_sunk = i;
    return SHOT_SUNK;
}

/* Lengths of the longest and shortest ship afloat; 0 if there is none. */
int waters_longest(const Waters *sea);
int waters_shortest(const Waters *sea);

/* Squares not shot yet that some ship afloat could cover, given the misses; all
 * open squares if there is none. */
Cells waters_possible(const Waters *sea);

/* Among the hits in `live`, the squares of a ship that the shot at `cell` just
 * sank: of several runs of its length through that square, one by chance. Only
 * the type is announced, so this may err. */
Cells waters_guess_sunk(const Waters *sea, Cells live, int cell, Rng *rng);

#endif
