/* rules_lua.c -- Lua functions that read and change the state of rules.
 *
 * A seat is what one thread needs: a Lua state and, at the bottom of its stack,
 * the proxy of the game's state, then a function for each rule that needs one.
 * The proxy is a userdata that looks names up in a table: a number is that of a
 * variable, anything else is given as it is (grids, random).
 *
 * The proxy works only while a function is called: then the seat knows the
 * state. It may outlive the seat, which is known by a handle, emptied when the
 * seat goes. A failed function ends the case and leaves its message in the
 * seat.
 */
#include "rules_lua.h"

#include <lauxlib.h>

#include "base/mem.h"
#include "lua/host.h"
#include "lua/limit.h"

static const char STATE[] = "ludus.rules.state";
static const char GRID[]  = "ludus.rules.grid";

enum { AT_STATE = 1 };               /* of the stack; functions follow */

typedef struct Seat {
    LuaRoom      room;
    lua_State   *L;                  /* that of the room */
    int          handle_ref;         /* of the handle in its registry */
    struct Seat **handle;
    const Rules *rules;
    RulesState  *state;              /* while a function is called */
    int          seconds;
    int          at[RULES_RULES_MAX];    /* place of each rule's function */
    Err          err;                /* the first failure, if there was one */
    bool         failed;
} Seat;

/* ---- the state, as functions see it -------------------------------------- */

static RulesState *state_of(lua_State *L, const Seat *seat) {
    if (!seat || !seat->state)
        luaL_error(L, "the state can be used only while a primitive of its "
                      "game is called: do not keep it");
    return seat->state;
}

/* A number of 32 bits; larger ones wrap, as everywhere in rules. */
static int32_t to_number(lua_State *L, int arg, const char *what) {
    if (lua_isboolean(L, arg)) return lua_toboolean(L, arg);
    int whole;
    lua_Integer n = lua_tointegerx(L, arg, &whole);
    if (!whole)
        luaL_error(L, "%s: expected a whole number, got %s", what,
                   lua_type(L, arg) == LUA_TNUMBER ? lua_tostring(L, arg)
                                                   : luaL_typename(L, arg));
    return (int32_t)(uint32_t)(uint64_t)n;
}

static int no_such(lua_State *L, const Seat *seat, const char *name) {
    state_of(L, seat);
    const char *near = rules_near(seat->rules, name, 0);
    if (near)
        return luaL_error(L,
                          "the rules have no variable or grid '%s'; did you "
                          "mean '%s'?",
                          name, near);
    return luaL_error(L, "the rules have no variable or grid '%s'", name);
}

/* Pushes what the name at stack index 2 stands for. */
static int look_up(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_pushvalue(L, 2);
    return lua_rawget(L, -2);
}

static int state_index(lua_State *L) {
    Seat *seat = **(Seat ***)luaL_checkudata(L, 1, STATE);
    const char *name = luaL_checkstring(L, 2);
    int type = look_up(L);
    if (type == LUA_TNIL) return no_such(L, seat, name);
    if (type == LUA_TNUMBER)
        lua_pushinteger(L, state_of(L, seat)->var[lua_tointeger(L, -1)]);
    return 1;
}

static int state_newindex(lua_State *L) {
    Seat *seat = **(Seat ***)luaL_checkudata(L, 1, STATE);
    const char *name = luaL_checkstring(L, 2);
    int type = look_up(L);
    if (type == LUA_TNIL) return no_such(L, seat, name);
    if (type != LUA_TNUMBER)
        return luaL_error(L,
                          "'%s' is no variable: use state.%s:set(x, y, "
                          "value)",
                          name, name);
    state_of(L, seat)->var[lua_tointeger(L, -1)] = to_number(L, 3, name);
    return 0;
}

/* A grid of the state; its userdata. */
typedef struct SeatGrid {
    Seat **handle;
    int    number;
} SeatGrid;

/* The cell whose indices begin at stack index 2; `sides` of the grid. */
static int32_t *cell_at(lua_State *L, int *sides) {
    const SeatGrid *g = luaL_checkudata(L, 1, GRID);
    RulesState *state = state_of(L, *g->handle);
    const RulesGrid *grid = &(*g->handle)->rules->grid[g->number];
    size_t x = (size_t)rules_mod(to_number(L, 2, "x"), grid->width), y = 0;
    *sides = grid->sides;
    if (grid->sides == 2)
        y = (size_t)rules_mod(to_number(L, 3, "y"), grid->height);
    return &state->cell[grid->start + y * grid->width + x];
}

static int grid_get(lua_State *L) {
    int sides;
    lua_pushinteger(L, *cell_at(L, &sides));
    return 1;
}

static int grid_set(lua_State *L) {
    int sides;
    int32_t *cell = cell_at(L, &sides);
    *cell = to_number(L, 2 + sides, "value");
    return 0;
}

/* random(n): a draw from the case's own generator; nil if none is played. */
static int draw(lua_State *L) {
    const Seat *seat = *(Seat **)lua_touserdata(L, lua_upvalueindex(1));
    if (!seat || !seat->state) return 0;
    lua_pushinteger(
        L, seat->state->random(seat->state, to_number(L, 1, "random")));
    return 1;
}

/* ---- seats --------------------------------------------------------------- */

static void make_handle(lua_State *L, Seat *seat) {
    seat->handle = lua_newuserdatauv(L, sizeof *seat->handle, 0);
    *seat->handle = seat;
    seat->handle_ref = luaL_ref(L, LUA_REGISTRYINDEX);
}

static void push_handle(lua_State *L, const Seat *seat) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, seat->handle_ref);
}

static void push_draw(lua_State *L, const Seat *seat) {
    push_handle(L, seat);
    lua_pushcclosure(L, draw, 1);
}

/* The grid's userdata keeps the handle. */
static void push_grid(lua_State *L, const Seat *seat, int number) {
    SeatGrid *grid = lua_newuserdatauv(L, sizeof *grid, 1);
    *grid = (SeatGrid){ seat->handle, number };
    luaL_setmetatable(L, GRID);
    push_handle(L, seat);
    lua_setiuservalue(L, -2, 1);
}

/* Pushes the proxy. */
static void push_state(lua_State *L, Seat *seat) {
    const Rules *r = seat->rules;
    Seat ***proxy = lua_newuserdatauv(L, sizeof *proxy, 2);
    *proxy = seat->handle;
    luaL_setmetatable(L, STATE);
    push_handle(L, seat);
    lua_setiuservalue(L, -2, 2);
    lua_newtable(L);
    for (size_t i = 0; i < r->name_count; i++) {
        const RulesName *n = &r->name[i];
        if (n->kind == NAME_VAR) {
            lua_pushinteger(L, n->k);
        } else if (n->kind == NAME_GRID) {
            push_grid(L, seat, n->k);
        } else {
            continue;
        }
        lua_setfield(L, -2, n->name);
    }
    push_draw(L, seat);
    lua_setfield(L, -2, "random");
    lua_setiuservalue(L, -2, 1);
}

static void make_classes(lua_State *L) {
    static const luaL_Reg state[] = {
        { "__index", state_index },
        { "__newindex", state_newindex },
        { NULL, NULL },
    };
    static const luaL_Reg grid[] = {
        { "get", grid_get },
        { "set", grid_set },
        { NULL, NULL },
    };
    if (luaL_newmetatable(L, STATE)) luaL_setfuncs(L, state, 0);
    if (luaL_newmetatable(L, GRID)) {
        luaL_newlib(L, grid);
        lua_setfield(L, -2, "__index");
    }
    lua_pop(L, 2);
}

/* furnish(functions, seat): leaves the proxy and the functions. */
static int furnish(lua_State *L) {
    Seat *seat = lua_touserdata(L, 2);
    const Rules *r = seat->rules;
    limit_get(L);
    make_classes(L);
    push_state(L, seat);
    int base = lua_gettop(L), place = AT_STATE;
    luaL_checkstack(L, RULES_RULES_MAX + 8, NULL);
    for (size_t i = 0; i < r->rule_count; i++) {
        if (r->rule[i].kind != RULE_OUTER) continue;
        lua_getfield(L, 1, r->rule[i].name);
        luaL_checktype(L, -1, LUA_TFUNCTION);
        seat->at[i] = ++place;
    }
    return lua_gettop(L) - base + 1;
}

/* call_worker(seat, functions): ludus.rules' worker(script, source, key, draw)
 * loads the script again and gives the table of functions. */
static int call_worker(lua_State *L) {
    Seat *seat = lua_touserdata(L, 1);
    const RulesLua *f = lua_touserdata(L, 2);
    make_handle(L, seat);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.rules");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "worker");
    lua_pushstring(L, f->home.script);
    lua_pushstring(L, f->home.source);
    lua_pushstring(L, f->home.key);
    push_draw(L, seat);
    lua_call(L, 4, 1);
    return 1;
}

/* Leaves the table of functions in a state of the seat's own. */
static bool load_script(Seat *seat, const RulesLua *f, Err *err) {
    lua_State *L = seat->L;
    lua_pushcfunction(L, call_worker);
    lua_pushlightuserdata(L, seat);
    lua_pushlightuserdata(L, (void *)(uintptr_t)f);
    return host_call(L, 2, 1, err);
}

/* Leaves the table of functions on the stack of a state to play in. */
static bool sit_down(Seat *seat, const RulesLua *f, Err *err) {
    const LuaHome *home = &f->home;
    if (!luahome_enter(home, &seat->room, err)) return false;
    seat->L = seat->room.L;
    if (!seat->room.home) return load_script(seat, f, err);
    make_handle(home->state, seat);
    return true;
}

static void seat_free(void *object) {
    Seat *seat = object;
    if (!seat) return;
    if (seat->room.home && seat->handle) {
        *seat->handle = NULL;
        luaL_unref(seat->room.home, LUA_REGISTRYINDEX, seat->handle_ref);
    }
    luahome_leave(&seat->room);
    mem_free(seat);
}

static void *seat_new(const RulesGame *game, Err *err) {
    const RulesLua *f = game->functions;
    Seat *seat = mem_new(1, sizeof *seat, err);
    if (!seat) return NULL;
    seat->rules = game->rules;
    seat->seconds = f->seconds;
    if (sit_down(seat, f, err)) {
        lua_pushcfunction(seat->L, furnish);
        lua_insert(seat->L, -2);
        lua_pushlightuserdata(seat->L, seat);
        if (host_call(seat->L, 2, LUA_MULTRET, err) &&
            (lua_checkstack(seat->L, PRIM_ARGS_MAX + 4) ||
             err_set(err, "no memory for the functions of the rules")))
            return seat;
    }
    seat_free(seat);
    return NULL;
}

/* ---- calls --------------------------------------------------------------- */

static int32_t fail(Seat *seat, RulesState *g, int rule) {
    err_set(&seat->err, "%s\n  in primitive '%s', case %u", host_text(seat->L),
            seat->rules->rule[rule].name, g->number + 1);
    seat->failed = true;
    rules_end(g, true);
    return 0;
}

/* Gives the value at the top of the stack as a number; nothing is 0. */
static int give(lua_State *L) {
    if (!lua_isnil(L, 1))
        lua_pushinteger(L, to_number(L, 1, "the value of the function"));
    else lua_pushinteger(L, 0);
    return 1;
}

static int32_t call(RulesState *g, int rule, const int32_t *arg) {
    Seat *seat = g->seat;
    lua_State *L = seat->L;
    int arity = seat->rules->rule[rule].arity, top = lua_gettop(L);
    if (seat->failed) {
        rules_end(g, true);
        return 0;
    }
    lua_pushcfunction(L, give);
    lua_pushvalue(L, seat->at[rule]);
    lua_pushvalue(L, AT_STATE);
    for (int i = 0; i < arity; i++) lua_pushinteger(L, arg[i]);
    seat->state = g;
    int status = limit_pcall(L, 1 + arity, 1, 0, seat->seconds);
    seat->state = NULL;
    if (status == LUA_OK) status = lua_pcall(L, 1, 1, 0);
    if (status != LUA_OK) fail(seat, g, rule);
    int32_t x = seat->failed ? 0 : (int32_t)lua_tointeger(L, -1);
    lua_settop(L, top);
    return x;
}

static const Err *failure(const void *object) {
    const Seat *seat = object;
    return seat->failed ? &seat->err : NULL;
}

/* ---- games --------------------------------------------------------------- */

static void functions_free(void *object) {
    RulesLua *f = object;
    if (!f) return;
    luahome_free(&f->home);
    mem_free(f);
}

static bool alone(const void *functions, Err *why) {
    return luahome_alone(&((const RulesLua *)functions)->home, why);
}

static const RulesOuter lua_outer = { seat_new, seat_free, call,
                                      failure,  alone,     functions_free };

RulesLua *rules_lua_new(RulesGame *game, Err *err) {
    RulesLua *f = game->functions = mem_new(1, sizeof *f, err);
    if (f) game->outer = &lua_outer;
    return f;
}
