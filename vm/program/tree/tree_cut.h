/* tree_cut.h -- where trees are cut: what the operators of trees share.
 *
 * Nodes are counted over the whole code, as everywhere.
 */
#ifndef LUDUS_TREE_CUT_H
#define LUDUS_TREE_CUT_H

#include "tree_species.h"

/* Attempts at a cut that breaks no limit, at most. */
enum { TREE_CUTS_MAX = 1000000 };

static inline const TreeSpecies *tree_cut_species(const Species *species) {
    return (const TreeSpecies *)species;
}

static inline Tree tree_cut_view(const Species *species, const void *genome) {
    return tree_at(tree_cut_species(species)->vocab, (void *)(uintptr_t)genome);
}

static inline int tree_cut_kind(const Tree *t, size_t at) {
    return t->vocab->symbol[t->code[at]].kind;
}

void tree_cut_copy(const Species *species, const void *from, void *to);

/* The child is a copy; false. */
bool tree_cut_give_up(const Species *species, const void *parent, void *child);

/* A branch in proportion to its nodes, and where it starts. */
int tree_cut_branch(Rng *rng, const Tree *t, size_t *start);

/* The branch two parents exchange in, in proportion to the nodes both have
 * there. By the mother's nodes alone it would be one in which she is larger
 * than the father on average, and every crossover would shrink the population a
 * little. */
int tree_cut_common(Rng *rng, const Tree *mother, const Tree *father);

/* A node of the branch that is interior (a function) or not, or SIZE_MAX. A
 * tree of two or more nodes always has both. */
size_t tree_cut_node(Rng *rng, const Tree *t, size_t start, size_t n,
                     bool interior);

/* Would the branch still be within the limits with n nodes instead of cut? */
bool tree_cut_fits(const TreeSpecies *sp, const Tree *t, int branch, size_t cut,
                   size_t n);

/* Has the branch no more levels than it may? */
bool tree_cut_shallow(const TreeSpecies *sp, const Tree *child, int branch);

/* Could any branch offer both parents a node of that sort? Saves thousands of
 * attempts on programs whose branches are single leaves. */
bool tree_cut_possible(const Tree *mother, const Tree *father, bool interior);

#endif
