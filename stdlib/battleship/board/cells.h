/* cells.h -- sets of squares as bits.
 *
 * A set of squares of one board is a word of 128 bits, square number
 * row * cols + col at that bit; row 0 is the top. The compilers we support have
 * such a type on every 64-bit machine.
 */
#ifndef BATTLESHIP_CELLS_H
#define BATTLESHIP_CELLS_H

#include <stdbool.h>
#include <stdint.h>

enum { CELLS_MAX = 128 };            /* squares of the largest board */

__extension__ typedef unsigned __int128 Cells;

static inline Cells cells_one(int cell) { return (Cells)1 << cell; }

static inline bool cells_has(Cells set, int cell) { return set >> cell & 1; }

static inline int cells_count(Cells set) {
    return __builtin_popcountll((uint64_t)set) +
           __builtin_popcountll((uint64_t)(set >> 64));
}

/* The lowest square of a set that is not empty. */
static inline int cells_first(Cells set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low)
               : 64 + __builtin_ctzll((uint64_t)(set >> 64));
}

#endif
