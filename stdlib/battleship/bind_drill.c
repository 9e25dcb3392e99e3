/* bind_drill.c -- ludus.core.battleship.drill: programs scored on saved games,
 * and what descents need besides: a pool of threads, and fleet and set, which
 * are borrowed and kept by the user value.
 */
#include "bind_drill.h"

#include <string.h>

#include "lua/program/bind_linear.h"
#include "battleship/sink/descent.h"

enum { KEEP_FLEET = 1, KEEP_SET, KEEP_POOL };

/* ---- what both share ----------------------------------------------------- */

Pool *bind_drill_keep(lua_State *L) {
    lua_createtable(L, 3, 0);
    for (int i = KEEP_FLEET; i <= KEEP_SET; i++) {
        lua_pushvalue(L, i);
        lua_seti(L, -2, i);
    }
    Pool *pool = bind_pool(L, luaL_checkinteger(L, 5));
    lua_seti(L, -2, KEEP_POOL);
    lua_setiuservalue(L, -2, 1);
    return pool;
}

Pool *bind_drill_pool(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, KEEP_POOL);
    Box *box = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return box->object;
}

void bind_drill_program(lua_State *L, const uint8_t *code, size_t bytes) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, KEEP_SET);
    memcpy(bind_linear_new(L, -1), code, bytes);
}

DrillGame *bind_drill_games(lua_State *L, const Fleet *fleet, lua_Integer most,
                            size_t *n) {
    const Placement *placement = bind_placement(L, 3);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    uint64_t first = (uint64_t)luaL_checkinteger(L, 5);
    lua_Integer count = luaL_checkinteger(L, 6);
    luaL_argcheck(L, count >= 1 && count <= most, 6, "too many or no games");
    *n = (size_t)count;
    DrillGame *games = bind_memory(L, *n, sizeof *games);
    drill_games(fleet, placement, seed, first, *n, games);
    return games;
}

/* ---- scores ------------------------------------------------------------- */

/* score(fleet, player, placement, seed, first, games): mean shots of a
 * program's player over games of the drill. */
static int f_score(lua_State *L) {
    lua_settop(L, 6);
    const Fleet *fleet = bind_fleet(L, 1);
    Shooter s;
    size_t n;
    bind_shooter(L, 2, fleet, &s, NULL);
    luaL_argcheck(L, s.kind == SHOOTER_PROGRAM, 2, "must be a program");
    DrillGame *games = bind_drill_games(L, fleet, DRILL_GAMES_MAX, &n);
    lua_pushnumber(L, drill_score(fleet, s.set, &s, games, n, s.code));
    return 1;
}

static const luaL_Reg functions[] = { { "score", f_score }, { NULL, NULL } };

static const BindLimit limits[] = {
    { "population", DRILL_POPULATION_MAX }, { "games", DRILL_GAMES_MAX },
    { "lines", DESCENT_LINES_MAX },         { "length", LINEAR_LINES_MAX },
    { "descent_games", DESCENT_GAMES_MAX },
    { NULL, 0 },
};

void bind_drill(lua_State *L) {
    luaL_newlib(L, functions);
    bind_descent(L);
    bind_limits(L, limits);
}
