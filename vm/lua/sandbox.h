/* sandbox.h -- a process that runs the script of a stranger.
 *
 * One Sandbox at most in a process. The main state enters it, for good, before
 * the script is loaded; the states of other threads are made inside. In such a
 * state nothing opens files, stores or the terminal, and rules do not become
 * native code; ludus.script.sandbox takes away what Lua itself brings. Memory,
 * instructions and time are limited for all states together.
 */
#ifndef LUDUS_SANDBOX_H
#define LUDUS_SANDBOX_H

#include <lua.h>
#include <stddef.h>

#include "base/system/jail.h"

enum {
    SANDBOX_STATUS = 3,              /* exit status when a limit ended it */
    SANDBOX_GRACE  = 2,              /* seconds between one way and the next */
    SANDBOX_MEMORY_MAX = 1 << 20,    /* megabytes */
    SANDBOX_MILLIONS_MAX = 1000000000,           /* of instructions */
    SANDBOX_SECONDS_MAX = 10000000,
};

typedef struct Sandbox Sandbox;

typedef struct SandboxLimits {
    size_t      memory;              /* bytes */
    int         seconds;             /* that pass; 0: any number */
    long long   instructions;        /* 0: any number */
    const char *writable, *readable; /* folders, or NULL */
} SandboxLimits;

/* Puts the process and its main state into the sandbox, for good; what the
 * kernel took on. */
Jail sandbox_enter(lua_State *L, const SandboxLimits *limits);

/* "time" or "instructions" once that is used up, else NULL. */
const char *sandbox_ended(const Sandbox *sandbox);

/* That of the state, or NULL. */
Sandbox *sandbox_get(lua_State *L);

/* Puts a new state into the sandbox. */
void sandbox_join(lua_State *L, Sandbox *sandbox);

/* Raises "... is not allowed in the sandbox" if the state is in one. */
void sandbox_deny(lua_State *L, const char *what);

#endif
