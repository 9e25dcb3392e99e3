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

#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "bind_data.h"

static const char CLASS[] = "ludus.table", WHOLE[] = "ludus.table.whole";

static void view_free(void *view) {
    DataView *v = view;
    if (!v) return;
    mem_free(v->row);
    mem_free(v);
}

static DataView *to_view(lua_State *L) { return bind_object(L, 1, CLASS); }

const DataView *bind_table_view(lua_State *L, int arg) {
    Box *box = luaL_testudata(L, arg, CLASS);
    return box ? box->object : NULL;
}

/* Pushes a view of n rows of the table that the box at `whole` owns. */
static DataView *push_view(lua_State *L, int whole, size_t n, bool some) {
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
    push_view(L, whole, ((const Data *)box->object)->rows, false);
    return 1;
}

/* ---- parts --------------------------------------------------------------- */

/* All rows, pushed as a block. */
static uint32_t *push_order(lua_State *L, const DataView *v) {
    uint32_t *order = lua_newuserdatauv(L, v->rows * sizeof *order, 0);
    for (size_t i = 0; i < v->rows; i++)
        order[i] = v->row ? v->row[i] : (uint32_t)i;
    return order;
}

/* The same in an order by chance. */
static uint32_t *shuffled(lua_State *L, const DataView *v, lua_Integer seed) {
    uint32_t *order = push_order(L, v);
    Rng rng = rng_key((uint64_t)seed, 0, 0, RNG_CASES);
    rng_shuffle(&rng, order, v->rows, sizeof *order);
    return order;
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Pushes the rows order[from..to), or all others. */
static void push_rows(lua_State *L, const DataView *v, const uint32_t *order,
                      size_t from, size_t to, bool others) {
    size_t n = others ? v->rows - (to - from) : to - from;
    lua_getiuservalue(L, 1, 1);
    DataView *part = push_view(L, -1, n, true);
    lua_remove(L, -2);
    size_t at = 0;
    for (size_t i = 0; i < v->rows; i++)
        if ((i >= from && i < to) != others) part->row[at++] = order[i];
    qsort(part->row, n, sizeof *part->row, by_number);
}

/* split(share, seed): that share of the rows, drawn by chance, and the rest. */
static int m_split(lua_State *L) {
    const DataView *v = to_view(L);
    double share = luaL_checknumber(L, 2);
    lua_Integer seed = luaL_optinteger(L, 3, 1);
    luaL_argcheck(L, share > 0 && share < 1, 2, "must be between 0 and 1");
    size_t n = (size_t)((double)v->rows * share + 0.5);
    luaL_argcheck(L, n > 0 && n < v->rows, 2, "leaves a part without rows");
    const uint32_t *order = shuffled(L, v, seed);
    push_rows(L, v, order, 0, n, false);
    push_rows(L, v, order, 0, n, true);
    return 2;
}

/* fold(i, k, seed): all but the i-th of k equal parts, and that part. */
static int m_fold(lua_State *L) {
    const DataView *v = to_view(L);
    lua_Integer i = luaL_checkinteger(L, 2), k = luaL_checkinteger(L, 3);
    lua_Integer seed = luaL_optinteger(L, 4, 1);
    luaL_argcheck(L, k >= 2 && k <= (lua_Integer)v->rows, 3,
                  "must be 2 to the number of rows");
    luaL_argcheck(L, i >= 1 && i <= k, 2, "must be 1 to the number of parts");
    size_t from = v->rows * (size_t)(i - 1) / (size_t)k;
    size_t to = v->rows * (size_t)i / (size_t)k;
    const uint32_t *order = shuffled(L, v, seed);
    push_rows(L, v, order, from, to, true);
    push_rows(L, v, order, from, to, false);
    return 2;
}

/* sample(n, seed): n different rows by chance, in their order. */
static int m_sample(lua_State *L) {
    const DataView *v = to_view(L);
    lua_Integer n = luaL_checkinteger(L, 2), seed = luaL_optinteger(L, 3, 1);
    luaL_argcheck(L, n >= 1 && n <= (lua_Integer)v->rows, 2,
                  "must be 1 to the number of rows");
    uint32_t *order = push_order(L, v);
    Rng rng = rng_key((uint64_t)seed, 1, 0, RNG_CASES);
    for (size_t i = 0; i < (size_t)n; i++) {
        size_t k = i + rng_below(&rng, (uint32_t)(v->rows - i));
        uint32_t row = order[k];
        order[k] = order[i];
        order[i] = row;
    }
    push_rows(L, v, order, 0, (size_t)n, false);
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
    const DataView *v = to_view(L);
    lua_createtable(L, (int)v->data->columns, 0);
    for (size_t i = 0; i < v->data->columns; i++) {
        lua_pushstring(L, v->data->column[i].name);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int m_column(lua_State *L) {
    const DataView *v = to_view(L);
    size_t k = to_column(L, v);
    lua_createtable(L, (int)v->rows, 0);
    for (size_t i = 0; i < v->rows; i++) {
        push_cell(L, v, k, i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int m_row(lua_State *L) {
    const DataView *v = to_view(L);
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
    const DataView *v = to_view(L);
    lua_pushstring(L, names[v->data->column[to_column(L, v)].kind]);
    return 1;
}

/* classes(column): its words in order; the first is 0 in rules. */
static int m_classes(lua_State *L) {
    const DataView *v = to_view(L);
    const DataColumn *c = &v->data->column[to_column(L, v)];
    lua_createtable(L, (int)c->words, 0);
    for (size_t i = 0; i < c->words; i++) {
        lua_pushstring(L, c->word[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int mm_len(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)to_view(L)->rows);
    return 1;
}

static int mm_tostring(lua_State *L) {
    const DataView *v = to_view(L);
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
    { "kind", m_kind },       { "split", m_split },   { "fold", m_fold },
    { "classes", m_classes }, { "sample", m_sample }, { NULL, NULL },
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
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    return 1;
}
