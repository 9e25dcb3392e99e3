/* foresight.h -- the player that explains its hits and looks ahead.
 *
 * With a ship hit it shoots where the chance is greatest, see belief.h, and
 * counts for a part what a miss there would tell of ships that are not hit.
 * While none is, it judges a few squares that are dense in places. A plan goes
 * on from each greedily as if all shots missed, until no ship is left to be
 * found; it costs the shots that are expected until the last one is met,
 *
 *     sum over t of 1 - product over ships of (1 - its places left / all)
 *
 * With one ship or two afloat the cheapest plan is nearly all that counts. With
 * all of them afloat much will change before it is carried out: then a square
 * is better if it is denser, on the lattice of the shortest ship, and at a
 * regular distance from those that were shot at.
 */
#ifndef BATTLESHIP_FORESIGHT_H
#define BATTLESHIP_FORESIGHT_H

#include "belief.h"

/* Shoots until every ship is sunk. */
void foresight_play(Waters *sea, Rng *rng);

#endif
