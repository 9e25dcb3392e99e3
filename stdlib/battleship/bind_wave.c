/* bind_wave.c -- the captain's waves for Lua.
 *
 *     core.fit(fleet, density, generations, seed, harmonics)
 *     core.correlation(x, y)
 */
#include "bind_battleship.h"

#include "battleship/aim/wave.h"

static const char TABLE[] = "ludus.battleship.table";

static void free_table(void *table) { wave_table_free(table); }

WaveTable *bind_wave_table(lua_State *L, const Fleet *fleet) {
    Box *box = bind_box(L, TABLE, free_table);
    Err err;
    box->object = wave_table_new(fleet->cells, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

void bind_floats(lua_State *L, const float *x, int n) {
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_pushnumber(L, (double)x[i]);
        lua_seti(L, -2, i + 1);
    }
}

/* fit(fleet, density, generations, seed, harmonics): values of the best wave,
 * its correlation after each generation, and that of as many of the strongest
 * harmonics themselves. */
static int f_fit(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    int n = fleet->cells;
    float target[CELLS_MAX], value[CELLS_MAX];
    luaL_checktype(L, 2, LUA_TTABLE);
    for (int i = 0; i < n; i++) {
        lua_geti(L, 2, i + 1);
        target[i] = (float)luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    lua_Integer generations = luaL_checkinteger(L, 3);
    luaL_argcheck(L, generations >= 0 && generations <= 100000, 3,
                  "must be 0 to 100000");
    Rng rng = rng_key((uint64_t)luaL_checkinteger(L, 4), 0, 0, RNG_BREED);
    lua_Integer harmonics = luaL_optinteger(L, 5, WAVE_HARMONICS);
    luaL_argcheck(L, harmonics >= 1 && harmonics <= WAVE_HARMONICS, 5,
                  "must be 1 to 5");
    WaveTable *table = bind_wave_table(L, fleet);
    wave_table_keep(table, (int)harmonics);
    WavePool *pool = bind_memory(L, 1, sizeof *pool);
    wave_start(table, &rng, pool);
    lua_newtable(L);
    int curve = lua_gettop(L);
    for (lua_Integer g = 0; g <= generations; g++) {
        wave_breed(table, &rng, target, g > 0, 0.25, pool);
        lua_pushnumber(L, (double)pool->fitness[0]);
        lua_seti(L, curve, g + 1);
    }
    Wave best;
    wave_reduce(table, target, &best);
    wave_values(table, &pool->gene[0], value);
    bind_floats(L, value, n);
    lua_pushvalue(L, curve);
    wave_values(table, &best, value);
    lua_pushnumber(L, (double)wave_correlation(value, target, n));
    return 3;
}

/* correlation(x, y): of two lists. */
static int f_correlation(lua_State *L) {
    float curve[2][CELLS_MAX];
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n >= 1 && n <= CELLS_MAX && luaL_len(L, 2) == n, 2,
                  "must be as long as the first, at most 128");
    for (int k = 0; k < 2; k++)
        for (lua_Integer i = 0; i < n; i++) {
            lua_geti(L, k + 1, i + 1);
            curve[k][i] = (float)luaL_checknumber(L, -1);
            lua_pop(L, 1);
        }
    lua_pushnumber(L, (double)wave_correlation(curve[0], curve[1], (int)n));
    return 1;
}

void bind_wave(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "fit", f_fit },
        { "correlation", f_correlation },
        { NULL, NULL },
    };
    bind_class(L, TABLE, bind_none, bind_boxed);
    luaL_setfuncs(L, functions, 0);
}
