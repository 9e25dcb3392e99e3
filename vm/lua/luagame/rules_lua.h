/* rules_lua.h -- Lua functions as primitives of rules.
 *
 * A primitive that the rules declare by `lua` is executed by a function of the
 * script, in the state of the thread that plays: see home.h.
 */
#ifndef LUDUS_RULES_LUA_H
#define LUDUS_RULES_LUA_H

#include "home.h"
#include "engine/rules/rules_game.h"

/* What a game knows of its functions, which are in a table by name. */
typedef struct RulesLua {
    LuaHome home;
    int     seconds;                 /* CPU time of one call */
} RulesLua;

/* Lets Lua functions execute the game's outer primitives. The game owns the
 * result, which the caller fills in. */
RulesLua *rules_lua_new(RulesGame *game, Err *err);

#endif
