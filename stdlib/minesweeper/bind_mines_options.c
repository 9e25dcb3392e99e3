/* bind_mines_options.c -- the options of a game, from a table in which every
 * field is set. */
#include <string.h>

#include "bind_minesweeper.h"

static int32_t number32(lua_State *L, const char *field) {
    return (int32_t)bind_integer(L, 1, field, INT32_MIN, INT32_MAX);
}

static int small(lua_State *L, const char *field) {
    return (int)bind_integer(L, 1, field, INT32_MIN, INT32_MAX);
}

/* cases = "all" or a number of random ones. */
static void read_cases(lua_State *L, MinesOptions *o) {
    o->all = lua_getfield(L, 1, "cases") == LUA_TSTRING &&
             strcmp(lua_tostring(L, -1), "all") == 0;
    lua_pop(L, 1);
    if (!o->all) o->sample = small(L, "cases");
}

/* unc_old = "argument" or a number. */
static void read_unc_old(lua_State *L, MinesRules *r) {
    r->unc_argument = lua_getfield(L, 1, "unc_old") == LUA_TSTRING;
    lua_pop(L, 1);
    if (!r->unc_argument) r->unc_old = number32(L, "unc_old");
}

/* num_marked = "covered" or a number. */
static void read_num_marked(lua_State *L, MinesRules *r) {
    r->sees_marks = lua_getfield(L, 1, "num_marked") != LUA_TSTRING;
    lua_pop(L, 1);
    if (r->sees_marks) r->num_marked = number32(L, "num_marked");
}

/* repeats = false, true (until the game is over) or a number of calls. */
static uint32_t read_calls(lua_State *L) {
    lua_getfield(L, 1, "repeats");
    bool is_truth = lua_isboolean(L, -1), all = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (is_truth) return all ? MINES_BUDGET_MAX : 1;
    return (uint32_t)bind_integer(L, 1, "repeats", 1, MINES_BUDGET_MAX);
}

static MinesTruth read_truth(lua_State *L) {
    const char *name = bind_string(L, 1, "truth");
    return strcmp(name, "nonzero") == 0    ? TRUTH_NONZERO
           : strcmp(name, "positive") == 0 ? TRUTH_POSITIVE
                                           : TRUTH_ONE;
}

/* Optional primitives are the rows from MINES on. */
static const char *extra_name(int op) {
    return mines_prims[op - OP_FIRST_PRIM].name;
}

static uint64_t extra_bit(lua_State *L, const char *name) {
    for (int op = MINES_MINES; op < MINES_OP_COUNT; op++)
        if (strcmp(extra_name(op), name) == 0) return UINT64_C(1) << op;
    luaL_Buffer known;
    luaL_buffinit(L, &known);
    for (int op = MINES_MINES; op < MINES_OP_COUNT; op++) {
        luaL_addstring(&known, op == MINES_MINES          ? ""
                               : op == MINES_OP_COUNT - 1 ? " and "
                                                          : ", ");
        luaL_addstring(&known, extra_name(op));
    }
    luaL_pushresult(&known);
    luaL_error(L, "field 'extras': unknown primitive '%s'; there are %s", name,
               lua_tostring(L, -1));
    return 0;
}

static uint64_t read_extras(lua_State *L) {
    uint64_t bits = 0;
    lua_getfield(L, 1, "extras");
    luaL_checktype(L, -1, LUA_TTABLE);
    for (lua_Integer i = 1; lua_geti(L, -1, i) != LUA_TNIL; i++) {
        bits |= extra_bit(L, luaL_checkstring(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    return bits;
}

MinesOptions bind_mines_options(lua_State *L) {
    MinesOptions o = mines_options();
    o.rows = small(L, "rows");
    o.cols = small(L, "cols");
    o.mines = small(L, "mines");
    read_cases(L, &o);
    o.case_seed = (uint64_t)bind_integer(L, 1, "case_seed", LUA_MININTEGER,
                                         LUA_MAXINTEGER);
    o.budget = bind_integer(L, 1, "budget", 0, MINES_BUDGET_MAX);
    o.extras = read_extras(L);
    o.engine = (MinesEngine)mines_engine_find(bind_string(L, 1, "engine"));
    o.rules.wrap = bind_boolean(L, 1, "wrap");
    o.rules.protect = bind_boolean(L, 1, "protect");
    o.rules.flood = bind_boolean(L, 1, "flood");
    o.rules.first = (MinesFirst)mines_first_find(bind_string(L, 1, "first"));
    o.rules.calls = read_calls(L);
    o.rules.truth = read_truth(L);
    o.rules.mov = number32(L, "mov");
    o.rules.unc_new = number32(L, "unc_new");
    read_unc_old(L, &o.rules);
    o.rules.mrk = number32(L, "mrk");
    o.rules.unmrk = number32(L, "unmrk");
    o.rules.num_covered = number32(L, "num_covered");
    read_num_marked(L, &o.rules);
    o.rules.sweep = bind_boolean(L, 1, "sweep");
    o.rules.idle_limit = number32(L, "idle_limit");
    o.rules.iter_limit = number32(L, "iter_limit");
    o.rules.registers = number32(L, "registers");
    return o;
}

void bind_mines_extras(lua_State *L) {
    lua_newtable(L);
    for (int op = MINES_MINES; op < MINES_OP_COUNT; op++) {
        lua_pushstring(L, extra_name(op));
        lua_seti(L, -2, op - MINES_MINES + 1);
    }
}
