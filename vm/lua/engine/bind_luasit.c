/* bind_luasit.c -- one case of a game declared in Lua, watched or shared: all
 * that happens in it is recorded, or a function of the script has a seat.
 */
#include "bind_luaplayer.h"

#include "bind_trace.h"
#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"

/* record(program, case, if): all that happens in it; see bind_trace.c. */
int bind_luarecord(lua_State *L) {
    lua_settop(L, 4);
    LuaGame *g = bind_luaplayer_game(L);
    size_t i = bind_place(L, 3, "case", g->game.cases);
    TraceIf suppose = bind_trace_if(L, 4);
    Trace *trace = bind_trace_new(L, 1);
    int record = lua_gettop(L);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L);
    Err err;
    trace_init(trace, &err);
    trace->suppose = suppose;
    LuaWritten written = { .trace = trace };
    luawritten_begin(p, &written);
    LuaCase one;
    bind_luaplayer_play(L, g, p, player, (LuaCases){ i, i, &one });
    luawritten_end(p);
    bind_luaplayer_done(L, g, player);
    trace->spent = (uint64_t)one.steps;
    if (!trace_end(trace, one.raw, one.won ? "won" : "ended"))
        return bind_raise(L, &err);
    lua_pushvalue(L, record);
    return 1;
}

/* A place in the registry for the function at `arg`, or 0 if there is none. */
static int place_of(lua_State *L, int arg) {
    if (!lua_isfunction(L, arg)) return 0;
    lua_pushvalue(L, arg);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* The game of who sits down at 2 and 3, a program being made one of the
 * game's. */
static LuaGame *seated(lua_State *L) {
    if (lua_isuserdata(L, 2)) return bind_luaplayer_game(L);
    if (!lua_isuserdata(L, 3)) return bind_luagame(L);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_replace(L, 2);
    LuaGame *g = bind_luaplayer_game(L);
    lua_pushvalue(L, 2);
    lua_replace(L, 3);
    lua_replace(L, 2);
    return g;
}

/* The program at stack index 3, for a player that is ready for its like. */
static bool take_guest(lua_State *L, const LuaGame *g, LuaPlayer *p,
                       Entrant *guest, Err *err) {
    *guest = (Entrant){ 0 };
    if (g->machines) guest->genome = bind_machine_for(L, 3, &g->alphabet);
    else if (g->set) guest->genome = bind_linear(L, 3, NULL);
    else if (g->genes) guest->genome = bind_vector(L, 3, NULL);
    else {
        Tree tree = bind_tree(L, 3);
        *guest = (Entrant){ tree.vocab, tree.len };
        return luaplayer_program(p, &tree, err);
    }
    return true;
}

/* sit(who, guest, case, seat): a case played by a program or a function,
 * against a function from that seat or, with nil, alone; a function meets a
 * program, too. */
int bind_luasit(lua_State *L) {
    lua_settop(L, 5);
    LuaGame *g = seated(L);
    bool program = lua_isuserdata(L, 3);
    luaL_argcheck(L, !g->home.script, 1,
                  "functions play games of their own state: game:at_home()");
    luaL_argcheck(L, program || lua_isnil(L, 3) || lua_isfunction(L, 3), 3,
                  "must be a function, a program or nil");
    luaL_argcheck(L, !program || lua_isfunction(L, 2), 3,
                  "must be a function: programs meet by the field 'rivals'");
    size_t matches = g->rival_count ? 2 * g->rival_count : 1;
    size_t i = bind_place(L, 4, "case", g->game.cases / matches);
    lua_Integer seat = luaL_optinteger(L, 5, 1);
    luaL_argcheck(L, seat == 1 || seat == 2, 5, "must be 1 or 2");
    Buf *picture = bind_buf(L);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L), mine = place_of(L, 2), guest = place_of(L, 3);
    luaplayer_sit(p, mine, guest, (int)seat);
    Entrant other;
    Err err;
    if (program && !(take_guest(L, g, p, &other, &err) &&
                     luaplayer_meet(p, other, (int)seat, &err))) {
        luaplayer_sit(p, 0, 0, 0);
        bind_luaplayer_done(L, g, player);
        return bind_raise(L, &err);
    }
    LuaCase one;
    bind_luaplayer_play(L, g, p, player, (LuaCases){ i, i, &one });
    luaplayer_sit(p, 0, 0, 0);
    luaL_unref(L, LUA_REGISTRYINDEX, mine ? mine : LUA_NOREF);
    luaL_unref(L, LUA_REGISTRYINDEX, guest ? guest : LUA_NOREF);
    bool ok = luacase_show(p, picture, &err);
    bind_luaplayer_done(L, g, player);
    if (!ok) return bind_raise(L, &err);
    bind_luaplayer_case(L, &one);
    if (picture->len) bind_set_text(L, "picture", buf_get(picture));
    return 1;
}
