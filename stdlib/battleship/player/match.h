/* match.h -- many games between two sides, on all cores.
 *
 * The two players of Battleship never touch each other's waters, so a game is
 * two hunts side by side: who needs fewer shots wins, and of two equal counts
 * the one who moved first. Game number i of a seed is always the same game,
 * whatever the number of threads.
 */
#ifndef BATTLESHIP_MATCH_H
#define BATTLESHIP_MATCH_H

#include "battleship/board/place.h"
#include "base/pool.h"
#include "battleship/aim/shooter.h"

typedef struct Side {
    const Shooter   *shooter;
    const Placement *placement;
} Side;

/* How one game went: the shots each side needed, or would have needed. */
typedef struct MatchGame {
    uint8_t shots[2];
} MatchGame;

/* Plays games 0..games-1 and writes one row for each. A shooter of kind
 * SHOOTER_CALL needs a pool of one thread. False if a caller's function gave
 * up. */
bool match_play(Pool *pool, const Fleet *fleet, const Side side[2],
                uint64_t seed, size_t games, MatchGame *out);

/* The same for one shooter against one placement: shots per game. */
bool match_solo(Pool *pool, const Fleet *fleet, const Side *side, uint64_t seed,
                size_t games, uint8_t *shots);

/* Side 0 or 1; side 0 moves first in games with an even number. */
static inline int match_winner(const MatchGame *game, size_t number) {
    int first = (int)(number & 1);
    return game->shots[first] <= game->shots[1 - first] ? first : 1 - first;
}

/* How many games took so many shots. */
typedef uint64_t ShotCounts[CELLS_MAX + 1];

void match_count(const uint8_t *shots, size_t games, ShotCounts count);

typedef struct MatchSum {
    uint64_t   won;                  /* by side 0 */
    uint64_t   first;                /* by who moved first */
    ShotCounts shots[2];             /* of each side */
} MatchSum;

void match_sum(const MatchGame *games, size_t count, MatchSum *sum);

#endif
