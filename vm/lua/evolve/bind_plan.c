/* bind_plan.c -- plans and ends of evolution from Lua tables, and the words and
 * limits for the library that checks them.
 */
#include "bind_plan.h"

#include <math.h>

#include "evolve/cache.h"
#include "lua/program/bind_operator.h"
#include "bind_goals.h"
#include "bind_islands.h"
#include "lua/limit.h"
#include "lua_operator.h"

/* ---- fields that may be missing ------------------------------------------ */

static double number_field(lua_State *L, int arg, const char *field,
                           double otherwise) {
    lua_getfield(L, arg, field);
    double x = luaL_optnumber(L, -1, otherwise);
    lua_pop(L, 1);
    return x;
}

static size_t size_field(lua_State *L, int arg, const char *field) {
    lua_getfield(L, arg, field);
    lua_Integer n = luaL_optinteger(L, -1, 0);
    if (n < 0) luaL_error(L, "field '%s' must be 0 or more, got %I", field, n);
    lua_pop(L, 1);
    return (size_t)n;
}

static bool flag_field(lua_State *L, int arg, const char *field) {
    lua_getfield(L, arg, field);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

/* ---- selection ----------------------------------------------------------- */

static LexicaseRule read_lexicase(lua_State *L, int arg) {
    static const char field[] = "epsilon";
    LexicaseRule rule = { EPSILON_NONE, 0, 0 };
    if (lua_getfield(L, arg, field) != LUA_TNIL)
        rule.epsilon = (LexicaseEpsilon)luaL_checkoption(L, -1, NULL,
                                                         lexicase_epsilons);
    lua_pop(L, 1);
    size_t sample = size_field(L, arg, "sample");
    size_t batch = size_field(L, arg, "batch");
    luaL_argcheck(L,
                  sample <= LEXICASE_CASES_MAX && batch <= LEXICASE_CASES_MAX,
                  arg, "too many cases");
    rule.sample = (uint32_t)sample;
    rule.batch = (uint32_t)batch;
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
    s.param = number_field(L, arg, "param", select_rows[method].normal);
    s.parsimony = flag_field(L, arg, "parsimony");
    s.adjusted = flag_field(L, arg, "adjusted");
    size_t near = size_field(L, arg, "near");
    luaL_argcheck(L, near <= EVOLVE_COUNT_MAX, arg,
                  "near must be 0 or more slots");
    s.near = (uint32_t)near;
    s.lexicase = read_lexicase(L, arg);
    return s;
}

/* ---- operators ----------------------------------------------------------- */

void bind_plan_params(lua_State *L, const Operator *op, double *param) {
    for (int k = 0; op->params[k].name; k++) {
        const OperatorParam *row = &op->params[k];
        lua_getfield(L, -1, row->name);
        param[k] = luaL_optnumber(L, -1, row->normal);
        lua_pop(L, 1);
        if (!(param[k] >= row->min && param[k] <= row->max))
            luaL_error(L, "%s: %s must be %f to %f, got %f", op->name,
                       row->name, row->min, row->max, param[k]);
    }
}

int bind_plan_seconds(lua_State *L, int arg) {
    lua_getfield(L, arg, "seconds");
    lua_Integer seconds = luaL_optinteger(L, -1, LIMIT_SECONDS);
    luaL_argcheck(L, seconds >= 0 && seconds <= LIMIT_SECONDS_MAX, arg,
                  "field 'seconds' is out of range");
    lua_pop(L, 1);
    return (int)seconds;
}

/* Where the rows of a plan are read into. */
typedef struct Reading {
    lua_State *L;
    int        plan, species;        /* stack indices */
    int        seconds;
    int        rows;                 /* read so far */
} Reading;

/* The row { share, operator, params } at the top of the stack. */
static void read_vary(Reading *r, Vary *vary) {
    lua_State *L = r->L;
    Err err;
    int row = r->rows++;
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_geti(L, -1, 1);
    vary->share = luaL_checknumber(L, -1);
    vary->row = row;
    if (lua_geti(L, -2, 2) == LUA_TFUNCTION) {
        lua_operator_set(L, r->plan, r->species, row, r->seconds, vary);
        lua_pop(L, 2);
        return;
    }
    vary->op = species_operator(bind_species(L, r->species),
                                luaL_checkstring(L, -1), &err);
    if (!vary->op) bind_raise(L, &err);
    if (lua_geti(L, -3, 3) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    bind_plan_params(L, vary->op, vary->param);
    lua_pop(L, 3);
}

/* The rows of the list at the top; returns how many, at most `most`. */
static size_t read_rows(Reading *r, Vary *rows, int most, const char *what) {
    lua_State *L = r->L;
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, -1);
    if (n > most)
        luaL_error(L, "%s has at most %d steps, not %I", what, most, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        read_vary(r, &rows[i - 1]);
        lua_pop(L, 1);
    }
    return (size_t)n;
}

static void read_shares(Reading *r, int arg, Plan *plan) {
    lua_State *L = r->L;
    lua_getfield(L, arg, "vary");
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, -1);
    if (n < 1 || n > PLAN_VARY_MAX)
        luaL_error(L, "vary must list 1 to %d operators, got %I", PLAN_VARY_MAX,
                   n);
    plan->vary_count = (int)read_rows(r, plan->vary, PLAN_VARY_MAX, "vary");
    plan->children = size_field(L, arg, "children");
    lua_pop(L, 1);
}

/* The parts of the list at the top. */
static void read_parts(Reading *r, Plan *plan) {
    lua_State *L = r->L;
    lua_Integer n = luaL_len(L, -1);
    if (n > PLAN_PARTS_MAX)
        luaL_error(L, "a brood has at most %d parts, not %I", PLAN_PARTS_MAX,
                   n);
    for (lua_Integer i = 1; i <= n; i++) {
        Part *part = &plan->part[plan->parts++];
        lua_geti(L, -1, i);
        luaL_checktype(L, -1, LUA_TTABLE);
        part->count = size_field(L, lua_gettop(L), "children");
        lua_getfield(L, -1, "steps");
        part->steps = read_rows(r, part->step, PLAN_STEPS_MAX,
                                "a part of the brood");
        lua_pop(L, 2);
    }
}

static void read_climb(Reading *r, int arg, Plan *plan) {
    lua_State *L = r->L;
    plan->tries = (unsigned)size_field(L, arg, "tries");
    if (plan->tries == 0) return;
    if (lua_getfield(L, arg, "climb") != LUA_TTABLE)
        luaL_error(L, "field 'tries': there is no step to try, field 'climb'");
    read_vary(r, &plan->climb);
    lua_pop(L, 1);
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
    size_t n = size_field(L, lua_gettop(L), field);
    if (n > PLAN_NICHE_MAX)
        luaL_error(L, "field '%s' must be 0 to %d, got %I", field,
                   PLAN_NICHE_MAX, (lua_Integer)n);
    return (unsigned)n;
}

static void read_niche(lua_State *L, int arg, Niche *niche) {
    if (lua_getfield(L, arg, "niche") == LUA_TTABLE)
        *niche = (Niche){ .near = size_field(L, lua_gettop(L), "near"),
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
    plan->cma.sigma = number_field(L, arg, "sigma", 0.3);
    size_t restarts = size_field(L, arg, "restarts");
    if (restarts > CMA_RESTARTS_MAX) restarts = CMA_RESTARTS_MAX + 1;
    plan->cma.restarts = (uint32_t)restarts;
    plan->cma.growth = number_field(L, arg, "growth", 2);
    plan->differential.weight = number_field(L, arg, "weight", 0.6);
    plan->differential.cross = number_field(L, arg, "cross", 0.9);
    plan->differential.base = (DifferentialBase)option_field(
        L, arg, "base", differential_bases);
}

static void read_settings(lua_State *L, int arg, Plan *plan) {
    plan->scheme = read_scheme(L, arg);
    plan->elite = size_field(L, arg, "elite");
    plan->keep_better = flag_field(L, arg, "keep_better");
    read_niche(L, arg, &plan->niche);
    plan->apart = flag_field(L, arg, "apart");
    plan->young = flag_field(L, arg, "young");
    plan->unlike = flag_field(L, arg, "unlike");
    plan->crowd = size_field(L, arg, "crowd");
    plan->distinct = (unsigned)size_field(L, arg, "distinct");
    plan->restart = flag_field(L, arg, "restart");
    plan->unique = flag_field(L, arg, "unique");
    plan->target = number_field(L, arg, "target", -INFINITY);
    plan->evaluations = size_field(L, arg, "evaluations");
    read_reals(L, arg, plan);
}

Plan *bind_plan(lua_State *L, int arg, int species, size_t count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    arg = lua_absindex(L, arg);
    species = lua_absindex(L, species);
    Plan *plan = lua_newuserdatauv(L, sizeof *plan, 1);
    *plan = (Plan){ .selection = { .method = SELECT_UNIFORM } };
    Reading reading = { L, lua_gettop(L), species, bind_plan_seconds(L, arg),
                        0 };
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION)
        plan->selection = read_selection(L, lua_gettop(L));
    lua_pop(L, 1);
    read_settings(L, arg, plan);
    plan->cases = flag_field(L, arg, "cases");
    if (lua_getfield(L, arg, "brood") == LUA_TTABLE) read_parts(&reading, plan);
    else if (!plan_makes_reals(plan)) read_shares(&reading, arg, plan);
    lua_pop(L, 1);
    read_climb(&reading, arg, plan);
    bind_goals(L, arg, species, &plan->goals);
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
    return (Ends){ .generations = size_field(L, arg, "generations"),
                   .evaluations = size_field(L, arg, "evaluations"),
                   .seconds = number_field(L, arg, "seconds", 0),
                   .started = number_field(L, arg, "started", 0),
                   .target = number_field(L, arg, "target", -INFINITY),
                   .converged = flag_field(L, arg, "converged"),
                   .stalled = size_field(L, arg, "stalled") };
}

/* ---- for the library ----------------------------------------------------- */

static void push_rows(lua_State *L, const PlanRow *rows, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", rows[i].name);
        bind_set_text(L, "help", rows[i].help);
        lua_seti(L, -2, i + 1);
    }
}

static const BindLimit limits[] = {
    { "population", EVOLVE_COUNT_MAX }, { "vary", PLAN_VARY_MAX },
    { "cache", CACHE_BITS_MAX },        { "seconds", LIMIT_SECONDS_MAX },
    { "children", PLAN_CHILDREN_MAX },  { "steps", PLAN_STEPS_MAX },
    { "parts", PLAN_PARTS_MAX },        { "crowd", PLAN_CROWD_MAX },
    { "distinct", PLAN_DISTINCT_MAX },  { "tries", PLAN_TRIES_MAX },
    { "cases", LEXICASE_CASES_MAX },    { "islands", ISLANDS_MAX },
    { "niche", PLAN_NICHE_MAX },        { "restarts", CMA_RESTARTS_MAX },
    { "cma_genes", CMA_GENES_MAX },     { "cma", CMA_BROOD_MAX },
    { "objectives", PARETO_OBJECTIVES_MAX },
    { NULL, 0 },
};

/* Sets a field of the module to a list of names, ended by NULL. */
static void set_names(lua_State *L, const char *field,
                      const char *const names[]) {
    lua_newtable(L);
    for (int i = 0; names[i]; i++) {
        lua_pushstring(L, names[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, field);
}

void bind_plan_words(lua_State *L) {
    push_rows(L, plan_schemes, SCHEMES);
    lua_setfield(L, -2, "schemes");
    push_rows(L, ends_rows, ENDS);
    lua_setfield(L, -2, "ends");
    set_names(L, "epsilons", lexicase_epsilons);
    set_names(L, "routes", islands_routes);
    set_names(L, "whoms", islands_whoms);
    set_names(L, "bases", differential_bases);
    set_names(L, "goals", goals_names);
    bind_limits(L, limits);
}
