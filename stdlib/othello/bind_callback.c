/* bind_callback.c -- players that call a Lua function.
 *
 * It gets the eight features and the number of empty squares, or the position
 * as two bitboards, the side to move first, and the number. Such a player plays
 * only on the thread that owns the Lua state. Whoever has one at hand lends it;
 * evolution, which has none, plays in a thread of Lua of the player's own,
 * where a call may take so many seconds.
 */
#include "bind_othello.h"

#include <math.h>

#include "base/mem.h"
#include "lua/host.h"
#include "lua/limit.h"

enum { CALL_SECONDS = 5 };           /* of CPU time, where nobody else looks */

typedef struct Callback {
    Evaluator     base;
    const Tables *tables;
    lua_State   **state;             /* where to call, changes while in use */
    bool         *failed;
    lua_State    *own;               /* a thread of Lua, for those without */
    int           function, message, anchor;     /* in the registry */
    bool          position;          /* it gets bitboards, not features */
} Callback;

/* What changes while a callback is used, behind the constant evaluator. */
typedef struct CallbackBlock {
    Callback   callback;
    lua_State *state;
    bool       failed;
} CallbackBlock;

static float clamp(double v) {
    if (!(v == v)) return 0;
    return (float)fmax(-EVALUATION_MAX, fmin(EVALUATION_MAX, v));
}

/* Keeps the message on the registry's own place and gives up. */
static float fail(const Callback *c) {
    lua_State *L = *c->state;
    *c->failed = true;
    lua_rawseti(L, LUA_REGISTRYINDEX, c->message);
    return 0;
}

static int push_features(lua_State *L, const Callback *c, Board b) {
    float values[FEATURES];
    oth_feature_all(c->tables, b, values);
    for (int i = 0; i < FEATURES; i++) lua_pushnumber(L, (lua_Number)values[i]);
    return FEATURES;
}

static int push_boards(lua_State *L, Board b) {
    lua_pushinteger(L, (lua_Integer)b.me);
    lua_pushinteger(L, (lua_Integer)b.you);
    return 2;
}

/* Calls the function below its arguments, under the limit of whoever lent the
 * state, or its own. */
static int call(const Callback *c, int args) {
    lua_State *L = *c->state;
    if (L == c->own) return limit_pcall(L, args, 1, 0, CALL_SECONDS);
    return lua_pcall(L, args, 1, 0);
}

static float callback_value(const Evaluator *evaluator, Board b,
                            uint64_t moves) {
    const Callback *c = (const Callback *)evaluator;
    lua_State *L = *c->state;
    (void)moves;
    if (*c->failed) return 0;
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->function);
    int args = c->position ? push_boards(L, b) : push_features(L, c, b);
    lua_pushinteger(L, oth_empties(b));
    if (call(c, args + 1) != LUA_OK) return fail(c);
    if (lua_type(L, -1) != LUA_TNUMBER) {
        lua_pushfstring(L, "an evaluation must be a number, got %s",
                        luaL_typename(L, -1));
        lua_remove(L, -2);
        return fail(c);
    }
    float v = clamp(lua_tonumber(L, -1));
    lua_pop(L, 1);
    return v;
}

static Callback *callback_of(const Player *player) {
    return player->calls ? (Callback *)player->evaluator : NULL;
}

void bind_player_lend(lua_State *L, const Player *player) {
    Callback *c = callback_of(player);
    if (!c) return;
    *c->state = L;
    *c->failed = false;
    luaL_checkstack(L, FEATURES + 4, "too many players in one another");
}

void bind_player_check(lua_State *L, const Player *player) {
    Callback *c = callback_of(player);
    if (!c || !*c->failed) return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, c->message);
    lua_error(L);
}

static void ready(const Evaluator *evaluator) {
    const Callback *c = (const Callback *)evaluator;
    *c->state = c->own;
    *c->failed = false;
}

static bool failed(const Evaluator *evaluator, Err *err) {
    const Callback *c = (const Callback *)evaluator;
    if (!*c->failed) return false;
    lua_rawgeti(c->own, LUA_REGISTRYINDEX, c->message);
    err_set(err, "%s", host_text(c->own));
    lua_pop(c->own, 1);
    return true;
}

const PlayerCalls bind_callback_calls = { ready, failed };

Evaluator *bind_callback_new(lua_State *L, int arg, bool position, Err *err) {
    const Tables *tables = bind_tables(L);
    lua_pushvalue(L, arg);
    int function = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_pushboolean(L, 0);
    int message = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_State *own = lua_newthread(L);
    int anchor = luaL_ref(L, LUA_REGISTRYINDEX);
    CallbackBlock *block = mem_new(1, sizeof *block, err);
    if (!block) return NULL;
    block->callback = (Callback){ { callback_value, NULL },
                                  tables,
                                  &block->state,
                                  &block->failed,
                                  own,
                                  function,
                                  message,
                                  anchor,
                                  position };
    return &block->callback.base;
}

void bind_callback_free(lua_State *L, const Player *player) {
    const Callback *c = callback_of(player);
    if (!c) return;
    luaL_unref(L, LUA_REGISTRYINDEX, c->function);
    luaL_unref(L, LUA_REGISTRYINDEX, c->message);
    luaL_unref(L, LUA_REGISTRYINDEX, c->anchor);
}
