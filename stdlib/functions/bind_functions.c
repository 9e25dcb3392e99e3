/* bind_functions.c -- ludus.core.functions: test functions as games. */
#include "lua/engine/bind_game.h"
#include "lua/program/bind_vector.h"
#include "base/clock.h"
#include "functions.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.function";

static int f_new(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    FunctionGame *g = box->object = mem_new(1, sizeof *g, &err);
    if (!g || !functions_init(g, name, &err)) return bind_raise(L, &err);
    return 1;
}

/* score(vector): the standardized score. */
static int m_score(lua_State *L) {
    FunctionGame *g = bind_object(L, 1, CLASS);
    const VectorSpecies *species;
    const void *genome = bind_vector(L, 2, &species);
    Score score;
    Err err;
    if (!g->game.class->score(&g->game, &species->shape, NULL, genome, &score,
                              &err))
        return bind_raise(L, &err);
    lua_pushnumber(L, score.standardized);
    return 1;
}

/* minimal(seed, generations, runs): evaluations, seconds and the last best. */
static int f_minimal(lua_State *L) {
    lua_Integer seed = luaL_checkinteger(L, 1), runs = luaL_checkinteger(L, 3);
    int generations = (int)luaL_checkinteger(L, 2), best = 0;
    uint64_t n = 0;
    double start = clock_thread();
    for (lua_Integer i = 0; i < runs; i++)
        n += minimal_loop((uint64_t)(seed + i), generations, &best);
    lua_pushinteger(L, (lua_Integer)n);
    lua_pushnumber(L, clock_thread() - start);
    lua_pushinteger(L, best);
    return 3;
}

static const luaL_Reg methods[] = { { "score", m_score }, { NULL, NULL } };

static const luaL_Reg exports[] = {
    { "new", f_new },
    { "minimal", f_minimal },
    { NULL, NULL },
};

int open_functions(lua_State *L);

int open_functions(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, NULL);
    luaL_newlib(L, exports);
    lua_newtable(L);
    for (int i = 0; functions[i].name; i++) {
        lua_createtable(L, 0, 3);
        bind_set_text(L, "name", functions[i].name);
        bind_set_text(L, "help", functions[i].help);
        bind_set_text(L, "type",
                      functions[i].type == VECTOR_BITS ? "bits" : "reals");
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "rows");
    return 1;
}
