/* foresight.h -- the player that explains its hits and looks ahead.
 *
 * With a ship hit it shoots at the square of the greatest chance, see belief.h.
 * While none is, it makes plans: a few first shots on each lattice, each gone
 * on with greedily as if all shots missed, until no ship is left to be found.
 * A plan costs the shots that are expected until the last ship afloat is met,
 *
 *     sum over t of 1 - product over ships of (1 - its places left / all)
 *
 * and the first shot of the cheapest plan is fired. Greed asks for the next
 * hit; what costs games is the last ship, not the next one.
 */
#ifndef BATTLESHIP_FORESIGHT_H
#define BATTLESHIP_FORESIGHT_H

#include "belief.h"

/* Shoots until every ship is sunk. */
void foresight_play(Waters *sea, Rng *rng);

#endif
