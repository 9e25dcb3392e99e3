/* bind_system.c -- the machine: clocks, the terminal, interrupts.
 *
 * Results of a run never depend on anything here; it serves progress bars,
 * measurements and the manners of a command-line program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "bind_system.h"

#include "bind.h"
#include "base/clock.h"
#include "base/pool.h"
#include "games.h"
#include "library.h"
#include "base/suggest.h"

/* Set by the signal handler, so it cannot live in any context struct. */
static volatile sig_atomic_t interrupts;

static void on_interrupt(int sig) {
    (void)sig;
    interrupts++;
}

static int f_clock(lua_State *L) {
    lua_pushnumber(L, clock_wall());
    lua_pushnumber(L, clock_cpu());
    return 2;
}

static int descriptor(lua_State *L, int arg) {
    static const char *const names[] = { "in", "out", "err", NULL };
    return luaL_checkoption(L, arg, "out", names);
}

static int f_terminal(lua_State *L) {
    lua_pushboolean(L, isatty(descriptor(L, 1)));
    return 1;
}

/* Columns and rows of the terminal, or 80 and 24. */
static int f_screen(lua_State *L) {
    struct winsize size = { 0 };
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col;
    lua_pushinteger(L, known ? size.ws_col : 80);
    lua_pushinteger(L, known ? size.ws_row : 24);
    return 2;
}

/* Signals that end a process: they shall end a run at its next generation. */
static const int ending[] = { SIGINT, SIGTERM, SIGHUP };
enum { ENDING = sizeof ending / sizeof *ending };

/* What they did before catch(true). */
typedef struct Signals {
    struct sigaction before[ENDING];
} Signals;

/* Pushes the registry's place for them. */
static Signals *signals_before(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, "ludus.signals") == LUA_TNIL) {
        Signals *s = lua_newuserdatauv(L, sizeof *s, 0);
        memset(s, 0, sizeof *s);     /* SIG_DFL */
        lua_setfield(L, LUA_REGISTRYINDEX, "ludus.signals");
        lua_getfield(L, LUA_REGISTRYINDEX, "ludus.signals");
    }
    return lua_touserdata(L, -1);
}

/* Catches the next of these signals: interrupted() then counts them. A second
 * one ends the process the usual way. What was ignored, as by nohup, stays so.
 * catch(false) puts back what was before. */
static int f_catch(lua_State *L) {
    Signals *signals = signals_before(L);
    struct sigaction action = { 0 };
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    action.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
    interrupts = 0;
    for (int i = 0; i < ENDING; i++) {
        struct sigaction *before = &signals->before[i];
        if (!lua_toboolean(L, 1)) {
            sigaction(ending[i], before, NULL);
            continue;
        }
        sigaction(ending[i], &action, before);
        if (before->sa_handler == SIG_IGN) sigaction(ending[i], before, NULL);
    }
    return 0;
}

void system_interrupt(void) { interrupts++; }

bool system_interrupted(void) { return interrupts > 0; }

static int f_interrupted(lua_State *L) {
    lua_pushinteger(L, interrupts);
    return 1;
}

/* wait(seconds): does nothing for a while, at most an hour; signals end it. */
static int f_wait(lua_State *L) {
    double seconds = luaL_checknumber(L, 1);
    if (!(seconds > 0)) return 0;
    if (seconds > 3600) seconds = 3600;
    struct timespec left = { .tv_sec = (time_t)seconds };
    left.tv_nsec = (long)((seconds - (double)left.tv_sec) * 1e9);
    nanosleep(&left, NULL);
    return 0;
}

/* interrupt(): as if Ctrl-C had been pressed. */
static int f_interrupt(lua_State *L) {
    (void)L;
    system_interrupt();
    return 0;
}

/* near(wanted, list): the nearest of the names, or nil. */
static int f_near(lua_State *L) {
    Suggest near = suggest_start(luaL_checkstring(L, 1));
    luaL_checktype(L, 2, LUA_TTABLE);
    for (lua_Integer i = 1; lua_rawgeti(L, 2, i) == LUA_TSTRING; i++) {
        suggest_offer(&near, lua_tostring(L, -1));   /* the list keeps it */
        lua_pop(L, 1);
    }
    lua_pushstring(L, near.best);
    return 1;
}

/* memory(): the bytes of the machine. */
static int f_memory(lua_State *L) {
    lua_pushnumber(L, (double)sysconf(_SC_PHYS_PAGES) *
                          (double)sysconf(_SC_PAGESIZE));
    return 1;
}

/* cores(): how many threads `threads = 0` means. */
static int f_cores(lua_State *L) {
    lua_pushinteger(L, pool_cores());
    return 1;
}

/* modules(prefix): names of the library's modules that begin so, sorted. */
static int f_modules(lua_State *L) {
    size_t len;
    const char *prefix = luaL_checklstring(L, 1, &len);
    lua_newtable(L);
    lua_Integer n = 0;
    for (const LibraryFile *f = library_files; f->module; f++) {
        if (strncmp(f->module, prefix, len) != 0) continue;
        lua_pushstring(L, f->module);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

/* library(): a list of the library's { module, path }; library(path): the text
 * of that file as it was built in, or nil. */
static int f_library(lua_State *L) {
    const char *path = luaL_optstring(L, 1, NULL);
    lua_Integer n = 0;
    if (!path) lua_newtable(L);
    for (const LibraryFile *f = library_files; f->module; f++) {
        if (path) {
            if (strcmp(f->path, path) != 0) continue;
            lua_pushlstring(L, f->text, f->len);
            return 1;
        }
        lua_createtable(L, 0, 2);
        bind_set_text(L, "module", f->module);
        bind_set_text(L, "path", f->path);
        lua_seti(L, -2, ++n);
    }
    return path ? 0 : 1;
}

/* games(): the rows of stdlib/games.def. */
static int f_games(lua_State *L) {
    game_rows_push(L);
    return 1;
}

/* flush(): true, or nil and why what was printed did not arrive. */
static int f_flush(lua_State *L) {
    bool ok = !ferror(stdout), now = fflush(stdout) == 0;
    if (ok && now) {
        lua_pushboolean(L, true);
        return 1;
    }
    lua_pushnil(L);
    lua_pushfstring(L, "standard output cannot be written%s%s", now ? "" : ": ",
                    now ? "" : strerror(errno));
    return 2;
}

static int close_stream(lua_State *L) {
    luaL_Stream *stream = luaL_checkudata(L, 1, LUA_FILEHANDLE);
    return luaL_fileresult(L, fclose(stream->f) == 0, NULL);
}

/* divert(): a file that is standard output; what is printed from now on, by
 * any thread, goes to standard error. */
static int f_divert(lua_State *L) {
    luaL_Stream *stream = lua_newuserdatauv(L, sizeof *stream, 0);
    stream->closef = NULL;           /* closed, as far as Lua knows */
    luaL_setmetatable(L, LUA_FILEHANDLE);
    fflush(stdout);
    int out = dup(STDOUT_FILENO);
    stream->f = out < 0 ? NULL : fdopen(out, "w");
    if (!stream->f || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return luaL_error(L, "standard output: %s", strerror(errno));
    stream->closef = close_stream;
    return 1;
}

static const luaL_Reg functions[] = {
    { "clock", f_clock },
    { "terminal", f_terminal }, { "screen", f_screen },
    { "catch", f_catch },       { "interrupted", f_interrupted },
    { "near", f_near },         { "flush", f_flush },
    { "modules", f_modules },   { "library", f_library },
    { "games", f_games },       { "divert", f_divert },
    { "memory", f_memory },     { "cores", f_cores },
    { "wait", f_wait },         { "interrupt", f_interrupt },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "threads", POOL_THREADS_MAX },
    { NULL, 0 },
};

int open_system(lua_State *L);

int open_system(lua_State *L) {
    luaL_newlib(L, functions);
    bind_files(L);
    bind_set_text(L, "version", LUDUS_VERSION);
    bind_limits(L, limits);
    return 1;
}
