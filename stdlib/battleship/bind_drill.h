/* bind_drill.h -- what the bindings of drills and descents share.
 *
 * Both are a C object and its pool of threads, made by new(fleet, set, options,
 * seed, threads).
 */
#ifndef BATTLESHIP_BIND_DRILL_H
#define BATTLESHIP_BIND_DRILL_H

#include "bind_battleship.h"
#include "battleship/sink/drill.h"

/* Gives the box on top the fleet and set of arguments 1 and 2 to keep, and a
 * pool of the threads of argument 5, which is returned. */
Pool *bind_drill_keep(lua_State *L);

/* The pool of the object at stack index 1. */
Pool *bind_drill_pool(lua_State *L);

/* Pushes a program of the object's set with these bytes. */
void bind_drill_program(lua_State *L, const uint8_t *code, size_t bytes);

/* Games of arguments 3 to 6: placement, seed, first, count; pushes them. */
DrillGame *bind_drill_games(lua_State *L, const Fleet *fleet, lua_Integer most,
                            size_t *n);

/* Makes the class of descents, and adds `descent` to the module at the top. */
void bind_descent(lua_State *L);

#endif
