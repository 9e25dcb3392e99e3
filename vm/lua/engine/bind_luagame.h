/* bind_luagame.h -- what the bindings of games declared in Lua share. */
#ifndef LUDUS_BIND_LUAGAME_H
#define LUDUS_BIND_LUAGAME_H

#include "lua/bind.h"
#include "lua/luagame/luagame.h"

/* The game at stack index 1. */
LuaGame *bind_luagame(lua_State *L);

/* Fills in a new game, in a box at stack index 3, from the table at 1. */
void bind_luagame_read(lua_State *L, LuaGame *g);

/* Pushes its set, if its programs are linear. */
void bind_luagame_set(lua_State *L);

/* Adds score, play and tally to the methods of the class. */
void bind_luaplayer(lua_State *L, const char *class);

#endif
