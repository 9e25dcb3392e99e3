/* rules_columns_rule.c -- a rule as operations on columns.
 *
 * The rule is evaluated once with names in place of values. Both parts of an if
 * are computed and one is chosen, which is the same where nothing can be done
 * but to give a value; helpers are inlined. Equal operations of a rule are done
 * once.
 *
 * A quotient that an if protects from some divisors, the usual DIV of genetic
 * programming, becomes one operation: see fold_guard().
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "rules_columns.h"

typedef struct Maker {
    const Rules  *rules;
    RulesColumns *columns;
    ColumnRule   *out;
    const Rule   *rule;
    const char   *why;               /* it cannot be done, or NULL */
} Maker;

/* The values of the names of a rule, as far as they have one. */
typedef struct Names {
    uint16_t local[RULES_LOCALS_MAX];
} Names;

enum { NO_VALUE = 0xffff };

static uint16_t value(Maker *m, Names *names, uint16_t n);

static uint16_t give_up(Maker *m, const char *why) {
    if (!m->why) m->why = why;
    return 0;
}

/* ---- operations ---------------------------------------------------------- */

static uint16_t constant(Maker *m, double x, bool bit) {
    RulesColumns *c = m->columns;
    for (size_t i = 0; i < c->constants; i++)
        if (c->constant[i].bit == bit &&
            real_bits(c->constant[i].value) == real_bits(x))
            return (uint16_t)(REF_CONSTANT + i);
    if (c->constants == COLUMN_CONSTANTS)
        return give_up(m, "they have too many numbers");
    if (!bit) c->reals = true;
    c->constant[c->constants] = (ColumnConstant){ bit, x };
    return (uint16_t)(REF_CONSTANT + c->constants++);
}

static uint16_t step(Maker *m, ColumnOp op, uint16_t a, uint16_t b,
                     uint16_t c) {
    ColumnRule *r = m->out;
    for (size_t i = 0; i < r->count; i++)
        if (r->step[i].op == op && r->step[i].src[0] == a &&
            r->step[i].src[1] == b && r->step[i].src[2] == c)
            return (uint16_t)(REF_TEMP + i);
    if (r->count == COLUMN_RULE_OPS) return give_up(m, "a rule is too long");
    if (op < COLUMN_AND) m->columns->reals = true;
    r->step[r->count] = (ColumnStep){ (uint8_t)op, { a, b, c } };
    return (uint16_t)(REF_TEMP + r->count++);
}

/* Is the value one of bits? */
static bool is_bits(const Maker *m, uint16_t ref) {
    uint16_t k = ref & REF_NUMBER;
    switch (ref & REF_KIND) {
    case REF_ARG: return m->rule->arg[k] == KIND_TRUTH;
    case REF_VARIABLE: return m->rules->var_kind[k] == KIND_TRUTH;
    case REF_CONSTANT: return m->columns->constant[k].bit;
    default: break;
    }
    uint8_t op = m->out->step[k].op;
    return op >= COLUMN_AND || (op >= COLUMN_EQ && op <= COLUMN_LE);
}

/* Is the value true? */
static uint16_t truth(Maker *m, uint16_t ref) {
    if (m->why || is_bits(m, ref)) return ref;
    return step(m, COLUMN_NE, ref, constant(m, 0, false), 0);
}

/* The value as a number: truth values are 1 and 0. */
static uint16_t number(Maker *m, uint16_t ref) {
    if (m->why || !is_bits(m, ref)) return ref;
    return step(m, COLUMN_PICK, ref, constant(m, 1, false),
                constant(m, 0, false));
}

static uint16_t as(Maker *m, uint16_t ref, uint8_t kind) {
    return kind == KIND_TRUTH ? truth(m, ref) : number(m, ref);
}

/* Equal truth values are compared as bits. */
static uint16_t comparison(Maker *m, Names *names, const Ast *a) {
    static const struct {
        ColumnOp op;
        bool     swap;
    } rows[] = {
        [RULES_EQ] = { COLUMN_EQ, false }, [RULES_NE] = { COLUMN_NE, false },
        [RULES_LT] = { COLUMN_LT, false }, [RULES_LE] = { COLUMN_LE, false },
        [RULES_GT] = { COLUMN_LT, true },  [RULES_GE] = { COLUMN_LE, true },
    };
    uint16_t x = value(m, names, a->kid[0]), y = value(m, names, a->kid[1]);
    if (m->why) return 0;
    bool equal = a->k == RULES_EQ || a->k == RULES_NE;
    if (equal && is_bits(m, x) && is_bits(m, y)) {
        uint16_t differ = step(m, COLUMN_XOR, x, y, 0);
        return a->k == RULES_NE ? differ : step(m, COLUMN_NOT, differ, 0, 0);
    }
    x = number(m, x);
    y = number(m, y);
    if (rows[a->k].swap) return step(m, rows[a->k].op, y, x, 0);
    return step(m, rows[a->k].op, x, y, 0);
}

static uint16_t arithmetic(Maker *m, Names *names, const Ast *a) {
    static const struct {
        RulesOp  op;
        ColumnOp column;
        bool     whole;              /* of whole numbers, too */
    } rows[] = {
        { RULES_ADD, COLUMN_ADD, false }, { RULES_SUB, COLUMN_SUB, false },
        { RULES_MUL, COLUMN_MUL, false }, { RULES_DIV, COLUMN_OVER, false },
        { RULES_MIN, COLUMN_MIN, true },  { RULES_MAX, COLUMN_MAX, true },
        { RULES_ABS, COLUMN_ABS, false }, { RULES_NEG, COLUMN_NEG, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].op != (RulesOp)a->k) continue;
        if (a->gives != KIND_REAL && !rows[i].whole) break;
        uint16_t x = number(m, value(m, names, a->kid[0])), y = 0;
        if (a->kid[1]) y = number(m, value(m, names, a->kid[1]));
        return step(m, rows[i].column, x, y, 0);
    }
    return give_up(m, "they reckon with whole numbers");
}

static uint16_t operation(Maker *m, Names *names, const Ast *a) {
    if (a->k == RULES_RANDOM) return give_up(m, "they draw at random");
    if (a->k == RULES_NOT)
        return step(m, COLUMN_NOT, truth(m, value(m, names, a->kid[0])), 0, 0);
    if (a->k >= RULES_EQ && a->k <= RULES_GE) return comparison(m, names, a);
    return arithmetic(m, names, a);
}

static uint16_t function(Maker *m, Names *names, const Ast *a) {
    static const ColumnOp ops[REAL_FN_COUNT] = {
        [REAL_SQRT] = COLUMN_SQRT, [REAL_EXP] = COLUMN_EXP,
        [REAL_LOG] = COLUMN_LOG,   [REAL_SIN] = COLUMN_SIN,
        [REAL_COS] = COLUMN_COS,   [REAL_TANH] = COLUMN_TANH,
        [REAL_FLOOR] = COLUMN_FLOOR,
    };
    return step(m, ops[a->k], value(m, names, a->kid[0]), 0, 0);
}

static uint16_t converted(Maker *m, Names *names, const Ast *a) {
    uint16_t x = value(m, names, a->kid[0]);
    if (a->gives == KIND_WHOLE && m->rules->ast[a->kid[0]].gives == KIND_REAL)
        return give_up(m, "they round reals to whole numbers");
    return number(m, x);
}

/* ---- flow ---------------------------------------------------------------- */

static uint16_t nothing(Maker *m, uint8_t kind) {
    return constant(m, 0, kind == KIND_TRUTH);
}

/* A value of that kind; where there is none, 0. */
static uint16_t wanted(Maker *m, Names *names, uint16_t n, uint8_t kind) {
    uint16_t x = n ? value(m, names, n) : 0;
    if (kind == KIND_NONE || m->why) return 0;
    if (!n || m->rules->ast[n].gives == KIND_NONE) return nothing(m, kind);
    return as(m, x, kind);
}

static uint16_t choose(Maker *m, uint16_t test, uint16_t yes, uint16_t no) {
    if (yes == no || m->why) return yes;
    if (is_bits(m, yes) && is_bits(m, no))
        return step(m, COLUMN_MUX, test, yes, no);
    yes = number(m, yes);
    return step(m, COLUMN_PICK, test, yes, number(m, no));
}

static uint16_t condition(Maker *m, Names *names, const Ast *a) {
    uint16_t test = truth(m, value(m, names, a->kid[0]));
    Names other = *names;
    uint16_t yes = wanted(m, names, a->kid[1], a->gives);
    uint16_t no = wanted(m, &other, a->kid[2], a->gives);
    for (int i = 0; i < RULES_LOCALS_MAX && !m->why; i++) {
        uint16_t *x = &names->local[i], y = other.local[i];
        if (*x == NO_VALUE || y == NO_VALUE) *x = NO_VALUE;
        else *x = choose(m, test, *x, y);
    }
    return a->gives == KIND_NONE ? 0 : choose(m, test, yes, no);
}

static uint16_t call(Maker *m, Names *names, const Ast *a) {
    Names inner;
    const Rule *rule = &m->rules->rule[a->k];
    int i = 0;
    memset(&inner, 0xff, sizeof inner);          /* NO_VALUE */
    for (uint16_t n = a->kid[0]; n; n = m->rules->ast[n].next, i++)
        inner.local[i] = wanted(m, names, n, rule->arg[i]);
    return value(m, &inner, rule->body);
}

static uint16_t both(Maker *m, Names *names, const Ast *a) {
    uint16_t x = truth(m, value(m, names, a->kid[0]));
    uint16_t y = truth(m, value(m, names, a->kid[1]));
    return step(m, a->kind == AST_AND ? COLUMN_AND : COLUMN_OR, x, y, 0);
}

static uint16_t block(Maker *m, Names *names, const Ast *a) {
    uint16_t x = 0;
    for (uint16_t n = a->kid[0]; n; n = m->rules->ast[n].next)
        x = value(m, names, n);
    return x;
}

static void set_local(Maker *m, Names *names, const Ast *a) {
    uint8_t kind = m->rules->ast[a->kid[0]].gives;
    names->local[a->k] = wanted(m, names, a->kid[0],
                                kind == KIND_NONE ? KIND_WHOLE : kind);
}

static uint16_t value(Maker *m, Names *names, uint16_t n) {
    const Ast *a = &m->rules->ast[n];
    if (m->why) return 0;
    switch ((AstKind)a->kind) {
    case AST_NONE: return 0;
    case AST_NUMBER: return constant(m, a->k, a->gives == KIND_TRUTH);
    case AST_REAL: return constant(m, m->rules->real[a->k], false);
    case AST_VAR:
        if (a->gives != KIND_TRUTH) m->columns->reals = true;
        return (uint16_t)(REF_VARIABLE + a->k);
    case AST_LOCAL: return names->local[a->k];
    case AST_OP: return operation(m, names, a);
    case AST_FN: return function(m, names, a);
    case AST_CONVERT: return converted(m, names, a);
    case AST_AND:
    case AST_OR: return both(m, names, a);
    case AST_CALL: return call(m, names, a);
    case AST_IF: return condition(m, names, a);
    case AST_SET_LOCAL: set_local(m, names, a); return 0;
    case AST_BLOCK: return block(m, names, a);
    case AST_LAZY: return give_up(m, "an argument is on demand");
    case AST_GRID:
    case AST_SET_GRID: return give_up(m, "they have grids");
    case AST_TABLE: return give_up(m, "they have tables");
    case AST_FOR: return give_up(m, "they have loops");
    case AST_SET_VAR: return give_up(m, "they set variables");
    }
    return 0;
}

/* ---- protected division -------------------------------------------------- */

static bool is_constant(const RulesColumns *c, uint16_t ref, double *x) {
    if ((ref & REF_KIND) != REF_CONSTANT) return false;
    *x = c->constant[ref & REF_NUMBER].value;
    return true;
}

/* The divisors b that a step which compares them finds: low <= b <= high. */
static bool interval(const RulesColumns *c, const ColumnRule *r, uint16_t test,
                     uint16_t b, ColumnGuard *g) {
    const ColumnStep *s = &r->step[test & REF_NUMBER];
    double k;
    if ((test & REF_KIND) != REF_TEMP) return false;
    if (s->op == COLUMN_EQ || s->op == COLUMN_NE) {
        bool here = (s->src[0] == b && is_constant(c, s->src[1], &k)) ||
                    (s->src[1] == b && is_constant(c, s->src[0], &k));
        if (here) g->low = g->high = k;
        return here;
    }
    const ColumnStep *abs = &r->step[s->src[0] & REF_NUMBER];
    if ((s->op != COLUMN_LT && s->op != COLUMN_LE) ||
        (s->src[0] & REF_KIND) != REF_TEMP || abs->op != COLUMN_ABS ||
        abs->src[0] != b || !is_constant(c, s->src[1], &k) || !(k > 0))
        return false;
    g->high = s->op == COLUMN_LE ? k : nextafter(k, 0);
    g->low = -g->high;
    return true;
}

/* if b == 0 { 1 } else { a / b } and its like, at the end of a rule: one step,
 * if the game has no other protection yet. */
static void fold_guard(RulesColumns *c, ColumnRule *r) {
    if ((r->result & REF_KIND) != REF_TEMP || r->count < 3 || r->count > 4)
        return;
    const ColumnStep *pick = &r->step[r->result & REF_NUMBER];
    if (pick->op != COLUMN_PICK || (pick->src[0] & REF_KIND) != REF_TEMP)
        return;
    bool swapped = r->step[pick->src[0] & REF_NUMBER].op == COLUMN_NE;
    uint16_t quotient = pick->src[swapped ? 1 : 2];
    uint16_t other = pick->src[swapped ? 2 : 1];
    ColumnGuard g;
    if ((quotient & REF_KIND) != REF_TEMP ||
        r->step[quotient & REF_NUMBER].op != COLUMN_OVER ||
        !is_constant(c, other, &g.instead))
        return;
    ColumnStep over = r->step[quotient & REF_NUMBER];
    if (!interval(c, r, pick->src[0], over.src[1], &g)) return;
    bool same = real_bits(g.low) == real_bits(c->guard.low) &&
                real_bits(g.high) == real_bits(c->guard.high) &&
                real_bits(g.instead) == real_bits(c->guard.instead);
    if (c->guarded && !same) return;
    c->guard = g;
    c->guarded = true;
    r->step[0] = (ColumnStep){ COLUMN_DIV, { over.src[0], over.src[1], 0 } };
    r->count = 1;
    r->result = REF_TEMP;
}

/* Divisions without protection can be fused, too, if none has any. */
static void unguarded(RulesColumns *c, size_t prims) {
    if (c->guarded) return;
    c->guard = (ColumnGuard){ INFINITY, -INFINITY, 0 };
    for (size_t i = 0; i < prims; i++)
        for (size_t k = 0; k < c->prim[i].count; k++)
            if (c->prim[i].step[k].op == COLUMN_OVER)
                c->prim[i].step[k].op = COLUMN_DIV;
}

/* ---- all rules ----------------------------------------------------------- */

static bool make(Maker *m, const Rule *rule, ColumnRule *out) {
    Names names;
    memset(&names, 0xff, sizeof names);          /* NO_VALUE */
    for (int i = 0; i < rule->arity; i++)
        names.local[i] = (uint16_t)(REF_ARG + i);
    if (rule->kind == RULE_OUTER) give_up(m, "they have Lua functions");
    m->out = out;
    m->rule = rule;
    out->result = wanted(m, &names, rule->body,
                         rule->gives == KIND_NONE ? m->rules->kind
                                                  : rule->gives);
    if (rule->kind == RULE_WON) out->result = truth(m, out->result);
    out->bits = !m->why && is_bits(m, out->result);
    return !m->why;
}

static bool make_all(Maker *m) {
    const Rules *r = m->rules;
    RulesColumns *c = m->columns;
    if (r->block[RULE_START] >= 0 || r->block[RULE_TURN] >= 0 ||
        r->block[RULE_DONE] >= 0)
        give_up(m, "they have start, turn or done");
    if (r->kind == KIND_WHOLE) give_up(m, "programs give whole numbers");
    for (size_t i = 0; i < r->prim_count && !m->why; i++) {
        if (!make(m, &r->rule[r->prim_rule[i]], &c->prim[i])) return false;
        fold_guard(c, &c->prim[i]);
    }
    if (m->why) return false;
    unguarded(c, r->prim_count);
    const Rule *won = r->block[RULE_WON] < 0 ? NULL
                                             : &r->rule[r->block[RULE_WON]];
    return make(m, &r->rule[r->block[RULE_SCORE]], &c->score) &&
           (!won || make(m, won, &c->won));
}

/* ---- truth values to be walked ------------------------------------------- */

enum { REF_FALSE = REF_CONSTANT, REF_TRUE = REF_CONSTANT + 1 };

/* A constant becomes the block of false or of true. */
static uint16_t bit_ref(const RulesColumns *c, uint16_t ref) {
    if ((ref & REF_KIND) != REF_CONSTANT) return ref;
    return c->constant[ref & REF_NUMBER].value != 0 ? REF_TRUE : REF_FALSE;
}

static BitsStep bit_step(const RulesColumns *c, const ColumnStep *s) {
    uint16_t a = bit_ref(c, s->src[0]), b = bit_ref(c, s->src[1]);
    switch (s->op) {
    case COLUMN_AND: return (BitsStep){ false, { a, b, REF_FALSE } };
    case COLUMN_OR: return (BitsStep){ false, { a, REF_TRUE, b } };
    case COLUMN_NOT: return (BitsStep){ false, { a, REF_FALSE, REF_TRUE } };
    case COLUMN_XOR: return (BitsStep){ true, { a, b, REF_FALSE } };
    default: break;
    }
    assert(s->op == COLUMN_MUX);
    return (BitsStep){ false, { a, b, bit_ref(c, s->src[2]) } };
}

/* False if the rule is too long, its value is not its last step, or it has more
 * than three arguments. */
static bool bit_rule(const RulesColumns *c, const ColumnRule *r, int arity,
                     BitsRule *out) {
    if (r->count >= BITS_STEPS || arity > 3) return false;
    if (r->count > 0 && r->result != REF_TEMP + r->count - 1) return false;
    for (int i = 0; i < r->count; i++) out->step[i] = bit_step(c, &r->step[i]);
    out->count = (uint8_t)r->count;
    out->arity = (uint8_t)arity;
    out->result = bit_ref(c, r->result);
    if (r->count > 0 || arity == 0) return true;
    /* the block of an argument is free again: what it holds is copied */
    out->step[out->count++] = (BitsStep){
        false, { out->result, REF_TRUE, REF_FALSE }
    };
    return true;
}

static bool bit_rules(RulesColumns *c, const Rules *r) {
    for (size_t i = 0; i < r->prim_count; i++)
        if (!bit_rule(c, &c->prim[i], r->rule[r->prim_rule[i]].arity,
                      &c->bits[i]))
            return false;
    return bit_rule(c, &c->score, 0, &c->bits_score) &&
           (r->block[RULE_WON] < 0 || bit_rule(c, &c->won, 0, &c->bits_won));
}

RulesColumns *rules_columns_new(const Rules *rules, const char **why,
                                Err *err) {
    RulesColumns *c = mem_new(1, sizeof *c, err);
    if (!c) return NULL;
    Maker m = { .rules = rules, .columns = c };
    if (why) *why = NULL;
    if (make_all(&m)) {
        c->walks = !c->reals && bit_rules(c, rules);
        return c;
    }
    if (why) *why = m.why;
    rules_columns_free(c);
    return NULL;
}

void rules_columns_free(RulesColumns *columns) {
    if (!columns) return;
    mem_free(columns->data.memory);
    mem_free(columns);
}
