/* bind_goals.c -- the objectives of a plan from Lua tables.
 *
 *     objectives = { "score", "size", 3, function(p) return p.steps end }
 *
 * A function gets { raw, standardized, steps, hits, size, program, cases }, the
 * last where the plan reads cases, and gives a number; less is better.
 */
#include "bind_goals.h"

#include <string.h>

#include "lua/host.h"
#include "lua/limit.h"
#include "lua/program/bind_genome.h"

typedef struct Asking {              /* context of the functions */
    lua_State *L;
    int        list, species;        /* stack indices */
    int        seconds;              /* of one call */
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
    if (!ok) err_set(err, "%s\n  in objective %d", host_text(L), row);
    else if (lua_type(L, -1) != LUA_TNUMBER)
        ok = err_set(err, "objective %d must give a number, gave a %s", row,
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

void bind_goals(lua_State *L, int plan, int species, Goals *goals) {
    if (lua_getfield(L, plan, "objectives") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    int list = lua_gettop(L);
    lua_Integer n = luaL_len(L, list);
    if (n < 1 || n > PARETO_OBJECTIVES_MAX)
        luaL_error(L, "1 to %d objectives, not %I", PARETO_OBJECTIVES_MAX, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, list, i);
        goals->list[i - 1] = read_goal(L, i);
        lua_pop(L, 1);
    }
    goals->count = (size_t)n;
    Asking *asking = lua_newuserdatauv(L, sizeof *asking, 0);
    *asking = (Asking){ L, list, species, bind_plan_seconds(L, plan) };
    goals->custom = ask;
    goals->context = asking;
}
