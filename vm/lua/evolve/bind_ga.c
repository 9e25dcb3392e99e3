/* bind_ga.c -- ludus.core.ga: the genetic algorithm for scripts.
 *
 *     local ga = core.new(species, game or nil, settings, threads)
 *     ga:start(seed, { programs })     ga:step(40)     ga:best()
 *     ga:pending()  ga:tell { scores }  ga:advance()   -- scores from Lua
 *     core.batch(species, { games }, settings, seed, runs, threads, what)
 *
 * Every field of the settings is set: ludus.ga has checked names and filled in
 * defaults. Programs are vectors, or texts for the other species.
 */
#include "bind_ga.h"

#include <math.h>

#include "lua/program/bind_genome.h"

static const char CLASS[] = "ludus.ga";

/* ---- objects ------------------------------------------------------------ */

static void free_ga(void *object) { ga_free(object); }

const Game *bind_game_for(lua_State *L, int arg, const Species *species) {
    const Game *game = bind_game(L, arg);
    Err err;
    if (!game_fits(game, species, &err)) bind_raise(L, &err);
    return game;
}

/* What a Ga borrows hangs on its user value: { species, game, pool }. */
static int f_new(lua_State *L) {
    const Species *species = bind_species(L, 1);
    bool told = lua_isnoneornil(L, 2);
    const Game *game = told ? NULL : bind_game_for(L, 2, species);
    GaSettings set = bind_ga_settings(L, 3, species);
    Box *box = bind_box(L, CLASS, free_ga);
    lua_createtable(L, 3, 0);
    lua_pushvalue(L, 1);
    lua_seti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    Pool *pool = bind_pool(L, luaL_optinteger(L, 4, 0));
    lua_seti(L, -2, 3);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = ga_new(species, game, &set, pool, &err);
    if (!box->object) return bind_raise(L, &err);
    return 1;
}

static Ga *to_ga(lua_State *L) { return bind_object(L, 1, CLASS); }

static Ga *idle_ga(lua_State *L) { return bind_idle(L, 1, CLASS); }

/* Pushes the species of the Ga at index 1. */
static const Species *push_species(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);
    lua_remove(L, -2);
    return bind_species(L, -1);
}

/* ---- running ------------------------------------------------------------ */

/* start(seed, programs): a new run; the programs take the first places. */
static int m_start(lua_State *L) {
    Ga *ga = idle_ga(L);
    Err err;
    if (!ga_start(ga, (uint64_t)luaL_checkinteger(L, 2), NULL, &err))
        return bind_raise(L, &err);
    if (lua_istable(L, 3)) {
        const Species *species = push_species(L);
        size_t n = bind_length(L, 3);
        for (size_t i = 0; i < n && i < ga_size(ga); i++) {
            lua_geti(L, 3, (lua_Integer)i + 1);
            ga_plant(ga, i, bind_genome_take(L, -1, species));
            lua_pop(L, 2);
        }
    }
    lua_settop(L, 1);
    return 1;
}

/* step(n): scores and advances n times; true while no stop has been reached. */
static int step(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer n = luaL_optinteger(L, 2, 1);
    Err err;
    bool more = ga_stop(ga) == GA_RUNNING;
    for (lua_Integer i = 0; more && i < n; i++) {
        if (!ga_score(ga, &err)) return bind_raise(L, &err);
        more = ga_advance(ga);
    }
    lua_pushboolean(L, more);
    return 1;
}

static int m_step(lua_State *L) { return bind_change(L, CLASS, step); }

static int score(lua_State *L) {
    Err err;
    if (!ga_score(to_ga(L), &err)) return bind_raise(L, &err);
    lua_settop(L, 1);
    return 1;
}

static int m_score(lua_State *L) { return bind_change(L, CLASS, score); }

static int m_advance(lua_State *L) {
    lua_pushboolean(L, ga_advance(idle_ga(L)));
    return 1;
}

static int m_pending(lua_State *L) {
    Ga *ga = to_ga(L);
    const Species *species = push_species(L);
    size_t n = ga_stop(ga) == GA_RUNNING ? ga_pending(ga) : 0;
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushvalue(L, -2);
        bind_genome_push(L, species, ga_pending_genome(ga, i));
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
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
    Ga *ga = idle_ga(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t n = ga_pending(ga);
    if ((size_t)luaL_len(L, 2) != n)
        return luaL_error(L, "expected %d scores, got %d", (int)n,
                          (int)luaL_len(L, 2));
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        ga_tell(ga, i, read_score(L, (lua_Integer)i + 1));
        lua_pop(L, 1);
    }
    lua_settop(L, 1);
    return 1;
}

/* ---- looking at it ------------------------------------------------------ */

/* birth(i): how the i-th that waits was made, or nil for first ones. */
static int m_birth(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= ga_pending(ga), 2, "no such child");
    const GaBirth *birth = ga_birth(ga, (size_t)i - 1);
    if (!birth) return 0;
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", birth->part + 1);
    bind_set_integer(L, "mother", birth->parent[0] + 1);
    if (birth->crossed) bind_set_integer(L, "father", birth->parent[1] + 1);
    bind_set_integer(L, "at", birth->origin.at[0]);
    bind_set_integer(L, "length", birth->origin.len[1]);
    return 1;
}

/* member(i): a program and its score. */
static int m_member(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= ga_size(ga), 2, "no such member");
    const Species *species = push_species(L);
    bind_genome_push(L, species, ga_genome(ga, (size_t)i - 1));
    Score score = ga_member_score(ga, (size_t)i - 1);
    bind_one_score(L, &score);
    return 2;
}

static int m_best(lua_State *L) {
    Ga *ga = to_ga(L);
    Score score;
    const void *genome = ga_best(ga, &score);
    const Species *species = push_species(L);
    bind_genome_push(L, species, genome);
    bind_one_score(L, &score);
    return 2;
}

/* state(): numbers about the run so far. */
static int m_state(lua_State *L) {
    Ga *ga = to_ga(L);
    Score best;
    ga_best(ga, &best);
    lua_createtable(L, 0, 8);
    bind_set_count(L, "generation", ga_generation(ga));
    bind_set_count(L, "evaluations", ga_evaluations(ga));
    bind_set_number(L, "best", best.standardized);
    bind_set_number(L, "raw", best.raw);
    bind_set_number(L, "mean", ga_mean(ga));
    bind_set_count(L, "distinct", ga_distinct(ga));
    lua_pushfstring(L, "%s", ga_stops[ga_stop(ga)].name);
    lua_setfield(L, -2, "stop");
    bind_digest(L, ga_digest(ga));
    lua_setfield(L, -2, "digest");
    return 1;
}

/* ---- as a module -------------------------------------------------------- */

static const luaL_Reg methods[] = {
    { "start", m_start },     { "step", m_step },   { "score", m_score },
    { "advance", m_advance }, { "tell", m_tell },   { "pending", m_pending },
    { "birth", m_birth },     { "best", m_best },   { "member", m_member },
    { "state", m_state },     { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "batch", bind_ga_batch },
    { "scoring", bind_ga_scoring },
    { NULL, NULL },
};

int open_ga(lua_State *L);

int open_ga(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    luaL_newlib(L, functions);
    bind_ga_words(L);
    return 1;
}
