/* rules_vector.h -- the same rules played by vectors.
 *
 * The genes of a vector are first values of a case: each gene fills a variable,
 * or all of them fill the cells of a grid, row by row. Then the case is played
 * as ever, by a program that does nothing: `start`, so many times `turn` as the
 * game repeats, `score`. A turn costs 1, and what the rule says.
 */
#ifndef LUDUS_RULES_VECTOR_H
#define LUDUS_RULES_VECTOR_H

#include "rules_game.h"
#include "program/vector/vector.h"

/* The primitive of the program that does nothing; rules.lua declares it. */
#define RULES_VECTOR_PROGRAM "READ_GENES"

typedef struct RulesVector {
    const VectorShape *shape;        /* the caller's */
    Vocab     vocab;
    void     *genome;                /* of the program that does nothing */
    int       grid;                  /* that is filled, or -1 */
    uint16_t *var;                   /* by gene: the variable it fills */
} RulesVector;

extern const GameClass rules_vector_class;

/* Makes the game one for vectors of that shape, which must outlive it: sets
 * game->vector, which the game frees. `names` has a variable for each gene, or
 * is NULL: then they fill the grid `genes`. */
bool rules_vector_game(RulesGame *game, const VectorShape *shape,
                       const char *const *names, Err *err);
void rules_vector_free(struct RulesVector *vector);

/* Puts the genes into the state of a case that begins. */
void rules_vector_fill(const RulesVector *vector, const Rules *rules,
                       const void *genes, RulesState *state);

/* The program that does nothing, once the scratch has been told the genes that
 * it plays from now on. */
Tree rules_vector_tree(const RulesGame *game, RulesScratch *scratch,
                       const void *genes);

#endif
