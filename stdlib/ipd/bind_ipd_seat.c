/* bind_ipd_seat.c -- players of the dilemma in a match, move by move.
 *
 *     local seat = p:sit(rules, seed, number, part)
 *     seat:move()  seat:see("c", "d")  seat:model()
 *
 * Seats are for matches with players that are Lua functions; all other matches
 * are played in bulk.
 */
#include <string.h>

#include "bind_ipd.h"
#include "lua/program/bind_machine.h"

static const char SEAT[] = "ludus.seat";

typedef struct Seat {
    const PlayerClass *class;
    void              *seat;
} Seat;

static int seat_gc(lua_State *L) {
    Seat *s = luaL_checkudata(L, 1, SEAT);
    if (s->seat) s->class->leave(s->seat);
    s->seat = NULL;
    return 0;
}

int bind_ipd_sit(lua_State *L) {
    const Player *p = bind_ipd_player(L, 1);
    Rules rules = bind_ipd_rules(L, 2);
    Rng rng = player_rng((uint64_t)luaL_checkinteger(L, 3),
                         (uint64_t)luaL_checkinteger(L, 4),
                         (int)luaL_checkinteger(L, 5));
    Err err;
    Seat *s = lua_newuserdatauv(L, sizeof *s, 1);
    *s = (Seat){ p->class, NULL };
    luaL_setmetatable(L, SEAT);
    lua_pushvalue(L, 1);             /* a seat keeps its player alive */
    lua_setiuservalue(L, -2, 1);
    bind_laran_lend(L, 1);
    s->seat = p->class->sit(p, &rules, rng, &err);
    bind_laran_back(L, 1);
    lua_pop(L, 1);
    if (!s->seat) return bind_raise(L, &err);
    return 1;
}

static Move to_move(lua_State *L, int arg) {
    const char *text = luaL_checkstring(L, arg);
    bool d = strcmp(text, "d") == 0;
    luaL_argcheck(L, d || strcmp(text, "c") == 0, arg, "moves are 'c' and 'd'");
    return d ? MOVE_D : MOVE_C;
}

static int seat_move(lua_State *L) {
    Seat *s = luaL_checkudata(L, 1, SEAT);
    lua_getiuservalue(L, 1, 1);
    int player = lua_gettop(L);
    bind_laran_lend(L, player);
    Move move = s->class->move(s->seat);
    bind_laran_back(L, player);
    lua_pushstring(L, move ? "d" : "c");
    return 1;
}

static int seat_see(lua_State *L) {
    Seat *s = luaL_checkudata(L, 1, SEAT);
    Move mine = to_move(L, 2), theirs = to_move(L, 3);
    s->class->see(s->seat, mine, theirs);
    return 0;
}

/* model(): the machine and the state it is in; nothing for others. */
static int seat_model(lua_State *L) {
    Seat *s = luaL_checkudata(L, 1, SEAT);
    if (!s->class->model) return 0;
    Machine m;
    int state;
    s->class->model(s->seat, &m, &state);
    bind_push_machine(L, &m);
    lua_pushinteger(L, state);
    return 2;
}

static const luaL_Reg methods[] = {
    { "move", seat_move }, { "see", seat_see }, { "model", seat_model },
    { NULL, NULL },
};
static const luaL_Reg meta[] = { { "__gc", seat_gc }, { NULL, NULL } };

void bind_ipd_seat_class(lua_State *L) { bind_class(L, SEAT, methods, meta); }
