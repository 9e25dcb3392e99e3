/* fitness.h -- a game scored by functions of a script.
 *
 * The inner game plays, any game that tells what each case gave. For each case
 * a function of the script gives its fitness; their sum is the raw score, or
 * what a second function makes of them. Steps and hits are the inner game's.
 *
 * As with games in Lua (home.h), each thread has the functions in a state of
 * its own. If the inner game is one in Lua they live in the very state that
 * plays it, so that the state of a case can be looked at.
 */
#ifndef LUDUS_FITNESS_H
#define LUDUS_FITNESS_H

#include "home.h"
#include "engine/game.h"

typedef struct Fitness {
    Game        game;
    GameClass   class;               /* the inner one's, but for the scores */
    const Game *inner;               /* borrowed */
    LuaHome     home;                /* of the functions */
    char       *variant;             /* of the experiment: which functions */
    int         seconds;             /* CPU time of one call */
    bool        totals;              /* there is a second function */
} Fitness;

/* A game without home and functions. `max` is the greatest fitness of a case,
 * of a program if the functions total, or NAN. The inner game must have
 * cases. */
Fitness *fitness_new(const Game *inner, Err *err);
void     fitness_scores(Fitness *fitness, bool minimise, double max);
void     fitness_free(void *fitness);

#endif
