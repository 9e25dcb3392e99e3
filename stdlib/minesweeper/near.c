/* near.c -- the squares near one as a set of bits. */
#include "near.h"

#include <string.h>

/* Here, the ring around it, the ring around that. */
static const int8_t down[NEAR_DIRECTIONS] = { 0,  1,  1,  0, -1, -1, -1, 0,  1,
                                              2,  2,  2,  1, 0,  -1, -2, -2, -2,
                                              -2, -2, -1, 0, 1,  2,  2 };
static const int8_t right[NEAR_DIRECTIONS] = { 0,  0,  1,  1, 1,  0,  -1,
                                               -1, -1, 0,  1, 2,  2,  2,
                                               2,  2,  1,  0, -1, -2, -2,
                                               -2, -2, -2, -1 };

/* The eight squares around the middle. */
static const NearSet ring = UINT64_C(7) << (NEAR_HERE - NEAR_SIDE - 1) |
                            UINT64_C(5) << (NEAR_HERE - 1) |
                            UINT64_C(7) << (NEAR_HERE + NEAR_SIDE - 1);

void near_deal(NearBoard *near, const Mines *mines) {
    int rows = mines->options.rows, cols = mines->options.cols;
    uint64_t all = ~UINT64_C(0) >> (64 - cols);
    for (int y = 0; y < rows; y++) near->covered[y] = all;
    memset(near->marked, 0, (size_t)rows * sizeof *near->marked);
    near->covered_count = mines->squares;
    near->marked_count = 0;
    near->changes = 1;
    near->seen_changes = 0;
}

void near_note(NearBoard *near, const Mines *mines, uint32_t square,
               uint8_t byte) {
    uint32_t cols = (uint32_t)mines->options.cols, y = square / cols;
    uint64_t bit = UINT64_C(1) << square % cols;
    uint8_t look = byte & (SQ_OPEN | SQ_MARK);
    near->covered_count -= (near->covered[y] & bit) != 0;
    near->marked_count -= (near->marked[y] & bit) != 0;
    near->covered[y] &= ~bit;
    near->marked[y] &= ~bit;
    if (look == 0) near->covered[y] |= bit;
    if (look == SQ_MARK) near->marked[y] |= bit;
    near->covered_count += look == 0;
    near->marked_count += look == SQ_MARK;
    near->changes++;
}

static NearSet cut(const uint64_t *row, const Mines *mines, int y, int x) {
    NearSet set = 0;
    for (int i = 0; i < NEAR_SIDE; i++) {
        int at = y + i - NEAR_REACH;
        if (at < 0 || at >= mines->options.rows) continue;
        uint64_t r = x >= NEAR_REACH ? row[at] >> (x - NEAR_REACH)
                                     : row[at] << (NEAR_REACH - x);
        set |= (r & ((1 << NEAR_SIDE) - 1)) << (i * NEAR_SIDE);
    }
    return set;
}

/* Cuts the window out, unless that has been done. */
static void see(NearBoard *near, const Mines *mines, uint32_t at) {
    if (near->seen_at == at && near->seen_changes == near->changes) return;
    int cols = mines->options.cols, y = (int)at / cols, x = (int)at % cols;
    near->near_covered = cut(near->covered, mines, y, x);
    near->near_marked = cut(near->marked, mines, y, x);
    near->seen_at = at;
    near->seen_changes = near->changes;
    near->compared = 0;
}

/* What the square in that direction tells, as `own` and `more`. */
static NearPair tell(const NearBoard *near, const Mines *mines,
                     const uint8_t *board, uint32_t at, int direction) {
    int cols = mines->options.cols, rows = mines->options.rows;
    int y = (int)at / cols + down[direction];
    int x = (int)at % cols + right[direction];
    if (y < 0 || y >= rows || x < 0 || x >= cols) return (NearPair){ 0 };
    uint8_t byte = board[y * cols + x];
    if (!(byte & SQ_OPEN)) return (NearPair){ 0 };
    int shift = down[direction] * NEAR_SIDE + right[direction];
    NearSet around = shift < 0 ? ring >> -shift : ring << shift;
    int number = byte >> SQ_NUMBER_SHIFT;
    return (NearPair){ .own = near->near_covered & around,
                       .more = number - near_size(near->near_marked & around) };
}

static NearPair compare(const NearBoard *near, const Mines *mines,
                        const uint8_t *board, uint32_t at, int direction) {
    NearPair here = tell(near, mines, board, at, 0);
    if (direction == 0) return here;
    NearPair there = tell(near, mines, board, at, direction);
    return (NearPair){ .own = here.own & ~there.own,
                       .other = there.own & ~here.own,
                       .more = here.more - there.more };
}

NearPair near_compare(NearBoard *near, const Mines *mines, const uint8_t *board,
                      uint32_t at, int32_t direction) {
    int d = direction <= 0 || direction >= NEAR_DIRECTIONS ? 0 : direction;
    see(near, mines, at);
    if (!(near->compared >> d & 1)) {
        near->pair[d] = compare(near, mines, board, at, d);
        near->compared |= 1u << d;
    }
    return near->pair[d];
}

uint32_t near_take(const Mines *mines, uint32_t at, NearSet *set) {
    int bit = __builtin_ctzll(*set);
    *set &= *set - 1;
    int y = bit / NEAR_SIDE - NEAR_REACH, x = bit % NEAR_SIDE - NEAR_REACH;
    return (uint32_t)((int)at + y * mines->options.cols + x);
}
