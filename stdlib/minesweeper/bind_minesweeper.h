/* bind_minesweeper.h -- what the bindings of Minesweeper share. */
#ifndef LUDUS_BIND_MINESWEEPER_H
#define LUDUS_BIND_MINESWEEPER_H

#include "lua/bind.h"
#include "mines.h"

/* The options in the table at 1. */
MinesOptions bind_mines_options(lua_State *L);

/* Pushes the list of the names that `extras` may hold. */
void bind_mines_extras(lua_State *L);

/* Pushes a score: totals, and a row per case. */
void bind_mines_score(lua_State *L, const Mines *mines, const MinesTotal *total,
                      const MinesCase *each);

/* Puts the players that nobody evolved into the table at the top. */
void bind_mines_sweepers(lua_State *L);

/* A part of ludus.core.minesweeper, `trace`: pushes its table. */
void bind_mines_trace(lua_State *L);

#endif
