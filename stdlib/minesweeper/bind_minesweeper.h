/* bind_minesweeper.h -- what the bindings of Minesweeper share. */
#ifndef LUDUS_BIND_MINESWEEPER_H
#define LUDUS_BIND_MINESWEEPER_H

#include <lua.h>

/* A part of ludus.core.minesweeper, `trace`: pushes its table. */
void bind_mines_trace(lua_State *L);

#endif
