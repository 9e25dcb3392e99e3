/* board.h -- an Othello position as two sets of squares.
 *
 * A set is 64 bits: bit 0 is a1, bit 7 h1, bit 8 a2, bit 63 h8; row 1 is the
 * top one. A Board is seen by the side to move: `me` are its discs, `you` the
 * opponent's; playing swaps the two. A Position adds which colour is to move.
 *
 * Invariant: me & you == 0. Nothing here allocates.
 */
#ifndef OTHELLO_BOARD_H
#define OTHELLO_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum { OTH_SQUARES = 64, OTH_TEXT = 66 };    /* 64 squares, a blank, the side */

#define OTH_BIT(square) (UINT64_C(1) << (square))
#define OTH_CORNERS UINT64_C(0x8100000000000081)

typedef struct Board {
    uint64_t me, you;
} Board;

typedef struct Position {
    Board board;
    bool  white;                     /* the side to move */
} Position;

#if defined(__GNUC__)
#define OTH_INLINE static inline __attribute__((always_inline))
#else
#define OTH_INLINE static inline
#endif

/* ---- counting ----------------------------------------------------------- */

OTH_INLINE int oth_count(uint64_t set) { return __builtin_popcountll(set); }
OTH_INLINE int oth_first(uint64_t set) { return __builtin_ctzll(set); }

OTH_INLINE int oth_empties(Board b) { return 64 - oth_count(b.me | b.you); }

/* Discs of the side to move minus the opponent's. */
OTH_INLINE int oth_difference(Board b) {
    return oth_count(b.me) - oth_count(b.you);
}

/* ---- the rules ---------------------------------------------------------- */

/* Squares that end a line of `over` squares which starts beside `from`, in the
 * two directions of one step: five doublings instead of six single steps. */
OTH_INLINE uint64_t oth_line_ends(uint64_t from, uint64_t over, int step) {
    uint64_t up = over & (from << step), down = over & (from >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    uint64_t pairs = over & (over << step), back = pairs >> step;
    up |= pairs & (up << 2 * step);
    down |= back & (down >> 2 * step);
    up |= pairs & (up << 2 * step);
    down |= back & (down >> 2 * step);
    return (up << step) | (down >> step);
}

/* The part of `over` between `square` and a disc of `mine`, both directions. */
OTH_INLINE uint64_t oth_line_flips(uint64_t square, uint64_t mine,
                                   uint64_t over, int step) {
    uint64_t up = over & (square << step), down = over & (square >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    uint64_t pairs = over & (over << step), back = pairs >> step;
    up |= pairs & (up << 2 * step);
    down |= back & (down >> 2 * step);
    up |= pairs & (up << 2 * step);
    down |= back & (down >> 2 * step);
    return ((up << step) & mine ? up : 0) | ((down >> step) & mine ? down : 0);
}

/* Lines that cross a side of the board would wrap around: discs in files a and
 * h cannot be inside a line that is not vertical. */
#define OTH_INNER UINT64_C(0x7e7e7e7e7e7e7e7e)

/* The squares where the side to move may play. */
OTH_INLINE uint64_t oth_moves(Board b) {
    uint64_t inner = b.you & OTH_INNER;
    return (oth_line_ends(b.me, inner, 1) | oth_line_ends(b.me, inner, 7) |
            oth_line_ends(b.me, b.you, 8) | oth_line_ends(b.me, inner, 9)) &
           ~(b.me | b.you);
}

/* The discs that playing on `square` turns over; none if it is not legal. The
 * square must be empty. */
OTH_INLINE uint64_t oth_flips(Board b, int square) {
    uint64_t x = OTH_BIT(square), inner = b.you & OTH_INNER;
    return oth_line_flips(x, b.me, inner, 1) |
           oth_line_flips(x, b.me, inner, 7) |
           oth_line_flips(x, b.me, b.you, 8) |
           oth_line_flips(x, b.me, inner, 9);
}

OTH_INLINE Board oth_pass(Board b) { return (Board){ b.you, b.me }; }

/* The board after a move that turns `flips`, seen by the opponent. */
OTH_INLINE Board oth_after(Board b, int square, uint64_t flips) {
    return (Board){ b.you ^ flips, b.me ^ flips ^ OTH_BIT(square) };
}

/* ---- positions ---------------------------------------------------------- */

/* The start: black on e4 and d5, white on d4 and e5, black to move. */
Position oth_start(void);

/* Plays on `square`, then passes for a side that cannot move, unless neither
 * can. False, and nothing changed, if the move is not legal. */
bool oth_play(Position *position, int square);

/* True if neither side can move. */
bool oth_over(Board b);

/* Discs of black minus discs of white. */
int oth_black_lead(const Position *position);

/* Every position of black and white as sets. */
uint64_t oth_black(const Position *position);
uint64_t oth_white(const Position *position);

/* ---- text --------------------------------------------------------------- */

/* "f5" from 37; `name` has room for 3 bytes. */
void oth_square_name(int square, char *name);

/* 37 from "f5" or "F5"; -1 if it names no square. */
int oth_square_find(const char *name);

/* Writes the 64 squares from a1 to h8 (X black, O white, - empty), a blank and
 * the side to move: the first part of the OBF format of other programs. */
void oth_print(const Position *position, char text[OTH_TEXT + 1]);

/* Reads what oth_print() writes; `*` and `B` are read as X, `.` as -, blanks
 * and line ends between squares are skipped. */
bool oth_read(const Source *src, Position *position, Err *err);

#endif
