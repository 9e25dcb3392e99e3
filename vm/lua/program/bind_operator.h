/* bind_operator.h -- operators and their parameters as scripts write them. */
#ifndef LUDUS_BIND_OPERATOR_H
#define LUDUS_BIND_OPERATOR_H

#include "lua/bind.h"

/* Pushes a list of the species' rows: name, parents, help and params (name,
 * default, min, max, help). */
void bind_operators(lua_State *L, const Species *species);

/* The same for all kinds of programs; each row has its `kind`, and vectors the
 * `type` of their genes. */
void bind_every_operator(lua_State *L);

/* Fills in an operator's parameters from the fields of the table at `arg`, or
 * their defaults; nil means all defaults. `chance` and numbered fields are left
 * alone; any other field, or a value out of bounds, is an error. */
void bind_params(lua_State *L, int arg, const Operator *op, double *param);

#endif
