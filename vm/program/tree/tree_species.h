/* tree_species.h -- tree programs as a species: random ones and children.
 *
 * Random trees are grown branch by branch. Crossover and mutation never leave
 * the limits of the species, keep every symbol where it may stand, and respect
 * kinds.
 */
#ifndef LUDUS_TREE_SPECIES_H
#define LUDUS_TREE_SPECIES_H

#include "base/rng.h"
#include "program/species.h"
#include "tree.h"

enum {
    TREE_KINDS_MAX = 8,
    TREE_FIRST_DEPTH_MAX = 50,       /* levels of a random branch */
};

typedef enum TreeMethod { TREE_RAMPED, TREE_GROW, TREE_FULL } TreeMethod;

/* Symbols that give one kind, in one branch. */
typedef struct TreeChoice {
    uint8_t  functions[VOCAB_SYMBOLS_MAX], leaves[VOCAB_SYMBOLS_MAX];
    uint16_t function_count, leaf_count;
    uint16_t constants, args;        /* leaves begin by constants, then ARGs */
    uint16_t least_depth;            /* of such a tree; 0: there is none */
    uint16_t least_nodes;            /* of one of this kind, perhaps deeper */
    uint8_t  least_symbol;           /* which heads that one */
} TreeChoice;

typedef struct TreeSpecies {
    Species      species;
    const Vocab *vocab;
    uint16_t     nodes;              /* most nodes of a branch */
    uint16_t     deepest;            /* most levels of a branch */
    uint8_t      depth[2];           /* least and greatest depth at first,
                                        at most `deepest` */
    TreeMethod   method;
    TreeChoice   choice[VOCAB_BRANCHES][TREE_KINDS_MAX];
} TreeSpecies;

/* How large branches may be, and how the first ones are drawn. */
typedef struct TreeLimits {
    size_t     nodes, deepest;       /* most nodes, most levels */
    int        depth_min, depth_max; /* levels at first */
    TreeMethod method;
} TreeLimits;

/* False, with the kind and a way out named, if some argument cannot be built,
 * or no tree is small enough. */
bool tree_species_init(TreeSpecies *species, const Vocab *vocab,
                       const TreeLimits *limits, Err *err);

/* Is the program, one of its vocabulary, within the limits of the species? */
bool tree_species_fits(const TreeSpecies *species, const Tree *tree);

/* A tree to be drawn for a branch: of that kind, with at most `depth` levels
 * (exactly so many in every path if `full` and the symbols allow it). */
typedef struct TreeWish {
    int  branch, kind, depth;
    bool full;
} TreeWish;

/* Writes a random tree and returns its nodes, or 0 if it needs more than
 * `room`. */
size_t tree_random(const TreeSpecies *species, Rng *rng, TreeWish wish,
                   uint8_t *code, size_t room);

/* Writes the tree of that kind with the fewest nodes and returns their
 * number. */
size_t tree_least(const TreeSpecies *species, int branch, int kind,
                  uint8_t *code);

/* The rows of the operators. */
extern const Operator tree_operators[];

#endif
