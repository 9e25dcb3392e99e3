/* bind_evolve.h -- what the bindings of an evolution have in common.
 *
 * The evolution is the first argument everywhere. Its user value is a list:
 * the species, then the game.
 */
#ifndef LUDUS_BIND_EVOLVE_H
#define LUDUS_BIND_EVOLVE_H

#include "lua/bind.h"
#include "evolve/evolve.h"

/* Any evolution; one that nobody is changing; one that has programs; one whose
 * programs have scores. Each raises if it is not so. */
Evolution *bind_evolve(lua_State *L);
Evolution *bind_evolve_idle(lua_State *L);
Evolution *bind_evolve_started(lua_State *L);
Evolution *bind_evolve_settled(lua_State *L);

/* Calls `change` on it, which is busy until then. */
int bind_evolve_change(lua_State *L, lua_CFunction change);

/* Pushes its species; returns the place. */
int bind_evolve_species(lua_State *L);

/* The place of a program, whose number in Lua is at `arg`. */
size_t bind_evolve_slot(lua_State *L, int arg, const Evolution *e);

/* The plan at `arg`, with the parents a function of it has chosen if it is for
 * breeding. */
Plan *bind_evolve_plan(lua_State *L, int arg, bool breeds);

/* Methods: a generation and its parts; scores from outside; what programs there
 * are. */
extern const luaL_Reg bind_evolve_steps[];
extern const luaL_Reg bind_evolve_told[];
extern const luaL_Reg bind_evolve_members[];

#endif
