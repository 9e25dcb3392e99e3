/* learner.h -- a player that reasons about every machine its opponent may be.
 *
 * It knows nothing of any pool of opponents. It keeps the partial machines that
 * agree with the whole history, weighs them by Bayes' rule, and plans its moves
 * to the end of the match over what it may yet find out.
 */
#ifndef LUDUS_LEARNER_H
#define LUDUS_LEARNER_H

#include "player.h"

enum {
    LEARNER_STATES_MAX = 12,         /* of a machine it can imagine */
    LEARNER_BEAM_MAX = 10000,
    LEARNER_SAMPLES_MAX = 4000,
};

typedef struct LearnerOptions {
    double growth;                   /* prior: k + 1 states against k */
    double even;                     /* prior: share of unbiased machines */
    double mirror;                   /* of others: c met by c, d by d, ... */
    double oppose;                   /* ... against the contrary */
    double optimism;                 /* that one will know the opponent soon */
    int    beam;                     /* partial machines kept */
    int    samples;                  /* whole machines planned against */
    int    work;                     /* steps of a search, about */
    int    horizon;                  /* most turns planned ahead */
} LearnerOptions;

LearnerOptions learner_defaults(void);

typedef struct Learner {
    Player         player;
    LearnerOptions options;
} Learner;

bool learner_init(Learner *learner, const LearnerOptions *options, Err *err);

#endif
