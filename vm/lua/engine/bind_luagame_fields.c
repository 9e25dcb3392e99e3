/* bind_luagame_fields.c -- what a game declared in Lua is, from the table at
 * stack index 1, in which every field is set and checked. */
#include "bind_luagame.h"

#include <math.h>

#include "base/mem.h"
#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_vector.h"

static LuaHow read_how(lua_State *L, int row) {
    static const char *const names[] = {
        [LUA_STRICT] = "strict", [LUA_LAZY] = "lazy",     [LUA_LAST] = "last",
        [LUA_CHOOSE] = "choose", [LUA_BRANCH] = "branch", [LUA_HOWS] = NULL,
    };
    lua_getfield(L, row, "how");
    LuaHow how = (LuaHow)luaL_checkoption(L, -1, "strict", names);
    lua_pop(L, 1);
    return how;
}

/* One row: { name, arity, help, kind, args = { kinds }, cost, how }. */
static void read_prim(lua_State *L, LuaGame *g) {
    int at = lua_gettop(L);
    Prim *p = luagame_add(g);
    p->name = bind_copy(L, at, "name");
    p->help = bind_copy(L, at, "help");
    p->arity = (uint8_t)bind_integer(L, at, "arity", 0, PRIM_ARGS_MAX);
    p->kind = (uint8_t)bind_integer(L, at, "kind", 0, UINT8_MAX);
    lua_getfield(L, at, "args");
    for (int k = 0; k < p->arity; k++) {
        lua_geti(L, -1, k + 1);
        p->arg_kind[k] = (uint8_t)luaL_checkinteger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    LuaHow how = read_how(L, at);
    luagame_added(g, how,
                  (int32_t)bind_integer(L, at, "cost", 0, LUAGAME_COST_MAX));
}

static void read_prims(lua_State *L, LuaGame *g) {
    lua_getfield(L, 1, "primitives");
    lua_Integer n = luaL_len(L, -1);
    if (n > PRIM_ROWS_MAX)
        luaL_error(L, "at most %d primitives, got %I", PRIM_ROWS_MAX, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        read_prim(L, g);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* constants: a list of { value, kind }. */
static void read_constants(lua_State *L, LuaGame *g) {
    lua_getfield(L, 1, "constants");
    lua_Integer n = luaL_len(L, -1);
    if (n > VOCAB_SYMBOLS_MAX)
        luaL_error(L, "at most %d constants, got %I", VOCAB_SYMBOLS_MAX, n);
    for (lua_Integer i = 0; i < n; i++) {
        lua_geti(L, -1, i + 1);
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);
        luagame_constant(g, luaL_checknumber(L, -2), lua_isinteger(L, -2),
                         (uint8_t)luaL_checkinteger(L, -1));
        lua_pop(L, 3);
    }
    lua_pop(L, 1);
}

static void read_rivals(lua_State *L, LuaGame *g) {
    Err err;
    size_t len;
    lua_getfield(L, 1, "rivals");
    for (lua_Integer i = 1; i <= LUAGAME_RIVALS_MAX; i++) {
        if (lua_geti(L, -1, i) == LUA_TNIL) break;
        const char *text = luaL_tolstring(L, -1, &len);
        char *copy = mem_text(text, len, &err);
        if (!copy) bind_raise(L, &err);
        g->rivals[g->rival_count++] = copy;
        lua_pop(L, 2);
    }
    lua_settop(L, 3);                /* settings, parts, the box */
}

static void read_scores(lua_State *L, LuaGame *g) {
    size_t cases = (size_t)bind_integer(L, 1, "count", 1, UINT32_MAX);
    bool minimise = bind_boolean(L, 1, "minimise");
    bool known = lua_getfield(L, 1, "max") == LUA_TNUMBER;
    luagame_scores(g, cases, minimise, known ? lua_tonumber(L, -1) : NAN);
    lua_pop(L, 1);
}

/* Keeps the species at the top, which is popped, in the box at stack index
 * 3. */
static void keep_species(lua_State *L) {
    lua_newtable(L);
    lua_insert(L, -2);
    lua_setfield(L, -2, "(set)");
    lua_setiuservalue(L, 3, 1);
}

/* A game of linear programs keeps its set. */
static void read_set(lua_State *L, LuaGame *g) {
    if (lua_getfield(L, 1, "set") == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    g->set = bind_linear_set(L, -1)->set;
    g->nested = bind_boolean(L, 1, "nested");
    g->game.class = &luagame_linear_class;
    keep_species(L);
}

/* A game of vectors keeps their species. */
static void read_genes(lua_State *L, LuaGame *g) {
    if (lua_getfield(L, 1, "vectors") == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    g->genes = &bind_vector_species(L, -1)->shape;
    g->plan = bind_boolean(L, 1, "plan");
    g->game.class = &luagame_vector_class;
    keep_species(L);
}

/* A game of machines says what they do and see. */
static void read_alphabet(lua_State *L, LuaGame *g) {
    g->game.class = &luagame_machine_class;
    lua_getfield(L, 1, "alphabet");
    bind_alphabet(L, lua_gettop(L), &g->alphabet);
    lua_pop(L, 1);
}

/* What a case may use. */
static void read_limits(lua_State *L, LuaGame *g) {
    g->node_cost = (int32_t)bind_integer(L, 1, "cost", 0, LUAGAME_COST_MAX);
    g->budget = bind_integer(L, 1, "budget", 1, LUAGAME_BUDGET_MAX);
    g->memory = (size_t)bind_integer(L, 1, "memory", 1, LUAGAME_MEMORY_MAX);
    g->memory <<= 20;
    g->seconds = (int)bind_integer(L, 1, "seconds", 1, LUAGAME_SECONDS_MAX);
    g->repeats = bind_boolean(L, 1, "repeats");
}

void bind_luagame_read(lua_State *L, LuaGame *g) {
    g->machines = bind_boolean(L, 1, "machines");
    if (g->machines) read_alphabet(L, g);
    read_set(L, g);
    read_genes(L, g);
    g->language.game = bind_copy(L, 1, "name");
    read_prims(L, g);
    read_constants(L, g);
    read_rivals(L, g);
    read_scores(L, g);
    read_limits(L, g);
}
