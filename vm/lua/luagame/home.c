/* home.c -- where the functions of a game live, and who plays there.
 *
 * A thread of the home is kept by the home's registry.
 */
#include "home.h"

#include <lauxlib.h>

#include "base/mem.h"
#include "lua/host.h"
#include "lua/sandbox.h"

/* ---- loading ------------------------------------------------------------- */

static const char KEY = 0;           /* its address names the state's flag */

static bool *loading(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY) == LUA_TNIL) {
        bool *new = lua_newuserdatauv(L, sizeof *new, 0);
        *new = false;
        lua_rawsetp(L, LUA_REGISTRYINDEX, &KEY);
        lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY);
        lua_remove(L, -2);
    }
    bool *flag = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return flag;
}

void luahome_loading(lua_State *L, bool now) { *loading(L) = now; }

bool luahome_stays(const LuaHome *home) {
    return !home->script || *home->loading;
}

bool luahome_alone(const LuaHome *home, Err *why) {
    if (!luahome_stays(home)) return false;
    if (home->script)
        err_set(why,
                "%s: the script is still being loaded, so one thread alone can "
                "play this game: use threads = 1, or play it later",
                home->key);
    else
        err_set(why,
                "%s: this game was declared outside a script, so one thread "
                "alone can play it: use --threads 1 or a script",
                home->key);
    return true;
}

/* ---- homes --------------------------------------------------------------- */

void luahome_init(LuaHome *home, lua_State *L) {
    home->sandbox = sandbox_get(L);
    home->loading = loading(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    home->state = lua_tothread(L, -1);
    lua_pop(L, 1);
    home->parts = luaL_ref(L, LUA_REGISTRYINDEX);
}

void luahome_free(LuaHome *home) {
    if (home->state) luaL_unref(home->state, LUA_REGISTRYINDEX, home->parts);
    mem_free(home->script);
    mem_free(home->source);
    mem_free(home->key);
}

/* A thread of the home. */
static void stay(const LuaHome *home, LuaRoom *room) {
    room->home = home->state;
    room->L = lua_newthread(home->state);
    room->anchor = luaL_ref(home->state, LUA_REGISTRYINDEX);
    lua_rawgeti(room->L, LUA_REGISTRYINDEX, home->parts);
}

bool luahome_enter(const LuaHome *home, LuaRoom *room, Err *err) {
    *room = (LuaRoom){ .anchor = LUA_NOREF };
    if (luahome_stays(home)) stay(home, room);
    else room->L = host_new(home->sandbox, err);
    return room->L != NULL;
}

void luahome_leave(LuaRoom *room) {
    if (room->home) {
        luaL_unref(room->home, LUA_REGISTRYINDEX, room->anchor);
    } else if (room->L) {
        host_close(room->L);
    }
}
