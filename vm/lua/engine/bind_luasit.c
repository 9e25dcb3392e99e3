/* bind_luasit.c -- one case of a game declared in Lua, watched or shared: all
 * that happens in it is recorded, or a function of the script has a seat.
 */
#include "bind_luaplayer.h"

#include "bind_trace.h"

/* record(program, case, if): all that happens in it; see bind_trace.c. */
int bind_luarecord(lua_State *L) {
    lua_settop(L, 4);
    LuaGame *g = bind_luaplayer_game(L);
    size_t i = bind_place(L, 3, "case", g->game.cases);
    TraceIf suppose = bind_trace_if(L, 4);
    lua_settop(L, 3);
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

/* sit(who, guest, case, seat): a case played by a program or a function,
 * against a function from that seat or, with nil, alone. */
int bind_luasit(lua_State *L) {
    lua_settop(L, 5);
    LuaGame *g = lua_isfunction(L, 2) ? bind_luagame(L)
                                      : bind_luaplayer_game(L);
    luaL_argcheck(L, !g->home.script, 1,
                  "functions play games of their own state: game:at_home()");
    luaL_argcheck(L, lua_isnil(L, 3) || lua_isfunction(L, 3), 3,
                  "must be a function or nil");
    size_t matches = g->rival_count ? 2 * g->rival_count : 1;
    size_t i = bind_place(L, 4, "case", g->game.cases / matches);
    lua_Integer seat = luaL_optinteger(L, 5, 1);
    luaL_argcheck(L, seat == 1 || seat == 2, 5, "must be 1 or 2");
    Buf *picture = bind_buf(L);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L), mine = place_of(L, 2), guest = place_of(L, 3);
    luaplayer_sit(p, mine, guest, (int)seat);
    LuaCase one;
    bind_luaplayer_play(L, g, p, player, (LuaCases){ i, i, &one });
    luaplayer_sit(p, 0, 0, 0);
    luaL_unref(L, LUA_REGISTRYINDEX, mine ? mine : LUA_NOREF);
    luaL_unref(L, LUA_REGISTRYINDEX, guest ? guest : LUA_NOREF);
    Err err;
    bool ok = luacase_show(p, picture, &err);
    bind_luaplayer_done(L, g, player);
    if (!ok) return bind_raise(L, &err);
    bind_luaplayer_case(L, &one);
    if (picture->len) bind_set_text(L, "picture", buf_get(picture));
    return 1;
}
