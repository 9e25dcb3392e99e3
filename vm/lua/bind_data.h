/* bind_data.h -- data for tables, as scripts give it. */
#ifndef LUDUS_BIND_DATA_H
#define LUDUS_BIND_DATA_H

#include "bind.h"

/* Fills the box with a Data made of the arguments at 1 and 2: a path and
 * { missing = "drop" }, lists by name, or a number of rows and functions by
 * name. */
void bind_data(lua_State *L, Box *box);

#endif
