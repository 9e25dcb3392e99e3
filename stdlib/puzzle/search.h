/* search.h -- other ways to solve the puzzle, to compare with.
 *
 * Every searcher starts from a board and counts what it does: a node is a
 * board it steps to, an evaluation is a board (or a plan's last board) whose
 * failures it asks for. `limit` bounds the evaluations, 0 for none; a search
 * that reaches it says so and gives the best so far. All are deterministic;
 * those that draw take a generator.
 */
#ifndef LUDUS_PUZZLE_SEARCH_H
#define LUDUS_PUZZLE_SEARCH_H

#include "base/pool.h"
#include "puzzle.h"

enum {
    SEARCH_DEPTH_MAX = 64,           /* moves of one plan */
    SEARCH_DFS_DEPTH_MAX = 7,        /* 19^7 leaves take seconds */
};

typedef struct Found {
    int      failures;               /* of the best board met */
    int      moves;                  /* that lead to it */
    uint8_t  plan[SEARCH_DEPTH_MAX]; /* their codes */
    uint64_t nodes, evaluations;
    bool     limited;                /* stopped by the limit */
} Found;

/* One row per searcher: the manual and `ludus` read it. */
typedef struct Searcher {
    const char *name, *help;
    void (*run)(const Puzzle *puzzle, const Board *board, int depth,
                uint64_t limit, Rng *rng, Found *found);
} Searcher;

/* Ends with a row without name. */
extern const Searcher searchers[];

/* The searcher of that name; NULL with the nearest one named. */
const Searcher *searcher_find(const char *name, Err *err);

/* Searches from many boards. */
typedef struct SearchTask {
    const Puzzle   *puzzle;
    const Searcher *searcher;
    int             depth;
    uint64_t        limit, seed;
    size_t          boards;          /* random ones of the seed; 0: once, from
                                        the puzzle's start */
} SearchTask;

/* Does a task on all threads of the pool, one board at a time: what was found
 * for each board, and the CPU seconds it took. */
void search_boards(const SearchTask *task, Pool *pool, Found *found,
                   double *seconds);

/* Depth first through the whole tree of plans of `depth` moves, no move
 * included, judging its leaves: the paper's rival. */
void search_dfs(const Puzzle *puzzle, const Board *board, int depth,
                uint64_t limit, Rng *rng, Found *found);

/* Depth first to 1, 2, ... `depth` moves until the goal is found; never undoes
 * the move just made. */
void search_deepen(const Puzzle *puzzle, const Board *board, int depth,
                   uint64_t limit, Rng *rng, Found *found);

/* IDA*: the same, cut off where half the failures, rounded up, says that the
 * goal is too far. Finds a shortest plan. */
void search_ida(const Puzzle *puzzle, const Board *board, int depth,
                uint64_t limit, Rng *rng, Found *found);

/* Goes to the best neighbour, by chance among equals, as long as it is not
 * worse than where it stands; at most `depth` moves. */
void search_walk(const Puzzle *puzzle, const Board *board, int depth,
                 uint64_t limit, Rng *rng, Found *found);

/* Random plans of `depth` moves, as many as the limit says; stops at the goal.
 */
void search_random(const Puzzle *puzzle, const Board *board, int depth,
                   uint64_t limit, Rng *rng, Found *found);

#endif
