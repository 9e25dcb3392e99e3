/* bind_descent.c -- lines of programs that descend, for Lua.
 *
 *     local descent = core.descent(fleet, set, options, seed, threads)
 *     descent:start(player, "random", seed, first, games)
 *     descent:advance(player, "random", seed, first, games, round, warmth)
 *
 * An object as those of bind_drill.c.
 */
#include "bind_drill.h"

#include <string.h>

#include "lua/program/bind_linear.h"
#include "battleship/sink/descent.h"

static const char DESCENT[] = "ludus.battleship.descent";

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
    bind_drill_keep(L);
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
    return bind_drill_games(L, d->fleet, DESCENT_GAMES_MAX, n);
}

/* start(player, placement, seed, first, games): a program for each line. */
static int m_start(lua_State *L) {
    lua_settop(L, 6);
    Descent *d = bind_object(L, 1, DESCENT);
    Shooter shooter;
    size_t n;
    DrillGame *games = push_round(L, d, &shooter, &n);
    descent_start(d, bind_drill_pool(L), &shooter, games, n);
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
    descent_round(d, bind_drill_pool(L), &shooter, games, n,
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
    descent_prune(d, bind_drill_pool(L), &shooter, games, n);
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
    bind_drill_program(L, d->line[i - 1].code, d->bytes);
    lua_pushnumber(L, d->line[i - 1].score);
    return 2;
}

void bind_descent(lua_State *L) {
    static const luaL_Reg methods[] = {
        { "start", m_start }, { "plant", m_plant }, { "advance", m_advance },
        { "prune", m_prune }, { "cull", m_cull },   { "line", m_line },
        { NULL, NULL },
    };
    bind_class(L, DESCENT, methods, bind_boxed);
    lua_pushcfunction(L, f_descent);
    lua_setfield(L, -2, "descent");
}
