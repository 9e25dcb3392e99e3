/* puzzle.h -- the swapping puzzle of Hwang, Hong and Lin.
 *
 * Tiles lie on a board of rows x cols cells, numbered row by row from 0. A
 * move exchanges two neighbouring cells, whatever lies on them; on a torus the
 * ends of each row and column are neighbours too. Code 0 is no move; then come
 * the swaps of each row from left to right, then those of each column from top
 * to bottom: on the 3 x 3 torus the paper's codes 1 to 18. A plan is a vector
 * of codes. Its failures are the sum of the tiles' distances to where they
 * belong, on the board it leads to, and its fitness is the greatest possible
 * sum minus that.
 */
#ifndef LUDUS_PUZZLE_H
#define LUDUS_PUZZLE_H

#include "engine/game.h"
#include "base/rng.h"

enum {
    PUZZLE_SIDE_MAX = 8,             /* rows and columns */
    PUZZLE_CELLS_MAX = PUZZLE_SIDE_MAX * PUZZLE_SIDE_MAX,
    PUZZLE_SWAPS_MAX = 2 * PUZZLE_CELLS_MAX,
};

/* The tile on each cell; tiles are numbered from 0 (people see them from 1). */
typedef struct Board {
    uint8_t tile[PUZZLE_CELLS_MAX];
} Board;

typedef struct Puzzle {
    Game    game;                    /* scores plans: kind "vector" */
    int     rows, cols, cells;
    bool    torus;
    int     swaps;                   /* codes 1..swaps */
    uint8_t swap[PUZZLE_SWAPS_MAX + 1][2];   /* cells; {0, 0} for code 0 */
    Board   start, goal;
    uint8_t distance[PUZZLE_CELLS_MAX][PUZZLE_CELLS_MAX];
    uint8_t cost[PUZZLE_CELLS_MAX][PUZZLE_CELLS_MAX];   /* [cell][tile] */
    int     worst;                   /* greatest sum of costs counted: 18 */
} Puzzle;

/* Makes a puzzle with the tiles in order as start and goal. */
bool puzzle_init(Puzzle *puzzle, int rows, int cols, bool torus, Err *err);

/* Sets the boards; each must hold every tile once. */
bool puzzle_boards(Puzzle *puzzle, const Board *start, const Board *goal,
                   Err *err);

/* Takes the distances that the paper's printed values show: two pairs of cells
 * of the 3 x 3 torus are wrong in them. False for any other board. */
bool puzzle_as_printed(Puzzle *puzzle, Err *err);

/* The sum of the tiles' distances to where they belong. */
int puzzle_failures(const Puzzle *puzzle, const Board *board);

/* What a swap would add to that sum. */
static inline int puzzle_delta(const Puzzle *p, const Board *b, int code) {
    int x = p->swap[code][0], y = p->swap[code][1];
    int s = b->tile[x], t = b->tile[y];
    return p->cost[x][t] + p->cost[y][s] - p->cost[x][s] - p->cost[y][t];
}

static inline void puzzle_move(const Puzzle *p, Board *b, int code) {
    int x = p->swap[code][0], y = p->swap[code][1];
    uint8_t t = b->tile[x];
    b->tile[x] = b->tile[y];
    b->tile[y] = t;
}

/* Random board number `number`, each board equally likely. */
Board puzzle_random_board(const Puzzle *puzzle, uint64_t seed, uint64_t number);

#endif
