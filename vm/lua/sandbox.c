/* sandbox.c -- a process that runs the script of a stranger.
 *
 * Time is what passes. When it is up the run is asked to end as by Ctrl-C; a
 * little later an error is raised in the main state; a little later, because C
 * code cannot be interrupted (string.find with a bad pattern), the process ends
 * with the same message and status. The store then is as after a crash: sound.
 */
#include "sandbox.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

#include "base/system/alarm.h"
#include "limit.h"
#include "bind_system.h"
#include "base/heap.h"
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

static const char CLASS[] = "ludus.sandbox";
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
    Sandbox *s = luaL_checkudata(L, 1, CLASS);
    alarm_stop(&s->watch);
    return 0;
}

/* ---- entering ----------------------------------------------------------- */

/* A new Sandbox that lives as long as the state. */
static Sandbox *make(lua_State *L) {
    Sandbox *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    if (luaL_newmetatable(L, CLASS)) {
        lua_pushcfunction(L, sandbox_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    luaL_ref(L, LUA_REGISTRYINDEX);
    return s;
}

static void start_clock(Sandbox *s) {
    if (!s->seconds) return;
    snprintf(s->message, sizeof s->message,
             "\nludus: the sandbox allows %d s of time, and no more are left: "
             "the script was ended\n--time allows more\n",
             s->seconds);
    alarm_start(&s->watch, ALARM_WALL, 1, tick, s);
}

/* From now on its blocks count; those of a state of our own always do. */
static void count_memory(lua_State *L) {
    void *unused;
    if (lua_getallocf(L, &unused) != heap_alloc)
        lua_setallocf(L, mem_alloc, NULL);
}

Jail sandbox_enter(lua_State *L, const SandboxLimits *limits) {
    Sandbox *s = make(L);
    s->seconds = limits->seconds;
    s->main = limit_get(L);
    s->counting = limits->instructions > 0;
    atomic_store(&s->left, limits->instructions);
    Jail jail = jail_close(limits->writable, limits->readable);
    sandbox_join(L, s);
    mem_limit(limits->memory);
    count_memory(L);
    start_clock(s);
    return jail;
}

const char *sandbox_ended(const Sandbox *s) {
    if (s->seconds && s->ticks >= s->seconds) return "time";
    if (s->counting && atomic_load(&s->left) < 0) return "instructions";
    return NULL;
}
