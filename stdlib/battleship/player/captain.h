/* captain.h -- the whole adaptive player.
 *
 * Before each game it breeds its waves and programs on what it knows of the
 * opponent and draws its fleet where that opponent shoots late; during the game
 * it shoots; afterwards the opponent's fleet is uncovered, as players do, and
 * it learns. Every way of shooting has the paper's as its default.
 */
#ifndef BATTLESHIP_CAPTAIN_H
#define BATTLESHIP_CAPTAIN_H

#include "battleship/sink/drill.h"
#include "match.h"
#include "opponent.h"

typedef enum CaptainTargeting {
    CAPTAIN_WAVE,                    /* the paper's: harmonics and the filter */
    CAPTAIN_DENSITY,                 /* counted places weighed by past fleets */
    CAPTAIN_CALL,                    /* the caller's own; with PROGRAM */
    CAPTAIN_TARGETINGS
} CaptainTargeting;

typedef enum CaptainSinking {
    CAPTAIN_PROGRAM,                 /* the paper's: evolved linear programs */
    CAPTAIN_CHASE,                   /* hand-written three states */
    CAPTAIN_BELIEF,                  /* the density player's; with DENSITY */
    CAPTAIN_PLAYER,                  /* the caller's own fires every shot */
    CAPTAIN_SINKINGS
} CaptainSinking;

/* Parts that are the caller's own, on one thread; each may be missing. Whoever
 * fails keeps that to itself and gives anything. */
typedef struct CaptainCalls {
    /* Before a game: where ships are expected, and the games played so far. */
    void (*begin)(void *context, const float density[], uint32_t games);
    int (*shoot)(void *context, const Waters *sea);  /* an open square, or -1 */
    /* Where to put the ships; squares of more weight are shot later. */
    void (*place)(void *context, const double weight[], Rng *rng, Cells ship[]);
    void *context;
} CaptainCalls;

typedef struct CaptainOptions {
    CaptainTargeting targeting;
    CaptainSinking   sinking;
    HuntKind         filter;         /* HUNT_LARGEST, _SMALLEST, _FILTERED */
    bool             spaced;         /* densities prefer the lattice */
    GunnerOptions    gunner;
    bool             learn;          /* targeting and sinking adapt */
    bool             adapt;          /* placement adapts, else random */
    int              before;         /* wave generations before a game: 200 */
    int              per_turn;       /* and per turn: 1 */
    double           mutation;       /* of waves: 0.25 */
    double           trust;          /* training data, in games */
    double           sharp;          /* of learnt weights of places; below 0: as
                                        the saved fleets suggest */
    double           heed;           /* of the opponent's habits, in placing */
    int              rounds;         /* of the drill between games: 20 */
    DrillOptions     drill;          /* population 20, 2 kept, 0.1 */
    CaptainCalls     calls;
} CaptainOptions;

/* The paper's parameters. */
void captain_defaults(CaptainOptions *options);

/* A captain who borrows all but its own scratch memory; `rival` it changes. */
typedef struct Captain Captain;

Captain *captain_new(const Fleet *fleet, const WaveTable *table,
                     const CaptainOptions *options, Opponent *rival, Err *err);
void     captain_free(Captain *captain);

/* Breeds on what is known. `seed` and the number of games played key all
 * chance. */
void captain_prepare(Captain *captain, uint64_t seed);

void captain_place(Captain *captain, Rng *rng, Cells ship[]);

/* Shoots until every ship is sunk. */
void captain_play(Captain *captain, Waters *sea, Rng target, Rng play);

/* ---- many opponents at once ---------------------------------------------- */

/* One game of a series: shots the captain needed, and the opponent. */
typedef struct SeriesGame {
    uint8_t shots[2];
} SeriesGame;

/* `repeats` series of `games` against one opponent, each from a copy of `base`
 * and with a seed of its own. */
typedef struct SeriesOptions {
    const Fleet          *fleet;
    const CaptainOptions *captain;
    const Opponent       *base;      /* what the captain knows at first */
    const Side           *opponent;
    uint64_t              seed;
    size_t                repeats, games;
} SeriesOptions;

/* Plays all series on all cores; out[repeat * games + game]. If `last` is not
 * NULL it gets what the first series has learnt in the end. False, with the
 * reason of the first series that failed, if memory is short or the opponent
 * gives up. */
bool captain_series(const SeriesOptions *options, Pool *pool, SeriesGame *out,
                    Opponent *last, Err *err);

#endif
