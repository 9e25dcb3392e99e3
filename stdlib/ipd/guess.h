/* guess.h -- partial machines and how likely they are.
 *
 * A guess holds only the states and transitions that the history has shown; it
 * stands for all machines that agree with it. The prior draws the number of
 * states k with weight growth^k, outputs evenly, and transitions either evenly
 * or with a bias towards answering like with like, whose strength is itself
 * unknown and has a beta distribution. Sums over all that are in closed form.
 */
#ifndef LUDUS_GUESS_H
#define LUDUS_GUESS_H

#include "learner.h"
#include "base/rng.h"

enum { GUESS_NONE = 0xff };

typedef struct Guess {
    uint8_t states, links;           /* met so far */
    uint8_t alike;                   /* links that answer like with like */
    uint8_t at;                      /* the state it is in, or was in ... */
    uint8_t via;                     /* ... before this unknown transition */
    uint8_t out[LEARNER_STATES_MAX];
    uint8_t next[LEARNER_STATES_MAX][2];
    double  doubt;                   /* log of the chance of its noise */
    double  weight;                  /* log of the posterior, up to a sum */
} Guess;

enum { GUESS_LINKS = 2 * LEARNER_STATES_MAX + 2 };

typedef struct Prior {
    /* Weight of machines with so many states and links met. */
    double whole[LEARNER_STATES_MAX + 2][GUESS_LINKS];
    /* Weight of so many links with so many alike, 1 if there is no bias. */
    double bias[GUESS_LINKS][GUESS_LINKS];
} Prior;

void guess_prior(Prior *prior, const LearnerOptions *options);

/* The guess before anything was seen. */
Guess guess_first(void);

/* Writes all guesses that `g` becomes when the opponent plays `move`, to at
 * most LEARNER_STATES_MAX + 2 places; returns how many. With noise a machine
 * may have meant the other move. */
int guess_see(const Prior *prior, const Guess *g, Move move, double noise,
              Guess *to);

/* Moves on by the answer `mine`. */
void guess_step(Guess *g, Move mine);

/* Fills in all that is unknown by chance, as the prior has it. */
void guess_complete(const Prior *prior, Guess *g, Rng *rng);

#endif
