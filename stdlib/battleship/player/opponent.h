/* opponent.h -- everything learnt about one opponent, and its bytes.
 *
 * A Opponent holds the opponent's fleets of past games, its habits of shooting,
 * the waves and the programs bred against it. It is saved as a compact block of
 * bytes and restored from it; a new opponent starts from the block of a
 * pre-trained one.
 */
#ifndef BATTLESHIP_RIVAL_H
#define BATTLESHIP_RIVAL_H

#include "battleship/board/place_model.h"
#include "base/buf.h"
#include "battleship/aim/density.h"
#include "battleship/sink/gunner.h"
#include "battleship/aim/wave.h"

enum {
    RIVAL_FLEETS_MAX = 64,           /* the latest are kept */
    RIVAL_PROGRAMS_MAX = 64,
};

typedef struct Opponent {
    const Fleet *fleet;
    uint32_t games;                  /* played against it */
    uint32_t saved;                  /* fleets kept; the latest is the last */
    Cells    ships[RIVAL_FLEETS_MAX][SHIPS_MAX];
    Habit    habit;
    float    random[CELLS_MAX];      /* cover by random fleets, per game */
    float    training[CELLS_MAX];    /* density expected before any game */
    WavePool waves;
    uint32_t programs;
    uint8_t  code[RIVAL_PROGRAMS_MAX][GUN_BYTES];   /* best first */
} Opponent;

/* Nothing known: densities of random and of all placements, waves at their
 * start, no programs. */
void opponent_init(Opponent *them, const Fleet *fleet, const WaveTable *table,
                   uint64_t seed);

/* Takes in a game: where the opponent's ships were, and its shots in order. */
void opponent_learn(Opponent *them, const Cells ship[], const uint8_t shots[],
                    int n);

/* The density expected of the opponent: the training data weighing as much as
 * `trust` games, plus what its games showed. */
void opponent_density(const Opponent *them, double trust, float density[]);

/* Weights of places for the density player, learnt from the saved fleets.
 * `trust` is the weight, in games, of "all places alike"; `sharp` how strongly
 * a place's squares count, 0 being not at all. */
void opponent_prior(const Opponent *them, double trust, double sharp,
                    Prior *prior);

/* The sharpness under which each saved fleet is best foreseen from the others:
 * 0 as long as the opponent shows no pattern. */
double opponent_sharpness(const Opponent *them, double trust);

void opponent_save(const Opponent *them, Buf *out);

/* Restores what opponent_save() wrote for the same board and fleet; anything
 * else is an error, never a crash. */
bool opponent_load(Opponent *them, const Fleet *fleet, const void *bytes,
                   size_t n, Err *err);

#endif
