/* bind_luaplayer.h -- playing games declared in Lua for a script that asks. */
#ifndef LUDUS_BIND_LUAPLAYER_H
#define LUDUS_BIND_LUAPLAYER_H

#include "bind_luagame.h"
#include "lua/luagame/player.h"

/* Pushes the game's player of this state, made when it is first needed. */
LuaPlayer *bind_luaplayer_push(lua_State *L, const LuaGame *g);

/* A player in the home state is given back at once: evolution may need it. */
void bind_luaplayer_done(lua_State *L, const LuaGame *g, int player);

/* Puts the program of argument 2, in this game's language, into its place. */
LuaGame *bind_luaplayer_game(lua_State *L);

/* The cases first..last, and room for how each went. */
typedef struct LuaCases {
    size_t   first, last;
    LuaCase *each;
} LuaCases;

/* Plays cases of the program at stack index 2, or of a function there; raises
 * what went wrong. */
void bind_luaplayer_play(lua_State *L, const LuaGame *g, LuaPlayer *p,
                         int player, LuaCases cases);

/* Pushes a table: raw, steps, won, end. */
void bind_luaplayer_case(lua_State *L, const LuaCase *one);

/* record(program, case, if) and sit(who, guest, case, seat). */
int bind_luarecord(lua_State *L);
int bind_luasit(lua_State *L);

#endif
