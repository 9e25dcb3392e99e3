/* game.h -- what evolution must know of a game: how good a program is at it.
 *
 * Concrete games embed a Game as their first member. A game does not change
 * once it is made, so all threads share it; what a thread needs to play is in
 * its scratch. The same genome always gets the same score, on any thread.
 */
#ifndef LUDUS_GAME_H
#define LUDUS_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "program/species.h"

typedef struct Game Game;

typedef struct Score {
    double   raw;                    /* as the paper counts it; see `max` */
    double   standardized;           /* 0 is perfect, less is better */
    uint64_t steps;                  /* the program spent, over all cases */
    uint32_t hits;                   /* cases won or solved */
} Score;

typedef struct GameClass {
    const char *name;                /* "minesweeper" */
    const char *kind;                /* the species it scores: "tree", ... */

    /* Can it read genomes of that shape (see score())? NULL: all of its
     * kind. */
    bool (*reads)(const Game *game, const void *shape);

    void *(*scratch_new)(const Game *game, Err *err);
    void (*scratch_free)(void *scratch);     /* the game may be gone already */

    /* Scores one genome over all cases; `shape` is what its species says is
     * needed to read it (for trees the Vocab, see species.h). False with a
     * reason if the game itself failed, for instance in a script. */
    bool (*score)(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *score, Err *err);

    /* A hash under which equal behaviour may be cached, or 0 for "do not
     * cache". Called right before score() with the same scratch, so that work
     * done here, such as compiling, is not done twice. NULL: hash the
     * genome. */
    uint64_t (*key)(const Game *game, const void *shape, void *scratch,
                    const void *genome);
} GameClass;

struct Game {
    const GameClass *class;
    double           max;            /* greatest raw score, or NAN if unknown */
    size_t           cases;
};

/* Can the game score programs of the species? False with the reason if not. */
bool game_fits(const Game *game, const Species *species, Err *err);

#endif
