/* match.h -- games between players, many at a time.
 *
 * Players choose their moves without chance, so two of them always play the
 * same game from the same position; variety comes from openings, a number of
 * random plies drawn from (seed, number of the opening). The same pairings give
 * the same results for any number of threads.
 */
#ifndef OTHELLO_MATCH_H
#define OTHELLO_MATCH_H

#include "player.h"
#include "base/pool.h"

enum { OPENING_PLIES_MAX = 40, MATCH_GAMES_MAX = 10000000 };

typedef struct Pairing {
    uint32_t black, white;           /* indices of players */
    uint32_t opening;
} Pairing;

typedef struct Result {
    int32_t  lead;                   /* black's discs minus white's */
    uint32_t nodes;                  /* searched by both */
} Result;

typedef struct Match {
    const Player *const *players;
    size_t               player_count;
    const Pairing       *pairings;
    size_t               count;
    uint64_t             seed;
    int                  plies;      /* random ones at the start of a game */
} Match;

/* The position after `plies` random moves, or sooner if the game is over. */
Record oth_opening(uint64_t seed, uint32_t number, int plies);

/* Plays on from the end of the record until the game is over, adding the moves.
 * Returns black's lead. */
int oth_game(const Player *black, const Player *white, Thinker *thinker,
             Record *record);

/* Plays all pairings on all workers of the pool; those of a player that calls
 * functions on the calling thread afterwards. `results` has room for all. */
bool oth_match(const Match *match, Pool *pool, Result *results, Err *err);

#endif
