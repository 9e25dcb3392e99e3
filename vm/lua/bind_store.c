/* bind_store.c -- SQLite for the run store: open, run, query.
 *
 *     local db = store.open("ludus.db", "write")    -- or "read", "upgrade"
 *     db:run("INSERT INTO t VALUES (?, ?)", 1, "x")    --> rowid, rows changed
 *     for _, row in ipairs(db:query("SELECT a FROM t WHERE b = ?", 2)) do
 *       ...
 *     end
 *
 * The schema and every statement are in ludus/store.lua; this is only the door,
 * and store_guard.c says what passes.
 * Strings that hold a zero byte are stored as blobs, others as text;
 * they come back as strings. Errors name the file and say what SQLite said.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "bind.h"
#include "bind_seal.h"
#include "sandbox.h"
#include "store_guard.h"

static const char CLASS[] = "ludus.store";

enum { BUSY_MILLISECONDS = 60000 };  /* another run may write a checkpoint */

static void close_database(void *object) { sqlite3_close_v2(object); }

static sqlite3 *to_database(lua_State *L) { return bind_object(L, 1, CLASS); }

/* What is wrong, where the system knows more than SQLite says. (It keeps no
 * number of a failed write: errno is still that of the system.) */
static const char *told(sqlite3 *db) {
    int code = sqlite3_extended_errcode(db);
    if (code == SQLITE_READONLY_DBMOVED) return "the file is gone";
    if (code == SQLITE_IOERR_WRITE && errno == EFBIG)
        return "the file is too large";
    return sqlite3_errmsg(db);
}

static int fail(lua_State *L, sqlite3 *db) {
    const char *file = sqlite3_db_filename(db, "main");
    return luaL_error(L, "%s: %s", file && *file ? file : "store", told(db));
}

/* Why a file cannot be opened or made: SQLite knows only of its last try. */
static const char *reason(lua_State *L, sqlite3 *db, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *folder = ".";
    if (slash) folder = lua_pushlstring(L, path, (size_t)(slash - path) + 1);
    if (access(path, F_OK) != 0 && access(folder, W_OK) != 0)
        return strerror(errno);
    return strerror(sqlite3_system_errno(db));
}

/* SQLite would take some names for stores that are gone when it ends. */
static void check_name(lua_State *L, const char *path) {
    struct stat st;
    if (!*path) luaL_error(L, "the name of the store is empty");
    if (*path == ':' || strncmp(path, "file:", 5) == 0)
        luaL_error(L,
                   "%s: expected the name of a file; runs are not kept in "
                   "memory (a file of that name is ./%s)",
                   path, path);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        luaL_error(L, "%s: is a folder, expected a store", path);
}

/* ---- opening ------------------------------------------------------------- */

/* Gives every connection what it has; a status of SQLite. */
static int equip(sqlite3 *db, StoreMode mode) {
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
    int status = bind_seal_sql(db);
    if (status == SQLITE_OK && mode == STORE_READ)
        status = sqlite3_exec(db, "PRAGMA query_only = ON", NULL, NULL, NULL);
    store_guard(db, mode);
    return status;
}

static int f_open(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    static const char *const modes[] = { "write", "read", "upgrade", NULL };
    sandbox_deny(L, "opening a store");
    StoreMode mode = (StoreMode)luaL_checkoption(L, 2, "write", modes);
    check_name(L, path);
    Box *box = bind_box(L, CLASS, close_database);
    sqlite3 *db = NULL;
    /* A reader may have to undo what a killed writer left half done. */
    int flags = SQLITE_OPEN_READWRITE |
                (mode == STORE_READ ? 0 : SQLITE_OPEN_CREATE);
    int status = sqlite3_open_v2(path, &db, flags, NULL);
    box->object = db;
    if (!db) return luaL_error(L, "%s: out of memory", path);
    if (status == SQLITE_CANTOPEN)
        return luaL_error(L, "%s: the store cannot be opened: %s", path,
                          reason(L, db, path));
    if (status == SQLITE_OK) status = equip(db, mode);
    if (status != SQLITE_OK)
        return luaL_error(L, "%s: %s", path, sqlite3_errmsg(db));
    return 1;
}

/* ---- statements ---------------------------------------------------------- */

/* Binds the value at `arg` to parameter k; a status of SQLite's. */
static int bind_value(lua_State *L, sqlite3_stmt *s, int k, int arg) {
    size_t n;
    const char *text;
    switch (lua_type(L, arg)) {
    case LUA_TNIL: return sqlite3_bind_null(s, k);
    case LUA_TBOOLEAN: return sqlite3_bind_int(s, k, lua_toboolean(L, arg));
    case LUA_TNUMBER:
        if (lua_isinteger(L, arg))
            return sqlite3_bind_int64(s, k, lua_tointeger(L, arg));
        return sqlite3_bind_double(s, k, lua_tonumber(L, arg));
    default:
        text = luaL_checklstring(L, arg, &n);
        if (memchr(text, 0, n))
            return sqlite3_bind_blob64(s, k, text, n, SQLITE_STATIC);
        return sqlite3_bind_text64(s, k, text, n, SQLITE_STATIC, SQLITE_UTF8);
    }
}

static void finalize(void *statement) { sqlite3_finalize(statement); }

/* Prepares the statement at 2 with the values behind it; pushes a box that ends
 * it whatever happens. */
static sqlite3_stmt *prepare(lua_State *L, sqlite3 *db) {
    size_t len;
    const char *sql = luaL_checklstring(L, 2, &len);
    int values = lua_gettop(L) - 2;
    Box *box = bind_box(L, "ludus.store.statement", finalize);
    sqlite3_stmt *s = NULL;
    if (sqlite3_prepare_v2(db, sql, (int)len, &s, NULL) != SQLITE_OK)
        fail(L, db);
    box->object = s;
    for (int i = 0; i < values; i++)
        if (bind_value(L, s, i + 1, i + 3) != SQLITE_OK) fail(L, db);
    return s;
}

static void end_statement(lua_State *L, int box_index) {
    Box *box = lua_touserdata(L, box_index);
    sqlite3_finalize(box->object);
    box->object = NULL;
}

static int m_run(lua_State *L) {
    sqlite3 *db = to_database(L);
    sqlite3_stmt *s = prepare(L, db);
    int box = lua_gettop(L), status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {}
    if (status != SQLITE_DONE) return fail(L, db);
    end_statement(L, box);
    lua_pushinteger(L, sqlite3_last_insert_rowid(db));
    lua_pushinteger(L, sqlite3_changes(db));
    return 2;
}

static void push_column(lua_State *L, sqlite3_stmt *s, int k) {
    switch (sqlite3_column_type(s, k)) {
    case SQLITE_INTEGER: lua_pushinteger(L, sqlite3_column_int64(s, k)); break;
    case SQLITE_FLOAT: lua_pushnumber(L, sqlite3_column_double(s, k)); break;
    case SQLITE_NULL: lua_pushnil(L); break;
    default: {
        const void *bytes = sqlite3_column_blob(s, k);
        lua_pushlstring(L, bytes ? bytes : "",
                        (size_t)sqlite3_column_bytes(s, k));
    }
    }
}

/* Pushes the name of a column. Those of stores have no capitals; SQLite finds
 * the column all the same where a flipped bit has made one. */
static void push_name(lua_State *L, const char *name) {
    luaL_Buffer b;
    size_t n = strlen(name);
    char *small = luaL_buffinitsize(L, &b, n);
    for (size_t i = 0; i < n; i++)
        small[i] = (char)tolower((unsigned char)name[i]);
    luaL_pushresultsize(&b, n);
}

static int m_query(lua_State *L) {
    sqlite3 *db = to_database(L);
    sqlite3_stmt *s = prepare(L, db);
    int box = lua_gettop(L), status;
    lua_newtable(L);
    lua_Integer n = 0;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        int columns = sqlite3_column_count(s);
        lua_createtable(L, 0, columns);
        for (int k = 0; k < columns; k++) {
            push_name(L, sqlite3_column_name(s, k));
            push_column(L, s, k);
            lua_settable(L, -3);
        }
        lua_seti(L, -2, ++n);
    }
    if (status != SQLITE_DONE) return fail(L, db);
    end_statement(L, box);
    return 1;
}

static const luaL_Reg methods[] = {
    { "run", m_run },
    { "query", m_query },
    { "close", bind_box_gc },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__gc", bind_box_gc },
    { "__close", bind_box_gc },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "open", f_open },
    { "seal", bind_seal },
    { NULL, NULL },
};

int open_store(lua_State *L);

int open_store(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    bind_class(L, "ludus.store.statement", bind_none, meta);
    luaL_newlib(L, functions);
    return 1;
}
