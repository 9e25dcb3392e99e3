/* bind_islands.h -- the islands of a plan from Lua tables. */
#ifndef LUDUS_BIND_ISLANDS_H
#define LUDUS_BIND_ISLANDS_H

#include "bind_plan.h"

/* Reads the field `islands` of the plan's table at `plan`, if it has one, for
 * so many programs of the species at `species`. What the islands point to is
 * left on the stack and good for as long as it is there. */
void bind_islands(lua_State *L, int plan, int species, size_t population,
                  Islands *islands);

#endif
