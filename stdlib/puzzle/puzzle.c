/* puzzle.c -- boards, distances and the scoring of plans.
 *
 * The cost of a tile on a cell is looked up, so that any distance table and any
 * goal cost the same. A plan is played out in full: the fitness is that of the
 * last board, as in the paper, even if the goal was passed on the way.
 */
#include "puzzle.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "program/vector/vector.h"

/* ---- geometry ----------------------------------------------------------- */

static int gap(int a, int b, int size, bool torus) {
    int d = a < b ? b - a : a - b;
    return torus && size - d < d ? size - d : d;
}

static void fill_distances(Puzzle *p) {
    for (int a = 0; a < p->cells; a++)
        for (int b = 0; b < p->cells; b++)
            p->distance[a][b] =
                (uint8_t)(gap(a / p->cols, b / p->cols, p->rows, p->torus) +
                          gap(a % p->cols, b % p->cols, p->cols, p->torus));
}

/* The swaps along a line of `size` cells. Two cells are neighbours once, torus
 * or not. */
static void add_line(Puzzle *p, int first, int step, int size) {
    int n = p->torus && size > 2 ? size : size - 1;
    for (int i = 0; i < n; i++) {
        p->swaps++;
        p->swap[p->swaps][0] = (uint8_t)(first + i * step);
        p->swap[p->swaps][1] = (uint8_t)(first + (i + 1) % size * step);
    }
}

static void fill_swaps(Puzzle *p) {
    for (int r = 0; r < p->rows; r++) add_line(p, r * p->cols, 1, p->cols);
    for (int c = 0; c < p->cols; c++) add_line(p, c, p->cols, p->rows);
}

/* The costs, and the greatest sum the paper's formula would subtract from:
 * every tile as far away as a tile can be. */
static void fill_costs(Puzzle *p) {
    int most = 0;
    for (int wanted = 0; wanted < p->cells; wanted++)
        for (int cell = 0; cell < p->cells; cell++) {
            int d = p->distance[cell][wanted];
            p->cost[cell][p->goal.tile[wanted]] = (uint8_t)d;
            if (d > most) most = d;
        }
    p->worst = most * p->cells;
    p->game.max = p->worst;
}

static bool is_whole(const Puzzle *p, const Board *board) {
    bool seen[PUZZLE_CELLS_MAX] = { false };
    for (int i = 0; i < p->cells; i++) {
        if (board->tile[i] >= p->cells || seen[board->tile[i]]) return false;
        seen[board->tile[i]] = true;
    }
    return true;
}

/* ---- as a game ---------------------------------------------------------- */

/* The start; of a small board the cells that it has, and no more than come with
 * them. */
static inline void set_up(const Puzzle *p, Board *board) {
    enum { SMALL = 16 };
    if (p->cells <= SMALL) memcpy(board->tile, p->start.tile, SMALL);
    else *board = p->start;
}

/* Plays the plan from the start to the board it leads to. Every evaluation
 * comes here: a plain false, which err_set() is not to the compiler, keeps what
 * follows an error out of the way. */
static inline bool play_plan(const Puzzle *p, Entrant who, Board *board,
                             Err *err) {
    const VectorShape *s = who.shape;
    const int32_t *code = who.genome;
    if (s->type != VECTOR_INTEGERS) {
        err_set(err, "puzzle: a plan is a vector of integers");
        return false;
    }
    set_up(p, board);
    for (size_t i = 0; i < s->length; i++) {
        if ((uint32_t)code[i] > (uint32_t)p->swaps) {
            err_set(err, "puzzle: move %zu has code %d; the codes are 0 to %d",
                    i + 1, (int)code[i], p->swaps);
            return false;
        }
        puzzle_move(p, board, code[i]);
    }
    return true;
}

/* May each gene be any code that its range allows? */
static bool suits(const Game *game, const void *shape, Err *err) {
    const VectorShape *s = shape;
    int most = ((const Puzzle *)game)->swaps;
    if (s->type != VECTOR_INTEGERS)
        return err_set(err, "puzzle: a plan is a vector of integers");
    for (size_t i = 0; i < s->length; i++)
        if (s->ranges[i].lo < 0 || s->ranges[i].hi > most)
            return err_set(err,
                           "puzzle: gene %zu is %g to %g; codes of moves are 0 "
                           "to %d",
                           i + 1, s->ranges[i].lo, s->ranges[i].hi, most);
    return true;
}

static bool score_plan(const Game *game, const void *shape, void *scratch,
                       const void *genome, Score *score, Err *err) {
    (void)scratch;
    const Puzzle *p = (const Puzzle *)game;
    Board board;
    if (!play_plan(p, (Entrant){ shape, genome }, &board, err)) return false;
    int failures = puzzle_failures(p, &board);
    *score = (Score){ .raw = p->worst - failures,
                      .standardized = failures,
                      .steps = ((const VectorShape *)shape)->length,
                      .hits = failures == 0 };
    return true;
}

static bool score_each(const Game *game, Entrant who, void *scratch,
                       Score *score, double *each, Err *err) {
    if (!score_plan(game, who.shape, scratch, who.genome, score, err))
        return false;
    each[0] = score->raw;
    return true;
}

static const CaseWords words = {
    .ends = (const char *const[]){ "solved", "unsolved", NULL },
    .fields = (const char *const[]){ "distance", "moves", NULL },
};

static bool results(const Game *game, Entrant who, void *scratch, Score *score,
                    CaseResult *rows, Err *err) {
    if (!score_plan(game, who.shape, scratch, who.genome, score, err))
        return false;
    const int32_t *code = who.genome;
    int moves = 0;
    for (uint64_t i = 0; i < score->steps; i++) moves += code[i] != 0;
    rows[0] = (CaseResult){ .raw = score->raw,
                            .steps = score->steps,
                            .field = { score->standardized, moves },
                            .end = score->hits == 0,
                            .hit = score->hits > 0 };
    return true;
}

/* The tiles as people number them, row by row. */
static bool position(const Game *game, Entrant who, void *scratch,
                     size_t case_number, int32_t *squares, Err *err) {
    (void)scratch;
    (void)case_number;
    Board board;
    if (!play_plan((const Puzzle *)game, who, &board, err)) return false;
    for (size_t i = 0; i < game->squares; i++) squares[i] = board.tile[i] + 1;
    return true;
}

/* Plans that lead to the same board behave the same. What is no plan has no
 * key: score_plan() says why. */
static uint64_t plan_key(const Game *game, const void *shape, void *scratch,
                         const void *genome) {
    (void)scratch;
    const Puzzle *p = (const Puzzle *)game;
    const VectorShape *s = shape;
    const int32_t *code = genome;
    if (s->type != VECTOR_INTEGERS) return 0;
    Board board = p->start;
    for (size_t i = 0; i < s->length; i++) {
        if (code[i] < 0 || code[i] > p->swaps) return 0;
        puzzle_move(p, &board, code[i]);
    }
    uint64_t h = 0;
    for (int i = 0; i < p->cells; i++) h = rng_mix(h + board.tile[i] + 1);
    return h;
}

/* Nothing is kept between scores, but a game must have scratch memory. */
static void *scratch_new(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);
}

static const GameClass class = {
    .name = "puzzle",
    .kind = "vector",
    .suits = suits,
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score_plan,
    .key = plan_key,
    .each = score_each,
    .results = results,
    .words = &words,
    .position = position,
    .elsewhere = 1u << ABILITY_TRACE,
};

bool puzzle_init(Puzzle *p, int rows, int cols, bool torus, Err *err) {
    if (rows < 1 || rows > PUZZLE_SIDE_MAX || cols < 1 ||
        cols > PUZZLE_SIDE_MAX)
        return err_set(err, "puzzle: 1 to %d rows and columns, not %d x %d",
                       PUZZLE_SIDE_MAX, rows, cols);
    if (rows * cols < 2) return err_set(err, "puzzle: needs two cells or more");
    *p = (Puzzle){ .game = { .class = &class,
                             .cases = 1,
                             .squares = (size_t)(rows * cols) },
                   .rows = rows,
                   .cols = cols,
                   .cells = rows * cols,
                   .torus = torus };
    for (int i = 0; i < p->cells; i++)
        p->start.tile[i] = p->goal.tile[i] = (uint8_t)i;
    fill_distances(p);
    fill_swaps(p);
    fill_costs(p);
    return true;
}

bool puzzle_boards(Puzzle *p, const Board *start, const Board *goal, Err *err) {
    if (!is_whole(p, start) || !is_whole(p, goal))
        return err_set(err, "puzzle: a board must hold each tile 1 to %d once",
                       p->cells);
    p->start = *start;
    p->goal = *goal;
    fill_costs(p);
    return true;
}

static void set_distance(Puzzle *p, int a, int b, uint8_t d) {
    p->distance[a][b] = p->distance[b][a] = d;
}

bool puzzle_as_printed(Puzzle *p, Err *err) {
    if (p->rows != 3 || p->cols != 3 || !p->torus)
        return err_set(err, "puzzle: the distances as printed are those of the "
                            "3 x 3 torus");
    set_distance(p, 1, 5, 1);        /* cells of the tiles 2 and 6: really 2 */
    set_distance(p, 1, 7, 2);        /* of 2 and 8: really 1 */
    fill_costs(p);
    return true;
}

int puzzle_failures(const Puzzle *p, const Board *board) {
    const uint8_t *tile = board->tile, *end = tile + p->cells;
    const uint8_t *cost = p->cost[0];            /* of the cell, by tile */
    int sum = 0;
    for (; tile < end; cost += PUZZLE_CELLS_MAX) sum += cost[*tile++];
    return sum;
}

Board puzzle_random_board(const Puzzle *p, uint64_t seed, uint64_t number) {
    Board board = p->goal;
    Rng rng = rng_key(seed, 0, number, RNG_CASES);
    rng_shuffle(&rng, board.tile, (size_t)p->cells, 1);
    return board;
}
