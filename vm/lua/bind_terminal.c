/* bind_terminal.c -- ludus.core.terminal: lines, keys, and stopping a line.
 *
 *     local t = terminal.open(function(text) return insert, list end)
 *     t:load(path)  t:read "> "  t:remember(line)  t:append(path, line)
 *     terminal.key()  terminal.stoppable(f, handler, ...)
 */
#define _GNU_SOURCE
#include <signal.h>

#include "bind.h"
#include "limit.h"
#include "sandbox.h"
#include "base/system/terminal.h"

static const char CLASS[] = "ludus.terminal";

/* ---- stopping ----------------------------------------------------------- */

/* The state a signal is to stop, known by its Limit: that knows which coroutine
 * runs. A handler can be told in no other way. */
static Limit *volatile guarded;

static void on_interrupt(int sig) {
    (void)sig;
    Limit *l = guarded;
    if (l) limit_break(l, LIMIT_INTERRUPT);
}

static void catch_interrupt(void (*handler)(int), struct sigaction *before) {
    struct sigaction action = { 0 };
    action.sa_handler = handler;
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, before);
}

/* stoppable(f, handler, ...): as xpcall, but Ctrl-C ends f, whatever it
 * catches. A second one ends the process, if f has not ended by then. */
static int f_stoppable(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_insert(L, 1);                /* the handler, */
    lua_remove(L, 3);                /* then f and its arguments */
    struct sigaction before;
    Limit *l = guarded = limit_get(L);
    catch_interrupt(on_interrupt, &before);
    int results = limit_catch(L);
    sigaction(SIGINT, &before, NULL);
    guarded = NULL;
    l->broken = LIMIT_NONE;          /* a Ctrl-C that came too late */
    return results;
}

/* ---- lines -------------------------------------------------------------- */

/* The editor's box holds the completer as its user value; the state to call it
 * in changes with every read, so it is kept beside. */
typedef struct Editor {
    Terminal  *terminal;
    lua_State *L;                    /* only during a read */
    int        completer;            /* stack index, only during a read */
} Editor;

/* Calls the completer; its two results stay on the stack until the read ends.
 * An error in it completes nothing. */
static const char *complete(void *context, const char *text, size_t len,
                            const char **list) {
    Editor *e = context;
    lua_State *L = e->L;
    lua_settop(L, e->completer);
    lua_pushvalue(L, e->completer);
    lua_pushlstring(L, text, len);
    if (lua_pcall(L, 1, 2, 0) != LUA_OK) return NULL;
    *list = lua_tostring(L, -1);
    return lua_tostring(L, -2);
}

static int editor_gc(lua_State *L) {
    Editor *e = luaL_checkudata(L, 1, CLASS);
    if (e->terminal) catch_interrupt(SIG_DFL, NULL);
    terminal_free(e->terminal);
    e->terminal = NULL;
    return 0;
}

static Editor *to_editor(lua_State *L) {
    Editor *e = luaL_checkudata(L, 1, CLASS);
    luaL_argcheck(L, e->terminal, 1, "was closed");
    return e;
}

/* While there is an editor, a Ctrl-C between two lines, when nothing runs, ends
 * nothing: it is one too many for the line before. */
static int f_open(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    sandbox_deny(L, "the terminal");
    Editor *e = lua_newuserdatauv(L, sizeof *e, 1);
    *e = (Editor){ 0 };
    luaL_setmetatable(L, CLASS);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    Err err;
    e->terminal = terminal_new(complete, e, &err);
    if (!e->terminal) return bind_raise(L, &err);
    catch_interrupt(SIG_IGN, NULL);
    return 1;
}

/* read(prompt): the line; or nil and "cancelled" or "closed". */
static int m_read(lua_State *L) {
    Editor *e = to_editor(L);
    const char *prompt = luaL_checkstring(L, 2), *line;
    size_t len;
    lua_getiuservalue(L, 1, 1);
    e->L = L;
    e->completer = lua_gettop(L);
    TerminalEnd end = terminal_read(e->terminal, prompt, &line, &len);
    e->L = NULL;
    if (end == TERMINAL_LINE) {
        lua_pushlstring(L, line, len);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, end == TERMINAL_CANCELLED ? "cancelled" : "closed");
    return 2;
}

static int m_load(lua_State *L) {
    terminal_load(to_editor(L)->terminal, luaL_checkstring(L, 2));
    return 0;
}

static int m_append(lua_State *L) {
    Err err;
    const char *path = luaL_checkstring(L, 2);
    to_editor(L);
    bool ok = terminal_append(path, luaL_checkstring(L, 3), &err);
    lua_pushboolean(L, ok);
    if (ok) return 1;
    lua_pushstring(L, err.text);
    return 2;
}

static int m_remember(lua_State *L) {
    terminal_remember(to_editor(L)->terminal, luaL_checkstring(L, 2));
    return 0;
}

/* key(cols, rows, seconds): the name of the next key, or nil at the end of
 * input; "resize" if the terminal has another size, where one is given, "none"
 * if no key comes in that time. */
static int f_key(lua_State *L) {
    char name[16];
    sandbox_deny(L, "the terminal");
    int cols = (int)luaL_optinteger(L, 1, 0);
    int rows = (int)luaL_optinteger(L, 2, 0);
    double seconds = luaL_optnumber(L, 3, -1);
    luaL_argcheck(L, seconds <= 1000, 3, "must be at most 1000");
    int wait = seconds < 0 ? -1 : (int)(1000 * seconds);
    if (terminal_key(cols, rows, wait, name)) lua_pushstring(L, name);
    else lua_pushnil(L);
    return 1;
}

static const luaL_Reg methods[] = {
    { "read", m_read }, { "load", m_load },     { "append", m_append },
    { "remember", m_remember }, { "close", editor_gc }, { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__gc", editor_gc }, { NULL, NULL } };

static const luaL_Reg functions[] = {
    { "open", f_open },
    { "key", f_key },
    { "stoppable", f_stoppable },
    { NULL, NULL },
};

int open_terminal(lua_State *L);

int open_terminal(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    luaL_newlib(L, functions);
    return 1;
}
