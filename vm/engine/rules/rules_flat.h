/* rules_flat.h -- tree programs as steps of straight code, for native rules.
 *
 * A program becomes a list of steps in the order in which they act. A node that
 * only passes a value on, like PROGN, needs none; a leaf that is a number or an
 * ARG is a place; what does nothing and whose value nobody wants is left out.
 * Their costs are paid by the next step, before it acts. The native code keeps
 * the variables in registers and jumps from step to step (rules_c_flat.c).
 *
 * Much of an evolved program never runs: an argument on demand is compiled when
 * it is first taken, unless it is short (STEP_LATER).
 *
 * Values live in slots, whose numbers are known when the program is compiled:
 *
 *     0         FLAT_ARGS                  FLAT_TEMPS
 *     constants arguments of each branch   values that wait, branch by branch
 *
 * No branch runs twice at a time, for ADFs call only later ones.
 */
#ifndef LUDUS_RULES_FLAT_H
#define LUDUS_RULES_FLAT_H

#include "rules_state.h"

enum {
    FLAT_NODES_MAX = 8000,           /* larger programs are walked */
    FLAT_STEPS_MAX = 3 * FLAT_NODES_MAX + 2 * VOCAB_BRANCHES,
    FLAT_SHORT = 3,                  /* nodes of an argument compiled at once */
    FLAT_ARGS = VOCAB_SYMBOLS_MAX,
    FLAT_TEMPS = FLAT_ARGS + VOCAB_BRANCHES * PRIM_ARGS_MAX,
    FLAT_SLOTS = FLAT_TEMPS + FLAT_NODES_MAX + 2 * VOCAB_BRANCHES,
    FLAT_LIGHT = 200,                /* operations of a rule to be inlined */
    FLAT_PAIRS = 1000,                /* operations of all pairs of steps */
    FLAT_PLACES = RULES_TO - RULES_A,    /* arguments that a step has */
    FLAT_TARGETS = RULES_D - RULES_TO,
};

/* Steps that every game has; then one per primitive. */
enum {
    STEP_NONE,                       /* only pays */
    STEP_MOVE,
    STEP_CALL,                       /* an ADF; the next step has the places */
    STEP_RETURN,
    STEP_END,                        /* the program has run through */
    STEP_WALK,                       /* a subtree that is walked */
    STEP_LATER,                      /* an argument not compiled yet */
    STEP_FIRST_PRIM
};

/* What becomes of a node. */
typedef enum FlatKind {
    FLAT_CONST, FLAT_ARG, FLAT_ADF,
    FLAT_PASS,                       /* its value is one of its arguments */
    FLAT_VALUE,                      /* one step */
    FLAT_CHOICE,                     /* a step that goes on in an argument */
    FLAT_WALK,                       /* too intricate: walked */
} FlatKind;

typedef struct FlatRow {
    const void *go;
    uint32_t cost;                   /* 0: free */
    uint8_t  kind, arity;
    uint8_t  lazy, need;             /* bits: on demand; used at all */
    uint8_t  pass;                   /* the argument that is passed on */
    bool     pure;                   /* may be left out if nobody wants it */
} FlatRow;

/* Rows by operation, for one game. */
typedef struct FlatTable {
    FlatRow     row[OP_FIRST_PRIM + PRIM_ROWS_MAX];
    const void *go[STEP_FIRST_PRIM];
    bool        walks;               /* some rows are walked */
    size_t      prims;
    const void *const *pair;         /* [first * prims + second], or NULL */
} FlatTable;

/* What a primitive becomes; `go` is not filled in. */
FlatRow rules_flat_row(const Rules *rules, size_t prim);

/* Is the rule short and without loops and draws, so that it is inlined? */
bool rules_flat_light(const Rule *rule);

/* Are the rules few and short enough to have two steps in one, for each pair?
 * That halves the jumps. */
bool rules_flat_pairs(const Rules *rules);

/* Is `done` asked after it? */
bool rules_asks_done(const Rules *rules, const Rule *rule);

/* Fills in the table; `labels` has the native code of all steps. */
void rules_flat_table(FlatTable *table, const Rules *rules,
                      const void *const *labels);

/* Steps whose successor is not known yet, a list through RULES_NEXT. */
typedef struct FlatEnds {
    uint32_t first, last;
} FlatEnds;

/* A program's steps, what they are made of, and how far that has got. */
typedef struct RulesFlat {
    const FlatTable *table;
    const Vocab     *vocab;          /* borrowed, like the next two */
    const uint8_t   *code;           /* all branches */
    const RulesNode *node;           /* the same, for what is walked */
    uint32_t  at;                    /* the next node of the code */
    uint32_t  branch;                /* which it is part of */
    uint32_t  count;                 /* steps so far */
    uint32_t  top;                   /* slots in use */
    uint32_t  last;                  /* the primitive of the last step + 1 */
    FlatEnds  ends;
    uint64_t  cost;                  /* owed by the next step */
    uint32_t  free;
    uint32_t  owed, from;            /* so many nodes from there */
    uint32_t  slots;                 /* that it may use in all */
    uint32_t  entry[VOCAB_BRANCHES]; /* the first step of each branch, */
    uint32_t  first[VOCAB_BRANCHES]; /* and its first slot */
    RulesStep step[FLAT_STEPS_MAX];
    uint16_t  paid[FLAT_STEPS_MAX];  /* the first node that a step pays for */
    int32_t   slot[FLAT_SLOTS];
} RulesFlat;

/* Begins to compile the program, which must stay as it is while it is played.
 * Steps that walk point into `node`, which the caller fills by rules_load() if
 * table->walks. Returns the first step, or NULL if the program is too large. */
const RulesStep *rules_flat_load(RulesFlat *flat, const FlatTable *table,
                                 const Tree *tree, const RulesNode *node);

/* Compiles the argument that a STEP_LATER stands for; its first step. */
const RulesStep *rules_flat_later(RulesState *state, const RulesStep *step);

/* Pays node by node for a step that cannot be paid as a whole: ends the case
 * exactly where it would have ended. */
void rules_flat_settle(RulesState *state, const RulesStep *step);

#endif
