/* bind_opponent.h -- opponents for the bindings of Battleship. */
#ifndef BATTLESHIP_BIND_OPPONENT_H
#define BATTLESHIP_BIND_OPPONENT_H

#include "bind_battleship.h"
#include "battleship/player/captain.h"

/* Pushes room for one; the one whose bytes are at `arg`. */
Opponent *bind_opponent_new(lua_State *L);
Opponent *bind_opponent(lua_State *L, int arg, const Fleet *fleet);

/* Pushes its bytes. */
void bind_opponent_push(lua_State *L, const Opponent *opponent);

/* rival, known, program. */
extern const luaL_Reg bind_opponents[];

#endif
