/* tree_own.h -- constants that belong to one program.
 *
 * A language may let programs have reals of their own, up to VOCAB_OWN of them.
 * A genome then has a table between the lengths and the code, and the last
 * constants of the vocabulary stand for the places of that table:
 *
 *     RPB (ADD 0.25 (MUL x 0.25))      own    0.25 0 0 ...
 *                                      code   ADD #0 MUL x #0
 *
 * The table is always settled: in the order in which its numbers first occur in
 * the code, none twice (by bits), none that the language has, 0 behind the
 * last. So equal programs have equal bytes, and the text says it all.
 */
#ifndef LUDUS_TREE_OWN_H
#define LUDUS_TREE_OWN_H

#include "base/rng.h"
#include "tree.h"

/* Nodes at..at+n-1 of a child that come from elsewhere: their numbers are in
 * another table, or (own is NULL) are drawn. */
typedef struct TreeGraft {
    size_t         at, n;
    const uint8_t *own;
    Rng           *rng;
} TreeGraft;

/* Is the symbol a place of the table? */
static inline bool tree_is_own(const Vocab *v, uint8_t symbol) {
    return symbol < v->first_arg && symbol >= v->first_arg - v->own;
}

/* The number at a place. */
double tree_own_at(const uint8_t *own, int place);

/* The symbol for a number: a constant of the language, a number of the table,
 * of which `count` are taken, or the next place; -1 if there is none. */
int tree_own_put(const Vocab *vocab, uint8_t *own, int *count, double value);

/* Settles the table of a child whose other nodes refer to the table `own`,
 * which may be the child's. Where there are more numbers than places, a number
 * becomes the nearest that is there. */
void tree_own_settle(Tree *child, const uint8_t *own, TreeGraft graft);

/* The same for a child whose nodes come from several programs: the numbers of
 * node i are in table own[from[i]], or are drawn where that is NULL. */
void tree_own_blend(Tree *child, const uint8_t *const own[],
                    const uint8_t *from, Rng *rng);

/* Places in use. */
int tree_own_count(const Tree *tree);

/* The text of a symbol: its name, or the number at its place. */
const char *tree_symbol_text(const Vocab *vocab, const uint8_t *own,
                             uint8_t symbol, char out[VOCAB_NAME_MAX]);

#endif
