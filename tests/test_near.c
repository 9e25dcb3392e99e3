/* test_near.c -- squares near one as bits, against the board square by square.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "greatest.h"
#include "minesweeper/near.h"

/* Rings as they are drawn in near.h, walked in the sense of directions. */
static bool offset(int direction, int *y, int *x) {
    static const int turn[4][2] = { { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 0 } };
    int ring = direction <= 0 || direction > 24 ? 0 : direction <= 8 ? 1 : 2;
    int steps = direction - (ring == 2 ? 9 : 1), side = 0, gone = 0;
    *y = ring;
    *x = 0;
    for (; ring && steps > 0; steps--) {
        *y += turn[side][0];
        *x += turn[side][1];
        if (++gone == (side ? 2 * ring : ring)) {
            side = (side + 1) % 4;
            gone = 0;
        }
    }
    return ring > 0;
}

static bool next_to(int ay, int ax, int by, int bx) {
    return abs(ay - by) <= 1 && abs(ax - bx) <= 1 && (ay != by || ax != bx);
}

typedef struct Place {
    int  y, x;
    bool tells;                      /* it is on the board, and open */
} Place;

static Place place(const Mines *m, const uint8_t *board, int y, int x) {
    bool on = y >= 0 && y < m->options.rows && x >= 0 && x < m->options.cols;
    return (Place){ y, x, on && (board[y * m->options.cols + x] & SQ_OPEN) };
}

/* Is the square around the place, which tells of it? */
static bool around(Place p, int y, int x) {
    return p.tells && next_to(p.y, p.x, y, x);
}

static bool as_it_is(NearBoard *near, const Mines *m, const uint8_t *board,
                     uint32_t at, int32_t direction) {
    int cols = m->options.cols, dy, dx, more = 0, own = 0, other = 0;
    Place here = place(m, board, (int)at / cols, (int)at % cols), there = here;
    if (offset(direction, &dy, &dx))
        there = place(m, board, here.y + dy, here.x + dx);
    else there.tells = false;
    NearPair pair = near_compare(near, m, board, at, direction);
    NearSet left = pair.own;
    if (here.tells) more += board[at] >> SQ_NUMBER_SHIFT;
    if (there.tells) more -= board[there.y * cols + there.x] >> SQ_NUMBER_SHIFT;
    for (int q = 0; q < m->squares; q++) {
        int y = q / cols, x = q % cols;
        bool mine = around(here, y, x), its = around(there, y, x);
        if (board[q] & SQ_OPEN) continue;
        if (board[q] & SQ_MARK) {
            more += its - mine;
            continue;
        }
        other += its && !mine;
        if (!mine || its) continue;
        own++;
        if (!left || near_take(m, at, &left) != (uint32_t)q) return false;
    }
    return !left && more == pair.more && own == near_size(pair.own) &&
           other == near_size(pair.other);
}

static void shuffle_board(Rng *rng, const Mines *m, NearBoard *near,
                          uint8_t *board) {
    near_deal(near, m);
    for (uint32_t q = 0; q < (uint32_t)m->squares; q++) {
        board[q] = (uint8_t)(rng_below(rng, 9) << SQ_NUMBER_SHIFT);
        board[q] |= (uint8_t)(rng_below(rng, 4) << 1);
        near_note(near, m, q, board[q]);
    }
}

TEST pairs_are_what_the_board_shows(void) {
    static const int sizes[][2] = { { 2, 2 },  { 3, 7 },   { 8, 8 },
                                    { 5, 64 }, { 64, 64 }, { 16, 30 } };
    static NearBoard near;
    static uint8_t board[MINES_SQUARES_MAX];
    Rng rng = rng_key(1, 0, 0, RNG_CASES);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        MinesOptions o = mines_options();
        Err err;
        o.rows = sizes[i][0];
        o.cols = sizes[i][1];
        o.all = false;
        o.sample = 1;
        Mines *m = mines_new(&o, &err);
        ASSERT(m);
        shuffle_board(&rng, m, &near, board);
        for (int n = 0; n < 2000; n++) {
            uint32_t q = rng_below(&rng, (uint32_t)m->squares);
            board[q] ^= (uint8_t)(rng_below(&rng, 4) << 1);
            near_note(&near, m, q, board[q]);
            uint32_t at = rng_below(&rng, (uint32_t)m->squares);
            int32_t direction = (int32_t)rng_below(&rng, 28) - 1;
            ASSERT(as_it_is(&near, m, board, at, direction));
            ASSERT(as_it_is(&near, m, board, at, direction));
        }
        mines_free(m);
    }
    PASS();
}

TEST who_is_not_there_takes_nothing_away(void) {
    static NearBoard near;
    static const int32_t none[] = { 0, -1, 25, INT32_MIN, INT32_MAX };
    MinesOptions o = mines_options();
    Err err;
    Mines *m = mines_new(&o, &err);
    uint8_t board[36] = { 0 };
    near_deal(&near, m);
    board[7] = 3 << SQ_NUMBER_SHIFT | SQ_OPEN;
    near_note(&near, m, 7, board[7]);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        NearPair pair = near_compare(&near, m, board, 7, none[i]);
        ASSERT_EQ(3, pair.more);
        ASSERT_EQ(8, near_size(pair.own));
        ASSERT_EQ(0u, pair.other);
    }
    mines_free(m);
    PASS();
}

SUITE(test_near) {
    RUN_TEST(pairs_are_what_the_board_shows);
    RUN_TEST(who_is_not_there_takes_nothing_away);
}
