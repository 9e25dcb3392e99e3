/* bind_table.h -- tables of data, for bindings that take them. */
#ifndef LUDUS_BIND_TABLE_H
#define LUDUS_BIND_TABLE_H

#include <lauxlib.h>

#include "base/data.h"

/* Some rows of a table, in their order. */
typedef struct DataView {
    const Data *data;
    uint32_t   *row;                 /* NULL: all of them */
    size_t      rows;
} DataView;

/* The one at that index, or NULL if it is something else. */
const DataView *bind_table_view(lua_State *L, int arg);

/* The one at index 1; raises if it is something else. */
DataView *bind_table(lua_State *L);

/* Pushes a view of n rows of the table that the box at `whole` owns: of `some`,
 * which the caller fills in, or of all. */
DataView *bind_table_push(lua_State *L, int whole, size_t n, bool some);

/* split, fold, sample. */
extern const luaL_Reg bind_table_parts[];

static inline double data_view_get(const DataView *v, size_t column, size_t i) {
    return v->data->column[column].value[v->row ? v->row[i] : i];
}

#endif
