/* bind_plan.c -- plans of evolution from Lua tables. */
#include "bind_plan.h"

#include "lua/program/bind_operator.h"
#include "lua/limit.h"
#include "lua_operator.h"

static Selection read_selection(lua_State *L, int arg) {
    Selection s = { 0 };
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_getfield(L, arg, "method");
    const char *name = luaL_checkstring(L, -1);
    int method = select_find(name);
    if (method < 0) luaL_error(L, "unknown selection '%s'", name);
    s.method = (SelectMethod)method;
    lua_pop(L, 1);
    const SelectRow *row = &select_rows[s.method];
    lua_getfield(L, arg, "param");
    s.param = luaL_optnumber(L, -1, row->normal);
    if (row->param && !(s.param >= row->min && s.param <= row->max))
        luaL_error(L, "%s: %s must be %f to %f, got %f", row->name, row->param,
                   row->min, row->max, s.param);
    lua_getfield(L, arg, "parsimony");
    s.parsimony = lua_toboolean(L, -1);
    lua_getfield(L, arg, "near");
    lua_Integer near = luaL_optinteger(L, -1, 0);
    luaL_argcheck(L, near >= 0 && near <= EVOLVE_COUNT_MAX, arg,
                  "near must be 0 or more slots");
    s.near = (uint32_t)near;
    lua_pop(L, 3);
    return s;
}

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

/* Row `row` of the plan at `plan`, from the table at the top of the stack. */
static void read_vary(lua_State *L, int plan, int species_at, int row,
                      int seconds, Vary *vary) {
    Err err;
    const Species *species = bind_species(L, species_at);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_geti(L, -1, 1);
    vary->share = luaL_checknumber(L, -1);
    if (lua_geti(L, -2, 2) == LUA_TFUNCTION) {
        lua_operator_set(L, plan, species_at, row, seconds, vary);
        lua_pop(L, 2);
        return;
    }
    vary->op = species_operator(species, luaL_checkstring(L, -1), &err);
    if (!vary->op) bind_raise(L, &err);
    if (lua_geti(L, -3, 3) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    bind_plan_params(L, vary->op, vary->param);
    lua_pop(L, 3);
}

Plan *bind_plan(lua_State *L, int arg, int species, size_t count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    arg = lua_absindex(L, arg);
    species = lua_absindex(L, species);
    Plan *plan = lua_newuserdatauv(L, sizeof *plan, 1);
    int at = lua_gettop(L);
    *plan = (Plan){ .selection = { SELECT_TOURNAMENT, 2, false, 0 } };
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION)
        plan->selection = read_selection(L, lua_gettop(L));
    lua_pop(L, 1);
    plan->elite = (size_t)bind_integer(L, arg, "elite", 0, (lua_Integer)count);
    lua_getfield(L, arg, "keep_better");
    plan->keep_better = lua_toboolean(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, arg, "vary");
    luaL_checktype(L, -1, LUA_TTABLE);
    int seconds = bind_plan_seconds(L, arg);
    lua_Integer n = luaL_len(L, -1);
    if (n < 1 || n > EVOLVE_VARY_MAX)
        luaL_error(L, "vary must list 1 to %d operators, got %I",
                   EVOLVE_VARY_MAX, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        read_vary(L, at, species, (int)i - 1, seconds, &plan->vary[i - 1]);
        lua_pop(L, 1);
    }
    plan->vary_count = (int)n;
    lua_pop(L, 1);
    return plan;
}
