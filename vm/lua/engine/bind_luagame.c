/* bind_luagame.c -- games declared in Lua: ludus.game wraps it.
 *
 * new() takes a table in which every field is set and every row of a
 * primitive is checked; game.lua does both. The functions stay in Lua: the
 * engine that calls them is luagame/.
 */
#include "bind_luagame.h"

#include <math.h>

#include "bind_game.h"
#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.game";

/* ---- making ------------------------------------------------------------- */

void bind_luagame_set(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_getfield(L, -1, "(set)");
    lua_remove(L, -2);
}

/* new(settings, parts): the game. */
static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    Box *box = bind_box(L, CLASS, luagame_free);
    Err err;
    LuaGame *g = box->object = luagame_new(&err);
    if (!g) return bind_raise(L, &err);
    bind_luagame_read(L, g);
    g->changes = bind_copy(L, 1, "changes");
    g->home.key = bind_copy(L, 1, "key");
    g->home.script = bind_copy(L, 1, "script");
    g->home.source = bind_copy(L, 1, "source");
    lua_pushvalue(L, 2);
    luahome_init(&g->home, L);
    return 1;
}

/* ---- methods ------------------------------------------------------------ */

LuaGame *bind_luagame(lua_State *L) { return bind_object(L, 1, CLASS); }

static int m_read(lua_State *L) {
    LuaGame *g = bind_luagame(L);
    const char *name = luaL_optstring(L, 3, "(text)");
    if (g->machines) {
        bind_machine_read(L, 2, &g->alphabet, name);
        return bind_read_by(L, 1, BIND_MACHINE_READER);
    }
    if (g->set) {
        bind_luagame_set(L);
        bind_linear_parse(L, -1, 2, name);
        return bind_read_by(L, 1, BIND_LINEAR_READER);
    }
    if (g->genes) {
        bind_luagame_set(L);
        bind_vector_parse(L, -1, 2, name);
        return bind_read_by(L, 1, BIND_VECTOR_READER);
    }
    bind_tree_read(L, 1, &g->language, 2, name);
    return 1;
}

/* Lazy primitives call one another through C, of which Lua allows only so many:
 * branches are kept shallow enough. */
static void limit_depth(lua_State *L, const LuaGame *g) {
    if (!g->any_lazy) return;
    lua_getfield(L, 2, "adfs");
    lua_Integer most = LUAGAME_LAZY_MAX / (1 + (lua_Integer)bind_length(L, -1));
    lua_pop(L, 1);
    if (bind_integer(L, 2, "max_depth", 1, TREE_DEPTH_MAX) <= most) return;
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 2);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_settable(L, -4);
    }
    bind_set_integer(L, "max_depth", most);
    lua_replace(L, 2);
}

static int m_species(lua_State *L) {
    LuaGame *g = bind_luagame(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    if (g->set || g->genes) {
        bind_luagame_set(L);
        return 1;
    }
    limit_depth(L, g);
    bind_tree_species(L, 1, &g->language, 2);
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, &bind_luagame(L)->language);
    return 1;
}

static int m_facts(lua_State *L) {
    LuaGame *g = bind_luagame(L);
    lua_createtable(L, 0, 3);
    bind_set_count(L, "cases", g->game.cases);
    bind_set_integer(L, "budget", g->budget);
    if (isnan(g->game.max)) return 1;
    bind_set(L, "max", g->game.max);
    return 1;
}

/* alphabet(): what its machines do and see; nil if it has none. */
static int m_alphabet(lua_State *L) {
    const LuaGame *g = bind_luagame(L);
    if (!g->machines) return 0;
    bind_push_alphabet(L, &g->alphabet);
    return 1;
}

/* genes(): the species of its vectors; nil if it has none. */
static int m_genes(lua_State *L) {
    if (!bind_luagame(L)->genes) return 0;
    bind_luagame_set(L);
    return 1;
}

static const luaL_Reg methods[] = {
    { "read", m_read },   { "species", m_species },   { "prims", m_prims },
    { "facts", m_facts }, { "alphabet", m_alphabet }, { "genes", m_genes },
    { NULL, NULL },
};

/* loading(now): is the script of this state being loaded? */
static int f_loading(lua_State *L) {
    luahome_loading(L, lua_toboolean(L, 1));
    return 0;
}

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "loading", f_loading },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "budget", LUAGAME_BUDGET_MAX }, { "cost", LUAGAME_COST_MAX },
    { "memory", LUAGAME_MEMORY_MAX }, { "seconds", LUAGAME_SECONDS_MAX },
    { "rivals", LUAGAME_RIVALS_MAX },
    { NULL, 0 },
};

int open_luagame(lua_State *L);

int open_luagame(lua_State *L) {
    bind_require(L, "ludus.core.tree");
    bind_require(L, "ludus.core.linear");
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_luaplayer(L, CLASS);
    bind_game_class(L, CLASS, "ludus.inspect.trace_luagame");
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
