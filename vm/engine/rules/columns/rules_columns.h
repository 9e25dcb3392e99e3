/* rules_columns.h -- programs of pure rules on columns of cases.
 *
 * Rules are pure if all that a program does is to give a value: no variable is
 * set, nothing is drawn, no argument is on demand, no loop, no grid, no table,
 * and no start, turn or done. Then one node can be evaluated for all cases at
 * once (engine/columns). What whole numbers do at the ends of 32 bits no column
 * does, so rules may compare, choose and score them, but not reckon with them.
 *
 * Each rule is compiled once into a few operations on its arguments; a program
 * is put together from these, and many programs into one graph. Costs are known
 * before anything runs, and are the same for all cases.
 */
#ifndef LUDUS_RULES_COLUMNS_H
#define LUDUS_RULES_COLUMNS_H

#include "engine/columns/graph.h"
#include "engine/columns/slope.h"
#include "program/tree/tree.h"
#include "engine/rules/rules.h"

enum {
    COLUMN_RULE_OPS = 64,            /* operations of a rule */
    COLUMN_CONSTANTS = 256,          /* numbers in all rules */
};

/* What an operation of a rule takes: one of these, with a number. */
enum {
    REF_ARG      = 0 << 12,          /* argument of the rule */
    REF_TEMP     = 1 << 12,          /* earlier operation */
    REF_VARIABLE = 2 << 12,
    REF_CONSTANT = 3 << 12,
    REF_KIND     = 7 << 12,
    REF_NUMBER   = REF_ARG - 1 + (1 << 12),
};

typedef struct ColumnStep {
    uint8_t  op;
    uint16_t src[3];
} ColumnStep;

typedef struct ColumnRule {
    ColumnStep step[COLUMN_RULE_OPS];
    uint16_t   count, result;
    bool       bits;                 /* gives truth values */
} ColumnRule;

typedef struct ColumnConstant {
    bool   bit;
    double value;
} ColumnConstant;

typedef struct RulesColumns {
    ColumnRule     prim[PRIM_ROWS_MAX], score, won;
    ColumnConstant constant[COLUMN_CONSTANTS];
    size_t         constants;
    BitsRule       bits[PRIM_ROWS_MAX], bits_score, bits_won;
    bool           walks;            /* those are all there is */
    ColumnGuard    guard;            /* of the first protected division */
    bool           guarded;
    bool           reals;            /* not only truth values */
    ColumnData     data;
} RulesColumns;

/* The rules as operations, or NULL if they cannot be; `why`, if given, says
 * what is in the way. */
RulesColumns *rules_columns_new(const Rules *rules, const char **why, Err *err);
void          rules_columns_free(RulesColumns *columns);

/* Makes room for so many cases, all 0. */
bool rules_columns_cases(RulesColumns *columns, const Rules *rules, size_t rows,
                         Err *err);

/* What a thread needs, and what a program came to. */
typedef struct ColumnsScratch ColumnsScratch;

ColumnsScratch *columns_scratch_new(Err *err);
void            columns_scratch_free(ColumnsScratch *scratch);

typedef struct ColumnsSettings {
    const Rules        *rules;
    const RulesColumns *columns;
    uint32_t            budget, patience;
    bool                minimise;
    ColumnKernels      *kernels;
} ColumnsSettings;

typedef struct ColumnsResult {
    double   raw;
    uint64_t won;
    uint32_t steps, free_steps;      /* of each case */
    bool     out;                    /* the budget did not suffice */
    bool     done;                   /* false: too large for the graph */
} ColumnsResult;

/* Scores n programs of one vocabulary. False if there is no memory. */
bool rules_columns_score(const ColumnsSettings *settings,
                         ColumnsScratch *scratch, const Tree *tree, size_t n,
                         ColumnsResult *result, Err *err);

/* Scores one; `each` receives its score in each case, and `won`, if the rules
 * say so, 1 or 0. */
bool rules_columns_each(const ColumnsSettings *settings,
                        ColumnsScratch *scratch, const Tree *tree,
                        ColumnsResult *result, double *each[2], Err *err);

/* ---- tuning: rules_columns_tune.c ---------------------------------------- */

/* A program in a graph, with what it leaves of the target in each case, to be
 * added up: the residual. */
typedef struct ColumnsFit {
    Graph      *graph;
    SlopeLeaves leaves;
    GraphId     residual;
    GraphId     own[VOCAB_OWN];      /* leaves of the program's constants */
} ColumnsFit;

/* Has the score a residual: is it the square or the size of something? */
bool rules_columns_has_residual(const RulesColumns *columns);

/* Empties the graph and puts the program in. False if it is too large, or
 * cannot be paid for. */
bool rules_columns_fit(const ColumnsSettings *settings, ColumnsScratch *scratch,
                       const Tree *tree, ColumnsFit *fit);

/* Makes the sum of squared residuals smaller by other constants of the
 * program's own, written into the tree: Levenberg's and Marquardt's method, so
 * many steps at most. False if there is no memory. */
bool rules_columns_tune(const ColumnsSettings *settings,
                        ColumnsScratch *scratch, Tree *tree, int steps,
                        Err *err);

#endif
