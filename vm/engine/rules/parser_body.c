/* parser_body.c -- statements and expressions of rules.
 *
 *     block = "{" statement* "}"
 *     statement = "let" name "=" value | name "=" value
 *               | name "[" value ["," value] "]" "=" value
 *               | "for" name "=" value "to" value block | value | ";"
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
#include <assert.h>
#include <string.h>

#include "base/suggest.h"
#include "parser.h"

enum { PREC_OR = 0, PREC_AND = 1, PREC_FIRST = 2, PREC_LAST = 8 };

static uint16_t value(Parser *p, int precedence);

/* ---- nodes --------------------------------------------------------------- */

static uint16_t node(Parser *p, AstKind kind, size_t at, int32_t k) {
    Rules *r = p->rules;
    if (r->ast_count == 0) r->ast_count = 1;     /* 0 means none */
    if (r->ast_count == RULES_AST_MAX) {
        RULES_FAIL(p, at, "rules have at most %d operations", RULES_AST_MAX);
        return 0;
    }
    r->ast[r->ast_count] = (Ast){ .kind = (uint8_t)kind,
                                  .k = k,
                                  .at = (uint32_t)at };
    return (uint16_t)r->ast_count++;
}

/* Notes that `kid` hangs below n; n, or 0 after failing. Chains of operators
 * are deep without brackets, too. */
static uint16_t adopt(Parser *p, uint16_t n, uint16_t kid) {
    Ast *a = &p->rules->ast[n];
    assert(n < RULES_AST_MAX && kid < RULES_AST_MAX);
    if (!n || !kid) return n;
    if (a->depth <= p->rules->ast[kid].depth)
        a->depth = (uint16_t)(p->rules->ast[kid].depth + 1);
    if (a->depth <= RULES_DEPTH_MAX) return n;
    RULES_FAIL(p, a->at,
               "more than %d operations in each other; use 'let' for "
               "parts of it",
               RULES_DEPTH_MAX);
    return 0;
}

static uint16_t node3(Parser *p, AstKind kind, size_t at, int32_t k,
                      const uint16_t kid[3]) {
    uint16_t n = node(p, kind, at, k);
    for (int i = 0; n && i < 3; i++) {
        p->rules->ast[n].kid[i] = kid[i];
        n = adopt(p, n, kid[i]);
    }
    return n;
}

static uint16_t node2(Parser *p, AstKind kind, size_t at, int32_t k, uint16_t a,
                      uint16_t b) {
    return node3(p, kind, at, k, (uint16_t[]){ a, b, 0 });
}

static bool deeper(Parser *p) {
    if (++p->nest <= RULES_NEST_MAX) return true;
    return RULES_FAIL(p, p->tok.at, "nested deeper than %d levels",
                      RULES_NEST_MAX);
}

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

static RulesLocal *find_local(Parser *p, const char *name) {
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

/* Words of other languages. */
static bool foreign(Parser *p, size_t at, const char *name) {
    static const char *const words[][2] = {
        { "while", "'for i = 1 to n { ... }' counts, and the field 'repeats' "
                   "runs programs again" },
        { "return", "the value of a rule is that of its last statement" },
        { "local", "write 'let'" },
        { "then", "write 'if test { ... } else { ... }'" },
        { "elseif", "write 'else if'" },
        { "nil", "a value that is not there is 0" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], name) == 0) {
            RULES_FAIL(p, at, "rules have no '%s': %s", name, words[i][1]);
            return true;
        }
    return false;
}

/* `first`: it begins a statement, as some words do. */
static uint16_t unknown(Parser *p, size_t at, const char *name, bool first) {
    Suggest near = suggest_start(name);
    if (foreign(p, at, name)) return 0;
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
    if (!parser_need(p, "(", "'('") || !deeper(p)) return false;
    while (!parser_is(p, ")")) {
        if (got > 0 && !parser_need(p, ",", "',' or ')'")) return false;
        if (got == arity)
            return RULES_FAIL(p, p->tok.at,
                              "'%s' takes %d argument%s, got more", name, arity,
                              plural(arity));
        uint16_t a = value(p, PREC_OR);
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
    n = node2(p, AST_CALL, at, name->k, first, 0);
    int i = 0;
    for (uint16_t a = first; n && a; a = p->rules->ast[a].next) {
        if (!parser_fit(p, a, (RulesKind)rule->arg[i++])) return 0;
        n = adopt(p, n, a);
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
    uint16_t n = node2(p, AST_OP, at, op, first, second);
    return parser_operands(p, n) ? n : 0;
}

/* A function of a real. */
static uint16_t function(Parser *p, size_t at, int fn) {
    uint16_t first;
    if (!arguments(p, real_name[fn], 1, &first) ||
        !parser_fit(p, first, KIND_REAL))
        return 0;
    uint16_t n = node2(p, AST_FN, at, fn, first, 0);
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
    uint16_t n = node2(p, AST_CONVERT, at, 0, first, 0);
    p->rules->ast[n].gives = (uint8_t)kind;
    p->rules->reals |= kind == KIND_REAL;
    return n;
}

/* Reads `[x]` or `[x, y]`. */
static bool indices(Parser *p, const char *name, int sides, uint16_t kid[2]) {
    kid[0] = kid[1] = 0;
    if (!parser_need(p, "[", sides == 2 ? "'[x, y]'" : "'[' and an index") ||
        !deeper(p))
        return false;
    if (!(kid[0] = value(p, PREC_OR)) || !parser_fit(p, kid[0], KIND_WHOLE))
        return false;
    if (sides == 2) {
        if (!parser_is(p, ","))
            return RULES_FAIL(p, p->tok.at, "'%s' has two sides: %s[x, y]",
                              name, name);
        parser_advance(p);
        if (!(kid[1] = value(p, PREC_OR)) || !parser_fit(p, kid[1], KIND_WHOLE))
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
    return node2(p, name->kind == NAME_GRID ? AST_GRID : AST_TABLE, at, name->k,
                 kid[0], kid[1]);
}

/* ---- values -------------------------------------------------------------- */

static uint16_t typed(Parser *p, uint16_t n, int kind) {
    if (n) p->rules->ast[n].gives = (uint8_t)kind;
    return n;
}

static int find_real(const char *name) {
    for (int i = 0; i < REAL_FN_COUNT; i++)
        if (strcmp(real_name[i], name) == 0) return i;
    return -1;
}

/* A word that is a value, or is called to make one; false: it is not. */
static bool own_word(Parser *p, const char *text, uint16_t *n) {
    size_t at = p->tok.at;
    int fn = find_real(text);
    bool yes = strcmp(text, "true") == 0, no = strcmp(text, "false") == 0;
    bool real = strcmp(text, "real") == 0, whole = strcmp(text, "whole") == 0;
    if (fn < 0 && !yes && !no && !real && !whole) return false;
    parser_advance(p);
    if (fn >= 0) *n = function(p, at, fn);
    else if (real || whole)
        *n = conversion(p, at, real ? KIND_REAL : KIND_WHOLE);
    else *n = typed(p, node(p, AST_NUMBER, at, yes), KIND_TRUTH);
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
        return typed(p,
                     node(p, name->gives == KIND_REAL ? AST_REAL : AST_NUMBER,
                          at, name->k),
                     name->gives);
    case NAME_VAR:
        return typed(p, node(p, AST_VAR, at, name->k),
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
    bool declared = find_local(p, text) || parser_find(p, text);
    if (!declared && own_word(p, text, &n)) return n;
    if (op < 0 && parser_reserved(text)) {
        parser_expected(p, "a value");
        return 0;
    }
    RulesLocal *l = find_local(p, text);
    RulesName *name = l || op >= 0 ? NULL : parser_find(p, text);
    if (!l && op < 0 && !name) return unknown(p, at, text, false);
    parser_advance(p);
    if (op >= 0) return operation(p, at, op);
    if (name) return named_thing(p, at, name);
    l->used = true;
    return typed(p, node(p, l->lazy ? AST_LAZY : AST_LOCAL, at, l->slot),
                 l->kind);
}

static uint16_t condition(Parser *p) {
    size_t at = p->tok.at;
    uint16_t test, yes, no = 0;
    parser_advance(p);
    if (!deeper(p) || !(test = value(p, PREC_OR)) || !parser_test(p, test) ||
        !(yes = parser_block(p)))
        return 0;
    if (parser_take(p, "else")) {
        no = parser_is(p, "if") ? condition(p) : parser_block(p);
        if (!no) return 0;
    }
    p->nest--;
    uint16_t n = node3(p, AST_IF, at, 0, (uint16_t[]){ test, yes, no });
    parser_join(p, n);
    return n;
}

static uint16_t bracketed(Parser *p) {
    parser_advance(p);
    if (!deeper(p)) return 0;
    uint16_t n = value(p, PREC_OR);
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
        return parser_digits(p, &k) ? node(p, AST_NUMBER, at, k) : 0;
    if (!parser_amount(p, "a value", &x, &kind)) return 0;
    k = parser_real(p, at, x);
    return k < 0 ? 0 : typed(p, node(p, AST_REAL, at, k), KIND_REAL);
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
    if (!deeper(p)) return 0;
    uint16_t a = primary(p);
    p->nest--;
    if (!a) return 0;
    uint16_t all = node(p, AST_NUMBER, at, -1);
    uint16_t n = all ? node2(p, AST_OP, at, RULES_BXOR, a, all) : 0;
    return n && parser_operands(p, n) ? n : 0;
}

/* `-a` and `not a`. */
static uint16_t prefixed(Parser *p, RulesOp op) {
    size_t at = p->tok.at;
    parser_advance(p);
    if (!deeper(p)) return 0;
    uint16_t a = op == RULES_NOT ? value(p, PREC_FIRST) : primary(p);
    p->nest--;
    if (!a) return 0;
    if (op == RULES_NEG && negated(p, &p->rules->ast[a])) return a;
    uint16_t n = node2(p, AST_OP, at, (int32_t)op, a, 0);
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
        left = node2(p, (AstKind)kind, at, op >= 0 ? op : 0, left, right);
        if (!left || !parser_operands(p, left)) return 0;
    }
    return 0;
}

/* ---- statements ---------------------------------------------------------- */

static uint16_t assignment(Parser *p, AstKind kind, const Ast *to) {
    Ast place = *to;
    if (!parser_need(p, "=", "'='")) return 0;
    uint16_t v = value(p, PREC_OR);
    if (!v || !parser_fit(p, v, (RulesKind)place.gives)) return 0;
    return typed(p, node2(p, kind, place.at, place.k, v, 0), KIND_NONE);
}

static uint16_t let(Parser *p) {
    char text[VOCAB_NAME_MAX];
    parser_advance(p);
    size_t at = p->tok.at;
    if (!parser_name(p, "a name after 'let'", text)) return 0;
    if (!parser_need(p, "=", "'='")) return 0;
    uint16_t v = value(p, PREC_OR);
    if (!v) return 0;
    RulesKind kind = (RulesKind)p->rules->ast[v].gives;
    if (kind == KIND_MIXED && !parser_fit(p, v, KIND_WHOLE)) return 0;
    int slot = parser_local(p, text, at, false);
    if (slot < 0) return 0;
    if (kind == KIND_NONE) kind = KIND_WHOLE;
    p->local[p->local_count - 1].kind = (uint8_t)kind;
    return typed(p, node2(p, AST_SET_LOCAL, at, slot, v, 0), KIND_NONE);
}

static void leave(Parser *p, size_t locals) {
    for (size_t i = locals; i < p->local_count; i++)
        if (!p->local[i].used)
            parser_warn(p, p->local[i].at, "is never used", p->local[i].name);
    p->local_count = locals;
}

static uint16_t loop(Parser *p) {
    char text[VOCAB_NAME_MAX];
    size_t at = p->tok.at, locals = p->local_count;
    uint16_t first, last, block;
    parser_advance(p);
    size_t name_at = p->tok.at;
    if (!deeper(p) || !parser_name(p, "a name after 'for'", text) ||
        !parser_need(p, "=", "'='") || !(first = value(p, PREC_OR)) ||
        !parser_fit(p, first, KIND_WHOLE) ||
        !parser_need(p, "to", "'to' and the last number") ||
        !(last = value(p, PREC_OR)) || !parser_fit(p, last, KIND_WHOLE))
        return 0;
    int slot = parser_local(p, text, name_at, false);
    if (slot < 0) return 0;
    p->local[p->local_count - 1].used = true;
    if (!(block = parser_block(p))) return 0;
    leave(p, locals);
    p->nest--;
    return typed(
        p, node3(p, AST_FOR, at, slot, (uint16_t[]){ first, last, block }),
        KIND_NONE);
}

/* A value that turns out to be what is assigned to: `grid[x, y] = ...`. */
static uint16_t value_or_assignment(Parser *p) {
    uint16_t n = value(p, PREC_OR);
    if (!n || !parser_is(p, "=")) return n;
    Ast *a = &p->rules->ast[n];
    size_t at = a->at;
    switch ((AstKind)a->kind) {
    case AST_VAR: return assignment(p, AST_SET_VAR, a);
    case AST_LOCAL: return assignment(p, AST_SET_LOCAL, a);
    case AST_GRID: {
        parser_advance(p);
        uint16_t v = value(p, PREC_OR);
        if (!v || !parser_fit(p, v, KIND_WHOLE)) return 0;
        a->kind = AST_SET_GRID;
        a->gives = KIND_NONE;
        a->kid[2] = v;
        return adopt(p, n, v);
    }
    case AST_NONE:
    case AST_NUMBER:
    case AST_LAZY:
    case AST_TABLE:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_CALL:
    case AST_IF:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT:
    case AST_FOR:
    case AST_SET_VAR:
    case AST_SET_LOCAL:
    case AST_SET_GRID:
    case AST_BLOCK: break;
    }
    RULES_FAIL(p, at,
               "only variables, cells of grids and names of 'let' can be "
               "assigned to");
    return 0;
}

/* ---- a brace that is missing --------------------------------------------- */

static size_t line_of(const Rules *r, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < r->from + at; i++) line += r->script.text[i] == '\n';
    return line;
}

/* The body ends at the token without its last brace. */
static uint16_t unclosed(Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (p->tok.kind == RULES_END)
        RULES_FAIL(p, p->open, "the '{' of '%s' has no '}'", p->rule->name);
    else
        RULES_FAIL(p, p->open,
                   "the '{' of '%s' has no '}' before '%s' in line "
                   "%zu",
                   p->rule->name, parser_word(p, text, sizeof text),
                   line_of(p->rules, p->tok.at));
    return 0;
}

/* Is the token a word that begins a declaration and nothing else? */
static bool declares(const Parser *p) {
    static const char *const known[] = {
        "const", "var",  "grid",  "table", "constants", "cost",  "def", "start",
        "turn",  "done", "score", "test",  "lua",       "input", "won",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (parser_is(p, known[i])) return true;
    return false;
}

/* Does a rule begin behind the name: `(a, b?)`, cost, help or a brace? */
static bool rule_follows(Parser *p) {
    RulesToken before = p->tok;
    parser_advance(p);
    bool inside = parser_take(p, "(");
    while (inside && (p->tok.kind == RULES_NAME || parser_is(p, ",") ||
                      parser_is(p, "?") || parser_is(p, ")"))) {
        inside = !parser_is(p, ")");
        parser_advance(p);
    }
    bool follows = parser_head(p);
    p->tok = before;
    return follows;
}

/* A name that nothing has, at the beginning of a statement. */
static uint16_t strange(Parser *p, const char *name) {
    bool is_else = suggest_distance(name, "else") < 2;
    return !is_else && rule_follows(p) ? unclosed(p)
                                       : unknown(p, p->tok.at, name, true);
}

static uint16_t statement(Parser *p) {
    char text[VOCAB_NAME_MAX];
    if (declares(p)) return unclosed(p);
    if (p->tok.kind == RULES_NAME &&
        !parser_reserved(parser_word(p, text, sizeof text)) &&
        !find_local(p, text) && !parser_find(p, text) && find_real(text) < 0)
        return strange(p, text);
    if (parser_is(p, "let")) return let(p);
    if (parser_is(p, "for")) return loop(p);
    return value_or_assignment(p);
}

/* Does a statement that only gives a value do anything else, too? */
static bool acts(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n) return false;
    if (a->kind == AST_LAZY || a->kind == AST_CALL || a->kind == AST_IF ||
        a->kind >= AST_FOR || (a->kind == AST_OP && a->k == RULES_RANDOM))
        return true;
    return acts(r, a->kid[0]) || acts(r, a->kid[1]) || acts(r, a->kid[2]);
}

uint16_t parser_block(Parser *p) {
    size_t at = p->tok.at, locals = p->local_count;
    uint16_t block, last = 0;
    if (!parser_need(p, "{", "'{'") || !deeper(p)) return 0;
    if (!(block = node(p, AST_BLOCK, at, 0))) return 0;
    while (!parser_is(p, "}")) {
        if (parser_take(p, ";")) continue;
        if (p->tok.kind == RULES_END) return unclosed(p);
        uint16_t s = statement(p);
        if (!s || !adopt(p, block, s)) return 0;
        if (!last) p->rules->ast[block].kid[0] = s;
        else {
            p->rules->ast[last].next = s;
            if (!acts(p->rules, last))
                parser_warn(p, p->rules->ast[last].at, "this value is not used",
                            NULL);
        }
        last = s;
    }
    leave(p, locals);
    p->nest--;
    parser_advance(p);
    parser_join(p, block);
    return block;
}

uint16_t parser_gives(Parser *p, size_t at, int32_t variable) {
    uint16_t v = node(p, AST_VAR, at, variable);
    if (!v) return 0;
    typed(p, v, p->rules->var_kind[variable]);
    uint16_t block = node2(p, AST_BLOCK, at, 0, v, 0);
    parser_join(p, block);
    return block;
}
