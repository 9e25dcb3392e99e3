/* simt_mines_lanes.h -- what Minesweeper keeps in the lanes of SIMT.
 *
 * A lane's board is a bit in each of several planes: a vector per byte row, the
 * lane's byte of it, the bit of the column. Small boards have a byte per row,
 * large ones two.
 *
 *     open    uncovered squares         known   all cases show the same number,
 *     mark    marked ones (kept only    bit[i]  and this is bit i of it
 *             if marks protect)         mine    some case has a mine there
 *
 * What the planes known, bit and mine say follows from the lane's set of
 * cases; it is worked out again whenever the set changes, which is rare. So
 * asking for a number is a lookup, and a lane parts only where its cases
 * really differ.
 *
 * When a lane must part and none is free, the whole machine is copied: half the
 * lanes stay, the others wait in the copy, each half with its own forks. A
 * machine that waits holds at least LANES / 2 groups, so the cases bound
 * their number.
 */
#ifndef LUDUS_MINES_MACHINE_LANES_H
#define LUDUS_MINES_MACHINE_LANES_H

#include "base/mem.h"
#include "engine/lanes/simt.h"
#include "simt_mines.h"

typedef struct MinesLanes {
    Lanes   x, y, count;             /* where it stands; squares uncovered */
    Lanes   tx, ty;                  /* the square asked for, while paused */
    Lanes   open[ROWS_LARGE], mark[ROWS_LARGE];
    Lanes   known[ROWS_LARGE], mine[ROWS_LARGE], bit[4][ROWS_LARGE];
    Lanes   was_x, was_y, was_count, was_mark[ROWS_LARGE];   /* by this call */
    uint32_t calls;                  /* of the program: the same in all lanes */
    CaseSet set[LANES];
} MinesLanes;

typedef struct SavedLanes {
    MinesLanes lanes;
    Simt       simt;
} SavedLanes;

struct MinesMachine {
    MinesLanes lanes;
    Simt       simt;
    Lanes      dx, dy;               /* tables: steps per direction */
    Lanes      column;               /* table: a column's bit */
    Lanes      cols, rows;           /* in all lanes */
    int        count;                /* machines that wait */
    SavedLanes saved[];
};

/* Where a wrapping step leads is the remainder of a sum, so steps back are
 * steps forth by one less than the side. */
static void fill_tables(MinesMachine *k, const Mines *m) {
    static const int8_t down[9]  = { 0, 1, 1, 0, -1, -1, -1, 0, 1 };
    static const int8_t right[9] = { 0, 0, 1, 1, 1, 0, -1, -1, -1 };
    int rows = m->options.rows, cols = m->options.cols;
    bool wrap = m->options.rules.wrap;
    for (int i = 0; i < LANES; i++) {
        int d = i & 15;
        int dy = d < 9 ? down[d] : 0, dx = d < 9 ? right[d] : 0;
        *simt_lane(&k->dy, i) = (int8_t)(wrap && dy < 0 ? rows - 1 : dy);
        *simt_lane(&k->dx, i) = (int8_t)(wrap && dx < 0 ? cols - 1 : dx);
        *simt_lane(&k->column, i) = (int8_t)(1 << (d & 7));
        *simt_lane(&k->rows, i) = (int8_t)rows;
        *simt_lane(&k->cols, i) = (int8_t)cols;
    }
}

static MinesMachine *make(const Mines *mines, Err *err) {
    size_t cases = (size_t)mines->sets->block[0].cases;
    size_t waiting = cases / (LANES / 2) + 1;
    MinesMachine *k = mem_new_aligned(1, sizeof *k + waiting * sizeof *k->saved,
                                      err);
    if (k) fill_tables(k, mines);
    return k;
}

/* One half of the lanes waits, the other has room again. */
static void halve(MinesMachine *k) {
    const uint32_t half = LANES_ALL >> LANES / 2;
    SavedLanes *to = &k->saved[k->count++];
    to->lanes = k->lanes;
    simt_copy(&to->simt, &k->simt);
    simt_keep(&to->simt, ~half);
    simt_keep(&k->simt, half);
}

/* The next machine that waits becomes the one that runs; false if there is
 * none. */
static bool resume(MinesMachine *k) {
    if (!k->count) return false;
    const SavedLanes *from = &k->saved[--k->count];
    k->lanes = from->lanes;
    simt_copy(&k->simt, &from->simt);
    return true;
}

#endif
