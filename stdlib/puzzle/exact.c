/* exact.c -- exact distances of small puzzles, breadth first over all boards.
 *
 * A layer is found by going over the whole table and stepping from the boards
 * of the layer before: no queue is needed, and the table has few layers.
 */
#include "exact.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

enum { UNSEEN = 255 };

uint32_t exact_count(const Puzzle *p) {
    uint32_t n = 1;
    for (int i = 2; i <= p->cells; i++) n *= (uint32_t)i;
    return n;
}

uint32_t exact_rank(const Puzzle *p, const Board *board) {
    assert(p->cells <= EXACT_CELLS_MAX);
    uint32_t rank = 0, used = 0;
    for (int i = 0; i < p->cells; i++) {
        uint32_t tile = board->tile[i], below = used & ((1u << tile) - 1);
        uint32_t smaller = tile - (uint32_t)__builtin_popcount(below);
        rank = rank * (uint32_t)(p->cells - i) + smaller;
        used |= 1u << tile;
    }
    return rank;
}

Board exact_board(const Puzzle *p, uint32_t rank) {
    assert(p->cells <= EXACT_CELLS_MAX);
    Board board = { { 0 } };
    uint8_t left[EXACT_CELLS_MAX], place[EXACT_CELLS_MAX];
    for (int i = p->cells - 1, base = 1; i >= 0; i--, base++) {
        place[i] = (uint8_t)(rank % (uint32_t)base);
        rank /= (uint32_t)base;
        left[i] = (uint8_t)i;
    }
    for (int i = 0; i < p->cells; i++) {
        board.tile[i] = left[place[i]];
        memmove(left + place[i], left + place[i] + 1,
                (size_t)(p->cells - i - 1 - place[i]));
    }
    return board;
}

/* Marks what can be reached in one move from the boards of `layer`. */
static uint32_t spread(const Puzzle *p, uint8_t *table, uint32_t n, int layer) {
    uint32_t found = 0;
    for (uint32_t r = 0; r < n; r++) {
        if (table[r] != layer) continue;
        Board board = exact_board(p, r);
        for (int code = 1; code <= p->swaps; code++) {
            puzzle_move(p, &board, code);
            uint8_t *next = &table[exact_rank(p, &board)];
            if (*next == UNSEEN) {
                *next = (uint8_t)(layer + 1);
                found++;
            }
            puzzle_move(p, &board, code);
        }
    }
    return found;
}

uint8_t *exact_distances(const Puzzle *p, const Board *from, Err *err) {
    if (p->cells > EXACT_CELLS_MAX) {
        err_set(err, "puzzle: exact distances need at most %d cells, not %d",
                EXACT_CELLS_MAX, p->cells);
        return NULL;
    }
    uint32_t n = exact_count(p);
    uint8_t *table = mem_new(n, 1, err);
    if (!table) return NULL;
    memset(table, UNSEEN, n);
    table[exact_rank(p, from)] = 0;
    for (int layer = 0; spread(p, table, n, layer) > 0; layer++) {}
    return table;
}

void exact_best(const Puzzle *p, const uint8_t *distances, int depth,
                int *best) {
    for (int d = 0; d <= depth; d++) best[d] = p->worst;
    uint32_t n = exact_count(p);
    for (uint32_t r = 0; r < n; r++) {
        if (distances[r] > depth) continue;
        Board board = exact_board(p, r);
        int failures = puzzle_failures(p, &board);
        if (failures < best[distances[r]]) best[distances[r]] = failures;
    }
    for (int d = 1; d <= depth; d++)
        if (best[d - 1] < best[d]) best[d] = best[d - 1];
}
