/* bind_fleet.c -- boards and their fleets for Lua.
 *
 *     local fleet = core.fleet(10, 10, { 5, 4, 3, 3, 2 })
 *     core.draw(fleet, "random", seed, number)   --> ships, lists of squares
 *     core.counts(fleet, "random", seed, fleets, threads)
 *
 * Squares are numbered from 1 in Lua, row by row.
 */
#include "bind_battleship.h"

#include "lua/bind_rng.h"
#include "lua/host.h"

#include "base/mem.h"

static const char FLEET[] = "ludus.battleship.fleet";
static const char MEMORY[] = "ludus.battleship.memory";

/* ---- sharing ------------------------------------------------------------- */

const Fleet *bind_fleet(lua_State *L, int arg) {
    return bind_object(L, arg, FLEET);
}

void *bind_memory(lua_State *L, size_t count, size_t size) {
    Box *box = bind_box(L, MEMORY, mem_free);
    Err err;
    box->object = mem_new(count, size, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

const Placement *bind_placement(lua_State *L, int arg) {
    Err err;
    const Placement *p = placement_find(luaL_checkstring(L, arg), &err);
    if (!p) bind_raise(L, &err);
    return p;
}

static Cells read_ship(lua_State *L, const Fleet *fleet) {
    luaL_checktype(L, -1, LUA_TTABLE);
    Cells ship = 0;
    lua_Integer n = luaL_len(L, -1);
    for (lua_Integer k = 1; k <= n; k++) {
        lua_geti(L, -1, k);
        lua_Integer cell = luaL_checkinteger(L, -1);
        if (cell < 1 || cell > fleet->cells)
            luaL_error(L, "square %I is not on the board", cell);
        ship |= cells_one((int)cell - 1);
        lua_pop(L, 1);
    }
    return ship;
}

void bind_ships(lua_State *L, int arg, const Fleet *fleet, Cells ship[]) {
    luaL_checktype(L, arg, LUA_TTABLE);
    if (luaL_len(L, arg) != fleet->ships)
        luaL_error(L, "expected %d ships, got %d", fleet->ships,
                   (int)luaL_len(L, arg));
    for (int i = 0; i < fleet->ships; i++) {
        lua_geti(L, arg, i + 1);
        ship[i] = read_ship(L, fleet);
        lua_pop(L, 1);
    }
    Err err;
    if (!fleet_legal(fleet, ship, &err)) bind_raise(L, &err);
}

void bind_push_ships(lua_State *L, const Fleet *fleet, const Cells ship[]) {
    lua_createtable(L, fleet->ships, 0);
    for (int i = 0; i < fleet->ships; i++) {
        lua_createtable(L, fleet->len[i], 0);
        lua_Integer n = 0;
        for (Cells s = ship[i]; s; s &= s - 1) {
            lua_pushinteger(L, cells_first(s) + 1);
            lua_seti(L, -2, ++n);
        }
        lua_seti(L, -2, i + 1);
    }
}

/* ---- boards and densities ------------------------------------------------ */

static int f_fleet(lua_State *L) {
    int lens[SHIPS_MAX + 1] = { 0 };
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_Integer n = (lua_Integer)bind_length(L, 3);
    for (lua_Integer i = 1; i <= n && i <= SHIPS_MAX + 1; i++) {
        lua_geti(L, 3, i);
        lens[i - 1] = (int)luaL_checkinteger(L, -1);
        lua_pop(L, 1);
    }
    int rows = (int)luaL_checkinteger(L, 1),
        cols = (int)luaL_checkinteger(L, 2);
    Box *box = bind_box(L, FLEET, mem_free);
    Err err;
    Fleet *fleet = box->object = mem_new_aligned(1, sizeof *fleet, &err);
    if (!fleet ||
        !fleet_init(fleet, rows, cols, lens,
                    (int)(n > SHIPS_MAX + 1 ? SHIPS_MAX + 1 : n), &err))
        return bind_raise(L, &err);
    return 1;
}

static int m_info(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    lua_pushinteger(L, fleet->rows);
    lua_pushinteger(L, fleet->cols);
    lua_createtable(L, fleet->ships, 0);
    for (int i = 0; i < fleet->ships; i++) {
        lua_pushinteger(L, fleet->len[i]);
        lua_seti(L, -2, i + 1);
    }
    return 3;
}

/* draw(fleet, placement, seed, number): ships as lists of squares. */
static int f_draw(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    const Placement *placement = bind_placement(L, 2);
    Rng rng = rng_key((uint64_t)luaL_checkinteger(L, 3),
                      (uint64_t)luaL_checkinteger(L, 4), 0, RNG_CASES);
    Cells ship[SHIPS_MAX];
    placement_draw(placement, fleet, &rng, ship);
    bind_push_ships(L, fleet, ship);
    return 1;
}

/* ---- placements in Lua --------------------------------------------------- */

/* A draw that waits for its function. */
typedef struct Wanted {
    const Fleet *fleet;
    Cells       *ship;
} Wanted;

/* (function, rng, board, wanted): calls it and reads its ships. */
static int draw_ships(lua_State *L) {
    Wanted *w = lua_touserdata(L, 4);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_call(L, 2, 1);
    bind_ships(L, lua_gettop(L), w->fleet, w->ship);
    return 0;
}

void bind_placer_draw(void *context, const Fleet *fleet, Rng *rng,
                      Cells ship[]) {
    Placer *p = context;
    Wanted wanted = { fleet, ship };
    if (!p->failed) {
        lua_pushcfunction(p->L, draw_ships);
        lua_pushvalue(p->L, p->function);
        bind_rng_push(p->L, rng);
        lua_pushvalue(p->L, p->board);
        lua_pushlightuserdata(p->L, &wanted);
        p->failed = lua_pcall(p->L, 4, 0, 0) != LUA_OK;
        if (!p->failed) return;
        err_set(&p->err, "a placement's function: %s", host_text(p->L));
        lua_pop(p->L, 1);
    }
    fleet_draw(fleet, rng, ship);
}

const Placement *bind_placer(lua_State *L, int arg, const Fleet *fleet,
                             Placer *placer) {
    if (!lua_isfunction(L, arg)) return bind_placement(L, arg);
    luaL_checkstack(L, 12, NULL);
    lua_createtable(L, 0, 3);
    bind_set_integer(L, "rows", fleet->rows);
    bind_set_integer(L, "cols", fleet->cols);
    lua_createtable(L, fleet->ships, 0);
    for (int i = 0; i < fleet->ships; i++) {
        lua_pushinteger(L, fleet->len[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "ships");
    *placer = (Placer){
        .L = L, .fleet = fleet, .function = arg, .board = lua_gettop(L)
    };
    placer->placement = (Placement){ .name = "function",
                                     .call = bind_placer_draw,
                                     .context = placer };
    return &placer->placement;
}

/* counts(fleet, placement, seed, fleets, threads): cover of every square. */
static int f_counts(lua_State *L) {
    PlacementSample sample = { .fleet = bind_fleet(L, 1) };
    sample.placement = bind_placement(L, 2);
    sample.seed = (uint64_t)luaL_checkinteger(L, 3);
    lua_Integer n = luaL_checkinteger(L, 4);
    luaL_argcheck(L, n >= 0 && n <= 1000000000, 4, "must be 0 to 10^9");
    sample.fleets = (size_t)n;
    Pool *pool = bind_pool(L, luaL_checkinteger(L, 5));
    uint64_t count[CELLS_MAX];
    Err err;
    if (!placement_cover(&sample, pool, count, &err))
        return bind_raise(L, &err);
    lua_createtable(L, sample.fleet->cells, 0);
    for (int i = 0; i < sample.fleet->cells; i++) {
        lua_pushinteger(L, (lua_Integer)count[i]);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

void bind_fleet_open(lua_State *L) {
    static const luaL_Reg methods[] = { { "info", m_info }, { NULL, NULL } };
    static const luaL_Reg functions[] = {
        { "fleet", f_fleet },
        { "draw", f_draw },
        { "counts", f_counts },
        { NULL, NULL },
    };
    bind_class(L, FLEET, methods, bind_boxed);
    bind_class(L, MEMORY, bind_none, bind_boxed);
    luaL_setfuncs(L, functions, 0);
}
