/* bind_outer.c -- Lua functions that read and change the state of rules.
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
#include "bind_outer.h"

#include <string.h>

#include "lua/bind_limit.h"
#include "bind_luagame.h"
#include "lua/bind_sandbox.h"
#include "lua/host.h"
#include "base/mem.h"
#include "base/suggest.h"

static const char STATE[] = "ludus.rules.state";
static const char GRID[]  = "ludus.rules.grid";

enum { AT_STATE = 1 };               /* of the stack; functions follow */

/* What a game knows of its functions. */
typedef struct Functions {
    char      *script, *source;      /* NULL: declared outside a script */
    char      *key;
    int        seconds;              /* CPU time of one call */
    lua_State *home;                 /* where it was declared */
    int        table;                /* reference to them there */
    LuaHome   *turn;                 /* who may play there */
    Sandbox   *sandbox;              /* of that state, or NULL */
} Functions;

typedef struct Seat {
    lua_State   *L, *home;           /* home: NULL if L is its own */
    int          anchor, handle_ref; /* of L and the handle in the home */
    struct Seat **handle;
    LuaHome     *turn;
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
    Suggest near = suggest_start(name);
    for (size_t i = 0; i < seat->rules->name_count; i++) {
        const RulesName *n = &seat->rules->name[i];
        if (n->kind == NAME_VAR || n->kind == NAME_GRID)
            suggest_offer(&near, n->name);
    }
    if (near.best)
        return luaL_error(L, "the rules have no variable or grid '%s'; did you "
                          "mean '%s'?", name, near.best);
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
        return luaL_error(L, "'%s' is no variable: use state.%s:set(x, y, "
                          "value)", name, name);
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
    lua_pushinteger(L, seat->state->random(seat->state,
                                           to_number(L, 1, "random")));
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
        { "__index", state_index }, { "__newindex", state_newindex },
        { NULL, NULL },
    };
    static const luaL_Reg grid[] = {
        { "get", grid_get }, { "set", grid_set }, { NULL, NULL },
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
    const Functions *f = lua_touserdata(L, 2);
    make_handle(L, seat);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.rules");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "worker");
    lua_pushstring(L, f->script);
    lua_pushstring(L, f->source);
    lua_pushstring(L, f->key);
    push_draw(L, seat);
    lua_call(L, 4, 1);
    return 1;
}

/* Leaves the table of functions in a state of the seat's own. */
static bool load_script(Seat *seat, const Functions *f, Err *err) {
    lua_State *L = seat->L = host_new(f->sandbox, err);
    if (!L) return false;
    lua_pushcfunction(L, call_worker);
    lua_pushlightuserdata(L, seat);
    lua_pushlightuserdata(L, (void *)(uintptr_t)f);
    return host_call(L, 2, 1, err);
}

static bool sit_at_home(Seat *seat, const Functions *f, Err *err) {
    if (f->turn->taken) lua_gc(f->home, LUA_GCCOLLECT);  /* is it in use? */
    if (f->turn->taken)
        return err_set(err, "%s: this game was declared outside a script, so "
                       "one thread alone can play it: use --threads 1 or a "
                       "script", f->key);
    seat->home = f->home;
    seat->turn = f->turn;
    seat->turn->taken = true;
    seat->turn->users++;
    make_handle(f->home, seat);
    seat->L = lua_newthread(f->home);
    seat->anchor = luaL_ref(f->home, LUA_REGISTRYINDEX);
    lua_rawgeti(seat->L, LUA_REGISTRYINDEX, f->table);
    return true;
}

static void seat_free(void *object) {
    Seat *seat = object;
    if (!seat) return;
    if (seat->home) {
        *seat->handle = NULL;
        luaL_unref(seat->home, LUA_REGISTRYINDEX, seat->handle_ref);
        luaL_unref(seat->home, LUA_REGISTRYINDEX, seat->anchor);
        seat->turn->taken = false;
        luahome_leave(seat->turn);
    } else if (seat->L) {
        lua_close(seat->L);
    }
    mem_free(seat);
}

static void *seat_new(const RulesGame *game, Err *err) {
    const Functions *f = game->functions;
    Seat *seat = mem_new(1, sizeof *seat, err);
    if (!seat) return NULL;
    seat->rules = game->rules;
    seat->seconds = f->seconds;
    bool ok = f->script ? load_script(seat, f, err) : sit_at_home(seat, f, err);
    if (ok) {
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
    Functions *f = object;
    if (!f) return;
    if (f->home) luaL_unref(f->home, LUA_REGISTRYINDEX, f->table);
    mem_free(f->script);
    mem_free(f->source);
    mem_free(f->key);
    luahome_leave(f->turn);
    mem_free(f);
}

static const RulesOuter lua_outer = { seat_new, seat_free, call, failure,
                                      functions_free };

static char *copy(lua_State *L, int arg, const char *field) {
    Err err;
    size_t len;
    char *text = NULL;
    if (lua_getfield(L, arg, field) == LUA_TSTRING) {
        const char *s = lua_tolstring(L, -1, &len);
        text = mem_text(s, len, &err);
        if (!text) bind_raise(L, &err);
    }
    lua_pop(L, 1);
    return text;
}

/* Every function belongs to a primitive and the other way round; the table is
 * at the top of the stack. How many there are. */
static int check(lua_State *L, const Rules *r) {
    int count = 0;
    for (size_t i = 0; i < r->rule_count; i++) {
        if (r->rule[i].kind != RULE_OUTER) continue;
        count++;
        if (lua_getfield(L, -1, r->rule[i].name) != LUA_TFUNCTION)
            luaL_error(L, "field 'functions': the rules declare 'lua %s': a "
                       "function of that name is missing", r->rule[i].name);
        lua_pop(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING
                               ? lua_tostring(L, -2) : "(no name)";
        int k = rules_find(r, NAME_PRIM, name);
        if (k < 0 || r->rule[k].kind != RULE_OUTER)
            luaL_error(L, "field 'functions': '%s' is not declared in the "
                       "rules: write 'lua %s' there", name, name);
    }
    return count;
}

void bind_outer(lua_State *L, int arg, RulesGame *game) {
    Err err;
    lua_getfield(L, arg, "functions");
    luaL_checktype(L, -1, LUA_TTABLE);
    if (check(L, game->rules) == 0) {
        lua_pop(L, 1);
        return;
    }
    Functions *f = game->functions = mem_new(1, sizeof *f, &err);
    if (!f) bind_raise(L, &err);
    game->outer = &lua_outer;
    f->script = copy(L, arg, "script_path");
    f->source = copy(L, arg, "script_source");
    f->key = copy(L, arg, "key");
    f->seconds = (int)bind_integer(L, arg, "seconds", 1, LIMIT_SECONDS_MAX);
    f->turn = mem_new(1, sizeof *f->turn, &err);
    if (!f->turn) bind_raise(L, &err);
    f->turn->users = 1;
    f->sandbox = sandbox_get(L);
    f->table = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    f->home = lua_tothread(L, -1);
    lua_pop(L, 1);
}
