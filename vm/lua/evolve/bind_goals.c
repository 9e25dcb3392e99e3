/* bind_goals.c -- objectives and measures of a plan from Lua tables.
 *
 *     objectives = { "score", "size", 3, function(p) return p.steps end }
 *
 *     measures = { "size", 3 }, map = { { 1, 50, 10 }, { 0, 1, 20 } }
 *     measures = { 1, 2 }, novelty = { near = 15, add = 0.05, archive = 1000 }
 *     weights = { kind = "stepwise", every = 10, add = 1 }
 *     measures = { 1 }, sharing = { by = "measures", radius = 3, power = 1 }
 *     meet = { pairing = "some", count = 8, hall = 4, shared = true }
 *
 * A function gets { raw, standardized, steps, hits, size, program, cases }, the
 * last where the plan reads cases, and gives a number; less is better.
 */
#include "bind_goals.h"

#include <string.h>

#include "lua/bind_field.h"
#include "lua/host.h"
#include "lua/limit.h"
#include "lua/program/bind_genome.h"

typedef struct Asking {              /* context of the functions */
    lua_State *L;
    int        list, species;        /* stack indices */
    int        seconds;              /* of one call */
    const char *word;                /* what a function gives */
} Asking;

static void push_subject(lua_State *L, int species, const Subject *s) {
    lua_createtable(L, 0, 7);
    bind_set_number(L, "raw", s->score->raw);
    bind_set_number(L, "standardized", s->score->standardized);
    bind_set_count(L, "steps", s->score->steps);
    bind_set_integer(L, "hits", s->score->hits);
    bind_set_count(L, "size", s->size);
    bind_genome_push(L, species, s->genome);
    lua_setfield(L, -2, "program");
    if (!s->cases) return;
    bind_numbers(L, s->cases, s->width);
    lua_setfield(L, -2, "cases");
}

static bool ask(void *context, int row, const Subject *subject, double *value,
                Err *err) {
    Asking *a = context;
    lua_State *L = a->L;
    int top = lua_gettop(L);
    luaL_checkstack(L, 12, NULL);
    lua_geti(L, a->list, row);
    push_subject(L, a->species, subject);
    bool ok = limit_pcall(L, 1, 1, 0, a->seconds) == LUA_OK;
    if (!ok) err_set(err, "%s\n  in %s %d", host_text(L), a->word, row);
    else if (lua_type(L, -1) != LUA_TNUMBER)
        ok = err_set(err, "%s %d must give a number, gave a %s", a->word, row,
                     luaL_typename(L, -1));
    else *value = lua_tonumber(L, -1);
    lua_settop(L, top);
    return ok;
}

/* The objective at the top of the stack, number i of the list. */
static Goal read_goal(lua_State *L, lua_Integer i) {
    if (lua_isfunction(L, -1)) return (Goal){ GOAL_CUSTOM, (size_t)i };
    if (lua_isinteger(L, -1)) {
        lua_Integer n = lua_tointeger(L, -1);
        if (n < 1) luaL_error(L, "there is no case %I", n);
        return (Goal){ GOAL_CASE, (size_t)n - 1 };
    }
    const char *name = luaL_checkstring(L, -1);
    for (int k = 0; goals_names[k]; k++)
        if (strcmp(goals_names[k], name) == 0) return (Goal){ (GoalKind)k, 0 };
    luaL_error(L, "unknown objective '%s'", name);
    return (Goal){ GOAL_SCORE, 0 };
}

/* The list at the top of the stack. */
static void read_goals(lua_State *L, Goals *goals, const Asking *how) {
    int list = lua_gettop(L);
    lua_Integer n = luaL_len(L, list);
    if (n < 1 || n > PARETO_OBJECTIVES_MAX)
        luaL_error(L, "1 to %d %ss, not %I", PARETO_OBJECTIVES_MAX, how->word,
                   n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, list, i);
        goals->list[i - 1] = read_goal(L, i);
        lua_pop(L, 1);
    }
    goals->count = (size_t)n;
    Asking *asking = lua_newuserdatauv(L, sizeof *asking, 0);
    *asking = *how;
    asking->list = list;
    goals->custom = ask;
    goals->context = asking;
}

void bind_goals(lua_State *L, int plan, int species, Goals *goals) {
    Asking how = { .L = L,
                   .species = species,
                   .seconds = bind_plan_seconds(L, plan) };
    for (int k = 0; k < 2; k++) {
        how.word = k ? "measure" : "objective";
        if (lua_getfield(L, plan, k ? "measures" : "objectives") == LUA_TTABLE)
            read_goals(L, goals, &how);
        else lua_pop(L, 1);
    }
}

/* ---- behaviour ----------------------------------------------------------- */

static double element(lua_State *L, int k) {
    lua_geti(L, -1, k);
    double x = luaL_checknumber(L, -1);
    lua_pop(L, 1);
    return x;
}

void bind_grid(lua_State *L, int plan, Grid *grid) {
    int n = 0;
    if (lua_getfield(L, plan, "map") == LUA_TTABLE) n = (int)bind_length(L, -1);
    if (n > GRID_AXES_MAX)
        luaL_error(L, "a map of 1 to %d measures, not %d", GRID_AXES_MAX, n);
    for (int i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        luaL_checktype(L, -1, LUA_TTABLE);
        double cells = element(L, 3);
        if (!(cells >= 1 && cells <= GRID_CELLS_MAX)) cells = 0;
        grid->axis[i - 1] = (Axis){ element(L, 1), element(L, 2),
                                    (uint32_t)cells };
        lua_pop(L, 1);
    }
    grid->axes = (size_t)n;
    lua_pop(L, 1);
}

void bind_novelty(lua_State *L, int plan, NoveltyRule *rule) {
    if (lua_getfield(L, plan, "novelty") == LUA_TTABLE) {
        int at = lua_gettop(L);
        rule->near = (uint32_t)bind_integer(L, at, "near", 1, NOVELTY_NEAR_MAX);
        rule->archive = (size_t)bind_integer(L, at, "archive", 0,
                                             NOVELTY_ARCHIVE_MAX);
        lua_getfield(L, at, "add");
        rule->add = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* ---- in the place of scores ---------------------------------------------- */

void bind_weights(lua_State *L, int plan, WeightRule *rule) {
    if (lua_getfield(L, plan, "weights") == LUA_TTABLE) {
        int at = lua_gettop(L);
        rule->kind = (WeightKind)bind_choice(L, at, "kind", weights_names);
        rule->every = (uint32_t)bind_integer(L, at, "every", 0,
                                             WEIGHTS_EVERY_MAX);
        rule->add = bind_number(L, at, "add");
    }
    lua_pop(L, 1);
}

void bind_sharing(lua_State *L, int plan, SharingRule *rule) {
    if (lua_getfield(L, plan, "sharing") == LUA_TTABLE) {
        int at = lua_gettop(L);
        rule->by = (SharingBy)bind_choice(L, at, "by", sharing_names);
        rule->radius = bind_number(L, at, "radius");
        rule->power = bind_number(L, at, "power");
    }
    lua_pop(L, 1);
}

/* ---- meetings ------------------------------------------------------------ */

void bind_contest(lua_State *L, int plan, Contest *contest) {
    static const char *const pairings[] = { "none", "all", "some", "swiss",
                                            NULL };
    if (lua_getfield(L, plan, "meet") == LUA_TTABLE) {
        int at = lua_gettop(L);
        contest->pairing = (Pairing)bind_choice(L, at, "pairing", pairings);
        contest->count = (uint32_t)bind_integer(L, at, "count", 0,
                                                CONTEST_COUNT_MAX);
        contest->hall = (uint32_t)bind_integer(L, at, "hall", 0,
                                               CONTEST_HALL_MAX);
        lua_getfield(L, at, "shared");
        lua_getfield(L, at, "sides");
        contest->shared = lua_toboolean(L, -2);
        contest->sides = lua_toboolean(L, -1);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}
