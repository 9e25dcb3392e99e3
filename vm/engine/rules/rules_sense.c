/* rules_sense.c -- what primitives do, told by their rules.
 *
 * A rule that is one of a few forms says what it does to whoever reads it:
 *
 *     ADD(a, b) { a + b }      IF(c, a, b) { if c { a } else { b } }
 *     PROGN(a?, b?) { a b }    AHEAD(a?, b?) { if food[x, y] { a } else { b } }
 *
 * Any other that changes nothing gives a value.
 */
#include "rules.h"

static bool is_arg(const Rules *r, uint16_t n, int i) {
    const Ast *a = &r->ast[n];
    return n && (a->kind == AST_LOCAL || a->kind == AST_LAZY) && a->k == i;
}

static bool is_taken(const Rules *r, uint16_t n, int i) {
    return is_arg(r, n, i) && r->ast[n].kind == AST_LOCAL;
}

/* The only statement of a block. */
static uint16_t unwrap(const Rules *r, uint16_t n) {
    while (n && r->ast[n].kind == AST_BLOCK && r->ast[n].kid[0] &&
           !r->ast[r->ast[n].kid[0]].next)
        n = r->ast[n].kid[0];
    return n;
}

/* Is an argument or a local named there? */
static bool names(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (!n) return false;
    if (a->kind == AST_LOCAL || a->kind == AST_LAZY) return true;
    if (a->kind == AST_BLOCK || a->kind == AST_CALL) {
        for (uint16_t i = a->kid[0]; i; i = r->ast[i].next)
            if (names(r, i)) return true;
        return false;
    }
    return names(r, a->kid[0]) || names(r, a->kid[1]) || names(r, a->kid[2]);
}

static bool all_of(const Rule *rule, RulesKind kind) {
    for (int i = 0; i < rule->arity; i++)
        if (rule->arg[i] != kind) return false;
    return rule->gives == kind;
}

static bool no_reals(const Rule *rule) {
    for (int i = 0; i < rule->arity; i++)
        if (rule->arg[i] == KIND_REAL) return false;
    return rule->gives != KIND_REAL;
}

static Sense of_operation(const Rule *rule, RulesOp op) {
    bool reals = all_of(rule, KIND_REAL), truths = all_of(rule, KIND_TRUTH);
    if (reals && op == RULES_SUB) return SENSE_REAL_SUB;
    if (reals && op == RULES_MUL) return SENSE_REAL_MUL;
    if (!no_reals(rule)) return SENSE_VALUE;
    switch ((int)op) {
    case RULES_ADD: return SENSE_ADD;
    case RULES_SUB: return SENSE_SUB;
    case RULES_MUL: return SENSE_MUL;
    case RULES_EQ: return SENSE_EQ;
    case RULES_GT: return SENSE_GT;
    case RULES_LT: return SENSE_LT;
    case RULES_NOT: return truths ? SENSE_OPPOSITE : SENSE_NOT;
    default: return SENSE_VALUE;
    }
}

/* Two arguments on demand, one after the other. */
static bool is_progn(const Rules *r, const Rule *rule) {
    uint16_t n = unwrap(r, rule->body);
    if (is_taken(r, n, 1)) return true;
    uint16_t first = r->ast[n].kind == AST_BLOCK ? r->ast[n].kid[0] : 0;
    uint16_t second = first ? r->ast[first].next : 0;
    return second && !r->ast[second].next && is_arg(r, first, 0) &&
           is_arg(r, second, 1) && r->ast[first].kind == AST_LAZY &&
           r->ast[second].kind == AST_LAZY;
}

static Sense of_choice(const Rules *r, const Rule *rule, const Ast *a) {
    uint16_t yes = unwrap(r, a->kid[1]), no = unwrap(r, a->kid[2]);
    if (rule->arity == 3 && is_taken(r, a->kid[0], 0) && is_arg(r, yes, 1) &&
        is_arg(r, no, 2) && rule->arg[0] != KIND_REAL)
        return SENSE_IF;
    if (rule->arity == 2 && !names(r, a->kid[0]) && is_arg(r, yes, 0) &&
        is_arg(r, no, 1))
        return SENSE_CHOICE;
    return SENSE_VALUE;
}

PrimSense rules_sense(const Rules *rules, size_t i) {
    const Rule *rule = &rules->rule[rules->prim_rule[i]];
    PrimSense sense = { .does = SENSE_ACTS };
    if (rule->kind != RULE_PRIM || rule->writes || rule->draws) return sense;
    const Ast *a = &rules->ast[unwrap(rules, rule->body)];
    sense.does = SENSE_VALUE;
    bool two = is_taken(rules, a->kid[0], 0) && is_taken(rules, a->kid[1], 1);
    bool truths = all_of(rule, KIND_TRUTH);
    if (rule->arity == 2 && is_progn(rules, rule)) sense.does = SENSE_PROGN;
    else if (a->kind == AST_IF) sense.does = of_choice(rules, rule, a);
    else if (a->kind == AST_OP && rule->arity == 2 && two)
        sense.does = of_operation(rule, (RulesOp)a->k);
    else if (a->kind == AST_OP && rule->arity == 1 && a->k == RULES_NOT &&
             is_taken(rules, a->kid[0], 0))
        sense.does = of_operation(rule, RULES_NOT);
    else if (a->kind == AST_AND && truths && rule->arity == 2 && two)
        sense.does = SENSE_AND;
    else if (a->kind == AST_OR && truths && rule->arity == 2 && two)
        sense.does = SENSE_OR;
    sense.truths = truths;
    if (sense.does == SENSE_IF || sense.does == SENSE_CHOICE)
        for (int k = sense.does == SENSE_IF; k < rule->arity; k++)
            sense.strict |= !(rule->lazy >> k & 1);
    return sense;
}
