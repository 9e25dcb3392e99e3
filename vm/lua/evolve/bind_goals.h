/* bind_goals.h -- objectives and measures of a plan from Lua tables. */
#ifndef LUDUS_BIND_GOALS_H
#define LUDUS_BIND_GOALS_H

#include "bind_plan.h"

/* Reads the field `objectives` or `measures` of the plan's table at `plan`:
 * names, numbers of cases and functions of a program's figures, for programs of
 * the species at `species`. What they need is left on the stack and good for as
 * long as it is there. */
void bind_goals(lua_State *L, int plan, int species, Goals *goals);

/* Reads the axes of a map, the rules of novelty and of meetings. */
void bind_grid(lua_State *L, int plan, Grid *grid);
void bind_contest(lua_State *L, int plan, Contest *contest);
void bind_novelty(lua_State *L, int plan, NoveltyRule *rule);

/* Reads how cases are weighted, and how fitness is shared. */
void bind_weights(lua_State *L, int plan, WeightRule *rule);
void bind_sharing(lua_State *L, int plan, SharingRule *rule);

#endif
