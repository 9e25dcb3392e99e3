/* veteran.h -- a player that has met many, and weighs which of them it meets.
 *
 * It knows a list of machines, and beside them, for whom it never met, all
 * machines of up to three states and all rounds of up to six moves. Bayes' rule
 * weighs them by what is played, in every turn with some doubt, so that none is
 * ever ruled out by one move, and what is long past counts less, so that it may
 * change its mind; lineup.h finds the move. So it cooperates with
 * those who might be a Grudger, and still finds out whom one may exploit.
 */
#ifndef LUDUS_VETERAN_H
#define LUDUS_VETERAN_H

#include "lineup.h"
#include "player.h"
#include "retreat.h"

enum {
    VETERAN_KNOWN_MAX = 500,         /* machines in the list */
    VETERAN_STATES_MAX = 3,          /* of all machines it can imagine ... */
    VETERAN_ROUND_MAX = 6,           /* ... and moves of all rounds */
    VETERAN_HORIZON_MAX = 1000,      /* turns planned ahead */
};

typedef struct VeteranOptions {
    double unknown;                  /* prior of the imagined; the known: 1 */
    double doubt;                    /* chance a turn that it does otherwise */
    double memory;                   /* of what was learnt, a turn later */
    double optimism;                 /* see lineup.h */
    int    depth;                    /* turns searched move by move */
    int    horizon;                  /* most turns planned ahead */
    int    patience;                 /* see retreat.h; 0: no retreat */
} VeteranOptions;

typedef struct Acquaintance {
    uint32_t first, start;           /* states of the lineup */
    int      states;
    double   prior;                  /* log of its weight */
} Acquaintance;

typedef struct Veteran {
    Player         player;
    VeteranOptions options;
    Lineup         lineup;           /* all machines */
    Acquaintance  *met;              /* the known ones, then the imagined */
    size_t         count;
} Veteran;

/* A player who knows these machines; veteran_free() releases what it holds, not
 * the Veteran. */
bool veteran_init(Veteran *veteran, const VeteranOptions *options,
                  const Machine *known, int count, Err *err);
void veteran_free(Veteran *veteran);

#endif
