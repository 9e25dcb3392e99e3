/* bind_opponent.c -- what is known about an opponent, for Lua: a string of
 * bytes (opponent.h).
 */
#include "bind_opponent.h"

#include <string.h>

#include "lua/program/bind_linear.h"

Opponent *bind_opponent_new(lua_State *L) {
    return bind_memory(L, 1, sizeof(Opponent));
}

Opponent *bind_opponent(lua_State *L, int arg, const Fleet *fleet) {
    size_t n;
    const char *bytes = luaL_checklstring(L, arg, &n);
    Opponent *rival = bind_opponent_new(L);
    Err err;
    if (!opponent_load(rival, fleet, bytes, n, &err)) bind_raise(L, &err);
    return rival;
}

void bind_opponent_push(lua_State *L, const Opponent *rival) {
    Buf *buf = bind_buf(L);
    opponent_save(rival, buf);
    bind_text(L, buf);
    lua_remove(L, -2);
}

/* rival(fleet, seed, programs): the bytes of an opponent nothing is known of,
 * with these programs (best first) to start from. */
static int f_rival(lua_State *L) {
    const Fleet *fleet = bind_fleet(L, 1);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    size_t n = bind_length(L, 3);
    luaL_argcheck(L, n <= RIVAL_PROGRAMS_MAX, 3, "at most 64 programs");
    const WaveTable *table = bind_wave_table(L, fleet);
    Opponent *rival = bind_opponent_new(L);
    opponent_init(rival, fleet, table, seed);
    for (size_t i = 1; i <= n; i++) {
        const LinearSet *set;
        lua_geti(L, 3, (lua_Integer)i);
        const uint8_t *code = bind_linear(L, -1, &set);
        luaL_argcheck(L, set == &gunner_set, 3, "programs of another set");
        memcpy(rival->code[rival->programs++], code, GUN_BYTES);
        lua_pop(L, 1);
    }
    bind_opponent_push(L, rival);
    return 1;
}

/* known(fleet, bytes): games played, fleets kept, programs; for people. */
static int f_known(lua_State *L) {
    const Opponent *rival = bind_opponent(L, 2, bind_fleet(L, 1));
    lua_pushinteger(L, rival->games);
    lua_pushinteger(L, rival->saved);
    lua_pushinteger(L, rival->programs);
    return 3;
}

/* program(fleet, bytes, set): the best program bred against that opponent. */
static int f_program(lua_State *L) {
    const Opponent *rival = bind_opponent(L, 2, bind_fleet(L, 1));
    luaL_argcheck(L, bind_linear_set(L, 3)->set == &gunner_set, 3,
                  "is another set");
    if (rival->programs == 0) return 0;
    uint8_t *code = bind_linear_new(L, 3);
    memcpy(code, rival->code[0], GUN_BYTES);
    return 1;
}

const luaL_Reg bind_opponents[] = {
    { "rival", f_rival },
    { "known", f_known },
    { "program", f_program },
    { NULL, NULL },
};
