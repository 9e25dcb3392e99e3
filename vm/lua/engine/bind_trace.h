/* bind_trace.h -- traces of tree programs as Lua values.
 *
 * A trace is a box of a struct that begins with a Trace, so that a game may add
 * to it. Steps, nodes and notes are counted from 1.
 */
#ifndef LUDUS_BIND_TRACE_H
#define LUDUS_BIND_TRACE_H

#include "lua/bind.h"
#include "engine/walk/trace.h"

/* Makes a class of traces: its own methods, and those that every trace has:
 * step, said, visits, visit, notes, note, picture, result and the operator
 * #. */
void bind_trace_class(lua_State *L, const char *name, const luaL_Reg *methods);

/* Pushes an empty trace of the plain class, which the caller fills. The value
 * at `owner` stays alive with it. */
Trace *bind_trace_new(lua_State *L, int owner);

/* What the table { step=, value=, always= } at `arg` supposes; nothing if there
 * is none. A text takes the table's place on the stack and has to stay there as
 * long as it is supposed. */
TraceIf bind_trace_if(lua_State *L, int arg);

#endif
