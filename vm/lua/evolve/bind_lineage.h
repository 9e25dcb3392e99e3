/* bind_lineage.h -- what the bindings of lineages share. */
#ifndef LUDUS_BIND_LINEAGE_H
#define LUDUS_BIND_LINEAGE_H

#include "lua/bind.h"
#include "evolve/lineage.h"

/* Reads the arguments of replay() and family(): the pedigree and the slot, from
 * 0. What it points to stays on the stack. */
Pedigree bind_lineage_pedigree(lua_State *L, size_t *slot);

/* Makes the ancestors again; returns the line of mothers, which stays on the
 * stack. */
Ancestor *bind_lineage_replay(lua_State *L, const Pedigree *p, size_t slot,
                              const Midwife *midwife);

/* The plan that a program of generation g was bred by; NULL for first ones. */
const Plan *bind_lineage_plan(const Plan *const *plans, size_t count, size_t g,
                              const Ancestor *a);

/* Pushes a table of what made a program. */
void bind_lineage_push(lua_State *L, const Plan *plan, size_t generation,
                       const Ancestor *a);

/* family(species, kept, generation, slot), and its class. */
int  bind_family(lua_State *L);
void bind_family_class(lua_State *L);

#endif
