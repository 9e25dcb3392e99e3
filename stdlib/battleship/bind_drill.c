/* bind_drill.c -- ludus.core.battleship.drill: programs evolved on saved games.
 *
 *     local drill = core.drill(fleet, set, options, seed, threads)
 *     drill:round(player, "random", seed, first, games, breed)  --> best, tenth
 *
 * A C object and its pool of threads; it borrows fleet and set, which the user
 * value keeps.
 */
#include "bind_drill.h"

#include <string.h>

#include "lua/program/bind_linear.h"
#include "battleship/sink/descent.h"

static const char DRILL[] = "ludus.battleship.drill";

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

/* ---- drills -------------------------------------------------------------- */

static void free_drill(void *object) { drill_free(object); }

/* drill(fleet, set, options, seed, threads) */
static int f_drill(lua_State *L) {
    DrillOptions options = {
        .population = (int)bind_integer(L, 3, "population", 2,
                                        DRILL_POPULATION_MAX),
        .kept = (int)bind_integer(L, 3, "kept", 1, DRILL_POPULATION_MAX),
        .mutation = bind_number(L, 3, "mutation"),
    };
    const Fleet *fleet = bind_fleet(L, 1);
    const LinearSet *set = bind_linear_set(L, 2)->set;
    Box *box = bind_box(L, DRILL, free_drill);
    bind_drill_keep(L);
    Err err;
    box->object = drill_new(fleet, set, &options,
                            (uint64_t)luaL_checkinteger(L, 4), &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* round(player, placement, seed, first, games, breed): ranks the programs on
 * games first.. of the seed, then breeds if `breed` is a round's number; best
 * score and mean score of the best tenth. */
static int m_round(lua_State *L) {
    lua_settop(L, 7);
    Drill *d = bind_object(L, 1, DRILL);
    size_t n;
    Shooter shooter;
    bind_shooter(L, 2, d->fleet, &shooter, NULL);
    DrillGame *games = bind_drill_games(L, d->fleet, DRILL_GAMES_MAX, &n);
    drill_rank(d, bind_drill_pool(L), &shooter, games, n);
    lua_pushnumber(L, d->score[0]);
    lua_pushnumber(L, drill_best_tenth(d));
    if (!lua_isnil(L, 7))
        drill_breed(d, (uint64_t)luaL_checkinteger(L, 4),
                    (uint64_t)luaL_checkinteger(L, 7));
    return 2;
}

/* program(i): the i-th best of the last ranking, and its score then. */
static int m_program(lua_State *L) {
    const Drill *d = bind_object(L, 1, DRILL);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= d->options.population, 2,
                  "no such program");
    bind_drill_program(L, drill_code(d, (int)i - 1), d->bytes);
    lua_pushnumber(L, d->score[i - 1]);
    return 2;
}

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

static const luaL_Reg drill_methods[] = {
    { "round", m_round }, { "program", m_program }, { NULL, NULL },
};
static const luaL_Reg functions[] = {
    { "drill", f_drill }, { "score", f_score }, { NULL, NULL },
};

static const BindLimit limits[] = {
    { "population", DRILL_POPULATION_MAX }, { "games", DRILL_GAMES_MAX },
    { "lines", DESCENT_LINES_MAX },         { "length", LINEAR_LINES_MAX },
    { "descent_games", DESCENT_GAMES_MAX },
    { NULL, 0 },
};

void bind_drill(lua_State *L) {
    bind_class(L, DRILL, drill_methods, bind_boxed);
    luaL_newlib(L, functions);
    bind_descent(L);
    bind_limits(L, limits);
}
