/* parser_value.c -- expressions of rules, and the names in them.
 *
 *     value = value operator value | "-" value | "~" value | "not" value
 *           | "(" value ")" | number | "true" | "false" | name
 *           | name "[" value ["," value] "]"
 *           | name "(" [value {"," value}] ")"
 *           | "if" value block ["else" (block | if)]
 *
 * Precedence climbs from `or`, `and` by the table of operations to the signs in
 * front. The C stack is bounded: RULES_NEST_MAX brackets and blocks in each
 * other.
 */
#include <string.h>

#include "base/suggest.h"
#include "parser.h"

enum { PREC_OR = 0, PREC_AND = 1, PREC_FIRST = 2, PREC_LAST = 8 };

static uint16_t value(Parser *p, int precedence);

/* ---- names --------------------------------------------------------------- */

int parser_local(Parser *p, const char *name, size_t at, bool lazy) {
    for (size_t i = 0; i < p->local_count; i++)
        if (strcmp(p->local[i].name, name) == 0) {
            RULES_FAIL(p, at, "'%s' is already a name here", name);
            return -1;
        }
    if (parser_find(p, name)) {
        RULES_FAIL(p, at, "'%s' is already declared", name);
        return -1;
    }
    if (p->local_count == RULES_LOCALS_MAX) {
        RULES_FAIL(p, at, "a rule has at most %d names of its own",
                   RULES_LOCALS_MAX);
        return -1;
    }
    RulesLocal *l = &p->local[p->local_count++];
    *l = (RulesLocal){ .slot = (uint8_t)(p->local_count - 1),
                       .lazy = lazy,
                       .at = (uint32_t)at };
    strcpy(l->name, name);
    if (p->local_count > p->rule->locals)
        p->rule->locals = (uint8_t)p->local_count;
    return l->slot;
}

RulesLocal *parser_find_local(Parser *p, const char *name) {
    for (size_t i = 0; i < p->local_count; i++)
        if (strcmp(p->local[i].name, name) == 0) return &p->local[i];
    return NULL;
}

/* Words that begin statements and stand before a name or a brace. */
static void offer_words(Parser *p, Suggest *near) {
    RulesToken before = p->tok;
    parser_advance(p);
    if (parser_is(p, "{")) suggest_offer(near, "else");
    if (p->tok.kind == RULES_NAME) {
        suggest_offer(near, "for");
        suggest_offer(near, "let");
    }
    p->tok = before;
}

uint16_t parser_unknown(Parser *p, size_t at, const char *name, bool first) {
    Suggest near = suggest_start(name);
    if (parser_foreign(p, at, name)) return 0;
    for (size_t i = 0; i < p->local_count; i++)
        suggest_offer(&near, p->local[i].name);
    for (size_t i = 0; i < p->rules->name_count; i++)
        if (p->rules->name[i].kind != NAME_PRIM)
            suggest_offer(&near, p->rules->name[i].name);
    for (int i = 0; i < RULES_OP_COUNT; i++)
        if (!rules_ops[i].precedence) suggest_offer(&near, rules_ops[i].name);
    for (int i = 0; i < REAL_FN_COUNT; i++) suggest_offer(&near, real_name[i]);
    if (first) offer_words(p, &near);
    RULES_FAIL(p, at, "unknown name '%s'%s%s%s", name,
               near.best ? "; did you mean '" : "", near.best ? near.best : "",
               near.best ? "'?" : "; names are declared before they are used");
    return 0;
}

/* ---- calls and cells ----------------------------------------------------- */

static const char *plural(int n) { return n == 1 ? "" : "s"; }

/* Reads `(a, b)`; the first of the linked arguments in *first. */
static bool arguments(Parser *p, const char *name, int arity, uint16_t *first) {
    uint16_t last = 0;
    int got = 0;
    *first = 0;
    if (!parser_need(p, "(", "'('") || !parser_deeper(p)) return false;
    while (!parser_is(p, ")")) {
        if (got > 0 && !parser_need(p, ",", "',' or ')'")) return false;
        if (got == arity)
            return RULES_FAIL(p, p->tok.at,
                              "'%s' takes %d argument%s, got more", name, arity,
                              plural(arity));
        uint16_t a = parser_value(p);
        if (!a) return false;
        if (last) p->rules->ast[last].next = a;
        else *first = a;
        last = a;
        got++;
    }
    if (got < arity)
        return RULES_FAIL(p, p->tok.at, "'%s' takes %d argument%s, got %d",
                          name, arity, plural(arity), got);
    p->nest--;
    parser_advance(p);
    return true;
}

static uint16_t call(Parser *p, size_t at, const RulesName *name) {
    uint16_t first, n;
    const Rule *rule = &p->rules->rule[name->k];
    if (!arguments(p, name->name, rule->arity, &first)) return 0;
    n = parser_node2(p, AST_CALL, at, name->k, first, 0);
    int i = 0;
    for (uint16_t a = first; n && a; a = p->rules->ast[a].next) {
        if (!parser_fit(p, a, (RulesKind)rule->arg[i++])) return 0;
        n = parser_adopt(p, n, a);
    }
    p->rules->ast[n].gives = rule->gives;
    return n;
}

static uint16_t operation(Parser *p, size_t at, int op) {
    uint16_t first;
    if (!arguments(p, rules_ops[op].name, rules_ops[op].arguments, &first))
        return 0;
    uint16_t second = p->rules->ast[first].next;
    p->rules->ast[first].next = 0;
    uint16_t n = parser_node2(p, AST_OP, at, op, first, second);
    return parser_operands(p, n) ? n : 0;
}

/* A function of a real. */
static uint16_t function(Parser *p, size_t at, int fn) {
    uint16_t first;
    if (!arguments(p, real_name[fn], 1, &first) ||
        !parser_fit(p, first, KIND_REAL))
        return 0;
    uint16_t n = parser_node2(p, AST_FN, at, fn, first, 0);
    p->rules->ast[n].gives = KIND_REAL;
    p->rules->reals = true;
    return n;
}

/* `real(a)` and `whole(a)`. */
static uint16_t conversion(Parser *p, size_t at, RulesKind kind) {
    uint16_t first;
    if (!arguments(p, rules_kind_name[kind], 1, &first)) return 0;
    if (p->rules->ast[first].gives == KIND_MIXED) {
        parser_fit(p, first, kind);              /* says so */
        return 0;
    }
    uint16_t n = parser_node2(p, AST_CONVERT, at, 0, first, 0);
    p->rules->ast[n].gives = (uint8_t)kind;
    p->rules->reals |= kind == KIND_REAL;
    return n;
}

/* Reads `[x]` or `[x, y]`. */
static bool indices(Parser *p, const char *name, int sides, uint16_t kid[2]) {
    kid[0] = kid[1] = 0;
    if (!parser_need(p, "[", sides == 2 ? "'[x, y]'" : "'[' and an index") ||
        !parser_deeper(p))
        return false;
    if (!(kid[0] = parser_value(p)) || !parser_fit(p, kid[0], KIND_WHOLE))
        return false;
    if (sides == 2) {
        if (!parser_is(p, ","))
            return RULES_FAIL(p, p->tok.at, "'%s' has two sides: %s[x, y]",
                              name, name);
        parser_advance(p);
        if (!(kid[1] = parser_value(p)) || !parser_fit(p, kid[1], KIND_WHOLE))
            return false;
    }
    p->nest--;
    return parser_need(p, "]", "']'");
}

static int sides_of(const Parser *p, const RulesName *name) {
    return name->kind == NAME_GRID ? p->rules->grid[name->k].sides : 1;
}

static uint16_t cell(Parser *p, size_t at, const RulesName *name) {
    uint16_t kid[2];
    if (!indices(p, name->name, sides_of(p, name), kid)) return 0;
    return parser_node2(p, name->kind == NAME_GRID ? AST_GRID : AST_TABLE, at,
                        name->k, kid[0], kid[1]);
}

/* ---- values -------------------------------------------------------------- */

int parser_find_real(const char *name) {
    for (int i = 0; i < REAL_FN_COUNT; i++)
        if (strcmp(real_name[i], name) == 0) return i;
    return -1;
}

/* A word that is a value, or is called to make one; false: it is not. */
static bool own_word(Parser *p, const char *text, uint16_t *n) {
    size_t at = p->tok.at;
    int fn = parser_find_real(text);
    bool yes = strcmp(text, "true") == 0, no = strcmp(text, "false") == 0;
    bool real = strcmp(text, "real") == 0, whole = strcmp(text, "whole") == 0;
    if (fn < 0 && !yes && !no && !real && !whole) return false;
    parser_advance(p);
    if (fn >= 0) *n = function(p, at, fn);
    else if (real || whole)
        *n = conversion(p, at, real ? KIND_REAL : KIND_WHOLE);
    else *n = parser_typed(p, parser_node(p, AST_NUMBER, at, yes), KIND_TRUTH);
    return true;
}

static int find_function(const char *name) {
    for (int i = 0; i < RULES_OP_COUNT; i++)
        if (!rules_ops[i].precedence && strcmp(rules_ops[i].name, name) == 0)
            return i;
    return -1;
}

static uint16_t named_thing(Parser *p, size_t at, RulesName *name) {
    name->used = true;
    switch (name->kind) {
    case NAME_CONST:
        return parser_typed(
            p,
            parser_node(p, name->gives == KIND_REAL ? AST_REAL : AST_NUMBER, at,
                        name->k),
            name->gives);
    case NAME_VAR:
        return parser_typed(p, parser_node(p, AST_VAR, at, name->k),
                            p->rules->var_kind[name->k]);
    case NAME_GRID:
    case NAME_TABLE: return cell(p, at, name);
    case NAME_DEF: return call(p, at, name);
    case NAME_PRIM: break;
    }
    RULES_FAIL(p, at,
               "'%s' is a primitive of programs; rules call only what "
               "'def' declares",
               name->name);
    return 0;
}

static uint16_t named(Parser *p) {
    char text[VOCAB_NAME_MAX];
    size_t at = p->tok.at;
    if (p->tok.len >= sizeof text) {             /* cut, it might be another */
        RULES_FAIL(p, at, "a name has at most %d letters", VOCAB_NAME_MAX - 1);
        return 0;
    }
    parser_word(p, text, sizeof text);
    int op = find_function(text);
    uint16_t n;
    bool declared = parser_find_local(p, text) || parser_find(p, text);
    if (!declared && own_word(p, text, &n)) return n;
    if (op < 0 && parser_reserved(text)) {
        parser_expected(p, "a value");
        return 0;
    }
    RulesLocal *l = parser_find_local(p, text);
    RulesName *name = l || op >= 0 ? NULL : parser_find(p, text);
    if (!l && op < 0 && !name) return parser_unknown(p, at, text, false);
    parser_advance(p);
    if (op >= 0) return operation(p, at, op);
    if (name) return named_thing(p, at, name);
    l->used = true;
    return parser_typed(
        p, parser_node(p, l->lazy ? AST_LAZY : AST_LOCAL, at, l->slot),
        l->kind);
}

/* `if x = 1`, which would set x. */
static bool sets(Parser *p) {
    if (!parser_is(p, "=")) return false;
    RULES_FAIL(p, p->tok.at, "'=' sets a variable: write '=='");
    return true;
}

static uint16_t condition(Parser *p) {
    size_t at = p->tok.at;
    uint16_t test, yes, no = 0;
    parser_advance(p);
    if (!parser_deeper(p) || !(test = parser_value(p)) || sets(p) ||
        !parser_test(p, test) || !(yes = parser_block(p)))
        return 0;
    if (parser_take(p, "else")) {
        no = parser_is(p, "if") ? condition(p) : parser_block(p);
        if (!no) return 0;
    }
    p->nest--;
    uint16_t n = parser_node3(p, AST_IF, at, 0, (uint16_t[]){ test, yes, no });
    parser_join(p, n);
    return n;
}

static uint16_t bracketed(Parser *p) {
    parser_advance(p);
    if (!parser_deeper(p)) return 0;
    uint16_t n = parser_value(p);
    p->nest--;
    return n && parser_need(p, ")", "')'") ? n : 0;
}

static uint16_t primary(Parser *p);

static uint16_t literal(Parser *p) {
    size_t at = p->tok.at;
    int32_t k;
    double x;
    RulesKind kind;
    if (p->tok.kind == RULES_NUMBER)
        return parser_digits(p, &k) ? parser_node(p, AST_NUMBER, at, k) : 0;
    if (!parser_amount(p, "a value", &x, &kind)) return 0;
    k = parser_real(p, at, x);
    return k < 0 ? 0
                 : parser_typed(p, parser_node(p, AST_REAL, at, k), KIND_REAL);
}

/* The other sign of a number that stands there; false: it is none. */
static bool negated(Parser *p, Ast *a) {
    if (a->kind == AST_NUMBER && a->gives == KIND_WHOLE) {
        a->k = (int32_t)(0 - (uint32_t)a->k);
        return true;
    }
    if (a->kind != AST_REAL) return false;
    int k = parser_real(p, a->at, -p->rules->real[a->k]);
    if (k >= 0) a->k = k;
    return k >= 0;
}

/* `~a` is all bits but those of a. */
static uint16_t inverted(Parser *p) {
    size_t at = p->tok.at;
    parser_advance(p);
    if (!parser_deeper(p)) return 0;
    uint16_t a = primary(p);
    p->nest--;
    if (!a) return 0;
    uint16_t all = parser_node(p, AST_NUMBER, at, -1);
    uint16_t n = all ? parser_node2(p, AST_OP, at, RULES_BXOR, a, all) : 0;
    return n && parser_operands(p, n) ? n : 0;
}

/* `-a` and `not a`. */
static uint16_t prefixed(Parser *p, RulesOp op) {
    size_t at = p->tok.at;
    parser_advance(p);
    if (!parser_deeper(p)) return 0;
    uint16_t a = op == RULES_NOT ? value(p, PREC_FIRST) : primary(p);
    p->nest--;
    if (!a) return 0;
    if (op == RULES_NEG && negated(p, &p->rules->ast[a])) return a;
    uint16_t n = parser_node2(p, AST_OP, at, (int32_t)op, a, 0);
    return n && parser_operands(p, n) ? n : 0;
}

static uint16_t primary(Parser *p) {
    if (parser_is(p, "-")) return prefixed(p, RULES_NEG);
    if (parser_is(p, "~")) return inverted(p);
    if (parser_is(p, "not")) return prefixed(p, RULES_NOT);
    if (parser_is(p, "(")) return bracketed(p);
    if (parser_is(p, "if")) return condition(p);
    if (p->tok.kind == RULES_NAME) return named(p);
    if (p->tok.kind == RULES_NUMBER || p->tok.kind == RULES_REAL)
        return literal(p);
    parser_expected(p, "a value");
    return 0;
}

/* The operation of that precedence which the token is, or -1. */
static int infix(const Parser *p, int precedence) {
    for (int i = 0; i < RULES_OP_COUNT; i++)
        if (rules_ops[i].precedence == precedence &&
            parser_is(p, rules_ops[i].name))
            return i;
    return -1;
}

/* Logic has no row in the table: its second side may not be evaluated. */
static int logic(const Parser *p, int precedence) {
    if (precedence == PREC_OR && parser_is(p, "or")) return AST_OR;
    if (precedence == PREC_AND && parser_is(p, "and")) return AST_AND;
    return -1;
}

static uint16_t value(Parser *p, int precedence) {
    if (precedence > PREC_LAST) return primary(p);
    uint16_t left = value(p, precedence + 1);
    while (left) {
        size_t at = p->tok.at;
        int op = precedence < PREC_FIRST ? -1 : infix(p, precedence);
        int kind = op >= 0 ? AST_OP : logic(p, precedence);
        if (kind < 0) return left;
        parser_advance(p);
        uint16_t right = value(p, precedence + 1);
        if (!right) return 0;
        left = parser_node2(p, (AstKind)kind, at, op >= 0 ? op : 0, left,
                            right);
        if (!left || !parser_operands(p, left)) return 0;
    }
    return 0;
}

uint16_t parser_value(Parser *p) { return value(p, PREC_OR); }
