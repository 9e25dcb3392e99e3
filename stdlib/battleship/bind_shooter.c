/* bind_shooter.c -- who shoots, from the tables of ludus.battleship.
 *
 * A player is a table whose fields are filled in. One that is a Lua function
 * gets a view of the board, { rows, cols, board, shots, afloat, sunk }, and
 * gives a square; it plays in the state that asked, on its thread alone.
 */
#include <string.h>

#include "bind_battleship.h"
#include "lua/program/bind_linear.h"
#include "lua/host.h"

/* ---- players in Lua ------------------------------------------------------ */

/* Brings the board of the view up to date with all shots since the last look;
 * a new game gets a new one, and a memory of the player's own. */
static void update_board(lua_State *L, Caller *c, const Waters *sea) {
    if (sea->shots == 0 || sea->shots < c->told) {
        c->told = 0;
        lua_newtable(L);
        lua_setfield(L, c->view, "board");
        lua_newtable(L);
        lua_setfield(L, c->view, "memory");
    }
    lua_getfield(L, c->view, "board");
    for (; c->told < sea->shots; c->told++) {
        int cell = sea->log[c->told];
        lua_pushstring(L, cells_has(sea->hit, cell) ? "hit" : "miss");
        lua_seti(L, -2, cell + 1);
    }
    lua_pop(L, 1);
}

static void update_view(lua_State *L, Caller *c, const Waters *sea) {
    int view = c->view;
    update_board(L, c, sea);
    lua_pushinteger(L, sea->shots);
    lua_setfield(L, view, "shots");
    lua_newtable(L);
    lua_Integer n = 0;
    for (int i = 0; i < sea->fleet->ships; i++) {
        if (sea->sunk >> i & 1) continue;
        lua_pushinteger(L, sea->fleet->len[i]);
        lua_seti(L, -2, ++n);
    }
    lua_setfield(L, view, "afloat");
    if (sea->last_sunk >= 0)
        lua_pushinteger(L, sea->fleet->len[sea->last_sunk]);
    else lua_pushnil(L);
    lua_setfield(L, view, "sunk");
}

int bind_caller_shoot(void *context, const Waters *sea) {
    Caller *c = context;
    if (c->failed) return -1;
    update_view(c->L, c, sea);
    lua_pushvalue(c->L, c->function);
    lua_pushvalue(c->L, c->view);
    c->failed = true;
    if (lua_pcall(c->L, 1, 1, 0) != LUA_OK) {
        err_set(&c->err, "%s", host_text(c->L));
        lua_pop(c->L, 1);
        return -1;
    }
    int whole;
    lua_Integer cell = lua_tointegerx(c->L, -1, &whole);
    lua_pop(c->L, 1);
    bool open = whole && cell >= 1 && cell <= sea->fleet->cells &&
                !cells_has(sea->shot, (int)cell - 1);
    c->failed = !open;
    if (open) return (int)cell - 1;
    err_set(&c->err,
            "the player's function must return the number of a square "
            "that was not shot yet, 1 to %d",
            sea->fleet->cells);
    return -1;
}

void bind_caller(lua_State *L, int arg, const Fleet *fleet, Caller *caller) {
    lua_newtable(L);
    bind_set_integer(L, "rows", fleet->rows);
    bind_set_integer(L, "cols", fleet->cols);
    *caller = (Caller){
        .L = L, .function = arg, .view = lua_gettop(L), .told = CALLER_NEW
    };
}

static void read_call(lua_State *L, int arg, const Fleet *fleet, Shooter *s,
                      Caller *caller) {
    if (!caller) luaL_error(L, "a Lua function cannot play here");
    lua_getfield(L, arg, "call");
    luaL_checktype(L, -1, LUA_TFUNCTION);
    bind_caller(L, lua_gettop(L), fleet, caller);
    s->call = bind_caller_shoot;
    s->context = caller;
}

/* ---- shooters ------------------------------------------------------------ */

const Prior *bind_prior(lua_State *L, const Fleet *fleet, bool spaced) {
    Prior *prior = lua_newuserdatauv(L, sizeof *prior, 0);
    density_uniform(prior, fleet);
    prior->spaced = spaced;
    return prior;
}

static int read_target(lua_State *L, int arg) {
    const char *name = bind_string(L, arg, "target");
    if (strcmp(name, "density") == 0) return TARGET_DENSITY;
    Err err;
    int hunt = hunt_find(name, &err);
    if (hunt < 0) bind_raise(L, &err);
    return hunt;
}

static ChaseKind read_chase(lua_State *L, int arg) {
    const char *name = bind_string(L, arg, "sink");
    for (int i = 0; i < CHASE_KINDS; i++)
        if (strcmp(chases[i].name, name) == 0) return (ChaseKind)i;
    luaL_error(L, "no sinking '%s'; there are: none, three, memory", name);
    return CHASE_NONE;
}

void bind_shooter(lua_State *L, int arg, const Fleet *fleet, Shooter *s,
                  Caller *caller) {
    static const char *const kinds[] = { "chase", "program", "density",
                                         "foresight", "call", NULL };
    luaL_checkstack(L, 20, NULL);
    *s = (Shooter){ .kind = (ShooterKind)bind_choice(L, arg, "kind", kinds) };
    s->options.patience = (uint32_t)bind_integer(L, arg, "patience", 1,
                                                 1000000);
    s->options.nested = bind_boolean(L, arg, "nested");
    s->options.restart = bind_boolean(L, arg, "restart");
    if (s->kind == SHOOTER_CALL) read_call(L, arg, fleet, s, caller);
    if (s->kind == SHOOTER_CHASE || s->kind == SHOOTER_PROGRAM)
        s->hunt = read_target(L, arg);
    if (s->kind == SHOOTER_CHASE) {
        s->chase = read_chase(L, arg);
        if (s->hunt == TARGET_DENSITY)
            luaL_error(L, "target 'density' goes with a program, or with "
                          "kind 'density'");
    }
    if (s->kind == SHOOTER_DENSITY || s->hunt == TARGET_DENSITY)
        s->prior = bind_prior(L, fleet, bind_boolean(L, arg, "spaced"));
    if (s->kind == SHOOTER_PROGRAM) {
        lua_getfield(L, arg, "program");
        s->code = bind_linear(L, -1, &s->set);
    }
}

/* ---- names --------------------------------------------------------------- */

static void push_row(lua_State *L, lua_Integer i, const char *name,
                     const char *help) {
    lua_createtable(L, 0, 2);
    bind_set_text(L, "name", name);
    bind_set_text(L, "help", help);
    lua_seti(L, -2, i);
}

int bind_names(lua_State *L) {
    lua_newtable(L);
    for (int i = 0; i < HUNT_KINDS; i++)
        push_row(L, i + 1, hunts[i].name, hunts[i].help);
    push_row(L, HUNT_KINDS + 1, "density", "places that fit, counted");
    lua_newtable(L);
    for (int i = 0; i < CHASE_KINDS; i++)
        push_row(L, i + 1, chases[i].name, chases[i].help);
    lua_newtable(L);
    for (int i = 0; placements[i].name; i++)
        push_row(L, i + 1, placements[i].name, placements[i].help);
    return 3;
}
