/* bind_linear.h -- linear programs as Lua values, for the bindings of games.
 *
 * A program is immutable and keeps its set, a species, alive.
 */
#ifndef LUDUS_BIND_LINEAR_H
#define LUDUS_BIND_LINEAR_H

#include "lua/bind.h"
#include "program/linear/linear_species.h"

/* Pushes a set that is part of the program, as a species. */
void bind_push_linear_set(lua_State *L, const LinearSet *set);

/* The set at `arg`. */
const LinearSpecies *bind_linear_set(lua_State *L, int arg);

/* Pushes an empty program of the set at stack index `set`; the caller fills its
 * bytes at once. */
uint8_t *bind_linear_new(lua_State *L, int set);

/* The user value of a program that is the game that read it, if one did. */
enum { BIND_LINEAR_READER = 2 };

/* Pushes the program of that set whose text is at `text`; messages call it
 * `name`. */
void bind_linear_parse(lua_State *L, int set, int text, const char *name);

/* The program at `arg` and its set. */
const uint8_t *bind_linear(lua_State *L, int arg, const LinearSet **set);

/* The method `run` of sets. */
int bind_linear_run(lua_State *L);

/* For the opener: makes the class of programs. */
void bind_linear_class(lua_State *L);

#endif
