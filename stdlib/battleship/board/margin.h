/* margin.h -- a board with a ring of squares around it.
 *
 * A program may step off the board and stays just outside until it comes back.
 * With the ring those squares are places like any other, so a step is one look
 * into a table and nothing is compared with the board's edges:
 *
 *     . . . . .        rows + 2 times cols + 2 places, numbered row by row;
 *     . # # # .        a step out of the ring stays where it is
 *     . # # # .
 *     . . . . .
 */
#ifndef BATTLESHIP_RING_H
#define BATTLESHIP_RING_H

#include "cells.h"

enum { RING_MAX = 204 };             /* around 4 x 32, the longest of all */

typedef struct Ring {
    int     cols, places;
    uint8_t at[CELLS_MAX];           /* the place of a square */
    uint8_t cell[RING_MAX];          /* the square of a place, if it is one */
    uint8_t board[RING_MAX];         /* 1: a square, 0: outside */
    uint8_t step[4][RING_MAX];       /* up, down, left, right */
} Ring;

/* The ring of a board of at most CELLS_MAX squares and 32 rows and columns. */
void margin_init(Ring *ring, int rows, int cols);

#endif
