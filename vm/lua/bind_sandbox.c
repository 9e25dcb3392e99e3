/* bind_sandbox.c -- the sandbox, for the library.
 *
 *     sandbox.enter { memory = MB, seconds = S, millions = N,
 *                     writable = folder, readable = folder }
 *     sandbox.inside()     true in a state that is in it
 *     sandbox.ended()      "time" or "instructions" once that is used up
 */
#include "bind.h"

#include "sandbox.h"

/* Gives what the kernel took on: { files =, calls = }. */
static int f_enter(lua_State *L) {
    if (sandbox_get(L)) return luaL_error(L, "the sandbox was entered before");
    SandboxLimits limits = { 0 };
    limits.memory = (size_t)bind_integer(L, 1, "memory", 1, SANDBOX_MEMORY_MAX)
                    << 20;
    limits.instructions = bind_integer(L, 1, "millions", 0,
                                       SANDBOX_MILLIONS_MAX) *
                          1000000;
    limits.seconds = (int)bind_integer(L, 1, "seconds", 0, SANDBOX_SECONDS_MAX);
    lua_getfield(L, 1, "writable");
    lua_getfield(L, 1, "readable");
    limits.writable = lua_tostring(L, -2);
    limits.readable = lua_tostring(L, -1);
    Jail jail = sandbox_enter(L, &limits);
    lua_createtable(L, 0, 2);
    bind_set_boolean(L, "files", jail.files);
    bind_set_boolean(L, "calls", jail.calls);
    return 1;
}

static int f_inside(lua_State *L) {
    lua_pushboolean(L, sandbox_get(L) != NULL);
    return 1;
}

static int f_ended(lua_State *L) {
    const Sandbox *s = sandbox_get(L);
    lua_pushstring(L, s ? sandbox_ended(s) : NULL);
    return 1;
}

static const luaL_Reg functions[] = {
    { "enter", f_enter },
    { "inside", f_inside },
    { "ended", f_ended },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "memory", SANDBOX_MEMORY_MAX }, { "time", SANDBOX_SECONDS_MAX },
    { "instructions", SANDBOX_MILLIONS_MAX },
    { NULL, 0 },
};

int open_sandbox(lua_State *L);

int open_sandbox(lua_State *L) {
    luaL_newlib(L, functions);
    bind_set_integer(L, "status", SANDBOX_STATUS);
    bind_limits(L, limits);
    return 1;
}
