/* bind_puzzle.h -- what the bindings of the puzzle share. */
#ifndef LUDUS_BIND_PUZZLE_H
#define LUDUS_BIND_PUZZLE_H

#include "lua/bind.h"
#include "puzzle.h"

/* The puzzle at stack index 1. */
Puzzle *bind_puzzle(lua_State *L);

/* Pushes the searchers' names and help. */
void bind_puzzle_searchers(lua_State *L);

/* Adds search and exact to the methods of the class. */
void bind_puzzle_search(lua_State *L, const char *class);

#endif
