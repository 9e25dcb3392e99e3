/* hanabi.h -- Hanabi as a game for evolved programs.
 *
 * A program is an order of rules, a vector of codes (see tactics.h), or a tree
 * that rates every legal move, the first of the best being made. A case is a
 * deck, shuffled by the seed and the number of the case. Where the game has no
 * partners the program plays at all seats; else it sits at one of them, in case
 * i at seat i modulo the players, and all others are one of the partners, who
 * take turns after so many cases. The raw score is the sum of the points.
 */
#ifndef HANABI_HANABI_H
#define HANABI_HANABI_H

#include "engine/game.h"
#include "engine/walk/trace.h"
#include "engine/walk/walk.h"
#include "offer.h"
#include "players.h"

enum {
    HNB_CASES_MAX    = 1000000,
    HNB_PARTNERS_MAX = 32,
    HNB_BUDGET       = 1000,         /* steps to rate a move */
};

/* As Symbol.op: what every language has, then the rows in order. */
typedef enum HnbOp {
    HNB_OP_CONST = OP_CONST, HNB_OP_ARG = OP_ARG, HNB_OP_ADF = OP_ADF,
#define PRIM(id, name, arity, help) HNB_OP_##id,
#include "program/core.def"
#include "prims.def"
#undef PRIM
} HnbOp;

typedef struct HnbOptions {
    int      players;
    size_t   cases;
    uint64_t seed;                   /* of the decks and of chance in play */
    bool     zero;                   /* losing all lives costs all points */
    bool     trees;                  /* what is scored: trees, not orders */
    int      partners;               /* 0: the program itself */
    HnbOrder partner[HNB_PARTNERS_MAX];
} HnbOptions;

typedef struct Hanabi {
    Game       game;
    Language   language;
    HnbOptions options;
} Hanabi;

/* A table at which a program plays, and what it needs to choose. */
typedef struct HnbMatch {
    Walk     walk;                   /* first: see walk.inc */
    HnbTable table;
    HnbOffer offer;                  /* of the move that is rated */
    HnbOrder own;                    /* of games of orders */
    int      fired;                  /* place of the rule that acted last */
    int      seat;                   /* the program's; -1: all */
    int      partner;
    Rng      rng;
    uint64_t steps, hash;            /* of the case; what was done */
    Trace   *trace;                  /* or NULL */
    uint16_t span[VOCAB_BRANCHES * TREE_NODES_MAX];
} HnbMatch;

Hanabi *hanabi_new(const HnbOptions *options, Err *err);

/* The order that a vector of integers spells; false if it is none. */
bool hnb_order(HnbOrder *order, Entrant who, Err *err);

/* ---- step by step -------------------------------------------------------- */

/* Gets the program ready; then each case is dealt before it is played. */
bool hnb_ready(const Hanabi *game, HnbMatch *match, Entrant who, Err *err);
void hnb_begin(const Hanabi *game, HnbMatch *match, size_t number);

/* Is the program at turn, not a partner? */
bool hnb_own_turn(const HnbMatch *match);

/* What the one at turn does. */
HnbMove hnb_next(const Hanabi *game, HnbMatch *match);

/* The points of the table as the game counts them. */
int hnb_points(const Hanabi *game, const HnbTable *table);

extern const char *const hnb_ends[];     /* by HnbEnd */

#endif
