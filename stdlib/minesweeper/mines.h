/* mines.h -- Minesweeper as a game for tree programs, after Quartetti 1998.
 *
 * A program runs once per case, a board with its mines, from the top left
 * corner. The paper leaves much open; the defaults reproduce every figure it
 * prints about its programs, to the single step. The structure (order of
 * directions, eager ADFs, order of evaluation, marks that do not protect) is
 * determined by those figures; the numbers that primitives give back are fitted
 * to them.
 */
#ifndef LUDUS_MINES_H
#define LUDUS_MINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "engine/game.h"
#include "program/prim.h"
#include "program/tree/tree.h"
#include "program/vocab.h"

enum {
    MINES_SIDE_MAX      = 64,
    MINES_SQUARES_MAX   = MINES_SIDE_MAX * MINES_SIDE_MAX,
    MINES_CASES_MAX     = 100000,
    MINES_TABLE_MAX     = 1 << 26,   /* cases x squares, in bytes */
    MINES_BUDGET_MAX    = 1000000000,
    MINES_REGISTERS_MAX = 256,
    MINES_IDLE_MAX      = 1000,
    MINES_CONSTANTS     = 9,         /* 0..8 */
    MINES_SCOUT         = 64,        /* nodes and steps, see short_walk */
    MINES_AROUND        = 9,         /* a square and those around it */
};

/* As Symbol.op: what every language has, then the rows in order. */
typedef enum MinesOp {
    MINES_CONST = OP_CONST, MINES_ARG = OP_ARG, MINES_ADF = OP_ADF,
#define PRIM(id, name, arity, help) MINES_##id,
#include "program/core.def"
#include "prims.def"
#undef PRIM
} MinesOp;

enum {
#define PRIM(id, name, arity, help) + 1
    MINES_OP_COUNT = OP_FIRST_PRIM
#include "program/core.def"
#include "prims.def"
#undef PRIM
};

/* When does IF take its second argument? */
typedef enum MinesTruth { TRUTH_ONE, TRUTH_NONZERO, TRUTH_POSITIVE } MinesTruth;

/* What of the first square that is uncovered is promised. Mines that must leave
 * go to squares drawn when the board was: each placing that keeps the promise
 * is as likely as any other. */
typedef enum MinesFirst {
    FIRST_ANY,                       /* nothing */
    FIRST_SAFE,                      /* it has no mine */
    FIRST_ZERO,                      /* nor has any square around it */
    FIRST_COUNT
} MinesFirst;

/* Every choice of the semantics, named. */
typedef struct MinesRules {
    bool       wrap;                 /* moves and queries cross the edge */
    bool       protect;              /* a marked square is not uncovered */
    bool       flood;                /* a 0 uncovers its neighbours */
    MinesFirst first;
    uint32_t   calls;                /* of the program, at most; one that leaves
                                        all as it was is the last */
    bool       sweep;                /* each begins on the next square, */
    int32_t    idle_limit;           /* until so many rounds change nothing */
    MinesTruth truth;                /* IF's test */
    int32_t    mov, unc_new, mrk, unmrk, num_covered;    /* what they give */
    bool       unc_argument;         /* UNC on an open square: its argument, */
    int32_t    unc_old;              /* or else this */
    bool       sees_marks;           /* NUM on a marked square: num_marked */
    int32_t    num_marked;
    int32_t    iter_limit;
    int32_t    registers;
} MinesRules;

/* Who plays; all give the same results. AUTO takes the fastest that can. */
typedef enum MinesEngine {
    ENGINE_AUTO,
    ENGINE_REFERENCE,                /* walks the tree, case by case */
    ENGINE_SCALAR,                   /* compiled, a group of cases at a time */
    ENGINE_SIMT,                     /* compiled, many groups in lanes */
    ENGINE_PORTABLE,                 /* the same without the machine's own */
    ENGINE_COUNT
} MinesEngine;

typedef struct MinesOptions {
    MinesEngine engine;
    int        rows, cols, mines;
    bool       all;                  /* every placing of the mines is a case, */
    int        sample;               /* or so many random ones */
    uint64_t   case_seed;
    int64_t    budget;               /* steps per case; 0: 200 x squares */
    uint32_t   scout;                /* programs of up to so many nodes are
                                        walked first, so many steps */
    uint64_t   extras;               /* optional rows, as bits of MinesOp */
    MinesRules rules;
} MinesOptions;

/* A square's byte: flags below, the number of mines around it above them. */
enum { SQ_MINE = 1, SQ_OPEN = 2, SQ_MARK = 4, SQ_NUMBER_SHIFT = 4 };

typedef struct MinesSets MinesSets;

typedef struct Mines {
    Game         game;
    MinesOptions options;
    int          squares, safe;      /* safe: squares without a mine */
    uint32_t     budget;
    Language     language;
    uint16_t    *neighbour;          /* [square * 16 + direction] */
    uint8_t     *boards;             /* [case * squares + square]; covered */
    int          spares;             /* per case: squares for mines that must */
    uint16_t    *spare;              /* leave; [case * spares + i], or NULL */
    MinesSets   *sets;               /* for compiled programs, or NULL: walk */
} Mines;

typedef enum MinesEnd {
    END_FINISHED,                    /* the program came to its end */
    END_WON,
    END_EXPLODED,
    END_TIMED_OUT,
} MinesEnd;

typedef struct MinesCase {
    int32_t  raw;
    uint32_t steps;
    MinesEnd end;
} MinesCase;

typedef struct MinesTotal {
    int64_t  raw;
    uint64_t steps;
    uint32_t ends[4];                /* cases per MinesEnd */
} MinesTotal;

/* The paper's board, cases and semantics. */
MinesOptions mines_options(void);

/* A game, or NULL with the reason. */
Mines *mines_new(const MinesOptions *options, Err *err);
void   mines_free(void *mines);

/* The table of primitives: MINES_OP_COUNT - OP_FIRST_PRIM rows. */
extern const Prim mines_prims[];

/* What evolution sees of the game. */
extern const GameClass mines_class;

/* The name of a promise, and back (or -1). */
const char *mines_first_name(MinesFirst first);
int         mines_first_find(const char *name);

/* "auto", "reference", "scalar", "simt", "portable", and back (or -1). */
const char *mines_engine_name(MinesEngine engine);
int         mines_engine_find(const char *name);

/* "finished", "won", "exploded", "timed_out" */
const char *mines_end_name(MinesEnd end);

/* ---- playing ------------------------------------------------------------ */

typedef struct MinesScratch MinesScratch;

MinesScratch *mines_scratch_new(const Mines *mines, Err *err);
void          mines_scratch_free(void *scratch);

/* Plays one case with the reference engine. If `board` is given it receives the
 * bytes of the squares as they are at the end. */
MinesCase mines_play(const Mines *mines, MinesScratch *scratch,
                     const Tree *tree, size_t case_number, uint8_t *board);

/* Plays all cases with the game's engine; `each`, if given, receives a row per
 * case. */
MinesTotal mines_score(const Mines *mines, MinesScratch *scratch,
                       const Tree *tree, MinesCase *each);

/* Makes the board of the case, of which nothing is open, one that keeps the
 * promise of a first square. */
void mines_first(const Mines *mines, size_t case_number, uint32_t square,
                 uint8_t *board);

/* Appends a picture: c covered, m marked, * exploded, digits open; with
 * `reveal` covered mines are shown as o, marked ones as M. */
void mines_picture(const Mines *mines, const uint8_t *board, bool reveal,
                   Buf *out);

#endif
