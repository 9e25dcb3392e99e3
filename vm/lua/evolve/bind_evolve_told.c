/* bind_evolve_told.c -- scores from outside: pending() gives the programs that
 * wait, tell(scores) takes one for each, birth(i, plan) says how one was made.
 */
#include "bind_evolve.h"

#include <math.h>

#include "lua/program/bind_genome.h"

/* pending(): the programs that wait for a score. */
static int m_pending(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    int species = bind_evolve_species(L);
    size_t n = evolve_waiting(e);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_genome_push(L, species, evolve_waiting_genome(e, i));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static double number_field(lua_State *L, const char *field, double otherwise) {
    double x = lua_getfield(L, -1, field) == LUA_TNUMBER ? lua_tonumber(L, -1)
                                                         : otherwise;
    lua_pop(L, 1);
    return x;
}

/* A score from Lua: a number is the standardized score; or a table. */
static Score read_score(lua_State *L, lua_Integer i) {
    if (lua_type(L, -1) == LUA_TNUMBER) {
        double x = lua_tonumber(L, -1);
        return (Score){ .raw = -x, .standardized = x };
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "score %d: expected a number or a table, got %s", (int)i,
                   luaL_typename(L, -1));
    double x = number_field(L, "standardized", NAN);
    return (Score){ .raw = number_field(L, "raw", -x), .standardized = x };
}

/* tell(scores): one for each that waits, in order. */
static int m_tell(lua_State *L) {
    Evolution *e = bind_evolve_idle(L);
    bind_evolve_started(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t n = evolve_waiting(e);
    if ((size_t)luaL_len(L, 2) != n)
        return luaL_error(L, "expected %d scores, got %d", (int)n,
                          (int)luaL_len(L, 2));
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        evolve_tell(e, i, read_score(L, (lua_Integer)i + 1));
        lua_pop(L, 1);
    }
    return 0;
}

/* birth(i, plan): how the i-th that waits was made, or nil for first ones. */
static int m_birth(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= evolve_waiting(e), 2,
                  "no such child");
    const Plan *plan = bind_evolve_plan(L, 3, false);
    char *spare[EVOLVE_SPARES + 1];
    for (int k = 0; k <= EVOLVE_SPARES; k++)
        spare[k] = bind_genome_new(L, evolve_species(e));
    Birth birth;
    Made made;
    if (!evolve_waiting_birth(e, plan, (size_t)i - 1, spare, &birth, &made))
        return 0;
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", birth.vary + 1);
    bind_set_integer(L, "mother", birth.parent[0] + 1);
    if (made.crossed) bind_set_integer(L, "father", birth.parent[1] + 1);
    bind_set_integer(L, "at", made.origin.at[0]);
    bind_set_integer(L, "length", made.origin.len[1]);
    return 1;
}

const luaL_Reg bind_evolve_told[] = {
    { "pending", m_pending },
    { "tell", m_tell },
    { "birth", m_birth },
    { NULL, NULL },
};
