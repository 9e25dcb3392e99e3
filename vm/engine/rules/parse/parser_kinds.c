/* parser_kinds.c -- which kind of value an expression gives, which it needs.
 *
 * Kinds are never converted silently, with two exceptions that lose nothing: a
 * truth value is 0 or 1 where a whole number is needed, and a number that is
 * written without a point is a real where a real is needed. `if`, `and`, `or`
 * and `not` ask whether a value is true; every whole number but 0 is.
 */
#include <assert.h>

#include "parser.h"

static const char *called(RulesKind kind) {
    static const char *const names[] = {
        [KIND_WHOLE] = "a whole number",  [KIND_TRUTH] = "a truth value",
        [KIND_REAL] = "a real",           [KIND_NONE] = "nothing",
        [KIND_MIXED] = "different kinds",
    };
    return names[kind];
}

/* What to write instead. */
static const char *advice(RulesKind have, RulesKind want) {
    if (want == KIND_REAL) return "write real(...)";
    if (want == KIND_WHOLE) return "write whole(...), which rounds down";
    return have == KIND_REAL ? "compare it, for instance with > 0.0"
                             : "compare it, for instance with != 0";
}

static uint16_t last_of(const Rules *r, const Ast *block) {
    uint16_t n = block->kid[0];
    while (n && r->ast[n].next) n = r->ast[n].next;
    return n;
}

/* Is it made of numbers that may as well be reals? */
static bool may_be_real(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n || a->gives == KIND_REAL || a->gives == KIND_NONE) return true;
    if (a->kind == AST_NUMBER) return a->gives == KIND_WHOLE;
    if (a->kind == AST_BLOCK) return may_be_real(r, last_of(r, a));
    return a->kind == AST_IF && may_be_real(r, a->kid[1]) &&
           may_be_real(r, a->kid[2]);
}

static bool turn_real(Parser *p, uint16_t n) {
    Ast *a = &p->rules->ast[n];
    if (!n || a->gives == KIND_REAL || a->gives == KIND_NONE) return true;
    a->gives = KIND_REAL;
    if (a->kind == AST_BLOCK) return turn_real(p, last_of(p->rules, a));
    if (a->kind == AST_IF)
        return turn_real(p, a->kid[1]) && turn_real(p, a->kid[2]);
    assert(a->kind == AST_NUMBER);
    int k = parser_real(p, a->at, a->k);
    a->kind = AST_REAL;
    a->k = k;
    return k >= 0;
}

bool parser_fit(Parser *p, uint16_t n, RulesKind want) {
    const Ast *a = &p->rules->ast[n];
    RulesKind have = (RulesKind)a->gives;
    if (have == want || have == KIND_NONE) return true;
    if (want == KIND_WHOLE && have == KIND_TRUTH) return true;
    if (want == KIND_REAL && may_be_real(p->rules, n)) return turn_real(p, n);
    if (have == KIND_MIXED)
        return RULES_FAIL(p, a->at, "the parts give different kinds of values");
    return RULES_FAIL(p, a->at, "expected %s, found %s; %s", called(want),
                      called(have), advice(have, want));
}

bool parser_test(Parser *p, uint16_t n) {
    const Ast *a = &p->rules->ast[n];
    if (a->gives == KIND_MIXED) return parser_fit(p, n, KIND_TRUTH);
    if (a->gives != KIND_REAL) return true;
    return RULES_FAIL(p, a->at, "a real is neither true nor false; %s",
                      advice(KIND_REAL, KIND_TRUTH));
}

/* Both operands of one kind, whole or real. */
static bool alike(Parser *p, const Ast *a, RulesKind *kind) {
    const Ast *ast = p->rules->ast;
    bool real = ast[a->kid[0]].gives == KIND_REAL ||
                (a->kid[1] && ast[a->kid[1]].gives == KIND_REAL);
    *kind = real ? KIND_REAL : KIND_WHOLE;
    return parser_fit(p, a->kid[0], *kind) &&
           (!a->kid[1] || parser_fit(p, a->kid[1], *kind));
}

static bool operation(Parser *p, Ast *a) {
    RulesKind kind;
    switch ((RulesOp)a->k) {
    case RULES_EQ:
    case RULES_NE:
    case RULES_LT:
    case RULES_LE:
    case RULES_GT:
    case RULES_GE: a->gives = KIND_TRUTH; return alike(p, a, &kind);
    case RULES_NOT: a->gives = KIND_TRUTH; return parser_test(p, a->kid[0]);
    case RULES_ADD:
    case RULES_SUB:
    case RULES_MUL:
    case RULES_DIV:
    case RULES_MIN:
    case RULES_MAX:
    case RULES_ABS:
    case RULES_NEG:
        if (!alike(p, a, &kind)) return false;
        a->gives = (uint8_t)kind;
        return true;
    case RULES_MOD:
    case RULES_BOR:
    case RULES_BXOR:
    case RULES_BAND:
    case RULES_SHL:
    case RULES_SHR:
    case RULES_WRAP:
    case RULES_RANDOM:
    case RULES_OP_COUNT: break;
    }
    a->gives = KIND_WHOLE;
    return parser_fit(p, a->kid[0], KIND_WHOLE) &&
           (!a->kid[1] || parser_fit(p, a->kid[1], KIND_WHOLE));
}

bool parser_operands(Parser *p, uint16_t n) {
    Ast *a = &p->rules->ast[n];
    if (!n) return false;
    if (a->kind == AST_OP) return operation(p, a);
    assert(a->kind == AST_AND || a->kind == AST_OR);
    a->gives = KIND_TRUTH;
    return parser_test(p, a->kid[0]) && parser_test(p, a->kid[1]);
}

static RulesKind joined(Parser *p, const Ast *a) {
    RulesKind yes = (RulesKind)p->rules->ast[a->kid[1]].gives;
    RulesKind no = a->kid[2] ? (RulesKind)p->rules->ast[a->kid[2]].gives
                             : KIND_NONE;
    if (yes == no || no == KIND_NONE) return yes;
    if (yes == KIND_NONE) return no;
    if (yes <= KIND_TRUTH && no <= KIND_TRUTH) return KIND_WHOLE;
    if (!may_be_real(p->rules, a->kid[1]) || !may_be_real(p->rules, a->kid[2]))
        return KIND_MIXED;
    return turn_real(p, a->kid[1]) && turn_real(p, a->kid[2]) ? KIND_REAL
                                                              : KIND_MIXED;
}

void parser_join(Parser *p, uint16_t n) {
    Ast *a = &p->rules->ast[n];
    if (!n) return;
    if (a->kind == AST_IF) a->gives = (uint8_t)joined(p, a);
    else if (a->kind == AST_BLOCK && a->kid[0])
        a->gives = p->rules->ast[last_of(p->rules, a)].gives;
    else a->gives = KIND_NONE;
}
