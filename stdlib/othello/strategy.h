/* strategy.h -- evaluators that rate moves: whole strategies, no search. */
#ifndef OTHELLO_STRATEGY_H
#define OTHELLO_STRATEGY_H

#include "othello/kernel/kernel.h"

/* The first move of those rated highest, and the rating; the side to move must
 * have a move. */
Choice oth_rated_best(const Evaluator *strategy, Board b);

/* The highest rating: what a strategy says of a position. */
EvaluatorFn oth_rated_value;

/* Makes strategies of 1 or 2 times TRAITS weights, evaluators of 1 or 2 times
 * FEATURES_ALL: one for each number, or those at the beginning of a game and
 * then those at its end. */
void oth_broad(Broad *broad, const Tables *tables, const double *weights,
               size_t count);
Evaluator *oth_broad_new(const Tables *tables, const double *weights,
                         size_t count, Err *err);

/* A strategy that plays any legal move, the same in the same position. */
Evaluator *oth_random_new(Err *err);

/* Is a list of so many numbers weights: for oth_broad(), or FEATURES? */
bool oth_is_weights(size_t count);

enum { WEIGHTS_MAX = 2 * FEATURES_ALL };

#endif
