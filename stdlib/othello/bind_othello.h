/* bind_othello.h -- what Othello's bindings share. */
#ifndef OTHELLO_BIND_OTHELLO_H
#define OTHELLO_BIND_OTHELLO_H

#include "lua/bind.h"
#include "match.h"

/* Positions are values: a userdata that holds one. */
void      bind_position_class(lua_State *L);
int       bind_position_push(lua_State *L, Position position);
Position *bind_position(lua_State *L, int arg);

/* The square named by the argument. */
int bind_square(lua_State *L, int arg);

/* The tables of this Lua state, made when first asked for. */
const Tables *bind_tables(lua_State *L);

void    bind_player_class(lua_State *L);
Player *bind_player(lua_State *L, int arg);

/* Functions that make players: see bind_makers.c. */
extern const luaL_Reg bind_player_makers[];

/* The evaluator of a player that calls the function at `arg`; lets go of it
 * when such a player goes. */
Evaluator *bind_callback_new(lua_State *L, int arg, bool position, Err *err);
extern const PlayerCalls bind_callback_calls;
void       bind_callback_free(lua_State *L, const Player *player);

/* A player that calls Lua does so on this state from now on. */
void bind_player_lend(lua_State *L, const Player *player);

/* Raises what went wrong in a player's Lua function, if anything did. */
void bind_player_check(lua_State *L, const Player *player);

/* Makes a player of the evaluator, which it takes over, with the settings in
 * the table at `arg`; raises the error if the evaluator is NULL. */
Player *bind_player_push(lua_State *L, Evaluator *evaluator, int arg, Err *err);

/* Reads a player's settings from the table at `arg`. */
PlayerSettings bind_player_settings(lua_State *L, int arg);

/* Adds features, edge and measure to the module at the top. */
void bind_features(lua_State *L);

/* contest(options), and its class. */
int  bind_contest_new(lua_State *L);
void bind_contest_class(lua_State *L);

#endif
