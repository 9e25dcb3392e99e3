/* bind_islands.c -- the islands of a plan from Lua tables.
 *
 *     islands = { count = 4, every = 10, migrate = 5, route = "ring",
 *       edges = { { 1, 2 }, ... }, leave = "best", replace = "worst",
 *       plans = { plan, ... } }
 *
 * The library has checked them; what is refused here is told all the same. What
 * a plan points to stays on the stack.
 */
#include "bind_islands.h"

#include "lua/bind_field.h"

/* The island that element k of the pair at the top names. */
static uint32_t end_of(lua_State *L, int k) {
    lua_geti(L, -1, k);
    lua_Integer n = luaL_checkinteger(L, -1);
    if (n < 1 || n > ISLANDS_MAX) luaL_error(L, "there is no island %I", n);
    lua_pop(L, 1);
    return (uint32_t)(n - 1);
}

/* Leaves the edges of the table at `at` on the stack. */
static void read_edges(lua_State *L, int at, Islands *islands) {
    lua_getfield(L, at, "edges");
    luaL_checktype(L, -1, LUA_TTABLE);
    size_t n = bind_length(L, -1);
    luaL_argcheck(L, n <= ISLANDS_EDGES_MAX, at, "too many edges");
    Edge *edges = lua_newuserdatauv(L, (n + 1) * sizeof *edges, 0);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -2, (lua_Integer)i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        edges[i].from = end_of(L, 1);
        edges[i].to = end_of(L, 2);
        lua_pop(L, 1);
    }
    islands->edges = edges;
    islands->edge_count = n;
}

/* Leaves the plans of the table at `at`, one for each island, on the stack. */
static void read_plans(lua_State *L, int at, int species, size_t population,
                       Islands *islands) {
    if (lua_getfield(L, at, "plans") != LUA_TTABLE) return;
    int list = lua_gettop(L);
    size_t n = islands->count;
    const Plan **plans = lua_newuserdatauv(L, n * sizeof *plans, 0);
    luaL_checkstack(L, (int)(ISLANDS_MAX + 2 * n), "too many islands");
    for (size_t i = 0; i < n; i++) {
        size_t size = islands_first(population, n, i + 1) -
                      islands_first(population, n, i);
        lua_geti(L, list, (lua_Integer)i + 1);
        plans[i] = bind_plan(L, lua_gettop(L), species, size);
    }
    islands->plans = plans;
}

void bind_islands(lua_State *L, int plan, int species, size_t population,
                  Islands *islands) {
    if (lua_getfield(L, plan, "islands") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    int at = lua_gettop(L);
    islands->count = (size_t)bind_integer(L, at, "count", 1, ISLANDS_MAX);
    luaL_argcheck(L, islands->count <= population, plan,
                  "more islands than programs");
    islands->every = (size_t)bind_integer(L, at, "every", 0, INT32_MAX);
    islands->migrants = (size_t)bind_integer(L, at, "migrate", 0,
                                             EVOLVE_COUNT_MAX);
    islands->route = (Route)bind_choice(L, at, "route", islands_routes);
    islands->leave = (Whom)bind_choice(L, at, "leave", islands_whoms);
    islands->make_room = (Whom)bind_choice(L, at, "replace", islands_whoms);
    islands->layers.gap = bind_plan_size(L, at, "gap");
    if (islands->layers.gap)
        islands->layers.growth = (AgeGrowth)bind_choice(L, at, "growth",
                                                        layers_growths);
    if (islands->route == ROUTE_EDGES) read_edges(L, at, islands);
    read_plans(L, at, species, population, islands);
}
