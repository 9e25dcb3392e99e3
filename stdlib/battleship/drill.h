/* drill.h -- sinking logic evolved on saved games: the paper's Figure 9.
 *
 * A population of programs is scored on a list of games, the best share is kept
 * and bred by chunk swapping and mutation until the population is full again. A
 * game fixes the fleet and all chance, hence every answer of Target, so
 * programs differ in score only by what they do.
 */
#ifndef BATTLESHIP_DRILL_H
#define BATTLESHIP_DRILL_H

#include "place.h"
#include "pool.h"
#include "shooter.h"

enum { DRILL_POPULATION_MAX = 100000, DRILL_GAMES_MAX = 100000 };

typedef struct DrillGame {
    Cells ship[SHIPS_MAX];
    Rng   target, play;
} DrillGame;

/* With `tournament` 0 the paper's way: parents come from the kept programs, by
 * chunk swapping and mutation. Otherwise parents are the best of so many drawn
 * from their deme, and children come from all operators of linear programs.
 * Demes are equal parts of the population that do not mix during the first
 * `apart` rounds and only now and then later. From round `refine` on, if it is
 * not 0, all children are small changes of the few best programs. */
typedef struct DrillOptions {
    int    population;               /* the paper's: 20 */
    int    kept;                     /* unchanged, in each deme: 2, a tenth */
    double mutation;                 /* per block: 0.1 */
    int    tournament;
    int    demes;
    int    apart;
    int    refine;
} DrillOptions;

typedef struct Drill {
    const Fleet     *fleet;
    const LinearSet *set;
    DrillOptions     options;
    size_t           bytes;          /* of a program */
    uint8_t         *code;           /* after drill_rank(): each deme best first */
    uint8_t         *next;           /* where children grow */
    double          *score;          /* mean shots; a loop counts as two boards */
    int             *order;          /* all programs, best first */
    bool             refining;       /* the population are changes of the best */
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

/* Mean shots of one program over the games. Each loop counts as one shot more;
 * the worst score of a game, for too many loops, is two boards full. `shooter`
 * says what Target is and how the paper's silences are filled; its program is
 * not used. */
double drill_score(const Fleet *fleet, const LinearSet *set,
                   const Shooter *shooter, const DrillGame *games, size_t n,
                   const uint8_t *code);

/* Scores all programs, on all cores if there is a pool, and sorts them. With
 * tournaments and more than DRILL_TRIAL games, programs that are behind after a
 * fifth of the games (at least DRILL_TRIAL) are scored by those alone. */
enum { DRILL_TRIAL = 10 };
void drill_rank(Drill *drill, Pool *pool, const Shooter *shooter,
                const DrillGame *games, size_t n);

/* Keeps the best and breeds from them; `seed` and `round` key the chance. */
void drill_breed(Drill *drill, uint64_t seed, uint64_t round);

/* The number of the i-th best program after drill_rank(). */
static inline int drill_ranked(const Drill *drill, int i) {
    return drill->order[i];
}

static inline int drill_best(const Drill *drill) {
    return drill_ranked(drill, 0);
}

/* The bytes of program number i. */
static inline uint8_t *drill_code(const Drill *drill, int i) {
    return drill->code + (size_t)i * drill->bytes;
}

#endif
