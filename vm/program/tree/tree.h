/* tree.h -- tree programs as flat arrays.
 *
 * A Tree is a view: it owns nothing. Its nodes are symbols of a vocabulary, one
 * byte each, branch after branch, each branch in prefix order:
 *
 *     RPB (ADD 1 (NOT 2))   ADF0 (ARG0)
 *
 *     len    4              1
 *     code   ADD 1 NOT 2  | ARG0
 *
 * so a subtree is a slice, a program is one slice, and a child of crossover is
 * three copies. In a population the lengths stand before the code in one slot,
 * and between them constants of the program's own, where there are any: that
 * block is a genome (see species.h).
 */
#ifndef LUDUS_TREE_H
#define LUDUS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "program/vocab.h"

enum {
    TREE_NODES_MAX = 10000,          /* nodes of one branch */
    TREE_DEPTH_MAX = 1000,           /* levels of one branch */
};

typedef struct Tree {
    const Vocab *vocab;
    uint16_t    *len;                /* nodes per branch */
    uint8_t     *own;                /* constants of its own: see tree_own.h */
    uint8_t     *code;               /* all branches, one after another */
} Tree;

/* ---- genomes ------------------------------------------------------------- */

/* Bytes of the largest genome with `nodes` nodes in each branch. */
size_t tree_slot(const Vocab *vocab, size_t nodes);

/* The genome in that memory, which must be aligned for uint16_t. */
static inline Tree tree_at(const Vocab *vocab, void *genome) {
    uint8_t *own = (uint8_t *)genome + 2 * vocab->branches;
    return (Tree){ vocab, genome, own, own + 8 * vocab->own };
}

/* Bytes the genome uses. */
size_t tree_bytes(const Tree *tree);

/* Proves the invariant: every branch is one whole tree of allowed symbols,
 * within `nodes` nodes and TREE_DEPTH_MAX levels, with arguments of the right
 * kinds. */
bool tree_check(const Tree *tree, size_t nodes, Err *err);

bool tree_same(const Tree *a, const Tree *b);

/* ---- looking ------------------------------------------------------------- */

/* Nodes of the whole program. */
static inline size_t tree_size(const Tree *tree) {
    size_t n = 0;
    for (int b = 0; b < tree->vocab->branches; b++) n += tree->len[b];
    return n;
}

/* Where branch b begins in the code. */
size_t tree_start(const Tree *tree, int branch);

/* The branch that node `at` (counted over the whole code) belongs to. */
int tree_branch_of(const Tree *tree, size_t at);

/* Nodes of the subtree that begins at `code`. */
size_t tree_span(const Vocab *vocab, const uint8_t *code);

/* The same for each of the n nodes of a branch, in one backward pass. */
void tree_spans(const Vocab *vocab, const uint8_t *code, size_t n,
                uint16_t *span);

/* Levels of the n nodes at `code`, a lone leaf having 1. */
size_t tree_depth(const Vocab *vocab, const uint8_t *code, size_t n);

/* Levels of the deepest branch. */
size_t tree_deepest(const Tree *tree);

/* ---- changing ------------------------------------------------------------ */

/* Can the subtree of n nodes at `donor` take the place of that at node `at`?
 * tree_may_stand() asks for symbols and kind; tree_may_graft() tells why not,
 * and also counts nodes, but leaves kinds to tree_check(). */
bool tree_may_stand(const Tree *tree, size_t at, const uint8_t *donor,
                    size_t n);
bool tree_may_graft(const Tree *tree, size_t at, const uint8_t *donor, size_t n,
                    Err *err);

/* Writes into `child` a copy of `tree` whose nodes at..at+cut-1, of one branch,
 * are replaced by the n nodes at `donor`. The caller has checked that it fits,
 * and settles its own constants. */
void tree_splice(Tree *child, const Tree *tree, size_t at, size_t cut,
                 const uint8_t *donor, size_t n);

/* Rewrites a program in another vocabulary of the same shape, symbol by symbol
 * by their names. Both genomes have the same size. */
bool tree_translate(const Tree *tree, const Vocab *vocab, void *genome,
                    Err *err);

/* ---- text ---------------------------------------------------------------- */

/* Appends the canonical text, one line per branch; tree_parse() reads it back
 * to the same program, and that prints as the same text. */
void tree_print(const Tree *tree, Buf *out);

/* Appends the subtree at `code` on one line; `own` has the constants of its
 * program. */
void tree_print_code(const Vocab *vocab, const uint8_t *own,
                     const uint8_t *code, Buf *out);

/* Appends the branch broken into lines of at most `width` columns where it can
 * be, indented by `indent`. */
void tree_print_pretty(const Tree *tree, const uint8_t *code, int indent,
                       int width, Buf *out);

/* Appends all branches so, each after its name. */
void tree_print_lines(const Tree *tree, int width, Buf *out);

/* Finds out how many ADFs a text has and with how many arguments, from its
 * ARITY line or else from its headings and `normal`. */
bool tree_parse_shape(const Source *src, const Shape *normal, Shape *shape,
                      Err *err);

/* Reads a program into a genome of tree_slot(vocab, nodes) bytes; the text must
 * be followed by a zero byte. Reads the plain form, the headings of Quartetti
 * 1998 (`RPB_Num 0`, `ADF_Num 1`, `Num RPBS 1 Num ADFS 3 ARITY 3 2 1`) and ARGs
 * with or without parentheses. */
bool tree_parse(const Vocab *vocab, const Source *src, size_t nodes,
                void *genome, Err *err);

#endif
