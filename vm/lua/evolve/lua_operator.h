/* lua_operator.h -- operators and selections that are Lua functions.
 *
 * Both run in the state that asked for the step, one call after another;
 * what they give depends on (seed, generation, slot) alone, as with those in
 * C.
 */
#ifndef LUDUS_LUA_OPERATOR_H
#define LUDUS_LUA_OPERATOR_H

#include "lua/bind.h"
#include "evolve/evolve.h"

/* Makes `vary`, row `row` of the plan whose userdata is at `plan`, call the
 * function at the top of the stack, which stays there. The plan's user
 * value, a table, keeps what is needed; the plan is good for as long as the
 * calling C function runs. A call may take `seconds` of CPU time. */
void lua_operator_set(lua_State *L, int plan, int species, int row, int seconds,
                      Vary *vary);

/* Who chooses whom: a function, which may take so many seconds of CPU time, for
 * a population or for one of its islands. */
typedef struct Chooser {
    int              select;         /* stack index */
    int              seconds;
    const Evolution *evolution;
    const Plan      *plan;
    size_t           first, count;   /* places */
    uint64_t         seed;
} Chooser;

/* Calls the function once for each parent of the next brood and pushes the
 * block of its answers. */
const uint32_t *lua_operator_pick(lua_State *L, const Chooser *chooser);

#endif
