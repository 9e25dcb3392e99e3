/* host.h -- a Lua state with the Ludus library in it.
 *
 * The state is strict: reading or writing an undeclared global is an error,
 * code is loaded from text only, math.random is our generator. Modules come
 * from the folder named by LUDUS_PATH if it is set, else from inside the
 * binary, then from the usual Lua path.
 */
#ifndef LUDUS_HOST_H
#define LUDUS_HOST_H

#include <lua.h>

#include "base/err.h"

struct Sandbox;

/* A new state, or NULL; with a sandbox it is inside from the beginning. */
lua_State *host_new(struct Sandbox *sandbox, Err *err);

/* Closes such a state, and gives back its memory; NULL is nothing. */
void host_close(lua_State *L);

/* Puts the library into a state that already has Lua's own libraries, without
 * making it strict: what `require "ludus"` does in stock lua5.4. */
void host_install(lua_State *L);

/* Calls the function below `args` values on the stack with a traceback handler;
 * false with the message and a short traceback in `err`. */
bool host_call(lua_State *L, int args, int results, Err *err);

/* Pushes message and traceback instead of the message at the top of the
 * stack. */
int host_traceback(lua_State *L);

/* Replaces the value at the top of the stack by a text for messages and returns
 * it; never raises an error, whatever __tostring does: then it is the name of
 * the type. */
const char *host_text(lua_State *L);

/* Runs a command of the line in a state of its own, with its words; tells on
 * stderr if there was no getting that far. The exit status. */
int host_command(int count, char **words);

#endif
