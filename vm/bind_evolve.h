/* bind_evolve.h -- plans of evolution from Lua tables. */
#ifndef LUDUS_BIND_EVOLVE_H
#define LUDUS_BIND_EVOLVE_H

#include "bind.h"
#include "evolve.h"

/* Reads { select = { method, param, parsimony }, elite, vary = { { share, operator,
 * { name = value } } } } at `arg`; raises if it does not fit the species. */
void bind_plan(lua_State *L, int arg, const Species *species, size_t count,
               Plan *plan);

#endif
