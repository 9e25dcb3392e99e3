/* rules_c_lanes_body.c -- the bodies of rules as C over vectors.
 *
 * Every value has a range, so that what fits is not checked: sums that may be
 * more than a lane holds add to `bad`, and those lanes are spoiled when the
 * step ends. Until then they hold what is left of the sum, which is in the
 * range that is stated, so indices stay inside.
 *
 * Both parts of an if are written one behind the other, each under its mask. A
 * part that looks at cells is skipped if no lane takes it.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules_c_lanes.h"

static Lane value(LaneWriter *w, uint16_t n);
static void effect(LaneWriter *w, uint16_t n);

/* ---- lines --------------------------------------------------------------- */

static void put_part(Buf *out, const char *line, int part) {
    for (const char *c = line; *c; c++) {
        if (*c == '@') buf_format(out, "%d", part);
        else buf_char(out, *c);
    }
}

void lane_line(LaneWriter *w, const char *form, ...) {
    char line[512];
    va_list list;
    va_start(list, form);
    vsnprintf(line, sizeof line, form, list);
    va_end(list);
    for (int p = 0; p < w->plan->parts; p++) put_part(w->out, line, p);
    buf_char(w->out, '\n');
}

void lane_bits(LaneWriter *w, Lane mask) {
    int wide = w->plan->lanes / w->plan->parts;
    for (int p = 0; p < w->plan->parts; p++) {
        buf_text(w->out, p ? " | bits(" : "(bits(");
        put_part(w->out, mask.name, p);
        buf_format(w->out, ") << %d", p * wide);
    }
    buf_char(w->out, ')');
}

/* ---- values -------------------------------------------------------------- */

static Lane temp(LaneWriter *w, LaneRange range, bool mask) {
    Lane t = { .range = range, .mask = mask };
    snprintf(t.name, sizeof t.name, "t%d_@", w->temps++);
    return t;
}

static Lane fixed(int32_t k) {
    Lane x = { .range = { k, k } };
    snprintf(x.name, sizeof x.name, "K(%d)", k);
    return x;
}

static Lane local_of(LaneWriter *w, int k) {
    Lane x = { .range = w->local[k] };
    snprintf(x.name, sizeof x.name, "l%d_%d_@", w->scope, k);
    return x;
}

static Lane var_of(LaneWriter *w, int k) {
    Lane x = { .range = w->plan->var[k] };
    snprintf(x.name, sizeof x.name, "v%d_@", k);
    return x;
}

static LaneRange all(const LaneWriter *w) {
    return (LaneRange){ lanes_lo(w->plan), lanes_hi(w->plan) };
}

static LaneRange join(LaneRange a, LaneRange b) {
    return (LaneRange){ a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi };
}

static bool within(LaneRange a, LaneRange b) {
    return a.lo >= b.lo && a.hi <= b.hi;
}

static const LaneRange truth = { 0, 1 };

static Lane as_number(LaneWriter *w, Lane x) {
    if (!x.mask) return x;
    Lane t = temp(w, truth, false);
    lane_line(w, "V %s = %s & K(1); ", t.name, x.name);
    return t;
}

static Lane as_mask(LaneWriter *w, Lane x) {
    if (x.mask) return x;
    Lane t = temp(w, truth, true);
    lane_line(w, "V %s = %s != K(0); ", t.name, x.name);
    return t;
}

Lane lane_number(LaneWriter *w, uint16_t n) {
    return as_number(w, value(w, n));
}
Lane lane_test(LaneWriter *w, uint16_t n) { return as_mask(w, value(w, n)); }

/* A value that stays what it is while `after` is evaluated. */
static Lane kept(LaneWriter *w, uint16_t n, uint16_t after) {
    Lane x = lane_number(w, n);
    bool place = x.name[0] == 'v' || x.name[0] == 'l';
    if (!place || !rules_disturbs(w->rules, after)) return x;
    Lane t = temp(w, x.range, false);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    return t;
}

/* ---- masks --------------------------------------------------------------- */

Lane lane_enter(LaneWriter *w, Lane test, bool holds) {
    Lane before = w->mask;
    w->mask = temp(w, truth, true);
    lane_line(w, "V %s = %s & %s%s; ", w->mask.name, before.name,
              holds ? "" : "~", test.name);
    w->whole = false;
    return before;
}

void lane_leave(LaneWriter *w, Lane before, bool whole) {
    w->mask = before;
    w->whole = whole;
}

/* Does the subtree look at cells, or call a helper? */
static bool is_heavy(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n) return false;
    switch ((AstKind)a->kind) {
    case AST_GRID:
    case AST_SET_GRID:
    case AST_CALL: return true;
    case AST_BLOCK:
        for (uint16_t i = a->kid[0]; i; i = r->ast[i].next)
            if (is_heavy(r, i)) return true;
        return false;
    case AST_NONE:
    case AST_NUMBER:
    case AST_VAR:
    case AST_LOCAL:
    case AST_LAZY:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_IF:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL: break;
    }
    return is_heavy(r, a->kid[0]) || is_heavy(r, a->kid[1]) ||
           is_heavy(r, a->kid[2]);
}

/* Opens a block that is skipped if it is worth it and no lane is there. */
static void open_part(LaneWriter *w, uint16_t n) {
    if (is_heavy(w->rules, n)) {
        buf_text(w->out, "if (");
        lane_bits(w, w->mask);
        buf_text(w->out, ") ");
    }
    buf_text(w->out, "{\n");
}

/* Lanes of the mask in which `wrong` is true hold no right number. */
static void check(LaneWriter *w, Lane wrong) {
    Lane t = temp(w, truth, true);
    lane_line(w, "V %s = %s & %s; ", t.name, wrong.name, w->mask.name);
    buf_text(w->out, "bad |= ");
    lane_bits(w, t);
    buf_text(w->out, ";\n");
}

/* ---- indices ------------------------------------------------------------- */

/* Where x is further than once round, all is computed the long way. */
static Lane put_far(LaneWriter *w, Lane x, int32_t n) {
    LaneRange hold = all(w);
    int64_t lo = -(int64_t)n, hi = 2 * (int64_t)n - 1;
    bool low = x.range.lo < lo && lo > hold.lo;
    bool high = x.range.hi > hi && hi < hold.hi;
    if (!low && !high) return x;
    Lane far = temp(w, truth, true), here = temp(w, truth, true);
    Lane y = temp(w, (LaneRange){ lo, hi }, false);
    lane_line(w, "V %s = K(0); ", far.name);
    if (low) lane_line(w, "%s |= %s < K(%d); ", far.name, x.name, (int)lo);
    if (high) lane_line(w, "%s |= %s > K(%d); ", far.name, x.name, (int)hi);
    lane_line(w, "V %s = %s & %s, %s = %s & ~%s; ", here.name, far.name,
              w->mask.name, y.name, x.name, far.name);
    buf_text(w->out, "if (__builtin_expect(");
    lane_bits(w, here);
    buf_text(w->out, " != 0, 0)) {\n");
    lane_line(w, "%s = far(%s, %d); ", y.name, x.name, n);
    buf_text(w->out, "}\n");
    return y;
}

/* x wrapped round n. */
static Lane wrapped(LaneWriter *w, Lane x, int32_t n) {
    LaneRange inside = { 0, n - 1 };
    if (within(x.range, inside)) return x;
    if ((n & (n - 1)) == 0) {
        Lane t = temp(w, inside, false);
        lane_line(w, "V %s = %s & K(%d); ", t.name, x.name, n - 1);
        return t;
    }
    x = put_far(w, x, n);
    if (x.range.lo < 0) {
        Lane t = temp(w, (LaneRange){ 0, x.range.hi }, false);
        lane_line(w, "V %s = %s + (K(%d) & (%s < K(0))); ", t.name, x.name, n,
                  x.name);
        x = t;
    }
    if (x.range.hi >= n) {
        Lane t = temp(w, inside, false);
        lane_line(w, "V %s = %s - (K(%d) & (%s > K(%d))); ", t.name, x.name, n,
                  x.name, n - 1);
        x = t;
    }
    x.range = inside;
    return x;
}

/* n times y, as sums: there are no products of bytes. */
static Lane put_scaled(LaneWriter *w, Lane y, int n) {
    Lane sum = { .name = "" }, power = y;
    for (; n; n >>= 1) {
        if (n & 1 && sum.name[0]) {
            Lane t = temp(w, all(w), false);
            lane_line(w, "V %s = (V)((U)%s + (U)%s); ", t.name, sum.name,
                      power.name);
            sum = t;
        } else if (n & 1) {
            sum = power;
        }
        if (n == 1) break;
        Lane t = temp(w, all(w), false);
        lane_line(w, "V %s = (V)((U)%s + (U)%s); ", t.name, power.name,
                  power.name);
        power = t;
    }
    return sum;
}

/* Declares iN, the numbers of the cells among all; or the name of their numbers
 * in a grid that is in planes. */
static Lane put_index(LaneWriter *w, const Ast *a, Lane x, Lane y) {
    const RulesGrid *grid = &w->rules->grid[a->k];
    x = wrapped(w, x, grid->width);
    if (grid->sides == 2) y = wrapped(w, y, grid->height);
    bool two = grid->sides == 2;
    Lane i = temp(w, all(w), false);
    if (w->plan->planes >> a->k & 1) {
        if (!two) return x;
        y = put_scaled(w, y, grid->width);
        lane_line(w, "V %s = %s + %s; ", i.name, y.name, x.name);
        return i;
    }
    i.name[0] = 'i';
    *strchr(i.name, '_') = 0;
    buf_format(w->out, "Index %s[LANES]; ", i.name);
    lane_line(w, "put_index(%s + @ * PART, %s, %s, %d, %u, @ * PART); ", i.name,
              x.name, two ? y.name : "K(0)", grid->width, grid->start);
    return i;
}

/* ---- cells --------------------------------------------------------------- */

/* The planes that cell i is in, chosen by the upper bits of its number. */
static Lane put_look(LaneWriter *w, int grid, Lane i) {
    const RulesGrid *g = &w->rules->grid[grid];
    uint32_t planes = ((uint32_t)g->width * g->height + 7) / 8;
    Lane t = temp(w, truth, true);
    lane_line(w, "V %s = look%d(plane + %u, %s); ", t.name,
              planes > 4   ? 8
              : planes > 2 ? 4
                           : (int)planes,
              w->plan->first_plane[grid], i.name);
    return t;
}

/* Unknown cells are asked for, and the step is done again. */
static void put_ask(LaneWriter *w, Lane x, Lane i) {
    Lane t = temp(w, truth, true);
    w->asks++;
    lane_line(w, "V %s = (%s == UNKNOWN) & %s; ", t.name, x.name, w->mask.name);
    buf_text(w->out, "asks = ");
    lane_bits(w, t);
    buf_format(w->out,
               ";\nif (__builtin_expect(asks != 0, 0)) {\n"
               "for (int i = 0; i < LANES; i++) "
               "l->at[i] = %s[i] - first_cell[i];\n"
               "PART_HERE\n}\n",
               i.name);
}

static Lane cell(LaneWriter *w, const Ast *a) {
    Lane x = kept(w, a->kid[0], a->kid[1]), y = fixed(0);
    if (a->kid[1]) y = lane_number(w, a->kid[1]);
    Lane i = put_index(w, a, x, y);
    if (w->plan->planes >> a->k & 1) return put_look(w, a->k, i);
    Lane t = temp(w, all(w), false);
    buf_format(w->out, "uint32_t at_%s = ", i.name);
    lane_bits(w, w->mask);
    buf_text(w->out, ";\n");
    lane_line(w,
              "V %s = gather(cell, %s + @ * PART, "
              "at_%s >> (@ * PART) & PART_BITS); ",
              t.name, i.name, i.name);
    if (w->plan->vary >> a->k & 1) put_ask(w, t, i);
    return t;
}

static void put_planes(LaneWriter *w, int grid, Lane i, Lane v) {
    const RulesGrid *g = &w->rules->grid[grid];
    uint32_t planes = ((uint32_t)g->width * g->height + 7) / 8;
    uint32_t first = w->plan->first_plane[grid];
    Lane x = as_mask(w, v), here = temp(w, all(w), false);
    Lane row = temp(w, all(w), false);
    if (w->keeps) buf_format(w->out, "keep_planes(l, %u);\n", first);
    lane_line(w, "V %s = lookup(columns, %s) & %s; ", here.name, i.name,
              w->mask.name);
    lane_line(w, "V %s = %s & K(0x38); ", row.name, i.name);
    for (uint32_t p = 0; p < planes; p++)
        lane_line(w, "store(&plane[%u], %s == K(%u), %s, %s); ", first + p,
                  row.name, 8 * p, here.name, x.name);
}

static void put_cells(LaneWriter *w, int grid, Lane i, Lane v) {
    v = as_number(w, v);
    if (w->plan->vary >> grid & 1 && v.range.lo == lanes_lo(w->plan)) {
        Lane t = temp(w, truth, true);
        lane_line(w, "V %s = %s == UNKNOWN; ", t.name, v.name);
        check(w, t);
    }
    bool same = v.range.lo == v.range.hi;
    buf_text(w->out, "{\n");
    if (!same) {
        buf_text(w->out, "T x[LANES]; ");
        lane_line(w, "V x@ = %s; memcpy(x + @ * PART, &x@, sizeof x@); ",
                  v.name);
    }
    buf_format(w->out, "scatter(cell, %s, %s, %d, ", i.name, same ? "0" : "x",
               same ? (int)v.range.lo : 0);
    lane_bits(w, w->mask);
    buf_format(w->out, ", %s);\n}\n", w->keeps ? "l" : "0");
}

static void set_cell(LaneWriter *w, const Ast *a) {
    bool second = rules_disturbs(w->rules, a->kid[1]);
    Lane x = kept(w, a->kid[0], a->kid[second ? 1 : 2]), y = fixed(0);
    if (a->kid[1]) y = kept(w, a->kid[1], a->kid[2]);
    Lane v = value(w, a->kid[2]);
    Lane i = put_index(w, a, x, y);
    w->keeps = w->asks < w->last_ask;
    if (w->keeps && ++w->writes > LANES_WRITES) w->failed = true;
    if (!(w->plan->planes >> a->k & 1)) {
        put_cells(w, a->k, i, v);
    } else if (v.mask || within(v.range, truth)) {
        put_planes(w, a->k, i, v);
    } else {
        w->plan->planes &= ~(UINT64_C(1) << a->k);
    }
}

static Lane item(LaneWriter *w, const Ast *a) {
    const RulesTable *table = &w->rules->table[a->k];
    const int32_t *item = w->rules->item + table->start;
    Lane x = wrapped(w, lane_number(w, a->kid[0]), table->len);
    LaneRange range = { item[0], item[0] };
    for (int i = 1; i < table->len; i++)
        range = join(range, (LaneRange){ item[i], item[i] });
    Lane t = temp(w, range, false);
    lane_line(w,
              lane_few(w, a->k) ? "V %s = lookup(few_%d, %s); "
                                : "V %s = many(many_%d, %s); ",
              t.name, a->k, x.name);
    return t;
}

/* ---- operations ---------------------------------------------------------- */

/* A sum or difference, exact in `range`. One that a lane cannot hold is bad:
 * its sign differs from that of both terms, or of the first and what is taken
 * away is of the other sign. Numbers of 32 bits wrap, as they should. */
static Lane put_sum(LaneWriter *w, bool minus, Lane x, Lane y) {
    LaneRange range = { x.range.lo + y.range.lo, x.range.hi + y.range.hi };
    if (minus)
        range = (LaneRange){ x.range.lo - y.range.hi, x.range.hi - y.range.lo };
    Lane z = temp(w, within(range, all(w)) ? range : all(w), false);
    lane_line(w, "V %s = (V)((U)%s %c (U)%s); ", z.name, x.name,
              minus ? '-' : '+', y.name);
    if (within(range, all(w)) || w->plan->bits == 32) return z;
    Lane wrong = temp(w, truth, true);
    lane_line(w, "V %s = ((%s ^ %s) & (%s%s ^ %s)) < K(0); ", wrong.name,
              x.name, z.name, minus ? "~" : "", y.name, z.name);
    check(w, wrong);
    return z;
}

/* Bits of a narrow number are those of a wide one, the upper ones being its
 * sign. */
static Lane put_bits(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = temp(w, all(w), false);
    char sign = op == RULES_BOR ? '|' : op == RULES_BAND ? '&' : '^';
    lane_line(w, "V %s = %s %c %s; ", t.name, x.name, sign, y.name);
    return t;
}

/* Products, quotients, rests and shifts are computed lane by lane; 32-bit
 * products are what vectors can do. */
static Lane put_product(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = temp(w, all(w), false), wrong = temp(w, truth, true);
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
    if (w->plan->bits < 32) check(w, wrong);
    return t;
}

static Lane put_lesser(LaneWriter *w, bool min, Lane x, Lane y) {
    LaneRange a = x.range, b = y.range;
    Lane t = temp(w, a, false);
    bool lo = (a.lo < b.lo) == min, hi = (a.hi < b.hi) == min;
    t.range = (LaneRange){ lo ? a.lo : b.lo, hi ? a.hi : b.hi };
    lane_line(w, "V %s = pick(%s %c %s, %s, %s); ", t.name, x.name,
              min ? '<' : '>', y.name, x.name, y.name);
    return t;
}

static Lane put_abs(LaneWriter *w, Lane x) {
    if (x.range.lo >= 0) return x;
    Lane minus = put_sum(w, true, fixed(0), x), t = temp(w, all(w), false);
    lane_line(w, "V %s = pick(%s < K(0), %s, %s); ", t.name, x.name, minus.name,
              x.name);
    return t;
}

static Lane put_test(LaneWriter *w, RulesOp op, Lane x, Lane y) {
    Lane t = temp(w, truth, true);
    lane_line(w, "V %s = %s %s %s; ", t.name, x.name, rules_ops[op].name,
              y.name);
    return t;
}

static Lane operation(LaneWriter *w, const Ast *a) {
    RulesOp op = (RulesOp)a->k;
    if (op == RULES_NOT) {
        Lane x = lane_test(w, a->kid[0]), t = temp(w, truth, true);
        lane_line(w, "V %s = ~%s; ", t.name, x.name);
        return t;
    }
    Lane x = kept(w, a->kid[0], a->kid[1]);
    Lane y = a->kid[1] ? lane_number(w, a->kid[1]) : fixed(0);
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
    case RULES_NEG: return put_sum(w, true, fixed(0), x);
    case RULES_ABS: return put_abs(w, x);
    case RULES_MIN:
    case RULES_MAX: return put_lesser(w, op == RULES_MIN, x, y);
    case RULES_MOD:
    case RULES_WRAP:
        if (wraps) return wrapped(w, x, (int32_t)y.range.lo);
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
    return fixed(0);
}

static Lane logic(LaneWriter *w, const Ast *a) {
    bool both = a->kind == AST_AND, whole = w->whole;
    Lane x = lane_test(w, a->kid[0]), t = temp(w, truth, true);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    Lane before = lane_enter(w, x, both);
    open_part(w, a->kid[1]);
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
        lane_line(w, "V %s = %s; ", local_of(w, i).name,
                  i < rule->arity ? arg[i].name : "K(0)");
    }
    Lane x = value(w, rule->body), t = temp(w, x.range, x.mask);
    lane_line(w, "V %s = %s; ", t.name, x.name);
    w->scope = scope;
    w->local = local;
    return t;
}

static Lane call(LaneWriter *w, const Ast *a) {
    Lane arg[PRIM_ARGS_MAX];
    int count = 0;
    for (uint16_t n = a->kid[0]; n; n = w->rules->ast[n].next) {
        uint16_t after = 0;
        for (uint16_t m = w->rules->ast[n].next; m; m = w->rules->ast[m].next)
            if (rules_disturbs(w->rules, m)) after = m;
        arg[count++] = kept(w, n, after);
    }
    return lane_inlined(w, &w->rules->rule[a->k], arg);
}

/* ---- flow ---------------------------------------------------------------- */

/* A part of an if, whose value goes to `to` where it is taken; its range. */
static LaneRange put_taken(LaneWriter *w, uint16_t n, Lane test, bool holds,
                           Lane to) {
    bool whole = w->whole;
    Lane before = lane_enter(w, test, holds);
    open_part(w, n);
    Lane x = lane_number(w, n);
    lane_line(w, "%s = pick(%s, %s, %s); ", to.name, w->mask.name, x.name,
              to.name);
    buf_text(w->out, "}\n");
    lane_leave(w, before, whole);
    return x.range;
}

static Lane condition(LaneWriter *w, const Ast *a) {
    Lane test = lane_test(w, a->kid[0]),
         t = temp(w, (LaneRange){ 0, 0 }, false);
    lane_line(w, "V %s = K(0); ", t.name);
    t.range = join(t.range, put_taken(w, a->kid[1], test, true, t));
    if (a->kid[2])
        t.range = join(t.range, put_taken(w, a->kid[2], test, false, t));
    return t;
}

static void put_branch(LaneWriter *w, uint16_t n, Lane test, bool holds) {
    bool whole = w->whole;
    if (!n) return;
    Lane before = lane_enter(w, test, holds);
    open_part(w, n);
    effect(w, n);
    buf_text(w->out, "}\n");
    lane_leave(w, before, whole);
}

static void set_var(LaneWriter *w, const Ast *a) {
    Lane x = lane_number(w, a->kid[0]), v = var_of(w, a->k);
    lane_line(w, "%s = pick(%s, %s, %s); ", v.name, w->mask.name, x.name,
              v.name);
    w->plan->var[a->k] = join(v.range, x.range);
}

static void set_local(LaneWriter *w, const Ast *a) {
    Lane x = lane_number(w, a->kid[0]), v = local_of(w, a->k);
    if (w->whole) lane_line(w, "%s = %s; ", v.name, x.name);
    else
        lane_line(w, "%s = pick(%s, %s, %s); ", v.name, w->mask.name, x.name,
                  v.name);
    w->local[a->k] = w->whole ? x.range : join(v.range, x.range);
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
    case AST_SET_GRID: set_cell(w, a); return;
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
    case AST_CONVERT: value(w, n); return;
    }
}

static Lane value(LaneWriter *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    switch ((AstKind)a->kind) {
    case AST_NUMBER: return fixed(a->k);
    case AST_VAR: return var_of(w, a->k);
    case AST_LOCAL: return local_of(w, a->k);
    case AST_GRID: return cell(w, a);
    case AST_TABLE: return item(w, a);
    case AST_OP: return operation(w, a);
    case AST_AND:
    case AST_OR: return logic(w, a);
    case AST_CALL: return call(w, a);
    case AST_IF: return condition(w, a);
    case AST_BLOCK: return value(w, lane_lead(w, a));
    case AST_CONVERT: return value(w, a->kid[0]);
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
    return fixed(0);
}
