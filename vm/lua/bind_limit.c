/* bind_limit.c -- calls at a level of limits, for the library.
 *
 *     limit.call(seconds, f, ...)    f(...) at a level of its own
 *     limit.trace(seconds, f, ...)   the same; errors that are texts get a
 *                                    traceback
 *     limit.stoppable(seconds, f, ...)   as trace; once a run is to end
 *                                    (system.interrupted) this ends soon
 *     limit.catch(f, ...)            as pcall; with a traceback, too; a third
 *                                    result tells whether Ctrl-C ended f
 *     limit.interrupt(value)         raises it as Ctrl-C does: only catch
 *                                    holds it
 */
#include "bind.h"

#include <string.h>

#include "limit.h"

static int add_traceback(lua_State *L) {
    const char *text = lua_tostring(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING || strstr(text, "\nstack traceback:"))
        return 1;
    luaL_traceback(L, L, text, 1);
    return 1;
}

static int no_traceback(lua_State *L) {
    (void)L;
    return 1;
}

/* f(...) at a level of its own; seconds, f and the arguments are on the
 * stack. */
static int call(lua_State *L, lua_CFunction handler, bool stoppable) {
    lua_Integer seconds = luaL_checkinteger(L, 1);
    luaL_argcheck(L, seconds >= 0 && seconds <= LIMIT_SECONDS_MAX, 1,
                  "out of range");
    luaL_checkany(L, 2);
    lua_pushcfunction(L, handler);
    lua_replace(L, 1);
    int args = lua_gettop(L) - 2, most = (int)seconds;
    int status = stoppable ? limit_stoppable(L, args, 1, most)
                           : limit_pcall(L, args, LUA_MULTRET, 1, most);
    return status == LUA_OK ? lua_gettop(L) - 1 : lua_error(L);
}

static int f_call(lua_State *L) { return call(L, no_traceback, false); }

static int f_trace(lua_State *L) { return call(L, add_traceback, false); }

static int f_stoppable(lua_State *L) { return call(L, add_traceback, true); }

static int f_catch(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushcfunction(L, add_traceback);
    lua_insert(L, 1);
    return limit_catch(L);
}

static int f_interrupt(lua_State *L) {
    luaL_checkany(L, 1);
    limit_get(L)->broken = LIMIT_INTERRUPT;
    lua_settop(L, 1);
    return lua_error(L);
}

static const luaL_Reg functions[] = {
    { "call", f_call },
    { "trace", f_trace },
    { "stoppable", f_stoppable },
    { "catch", f_catch },
    { "interrupt", f_interrupt },
    { NULL, NULL },
};

int open_limit(lua_State *L);

int open_limit(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
