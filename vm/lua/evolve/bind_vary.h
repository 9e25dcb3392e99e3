/* bind_vary.h -- how children are made, from a plan's table. */
#ifndef LUDUS_BIND_VARY_H
#define LUDUS_BIND_VARY_H

#include "bind_plan.h"

/* Where the rows of a plan are read into. */
typedef struct VaryReading {
    lua_State *L;
    int        plan, species;        /* stack indices */
    int        seconds;              /* that a function may take */
    int        rows;                 /* read so far */
} VaryReading;

/* The field `vary` of the table at `arg`, and how many children; the parts of
 * the list at the top; what a child tries, if it does. */
void bind_vary_shares(VaryReading *r, int arg, Plan *plan);
void bind_vary_parts(VaryReading *r, Plan *plan);
void bind_vary_climb(VaryReading *r, int arg, Plan *plan);

#endif
