/* bind_drill.c -- ludus.core.battleship.drill: programs evolved on saved games.
 *
 *     local drill = core.drill(fleet, set, options, seed, threads)
 *     drill:round(player, "random", seed, first, games, breed)  --> best, tenth
 *     local descent = core.descent(fleet, set, options, seed, threads)
 *     descent:start(player, "random", seed, first, games)
 *     descent:advance(player, "random", seed, first, games, round, warmth)
 *
 * Both are a C object and its pool of threads; they borrow fleet and set, which
 * the user value keeps.
 */
#include <string.h>

#include "bind_battleship.h"
#include "lua/bind_linear.h"
#include "battleship/sink/descent.h"
#include "base/mem.h"

static const char DRILL[] = "ludus.battleship.drill";
static const char DESCENT[] = "ludus.battleship.descent";

enum { KEEP_FLEET = 1, KEEP_SET, KEEP_POOL };

/* ---- what both share ----------------------------------------------------- */

/* Gives the box on top the fleet and set of arguments 1 and 2 to keep, and a
 * pool of the threads of argument 5, which is returned. */
static Pool *keep_and_pool(lua_State *L) {
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

static Pool *pool_of(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, KEEP_POOL);
    Box *box = lua_touserdata(L, -1);
    lua_pop(L, 2);
    return box->object;
}

/* Pushes a program of the object's set with these bytes. */
static void push_program(lua_State *L, const uint8_t *code, size_t bytes) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, KEEP_SET);
    memcpy(bind_linear_new(L, -1), code, bytes);
}

/* Games of arguments 3 to 6: placement, seed, first, count; pushes them. */
static DrillGame *push_games(lua_State *L, const Fleet *fleet, lua_Integer most,
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
    keep_and_pool(L);
    Err err;
    box->object = drill_new(fleet, set, &options,
                            (uint64_t)luaL_checkinteger(L, 4), &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* The mean score of the best tenth. */
static double best_tenth(const Drill *drill) {
    int n = drill->options.population / 10 + 1;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += drill->score[i];
    return sum / n;
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
    DrillGame *games = push_games(L, d->fleet, DRILL_GAMES_MAX, &n);
    drill_rank(d, pool_of(L), &shooter, games, n);
    lua_pushnumber(L, d->score[0]);
    lua_pushnumber(L, best_tenth(d));
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
    push_program(L, drill_code(d, (int)i - 1), d->bytes);
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
    DrillGame *games = push_games(L, fleet, DRILL_GAMES_MAX, &n);
    lua_pushnumber(L, drill_score(fleet, s.set, &s, games, n, s.code));
    return 1;
}

/* ---- descents ------------------------------------------------------------ */

static void free_descent(void *object) { descent_free(object); }

/* descent(fleet, set, options, seed, threads) */
static int f_descent(lua_State *L) {
    DescentOptions options = {
        .lines = (int)bind_integer(L, 3, "lines", 1, DESCENT_LINES_MAX),
        .start = (int)bind_integer(L, 3, "start", 1, 100000000),
        .length = (int)bind_integer(L, 3, "length", 1, LINEAR_LINES_MAX),
        .steps = (int)bind_integer(L, 3, "steps", 1, 100000000),
        .crossing = bind_number(L, 3, "crossing"),
        .brevity = bind_number(L, 3, "brevity"),
    };
    const Fleet *fleet = bind_fleet(L, 1);
    const LinearSet *set = bind_linear_set(L, 2)->set;
    Box *box = bind_box(L, DESCENT, free_descent);
    keep_and_pool(L);
    Err err;
    box->object = descent_new(fleet, set, &options,
                              (uint64_t)luaL_checkinteger(L, 4), &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* What a round is played with, from (descent, player, placement, seed, first,
 * games, ...): the games, pushed, and who shoots. */
static DrillGame *push_round(lua_State *L, const Descent *d, Shooter *shooter,
                             size_t *n) {
    bind_shooter(L, 2, d->fleet, shooter, NULL);
    return push_games(L, d->fleet, DESCENT_GAMES_MAX, n);
}

/* start(player, placement, seed, first, games): a program for each line. */
static int m_start(lua_State *L) {
    lua_settop(L, 6);
    Descent *d = bind_object(L, 1, DESCENT);
    Shooter shooter;
    size_t n;
    DrillGame *games = push_round(L, d, &shooter, &n);
    descent_start(d, pool_of(L), &shooter, games, n);
    return 0;
}

/* plant(i, program): what line i begins with, instead of start(). */
static int m_plant(lua_State *L) {
    Descent *d = bind_object(L, 1, DESCENT);
    lua_Integer i = luaL_checkinteger(L, 2);
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 3, &set);
    luaL_argcheck(L, i >= 1 && i <= d->options.lines, 2, "no such line");
    luaL_argcheck(L, set == d->set, 3, "is of another set");
    memcpy(d->line[i - 1].code, code, d->bytes);
    return 0;
}

/* advance(player, placement, seed, first, games, round, warmth): a round. */
static int m_advance(lua_State *L) {
    lua_settop(L, 8);
    Descent *d = bind_object(L, 1, DESCENT);
    uint64_t round = (uint64_t)luaL_checkinteger(L, 7);
    double warmth = luaL_checknumber(L, 8);
    luaL_argcheck(L, warmth >= 0, 8, "must not be negative");
    Shooter shooter;
    size_t n;
    DrillGame *games = push_round(L, d, &shooter, &n);
    descent_round(d, pool_of(L), &shooter, games, n,
                  &(DescentRound){ round, warmth });
    return 0;
}

/* prune(player, placement, seed, first, games) */
static int m_prune(lua_State *L) {
    lua_settop(L, 6);
    Descent *d = bind_object(L, 1, DESCENT);
    Shooter shooter;
    size_t n;
    DrillGame *games = push_round(L, d, &shooter, &n);
    descent_prune(d, pool_of(L), &shooter, games, n);
    return 0;
}

/* cull(round, count) */
static int m_cull(lua_State *L) {
    Descent *d = bind_object(L, 1, DESCENT);
    lua_Integer count = luaL_checkinteger(L, 3);
    luaL_argcheck(L, count >= 0 && count <= d->options.lines, 3,
                  "more than there are lines");
    descent_cull(d, (uint64_t)luaL_checkinteger(L, 2), (int)count);
    return 0;
}

/* line(i): the program of line i, and its score in the last round. */
static int m_line(lua_State *L) {
    const Descent *d = bind_object(L, 1, DESCENT);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= d->options.lines, 2, "no such line");
    push_program(L, d->line[i - 1].code, d->bytes);
    lua_pushnumber(L, d->line[i - 1].score);
    return 2;
}

static const luaL_Reg drill_methods[] = {
    { "round", m_round }, { "program", m_program }, { NULL, NULL },
};
static const luaL_Reg descent_methods[] = {
    { "start", m_start }, { "plant", m_plant }, { "advance", m_advance },
    { "prune", m_prune }, { "cull", m_cull },   { "line", m_line },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "drill", f_drill }, { "score", f_score }, { "descent", f_descent },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "population", DRILL_POPULATION_MAX }, { "games", DRILL_GAMES_MAX },
    { "lines", DESCENT_LINES_MAX },         { "length", LINEAR_LINES_MAX },
    { "descent_games", DESCENT_GAMES_MAX },
    { NULL, 0 },
};

void bind_drill(lua_State *L) {
    bind_class(L, DRILL, drill_methods, bind_boxed);
    bind_class(L, DESCENT, descent_methods, bind_boxed);
    luaL_newlib(L, functions);
    bind_limits(L, limits);
}
