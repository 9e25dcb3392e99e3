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
 * A value is a whole number, a truth value (0 or 1) or a real; which one is
 * known from where it stands. Reals are doubles: + - * / and sqrt give what
 * IEEE 754 says, the other functions are those of base/real.h. MIN is a < b ? a
 * : b and MAX a > b ? a : b, so both give b where one is no number. whole(x)
 * rounds down and stops at the ends of the range; what is no number becomes 0.
 *
 * It recurses in C over both trees. Programs so deep that PLAIN_STACK bytes do
 * not suffice, thousands of levels, are ended as if they could not pay; the
 * other engines have no such limit.
 */
#include "rules_state.h"

#include "base/hot.h"

enum { PLAIN_STACK = 4 << 20 };      /* bytes of C stack */

typedef union Value {
    int32_t i;                       /* a whole number, a truth value */
    double  r;
} Value;

typedef struct Frame {
    const RulesNode *kid[PRIM_ARGS_MAX];     /* of the program's node */
    const Value     *arg;                    /* of the ADF around it */
    Value            local[RULES_LOCALS_MAX];
} Frame;

static const Value nothing = { .r = 0 };

static Value engine_walk(RulesState *g, const RulesNode *n, const Value *arg);
static Value eval(RulesState *g, Frame *f, uint16_t n);

static const Rules *rules_of(const RulesState *g) { return g->rules; }

static Value whole(int32_t i) {
    Value v = nothing;
    v.i = i;
    return v;
}

static Value real(double r) { return (Value){ .r = r }; }

/* Begins a rule, whose arguments are to be filled in; its other locals are 0.
 * (A whole frame of zeros costs more than a short rule.) */
static void frame_begin(Frame *f, const Rule *rule, const Value *arg) {
    f->arg = arg;
    for (int i = rule->arity; i < rule->locals; i++) f->local[i] = nothing;
}

/* A value for those outside, who do not know kinds. */
static double number(Value v, uint8_t kind) {
    return kind == KIND_REAL ? v.r : v.i;
}

static Value call(RulesState *g, Frame *f, const Ast *a) {
    const Rules *r = rules_of(g);
    const Rule *rule = &r->rule[a->k];
    Frame frame;
    frame_begin(&frame, rule, f->arg);
    int i = 0;
    for (uint16_t n = a->kid[0]; n; n = r->ast[n].next)
        frame.local[i++] = eval(g, f, n);
    hot_assert(i == rule->arity);
    return g->stop ? nothing : eval(g, &frame, rule->body);
}

/* The cell's number among all cells. */
static size_t cell_of(RulesState *g, Frame *f, const Ast *a) {
    hot_assert((size_t)a->k < rules_of(g)->grid_count);
    const RulesGrid *grid = &rules_of(g)->grid[a->k];
    int32_t x = rules_mod(eval(g, f, a->kid[0]).i, grid->width), y = 0;
    if (grid->sides == 2) y = rules_mod(eval(g, f, a->kid[1]).i, grid->height);
    return grid->start + (size_t)y * grid->width + (size_t)x;
}

static int32_t item_of(RulesState *g, Frame *f, const Ast *a) {
    hot_assert((size_t)a->k < rules_of(g)->table_count);
    const RulesTable *t = &rules_of(g)->table[a->k];
    return rules_of(g)
        ->item[t->start + (size_t)rules_mod(eval(g, f, a->kid[0]).i, t->len)];
}

static Value operation(RulesState *g, Frame *f, const Ast *a) {
    Value x = eval(g, f, a->kid[0]), y = eval(g, f, a->kid[1]);
    if (g->stop) return nothing;
    if (rules_of(g)->ast[a->kid[0]].gives == KIND_REAL) {
        double z = rules_apply_real((RulesOp)a->k, x.r, y.r);
        return a->gives == KIND_REAL ? real(z) : whole(z != 0);
    }
    if (a->k == RULES_RANDOM) return whole(g->random(g, x.i));
    return whole(rules_apply((RulesOp)a->k, x.i, y.i));
}

static Value convert(RulesState *g, Frame *f, const Ast *a) {
    Value x = eval(g, f, a->kid[0]);
    bool from = rules_of(g)->ast[a->kid[0]].gives == KIND_REAL;
    bool to = a->gives == KIND_REAL;
    if (from == to) return x;
    return to ? real(x.i) : whole(rules_whole(x.r));
}

static void loop(RulesState *g, Frame *f, const Ast *a) {
    int32_t first = eval(g, f, a->kid[0]).i, last = eval(g, f, a->kid[1]).i;
    for (int64_t i = first; i <= last && rules_pay(g, 0) && !g->stop; i++) {
        f->local[a->k] = whole((int32_t)i);
        eval(g, f, a->kid[2]);
    }
}

static void set_cell(RulesState *g, Frame *f, const Ast *a) {
    size_t at = cell_of(g, f, a);
    int32_t x = eval(g, f, a->kid[2]).i;
    if (!g->stop) g->cell[at] = x;
}

static Value variable(const RulesState *g, int32_t k) {
    if (rules_of(g)->var_kind[k] == KIND_REAL) return real(g->real[k]);
    return whole(g->var[k]);
}

static void set_variable(RulesState *g, int32_t k, Value x) {
    if (g->stop) return;
    if (rules_of(g)->var_kind[k] == KIND_REAL) g->real[k] = x.r;
    else g->var[k] = x.i;
}

static Value block(RulesState *g, Frame *f, const Ast *a) {
    Value x = nothing;
    for (uint16_t n = a->kid[0]; n; n = rules_of(g)->ast[n].next)
        x = eval(g, f, n);
    return x;
}

static Value both(RulesState *g, Frame *f, const Ast *a) {
    bool first = eval(g, f, a->kid[0]).i != 0;
    if (first == (a->kind == AST_OR)) return whole(first);
    return whole(eval(g, f, a->kid[1]).i != 0);
}

static Value eval(RulesState *g, Frame *f, uint16_t n) {
    hot_assert(n < rules_of(g)->ast_count || n == 0);
    const Ast *a = &rules_of(g)->ast[n];
    if (g->stop) return nothing;
    switch ((AstKind)a->kind) {
    case AST_NONE: return nothing;
    case AST_NUMBER: return whole(a->k);
    case AST_REAL: return real(rules_of(g)->real[a->k]);
    case AST_VAR: return variable(g, a->k);
    case AST_LOCAL: return f->local[a->k];
    case AST_LAZY: return engine_walk(g, f->kid[a->k], f->arg);
    case AST_GRID: return whole(g->cell[cell_of(g, f, a)]);
    case AST_TABLE: return whole(item_of(g, f, a));
    case AST_OP: return operation(g, f, a);
    case AST_FN: return real(real_apply((RealFn)a->k, eval(g, f, a->kid[0]).r));
    case AST_CONVERT: return convert(g, f, a);
    case AST_AND:
    case AST_OR: return both(g, f, a);
    case AST_CALL: return call(g, f, a);
    case AST_IF:
        return eval(g, f, eval(g, f, a->kid[0]).i ? a->kid[1] : a->kid[2]);
    case AST_FOR: loop(g, f, a); return nothing;
    case AST_SET_VAR:
        set_variable(g, a->k, eval(g, f, a->kid[0]));
        return nothing;
    case AST_SET_LOCAL: f->local[a->k] = eval(g, f, a->kid[0]); return nothing;
    case AST_SET_GRID: set_cell(g, f, a); return nothing;
    case AST_BLOCK: return block(g, f, a);
    }
    return nothing;
}

/* ---- special rules ------------------------------------------------------- */

static double special(RulesState *g, RuleKind kind) {
    int i = rules_of(g)->block[kind];
    if (i < 0) return 0;
    const Rule *rule = &rules_of(g)->rule[i];
    Frame frame;
    frame_begin(&frame, rule, NULL);
    return number(eval(g, &frame, rule->body), rule->gives);
}

static void engine_start(RulesState *g) { special(g, RULE_START); }
static bool engine_done(RulesState *g) { return special(g, RULE_DONE) != 0; }
static double engine_score(RulesState *g) { return special(g, RULE_SCORE); }
static bool engine_won(RulesState *g) { return special(g, RULE_WON) != 0; }

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

/* Primitives that others execute know no reals. */
static Value outer(RulesState *g, Frame *f, const Rule *rule) {
    int32_t arg[PRIM_ARGS_MAX];
    for (int i = 0; i < rule->arity; i++) arg[i] = f->local[i].i;
    return whole(g->outer(g, (int)(rule - rules_of(g)->rule), arg));
}

static Value body(RulesState *g, Frame *f, const Rule *rule) {
    if (rule->kind != RULE_OUTER) return eval(g, f, rule->body);
    return g->stop ? nothing : outer(g, f, rule);
}

static const Rule *rule_of(const RulesState *g, const RulesNode *n) {
    const Rules *r = rules_of(g);
    return &r->rule[r->prim_rule[n->op - OP_FIRST_PRIM]];
}

static Value walk_rule(RulesState *g, const RulesNode *n, const Value *arg) {
    const Rule *rule = rule_of(g, n);
    Frame f;
    if (!pay(g, n, rule->cost)) return nothing;
    frame_begin(&f, rule, arg);
    if (too_deep(g, &f)) {
        rules_end(g, true);
        return nothing;
    }
    const RulesNode *kid = n + 1;
    for (int i = 0; i < rule->arity; i++, kid += kid->span) {
        f.kid[i] = kid;
        if (!(rule->lazy >> i & 1)) f.local[i] = engine_walk(g, kid, arg);
    }
    Value x = body(g, &f, rule);
    if ((rule->settles || rules_of(g)->done_always) && !g->stop &&
        engine_done(g))
        rules_end(g, false);
    return x;
}

/* Programs have reals for constants where they give a real. */
static Value constant(const RulesState *g, const RulesNode *n) {
    if (rules_of(g)->kind != KIND_REAL) return whole(n->k);
    return real(g->value[n->k]);
}

static Value walk_adf(RulesState *g, const RulesNode *n, const Value *arg) {
    Value a[PRIM_ARGS_MAX];
    const RulesNode *kid = n + 1, *branch = g->branch[n->k + 1];
    for (int i = 0; kid < n + n->span; i++, kid += kid->span)
        a[i] = engine_walk(g, kid, arg);
    return engine_walk(g, branch, a);
}

static Value walk(RulesState *g, const RulesNode *n, const Value *arg) {
    if (n->op >= OP_FIRST_PRIM) return walk_rule(g, n, arg);
    if (!pay(g, n, rules_of(g)->cost)) return nothing;
    if (n->op == OP_CONST) return constant(g, n);
    if (n->op == OP_ARG) return arg[n->k];
    return walk_adf(g, n, arg);
}

static uint8_t kind_of(const RulesState *g, const RulesNode *n) {
    return n->op >= OP_FIRST_PRIM ? rule_of(g, n)->gives : rules_of(g)->kind;
}

/* Once the case has stopped nodes are not seen any more. */
static Value engine_walk(RulesState *g, const RulesNode *n, const Value *arg) {
    if (!g->watch || g->stop) return walk(g, n, arg);
    g->watch(g, n, RULES_ENTERS, 0);
    Value x = walk(g, n, arg);
    uint8_t kind = kind_of(g, n);
    double taken = g->watch(g, n, RULES_LEAVES, number(x, kind));
    if (taken == number(x, kind)) return x;
    return kind == KIND_REAL ? real(taken) : whole((int32_t)taken);
}

static void engine_run(RulesState *g) {
    set_variable(g, 0, engine_walk(g, g->branch[0], NULL));
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

void rules_plain_begin(RulesState *state) {
    Frame here;
    state->stack = &here;
    engine_start(state);
    if (!state->stop && engine_done(state)) rules_end(state, false);
    state->stack = NULL;
}

void rules_plain_pass(RulesState *state) {
    Frame here;
    state->stack = &here;
    if (!state->stop) engine_pass(state);
    state->stack = NULL;
}

void rules_plain_finish(RulesState *state) {
    Frame here;
    state->stack = &here;
    engine_finish(state);
    state->stack = NULL;
}

int32_t rules_plain_call(RulesState *state, int rule) {
    const Rules *r = rules_of(state);
    Frame frame;
    frame_begin(&frame, &r->rule[rule], NULL);
    int32_t x = body(state, &frame, &r->rule[rule]).i;
    if ((r->rule[rule].settles || r->done_always) && !state->stop &&
        engine_done(state))
        rules_end(state, false);
    return x;
}
