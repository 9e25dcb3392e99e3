/* bind_later.h -- tables that are made when somebody looks at them.
 *
 * Until then such a table is a short list of what it is made of. A script sees
 * no difference: indexing, assigning, #, pairs() and the prompt make it one
 * like any other first.
 */
#ifndef LUDUS_BIND_LATER_H
#define LUDUS_BIND_LATER_H

#include <lua.h>

typedef struct Later {
    const char *name;                /* of its class */
    int  first, last;                /* places of what it is made of */
    void (*fields)(lua_State *L);    /* sets the fields; what it was made of is
                                        on top */
} Later;

/* Makes the class, of whose tables nothing else is left than `later` says. It
 * must live as long as the state. */
void bind_later_class(lua_State *L, const Later *later);

/* What `__index` does with the table at 1 and the key at 2. */
int bind_later_index(lua_State *L, const Later *later);

#endif
