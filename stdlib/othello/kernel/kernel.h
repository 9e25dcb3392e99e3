/* kernel.h -- the engines: counting, evaluating, searching, solving.
 *
 * The same source (kernel.inc) is compiled twice, for any machine and for
 * x86-64 with AVX2 and bit counting; oth_kernel() picks at run time. Both give
 * the same results to the bit, node counts included.
 *
 * A search calls an Evaluator at its leaves. Evaluators embed the struct below
 * as their first member; two kinds are part of the engines for speed.
 */
#ifndef OTHELLO_KERNEL_H
#define OTHELLO_KERNEL_H

#include "othello/board.h"
#include "othello/edge.h"
#include "othello/features.h"
#include "othello/table.h"

/* ---- evaluators --------------------------------------------------------- */

typedef struct Evaluator Evaluator;

/* The worth of a board for the side to move, which has these (one or more)
 * moves. Must be within +-EVALUATION_MAX. */
typedef float EvaluatorFn(const Evaluator *evaluator, Board b, uint64_t moves);

/* What a legal move is worth to a strategy, which does not search. */
typedef float RateFn(const Evaluator *evaluator, Board b, int square);

struct Evaluator {
    EvaluatorFn *value;
    RateFn      *rate;               /* of strategies, else NULL */
};

/* A finished game outweighs any evaluation: disc difference times FINAL_DISC,
 * beyond FINAL_WIN for a win. */
enum { EVALUATION_MAX = 900000, FINAL_WIN = 1000000, FINAL_DISC = 10000 };

/* The paper's sum of weighted features. */
typedef struct Linear {
    Evaluator     base;
    const Tables *tables;
    float         gain[FEATURES];    /* weight times 100 / bound */
} Linear;

/* Weights over all features, or over the traits of a move, each with a value at
 * the beginning of a game and one at its end; see wide.inc. */
typedef struct Broad {
    Evaluator     base;
    const Tables *tables;
    int           count;             /* FEATURES_ALL or TRAITS */
    float         early[FEATURES_ALL], late[FEATURES_ALL];
} Broad;

/* A value per square, own discs minus the opponent's. */
typedef struct Squares {
    Evaluator base;
    float     worth[OTH_SQUARES];
} Squares;

/* ---- searching ---------------------------------------------------------- */

typedef struct Search {
    const Evaluator *evaluator;
    Table           *table;          /* or NULL */
    bool             raw_finals;     /* a finished game counts its discs only */
    uint64_t         nodes;          /* counted up */
} Search;

typedef struct Choice {
    int   square;                    /* -1 if there is no move */
    float value;
} Choice;

/* An exact solver's state; the table may be NULL but then is much slower. */
typedef struct Solver {
    Table   *table;
    uint64_t nodes;
} Solver;

enum { SOLVE_EMPTIES_MAX = 60, SEARCH_DEPTH_MAX = 60 };

typedef struct Kernel {
    const char *name;                /* "plain" or "avx2" */

    /* Leaves of the game tree at that depth; a pass is a ply, and a game that
     * ended earlier is one leaf. */
    uint64_t (*perft)(Board b, int depth);

    EvaluatorFn *linear, *squares, *broad;
    RateFn      *rate;               /* by the weights of a Broad */

    /* The features whose bits are set in `wanted`, scaled to +-100, as
     * oth_feature_all() gives them. */
    void (*measure)(const Tables *t, Board b, uint64_t moves, unsigned wanted,
                    float values[FEATURES]);

    /* All of wide.def, and all of traits.def for a legal move. */
    void (*wide)(const Tables *t, Board b, uint64_t moves, float values[WIDE]);
    void (*move)(const Tables *t, Board b, int square, float values[TRAITS]);

    /* The value of a board searched to a depth (passes are free), within the
     * bounds; outside of them it is a bound itself. */
    float (*value)(Search *s, Board b, int depth, float alpha, float beta);

    /* The best move at a depth of at least 1. Moves are tried by how few
     * replies they leave, then by square; the first of equal ones is taken. */
    Choice (*best)(Search *s, Board b, int depth);

    /* The disc difference under perfect play, empty squares counted for the
     * winner; exact if alpha < value < beta, else a bound. */
    int (*solve)(Solver *s, Board b, int alpha, int beta);

    /* The best move under perfect play and its value. */
    Choice (*perfect)(Solver *s, Board b);
} Kernel;

/* The fastest engines this machine can run. */
const Kernel *oth_kernel(void);

/* One of the two; the fast one is NULL where it cannot run. */
const Kernel *oth_kernel_plain(void);
const Kernel *oth_kernel_fast(void);

#endif
