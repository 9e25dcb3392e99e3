/* bind_plan_words.c -- the words and limits of plans, for the library that
 * checks them.
 */
#include "bind_plan.h"

#include "evolve/cache.h"
#include "lua/limit.h"

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
    { "objectives", PARETO_OBJECTIVES_MAX }, { "axes", GRID_AXES_MAX },
    { "map", GRID_CELLS_MAX },          { "near", NOVELTY_NEAR_MAX },
    { "archive", NOVELTY_ARCHIVE_MAX }, { "meet", CONTEST_COUNT_MAX },
    { "hall", CONTEST_HALL_MAX },       { "gap", LAYERS_GAP_MAX },
    { "weights_every", WEIGHTS_EVERY_MAX },
    { "sample_every", LEXICASE_EVERY_MAX },
    { "limit", CEILING_MAX },
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
    set_names(L, "growths", layers_growths);
    set_names(L, "bases", differential_bases);
    set_names(L, "weights", weights_names);
    set_names(L, "goals", goals_names);
    bind_limits(L, limits);
}
