/* bind_seal.h -- seals of rows, in SQL and for Lua. */
#ifndef LUDUS_BIND_SEAL_H
#define LUDUS_BIND_SEAL_H

#include <sqlite3.h>

#include "bind.h"

/* seal(name, value, ...) for Lua. */
int bind_seal(lua_State *L);

/* The connection knows it from now on, if the status is SQLITE_OK. */
int bind_seal_sql(sqlite3 *db);

#endif
