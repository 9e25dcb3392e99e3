/* bind_operator.c -- operators and their parameters as scripts write them. */
#include "bind_operator.h"

#include <string.h>

#include "base/suggest.h"
#include "program/linear/linear_species.h"
#include "program/machine/machine_species.h"
#include "program/tree/tree_species.h"
#include "program/vector/vector_species.h"

static int param_of(lua_State *L, const Operator *op, const char *name) {
    Suggest near = suggest_start(name);
    for (int i = 0; i < OPERATOR_PARAMS && op->params[i].name; i++) {
        if (strcmp(op->params[i].name, name) == 0) return i;
        suggest_offer(&near, op->params[i].name);
    }
    suggest_offer(&near, "chance");
    if (near.best)
        return luaL_error(L,
                          "operator '%s' has no parameter '%s'; did you "
                          "mean '%s'?",
                          op->name, name, near.best);
    return luaL_error(L, "operator '%s' has no parameter '%s'", op->name, name);
}

static void set_param(lua_State *L, const Operator *op, const char *name,
                      double *param) {
    int i = param_of(L, op, name);
    const OperatorParam *p = &op->params[i];
    if (lua_type(L, -1) != LUA_TNUMBER)
        luaL_error(L,
                   "operator '%s', parameter '%s': expected a number, got "
                   "%s",
                   op->name, name, luaL_typename(L, -1));
    double x = lua_tonumber(L, -1);
    if (!(x >= p->min && x <= p->max))
        luaL_error(L, "operator '%s', parameter '%s': must be %f to %f, got %f",
                   op->name, name, p->min, p->max, x);
    param[i] = x;
}

static void push_param(lua_State *L, const OperatorParam *p) {
    lua_createtable(L, 0, 5);
    bind_set_text(L, "name", p->name);
    bind_set_number(L, "default", p->normal);
    bind_set_number(L, "min", p->min);
    bind_set_number(L, "max", p->max);
    bind_set_text(L, "help", p->help);
}

static void push_operator(lua_State *L, const Operator *op) {
    lua_createtable(L, 0, 4);
    bind_set_text(L, "name", op->name);
    bind_set_integer(L, "parents", op->parents);
    bind_set_text(L, "help", op->help);
    lua_newtable(L);
    for (int i = 0; i < OPERATOR_PARAMS && op->params[i].name; i++) {
        push_param(L, &op->params[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "params");
}

void bind_operators(lua_State *L, const Species *species) {
    lua_newtable(L);
    lua_Integer n = 0;
    for (const Operator *op = species->class->operators; op->name; op++) {
        Err why;
        push_operator(L, op);
        if (!species_suits(species, op, &why))
            bind_set_text(L, "lacks", why.text);
        lua_seti(L, -2, ++n);
    }
}

void bind_every_operator(lua_State *L) {
    static const struct {
        const char     *kind, *type;
        const Operator *rows;
    } kinds[] = {
        { "tree", NULL, tree_operators },
        { "linear", NULL, linear_operators },
        { "machine", NULL, machine_operators },
        { "vector", "integers", vector_integer_operators },
        { "vector", "bits", vector_bit_operators },
        { "vector", "reals", vector_real_operators },
        { "vector", "reals", vector_steps_alone },
    };
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (const Operator *op = kinds[i].rows; op->name; op++) {
            push_operator(L, op);
            bind_set_text(L, "kind", kinds[i].kind);
            bind_set_text(L, "type", kinds[i].type);
            lua_seti(L, -2, ++n);
        }
}

void bind_params(lua_State *L, int arg, const Operator *op, double *param) {
    for (int i = 0; i < OPERATOR_PARAMS && op->params[i].name; i++)
        param[i] = op->params[i].normal;
    if (lua_isnoneornil(L, arg)) return;
    luaL_checktype(L, arg, LUA_TTABLE);
    arg = lua_absindex(L, arg);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        const char *name = lua_tostring(L, -2);
        if (strcmp(name, "chance") != 0) set_param(L, op, name, param);
    }
}
