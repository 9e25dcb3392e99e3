/* quiet.h -- calls of a program that are known to change nothing.
 *
 * In a sweep what a call does depends on the squares near the one where it
 * begins, two away or, if it compared with a square in a direction beyond 8,
 * three; and on what else it asked. One that changed nothing changes nothing
 * again, in as many steps, until one of those squares looks otherwise or an
 * answer is another one. Most calls are of that kind, so they are written down
 * square by square and not walked again.
 *
 * A call that went away, or that used registers, is never written down.
 */
#ifndef LUDUS_MINES_QUIET_H
#define LUDUS_MINES_QUIET_H

#include <string.h>

#include "walker.h"

typedef struct QuietCall {
    uint32_t steps;
    uint8_t  asked;                  /* of MinesAsked, and what the answers */
    int32_t  idle, marked, covered;  /* were */
} QuietCall;

typedef struct QuietCalls {
    bool      kept;                  /* else all is walked */
    uint64_t  near[MINES_SIDE_MAX];  /* known ones, a bit per column: of two */
    uint64_t  far[MINES_SIDE_MAX];   /* squares around, and of three */
    QuietCall call[MINES_SQUARES_MAX];
} QuietCalls;

/* A case begins: nothing is known. */
static inline void quiet_begin(QuietCalls *quiet, const Mines *mines) {
    size_t bytes = (size_t)mines->options.rows * sizeof *quiet->near;
    memset(quiet->near, 0, bytes);
    memset(quiet->far, 0, bytes);
}

static inline void quiet_clear(uint64_t *known, const Mines *mines,
                               uint32_t square, int reach) {
    int cols = mines->options.cols, rows = mines->options.rows;
    int y = (int)square / cols, x = (int)square % cols;
    uint64_t side = (UINT64_C(2) << 2 * reach) - 1;
    side = x < reach ? side >> (reach - x) : side << (x - reach);
    int last = y + reach < rows ? y + reach : rows - 1;
    for (int row = y < reach ? 0 : y - reach; row <= last; row++)
        known[row] &= ~side;
}

/* The square looks otherwise. */
static inline void quiet_forget(QuietCalls *quiet, const Mines *mines,
                                uint32_t square) {
    if (!quiet->kept) return;
    quiet_clear(quiet->near, mines, square, NEAR_REACH - 1);
    quiet_clear(quiet->far, mines, square, NEAR_REACH);
}

#endif
