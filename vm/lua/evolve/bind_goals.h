/* bind_goals.h -- the objectives of a plan from Lua tables. */
#ifndef LUDUS_BIND_GOALS_H
#define LUDUS_BIND_GOALS_H

#include "bind_plan.h"

/* Reads the field `objectives` of the plan's table at `plan`, if it has one:
 * names, numbers of cases and functions of a program's figures, for programs of
 * the species at `species`. What they need is left on the stack and good for as
 * long as it is there. */
void bind_goals(lua_State *L, int plan, int species, Goals *goals);

#endif
