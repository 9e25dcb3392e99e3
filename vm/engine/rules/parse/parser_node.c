/* parser_node.c -- nodes of the tree that the parser of rules makes. */
#include <assert.h>

#include "parser.h"

uint16_t parser_node(Parser *p, AstKind kind, size_t at, int32_t k) {
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

/* Chains of operators are deep without brackets, too. */
uint16_t parser_adopt(Parser *p, uint16_t n, uint16_t kid) {
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

uint16_t parser_node3(Parser *p, AstKind kind, size_t at, int32_t k,
                      const uint16_t kid[3]) {
    uint16_t n = parser_node(p, kind, at, k);
    for (int i = 0; n && i < 3; i++) {
        p->rules->ast[n].kid[i] = kid[i];
        n = parser_adopt(p, n, kid[i]);
    }
    return n;
}

uint16_t parser_node2(Parser *p, AstKind kind, size_t at, int32_t k, uint16_t a,
                      uint16_t b) {
    return parser_node3(p, kind, at, k, (uint16_t[]){ a, b, 0 });
}

uint16_t parser_typed(Parser *p, uint16_t n, int kind) {
    if (n) p->rules->ast[n].gives = (uint8_t)kind;
    return n;
}

bool parser_deeper(Parser *p) {
    if (++p->nest <= RULES_NEST_MAX) return true;
    return RULES_FAIL(p, p->tok.at, "nested deeper than %d levels",
                      RULES_NEST_MAX);
}
