/* bind_rng.c -- ludus.rng: generators for scripts.
 *
 *     local rng = ludus.rng(42)
 *     rng:below(6)  rng:real()  rng:range(-3, 3)  rng:normal()  rng:shuffle(t)
 *     rng:node(program)
 */
#include <string.h>

#include "bind.h"
#include "bind_rng.h"
#include "base/rng.h"

static const char CLASS[] = "ludus.rng";

static Rng *to_rng(lua_State *L) { return luaL_checkudata(L, 1, CLASS); }

static int push(lua_State *L, Rng rng) {
    Rng *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = rng;
    luaL_setmetatable(L, CLASS);
    return 1;
}

void bind_rng_push(lua_State *L, const Rng *rng) { push(L, *rng); }

static int rng_new(lua_State *L) {
    return push(L, rng_seed((uint64_t)luaL_checkinteger(L, 1)));
}

static int rng_keyed(lua_State *L) {
    return push(L, rng_key((uint64_t)luaL_checkinteger(L, 1),
                           (uint64_t)luaL_optinteger(L, 2, 0),
                           (uint64_t)luaL_optinteger(L, 3, 0), RNG_USER));
}

static int m_below(lua_State *L) {
    Rng *rng = to_rng(L);
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_argcheck(L, 0 < n && n <= UINT32_MAX, 2, "must be in 1..2^32-1");
    lua_pushinteger(L, rng_below(rng, (uint32_t)n));
    return 1;
}

static int m_range(lua_State *L) {
    Rng *rng = to_rng(L);
    lua_Integer lo = luaL_checkinteger(L, 2), hi = luaL_checkinteger(L, 3);
    luaL_argcheck(L, lo <= hi, 3, "must not be less than argument #1");
    lua_pushinteger(L, rng_range(rng, lo, hi));
    return 1;
}

static int m_real(lua_State *L) {
    lua_pushnumber(L, rng_real(to_rng(L)));
    return 1;
}

static int m_normal(lua_State *L) {
    lua_pushnumber(L, rng_normal(to_rng(L)));
    return 1;
}

static int m_shuffle(lua_State *L) {
    Rng *rng = to_rng(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    for (lua_Integer i = (lua_Integer)bind_length(L, 2); i > 1; i--) {
        lua_Integer j = (lua_Integer)rng_below(rng, (uint32_t)i) + 1;
        lua_geti(L, 2, i);
        lua_geti(L, 2, j);
        lua_seti(L, 2, i);
        lua_seti(L, 2, j);
    }
    lua_settop(L, 2);
    return 1;
}

/* node(program): the number of one of its nodes. node(program, subtree): of one
 * in whose place the subtree may stand, or nil. */
static int m_node(lua_State *L) {
    Rng *rng = to_rng(L);
    luaL_checkany(L, 2);
    lua_Integer n = luaL_len(L, 2);
    luaL_argcheck(L, n >= 1 && n <= UINT32_MAX, 2, "has no nodes");
    if (lua_isnoneornil(L, 3)) {
        lua_pushinteger(L, (lua_Integer)rng_below(rng, (uint32_t)n) + 1);
        return 1;
    }
    lua_getfield(L, 2, "places");
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_call(L, 2, 1);
    n = luaL_len(L, -1);
    if (n == 0) return 0;
    lua_geti(L, -1, (lua_Integer)rng_below(rng, (uint32_t)n) + 1);
    return 1;
}

/* The state as a string, and a generator from such a string: checkpoints. */
static int m_state(lua_State *L) {
    lua_pushlstring(L, (const char *)to_rng(L), sizeof(Rng));
    return 1;
}

static int rng_restore(lua_State *L) {
    size_t len;
    const char *state = luaL_checklstring(L, 1, &len);
    luaL_argcheck(L, len == sizeof(Rng), 1, "is not the state of a generator");
    Rng rng;
    memcpy(&rng, state, sizeof rng);
    luaL_argcheck(L, rng.s[0] || rng.s[1] || rng.s[2] || rng.s[3], 1,
                  "is not the state of a generator");
    return push(L, rng);
}

static const luaL_Reg methods[] = {
    { "below", m_below },     { "range", m_range },   { "real", m_real },
    { "normal", m_normal },   { "shuffle", m_shuffle },
    { "node", m_node },       { "state", m_state },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", rng_new },
    { "keyed", rng_keyed },
    { "restore", rng_restore },
    { NULL, NULL },
};

int open_rng(lua_State *L);

int open_rng(lua_State *L) {
    bind_class(L, CLASS, methods, bind_none);
    luaL_newlib(L, functions);
    return 1;
}
