/* tree_cut.c -- where trees are cut. */
#include "tree_cut.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"

void tree_cut_copy(const Species *species, const void *from, void *to) {
    Tree t = tree_cut_view(species, from);
    memcpy(to, from, tree_bytes(&t));
}

bool tree_cut_give_up(const Species *species, const void *parent, void *child) {
    tree_cut_copy(species, parent, child);
    return false;
}

int tree_cut_branch(Rng *rng, const Tree *t, size_t *start) {
    size_t at = rng_below(rng, (uint32_t)tree_size(t));
    int b = 0;
    for (*start = 0; at >= t->len[b]; b++) {
        at -= t->len[b];
        *start += t->len[b];
    }
    hot_assert(b < t->vocab->branches);
    return b;
}

int tree_cut_common(Rng *rng, const Tree *mother, const Tree *father) {
    size_t nodes = tree_size(mother) + tree_size(father);
    size_t at = rng_below(rng, (uint32_t)nodes);
    int b = 0;
    for (; at >= (size_t)mother->len[b] + father->len[b]; b++)
        at -= (size_t)mother->len[b] + father->len[b];
    hot_assert(b < mother->vocab->branches);
    return b;
}

size_t tree_cut_node(Rng *rng, const Tree *t, size_t start, size_t n,
                     bool interior) {
    assert(n > 0);
    if (n == 1) {
        bool leaf = t->vocab->arity[t->code[start]] == 0;
        return leaf == interior ? SIZE_MAX : start;
    }
    for (;;) {
        size_t at = start + rng_below(rng, (uint32_t)n);
        if ((t->vocab->arity[t->code[at]] > 0) == interior) return at;
    }
}

bool tree_cut_fits(const TreeSpecies *sp, const Tree *t, int branch, size_t cut,
                   size_t n) {
    assert(cut <= t->len[branch]);
    return t->len[branch] - cut + n <= sp->nodes;
}

/* Depth is only looked at where nodes alone do not bound it. */
bool tree_cut_shallow(const TreeSpecies *sp, const Tree *child, int branch) {
    if (child->len[branch] <= sp->deepest) return true;
    const uint8_t *code = child->code + tree_start(child, branch);
    return tree_depth(sp->vocab, code, child->len[branch]) <= sp->deepest;
}

bool tree_cut_possible(const Tree *mother, const Tree *father, bool interior) {
    for (int b = 0; b < mother->vocab->branches; b++) {
        bool more = mother->len[b] > 1 && father->len[b] > 1;
        if (more || !interior) return true;
    }
    return false;
}
