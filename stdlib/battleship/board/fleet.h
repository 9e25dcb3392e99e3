/* fleet.h -- a board's size and the ships that go on it.
 *
 * Made once and never changed, so all threads share it. All places where a ship
 * of some length can lie are numbered. Ships are kept longest first.
 */
#ifndef BATTLESHIP_FLEET_H
#define BATTLESHIP_FLEET_H

#include "base/err.h"
#include "margin.h"
#include "placeset.h"
#include "base/rng.h"

enum {
    SIDE_MAX = 32,                   /* rows or columns; see also CELLS_MAX */
    SHIPS_MAX = 8,
    SHIP_LEN_MAX = 8,
    LATTICE_SHIFTS = 840,            /* a multiple of every length */
};

typedef struct Fleet {
    int     rows, cols, cells;
    int     ships;
    int     len[SHIPS_MAX];          /* longest first */
    Cells   board;                   /* all squares */
    Ring    ring;
    int     places[SHIP_LEN_MAX + 1];
    Cells   place[SHIP_LEN_MAX + 1][PLACES_MAX];
    uint8_t first[SHIP_LEN_MAX + 1][PLACES_MAX];    /* square of the bow */
    uint8_t stride[SHIP_LEN_MAX + 1][PLACES_MAX];   /* to the next square */
    uint8_t through[SHIP_LEN_MAX + 1][CELLS_MAX][2 * SHIP_LEN_MAX];
    uint8_t through_count[SHIP_LEN_MAX + 1][CELLS_MAX];
    PlaceSet across[SHIP_LEN_MAX + 1][CELLS_MAX];   /* the same, as sets */
    Cells   starts[SHIP_LEN_MAX + 1][2];   /* first squares along row, column */
    Cells   lattice[SHIP_LEN_MAX + 1][SHIP_LEN_MAX];
    Cells   sample[SHIPS_MAX];       /* one fleet that fits */
} Fleet;

/* Fills in the tables for a board and its ships' lengths. An error if a number
 * is outside its limit or the ships do not fit the board. */
bool fleet_init(Fleet *fleet, int rows, int cols, const int *lens, int ships,
                Err *err);

/* Squares whose diagonal number plus `shift` is a multiple of `step`, a length:
 * every ship of that length covers one of them. */
static inline Cells fleet_lattice(const Fleet *fleet, int step, int shift) {
    return fleet->lattice[step][shift % step];
}

/* The squares that a ship of this length could cover without touching any of
 * `blocked`. */
Cells fleet_reach(const Fleet *fleet, int len, Cells blocked);

/* The neighbour of a square: 0 up, 1 down, 2 left, 3 right; -1 off the
 * board. */
static inline int fleet_step(const Fleet *fleet, int cell, int dir) {
    int row = cell / fleet->cols, col = cell % fleet->cols;
    switch (dir) {
    case 0:  return row > 0 ? cell - fleet->cols : -1;
    case 1:  return row < fleet->rows - 1 ? cell + fleet->cols : -1;
    case 2:  return col > 0 ? cell - 1 : -1;
    default: return col < fleet->cols - 1 ? cell + 1 : -1;
    }
}

/* Draws each ship in turn at a random free place: the paper's random
 * placement. */
void fleet_draw(const Fleet *fleet, Rng *rng, Cells ship[]);

/* Is each ship at one of its places, and on no other? Tells which is not. */
bool fleet_legal(const Fleet *fleet, const Cells ship[], Err *err);

#endif
