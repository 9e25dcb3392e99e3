/* bind_ga.h -- what the bindings of the genetic algorithm share. */
#ifndef LUDUS_BIND_GA_H
#define LUDUS_BIND_GA_H

#include "lua/bind.h"
#include "evolve/ga.h"

/* The settings in the table at `arg`, every field of which is set. */
GaSettings bind_ga_settings(lua_State *L, int arg, const Species *species);

/* The game at `arg`, which must score programs of that species. */
const Game *bind_game_for(lua_State *L, int arg, const Species *species);

/* Sets the module's fields schemes, selects, stops and limits. */
void bind_ga_words(lua_State *L);

/* batch(species, games, settings, seed, runs, threads, { trace=, programs= })
 * and scoring(species, game, n): see bind_ga_batch.c. */
int bind_ga_batch(lua_State *L);
int bind_ga_scoring(lua_State *L);

#endif
