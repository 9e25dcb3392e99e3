/* bind_outer.h -- Lua functions as primitives of rules.
 *
 * A primitive that the rules declare by `lua` is executed by a function of the
 * script. Each thread that plays has a Lua state of its own, in which the
 * script is loaded again and the functions are found by the game's key, so that
 * threads share nothing; a game declared outside a script is played in the
 * state it was made in, by one thread at a time.
 */
#ifndef LUDUS_BIND_OUTER_H
#define LUDUS_BIND_OUTER_H

#include "lua/bind.h"
#include "engine/rules/rules_game.h"

/* Gives the game the functions in field `functions` of the settings at `arg`;
 * uses its fields key, seconds, script and source (nil: outside a script).
 * Raises an error if a function is missing or there is one too many. */
void bind_outer(lua_State *L, int arg, RulesGame *game);

#endif
