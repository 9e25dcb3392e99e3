/* home.c -- where the functions of a game live, and who plays there.
 *
 * A thread of the home is kept by the home's registry. The seat is shared by
 * the game and its player, of which either may go first: the last one frees
 * it.
 */
#include "home.h"

#include <lauxlib.h>

#include "base/mem.h"
#include "lua/host.h"
#include "lua/sandbox.h"

static void seat_leave(LuaSeat *seat) {
    if (seat && --seat->users == 0) mem_free(seat);
}

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

/* ---- homes --------------------------------------------------------------- */

bool luahome_init(LuaHome *home, lua_State *L, Err *err) {
    home->parts = LUA_NOREF;
    home->seat = mem_new(1, sizeof *home->seat, err);
    if (!home->seat) return false;
    home->seat->users = 1;
    home->sandbox = sandbox_get(L);
    home->loading = loading(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    home->state = lua_tothread(L, -1);
    lua_pop(L, 1);
    home->parts = luaL_ref(L, LUA_REGISTRYINDEX);
    return true;
}

void luahome_free(LuaHome *home) {
    if (home->state) luaL_unref(home->state, LUA_REGISTRYINDEX, home->parts);
    mem_free(home->script);
    mem_free(home->source);
    mem_free(home->key);
    seat_leave(home->seat);
}

static bool take_seat(const LuaHome *home, LuaRoom *room, Err *err) {
    if (home->seat->taken && home->script)
        return err_set(err,
                       "%s: the script is still being loaded, so one thread "
                       "alone can play this game: use threads = 1, or play "
                       "it later",
                       home->key);
    if (home->seat->taken)
        return err_set(err,
                       "%s: this game was declared outside a script, so "
                       "one thread alone can play it: use --threads 1 or a "
                       "script",
                       home->key);
    room->home = home->state;
    room->seat = home->seat;
    room->seat->taken = true;
    room->seat->users++;
    room->L = lua_newthread(home->state);
    room->anchor = luaL_ref(home->state, LUA_REGISTRYINDEX);
    lua_rawgeti(room->L, LUA_REGISTRYINDEX, home->parts);
    return true;
}

bool luahome_enter(const LuaHome *home, LuaRoom *room, Err *err) {
    *room = (LuaRoom){ .anchor = LUA_NOREF };
    if (luahome_stays(home)) return take_seat(home, room, err);
    room->L = host_new(home->sandbox, err);
    return room->L != NULL;
}

void luahome_leave(LuaRoom *room) {
    if (room->home) {
        luaL_unref(room->home, LUA_REGISTRYINDEX, room->anchor);
        room->seat->taken = false;
        seat_leave(room->seat);
    } else if (room->L) {
        lua_close(room->L);
    }
}
