/* bind_data.c -- data for ludus.table: from a file, from lists, from functions.
 */
#include "bind_data.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "sandbox.h"

enum { ROWS_MADE = 1 << 21 };        /* by functions, which take their time */

/* Pushes what row i of the list or function at the top has. */
static void push_row(lua_State *L, size_t i) {
    if (lua_istable(L, -1)) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushinteger(L, (lua_Integer)i);
    lua_call(L, 1, 1);
}

/* Fills a column from the list or function at the top, which is popped. */
static void fill_column(lua_State *L, Data *data, size_t rows) {
    DataColumn *c = &data->column[data->columns - 1];
    for (size_t i = 0; i < rows; i++) {
        int is = 0;
        push_row(L, i);
        c->value[i] = lua_isboolean(L, -1) ? lua_toboolean(L, -1)
                                           : lua_tonumberx(L, -1, &is);
        is = is && isfinite(c->value[i]);
        if (i == 0 && lua_isboolean(L, -1)) c->kind = DATA_TRUTH;
        if (lua_isboolean(L, -1) ? c->kind != DATA_TRUTH
                                 : !is || c->kind == DATA_TRUTH)
            luaL_error(L, "column '%s', row %d: expected %s", c->name,
                       (int)i + 1,
                       c->kind == DATA_TRUTH ? "true or false" : "a number");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Names of columns are names in rules. */
static bool is_name(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return false;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return *text == '\0';
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the columns in the table at `arg`, in the order of the
 * alphabet; all are of that type. A list of them is pushed: they live as long
 * as that, whatever functions do to the table. */
static size_t column_names(lua_State *L, int arg, int type,
                           const char *name[DATA_COLUMNS]) {
    size_t n = 0;
    lua_newtable(L);
    int kept = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != type)
            luaL_error(L, type == LUA_TTABLE
                              ? "expected lists by name: { x = { 1, 2 } }"
                              : "expected functions by name: { x = "
                                "function(row) return row end }");
        if (!is_name(lua_tostring(L, -2)))
            luaL_error(L, "the name of a column is a word, as of a variable");
        if (n == DATA_COLUMNS)
            luaL_error(L, "a table has at most %d columns", DATA_COLUMNS);
        name[n++] = lua_tostring(L, -2);
        lua_pushvalue(L, -2);
        lua_rawseti(L, kept, (lua_Integer)n);
    }
    if (n == 0) luaL_error(L, "a table has at least one column");
    qsort(name, n, sizeof *name, by_name);
    return n;
}

/* Columns from the lists at 1, or from the functions at 2 for so many rows. */
static void from_columns(lua_State *L, Box *box, size_t rows) {
    const char *name[DATA_COLUMNS];
    Err err;
    int arg = rows ? 2 : 1, type = rows ? LUA_TFUNCTION : LUA_TTABLE;
    size_t n = column_names(L, arg, type, name);
    Data *data = box->object = data_new(&err);
    if (!data) bind_raise(L, &err);
    for (size_t i = 0; i < n; i++) {
        if (lua_getfield(L, arg, name[i]) != type)
            luaL_error(L, "column '%s' was changed while the table was made",
                       name[i]);
        lua_Integer has = arg == 1 ? luaL_len(L, -1) : (lua_Integer)rows;
        if (has < 1 || has > DATA_ROWS)
            luaL_error(L, "column '%s': expected 1 to %d rows, got %I", name[i],
                       (int)DATA_ROWS, (LUAI_UACINT)has);
        size_t len = (size_t)has;
        if (i == 0) rows = len;
        if (len != rows)
            luaL_error(L, "column '%s' has %d rows, and '%s' has %d", name[i],
                       (int)len, name[0], (int)rows);
        if (!data_add(data, name[i], rows, &err)) bind_raise(L, &err);
        fill_column(L, data, rows);
    }
    data->rows = rows;
}

static bool drops(lua_State *L) {
    static const char *const ways[] = { "error", "drop", NULL };
    if (lua_isnoneornil(L, 2)) return false;
    luaL_checktype(L, 2, LUA_TTABLE);
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1))
        if (lua_type(L, -2) != LUA_TSTRING ||
            strcmp(lua_tostring(L, -2), "missing") != 0)
            luaL_argerror(L, 2, "knows one field: missing");
    lua_getfield(L, 2, "missing");
    return luaL_checkoption(L, -1, "error", ways) == 1;
}

static void from_file(lua_State *L, Box *box) {
    const char *path = luaL_checkstring(L, 1);
    Err err;
    bool drop = drops(L);
    sandbox_deny(L, "reading a table");
    box->object = data_read(path, drop, &err);
    if (!box->object) bind_raise(L, &err);
}

void bind_data(lua_State *L, Box *box) {
    if (lua_istable(L, 1)) {
        from_columns(L, box, 0);
    } else if (lua_type(L, 1) == LUA_TNUMBER) {
        lua_Integer rows = luaL_checkinteger(L, 1);
        if (rows < 1 || rows > ROWS_MADE)
            luaL_error(L, "expected 1 to %d rows, got %I", (int)ROWS_MADE,
                       (LUAI_UACINT)rows);
        luaL_checktype(L, 2, LUA_TTABLE);
        from_columns(L, box, (size_t)rows);
    } else {
        from_file(L, box);
    }
}
