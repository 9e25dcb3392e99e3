/* bind_plan.c -- plans and ends of evolution from Lua tables. */
#include "bind_plan.h"

#include <math.h>

#include "bind_vary.h"
#include "lua/program/bind_species.h"
#include "bind_goals.h"
#include "bind_islands.h"
#include "lua/limit.h"

/* ---- fields that may be missing ------------------------------------------ */

double bind_plan_number(lua_State *L, int arg, const char *field,
                        double otherwise) {
    lua_getfield(L, arg, field);
    double x = luaL_optnumber(L, -1, otherwise);
    lua_pop(L, 1);
    return x;
}

size_t bind_plan_size(lua_State *L, int arg, const char *field) {
    lua_getfield(L, arg, field);
    lua_Integer n = luaL_optinteger(L, -1, 0);
    if (n < 0) luaL_error(L, "field '%s' must be 0 or more, got %I", field, n);
    lua_pop(L, 1);
    return (size_t)n;
}

bool bind_plan_flag(lua_State *L, int arg, const char *field) {
    lua_getfield(L, arg, field);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

/* ---- selection ----------------------------------------------------------- */

static LexicaseRule read_lexicase(lua_State *L, int arg) {
    static const char field[] = "epsilon";
    LexicaseRule rule = { .epsilon = EPSILON_NONE };
    if (lua_getfield(L, arg, field) != LUA_TNIL)
        rule.epsilon = (LexicaseEpsilon)luaL_checkoption(L, -1, NULL,
                                                         lexicase_epsilons);
    lua_pop(L, 1);
    size_t sample = bind_plan_size(L, arg, "sample");
    size_t batch = bind_plan_size(L, arg, "batch");
    luaL_argcheck(L,
                  sample <= LEXICASE_CASES_MAX && batch <= LEXICASE_CASES_MAX,
                  arg, "too many cases");
    rule.sample = (uint32_t)sample;
    rule.batch = (uint32_t)batch;
    rule.informed = bind_plan_number(L, arg, "informed", 0);
    size_t every = bind_plan_size(L, arg, "every");
    rule.every = every <= LEXICASE_EVERY_MAX ? (uint32_t)every : 0;
    return rule;
}

static Selection read_selection(lua_State *L, int arg) {
    Selection s = { 0 };
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_getfield(L, arg, "method");
    const char *name = luaL_checkstring(L, -1);
    int method = select_find(name);
    if (method < 0) luaL_error(L, "unknown selection '%s'", name);
    lua_pop(L, 1);
    s.method = (SelectMethod)method;
    s.param = bind_plan_number(L, arg, "param", select_rows[method].normal);
    s.parsimony = bind_plan_flag(L, arg, "parsimony");
    s.adjusted = bind_plan_flag(L, arg, "adjusted");
    size_t near = bind_plan_size(L, arg, "near");
    luaL_argcheck(L, near <= EVOLVE_COUNT_MAX, arg,
                  "near must be 0 or more slots");
    s.near = (uint32_t)near;
    s.lexicase = read_lexicase(L, arg);
    s.smaller = bind_plan_number(L, arg, "smaller", 0);
    s.tarpeian = bind_plan_number(L, arg, "tarpeian", 0);
    s.covariant = bind_plan_flag(L, arg, "covariant");
    return s;
}

int bind_plan_seconds(lua_State *L, int arg) {
    lua_getfield(L, arg, "seconds");
    lua_Integer seconds = luaL_optinteger(L, -1, LIMIT_SECONDS);
    luaL_argcheck(L, seconds >= 0 && seconds <= LIMIT_SECONDS_MAX, arg,
                  "field 'seconds' is out of range");
    lua_pop(L, 1);
    return (int)seconds;
}

/* ---- plans --------------------------------------------------------------- */

static Scheme read_scheme(lua_State *L, int arg) {
    lua_getfield(L, arg, "scheme");
    const char *name = luaL_optstring(L, -1, "generational");
    int scheme = plan_find_scheme(name);
    if (scheme < 0) luaL_error(L, "unknown scheme '%s'", name);
    lua_pop(L, 1);
    return (Scheme)scheme;
}

static unsigned limit_field(lua_State *L, const char *field) {
    size_t n = bind_plan_size(L, lua_gettop(L), field);
    if (n > PLAN_NICHE_MAX)
        luaL_error(L, "field '%s' must be 0 to %d, got %I", field,
                   PLAN_NICHE_MAX, (lua_Integer)n);
    return (unsigned)n;
}

static void read_niche(lua_State *L, int arg, Niche *niche) {
    if (lua_getfield(L, arg, "niche") == LUA_TTABLE)
        *niche = (Niche){ .near = bind_plan_size(L, lua_gettop(L), "near"),
                          .score = limit_field(L, "score"),
                          .steps = limit_field(L, "steps"),
                          .cases = limit_field(L, "cases") };
    lua_pop(L, 1);
}

/* The word of a field, by its number in a list. */
static int option_field(lua_State *L, int arg, const char *field,
                        const char *const *words) {
    lua_getfield(L, arg, field);
    int option = luaL_checkoption(L, -1, words[0], words);
    lua_pop(L, 1);
    return option;
}

/* Settings of schemes that make vectors of reals. */
static void read_reals(lua_State *L, int arg, Plan *plan) {
    plan->cma.sigma = bind_plan_number(L, arg, "sigma", 0.3);
    size_t restarts = bind_plan_size(L, arg, "restarts");
    if (restarts > CMA_RESTARTS_MAX) restarts = CMA_RESTARTS_MAX + 1;
    plan->cma.restarts = (uint32_t)restarts;
    plan->cma.growth = bind_plan_number(L, arg, "growth", 2);
    plan->differential.weight = bind_plan_number(L, arg, "weight", 0.6);
    plan->differential.cross = bind_plan_number(L, arg, "cross", 0.9);
    plan->differential.base = (DifferentialBase)option_field(
        L, arg, "base", differential_bases);
}

static void read_limit(lua_State *L, int arg, Ceiling *limit) {
    if (lua_getfield(L, arg, "limit") == LUA_TTABLE) {
        size_t n = bind_plan_size(L, lua_gettop(L), "start");
        limit->start = n > CEILING_MAX ? CEILING_MAX + 1 : (uint32_t)n;
        limit->depth = bind_plan_flag(L, lua_gettop(L), "depth");
    }
    lua_pop(L, 1);
}

static void read_settings(lua_State *L, int arg, Plan *plan) {
    plan->scheme = read_scheme(L, arg);
    plan->elite = bind_plan_size(L, arg, "elite");
    plan->keep_better = bind_plan_flag(L, arg, "keep_better");
    read_niche(L, arg, &plan->niche);
    plan->apart = bind_plan_flag(L, arg, "apart");
    plan->young = bind_plan_flag(L, arg, "young");
    plan->unlike = bind_plan_flag(L, arg, "unlike");
    plan->crowd = bind_plan_size(L, arg, "crowd");
    plan->distinct = (unsigned)bind_plan_size(L, arg, "distinct");
    plan->restart = bind_plan_flag(L, arg, "restart");
    plan->unique = bind_plan_flag(L, arg, "unique");
    plan->target = bind_plan_number(L, arg, "target", -INFINITY);
    plan->evaluations = bind_plan_size(L, arg, "evaluations");
    read_reals(L, arg, plan);
    read_limit(L, arg, &plan->ceiling);
}

Plan *bind_plan(lua_State *L, int arg, int species, size_t count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    arg = lua_absindex(L, arg);
    species = lua_absindex(L, species);
    Plan *plan = lua_newuserdatauv(L, sizeof *plan, 1);
    *plan = (Plan){ .selection = { .method = SELECT_UNIFORM } };
    VaryReading reading = { L, lua_gettop(L), species,
                            bind_plan_seconds(L, arg), 0 };
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION)
        plan->selection = read_selection(L, lua_gettop(L));
    lua_pop(L, 1);
    read_settings(L, arg, plan);
    plan->cases = bind_plan_flag(L, arg, "cases");
    if (lua_getfield(L, arg, "brood") == LUA_TTABLE)
        bind_vary_parts(&reading, plan);
    else if (!plan_makes_reals(plan)) bind_vary_shares(&reading, arg, plan);
    lua_pop(L, 1);
    bind_vary_climb(&reading, arg, plan);
    bind_goals(L, arg, species, &plan->goals);
    bind_grid(L, arg, &plan->grid);
    bind_novelty(L, arg, &plan->novelty);
    bind_weights(L, arg, &plan->weights);
    bind_sharing(L, arg, &plan->sharing);
    bind_contest(L, arg, &plan->contest);
    if (!plan->restart)              /* all are drawn at once */
        bind_islands(L, arg, species, count, &plan->islands);
    Err err;
    if (!plan_check(plan, count, &err) ||
        !evolve_fits(bind_species(L, species), plan, &err))
        bind_raise(L, &err);
    return plan;
}

Ends bind_ends(lua_State *L, int arg) {
    luaL_checktype(L, arg, LUA_TTABLE);
    return (Ends){ .generations = bind_plan_size(L, arg, "generations"),
                   .evaluations = bind_plan_size(L, arg, "evaluations"),
                   .seconds = bind_plan_number(L, arg, "seconds", 0),
                   .started = bind_plan_number(L, arg, "started", 0),
                   .target = bind_plan_number(L, arg, "target", -INFINITY),
                   .converged = bind_plan_flag(L, arg, "converged"),
                   .stalled = bind_plan_size(L, arg, "stalled") };
}
