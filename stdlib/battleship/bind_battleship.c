/* bind_battleship.c -- ludus.core.battleship: shooters and matches for Lua.
 *
 *     core.solo(fleet, player, "random", seed, games, threads)   --> histogram
 *     core.match(fleet, a, "random", b, "corners", seed, games, threads)
 *
 * A player is a table: see bind_shooter.c. Squares are numbered from 1 in Lua,
 * row by row.
 */
#include "bind_battleship.h"

#include "lua/engine/bind_trace.h"
#include "lua/program/bind_linear.h"

/* ---- games --------------------------------------------------------------- */

enum { GAMES_MAX = 100000000 };

static size_t check_games(lua_State *L, int arg) {
    lua_Integer n = luaL_checkinteger(L, arg);
    luaL_argcheck(L, n >= 1 && n <= GAMES_MAX, arg, "must be 1 to 10^8 games");
    return (size_t)n;
}

/* A list h with h[s] = games that took s shots. */
static void push_histogram(lua_State *L, const ShotCounts count, int cells) {
    lua_createtable(L, cells, 0);
    for (int s = 1; s <= cells; s++) {
        lua_pushinteger(L, (lua_Integer)count[s]);
        lua_seti(L, -2, s);
    }
}

/* solo(fleet, player, placement, seed, games, threads): histogram of shots. */
static int f_solo(lua_State *L) {
    lua_settop(L, 6);
    const Fleet *fleet = bind_fleet(L, 1);
    Placer placer = { .failed = false };
    const Placement *placement = bind_placer(L, 3, fleet, &placer);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    size_t games = check_games(L, 5);
    Shooter shooter;
    Caller caller = { 0 };
    bind_shooter(L, 2, fleet, &shooter, &caller);
    bool alone = shooter.call || placement->call;
    Pool *pool = bind_pool(L, alone ? 1 : luaL_checkinteger(L, 6));
    uint8_t *shots = lua_newuserdatauv(L, games, 0);
    Side side = { &shooter, placement };
    if (!match_solo(pool, fleet, &side, seed, games, shots))
        return bind_raise(L, &caller.err);
    if (placer.failed) return bind_raise(L, &placer.err);
    ShotCounts count;
    match_count(shots, games, count);
    push_histogram(L, count, fleet->cells);
    return 1;
}

/* match(fleet, a, placement of a, b, placement of b, seed, games, threads):
 * games won by a, games won by who moved first, the two histograms. */
static int f_match(lua_State *L) {
    lua_settop(L, 8);
    const Fleet *fleet = bind_fleet(L, 1);
    Shooter shooter[2];
    Caller caller[2] = { { 0 }, { 0 } };
    Placer placer[2] = { { .failed = false }, { .failed = false } };
    Side side[2];
    for (int k = 0; k < 2; k++) {
        side[k].placement = bind_placer(L, 3 + 2 * k, fleet, &placer[k]);
        side[k].shooter = &shooter[k];
        bind_shooter(L, 2 + 2 * k, fleet, &shooter[k], &caller[k]);
    }
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 6);
    size_t games = check_games(L, 7);
    bool alone = shooter[0].call || shooter[1].call ||
                 side[0].placement->call || side[1].placement->call;
    Pool *pool = bind_pool(L, alone ? 1 : luaL_checkinteger(L, 8));
    MatchGame *out = lua_newuserdatauv(L, games * sizeof *out, 0);
    if (!match_play(pool, fleet, side, seed, games, out))
        return bind_raise(L, &caller[caller[0].failed ? 0 : 1].err);
    for (int k = 0; k < 2; k++)
        if (placer[k].failed) return bind_raise(L, &placer[k].err);
    MatchSum sum;
    match_sum(out, games, &sum);
    lua_pushinteger(L, (lua_Integer)sum.won);
    lua_pushinteger(L, (lua_Integer)sum.first);
    for (int k = 0; k < 2; k++) push_histogram(L, sum.shots[k], fleet->cells);
    return 4;
}

/* ---- one game ------------------------------------------------------------ */

static void push_log(lua_State *L, const Waters *sea) {
    lua_createtable(L, sea->shots, 0);
    for (int i = 0; i < sea->shots; i++) {
        lua_pushinteger(L, sea->log[i] + 1);
        lua_seti(L, -2, i + 1);
    }
}

/* shots(fleet, player, ships, seed, number): the player's shots in order. */
static int f_shots(lua_State *L) {
    lua_settop(L, 5);
    const Fleet *fleet = bind_fleet(L, 1);
    Cells ship[SHIPS_MAX];
    bind_ships(L, 3, fleet, ship);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    uint64_t number = (uint64_t)luaL_checkinteger(L, 5);
    Shooter shooter;
    Caller caller = { 0 };
    bind_shooter(L, 2, fleet, &shooter, &caller);
    Waters sea;
    waters_init(&sea, fleet, ship);
    if (!shooter_play(&shooter, &sea, rng_key(seed, number, 2, RNG_PLAY),
                      rng_key(seed, number, 0, RNG_PLAY)))
        return bind_raise(L, &caller.err);
    push_log(L, &sea);
    return 1;
}

/* Replays shots at ships as far as they go. */
static void replay(lua_State *L, int arg, const Fleet *fleet, Waters *sea,
                   Density *d) {
    Rng rng = rng_seed(0);
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_Integer n = luaL_len(L, arg);
    for (lua_Integer i = 1; i <= n && sea->left > 0; i++) {
        lua_geti(L, arg, i);
        lua_Integer cell = luaL_checkinteger(L, -1) - 1;
        lua_pop(L, 1);
        if (cell < 0 || cell >= fleet->cells || cells_has(sea->shot, (int)cell))
            luaL_error(L, "shot %I is not at an open square", i);
        density_told(d, (int)cell, waters_fire(sea, (int)cell), &rng);
    }
}

/* belief(fleet, ships, shots): the density player's value of every square
 * after these shots, the length of the ship the last one sank or nil, ships
 * afloat. */
static int f_belief(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    Cells ship[SHIPS_MAX];
    bind_ships(L, 2, fleet, ship);
    const Prior *prior = bind_prior(L, fleet, false);
    Waters sea;
    Density d;
    waters_init(&sea, fleet, ship);
    density_init(&d, &sea, prior);
    replay(L, 3, fleet, &sea, &d);
    uint64_t value[CELLS_MAX];
    density_belief(&d, value);
    lua_createtable(L, fleet->cells, 0);
    for (int i = 0; i < fleet->cells; i++) {
        lua_pushnumber(L, (double)value[i]);
        lua_seti(L, -2, i + 1);
    }
    if (sea.last_sunk >= 0) lua_pushinteger(L, fleet->len[sea.last_sunk]);
    else lua_pushnil(L);
    lua_pushinteger(L, sea.left);
    return 3;
}

/* The player at `arg`, a program whose Target is a hunt. */
static void bind_hunter(lua_State *L, int arg, const Fleet *fleet, Shooter *s) {
    Err err;
    bind_shooter(L, arg, fleet, s, NULL);
    if (shooter_hunts(s)) return;
    err_set(&err, "only programs with a hunt as Target are traced");
    bind_raise(L, &err);
}

/* trace(fleet, player, ships, seed, number, lines, if): the first steps of a
 * program with its registers, its shots, steps and loops, and the squares it
 * shot at. */
static int f_trace(lua_State *L) {
    lua_settop(L, 7);
    const Fleet *fleet = bind_fleet(L, 1);
    Cells ship[SHIPS_MAX];
    bind_ships(L, 3, fleet, ship);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    uint64_t number = (uint64_t)luaL_checkinteger(L, 5);
    Shooter s;
    bind_hunter(L, 2, fleet, &s);
    Rng play = rng_key(seed, number, 0, RNG_PLAY);
    Waters sea;
    waters_init(&sea, fleet, ship);
    GunnerNotes notes = { .suppose = bind_trace_if(L, 7), .out = bind_buf(L) };
    notes.lines = (size_t)luaL_checkinteger(L, 6);
    GunnerReport r = shooter_trace(&s, &sea, rng_key(seed, number, 2, RNG_PLAY),
                                   &play, &notes);
    bind_text(L, notes.out);
    lua_pushinteger(L, sea.shots);
    lua_pushinteger(L, (lua_Integer)r.steps);
    lua_pushinteger(L, r.loops);
    push_log(L, &sea);
    return 5;
}

/* steps(fleet, player, seed, games, plain): instructions executed over the
 * games, by the fast or the reference engine; for benchmarks. */
static int f_steps(lua_State *L) {
    lua_settop(L, 5);
    const Fleet *fleet = bind_fleet(L, 1);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 3);
    size_t games = check_games(L, 4);
    Shooter s;
    bind_hunter(L, 2, fleet, &s);
    lua_pushinteger(L, (lua_Integer)shooter_steps(&s, fleet, seed, games,
                                                  lua_toboolean(L, 5)));
    return 1;
}

static int f_set(lua_State *L) {
    bind_push_linear_set(L, &gunner_set);
    return 1;
}

static const luaL_Reg functions[] = {
    { "solo", f_solo },     { "match", f_match }, { "shots", f_shots },
    { "belief", f_belief }, { "trace", f_trace }, { "steps", f_steps },
    { "names", bind_names },   { "set", f_set },     { NULL, NULL },
};

static const BindLimit limits[] = {
    { "side", SIDE_MAX }, { "ship", SHIP_LEN_MAX }, { "games", GAMES_MAX },
    { NULL, 0 },
};

int open_battleship(lua_State *L);

int open_battleship(lua_State *L) {
    luaL_newlib(L, functions);
    bind_fleet_open(L);
    bind_limits(L, limits);
    bind_captain(L);
    lua_setfield(L, -2, "captain");
    bind_drill(L);
    lua_setfield(L, -2, "drill");
    bind_gunnery(L);
    lua_setfield(L, -2, "gunnery");
    return 1;
}
