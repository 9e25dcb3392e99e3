/* margin.c -- the tables of a board and the places around it. */
#include "margin.h"

#include <assert.h>
#include <string.h>

void margin_init(Ring *ring, int rows, int cols) {
    memset(ring, 0, sizeof *ring);
    ring->cols = cols + 2;
    ring->places = (rows + 2) * (cols + 2);
    assert(ring->places <= RING_MAX);
    for (int p = 0; p < ring->places; p++) {
        int row = p / ring->cols, col = p % ring->cols;
        ring->step[0][p] = (uint8_t)(row > 0 ? p - ring->cols : p);
        ring->step[1][p] = (uint8_t)(row <= rows ? p + ring->cols : p);
        ring->step[2][p] = (uint8_t)(col > 0 ? p - 1 : p);
        ring->step[3][p] = (uint8_t)(col <= cols ? p + 1 : p);
        if (row == 0 || row > rows || col == 0 || col > cols) continue;
        int cell = (row - 1) * cols + col - 1;
        ring->board[p] = 1;
        ring->cell[p] = (uint8_t)cell;
        ring->at[cell] = (uint8_t)p;
    }
}
