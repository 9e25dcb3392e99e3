/* bind_linear_run.c -- runs linear programs whose instructions are functions of
 * a script, called in the calling state, one for each instruction.
 */
#include "bind_linear.h"

#include "engine/walk/linear_run.h"

typedef struct LuaHost {
    lua_State       *L;
    const LinearSet *set;
    int              state, functions;    /* stack indices */
} LuaHost;

static bool call(LuaHost *h, int op) {
    if (lua_geti(h->L, h->functions, op + 1) != LUA_TFUNCTION)
        luaL_error(h->L, "instruction '%s' has no function",
                   h->set->instrs[op].name);
    lua_pushvalue(h->L, h->state);
    lua_call(h->L, 1, 1);
    bool result = lua_toboolean(h->L, -1);
    lua_pop(h->L, 1);
    return result;
}

static bool lua_act(void *game, int op) { return !call(game, op); }

static bool lua_test(void *game, int op) { return call(game, op); }

static void lua_show(void *game, size_t reg, Buf *out) {
    LuaHost *h = game;
    lua_getfield(h->L, h->state, h->set->registers[reg].name);
    buf_text(out, luaL_tolstring(h->L, -1, NULL));
    lua_pop(h->L, 2);
}

/* run(program, state, functions, budget, nested, lines): did the game end, the
 * steps spent, the trace of the first steps. */
int bind_linear_run(lua_State *L) {
    static const LinearHost host = { lua_act, lua_test, lua_show };
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 2, &set);
    luaL_argcheck(L, set == bind_linear_set(L, 1)->set, 2, "is of another set");
    luaL_checktype(L, 3, LUA_TTABLE);
    luaL_checktype(L, 4, LUA_TTABLE);
    lua_Integer budget = luaL_checkinteger(L, 5);
    luaL_argcheck(L, budget >= 0, 5, "must not be negative");
    LuaHost h = { L, set, 3, 4 };
    LinearRun run = { .set = set,
                      .code = code,
                      .host = &host,
                      .game = &h,
                      .nested = lua_toboolean(L, 6) };
    lua_Integer lines = luaL_optinteger(L, 7, 0);
    Buf *out = bind_buf(L);
    bool ended = linear_run_trace(&run, (uint64_t)budget,
                                  lines > 0 ? (uint64_t)lines : 0, out);
    lua_pushboolean(L, ended);
    lua_pushinteger(L, (lua_Integer)run.steps);
    bind_text(L, out);
    return 3;
}
