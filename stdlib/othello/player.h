/* player.h -- who chooses moves: an evaluator and how deep it looks.
 *
 * A Player does not change once it is made, so all threads share it; what a
 * thread needs to think is in its Thinker.
 */
#ifndef OTHELLO_PLAYER_H
#define OTHELLO_PLAYER_H

#include "othello/kernel/kernel.h"
#include "record.h"

typedef struct PlayerSettings {
    uint8_t depth[OTH_SQUARES + 1];  /* plies by the number of empty squares */
    int     solve;                   /* perfect from so many empties on */
    int     table_bits;              /* 2^bits table entries; 0 for none */
    bool    raw_finals;              /* experiment 1: see Search */
} PlayerSettings;

/* An evaluator that calls functions of a script: it may fail, and is not to be
 * used by other threads. */
typedef struct PlayerCalls {
    void (*ready)(const Evaluator *evaluator);   /* before it is used */
    bool (*failed)(const Evaluator *evaluator, Err *err);        /* since */
} PlayerCalls;

typedef struct Player {
    PlayerSettings     settings;
    Evaluator         *evaluator;    /* owned */
    const PlayerCalls *calls;        /* NULL: it is none of those */
} Player;

enum {
    PLAYER_DEPTH_MAX = 20,
    PLAYER_SOLVE_MAX = 24,
    PLAYER_TABLE_MAX = 20,           /* bits */
};

/* The paper's depths: 3 above 40 empty squares, 4 above 12, else 5. */
PlayerSettings oth_settings(void);

/* Fills in a linear evaluator. */
void oth_linear(Linear *linear, const Tables *tables,
                const double weights[FEATURES]);

/* Makes the evaluators; owned by the caller until a player takes them. */
Evaluator *oth_linear_new(const Tables *tables, const double weights[FEATURES],
                          Err *err);
Evaluator *oth_squares_new(const double worth[OTH_SQUARES], Err *err);

/* A player that takes the evaluator over, also if it fails. */
Player *oth_player_new(Evaluator *evaluator, const PlayerSettings *settings,
                       Err *err);
void    oth_player_free(void *player);

/* ---- thinking ----------------------------------------------------------- */

typedef struct Thinker {
    Table   *table;                  /* large enough for its players, or NULL */
    uint64_t nodes;                  /* counted up */
} Thinker;

/* Gets ready to think for any of the players. */
bool oth_thinker_init(Thinker *thinker, const Player *const *players, size_t n,
                      Err *err);
void oth_thinker_free(Thinker *thinker);

/* The player's move and what it expects: an evaluation, a final value beyond
 * FINAL_WIN, or the exact disc difference scaled like a final value; of a
 * strategy the first move of those it rates highest, and the rating. The side
 * to move must have a move. */
Choice oth_think(const Player *player, Thinker *thinker, Board b);

/* The value of playing on each square the player sees, in the order of squares;
 * returns how many there are. Slower than oth_think(): every value is exact. */
int oth_think_all(const Player *player, Thinker *thinker, Board b,
                  Choice choices[OTH_SQUARES]);

#endif
