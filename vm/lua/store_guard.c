/* store_guard.c -- what statements may do to a store.
 *
 * What those of ludus/store.lua do and nothing else, in every store: no other
 * database, no copy, no trigger, no other PRAGMA, no code to load.
 */
#include "store_guard.h"

#include <stdbool.h>
#include <stddef.h>

static bool listed(const char *name, const char *const list[]) {
    for (; *list; list++)
        if (sqlite3_stricmp(name, *list) == 0) return true;
    return false;
}

static bool is_pragma_allowed(const char *name, const char *value) {
    static const char *const any[] = { "integrity_check", "synchronous",
                                       "temp_store", "user_version", NULL };
    static const char *const asked[] = { "page_count", "page_size", NULL };
    return listed(name, any) || (!value && listed(name, asked));
}

/* For sqlite3_set_authorizer(): of a PRAGMA, a is its name and b its value; of
 * a function, b is the name. A VACUUM of any kind attaches a database, a text
 * as primary key makes an index. */
static int authorize(void *context, int action, const char *a, const char *b,
                     const char *database, const char *trigger) {
    (void)context, (void)database, (void)trigger;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_INSERT:
    case SQLITE_UPDATE:
    case SQLITE_DELETE:
    case SQLITE_TRANSACTION:
    case SQLITE_CREATE_TABLE:
    case SQLITE_CREATE_INDEX: return SQLITE_OK;
    case SQLITE_FUNCTION:
        return sqlite3_stricmp(b, "load_extension") ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA:
        return is_pragma_allowed(a, b) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
    }
}

/* The same for a store of an older version, whose tables get more columns and
 * an index. */
static int authorize_upgrade(void *context, int action, const char *a,
                             const char *b, const char *database,
                             const char *trigger) {
    if (action == SQLITE_ALTER_TABLE || action == SQLITE_REINDEX)
        return SQLITE_OK;
    return authorize(context, action, a, b, database, trigger);
}

/* The same for a store that cannot be written: of a damaged one what can still
 * be read is read although its tables are not as they should be. */
static int authorize_reader(void *context, int action, const char *a,
                            const char *b, const char *database,
                            const char *trigger) {
    if (action == SQLITE_PRAGMA && sqlite3_stricmp(a, "writable_schema") == 0)
        return SQLITE_OK;
    return authorize(context, action, a, b, database, trigger);
}

void store_guard(sqlite3 *db, StoreMode mode) {
    static int (*const rules[])(void *, int, const char *, const char *,
                                const char *, const char *) = {
        [STORE_WRITE] = authorize,
        [STORE_READ] = authorize_reader,
        [STORE_UPGRADE] = authorize_upgrade,
    };
    sqlite3_set_authorizer(db, rules[mode], NULL);
}
