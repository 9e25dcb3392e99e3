/* lattice.h -- few squares that no ship of two can avoid.
 *
 * The places of a ship of two join squares of different colours, as edges do.
 * The least set of squares with one on each edge is found by a flow from the
 * one colour to the other (König), and it follows the gaps that misses leave,
 * where a checkerboard would go on with the wrong colour.
 */
#ifndef BATTLESHIP_LATTICE_H
#define BATTLESHIP_LATTICE_H

#include "battleship/board/fleet.h"

/* The least of them for those places of two squares. Of sets nearly equal that
 * with the greater values is taken, and of equal ones that of the colour. */
Cells lattice_least(const Fleet *fleet, const PlaceSet *twos,
                    const double value[], int colour);

#endif
