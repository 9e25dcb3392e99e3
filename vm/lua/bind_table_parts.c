/* bind_table_parts.c -- parts of a table of data: split, fold, sample.
 *
 * Each part is a table. Chance is keyed by the seed, so the same seed gives the
 * same rows.
 */
#include "bind_table.h"

#include <stdlib.h>

#include "base/rng.h"
#include "bind.h"

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
    DataView *part = bind_table_push(L, -1, n, true);
    lua_remove(L, -2);
    size_t at = 0;
    for (size_t i = 0; i < v->rows; i++)
        if ((i >= from && i < to) != others) part->row[at++] = order[i];
    qsort(part->row, n, sizeof *part->row, by_number);
}

/* split(share, seed): that share of the rows, drawn by chance, and the rest. */
static int m_split(lua_State *L) {
    const DataView *v = bind_table(L);
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
    const DataView *v = bind_table(L);
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
    const DataView *v = bind_table(L);
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

const luaL_Reg bind_table_parts[] = {
    { "split", m_split },
    { "fold", m_fold },
    { "sample", m_sample },
    { NULL, NULL },
};
