/* bind_puzzle_search.c -- searchers and exact distances of the puzzle, for
 * Lua. */
#include "bind_puzzle.h"

#include "base/mem.h"
#include "exact.h"
#include "search.h"

static const char TABLE[] = "ludus.puzzle.table";

/* ---- searching ---------------------------------------------------------- */

static void push_found(lua_State *L, const Found *f, double seconds) {
    lua_createtable(L, 0, 7);
    bind_set_integer(L, "failures", f->failures);
    bind_set_count(L, "nodes", f->nodes);
    bind_set_count(L, "evaluations", f->evaluations);
    bind_set_boolean(L, "limited", f->limited);
    bind_set_number(L, "seconds", seconds);
    lua_createtable(L, f->moves, 0);
    for (int k = 0; k < f->moves; k++) {
        lua_pushinteger(L, f->plan[k]);
        lua_seti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "plan");
}

/* search(name, depth, limit, seed, boards, threads): a list of what was found,
 * for random boards 0..boards-1 of the seed; boards = 0 means once from the
 * start. */
static int m_search(lua_State *L) {
    lua_settop(L, 7);
    Err err;
    const Searcher *searcher = searcher_find(luaL_checkstring(L, 2), &err);
    SearchTask task = { .puzzle = bind_puzzle(L), .searcher = searcher };
    if (!searcher) return bind_raise(L, &err);
    lua_Integer depth = luaL_checkinteger(L, 3);
    lua_Integer limit = luaL_optinteger(L, 4, 0);
    luaL_argcheck(L, depth >= 1 && depth <= SEARCH_DEPTH_MAX, 3,
                  "depth must be 1 to 64");
    luaL_argcheck(L, limit >= 0, 4, "must not be negative");
    lua_Integer boards = luaL_optinteger(L, 6, 0);
    luaL_argcheck(L, boards >= 0 && boards <= 10000000, 6,
                  "must be 0 to 10000000 boards");
    task.depth = (int)depth;
    task.limit = (uint64_t)limit;
    task.seed = (uint64_t)luaL_optinteger(L, 5, 1);
    task.boards = (size_t)boards;
    size_t n = boards ? (size_t)boards : 1;
    Found *found = lua_newuserdatauv(L, n * sizeof *found, 0);
    double *seconds = lua_newuserdatauv(L, n * sizeof *seconds, 0);
    Pool *pool = bind_pool(L, luaL_optinteger(L, 7, 0));
    search_boards(&task, pool, found, seconds);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_found(L, &found[i], seconds[i]);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- exact distances ---------------------------------------------------- */

static uint8_t *push_table(lua_State *L, const Puzzle *p, const Board *from) {
    Box *box = bind_box(L, TABLE, mem_free);
    Err err;
    box->object = exact_distances(p, from, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

static void push_counts(lua_State *L, const uint8_t *table, uint32_t n) {
    lua_Integer count[256] = { 0 };
    for (uint32_t i = 0; i < n; i++) count[table[i]]++;
    lua_newtable(L);
    for (int d = 0; d < 256 && count[d]; d++) {
        lua_pushinteger(L, count[d]);
        lua_seti(L, -2, d + 1);
    }
}

/* exact(depth): distances of all boards to the goal as counts by distance, the
 * start's distance, and the best failures within 0..depth moves of the start.
 */
static int m_exact(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    lua_Integer depth = luaL_optinteger(L, 2, 15);
    luaL_argcheck(L, depth >= 0 && depth <= SEARCH_DEPTH_MAX, 2,
                  "depth must be 0 to 64");
    uint8_t *table = push_table(L, p, &p->goal);
    lua_createtable(L, 0, 3);
    bind_set_integer(L, "distance", table[exact_rank(p, &p->start)]);
    push_counts(L, table, exact_count(p));
    lua_setfield(L, -2, "counts");
    table = push_table(L, p, &p->start);
    int best[SEARCH_DEPTH_MAX + 1];
    exact_best(p, table, (int)depth, best);
    lua_createtable(L, (int)depth + 1, 0);
    for (int d = 0; d <= depth; d++) {
        lua_pushinteger(L, best[d]);
        lua_seti(L, -2, d + 1);
    }
    lua_setfield(L, -3, "best");
    lua_pop(L, 1);
    return 1;
}

void bind_puzzle_searchers(lua_State *L) {
    lua_newtable(L);
    lua_Integer n = 0;
    for (const Searcher *s = searchers; s->name; s++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", s->name);
        bind_set_text(L, "help", s->help);
        lua_seti(L, -2, ++n);
    }
}

void bind_puzzle_search(lua_State *L, const char *class) {
    static const luaL_Reg methods[] = {
        { "search", m_search },
        { "exact", m_exact },
        { NULL, NULL },
    };
    bind_class(L, TABLE, bind_none, bind_boxed);
    bind_add(L, class, methods);
}
