/* rules_c_body.c -- the bodies of rules as C.
 *
 * C leaves the order of operands open, so every value that is not a constant or
 * a plain variable is first put into a temporary by a statement of its own; the
 * compiler removes them again.
 */
#include <math.h>

#include "rules_c_inner.h"

static void  effect(Writer *w, uint16_t n);

static const Place nothing = { PLACE_NUMBER, 0, false };

/* ---- places -------------------------------------------------------------- */

void rules_c_number(Writer *w, int32_t k) {
    if (k == INT32_MIN) buf_text(w->out, "(-2147483647 - 1)");
    else buf_format(w->out, k < 0 ? "(%d)" : "%d", k);
}

/* To the bit; infinite where the text has too many digits. */
static void put_real(Writer *w, double x) {
    if (isinf(x)) buf_text(w->out, x < 0 ? "(-1.0 / 0.0)" : "(1.0 / 0.0)");
    else buf_format(w->out, "(%a)", x);
}

void rules_c_place(Writer *w, Place p) {
    switch (p.kind) {
    case PLACE_NUMBER: rules_c_number(w, p.k); break;
    case PLACE_REAL: put_real(w, w->rules->real[p.k]); break;
    case PLACE_VAR:
        if (p.real) buf_format(w->out, "g->real[%d]", p.k);
        else buf_format(w->out, w->flat ? "v%d" : "g->var[%d]", p.k);
        break;
    case PLACE_LOCAL:
        buf_format(w->out, "%c%d_%d", p.real ? 'r' : 'l', w->scope, p.k);
        break;
    case PLACE_TEMP: buf_format(w->out, "t%d", p.k); break;
    }
}

/* Begins `int32_t tN = `; the caller finishes it with ";\n". */
static Place temp_of(Writer *w, bool real) {
    Place p = { PLACE_TEMP, w->temps++, real };
    buf_format(w->out, "%s t%d = ", real ? "double" : "int32_t", p.k);
    return p;
}

static Place temp(Writer *w) { return temp_of(w, false); }

static bool is_real(const Writer *w, uint16_t n) {
    return w->rules->ast[n].gives == KIND_REAL;
}

/* ---- indices ------------------------------------------------------------- */

/* Wraps round n sides; with a power of two that is a mask. */
static void put_wrapped(Writer *w, Place x, int32_t n) {
    bool mask = (n & (n - 1)) == 0;
    buf_text(w->out, mask ? "(" : "rules_wrap(");
    rules_c_place(w, x);
    buf_format(w->out, mask ? " & %d)" : ", %d)", mask ? n - 1 : n);
}

/* Begins a statement with the cell's number among all; its name is iN. */
static int put_index(Writer *w, const Ast *a, Place x, Place y) {
    const RulesGrid *grid = &w->rules->grid[a->k];
    int i = w->temps++;
    buf_format(w->out, "int32_t i%d = %u + ", i, grid->start);
    if (grid->sides == 2) {
        put_wrapped(w, y, grid->height);
        buf_format(w->out, " * %d + ", grid->width);
    }
    put_wrapped(w, x, grid->width);
    buf_text(w->out, ";\n");
    return i;
}

/* Might this rule, as a step, learn a cell and so do its work twice? */
static bool may_part(const Writer *w) {
    return w->flat && (w->rule->grids_read & w->vary);
}

static bool varies(const Writer *w, const Ast *a) {
    return w->flat && w->vary >> a->k & 1;
}

static Place cell(Writer *w, const Ast *a) {
    Place x = rules_c_value(w, a->kid[0], a->kid[1]), y = nothing;
    if (a->kid[1]) y = rules_c_value(w, a->kid[1], 0);
    int i = put_index(w, a, x, y);
    if (varies(w, a)) buf_format(w->out, "if (!known[i%d]) PART(i%d)\n", i, i);
    Place t = temp(w);
    buf_format(w->out, "%scell[i%d];\n", w->flat ? "" : "g->", i);
    return t;
}

static Place item(Writer *w, const Ast *a) {
    Place x = rules_c_value(w, a->kid[0], 0), t = temp(w);
    buf_format(w->out, "table_%d[", a->k);
    put_wrapped(w, x, w->rules->table[a->k].len);
    buf_text(w->out, "];\n");
    return t;
}

static void set_cell(Writer *w, const Ast *a) {
    bool second = rules_disturbs(w->rules, a->kid[1]);
    Place x = rules_c_value(w, a->kid[0], a->kid[second ? 1 : 2]), y = nothing;
    if (a->kid[1]) y = rules_c_value(w, a->kid[1], a->kid[2]);
    Place v = rules_c_value(w, a->kid[2], 0);
    int i = put_index(w, a, x, y);
    if (may_part(w)) buf_format(w->out, "UNDO(i%d)\n", i);
    if (varies(w, a)) buf_format(w->out, "known[i%d] = 1;\n", i);
    buf_format(w->out, "%scell[i%d] = ", w->flat ? "" : "g->", i);
    rules_c_place(w, v);
    buf_text(w->out, ";\n");
}

/* ---- operations ---------------------------------------------------------- */

/* How an operation is written; x and y stand for the operands. */
static const char *form_of(RulesOp op) {
    switch (op) {
    case RULES_EQ: return "x == y";
    case RULES_NE: return "x != y";
    case RULES_LT: return "x < y";
    case RULES_LE: return "x <= y";
    case RULES_GT: return "x > y";
    case RULES_GE: return "x >= y";
    case RULES_ADD: return "rules_add(x, y)";
    case RULES_SUB: return "rules_sub(x, y)";
    case RULES_MUL: return "rules_mul(x, y)";
    case RULES_DIV: return "rules_div(x, y)";
    case RULES_MOD:
    case RULES_WRAP: return "rules_mod(x, y)";
    case RULES_BOR: return "x | y";
    case RULES_BXOR: return "x ^ y";
    case RULES_BAND: return "x & y";
    case RULES_SHL: return "rules_shl(x, y)";
    case RULES_SHR: return "rules_shr(x, y)";
    case RULES_MIN: return "x < y ? x : y";
    case RULES_MAX: return "x > y ? x : y";
    case RULES_ABS: return "x < 0 ? rules_sub(0, x) : x";
    case RULES_NEG: return "rules_sub(0, x)";
    case RULES_NOT: return "x == 0";
    case RULES_RANDOM: return "g->random(g, x)";
    case RULES_OP_COUNT: break;
    }
    return "";
}

/* The same of reals; the others have none. */
static const char *real_form_of(RulesOp op) {
    if (op <= RULES_GE) return form_of(op);
    if (op == RULES_ADD) return "x + y";
    if (op == RULES_SUB) return "x - y";
    if (op == RULES_MUL) return "x * y";
    if (op == RULES_DIV) return "x / y";
    if (op == RULES_ABS) return "__builtin_fabs(x)";
    if (op == RULES_NEG) return "-x";
    return form_of(op);              /* min and max */
}

static bool is_letter(char c) { return c == '_' || (c >= 'a' && c <= 'z'); }

static void put_form(Writer *w, RulesOp op, Place x, Place y) {
    const char *form = x.real ? real_form_of(op) : form_of(op);
    for (const char *c = form; *c; c++) {
        bool alone = !is_letter(c[1]) && (c == form || !is_letter(c[-1]));
        if (alone && (*c == 'x' || *c == 'y'))
            rules_c_place(w, *c == 'x' ? x : y);
        else buf_char(w->out, *c);
    }
}

static Place operation(Writer *w, const Ast *a) {
    Place x = rules_c_value(w, a->kid[0], a->kid[1]);
    Place y = a->kid[1] ? rules_c_value(w, a->kid[1], 0) : nothing;
    Place t = temp_of(w, a->gives == KIND_REAL);
    bool wraps = (a->k == RULES_MOD || a->k == RULES_WRAP) &&
                 y.kind == PLACE_NUMBER && y.k > 0;
    if (wraps) put_wrapped(w, x, y.k);
    else put_form(w, (RulesOp)a->k, x, y);
    buf_text(w->out, ";\n");
    return t;
}

static Place logic(Writer *w, const Ast *a) {
    Place t = temp(w);
    bool both = a->kind == AST_AND;
    buf_format(w->out, "%d;\n{ ", !both);
    Place x = rules_c_value(w, a->kid[0], 0);
    buf_text(w->out, both ? "if (" : "if (!");
    rules_c_place(w, x);
    buf_text(w->out, ") {\n");
    Place y = rules_c_value(w, a->kid[1], 0);
    buf_format(w->out, "t%d = ", t.k);
    rules_c_place(w, y);
    buf_text(w->out, " != 0; } }\n");
    return t;
}

/* A function of one real. */
static Place function(Writer *w, const Ast *a) {
    Place x = rules_c_value(w, a->kid[0], 0), t = temp_of(w, true);
    buf_format(w->out, "g->fn[%d](", a->k);
    rules_c_place(w, x);
    buf_text(w->out, ");\n");
    return t;
}

static Place convert(Writer *w, const Ast *a, uint16_t after) {
    bool from = is_real(w, a->kid[0]), to = a->gives == KIND_REAL;
    Place x = rules_c_value(w, a->kid[0], after);
    if (from == to) return x;
    Place t = temp_of(w, to);
    buf_text(w->out, to ? "(" : "rules_whole(");
    rules_c_place(w, x);
    buf_text(w->out, ");\n");
    return t;
}

void rules_c_locals(Writer *w, int from, int to) {
    for (int i = from; i < to; i++)
        buf_format(w->out, "int32_t l%d_%d = 0;\n", w->scope, i);
    for (int i = from; w->rules->reals && i < to; i++)
        buf_format(w->out, "double r%d_%d = 0;\n", w->scope, i);
}

Place rules_c_inlined(Writer *w, const Rule *rule, const Place *arg) {
    int scope = w->scope, inner = ++w->scopes;
    for (int i = 0; i < rule->arity; i++) {
        buf_format(w->out, "int32_t l%d_%d = ", inner, i);
        rules_c_place(w, arg[i]);
        buf_text(w->out, ";\n");
    }
    w->scope = inner;
    rules_c_locals(w, rule->arity, rule->locals);
    Place x = rules_c_value(w, rule->body, 0), t = temp(w);
    rules_c_place(w, x);
    buf_text(w->out, ";\n");
    w->scope = scope;
    return t;
}

static Place call(Writer *w, const Ast *a) {
    Place arg[PRIM_ARGS_MAX];
    int count = 0;
    for (uint16_t n = a->kid[0]; n; n = w->rules->ast[n].next)
        arg[count++] = rules_c_value(w, n, rules_disturber(w->rules, n));
    if (w->flat) return rules_c_inlined(w, &w->rules->rule[a->k], arg);
    Place t = temp_of(w, a->gives == KIND_REAL);
    buf_format(w->out, "rule_%d(g", a->k);
    for (int i = 0; i < count; i++) {
        buf_text(w->out, ", ");
        rules_c_place(w, arg[i]);
    }
    buf_text(w->out, ");\n");
    if (w->rules->rule[a->k].loops)
        buf_text(w->out, "if (g->stop) return 0;\n");
    return t;
}

/* ---- flow ---------------------------------------------------------------- */

bool rules_c_must_check(const Rule *rule) {
    return rule->writes || rule->draws || rule->loops;
}

static Place ask(Writer *w, const Ast *a) {
    Place t = temp_of(w, a->gives == KIND_REAL);
    buf_format(w->out, "engine_walk(g, k%d, arg);\n", a->k);
    if (rules_c_must_check(w->rule))
        buf_text(w->out, "if (g->stop) return 0;\n");
    return t;
}

/* Opens `if (...) {`. */
static void open_if(Writer *w, uint16_t test) {
    Place x = rules_c_value(w, test, 0);
    buf_text(w->out, "if (");
    rules_c_place(w, x);
    buf_text(w->out, ") {\n");
}

static void assign(Writer *w, Place to, uint16_t n) {
    Place x = rules_c_value(w, n, 0);
    rules_c_place(w, to);
    buf_text(w->out, " = ");
    rules_c_place(w, x);
    buf_text(w->out, ";\n");
}

static Place condition(Writer *w, const Ast *a) {
    Place t = temp_of(w, a->gives == KIND_REAL);
    buf_text(w->out, "0;\n{ ");
    open_if(w, a->kid[0]);
    assign(w, t, a->kid[1]);
    if (a->kid[2]) {
        buf_text(w->out, "} else {\n");
        assign(w, t, a->kid[2]);
    }
    buf_text(w->out, "} }\n");
    return t;
}

static void loop(Writer *w, const Ast *a) {
    buf_text(w->out, "{ ");
    Place first = rules_c_value(w, a->kid[0], a->kid[1]);
    Place last = rules_c_value(w, a->kid[1], 0);
    int i = w->temps++;
    buf_format(w->out, "int64_t i%d = ", i);
    rules_c_place(w, first);
    buf_format(w->out, "; int64_t e%d = ", i);
    rules_c_place(w, last);
    buf_format(w->out,
               ";\nfor (; i%d <= e%d; i%d++) {\n"
               "if (!rules_pay(g, 0)) return 0;\nl%d_%d = (int32_t)i%d;\n",
               i, i, i, w->scope, a->k, i);
    effect(w, a->kid[2]);
    buf_text(w->out, "} }\n");
}

uint16_t rules_c_lead(Writer *w, const Ast *block) {
    uint16_t n = block->kid[0];
    for (; n && w->rules->ast[n].next; n = w->rules->ast[n].next) effect(w, n);
    return n;
}

void rules_c_parts(Writer *w, const Ast *a,
                   void (*part)(Writer *w, uint16_t n)) {
    buf_text(w->out, "{ ");
    open_if(w, a->kid[0]);
    part(w, a->kid[1]);
    buf_text(w->out, "} else {\n");
    part(w, a->kid[2]);
    buf_text(w->out, "} }\n");
}

/* A statement whose value is not wanted. */
static void effect(Writer *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    switch ((AstKind)a->kind) {
    case AST_BLOCK: effect(w, rules_c_lead(w, a)); return;
    case AST_FOR: loop(w, a); return;
    case AST_SET_VAR:
        assign(w, (Place){ PLACE_VAR, a->k, is_real(w, a->kid[0]) }, a->kid[0]);
        return;
    case AST_SET_LOCAL:
        assign(w, (Place){ PLACE_LOCAL, a->k, is_real(w, a->kid[0]) },
               a->kid[0]);
        return;
    case AST_SET_GRID: set_cell(w, a); return;
    case AST_IF: rules_c_parts(w, a, effect); return;
    case AST_NONE: return;
    case AST_NUMBER:
    case AST_VAR:
    case AST_LOCAL:
    case AST_LAZY:
    case AST_GRID:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_CALL:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT: rules_c_value(w, n, 0); return;
    }
}

Place rules_c_value(Writer *w, uint16_t n, uint16_t after) {
    const Ast *a = &w->rules->ast[n];
    Place p;
    switch ((AstKind)a->kind) {
    case AST_NUMBER: return (Place){ PLACE_NUMBER, a->k, false };
    case AST_REAL: return (Place){ PLACE_REAL, a->k, true };
    case AST_VAR:
    case AST_LOCAL:
        p = (Place){ a->kind == AST_VAR ? PLACE_VAR : PLACE_LOCAL, a->k,
                     a->gives == KIND_REAL };
        if (!rules_disturbs(w->rules, after)) return p;
        Place t = temp_of(w, p.real);
        rules_c_place(w, p);
        buf_text(w->out, ";\n");
        return t;
    case AST_LAZY: return ask(w, a);
    case AST_GRID: return cell(w, a);
    case AST_TABLE: return item(w, a);
    case AST_OP: return operation(w, a);
    case AST_AND:
    case AST_OR: return logic(w, a);
    case AST_CALL: return call(w, a);
    case AST_IF: return condition(w, a);
    case AST_BLOCK: return rules_c_value(w, rules_c_lead(w, a), after);
    case AST_CONVERT: return convert(w, a, after);
    case AST_FN: return function(w, a);
    case AST_NONE:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL:
    case AST_SET_GRID: break;
    }
    effect(w, n);
    return nothing;
}
