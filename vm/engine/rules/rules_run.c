/* rules_run.c -- the bytecode engine of rules, fuzzed against rules_plain.c.
 *
 * One C function is both walker and interpreter: a node's strict arguments are
 * walked first, then the rule's instructions run in the same frame. Temporaries
 * of all rules share one place, so an argument evaluated in the middle of a
 * rule would spoil them: ASK saves those that are alive and puts them back.
 */
#include <string.h>

#include "base/hot.h"
#include "rules_code.h"
#include "rules_state.h"

static int32_t engine_walk(RulesState *g, const RulesNode *n,
                           const int32_t *arg);

/* ---- cells --------------------------------------------------------------- */

static inline int32_t *cell1(RulesState *g, const Rules *r,
                             const RulesInstr *in) {
    hot_assert(in->g < r->grid_count && r->grid[in->g].sides == 1);
    const RulesGrid *grid = &r->grid[in->g];
    return &g->cell[grid->start +
                    (size_t)rules_mod(g->var[in->a], grid->width)];
}

static inline int32_t *cell2(RulesState *g, const Rules *r,
                             const RulesInstr *in) {
    hot_assert(in->g < r->grid_count && r->grid[in->g].sides == 2);
    const RulesGrid *grid = &r->grid[in->g];
    size_t x = (size_t)rules_mod(g->var[in->a], grid->width);
    size_t y = (size_t)rules_mod(g->var[in->b], grid->height);
    return &g->cell[grid->start + y * grid->width + x];
}

static inline int32_t item(const RulesState *g, const Rules *r,
                           const RulesInstr *in) {
    hot_assert(in->g < r->table_count);
    const RulesTable *t = &r->table[in->g];
    return r->item[t->start + (size_t)rules_mod(g->var[in->a], t->len)];
}

/* ---- questions ----------------------------------------------------------- */

static int32_t ask(RulesState *g, const RulesNode *kid, const int32_t *arg,
                   size_t live) {
    int32_t *temps = g->var + RULES_FIRST_TEMP;
    hot_assert(live <= RULES_LIVE_MAX);
    memcpy(g->save + g->saved, temps, live * sizeof *temps);
    g->saved += live;
    int32_t x = engine_walk(g, kid, arg);
    g->saved -= live;
    memcpy(temps, g->save + g->saved, live * sizeof *temps);
    return x;
}

static const RulesNode *kid_of(const RulesNode *n, int i) {
    const RulesNode *kid = n + 1;
    while (i-- > 0) kid += kid->span;
    return kid;
}

/* Runs the instructions of a rule; its first temporaries hold the arguments. */
static int32_t run(RulesState *g, int rule, const RulesNode *n,
                   const int32_t *arg) {
    const Rules *r = g->rules;
    const RulesCode *code = g->code;
    const RulesInstr *next = code->instr + code->start[rule];
    int32_t *m = g->var;
#define A m[in->a]
#define B m[in->b]
#define D m[in->d]
#define GO                          \
    {                               \
        next = code->instr + in->d; \
        continue;                   \
    }
    for (;;) {
        const RulesInstr *in = next++;
        hot_assert(in < code->instr + code->count);
        switch ((RulesCodeOp)in->op) {
        case CODE_EQ: D = A == B; break;
        case CODE_NE: D = A != B; break;
        case CODE_LT: D = A < B; break;
        case CODE_LE: D = A <= B; break;
        case CODE_GT: D = A > B; break;
        case CODE_GE: D = A >= B; break;
        case CODE_ADD: D = rules_add(A, B); break;
        case CODE_SUB: D = rules_sub(A, B); break;
        case CODE_MUL: D = rules_mul(A, B); break;
        case CODE_DIV: D = rules_div(A, B); break;
        case CODE_MOD:
        case CODE_WRAP: D = rules_mod(A, B); break;
        case CODE_BOR: D = A | B; break;
        case CODE_BXOR: D = A ^ B; break;
        case CODE_BAND: D = A & B; break;
        case CODE_SHL: D = rules_shl(A, B); break;
        case CODE_SHR: D = rules_shr(A, B); break;
        case CODE_MIN: D = A < B ? A : B; break;
        case CODE_MAX: D = A > B ? A : B; break;
        case CODE_ABS: D = A < 0 ? rules_sub(0, A) : A; break;
        case CODE_NEG: D = rules_sub(0, A); break;
        case CODE_NOT: D = A == 0; break;
        case CODE_RANDOM: D = g->random(g, A); break;
        case CODE_MOVE: D = A; break;
        case CODE_TABLE: D = item(g, r, in); break;
        case CODE_GRID1: D = *cell1(g, r, in); break;
        case CODE_GRID2: D = *cell2(g, r, in); break;
        case CODE_PUT1: *cell1(g, r, in) = D; break;
        case CODE_PUT2: *cell2(g, r, in) = D; break;
        case CODE_JUMP: GO;
        case CODE_JUMP0:
            if (A == 0) GO;
            break;
        case CODE_UNLESS_EQ:
            if (!(A == B)) GO;
            break;
        case CODE_UNLESS_NE:
            if (!(A != B)) GO;
            break;
        case CODE_UNLESS_LT:
            if (!(A < B)) GO;
            break;
        case CODE_UNLESS_LE:
            if (!(A <= B)) GO;
            break;
        case CODE_UNLESS_GT:
            if (!(A > B)) GO;
            break;
        case CODE_UNLESS_GE:
            if (!(A >= B)) GO;
            break;
        case CODE_ASK: {
            int32_t x = ask(g, kid_of(n, in->a), arg, in->b);
            if (g->stop) return 0;
            D = x;
            break;
        }
        case CODE_PASS: return engine_walk(g, kid_of(n, in->a), arg);
        case CODE_ROUND:
            if (A > B) GO;
            if (!rules_pay(g, 0)) return 0;
            break;
        case CODE_NEXT:
            if (A >= B) break;
            A++;
            GO;
        case CODE_RETURN: return A;
        }
    }
#undef A
#undef B
#undef D
#undef GO
}

/* ---- special rules ------------------------------------------------------- */

static const Rules *rules_of(const RulesState *g) { return g->rules; }

static int32_t special(RulesState *g, RuleKind kind) {
    int i = rules_of(g)->block[kind];
    return i < 0 ? 0 : run(g, i, NULL, NULL);
}

static void engine_start(RulesState *g) { special(g, RULE_START); }

static int32_t engine_done(RulesState *g) { return special(g, RULE_DONE); }
static int32_t engine_score(RulesState *g) { return special(g, RULE_SCORE); }
static bool engine_won(RulesState *g) { return special(g, RULE_WON) != 0; }

static void engine_turn(RulesState *g) {
    int i = rules_of(g)->block[RULE_TURN];
    if (i >= 0 && rules_pay(g, (uint32_t)rules_of(g)->rule[i].cost))
        special(g, RULE_TURN);
}

/* ---- programs ------------------------------------------------------------ */

/* `done` may be asked in the middle of another rule, whose temporaries are all
 * saved then: it runs behind a question, never inside one. */
static void ask_done(RulesState *g, const Rules *r, const Rule *rule) {
    if ((rule->settles || r->done_always) && !g->stop && engine_done(g))
        rules_end(g, false);
}

static int32_t walk_rule(RulesState *g, const RulesNode *n,
                         const int32_t *arg) {
    const Rules *r = g->rules;
    hot_assert(n->op - OP_FIRST_PRIM < (int)r->prim_count);
    int number = r->prim_rule[n->op - OP_FIRST_PRIM];
    const Rule *rule = &r->rule[number];
    int32_t a[PRIM_ARGS_MAX];
    if (!rules_pay(g, (uint32_t)rule->cost)) return 0;
    if (rule->arity > 0) {
        const RulesNode *kid = n + 1;
        for (int i = 0; i < rule->arity; i++, kid += kid->span)
            a[i] = rule->lazy >> i & 1 ? 0 : engine_walk(g, kid, arg);
        if (g->stop) return 0;
        for (int i = 0; i < rule->arity; i++)
            g->var[RULES_FIRST_TEMP + i] = a[i];
    }
    int32_t x = rule->kind == RULE_OUTER ? g->outer(g, number, a)
                                         : run(g, number, n, arg);
    if (r->block[RULE_DONE] >= 0) ask_done(g, r, rule);
    return x;
}

static int32_t engine_walk(RulesState *g, const RulesNode *n,
                           const int32_t *arg) {
    if (n->op >= OP_FIRST_PRIM) return walk_rule(g, n, arg);
    if (!rules_pay(g, (uint32_t)rules_of(g)->cost)) return 0;
    if (n->op == OP_CONST) return n->k;
    if (n->op == OP_ARG) return arg[n->k];
    return rules_walk_adf(engine_walk, g, n, arg);
}

static void engine_run(RulesState *g) {
    int32_t value = engine_walk(g, g->branch[0], NULL);
    if (!g->stop) g->var[0] = value;
}

static bool engine_flat(RulesState *g) {
    (void)g;
    return false;
}

#define SHARED(...) __VA_ARGS__
#include "rules_loop.inc"
#undef SHARED

void rules_run_play(RulesState *state) { engine_play(state); }

void rules_run_begin(RulesState *state) {
    engine_start(state);
    if (!state->stop && engine_done(state)) rules_end(state, false);
}

void rules_run_pass(RulesState *state) {
    if (!state->stop) engine_pass(state);
}

void rules_run_finish(RulesState *state) { engine_finish(state); }

int32_t rules_run_call(RulesState *state, int rule) {
    const Rules *r = state->rules;
    int32_t x = r->rule[rule].kind == RULE_OUTER
                    ? state->outer(state, rule, NULL)
                    : run(state, rule, NULL, NULL);
    if (r->block[RULE_DONE] >= 0) ask_done(state, r, &r->rule[rule]);
    return x;
}
