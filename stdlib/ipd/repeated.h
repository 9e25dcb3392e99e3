/* repeated.h -- a repeated game of two moves, as something machines evolve for.
 *
 * A machine's raw score is the sum of its payoffs against a list of opponents.
 * The perfect score is exact: that of an all-knowing player against each.
 */
#ifndef LUDUS_REPEATED_H
#define LUDUS_REPEATED_H

#include "engine/game.h"
#include "match.h"
#include "payoff.h"

enum { REPEATED_OPPONENTS_MAX = 256, REPEATED_ROUNDS_MAX = 1000 };

typedef struct Repeated {
    Game     game;                   /* first member */
    Payoff   payoff;                 /* of the machine that is scored */
    uint32_t turns;
    double   noise;
    int      rounds;                 /* matches per opponent, with noise */
    uint64_t seed;                   /* of the noise: the same for everybody */
    double   best;                   /* what perfect play would get */
    int      opponents;
    Machine  opponent[REPEATED_OPPONENTS_MAX];
} Repeated;

/* Takes all but `game` and `best` as given and fills in those. */
bool repeated_init(Repeated *r, Err *err);

#endif
