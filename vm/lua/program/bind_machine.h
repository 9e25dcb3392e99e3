/* bind_machine.h -- machines as Lua values, for the bindings of games. */
#ifndef LUDUS_BIND_MACHINE_H
#define LUDUS_BIND_MACHINE_H

#include "lua/bind.h"
#include "program/machine/machine.h"

/* Pushes an immutable copy; the first is of the dilemma. */
void bind_push_machine(lua_State *L, const Machine *m);
void bind_push_machine_of(lua_State *L, const Alphabet *a, const Machine *m);

/* The machine of the dilemma at `arg`, or an error that names the argument. */
const Machine *bind_machine(lua_State *L, int arg);

/* The same, or NULL if it is something else. */
const Machine *bind_test_machine(lua_State *L, int arg);

/* The same for a machine of that alphabet. */
const Machine *bind_machine_for(lua_State *L, int arg, const Alphabet *a);

/* Reads an alphabet from the table at `arg`: { moves = names, sees =
 * names }. */
void bind_alphabet(lua_State *L, int arg, Alphabet *alphabet);

/* Pushes such a table. */
void bind_push_alphabet(lua_State *L, const Alphabet *alphabet);

#endif
