/* store_guard.h -- what statements may do to a store. */
#ifndef LUDUS_STORE_GUARD_H
#define LUDUS_STORE_GUARD_H

#include <sqlite3.h>

typedef enum StoreMode { STORE_WRITE, STORE_READ, STORE_UPGRADE } StoreMode;

/* From now on the connection refuses whatever is no work of that mode. */
void store_guard(sqlite3 *db, StoreMode mode);

#endif
