/* walk.c -- preparing a program for the reference engine. */
#include "walk.h"

void walk_program(Walk *walk, const Tree *tree, uint16_t *span) {
    *walk = (Walk){
        .op = tree->vocab->op,
        .k = tree->vocab->k,
        .arity = tree->vocab->arity,
        .code = tree->code,
        .span = span,
    };
    size_t at = 0;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++]) {
        walk->start[b] = (uint32_t)at;
        tree_spans(tree->vocab, tree->code + at, tree->len[b], span + at);
    }
}
