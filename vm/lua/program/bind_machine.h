/* bind_machine.h -- machines as Lua values, for the bindings of games. */
#ifndef LUDUS_BIND_MACHINE_H
#define LUDUS_BIND_MACHINE_H

#include "lua/bind.h"
#include "program/machine/machine.h"

/* Pushes an immutable copy. */
void bind_push_machine(lua_State *L, const Machine *m);

/* The machine at `arg`, or an error that names the argument. */
const Machine *bind_machine(lua_State *L, int arg);

/* The same, or NULL if it is something else. */
const Machine *bind_test_machine(lua_State *L, int arg);

#endif
