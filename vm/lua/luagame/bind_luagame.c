/* bind_luagame.c -- games declared in Lua: ludus.game wraps it.
 *
 * new() takes a table in which every field is set and every row of a
 * primitive is checked; game.lua does both. The functions stay in Lua (see
 * bind_luaplay.c); what is kept here is plain data, which all threads share.
 */
#include "lua/bind_game.h"
#include "bind_luagame.h"
#include "lua/bind_sandbox.h"

#include <math.h>
#include <string.h>

#include "lua/bind_linear.h"
#include "lua/bind_machine.h"
#include "base/mem.h"

static const char CLASS[]  = "ludus.game";
static const char PLAYER[] = "ludus.game.player";

/* ---- making ------------------------------------------------------------- */

static void luagame_free(void *object) {
    LuaGame *g = object;
    if (!g) return;
    if (g->home && g->home_parts != LUA_NOREF)
        luaL_unref(g->home, LUA_REGISTRYINDEX, g->home_parts);
    for (size_t i = 0; i < g->language.prim_count; i++) {
        mem_free((void *)(uintptr_t)g->prims[i].name);
        mem_free((void *)(uintptr_t)g->prims[i].help);
    }
    for (size_t i = 0; i < g->rival_count; i++) mem_free(g->rivals[i]);
    mem_free((void *)(uintptr_t)g->language.game);
    mem_free(g->script);
    mem_free(g->source);
    mem_free(g->key);
    mem_free(g->changes);
    luahome_leave(g->turn);
    mem_free(g);
}

/* A copy of the string field of the table at `table`; NULL if it is absent. */
static char *text_field(lua_State *L, int table, const char *field) {
    size_t len;
    lua_getfield(L, table, field);
    const char *s = lua_tolstring(L, -1, &len);
    Err err;
    char *copy = s ? mem_text(s, len, &err) : NULL;
    lua_pop(L, 1);
    if (s && !copy) bind_raise(L, &err);
    return copy;
}

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
    size_t i = g->language.prim_count;
    Prim *p = &g->prims[i];
    g->language.prim_count++;
    p->name = text_field(L, at, "name");
    p->help = text_field(L, at, "help");
    p->arity = (uint8_t)bind_integer(L, at, "arity", 0, PRIM_ARGS_MAX);
    p->kind = (uint8_t)bind_integer(L, at, "kind", 0, UINT8_MAX);
    lua_getfield(L, at, "args");
    for (int k = 0; k < p->arity; k++) {
        lua_geti(L, -1, k + 1);
        p->arg_kind[k] = (uint8_t)luaL_checkinteger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    g->cost[i] = (int32_t)bind_integer(L, at, "cost", 0, LUAGAME_COST_MAX);
    g->how[i] = read_how(L, at);
    g->any_lazy = g->any_lazy || g->how[i] == LUA_LAZY;
    g->any_skips = g->any_skips ||
                   (g->how[i] != LUA_STRICT && g->how[i] != LUA_LAST);
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
    g->language.prims = g->prims;
    g->language.enabled = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
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
        double value = g->constants[i] = luaL_checknumber(L, -2);
        g->whole[i] = lua_isinteger(L, -2) && fabs(value) <= 0x1p53;
        g->constant_kind[i] = (uint8_t)luaL_checkinteger(L, -1);
        lua_pop(L, 3);
    }
    lua_pop(L, 1);
    g->language.constants = g->constants;
    g->language.constant_kind = g->constant_kind;
    g->language.constant_count = (size_t)n;
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
    g->game.cases = (size_t)bind_integer(L, 1, "count", 1, UINT32_MAX);
    if (g->rival_count) g->game.cases *= 2 * g->rival_count;
    g->minimise = g->game.minimise = bind_boolean(L, 1, "minimise");
    g->case_max = NAN;
    if (lua_getfield(L, 1, "max") == LUA_TNUMBER)
        g->case_max = lua_tonumber(L, -1);
    lua_pop(L, 1);
    g->game.max = g->minimise ? NAN : g->case_max * (double)g->game.cases;
}

/* A game of linear programs keeps its set, in the box at stack index 3. */
static void read_set(lua_State *L, LuaGame *g) {
    if (lua_getfield(L, 1, "set") == LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    g->set = bind_linear_set(L, -1)->set;
    g->nested = bind_boolean(L, 1, "nested");
    g->game.class = &luagame_linear_class;
    lua_newtable(L);
    lua_insert(L, -2);
    lua_setfield(L, -2, "(set)");
    lua_setiuservalue(L, 3, 1);
}

/* Pushes the set of the game at stack index 1. */
static void push_set(lua_State *L) {
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
    LuaGame *g = box->object = mem_new(1, sizeof *g, &err);
    if (!g || !(g->turn = mem_new(1, sizeof *g->turn, &err)))
        return bind_raise(L, &err);
    g->turn->users = 1;
    g->home_parts = LUA_NOREF;
    g->machines = bind_boolean(L, 1, "machines");
    g->game.class = g->machines ? &luagame_machine_class : &luagame_class;
    read_set(L, g);
    g->language.game = text_field(L, 1, "name");
    read_prims(L, g);
    read_constants(L, g);
    read_rivals(L, g);
    read_scores(L, g);
    g->node_cost = (int32_t)bind_integer(L, 1, "cost", 0, LUAGAME_COST_MAX);
    g->budget = bind_integer(L, 1, "budget", 1, LUAGAME_BUDGET_MAX);
    g->memory = (size_t)bind_integer(L, 1, "memory", 1, LUAGAME_MEMORY_MAX);
    g->memory <<= 20;
    g->seconds = (int)bind_integer(L, 1, "seconds", 1, LUAGAME_SECONDS_MAX);
    g->repeats = bind_boolean(L, 1, "repeats");
    g->key = text_field(L, 1, "key");
    g->changes = text_field(L, 1, "changes");
    g->script = text_field(L, 1, "script");
    g->source = text_field(L, 1, "source");
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    g->home = lua_tothread(L, -1);
    g->sandbox = sandbox_get(L);
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    g->home_parts = luaL_ref(L, LUA_REGISTRYINDEX);
    return 1;
}

/* ---- methods ------------------------------------------------------------ */

static LuaGame *to_game(lua_State *L) { return bind_object(L, 1, CLASS); }

/* Machines are read by their own module. */
static int read_machine(lua_State *L) {
    lua_settop(L, 3);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.core.machine");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "parse");
    lua_pushvalue(L, 2);
    lua_pushstring(L, luaL_optstring(L, 3, "(text)"));
    lua_call(L, 2, 1);
    return 1;
}

/* Pushes the linear program whose text is at stack index `at`. */
static int read_linear(lua_State *L, int at, const char *name) {
    Source text = { .name = name };
    text.text = luaL_checklstring(L, at, &text.len);
    push_set(L);
    uint8_t *code = bind_linear_new(L, -1);
    Err err;
    if (!linear_parse(to_game(L)->set, &text, code, &err))
        return bind_raise(L, &err);
    lua_remove(L, -2);
    return 1;
}

static int m_read(lua_State *L) {
    if (to_game(L)->machines) return read_machine(L);
    const char *name = luaL_optstring(L, 3, "(text)");
    if (to_game(L)->set) return read_linear(L, 2, name);
    bind_tree_read(L, 1, &to_game(L)->language, 2, name);
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
    LuaGame *g = to_game(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    if (g->set) {
        push_set(L);
        return 1;
    }
    limit_depth(L, g);
    bind_tree_species(L, 1, &g->language, 2);
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, &to_game(L)->language);
    return 1;
}

static int m_facts(lua_State *L) {
    LuaGame *g = to_game(L);
    lua_createtable(L, 0, 3);
    bind_set_count(L, "cases", g->game.cases);
    bind_set_integer(L, "budget", g->budget);
    if (isnan(g->game.max)) return 1;
    bind_set(L, "max", g->game.max);
    return 1;
}

/* The game's player of this state, made when it is first needed. */
static LuaPlayer *push_player(lua_State *L, const LuaGame *g) {
    if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, 1);
    }
    if (g->script && lua_getfield(L, -1, "(player)") != LUA_TNIL) {
        lua_remove(L, -2);
        return bind_object(L, -1, PLAYER);
    }
    if (g->script) lua_pop(L, 1);
    Box *box = bind_box(L, PLAYER, luaplayer_free);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = luaplayer_new(g, &err);
    if (!box->object) bind_raise(L, &err);
    if (g->script) {
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "(player)");
    }
    lua_remove(L, -2);
    return box->object;
}

/* A player in the home state is given back at once: evolution may need it. */
static void give_back(lua_State *L, const LuaGame *g, int player) {
    if (g->script) return;
    Box *box = lua_touserdata(L, player);
    luaplayer_free(box->object);
    box->object = NULL;
}

static void push_case(lua_State *L, const LuaCase *one) {
    lua_createtable(L, 0, 3);
    bind_set(L, "raw", one->raw);
    bind_set(L, "steps", (double)one->steps);
    bind_set_boolean(L, "won", one->won);
}

static void push_one(lua_State *L, const void *each, size_t i) {
    push_case(L, (const LuaCase *)each + i);
}

static void push_score(lua_State *L, const LuaGame *g, const LuaCase *each) {
    Score total = luagame_total(g, each);
    bind_score(L, &total, g->game.max);
    bind_set(L, "won", total.hits);
    bind_cases(L, g->game.cases, each, push_one);
}

/* The cases first..last, and room for how each went. */
typedef struct LuaCases {
    size_t   first, last;
    LuaCase *each;
} LuaCases;

/* Plays cases of the program at stack index 2; raises what went wrong. */
static void play(lua_State *L, const LuaGame *g, LuaPlayer *p, int player,
                 LuaCases cases) {
    Err err;
    bool ok = true;
    if (g->machines) {
        ok = luaplayer_machine(p, bind_machine(L, 2), &err);
    } else if (g->set) {
        ok = luaplayer_linear(p, bind_linear(L, 2, NULL), &err);
    } else {
        Tree tree = bind_tree(L, 2);
        ok = luaplayer_program(p, &tree, &err);
    }
    for (size_t i = cases.first; ok && i <= cases.last; i++)
        ok = luaplayer_case(p, i, &cases.each[i - cases.first], &err);
    if (ok) return;
    luaplayer_tally(p, NULL);        /* whoever counts is left by the error */
    give_back(L, g, player);
    bind_raise(L, &err);
}

/* Puts the program of argument 2, in this game's language, into its place. */
static LuaGame *check_program(lua_State *L) {
    LuaGame *g = to_game(L);
    if (g->machines) {
        bind_machine(L, 2);
    } else if (g->set) {
        const LinearSet *set;
        bind_linear(L, 2, &set);
        if (set == g->set) return g;
        luaL_tolstring(L, 2, NULL);  /* another game's: read it in this set */
        read_linear(L, -1, "program");
        lua_replace(L, 2);
        lua_pop(L, 1);
    } else {
        bind_tree_for(L, 2, 1, &g->language);
        lua_replace(L, 2);
    }
    return g;
}

/* score(program): a table of totals, and of `cases` in order. */
static int m_score(lua_State *L) {
    LuaGame *g = check_program(L);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    play(L, g, p, player, (LuaCases){ 0, g->game.cases - 1, each });
    push_score(L, g, each);
    give_back(L, g, player);
    return 1;
}

/* play(program, case): one case, with a picture if the game shows one. */
static int m_play(lua_State *L) {
    lua_settop(L, 3);
    LuaGame *g = check_program(L);
    size_t i = lua_isnoneornil(L, 3) ? 0
                                     : bind_place(L, 3, "case", g->game.cases);
    Buf *picture = bind_buf(L);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    LuaCase one;
    play(L, g, p, player, (LuaCases){ i, i, &one });
    Err err;
    bool ok = luaplayer_show(p, picture, &err);
    give_back(L, g, player);
    if (!ok) return bind_raise(L, &err);
    push_case(L, &one);
    if (picture->len) {
        bind_set_text(L, "picture", buf_get(picture));
    }
    return 1;
}

/* tally(program): a list of { name, calls, seconds } of the game's
 * functions. */
static int m_tally(lua_State *L) {
    LuaGame *g = check_program(L);
    size_t rows = PRIM_ROWS_MAX + LUA_PARTS;
    LuaTally *tally = lua_newuserdatauv(L, rows * sizeof *tally, 0);
    memset(tally, 0, rows * sizeof *tally);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    luaplayer_tally(p, tally);
    play(L, g, p, player, (LuaCases){ 0, g->game.cases - 1, each });
    luaplayer_tally(p, NULL);
    give_back(L, g, player);
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < rows; i++) {
        if (!tally[i].calls) continue;
        lua_createtable(L, 0, 3);
        lua_pushstring(L, i < PRIM_ROWS_MAX ? g->prims[i].name
                                            : luagame_parts[i - PRIM_ROWS_MAX]);
        lua_setfield(L, -2, "name");
        bind_set(L, "calls", (double)tally[i].calls);
        bind_set_number(L, "seconds", tally[i].seconds);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

static const luaL_Reg methods[] = {
    { "read", m_read },   { "species", m_species }, { "prims", m_prims },
    { "facts", m_facts }, { "score", m_score },     { "play", m_play },
    { "tally", m_tally }, { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
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
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, "ludus.inspect.trace_luagame");
    bind_class(L, PLAYER, bind_none, bind_boxed);
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
