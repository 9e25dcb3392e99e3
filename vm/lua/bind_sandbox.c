/* bind_sandbox.c -- a process that runs the script of a stranger.
 *
 *     sandbox.enter { memory = MB, seconds = S, millions = N,
 *                     writable = folder, readable = folder }
 *     sandbox.inside()     true in a state that is in it
 *     sandbox.ended()      "time" or "instructions" once that is used up
 *
 * Time is what passes. When it is up the run is asked to end as by Ctrl-C; a
 * little later an error is raised in the main state; a little later, because C
 * code cannot be interrupted (string.find with a bad pattern), the process ends
 * with the same message and status. The store then is as after a crash: sound.
 */
#include "bind_sandbox.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bind_limit.h"
#include "bind_system.h"
#include "base/jail.h"
#include "base/mem.h"

struct Sandbox {
    Limit        *main;              /* of the main state */
    Alarm         watch;
    volatile sig_atomic_t ticks;     /* seconds since it was entered */
    int           seconds;           /* 0: no limit */
    bool          counting;          /* instructions are limited */
    atomic_llong  left;              /* of them */
    char          message[256];      /* for the end without Lua */
};

static const char KEY = 0;           /* its address names the Sandbox */

Sandbox *sandbox_get(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY);
    Sandbox *s = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return s;
}

void sandbox_deny(lua_State *L, const char *what) {
    if (sandbox_get(L)) luaL_error(L, "%s is not allowed in the sandbox", what);
}

/* An error outside every protected call: memory ran out at a bad moment. */
static int panic(lua_State *L) {
    const char *why = lua_tostring(L, -1);
    fprintf(stderr, "ludus: the sandbox ended the script: %s\n",
            why ? why : "not enough memory");
    _exit(SANDBOX_STATUS);
}

void sandbox_join(lua_State *L, Sandbox *s) {
    lua_atpanic(L, panic);
    lua_pushlightuserdata(L, s);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &KEY);
    if (s->counting) limit_count(L, &s->left);
}

/* ---- time --------------------------------------------------------------- */

static void end_process(const Sandbox *s) {
    size_t done = 0, len = strlen(s->message);
    while (done < len) {
        ssize_t n = write(STDERR_FILENO, s->message + done, len - done);
        if (n <= 0) break;
        done += (size_t)n;
    }
    _exit(SANDBOX_STATUS);
}

static void tick(void *context) {
    Sandbox *s = context;
    s->ticks++;
    if (s->ticks == s->seconds) system_interrupt();
    if (s->ticks == s->seconds + SANDBOX_GRACE)
        limit_break(s->main, LIMIT_TIME);
    if (s->ticks >= s->seconds + 2 * SANDBOX_GRACE) end_process(s);
}

static int sandbox_gc(lua_State *L) {
    Sandbox *s = lua_touserdata(L, 1);
    alarm_stop(&s->watch);
    return 0;
}

/* ---- entering ----------------------------------------------------------- */

/* A new Sandbox that lives as long as the state. */
static Sandbox *make(lua_State *L) {
    Sandbox *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, sandbox_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    luaL_ref(L, LUA_REGISTRYINDEX);
    return s;
}

static void start_clock(Sandbox *s) {
    if (!s->seconds) return;
    snprintf(s->message, sizeof s->message,
             "\nludus: the sandbox allows %d s of time, and no more are left: "
             "the script was ended\n--time allows more\n", s->seconds);
    alarm_start(&s->watch, ALARM_WALL, 1, tick, s);
}

/* Gives what the kernel took on: { files =, calls = }. */
static int f_enter(lua_State *L) {
    if (sandbox_get(L)) return luaL_error(L, "the sandbox was entered before");
    lua_Integer memory = bind_integer(L, 1, "memory", 1, SANDBOX_MEMORY_MAX);
    lua_Integer millions = bind_integer(L, 1, "millions", 0,
                                        SANDBOX_MILLIONS_MAX);
    Sandbox *s = make(L);
    s->seconds = (int)bind_integer(L, 1, "seconds", 0, SANDBOX_SECONDS_MAX);
    s->main = limit_get(L);
    s->counting = millions > 0;
    atomic_store(&s->left, millions * 1000000);
    lua_getfield(L, 1, "writable");
    lua_getfield(L, 1, "readable");
    Jail jail = jail_close(lua_tostring(L, -2), lua_tostring(L, -1));
    sandbox_join(L, s);
    mem_limit((size_t)memory << 20);
    lua_setallocf(L, mem_alloc, NULL);
    start_clock(s);
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
    Sandbox *s = sandbox_get(L);
    if (s && s->seconds && s->ticks >= s->seconds) lua_pushliteral(L, "time");
    else if (s && s->counting && atomic_load(&s->left) < 0)
        lua_pushliteral(L, "instructions");
    else lua_pushnil(L);
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
