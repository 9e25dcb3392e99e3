/* bind_captain.c -- ludus.core.battleship.captain: the adaptive player.
 *
 *     core.series(fleet, options, base, player, placement, seed, ...)
 *
 * What is known about an opponent is a string of bytes in Lua: bind_opponent.c.
 */
#include "bind_opponent.h"

#include "battleship/player/captain.h"

/* ---- captains ------------------------------------------------------------ */

static HuntKind read_filter(lua_State *L, int arg) {
    static const char *const names[] = { "open", "largest", "smallest", NULL };
    static const HuntKind kinds[] = { HUNT_FILTERED, HUNT_LARGEST,
                                      HUNT_SMALLEST };
    return kinds[bind_choice(L, arg, "filter", names)];
}

static void read_captain(lua_State *L, int arg, CaptainOptions *o) {
    static const char *const targetings[] = { "wave", "density", "call", NULL };
    static const char *const sinkings[] = { "program", "three", "belief",
                                            "player", NULL };
    captain_defaults(o);
    o->targeting = (CaptainTargeting)bind_choice(L, arg, "targeting",
                                                 targetings);
    o->sinking = (CaptainSinking)bind_choice(L, arg, "sinking", sinkings);
    o->filter = read_filter(L, arg);
    o->spaced = bind_boolean(L, arg, "spaced");
    o->gunner.nested = bind_boolean(L, arg, "nested");
    o->gunner.restart = bind_boolean(L, arg, "restart");
    o->gunner.patience = (uint32_t)bind_integer(L, arg, "patience", 1, 1000000);
    o->learn = bind_boolean(L, arg, "learn");
    o->adapt = bind_boolean(L, arg, "adapt");
    o->before = (int)bind_integer(L, arg, "before", 0, 100000);
    o->per_turn = (int)bind_integer(L, arg, "per_turn", 0, 1000);
    o->mutation = bind_number(L, arg, "wave_mutation");
    o->trust = bind_number(L, arg, "trust");
    o->sharp = bind_number(L, arg, "sharp");
    o->heed = bind_number(L, arg, "heed");
    o->rounds = (int)bind_integer(L, arg, "rounds", 0, 100000);
    o->drill.population = (int)bind_integer(L, arg, "population", 2,
                                            RIVAL_PROGRAMS_MAX);
    o->drill.kept = (int)bind_integer(L, arg, "kept", 1, RIVAL_PROGRAMS_MAX);
    o->drill.mutation = bind_number(L, arg, "mutation");
}

/* ---- parts that are Lua functions ---------------------------------------- */

typedef struct Parts {
    Caller shoots;
    Placer places;
} Parts;

static void set_numbers(lua_State *L, int table, const char *name,
                        const float *x, int n) {
    bind_floats(L, x, n);
    lua_setfield(L, table, name);
}

/* Both are told what is known of the opponent. */
static void begin(void *context, const float density[], uint32_t games) {
    Parts *p = context;
    int to[] = { p->shoots.view, p->places.board };
    lua_State *L = p->shoots.L ? p->shoots.L : p->places.L;
    int cells = p->places.fleet->cells;
    p->shoots.told = CALLER_NEW;
    for (int i = 0; i < 2; i++) {
        if (!to[i]) continue;
        set_numbers(L, to[i], "density", density, cells);
        lua_pushinteger(L, games);
        lua_setfield(L, to[i], "games");
    }
}

static int shoot(void *context, const Waters *sea) {
    return bind_caller_shoot(&((Parts *)context)->shoots, sea);
}

static void place(void *context, const double weight[], Rng *rng,
                  Cells ship[]) {
    Placer *p = &((Parts *)context)->places;
    float value[CELLS_MAX];
    for (int i = 0; i < p->fleet->cells; i++) value[i] = (float)weight[i];
    set_numbers(p->L, p->board, "weight", value, p->fleet->cells);
    bind_placer_draw(p, p->fleet, rng, ship);
}

/* Takes the functions `shoot` and `place` of the settings at `arg`, if any;
 * true if there is one. */
static bool read_parts(lua_State *L, int arg, const Fleet *fleet, Parts *p,
                       CaptainOptions *o) {
    luaL_checkstack(L, 20, NULL);
    *p = (Parts){ .places.fleet = fleet };
    if (lua_getfield(L, arg, "shoot") == LUA_TFUNCTION) {
        bind_caller(L, lua_gettop(L), fleet, &p->shoots);
        o->calls.shoot = shoot;
    }
    if (lua_getfield(L, arg, "place") == LUA_TFUNCTION) {
        bind_placer(L, lua_gettop(L), fleet, &p->places);
        o->calls.place = place;
    }
    o->calls.context = p;
    bool any = o->calls.shoot || o->calls.place;
    if (any) o->calls.begin = begin;
    return any;
}

static int raise_part(lua_State *L, const Parts *p) {
    if (p->shoots.failed) return bind_raise(L, &p->shoots.err);
    if (p->places.failed) return bind_raise(L, &p->places.err);
    return 0;
}

/* A list of lists: side k of every game of every series. */
static void push_series(lua_State *L, const SeriesGame *out, size_t repeats,
                        size_t games, int k) {
    lua_createtable(L, (int)repeats, 0);
    for (size_t r = 0; r < repeats; r++) {
        lua_createtable(L, (int)games, 0);
        for (size_t g = 0; g < games; g++) {
            lua_pushinteger(L, out[r * games + g].shots[k]);
            lua_seti(L, -2, (lua_Integer)g + 1);
        }
        lua_seti(L, -2, (lua_Integer)r + 1);
    }
}

/* series(fleet, options, base, player, placement, seed, repeats, games,
 * threads): the captain's shots, the opponent's, and what series 1 has
 * learnt. */
static int f_series(lua_State *L) {
    lua_settop(L, 9);
    const Fleet *fleet = bind_fleet(L, 1);
    CaptainOptions options;
    read_captain(L, 2, &options);
    const Opponent *base = bind_opponent(L, 3, fleet);
    Parts parts;
    bool own = read_parts(L, 2, fleet, &parts, &options);
    Placer placer = { .failed = false };
    Side opponent = { .placement = bind_placer(L, 5, fleet, &placer) };
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 6);
    lua_Integer repeats = luaL_checkinteger(L, 7),
                games = luaL_checkinteger(L, 8);
    luaL_argcheck(L, repeats >= 1 && repeats <= 1000000, 7,
                  "must be 1 to 10^6");
    luaL_argcheck(L, games >= 1 && games <= 100000, 8, "must be 1 to 10^5");
    Shooter shooter;
    Caller caller = { 0 };
    bind_shooter(L, 4, fleet, &shooter, &caller);
    opponent.shooter = &shooter;
    bool alone = own || shooter.call || opponent.placement->call;
    Pool *pool = bind_pool(L, alone ? 1 : luaL_checkinteger(L, 9));
    size_t n = (size_t)repeats * (size_t)games;
    SeriesGame *out = lua_newuserdatauv(L, n * sizeof *out, 0);
    Opponent *last = bind_opponent_new(L);
    Err err;
    SeriesOptions series = { .fleet = fleet,
                             .captain = &options,
                             .base = base,
                             .opponent = &opponent,
                             .seed = seed,
                             .repeats = (size_t)repeats,
                             .games = (size_t)games };
    if (!captain_series(&series, pool, out, last, &err))
        return bind_raise(L, caller.failed ? &caller.err : &err);
    raise_part(L, &parts);
    if (placer.failed) return bind_raise(L, &placer.err);
    for (int k = 0; k < 2; k++)
        push_series(L, out, (size_t)repeats, (size_t)games, k);
    bind_opponent_push(L, last);
    return 3;
}

/* anchor(fleet, bytes, heed, seed, fleets): cover of every square by fleets of
 * the adaptive placement. */
static int f_anchor(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    const Opponent *rival = bind_opponent(L, 2, fleet);
    double weight[CELLS_MAX], heed = luaL_checknumber(L, 3);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    lua_Integer n = luaL_checkinteger(L, 5);
    float count[CELLS_MAX];
    place_model_weights(fleet, rival->random, &rival->habit, heed, weight);
    place_model_cover(fleet, weight, seed, n > 0 ? (uint64_t)n : 0, count);
    bind_floats(L, count, fleet->cells);
    return 1;
}

static const luaL_Reg functions[] = {
    { "series", f_series }, { "anchor", f_anchor }, { NULL, NULL },
};

static const BindLimit limits[] = {
    { "programs", RIVAL_PROGRAMS_MAX },
    { NULL, 0 },
};

void bind_captain(lua_State *L) {
    luaL_newlib(L, functions);
    luaL_setfuncs(L, bind_opponents, 0);
    bind_wave(L);
    bind_limits(L, limits);
}
