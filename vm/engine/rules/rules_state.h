/* rules_state.h -- one case of a game of rules while it is played.
 *
 * rules_state.inc has the struct and the arithmetic; here is how cases begin. A
 * state is made once per thread: rules_load() a program, then for each case
 * rules_begin() and an engine's play().
 */
#ifndef LUDUS_RULES_STATE_H
#define LUDUS_RULES_STATE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "rules.h"
#include "program/tree/tree.h"

#define SHARED(...) __VA_ARGS__
#include "rules_state.inc"
#undef SHARED

enum {
    RULES_MEMORY   = 1024,           /* ints of RulesState.var */
    RULES_LIVE_MAX = 32,             /* values alive while an argument runs */
    RULES_FREE_PER_STEP = 100,       /* fuel: so much per step of the budget */
    RULES_FREE_LEAST    = 100000,    /* and so much at least */
};

/* Plays a case that rules_begin() has prepared: fills in steps, free_steps, out
 * and score. */
typedef void RulesPlay(RulesState *state);

RulesPlay rules_plain_play;          /* the reference: it defines the meaning */
RulesPlay rules_run_begin, rules_run_pass, rules_run_finish; /* a case up to its
                                        program, one run of it, and from there
                                        on: for lanes and matches */
RulesPlay rules_plain_begin, rules_plain_pass, rules_plain_finish; /* a case by
                                        hand: its start, one run of a program,
                                        its end */
RulesPlay rules_run_play;            /* bytecode; needs state->code, and its
                                        constants in the memory */

/* Walks nothing, but executes one rule without arguments: for instructions of
 * linear programs. Its value; stops the case if `done` says so. */
typedef int32_t RulesCall(RulesState *state, int rule);

RulesCall rules_plain_call;
RulesCall rules_run_call;

/* A state for such rules, or NULL. */
RulesState *rules_state_new(const Rules *rules, Err *err);
void        rules_state_free(void *state);

/* Prepares a program: `node` has room for all its nodes, and the tree's
 * vocabulary is of rules->language. `walks` has the native code of each
 * operation, or is NULL for the interpreters. */
void rules_load(RulesState *state, const Tree *tree, RulesWalk *const *walks,
                RulesNode *node, uint16_t *span);

/* Begins a case: first values of all variables and cells, the budget, the
 * number of passes, and the generator. */
typedef struct RulesFirst {
    const int32_t *vars, *cells;
    const double  *reals;            /* by variable; NULL: there are none */
} RulesFirst;

void rules_begin(RulesState *state, RulesFirst first, uint32_t budget,
                 uint32_t passes, Rng rng);

/* Nobody executes primitives for the rules: they give 0. */
int32_t rules_no_outer(RulesState *state, int rule, const int32_t *arg);

/* Fuel of a case with that budget. */
uint32_t rules_patience(uint32_t budget);

/* Evaluates the arguments of an ADF by that walker, then its branch: what all
 * walkers of rules do. */
static inline int32_t rules_walk_adf(RulesWalk *walk, RulesState *g,
                                     const RulesNode *n, const int32_t *arg) {
    int32_t a[PRIM_ARGS_MAX];
    const RulesNode *kid = n + 1, *body = g->branch[n->k + 1];
    for (int i = 0; kid < n + n->span; i++, kid += kid->span)
        a[i] = walk(g, kid, arg);
    return walk(g, body, a);
}

/* What an operation gives, RULES_RANDOM excepted. */
static inline int32_t rules_apply(RulesOp op, int32_t a, int32_t b) {
    switch (op) {
    case RULES_EQ: return a == b;
    case RULES_NE: return a != b;
    case RULES_LT: return a < b;
    case RULES_LE: return a <= b;
    case RULES_GT: return a > b;
    case RULES_GE: return a >= b;
    case RULES_ADD: return rules_add(a, b);
    case RULES_SUB: return rules_sub(a, b);
    case RULES_MUL: return rules_mul(a, b);
    case RULES_DIV: return rules_div(a, b);
    case RULES_MOD:
    case RULES_WRAP: return rules_mod(a, b);
    case RULES_BOR: return a | b;
    case RULES_BXOR: return a ^ b;
    case RULES_BAND: return a & b;
    case RULES_SHL: return rules_shl(a, b);
    case RULES_SHR: return rules_shr(a, b);
    case RULES_MIN: return a < b ? a : b;
    case RULES_MAX: return a > b ? a : b;
    case RULES_ABS: return a < 0 ? rules_sub(0, a) : a;
    case RULES_NEG: return rules_sub(0, a);
    case RULES_NOT: return a == 0;
    case RULES_RANDOM:
    case RULES_OP_COUNT: break;
    }
    return 0;
}

/* The same of reals; comparisons give 0 or 1. */
static inline double rules_apply_real(RulesOp op, double a, double b) {
    switch (op) {
    case RULES_EQ: return a == b;
    case RULES_NE: return a != b;
    case RULES_LT: return a < b;
    case RULES_LE: return a <= b;
    case RULES_GT: return a > b;
    case RULES_GE: return a >= b;
    case RULES_ADD: return a + b;
    case RULES_SUB: return a - b;
    case RULES_MUL: return a * b;
    case RULES_DIV: return a / b;
    case RULES_MIN: return a < b ? a : b;
    case RULES_MAX: return a > b ? a : b;
    case RULES_ABS: return fabs(a);
    case RULES_NEG: return -a;
    case RULES_MOD:
    case RULES_BOR:
    case RULES_BXOR:
    case RULES_BAND:
    case RULES_SHL:
    case RULES_SHR:
    case RULES_WRAP:
    case RULES_NOT:
    case RULES_RANDOM:
    case RULES_OP_COUNT: break;
    }
    return 0;
}

#endif
