/* bind_plan.h -- plans of evolution from Lua tables. */
#ifndef LUDUS_BIND_PLAN_H
#define LUDUS_BIND_PLAN_H

#include "lua/bind.h"
#include "evolve/evolve.h"

/* Pushes the plan { select = { method, param, parsimony, near }, elite,
 * keep_better, vary = { { share, operator, { name = value } } } } at `arg`;
 * raises if it does not fit the species at `species`. An operator may be a Lua
 * function (see lua_operator.h); a selection that is one is left to the
 * caller. */
Plan *bind_plan(lua_State *L, int arg, int species, size_t count);

/* The parameters of an operator from the table at the top of the stack. */
void bind_plan_params(lua_State *L, const Operator *op, double *param);

/* CPU seconds one call of a function in the plan at `arg` may take. */
int bind_plan_seconds(lua_State *L, int arg);

#endif
