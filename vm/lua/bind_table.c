/* bind_table.c -- ludus.table: data from CSV files.
 *
 *     local data = ludus.table "concrete.csv"
 *     local train, test = data:split(0.7)
 *     #data  data:names()  data:column "age"  data:row(1)  data:classes "kind"
 *     for i = 1, 5 do local train, test = data:fold(i, 5) end
 *     data:sample(100, seed)
 *     ludus.table { x = { 1, 2 }, y = { 3, 4 } }
 *     ludus.table(1024, { odd = function(row) return row % 2 == 1 end })
 *
 * A part of a table is a table; it keeps the whole one. Chance is keyed by the
 * seed that split, fold and sample take (1), so the same seed gives the same
 * rows.
 */
#include "bind_table.h"

#include "base/mem.h"
#include "bind_data.h"

static const char CLASS[] = "ludus.table", WHOLE[] = "ludus.table.whole";

static void view_free(void *view) {
    DataView *v = view;
    if (!v) return;
    mem_free(v->row);
    mem_free(v);
}

DataView *bind_table(lua_State *L) { return bind_object(L, 1, CLASS); }

const DataView *bind_table_view(lua_State *L, int arg) {
    Box *box = luaL_testudata(L, arg, CLASS);
    return box ? box->object : NULL;
}

DataView *bind_table_push(lua_State *L, int whole, size_t n, bool some) {
    Err err;
    whole = lua_absindex(L, whole);
    const Data *data = ((Box *)lua_touserdata(L, whole))->object;
    Box *box = bind_box(L, CLASS, view_free);
    DataView *v = box->object = mem_new(1, sizeof *v, &err);
    if (!v) bind_raise(L, &err);
    v->data = data;
    v->rows = n;
    lua_pushvalue(L, whole);
    lua_setiuservalue(L, -2, 1);
    if (!some) return v;
    v->row = mem_new(n, sizeof *v->row, &err);
    if (!v->row) bind_raise(L, &err);
    return v;
}

/* ---- making -------------------------------------------------------------- */

/* read(path, { missing = "drop" }), read { x = { ... }, y = { ... } } or
 * read(rows, { x = function(row) ... end }), rows being counted from 0. */
static int f_read(lua_State *L) {
    lua_settop(L, 2);
    Box *box = bind_box(L, WHOLE, data_free);
    int whole = lua_gettop(L);
    bind_data(L, box);
    bind_table_push(L, whole, ((const Data *)box->object)->rows, false);
    return 1;
}

/* ---- looking ------------------------------------------------------------- */

static size_t to_column(lua_State *L, const DataView *v) {
    const char *name = luaL_checkstring(L, 2);
    int k = data_find(v->data, name);
    if (k >= 0) return (size_t)k;
    const char *near = data_near(v->data, name);
    luaL_error(L,
               near ? "the table has no column '%s'; did you mean '%s'?"
                    : "the table has no column '%s'",
               name, near);
    return 0;
}

/* A cell as Lua has it: a number, a truth value, a word. */
static void push_cell(lua_State *L, const DataView *v, size_t k, size_t i) {
    const DataColumn *c = &v->data->column[k];
    double x = data_view_get(v, k, i);
    if (c->kind == DATA_TRUTH) lua_pushboolean(L, x != 0);
    else if (c->kind == DATA_WORDS) lua_pushstring(L, c->word[(size_t)x]);
    else lua_pushnumber(L, x);
}

static int m_names(lua_State *L) {
    const DataView *v = bind_table(L);
    lua_createtable(L, (int)v->data->columns, 0);
    for (size_t i = 0; i < v->data->columns; i++) {
        lua_pushstring(L, v->data->column[i].name);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int m_column(lua_State *L) {
    const DataView *v = bind_table(L);
    size_t k = to_column(L, v);
    lua_createtable(L, (int)v->rows, 0);
    for (size_t i = 0; i < v->rows; i++) {
        push_cell(L, v, k, i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int m_row(lua_State *L) {
    const DataView *v = bind_table(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= (lua_Integer)v->rows, 2,
                  "there is no such row");
    lua_createtable(L, 0, (int)v->data->columns);
    for (size_t k = 0; k < v->data->columns; k++) {
        push_cell(L, v, k, (size_t)i - 1);
        lua_setfield(L, -2, v->data->column[k].name);
    }
    return 1;
}

/* kind(column): "real", "truth" or "words". */
static int m_kind(lua_State *L) {
    static const char *const names[] = { "real", "truth", "words" };
    const DataView *v = bind_table(L);
    lua_pushstring(L, names[v->data->column[to_column(L, v)].kind]);
    return 1;
}

/* classes(column): its words in order; the first is 0 in rules. */
static int m_classes(lua_State *L) {
    const DataView *v = bind_table(L);
    const DataColumn *c = &v->data->column[to_column(L, v)];
    lua_createtable(L, (int)c->words, 0);
    for (size_t i = 0; i < c->words; i++) {
        lua_pushstring(L, c->word[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int mm_len(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)bind_table(L)->rows);
    return 1;
}

static int mm_tostring(lua_State *L) {
    const DataView *v = bind_table(L);
    lua_pushfstring(L, "table of %d rows: ", (int)v->rows);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (size_t i = 0; i < v->data->columns; i++) {
        if (i) luaL_addstring(&b, ", ");
        luaL_addstring(&b, v->data->column[i].name);
    }
    luaL_pushresult(&b);
    lua_concat(L, 2);
    return 1;
}

static const luaL_Reg methods[] = {
    { "names", m_names },     { "column", m_column }, { "row", m_row },
    { "kind", m_kind },       { "classes", m_classes }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__gc", bind_box_gc },
    { "__close", bind_box_gc },
    { "__len", mm_len },
    { "__tostring", mm_tostring },
    { NULL, NULL },
};

static const luaL_Reg functions[] = { { "read", f_read }, { NULL, NULL } };

int open_table(lua_State *L);

int open_table(lua_State *L) {
    bind_class(L, WHOLE, bind_none, bind_boxed);
    bind_class(L, CLASS, methods, meta);
    bind_add(L, CLASS, bind_table_parts);
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    return 1;
}
