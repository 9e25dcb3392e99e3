/* walk.c -- preparing a program for the reference engine. */
#include "walk.h"

#include "base/hot.h"

size_t walk_begin(Walk *walk, const Tree *tree) {
    uint32_t at = 0;
    walk->op = tree->vocab->op;
    walk->k = tree->vocab->k;
    walk->arity = tree->vocab->arity;
    walk->code = tree->code;
    walk->span = NULL;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++])
        walk->start[b] = at;
    hot_assert(at == tree_size(tree));
    return at;
}

void walk_program(Walk *walk, const Tree *tree, uint16_t *span) {
    walk_begin(walk, tree);
    walk->span = span;
    for (int b = 0; b < tree->vocab->branches; b++)
        tree_spans(tree->vocab, tree->code + walk->start[b], tree->len[b],
                   span + walk->start[b]);
}
