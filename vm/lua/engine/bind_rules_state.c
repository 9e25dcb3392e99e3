/* bind_rules_state.c -- how a case of a game of rules stands: variables and
 * grids by name, and a picture if the game shows its states.
 */
#include "bind_rules.h"

static const char SHOWS;             /* its address names a weak table */

void bind_rules_show(lua_State *L) {
    bind_rules_weak(L, &SHOWS);
    lua_pushvalue(L, -2);
    lua_getfield(L, 1, "show");
    lua_settable(L, -3);
    lua_pop(L, 1);
}

/* Pushes a grid as it is in the state: a list of rows. */
static void push_grid(lua_State *L, const RulesState *g,
                      const RulesGrid *grid) {
    lua_createtable(L, grid->height, 0);
    for (int y = 0; y < grid->height; y++) {
        lua_createtable(L, grid->width, 0);
        for (int x = 0; x < grid->width; x++) {
            lua_pushinteger(
                L, g->cell[grid->start + (size_t)(y * grid->width + x)]);
            lua_seti(L, -2, x + 1);
        }
        lua_seti(L, -2, y + 1);
    }
}

static void push_variable(lua_State *L, const Rules *r, const RulesState *g,
                          int32_t k) {
    if (r->var_kind[k] == KIND_REAL) lua_pushnumber(L, g->real[k]);
    else if (r->var_kind[k] == KIND_TRUTH) lua_pushboolean(L, g->var[k]);
    else lua_pushinteger(L, g->var[k]);
}

void bind_rules_state(lua_State *L, const Rules *r, const RulesState *g) {
    lua_newtable(L);
    for (size_t n = 0; n < r->name_count; n++) {
        const RulesName *name = &r->name[n];
        if (name->kind == NAME_VAR) push_variable(L, r, g, name->k);
        else if (name->kind == NAME_GRID) push_grid(L, g, &r->grid[name->k]);
        else continue;
        lua_setfield(L, -2, name->name);
    }
}

void bind_rules_picture(lua_State *L) {
    int result = lua_gettop(L);
    bind_rules_weak(L, &SHOWS);
    lua_pushvalue(L, 1);
    if (lua_gettable(L, -2) == LUA_TFUNCTION) {
        lua_getfield(L, result, "state");
        lua_call(L, 1, 1);
        luaL_tolstring(L, -1, NULL);
        lua_setfield(L, result, "picture");
    }
    lua_settop(L, result);
}
