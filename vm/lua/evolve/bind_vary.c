/* bind_vary.c -- how children are made, from the rows of a plan's table: each
 * { share or chance, operator, { name = value } }.
 */
#include "bind_vary.h"

#include "lua/program/bind_operator.h"
#include "lua_operator.h"

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

/* The row { share, operator, params } at the top of the stack. */
static void bind_vary_row(VaryReading *r, Vary *vary) {
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
    species_derive(bind_species(L, r->species), vary->op, vary->param);
    lua_pop(L, 3);
}

/* The rows of the list at the top; returns how many, at most `most`. */
static size_t read_rows(VaryReading *r, Vary *rows, int most,
                        const char *what) {
    lua_State *L = r->L;
    luaL_checktype(L, -1, LUA_TTABLE);
    size_t n = bind_length(L, -1);
    if (n > (size_t)most)
        luaL_error(L, "%s has at most %d steps, not %d", what, most, (int)n);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        bind_vary_row(r, &rows[i]);
        lua_pop(L, 1);
    }
    return n;
}

void bind_vary_shares(VaryReading *r, int arg, Plan *plan) {
    lua_State *L = r->L;
    lua_getfield(L, arg, "vary");
    luaL_checktype(L, -1, LUA_TTABLE);
    plan->vary_count = (int)read_rows(r, plan->vary, PLAN_VARY_MAX, "vary");
    if (plan->vary_count < 1)
        luaL_error(L, "vary must list 1 to %d operators, got none",
                   PLAN_VARY_MAX);
    plan->children = bind_plan_size(L, arg, "children");
    lua_pop(L, 1);
}

void bind_vary_parts(VaryReading *r, Plan *plan) {
    lua_State *L = r->L;
    int n = (int)bind_length(L, -1);
    if (n > PLAN_PARTS_MAX)
        luaL_error(L, "a brood has at most %d parts, not %d", PLAN_PARTS_MAX,
                   n);
    for (int i = 1; i <= n; i++) {
        Part *part = &plan->part[plan->parts++];
        lua_geti(L, -1, i);
        luaL_checktype(L, -1, LUA_TTABLE);
        part->count = bind_plan_size(L, lua_gettop(L), "children");
        lua_getfield(L, -1, "steps");
        part->steps = read_rows(r, part->step, PLAN_STEPS_MAX,
                                "a part of the brood");
        lua_pop(L, 2);
    }
}

void bind_vary_climb(VaryReading *r, int arg, Plan *plan) {
    lua_State *L = r->L;
    plan->tries = (unsigned)bind_plan_size(L, arg, "tries");
    if (plan->tries == 0) return;
    if (lua_getfield(L, arg, "climb") != LUA_TTABLE)
        luaL_error(L, "field 'tries': there is no step to try, field 'climb'");
    bind_vary_row(r, &plan->climb);
    lua_pop(L, 1);
}
