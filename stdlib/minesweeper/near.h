/* near.h -- the squares near one as a set of bits, and what numbers tell.
 *
 * Of a board that is played two sets are kept row by row, in step with its
 * bytes: squares that are covered and not marked, and marked ones. The squares
 * at most three away from one are cut out of them as the 49 bits of a window:
 *
 *      0  1  2  3  4  5  6
 *      7  8  9 10 11 12 13        24 is the square itself; the 8 next to it are
 *     14 15 16 17 18 19 20        directions 1 to 8, the 16 around those
 *     21 22 23 24 25 26 27        directions 9 to 24, in the same sense, from
 *     28 29 30 31 32 33 34        two below; what is next to each of them lies
 *     35 36 37 38 39 40 41        in the window, too.
 *     42 43 44 45 46 47 48
 *
 * Squares beyond the edge are in no set; nothing wraps.
 */
#ifndef LUDUS_MINES_NEAR_H
#define LUDUS_MINES_NEAR_H

#include "mines.h"

enum {
    NEAR_REACH      = 3,
    NEAR_SIDE       = 2 * NEAR_REACH + 1,
    NEAR_HERE       = NEAR_REACH * NEAR_SIDE + NEAR_REACH,
    NEAR_DIRECTIONS = 25,            /* 0 here, and those around */
};

typedef uint64_t NearSet;

/* What is seen of two squares, the one here and the one in a direction. A
 * square that is covered, off the board, or in a direction that is none tells
 * nothing: nothing is around it and its number is 0. Direction 0 is none, too:
 * nobody is there to compare with. */
typedef struct NearPair {
    NearSet own, other;              /* covered, not marked: around this one
                                        and not that, and the reverse */
    int32_t more;                    /* mines that this one's number has to
                                        place, less those of the other */
} NearPair;

typedef struct NearBoard {
    uint64_t covered[MINES_SIDE_MAX];    /* and not marked; bit of a column */
    uint64_t marked[MINES_SIDE_MAX];
    int32_t  covered_count, marked_count;    /* on the whole board */
    uint32_t changes;                /* counted, so that */
    uint32_t seen_at, seen_changes;  /* the window is cut once: where, when, */
    NearSet  near_covered, near_marked;
    uint32_t compared;               /* and by direction, as bits, pairs: */
    NearPair pair[NEAR_DIRECTIONS];
} NearBoard;

/* All squares are covered. */
void near_deal(NearBoard *near, const Mines *mines);

/* The byte of a square has changed. */
void near_note(NearBoard *near, const Mines *mines, uint32_t square,
               uint8_t byte);

/* Compares the square with the one in the direction, which may be any number.
 */
NearPair near_compare(NearBoard *near, const Mines *mines, const uint8_t *board,
                      uint32_t at, int32_t direction);

/* Takes a square out of a set of those near `at`. */
uint32_t near_take(const Mines *mines, uint32_t at, NearSet *set);

static inline int32_t near_size(NearSet set) {
    return (int32_t)__builtin_popcountll(set);
}

#endif
