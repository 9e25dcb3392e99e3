/* compile_inner.h -- what the two passes of the compiler share. */
#ifndef LUDUS_COMPILE_INNER_H
#define LUDUS_COMPILE_INNER_H

#include <string.h>

#include "compile.h"

enum {
    COST_MAX      = 1000,            /* a greater cost counts as unknown */
    INLINE_NODES  = 16,              /* an ADF up to this size is inlined, */
    INLINE_GROWTH = 400,             /* while so many nodes have been at most */
};

typedef struct Range {
    int32_t lo, hi;
} Range; /* lo > hi: nothing yet */

enum {
    INFO_ACTS   = 1,                 /* the subtree may change the game */
    INFO_VARIES = 2,                 /* its cost is not known in advance */
};

/* What is known of the subtree that a node heads. */
typedef struct Info {
    Range    v;                      /* the values it may give */
    uint16_t size;                   /* nodes */
    uint16_t cost;                   /* steps, unless INFO_VARIES */
    uint8_t  flags;
} Info;

/* Where a value is. */
typedef struct Place {
    enum { IN_ACC, IN_CONST, IN_SLOT } kind;
    int32_t k;
} Place;

/* A branch while code for it is generated. */
typedef struct Scope {
    const uint8_t *node;
    const Info    *info;
    const Place   *arg;
} Scope;

typedef struct Branch {
    const uint8_t *node;
    uint16_t       len;
    uint8_t        used;             /* bit k: ARGk is read */
    bool           called;           /* a CALL has been generated, */
    bool           wanted;           /* and its value is used */
    uint16_t       frame, nesting;   /* the most of each */
    uint32_t       last_call;        /* the last CALL to it; see link_calls() */
    Info          *info;
    Range          arg[PRIM_ARGS_MAX];    /* over all calls */
} Branch;

struct Compiler {
    CodeRow  given[PRIM_ROWS_MAX];
    CodeTruth truth;

    CodeRow  row[VOCAB_SYMBOLS_MAX]; /* per symbol of the vocabulary below */
    uint8_t  arity[VOCAB_SYMBOLS_MAX];
    uint8_t  adf[VOCAB_SYMBOLS_MAX]; /* ARG: its number; ADF: its branch */
    Info     leaf[VOCAB_SYMBOLS_MAX];    /* of constants; ARGs per branch */
    uint8_t  first_arg, end_arg;     /* symbols */
    Language language;               /* of the vocabulary the tables are for */
    Shape    shape;
    bool     ready;

    Branch   branch[VOCAB_BRANCHES];
    size_t   nodes;                  /* room in info */
    Info    *info;                   /* of all branches in reach */

    Code    *code;
    uint32_t pending;                /* steps to charge */
    uint32_t inlined;                /* nodes so far */
    Scope    scope;                  /* what is generated now */
    int      depth, frame;           /* slots in use, and the most of them */
    int      nesting, deepest;       /* open branches, and the most */
    bool     failed;
};

static inline bool range_has(Range v, int32_t k) {
    return v.lo <= k && k <= v.hi;
}

static inline bool range_one(Range v) { return v.lo == v.hi; }

static inline Range range_join(Range a, Range b) {
    return (Range){ a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi };
}

static inline Range range_any(void) { return (Range){ INT32_MIN, INT32_MAX }; }

/* May a value of that range be true for IF? May it be false? */
static inline bool may_hold(CodeTruth truth, Range v) {
    return truth == CODE_TRUE_ONE       ? range_has(v, 1)
           : truth == CODE_TRUE_NONZERO ? v.lo != 0 || v.hi != 0
                                        : v.hi > 0;
}

static inline bool may_fail(CodeTruth truth, Range v) {
    return truth == CODE_TRUE_ONE       ? v.lo != 1 || v.hi != 1
           : truth == CODE_TRUE_NONZERO ? range_has(v, 0)
                                        : v.lo <= 0;
}

/* True if an operand of that range always selects 0. */
static inline bool selects_0(const CodeRow *row, Range v) {
    return v.hi <= 0 || v.lo >= row->choices;
}

static inline bool row_acts(const CodeRow *row, Range operand) {
    return row->acts && !(row->idle_at_0 && selects_0(row, operand));
}

/* What an operation of core.def may give for operands of these ranges. */
Range compile_range(CodeKind kind, Range x, Range y);

/* Fills in `info` for each node of a branch whose arguments have these ranges.
 * The branches it calls must have been done. Returns the ARGs it reads, as
 * bits, or -1 if it has a primitive without code. */
int compile_analyse(Compiler *c, const Branch *branch, const Range *arg,
                    Info *info);

#endif
