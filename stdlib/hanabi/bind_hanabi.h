/* bind_hanabi.h -- what the bindings of Hanabi share. */
#ifndef HANABI_BIND_H
#define HANABI_BIND_H

#include "hanabi.h"
#include "lua/bind.h"

/* The game of either class at that stack index. */
const Hanabi *bind_hanabi(lua_State *L, int arg);

/* The order that the vector at `arg` spells. */
HnbOrder bind_order(lua_State *L, int arg);

/* Makes the class of games of orders. */
void bind_orders_class(lua_State *L, const char *name);

/* match(game, program, case): a game at the table, step by step. Without a
 * program somebody else moves at its seat. */
int  bind_match_new(lua_State *L);
void bind_match_class(lua_State *L);

#endif
