/* rules_plain.c -- the plain interpreter of rules: it defines their meaning.
 *
 * It walks the program's tree and, within a node, the tree of the rule.
 * Arguments without `?` are evaluated from left to right before the rule
 * begins, the others whenever the rule names them. Operands are evaluated from
 * left to right; an index wraps round its side; loops take their ends once,
 * before the first round. Once the case has stopped a rule goes no further. The
 * value of a block is that of its last statement; assignments and loops, like
 * an if that is not taken, give 0.
 *
 * It recurses in C over both trees. Programs so deep that PLAIN_STACK bytes do
 * not suffice, thousands of levels, are ended as if they could not pay; the
 * other engines have no such limit.
 */
#include "rules_state.h"

#include "base/hot.h"

enum { PLAIN_STACK = 4 << 20 };      /* bytes of C stack */

typedef struct Frame {
    const RulesNode *kid[PRIM_ARGS_MAX];     /* of the program's node */
    const int32_t   *arg;                    /* of the ADF around it */
    int32_t          local[RULES_LOCALS_MAX];
} Frame;

static int32_t engine_walk(RulesState *g, const RulesNode *n,
                           const int32_t *arg);
static int32_t eval(RulesState *g, Frame *f, uint16_t n);

static const Rules *rules_of(const RulesState *g) { return g->rules; }

static int32_t call(RulesState *g, Frame *f, const Ast *a) {
    const Rules *r = rules_of(g);
    Frame frame = { .arg = f->arg };
    int i = 0;
    for (uint16_t n = a->kid[0]; n; n = r->ast[n].next)
        frame.local[i++] = eval(g, f, n);
    hot_assert(i <= RULES_LOCALS_MAX);
    return g->stop ? 0 : eval(g, &frame, r->rule[a->k].body);
}

/* The cell's number among all cells. */
static size_t cell_of(RulesState *g, Frame *f, const Ast *a) {
    hot_assert((size_t)a->k < rules_of(g)->grid_count);
    const RulesGrid *grid = &rules_of(g)->grid[a->k];
    int32_t x = rules_mod(eval(g, f, a->kid[0]), grid->width), y = 0;
    if (grid->sides == 2) y = rules_mod(eval(g, f, a->kid[1]), grid->height);
    return grid->start + (size_t)y * grid->width + (size_t)x;
}

static int32_t item_of(RulesState *g, Frame *f, const Ast *a) {
    hot_assert((size_t)a->k < rules_of(g)->table_count);
    const RulesTable *t = &rules_of(g)->table[a->k];
    return rules_of(g)
        ->item[t->start + (size_t)rules_mod(eval(g, f, a->kid[0]), t->len)];
}

static int32_t operation(RulesState *g, Frame *f, const Ast *a) {
    int32_t x = eval(g, f, a->kid[0]), y = eval(g, f, a->kid[1]);
    if (g->stop) return 0;
    if (a->k == RULES_RANDOM) return g->random(g, x);
    return rules_apply((RulesOp)a->k, x, y);
}

static void loop(RulesState *g, Frame *f, const Ast *a) {
    int32_t first = eval(g, f, a->kid[0]), last = eval(g, f, a->kid[1]);
    for (int64_t i = first; i <= last && rules_pay(g, 0) && !g->stop; i++) {
        f->local[a->k] = (int32_t)i;
        eval(g, f, a->kid[2]);
    }
}

static void set_cell(RulesState *g, Frame *f, const Ast *a) {
    size_t at = cell_of(g, f, a);
    int32_t x = eval(g, f, a->kid[2]);
    if (!g->stop) g->cell[at] = x;
}

static int32_t block(RulesState *g, Frame *f, const Ast *a) {
    int32_t x = 0;
    for (uint16_t n = a->kid[0]; n && !g->stop; n = rules_of(g)->ast[n].next)
        x = eval(g, f, n);
    return x;
}

static int32_t eval(RulesState *g, Frame *f, uint16_t n) {
    hot_assert(n < rules_of(g)->ast_count || n == 0);
    const Ast *a = &rules_of(g)->ast[n];
    int32_t x;
    if (g->stop) return 0;
    switch ((AstKind)a->kind) {
    case AST_NONE: return 0;
    case AST_NUMBER: return a->k;
    case AST_VAR: return g->var[a->k];
    case AST_LOCAL: return f->local[a->k];
    case AST_LAZY: return engine_walk(g, f->kid[a->k], f->arg);
    case AST_GRID: return g->cell[cell_of(g, f, a)];
    case AST_TABLE: return item_of(g, f, a);
    case AST_OP: return operation(g, f, a);
    case AST_AND: return eval(g, f, a->kid[0]) ? eval(g, f, a->kid[1]) != 0 : 0;
    case AST_OR: return eval(g, f, a->kid[0]) ? 1 : eval(g, f, a->kid[1]) != 0;
    case AST_CALL: return call(g, f, a);
    case AST_IF:
        return eval(g, f, eval(g, f, a->kid[0]) ? a->kid[1] : a->kid[2]);
    case AST_FOR: loop(g, f, a); return 0;
    case AST_SET_VAR:
        x = eval(g, f, a->kid[0]);
        if (!g->stop) g->var[a->k] = x;
        return 0;
    case AST_SET_LOCAL: f->local[a->k] = eval(g, f, a->kid[0]); return 0;
    case AST_SET_GRID: set_cell(g, f, a); return 0;
    case AST_BLOCK: return block(g, f, a);
    }
    return 0;
}

/* ---- special rules ------------------------------------------------------- */

static int32_t special(RulesState *g, RuleKind kind) {
    int i = rules_of(g)->block[kind];
    Frame frame = { .arg = NULL };
    return i < 0 ? 0 : eval(g, &frame, rules_of(g)->rule[i].body);
}

static void engine_start(RulesState *g) { special(g, RULE_START); }
static int32_t engine_done(RulesState *g) { return special(g, RULE_DONE); }
static int32_t engine_score(RulesState *g) { return special(g, RULE_SCORE); }

static void engine_turn(RulesState *g) {
    int i = rules_of(g)->block[RULE_TURN];
    if (i >= 0 && rules_pay(g, (uint32_t)rules_of(g)->rule[i].cost))
        special(g, RULE_TURN);
}

/* ---- programs ------------------------------------------------------------ */

/* Has the C stack grown too far since the case began? */
static bool too_deep(const RulesState *g, const Frame *here) {
    uintptr_t a = (uintptr_t)here, b = (uintptr_t)g->stack;
    return (a > b ? a - b : b - a) > PLAIN_STACK;
}

static bool pay(RulesState *g, const RulesNode *n, int32_t cost) {
    if (g->stop) return false;
    bool paid = rules_pay(g, (uint32_t)cost);
    if (g->watch) g->watch(g, n, RULES_PAID, 0);
    return paid;
}

static int32_t body(RulesState *g, Frame *f, const Rule *rule) {
    if (rule->kind != RULE_OUTER) return eval(g, f, rule->body);
    return g->stop ? 0 : g->outer(g, (int)(rule - rules_of(g)->rule), f->local);
}

static int32_t walk_rule(RulesState *g, const RulesNode *n,
                         const int32_t *arg) {
    const Rules *r = rules_of(g);
    const Rule *rule = &r->rule[r->prim_rule[n->op - OP_FIRST_PRIM]];
    Frame f = { .arg = arg };
    if (!pay(g, n, rule->cost)) return 0;
    if (too_deep(g, &f)) {
        rules_end(g, true);
        return 0;
    }
    const RulesNode *kid = n + 1;
    for (int i = 0; i < rule->arity; i++, kid += kid->span) {
        f.kid[i] = kid;
        if (!(rule->lazy >> i & 1)) f.local[i] = engine_walk(g, kid, arg);
    }
    int32_t x = body(g, &f, rule);
    if ((rule->settles || r->done_always) && !g->stop && engine_done(g))
        rules_end(g, false);
    return x;
}

static int32_t walk(RulesState *g, const RulesNode *n, const int32_t *arg) {
    if (n->op >= OP_FIRST_PRIM) return walk_rule(g, n, arg);
    if (!pay(g, n, rules_of(g)->cost)) return 0;
    if (n->op == OP_CONST) return n->k;
    if (n->op == OP_ARG) return arg[n->k];
    return rules_walk_adf(engine_walk, g, n, arg);
}

/* Once the case has stopped nodes are not seen any more. */
static int32_t engine_walk(RulesState *g, const RulesNode *n,
                           const int32_t *arg) {
    if (!g->watch || g->stop) return walk(g, n, arg);
    g->watch(g, n, RULES_ENTERS, 0);
    int32_t x = walk(g, n, arg);
    g->watch(g, n, RULES_LEAVES, x);
    return x;
}

static bool engine_flat(RulesState *g) {
    (void)g;
    return false;
}

#define SHARED(...) __VA_ARGS__
#include "rules_loop.inc"
#undef SHARED

void rules_plain_play(RulesState *state) {
    Frame here;
    state->stack = &here;
    engine_play(state);
    state->stack = NULL;
}

int32_t rules_plain_call(RulesState *state, int rule) {
    Frame frame = { .arg = NULL };
    const Rules *r = rules_of(state);
    int32_t x = body(state, &frame, &r->rule[rule]);
    if ((r->rule[rule].settles || r->done_always) && !state->stop &&
        engine_done(state))
        rules_end(state, false);
    return x;
}
