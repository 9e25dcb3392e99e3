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

void bind_luagame_set(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_getfield(L, -1, "(set)");
    lua_remove(L, -2);
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

/* new(settings, parts): the game. */
static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    Box *box = bind_box(L, CLASS, luagame_free);
    Err err;
    LuaGame *g = box->object = luagame_new(&err);
    if (!g) return bind_raise(L, &err);
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
    g->changes = bind_copy(L, 1, "changes");
    g->home.key = bind_copy(L, 1, "key");
    g->home.script = bind_copy(L, 1, "script");
    g->home.source = bind_copy(L, 1, "source");
    lua_pushvalue(L, 2);
    return luahome_init(&g->home, L, &err) ? 1 : bind_raise(L, &err);
}

/* ---- methods ------------------------------------------------------------ */

LuaGame *bind_luagame(lua_State *L) { return bind_object(L, 1, CLASS); }

static int read_machine(lua_State *L, const LuaGame *g, const char *name) {
    Source text = { .name = name };
    MachineRoom room;
    Err err;
    text.text = luaL_checklstring(L, 2, &text.len);
    if (!machine_parse_for(&g->alphabet, &room.m, &text, &err))
        return bind_raise(L, &err);
    bind_require(L, "ludus.core.machine");
    bind_push_machine_of(L, &g->alphabet, &room.m);
    return 1;
}

static int m_read(lua_State *L) {
    const char *name = luaL_optstring(L, 3, "(text)");
    if (bind_luagame(L)->machines)
        return read_machine(L, bind_luagame(L), name);
    if (bind_luagame(L)->set) {
        bind_luagame_set(L);
        bind_linear_parse(L, -1, 2, name);
        return 1;
    }
    if (bind_luagame(L)->genes) {
        bind_luagame_set(L);
        bind_vector_parse(L, -1, 2, name);
        return 1;
    }
    bind_tree_read(L, 1, &bind_luagame(L)->language, 2, name);
    return 1;
}

/* Lazy primitives call one another through C, of which Lua allows only so many:
 * branches are kept shallow enough. */
static void limit_depth(lua_State *L, const LuaGame *g) {
    if (!g->any_lazy) return;
    lua_getfield(L, 2, "adfs");
    lua_Integer most = LUAGAME_LAZY_MAX / (1 + luaL_len(L, -1));
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
