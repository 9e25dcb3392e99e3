/* rules_c.c -- translating rules to C.
 *
 * C leaves the order of operands open, so every value that is not a constant or
 * a plain variable is first put into a temporary by a statement of its own; the
 * compiler removes them again. Each rule becomes a function, each primitive
 * also the function of its nodes: nodes point to theirs, so there is no walker
 * in between and a leaf needs no frame. A primitive that neither writes nor
 * draws needs no test whether the case has stopped: its value does not matter
 * then. An argument in the last place is returned as a tail call.
 */
#include "rules_c.h"

typedef enum PlaceKind {
    PLACE_NUMBER,
    PLACE_VAR,
    PLACE_LOCAL,
    PLACE_TEMP
} PlaceKind;

typedef struct Place {
    PlaceKind kind;
    int32_t   k;
} Place;

typedef struct Writer {
    const Rules *rules;
    const Rule  *rule;
    Buf         *out;
    int          temps;
} Writer;

static Place value(Writer *w, uint16_t n, uint16_t after);
static void  effect(Writer *w, uint16_t n);

static const Place nothing = { PLACE_NUMBER, 0 };

/* ---- places -------------------------------------------------------------- */

static void put_number(Writer *w, int32_t k) {
    if (k == INT32_MIN) buf_text(w->out, "(-2147483647 - 1)");
    else buf_format(w->out, k < 0 ? "(%d)" : "%d", k);
}

static void put(Writer *w, Place p) {
    switch (p.kind) {
    case PLACE_NUMBER: put_number(w, p.k); break;
    case PLACE_VAR: buf_format(w->out, "g->var[%d]", p.k); break;
    case PLACE_LOCAL: buf_format(w->out, "l%d", p.k); break;
    case PLACE_TEMP: buf_format(w->out, "t%d", p.k); break;
    }
}

/* Begins `int32_t tN = `; the caller finishes it with ";\n". */
static Place temp(Writer *w) {
    Place p = { PLACE_TEMP, w->temps++ };
    buf_format(w->out, "int32_t t%d = ", p.k);
    return p;
}

/* ---- indices ------------------------------------------------------------- */

/* Wraps round n sides; with a power of two that is a mask. */
static void put_wrapped(Writer *w, Place x, int32_t n) {
    bool mask = (n & (n - 1)) == 0;
    buf_text(w->out, mask ? "(" : "rules_mod(");
    put(w, x);
    buf_format(w->out, mask ? " & %d)" : ", %d)", mask ? n - 1 : n);
}

static void put_cell(Writer *w, const Ast *a, Place x, Place y) {
    const RulesGrid *grid = &w->rules->grid[a->k];
    buf_format(w->out, "g->cell[%u + ", grid->start);
    if (grid->sides == 2) {
        put_wrapped(w, y, grid->height);
        buf_format(w->out, " * %d + ", grid->width);
    }
    put_wrapped(w, x, grid->width);
    buf_char(w->out, ']');
}

static Place cell(Writer *w, const Ast *a) {
    Place x = value(w, a->kid[0], a->kid[1]), y = nothing;
    if (a->kid[1]) y = value(w, a->kid[1], 0);
    Place t = temp(w);
    put_cell(w, a, x, y);
    buf_text(w->out, ";\n");
    return t;
}

static Place item(Writer *w, const Ast *a) {
    Place x = value(w, a->kid[0], 0), t = temp(w);
    buf_format(w->out, "table_%d[", a->k);
    put_wrapped(w, x, w->rules->table[a->k].len);
    buf_text(w->out, "];\n");
    return t;
}

static void set_cell(Writer *w, const Ast *a) {
    bool second = rules_disturbs(w->rules, a->kid[1]);
    Place x = value(w, a->kid[0], a->kid[second ? 1 : 2]), y = nothing;
    if (a->kid[1]) y = value(w, a->kid[1], a->kid[2]);
    Place v = value(w, a->kid[2], 0);
    put_cell(w, a, x, y);
    buf_text(w->out, " = ");
    put(w, v);
    buf_text(w->out, ";\n");
}

/* ---- operations ---------------------------------------------------------- */

/* How each operation is written; x and y stand for the operands. */
static const char *const forms[RULES_OP_COUNT] = {
    [RULES_EQ] = "x == y", [RULES_NE] = "x != y", [RULES_LT] = "x < y",
    [RULES_LE] = "x <= y", [RULES_GT] = "x > y", [RULES_GE] = "x >= y",
    [RULES_ADD] = "rules_add(x, y)", [RULES_SUB] = "rules_sub(x, y)",
    [RULES_MUL] = "rules_mul(x, y)", [RULES_DIV] = "rules_div(x, y)",
    [RULES_MOD] = "rules_mod(x, y)", [RULES_WRAP] = "rules_mod(x, y)",
    [RULES_MIN] = "x < y ? x : y", [RULES_MAX] = "x > y ? x : y",
    [RULES_ABS] = "x < 0 ? rules_sub(0, x) : x",
    [RULES_NEG] = "rules_sub(0, x)", [RULES_NOT] = "x == 0",
    [RULES_RANDOM] = "g->random(g, x)",
};

static bool is_letter(char c) { return c == '_' || (c >= 'a' && c <= 'z'); }

static void put_form(Writer *w, RulesOp op, Place x, Place y) {
    const char *form = forms[op];
    for (const char *c = form; *c; c++) {
        bool alone = !is_letter(c[1]) && (c == form || !is_letter(c[-1]));
        if (alone && (*c == 'x' || *c == 'y')) put(w, *c == 'x' ? x : y);
        else buf_char(w->out, *c);
    }
}

static Place operation(Writer *w, const Ast *a) {
    Place x = value(w, a->kid[0], a->kid[1]);
    Place y = a->kid[1] ? value(w, a->kid[1], 0) : nothing, t = temp(w);
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
    Place x = value(w, a->kid[0], 0);
    buf_text(w->out, both ? "if (" : "if (!");
    put(w, x);
    buf_text(w->out, ") {\n");
    Place y = value(w, a->kid[1], 0);
    buf_format(w->out, "t%d = ", t.k);
    put(w, y);
    buf_text(w->out, " != 0; } }\n");
    return t;
}

static Place call(Writer *w, const Ast *a) {
    Place arg[PRIM_ARGS_MAX];
    int count = 0;
    for (uint16_t n = a->kid[0]; n; n = w->rules->ast[n].next) {
        uint16_t after = 0;
        for (uint16_t m = w->rules->ast[n].next; m; m = w->rules->ast[m].next)
            if (rules_disturbs(w->rules, m)) after = m;
        arg[count++] = value(w, n, after);
    }
    Place t = temp(w);
    buf_format(w->out, "rule_%d(g", a->k);
    for (int i = 0; i < count; i++) {
        buf_text(w->out, ", ");
        put(w, arg[i]);
    }
    buf_text(w->out, ");\n");
    if (w->rules->rule[a->k].loops)
        buf_text(w->out, "if (g->stop) return 0;\n");
    return t;
}

/* ---- flow ---------------------------------------------------------------- */

static bool must_check(const Rule *rule) {
    return rule->writes || rule->draws || rule->loops;
}

static Place ask(Writer *w, const Ast *a) {
    Place t = temp(w);
    buf_format(w->out, "engine_walk(g, k%d, arg);\n", a->k);
    if (must_check(w->rule)) buf_text(w->out, "if (g->stop) return 0;\n");
    return t;
}

/* Opens `if (...) {`. */
static void open_if(Writer *w, uint16_t test) {
    Place x = value(w, test, 0);
    buf_text(w->out, "if (");
    put(w, x);
    buf_text(w->out, ") {\n");
}

static void assign(Writer *w, Place to, uint16_t n) {
    Place x = value(w, n, 0);
    put(w, to);
    buf_text(w->out, " = ");
    put(w, x);
    buf_text(w->out, ";\n");
}

static Place condition(Writer *w, const Ast *a) {
    Place t = temp(w);
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
    Place first = value(w, a->kid[0], a->kid[1]);
    Place last = value(w, a->kid[1], 0);
    int i = w->temps++;
    buf_format(w->out, "int64_t i%d = ", i);
    put(w, first);
    buf_format(w->out, "; int64_t e%d = ", i);
    put(w, last);
    buf_format(w->out, ";\nfor (; i%d <= e%d; i%d++) {\n"
               "if (!rules_pay(g, 0)) return 0;\nl%d = (int32_t)i%d;\n",
               i, i, i, a->k, i);
    effect(w, a->kid[2]);
    buf_text(w->out, "} }\n");
}

/* All statements of a block but the last, which is given back. */
static uint16_t lead(Writer *w, const Ast *block) {
    uint16_t n = block->kid[0];
    for (; n && w->rules->ast[n].next; n = w->rules->ast[n].next) effect(w, n);
    return n;
}

/* A statement whose value is not wanted. */
static void effect(Writer *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    switch ((AstKind)a->kind) {
    case AST_BLOCK: effect(w, lead(w, a)); return;
    case AST_FOR: loop(w, a); return;
    case AST_SET_VAR:
        assign(w, (Place){ PLACE_VAR, a->k }, a->kid[0]);
        return;
    case AST_SET_LOCAL:
        assign(w, (Place){ PLACE_LOCAL, a->k }, a->kid[0]);
        return;
    case AST_SET_GRID: set_cell(w, a); return;
    case AST_IF:
        buf_text(w->out, "{ ");
        open_if(w, a->kid[0]);
        effect(w, a->kid[1]);
        if (a->kid[2]) {
            buf_text(w->out, "} else {\n");
            effect(w, a->kid[2]);
        }
        buf_text(w->out, "} }\n");
        return;
    case AST_NONE: return;
    default: value(w, n, 0);
    }
}

/* Writes what computes the value and says where it is. A variable is used where
 * it stands unless `after`, evaluated before the use, might change it. */
static Place value(Writer *w, uint16_t n, uint16_t after) {
    const Ast *a = &w->rules->ast[n];
    Place p;
    switch ((AstKind)a->kind) {
    case AST_NUMBER: return (Place){ PLACE_NUMBER, a->k };
    case AST_VAR:
    case AST_LOCAL:
        p = (Place){ a->kind == AST_VAR ? PLACE_VAR : PLACE_LOCAL, a->k };
        if (!rules_disturbs(w->rules, after)) return p;
        Place t = temp(w);
        put(w, p);
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
    case AST_BLOCK: return value(w, lead(w, a), after);
    default: effect(w, n); return nothing;
    }
}

/* ---- rules --------------------------------------------------------------- */

static bool asks_done(const Rules *r, const Rule *rule) {
    return r->block[RULE_DONE] >= 0 && (rule->settles || r->done_always);
}

/* Writes the value of a rule as a return. */
static void finish(Writer *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    if (a->kind == AST_BLOCK) {
        finish(w, lead(w, a));
    } else if (a->kind == AST_IF) {
        open_if(w, a->kid[0]);
        finish(w, a->kid[1]);
        buf_text(w->out, "} else {\n");
        finish(w, a->kid[2]);
        buf_text(w->out, "}\n");
    } else if (a->kind == AST_LAZY) {
        buf_format(w->out, "return engine_walk(g, k%d, arg);\n", a->k);
    } else {
        Place x = value(w, n, 0);
        buf_text(w->out, "return ");
        put(w, x);
        buf_text(w->out, ";\n");
    }
}

/* Is the rule's value just its last argument, evaluated like all before it? */
static bool is_last_argument(const Rules *r, const Rule *rule) {
    const Ast *block = &r->ast[rule->body], *a = &r->ast[block->kid[0]];
    return rule->arity > 0 && rule->lazy == 0 && a->kind == AST_LOCAL &&
           a->k == rule->arity - 1 && !a->next;
}

static void write_arguments(Writer *w, const Rule *rule) {
    bool strict = false;
    for (int i = 0; i < rule->arity; i++) {
        buf_format(w->out, "const RulesNode *k%d = ", i);
        if (i == 0) buf_text(w->out, "n + 1;\n");
        else buf_format(w->out, "k%d + k%d->span;\n", i - 1, i - 1);
    }
    bool pass = is_last_argument(w->rules, rule);
    for (int i = 0; i < rule->arity; i++) {
        if (rule->lazy >> i & 1) continue;
        strict = true;
        if (!pass) buf_format(w->out, "l%d = ", i);
        else if (i == rule->arity - 1) buf_text(w->out, "return ");
        buf_format(w->out, "%s(g, k%d, arg);\n",
                   pass ? "engine_walk" : "engine_leaf", i);
    }
    if (strict && must_check(rule))
        buf_text(w->out, "if (g->stop) return 0;\n");
}

static void write_locals(Writer *w, int from, int to) {
    for (int i = from; i < to; i++) buf_format(w->out, "int32_t l%d = 0;\n", i);
}

static void write_def(Writer *w, size_t number) {
    const Rule *rule = w->rule;
    buf_format(w->out, "static inline int32_t rule_%zu(RulesState *g", number);
    for (int i = 0; i < rule->arity; i++)
        buf_format(w->out, ", int32_t l%d", i);
    buf_text(w->out, ") {\n");
    write_locals(w, rule->arity, rule->locals);
}

static void write_rule(Writer *w, size_t number) {
    const Rule *rule = w->rule = &w->rules->rule[number];
    w->temps = 0;
    if (rule->kind == RULE_DEF) {
        write_def(w, number);
    } else {
        buf_format(w->out, "static inline int32_t rule_%zu(RulesState *g, "
                   "const RulesNode *n, const int32_t *arg) {\n", number);
        write_locals(w, 0, rule->locals);
        write_arguments(w, rule);
        if (is_last_argument(w->rules, rule)) {
            buf_text(w->out, "}\n");
            return;
        }
    }
    finish(w, rule->body);
    buf_text(w->out, "}\n");
}

/* The function of a primitive's node: pays, acts, asks whether that was it. */
static void write_node(Writer *w, size_t prim) {
    const Rules *r = w->rules;
    const Rule *rule = &r->rule[r->prim_rule[prim]];
    buf_format(w->out,
               "static int32_t node_%zu(RulesState *g, const RulesNode *n, "
               "const int32_t *arg) {\nif (!rules_pay(g, %d)) return 0;\n",
               prim + OP_FIRST_PRIM, rule->cost);
    if (!asks_done(r, rule))
        buf_format(w->out, "return rule_%d(g, n, arg);\n}\n",
                   r->prim_rule[prim]);
    else
        buf_format(w->out, "int32_t x = rule_%d(g, n, arg);\n"
                   "if (%sengine_done(g)) rules_end(g, false);\n"
                   "return x;\n}\n", r->prim_rule[prim],
                   rule->arity > 0 || rule->loops ? "!g->stop && " : "");
}

/* ---- the file ------------------------------------------------------------ */

static const char *const shared[] = {
#define SHARED(...) #__VA_ARGS__ "\n",
#include "rules_state.inc"
#undef SHARED
};

static const char *const play_loop =
#define SHARED(...) #__VA_ARGS__ "\n";
#include "rules_loop.inc"
#undef SHARED

static void write_tables(Writer *w) {
    const Rules *r = w->rules;
    for (size_t i = 0; i < r->table_count; i++) {
        buf_format(w->out, "static const int32_t table_%zu[] = {", i);
        for (size_t k = 0; k < r->table[i].len; k++) {
            put_number(w, r->item[r->table[i].start + k]);
            buf_text(w->out, ", ");
        }
        buf_text(w->out, "};\n");
    }
}

static void write_special(Writer *w, RuleKind kind, const char *name) {
    int i = w->rules->block[kind];
    buf_format(w->out, "static int32_t engine_%s(RulesState *g) {\n", name);
    if (i >= 0 && kind == RULE_TURN)
        buf_format(w->out, "if (!rules_pay(g, %d)) return 0;\n",
                   w->rules->rule[i].cost);
    if (i >= 0) buf_format(w->out, "return rule_%d(g, 0, 0);\n}\n", i);
    else buf_text(w->out, "return 0;\n}\n");
}

static void write_specials(Writer *w) {
    write_special(w, RULE_START, "start");
    write_special(w, RULE_TURN, "turn");
    write_special(w, RULE_DONE, "done");
    write_special(w, RULE_SCORE, "score");
}

/* Constants, ARGs and ADFs, then the primitives, and the table of them all. */
static void write_nodes(Writer *w) {
    size_t count = w->rules->prim_count + OP_FIRST_PRIM;
    static const char *const own[] = {
        [OP_CONST] = "return n->k;\n", [OP_ARG] = "return arg[n->k];\n",
        [OP_ADF] = "int32_t a[8];\nconst RulesNode *kid = n + 1;\n"
            "for (int i = 0; kid < n + n->span; i++, kid += kid->span)\n"
            "a[i] = engine_walk(g, kid, arg);\n"
            "return engine_walk(g, g->branch[n->k + 1], a);\n",
    };
    for (size_t i = 0; i < OP_FIRST_PRIM; i++)
        buf_format(w->out, "static int32_t node_%zu(RulesState *g, "
                   "const RulesNode *n, const int32_t *arg) {\n"
                   "if (!rules_pay(g, %d)) return 0;\n%s}\n", i, w->rules->cost,
                   own[i]);
    for (size_t i = 0; i < w->rules->prim_count; i++) write_node(w, i);
    buf_text(w->out, "RulesWalk *const ludus_rules_walks[] = {\n");
    for (size_t i = 0; i < count; i++) buf_format(w->out, "node_%zu,\n", i);
    buf_text(w->out, "};\n");
}

/* Rules by their numbers, for linear programs. */
static void write_call(Writer *w) {
    const Rules *r = w->rules;
    buf_text(w->out, "int32_t ludus_rules_call(RulesState *g, int rule) {\n"
             "int32_t x = 0;\nswitch (rule) {\n");
    for (size_t i = 0; i < r->rule_count; i++) {
        const Rule *rule = &r->rule[i];
        if (rule->arity > 0 || rule->kind == RULE_DEF) continue;
        buf_format(w->out, "case %zu: x = rule_%zu(g, 0, 0);\n", i, i);
        if (asks_done(r, rule))
            buf_text(w->out, "if (!g->stop && engine_done(g)) "
                     "rules_end(g, false);\n");
        buf_text(w->out, "break;\n");
    }
    buf_text(w->out, "}\nreturn x;\n}\n");
}

void rules_c_print(const Rules *rules, Buf *out) {
    Writer w = { .rules = rules, .out = out };
    buf_text(
        out,
        "/* Written by Ludus from the rules of a game. */\n"
        "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n");
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        buf_text(out, shared[i]);
    buf_text(out, "static inline int32_t engine_walk(RulesState *g, "
             "const RulesNode *n, const int32_t *arg) {\n"
             "return n->walk(g, n, arg);\n}\n");
    buf_format(out, "static inline int32_t engine_leaf(RulesState *g, "
               "const RulesNode *n, const int32_t *arg) {\n"
               "if (%d && n->op == 0) return rules_pay(g, %d) ? n->k : 0;\n"
               "return n->walk(g, n, arg);\n}\n", rules->constant_count > 0,
               rules->cost);
    write_tables(&w);
    for (size_t i = 0; i < rules->rule_count; i++) write_rule(&w, i);
    write_specials(&w);
    write_nodes(&w);
    buf_text(out, play_loop);
    buf_text(out, "void ludus_rules_play(RulesState *g) { engine_play(g); }\n");
    write_call(&w);
}
