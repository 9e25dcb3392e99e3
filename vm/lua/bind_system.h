/* bind_system.h -- whether a run is to end: told by signals, or by the sandbox.
 */
#ifndef LUDUS_BIND_SYSTEM_H
#define LUDUS_BIND_SYSTEM_H

#include <lua.h>
#include <stdbool.h>

/* As if the person had pressed Ctrl-C while signals are caught. */
void system_interrupt(void);

/* Has that happened? May be asked by a handler of signals. */
bool system_interrupted(void);

/* Adds the functions of files to the module at the top. */
void bind_files(lua_State *L);

#endif
