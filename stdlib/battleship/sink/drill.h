/* drill.h -- sinking logic evolved on saved games: the paper's Figure 9.
 *
 * A population of programs is scored on a list of games, the best share is kept
 * and bred by chunk swapping and mutation until the population is full again. A
 * game fixes the fleet and all chance, hence every answer of Target, so
 * programs differ in score only by what they do.
 */
#ifndef BATTLESHIP_DRILL_H
#define BATTLESHIP_DRILL_H

#include "battleship/board/place.h"
#include "battleship/aim/shooter.h"

enum { DRILL_POPULATION_MAX = 100000, DRILL_GAMES_MAX = 100000 };

typedef struct DrillGame {
    Cells ship[SHIPS_MAX];
    Rng   target, play;
} DrillGame;

typedef struct DrillOptions {
    int    population;               /* the paper's: 20 */
    int    kept;                     /* unchanged: 2, a tenth */
    double mutation;                 /* per block: 0.1 */
} DrillOptions;

typedef struct Drill {
    const Fleet     *fleet;
    const LinearSet *set;
    DrillOptions     options;
    size_t           bytes;          /* of a program */
    uint8_t         *code;           /* after drill_rank(): best first */
    uint8_t         *next;           /* where they are sorted */
    double          *score;          /* mean shots; a loop is two boards */
    int             *order;          /* and room for as many */
} Drill;

/* A population of random programs of `seed`. NULL with a reason if the options
 * make no sense or memory is short. */
Drill *drill_new(const Fleet *fleet, const LinearSet *set,
                 const DrillOptions *options, uint64_t seed, Err *err);
void   drill_free(Drill *drill);

/* Games first..first+n-1 of a seed, with fleets of that placement. */
void drill_games(const Fleet *fleet, const Placement *placement, uint64_t seed,
                 uint64_t first, size_t n, DrillGame *games);

enum { DRILL_LOOPS = 12 };           /* more in one game: the worst score */

/* Shots of one program in one game. Each loop counts as one shot more; too many
 * are the worst score, two boards full. `shooter` says what Target is and how
 * the paper's silences are filled; its program is not used. */
uint32_t drill_shots(const Fleet *fleet, const LinearSet *set,
                     const Shooter *shooter, const DrillGame *game,
                     const uint8_t *code, GunnerReport *report);

/* The mean over games. */
double drill_score(const Fleet *fleet, const LinearSet *set,
                   const Shooter *shooter, const DrillGame *games, size_t n,
                   const uint8_t *code);

/* Scores all programs and sorts them. */
void drill_rank(Drill *drill, const Shooter *shooter, const DrillGame *games,
                size_t n);

/* Keeps the best and breeds from them; `seed` and `round` key the chance. */
void drill_breed(Drill *drill, uint64_t seed, uint64_t round);

/* The bytes of program number i. */
static inline uint8_t *drill_code(const Drill *drill, int i) {
    return drill->code + (size_t)i * drill->bytes;
}

#endif
