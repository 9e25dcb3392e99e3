/* functions.h -- the usual test functions for vectors, as games.
 *
 * Bits: onemax, leadingones, trap. Reals: sphere, rastrigin, rosenbrock. The
 * standardized score is 0 at the best point and grows away from it. ZDT1 to
 * ZDT4 have two objectives, their two cases.
 */
#ifndef LUDUS_FUNCTIONS_H
#define LUDUS_FUNCTIONS_H

#include "engine/game.h"
#include "program/vector/vector.h"

/* One row per function; ends with a row without name. */
typedef struct Function {
    const char *name;
    VectorType  type;
    const char *help;
    double (*cost)(const VectorShape *shape, const void *genome);
    void (*pair)(const VectorShape *shape, const void *genome, double both[2]);
} Function;                          /* one of the two; a pair is two cases */

extern const Function functions[];

typedef struct FunctionGame {
    Game            game;
    const Function *function;
} FunctionGame;

/* Makes the game of that function; false with the nearest name in `err`. */
bool functions_init(FunctionGame *game, const char *name, Err *err);

/* A minimal genetic algorithm for OneMax, written for nothing else: what
 * breeding and scoring cost at least. Population 300, 100 bits, tournaments of
 * 3, two-point crossover of half the pairs, 5% of the bits of every fifth
 * child flipped. Returns the evaluations made; the best count goes to *best. */
uint64_t minimal_loop(uint64_t seed, int generations, int *best);

#endif
