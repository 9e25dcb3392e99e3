/* bind_game.h -- the methods that every game has in Lua.
 *
 * A binding makes its class by bind_class() and then calls one of the two
 * functions below. Methods that the class has already are its own and stay.
 */
#ifndef LUDUS_BIND_GAME_H
#define LUDUS_BIND_GAME_H

#include "lua/bind.h"

/* Marks the class as one of games: evolution accepts its boxes. Adds can,
 * need, abilities, summary, tracer, trace, results and
 * case_fields. `tracer` names the Lua module
 * that knows the game's programs from inside (see inspect/trace.lua), or is
 * NULL. */
void bind_game_class(lua_State *L, const char *name, const char *tracer);

/* The same for games of trees whose GameClass has a language, with all that it
 * says to be possible: adds read, prims, species, facts, score, play, record
 * and behaviour. Without a tracer of its own it has that of all such games. */
void bind_tree_game_class(lua_State *L, const char *name, const char *tracer);

/* Raises what the game lacks, and what it has, if it lacks that ability. */
void bind_game_need(lua_State *L, const Game *game, Ability ability);

/* Pushes a box with new scratch memory of the game. */
Box *bind_game_scratch(lua_State *L, const Game *game);

#endif
