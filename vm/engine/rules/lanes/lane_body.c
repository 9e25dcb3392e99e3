/* lane_body.c -- the bodies of rules as C over vectors.
 *
 * Every value has a range, so that what fits is not checked: sums that may be
 * more than a lane holds add to `bad`, and those lanes are spoiled when the
 * step ends. Until then they hold what is left of the sum, which is in the
 * range that is stated, so indices stay inside.
 *
 * Both parts of an if are written one behind the other, each under its mask. A
 * part that looks at cells is skipped if no lane takes it.
 */
#include "rules_c_lanes.h"

static void effect(LaneWriter *w, uint16_t n);

/* ---- operations ---------------------------------------------------------- */

/* A sum or difference, exact in `range`. One that a lane cannot hold is bad:
 * its sign differs from that of both terms, or of the first and what is taken
 * away is of the other sign. Numbers of 32 bits wrap, as they should. */
static Lane put_sum(LaneWriter *w, bool minus, Lane x, Lane y) {
    LaneRange range = { x.range.lo + y.range.lo, x.range.hi + y.range.hi };
    if (minus)
        range = (LaneRange){ x.range.lo - y.range.hi, x.range.hi - y.range.lo };
    Lane z = lane_temp(w, lane_within(range, lane_all(w)) ? range : lane_all(w),
                       false);
    lane_line(w, "V %s = (V)((U)%s %c (U)%s); ", z.name, x.name,
              minus ? '-' : '+', y.name);
    if (lane_within(range, lane_all(w)) || w->plan->bits == 32) return z;
    Lane wrong = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = ((%s ^ %s) & (%s%s ^ %s)) < K(0); ", wrong.name,
              x.name, z.name, minus ? "~" : "", y.name, z.name);
    lane_check(w, wrong);
    return z;
}

/* Bits of a narrow number are those of a wide one, the upper ones being its
 * sign. */
static Lane put_bits(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = lane_temp(w, lane_all(w), false);
    char sign = op == RULES_BOR ? '|' : op == RULES_BAND ? '&' : '^';
    lane_line(w, "V %s = %s %c %s; ", t.name, x.name, sign, y.name);
    return t;
}

/* Products, quotients, rests and shifts are computed lane by lane; 32-bit
 * products are what vectors can do. */
static Lane put_product(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = lane_temp(w, lane_all(w), false),
         wrong = lane_temp(w, lane_truth, true);
    const char *name = op == RULES_MUL   ? "times"
                       : op == RULES_DIV ? "over"
                       : op == RULES_SHL ? "up"
                       : op == RULES_SHR ? "down"
                                         : "rest";
    if (op == RULES_MUL && w->plan->bits == 32) {
        lane_line(w, "V %s = (V)((U)%s * (U)%s); ", t.name, x.name, y.name);
        return t;
    }
    lane_line(w, "V %s, %s = %s(%s, %s, &%s); ", wrong.name, t.name, name,
              x.name, y.name, wrong.name);
    if (w->plan->bits < 32) lane_check(w, wrong);
    return t;
}

static Lane put_lesser(LaneWriter *w, bool min, Lane x, Lane y) {
    LaneRange a = x.range, b = y.range;
    Lane t = lane_temp(w, a, false);
    bool lo = (a.lo < b.lo) == min, hi = (a.hi < b.hi) == min;
    t.range = (LaneRange){ lo ? a.lo : b.lo, hi ? a.hi : b.hi };
    lane_line(w, "V %s = pick(%s %c %s, %s, %s); ", t.name, x.name,
              min ? '<' : '>', y.name, x.name, y.name);
    return t;
}

static Lane put_abs(LaneWriter *w, Lane x) {
    if (x.range.lo >= 0) return x;
    Lane minus = put_sum(w, true, lane_fixed(0), x),
         t = lane_temp(w, lane_all(w), false);
    lane_line(w, "V %s = pick(%s < K(0), %s, %s); ", t.name, x.name, minus.name,
              x.name);
    return t;
}

static Lane put_test(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = %s %s %s; ", t.name, x.name, rules_ops[op].name,
              y.name);
    return t;
}

static Lane operation(LaneWriter *w, const Ast *a) {
    RulesOp op = (RulesOp)a->k;
    if (op == RULES_NOT) {
        Lane x = lane_test(w, a->kid[0]), t = lane_temp(w, lane_truth, true);
        lane_line(w, "V %s = ~%s; ", t.name, x.name);
        return t;
    }
    Lane x = lane_kept(w, a->kid[0], a->kid[1]);
    Lane y = a->kid[1] ? lane_number(w, a->kid[1]) : lane_fixed(0);
    bool wraps = y.range.lo == y.range.hi && y.range.lo > 0;
    switch (op) {
    case RULES_EQ:
    case RULES_NE:
    case RULES_LT:
    case RULES_LE:
    case RULES_GT:
    case RULES_GE: return put_test(w, op, x, y);
    case RULES_ADD: return put_sum(w, false, x, y);
    case RULES_SUB: return put_sum(w, true, x, y);
    case RULES_NEG: return put_sum(w, true, lane_fixed(0), x);
    case RULES_ABS: return put_abs(w, x);
    case RULES_MIN:
    case RULES_MAX: return put_lesser(w, op == RULES_MIN, x, y);
    case RULES_MOD:
    case RULES_WRAP:
        if (wraps) return lane_wrapped(w, x, (int32_t)y.range.lo);
        return put_product(w, op, x, y);
    case RULES_BOR:
    case RULES_BXOR:
    case RULES_BAND: return put_bits(w, op, x, y);
    case RULES_MUL:
    case RULES_DIV:
    case RULES_SHL:
    case RULES_SHR: return put_product(w, op, x, y);
    case RULES_NOT:
    case RULES_RANDOM:
    case RULES_OP_COUNT: break;
    }
    return lane_fixed(0);
}

static Lane logic(LaneWriter *w, const Ast *a) {
    bool both = a->kind == AST_AND, whole = w->whole;
    Lane x = lane_test(w, a->kid[0]), t = lane_temp(w, lane_truth, true);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    Lane before = lane_enter(w, x, both);
    lane_open(w, a->kid[1]);
    Lane y = lane_test(w, a->kid[1]);
    lane_line(w, "%s = %s %c %s; ", t.name, x.name, both ? '&' : '|', y.name);
    buf_text(w->out, "}\n");
    lane_leave(w, before, whole);
    return t;
}

/* ---- helpers ------------------------------------------------------------- */

Lane lane_inlined(LaneWriter *w, const Rule *rule, const Lane *arg) {
    int scope = w->scope;
    LaneRange range[RULES_LOCALS_MAX] = { { 0, 0 } }, *local = w->local;
    w->scope = ++w->scopes;
    w->local = range;
    for (int i = 0; i < rule->locals; i++) {
        if (i < rule->arity) range[i] = arg[i].range;
        lane_line(w, "V %s = %s; ", lane_local(w, i).name,
                  i < rule->arity ? arg[i].name : "K(0)");
    }
    Lane x = lane_value(w, rule->body), t = lane_temp(w, x.range, x.mask);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    w->scope = scope;
    w->local = local;
    return t;
}

static Lane call(LaneWriter *w, const Ast *a) {
    Lane arg[PRIM_ARGS_MAX];
    int count = 0;
    for (uint16_t n = a->kid[0]; n; n = w->rules->ast[n].next)
        arg[count++] = lane_kept(w, n, rules_disturber(w->rules, n));
    return lane_inlined(w, &w->rules->rule[a->k], arg);
}

/* ---- flow ---------------------------------------------------------------- */

static bool is_zero(LaneRange range) { return range.lo == 0 && range.hi == 0; }

/* A part of an if, whose value goes to `to`, which is 0 before, where it is
 * taken; its range. */
static LaneRange put_taken(LaneWriter *w, uint16_t n, Lane test, bool holds,
                           Lane to) {
    bool whole = w->whole;
    Lane before = lane_enter(w, test, holds);
    lane_open(w, n);
    Lane x = lane_number(w, n);
    if (!is_zero(x.range))
        lane_line(w, "%s = pick(%s, %s, %s); ", to.name, w->mask.name, x.name,
                  to.name);
    buf_text(w->out, "}\n");
    lane_leave(w, before, whole);
    return x.range;
}

static Lane condition(LaneWriter *w, const Ast *a) {
    Lane test = lane_test(w, a->kid[0]),
         t = lane_temp(w, (LaneRange){ 0, 0 }, false);
    lane_line(w, "V %s = K(0); ", t.name);
    t.range = lane_join(t.range, put_taken(w, a->kid[1], test, true, t));
    if (a->kid[2])
        t.range = lane_join(t.range, put_taken(w, a->kid[2], test, false, t));
    return is_zero(t.range) ? lane_fixed(0) : t;
}

static void put_branch(LaneWriter *w, uint16_t n, Lane test, bool holds) {
    bool whole = w->whole;
    if (!n) return;
    Lane before = lane_enter(w, test, holds);
    lane_open(w, n);
    effect(w, n);
    buf_text(w->out, "}\n");
    lane_leave(w, before, whole);
}

static void set_var(LaneWriter *w, const Ast *a) {
    Lane x = lane_number(w, a->kid[0]), v = lane_var(w, a->k);
    lane_line(w, "%s = pick(%s, %s, %s); ", v.name, w->mask.name, x.name,
              v.name);
    w->plan->var[a->k] = lane_join(v.range, x.range);
}

static void set_local(LaneWriter *w, const Ast *a) {
    Lane x = lane_number(w, a->kid[0]), v = lane_local(w, a->k);
    if (w->whole) lane_line(w, "%s = %s; ", v.name, x.name);
    else
        lane_line(w, "%s = pick(%s, %s, %s); ", v.name, w->mask.name, x.name,
                  v.name);
    w->local[a->k] = w->whole ? x.range : lane_join(v.range, x.range);
}

uint16_t lane_lead(LaneWriter *w, const Ast *block) {
    uint16_t n = block->kid[0];
    for (; n && w->rules->ast[n].next; n = w->rules->ast[n].next) effect(w, n);
    return n;
}

/* A statement whose value is not wanted. */
static void effect(LaneWriter *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    Lane test;
    switch ((AstKind)a->kind) {
    case AST_BLOCK: effect(w, lane_lead(w, a)); return;
    case AST_SET_VAR: set_var(w, a); return;
    case AST_SET_LOCAL: set_local(w, a); return;
    case AST_SET_GRID: lane_set_cell(w, a); return;
    case AST_IF:
        test = lane_test(w, a->kid[0]);
        put_branch(w, a->kid[1], test, true);
        put_branch(w, a->kid[2], test, false);
        return;
    case AST_NONE:
    case AST_LAZY:
    case AST_FOR: return;
    case AST_NUMBER:
    case AST_VAR:
    case AST_LOCAL:
    case AST_GRID:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_CALL:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT: lane_value(w, n); return;
    }
}

Lane lane_value(LaneWriter *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    switch ((AstKind)a->kind) {
    case AST_NUMBER: return lane_fixed(a->k);
    case AST_VAR: return lane_var(w, a->k);
    case AST_LOCAL: return lane_local(w, a->k);
    case AST_GRID: return lane_cell(w, a);
    case AST_TABLE: return lane_item(w, a);
    case AST_OP: return operation(w, a);
    case AST_AND:
    case AST_OR: return logic(w, a);
    case AST_CALL: return call(w, a);
    case AST_IF: return condition(w, a);
    case AST_BLOCK: return lane_value(w, lane_lead(w, a));
    case AST_CONVERT: return lane_value(w, a->kid[0]);
    case AST_REAL:                   /* rules with reals have no lanes */
    case AST_FN:
    case AST_NONE:
    case AST_LAZY:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL:
    case AST_SET_GRID: break;
    }
    effect(w, n);
    return lane_fixed(0);
}
