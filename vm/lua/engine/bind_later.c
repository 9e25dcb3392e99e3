/* bind_later.c -- tables that are made when somebody looks at them. */
#include "bind_later.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>

/* The table at 1 becomes one like any other, if it is not yet. */
static void fill(lua_State *L, const Later *later) {
    int top = lua_gettop(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_getmetatable(L, later->name);
    bool waits = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
    lua_settop(L, top);
    if (!waits) return;
    lua_pushnil(L);
    lua_setmetatable(L, 1);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    for (int i = later->first; i <= later->last; i++) {
        lua_rawgeti(L, 1, i);
        lua_pushnil(L);
        lua_rawseti(L, 1, i);
    }
    later->fields(L);
    lua_settop(L, top);
}

/* ---- what looks at them -------------------------------------------------- */

int bind_later_index(lua_State *L, const Later *later) {
    fill(L, later);
    lua_settop(L, 2);
    lua_rawget(L, 1);
    return 1;
}

static const Later *later_of(lua_State *L) {
    return lua_touserdata(L, lua_upvalueindex(1));
}

static int on_index(lua_State *L) { return bind_later_index(L, later_of(L)); }

static int on_newindex(lua_State *L) {
    fill(L, later_of(L));
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

static int on_len(lua_State *L) {
    fill(L, later_of(L));
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static int next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_next(L, 1)) return 2;
    lua_pushnil(L);
    return 1;
}

static int on_pairs(lua_State *L) {
    fill(L, later_of(L));
    lua_pushcfunction(L, next);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* For the prompt, which names the fields of a value before it is looked at. */
static int on_fill(lua_State *L) {
    fill(L, later_of(L));
    return 0;
}

static const luaL_Reg looks[] = {
    { "__index", on_index }, { "__newindex", on_newindex },
    { "__len", on_len },     { "__pairs", on_pairs },
    { "__fill", on_fill },   { NULL, NULL },
};

void bind_later_class(lua_State *L, const Later *later) {
    luaL_newmetatable(L, later->name);
    lua_pushlightuserdata(L, (void *)(uintptr_t)later);
    luaL_setfuncs(L, looks, 1);
    lua_pushliteral(L, "table");     /* so that is what people are told */
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, false);       /* and no script gets it */
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
