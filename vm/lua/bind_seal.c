/* bind_seal.c -- seal(name, value, ...), in SQL and for Lua: a hash of values
 * with their names, what a row carries so that damage is noticed.
 *
 * A value that is not there adds nothing, so columns may be added to a table; a
 * whole number is the same as a real one and as bytes are the same as text, so
 * a row may be sealed before a column has given its values their types.
 */
#include "bind_seal.h"

#include "base/seal.h"

static uint64_t seal_value(uint64_t seal, sqlite3_value *v) {
    switch (sqlite3_value_type(v)) {
    case SQLITE_INTEGER: return seal_whole(seal, sqlite3_value_int64(v));
    case SQLITE_FLOAT: return seal_real(seal, sqlite3_value_double(v));
    default: {
        const void *bytes = sqlite3_value_blob(v);
        return seal_bytes(seal, bytes ? bytes : "",
                          (size_t)sqlite3_value_bytes(v));
    }
    }
}

/* In SQL. */
static void sql_seal(sqlite3_context *context, int n, sqlite3_value **v) {
    uint64_t seal = 0;
    for (int i = 0; i + 1 < n; i += 2) {
        if (sqlite3_value_type(v[i + 1]) == SQLITE_NULL) continue;
        seal = seal_value(seal_value(seal, v[i]), v[i + 1]);
    }
    sqlite3_result_int64(context, (int64_t)seal);
}

static uint64_t seal_argument(lua_State *L, uint64_t seal, int arg) {
    size_t n;
    if (lua_isinteger(L, arg))
        return seal_whole(seal, (int64_t)lua_tointeger(L, arg));
    if (lua_type(L, arg) == LUA_TNUMBER)
        return seal_real(seal, lua_tonumber(L, arg));
    if (lua_isboolean(L, arg)) return seal_whole(seal, lua_toboolean(L, arg));
    const char *bytes = luaL_checklstring(L, arg, &n);
    return seal_bytes(seal, bytes, n);
}

int bind_seal(lua_State *L) {
    uint64_t seal = 0;
    int n = lua_gettop(L);
    for (int i = 1; i < n; i += 2) {
        if (lua_isnil(L, i + 1)) continue;
        seal = seal_argument(L, seal_argument(L, seal, i), i + 1);
    }
    lua_pushinteger(L, (lua_Integer)seal);
    return 1;
}

int bind_seal_sql(sqlite3 *db) {
    return sqlite3_create_function(db, "seal", -1,
                                   SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                                   sql_seal, NULL, NULL);
}
