/* bind_makers.c -- what makes players in Lua: weights, squares, programs,
 * functions, chance. Each takes a player's settings as its last table.
 */
#include "bind_othello.h"

#include <math.h>

#include "program.h"
#include "strategy.h"

static void to_numbers(lua_State *L, int arg, double *numbers, int n) {
    luaL_checktype(L, arg, LUA_TTABLE);
    if (luaL_len(L, arg) != n)
        luaL_error(L, "expected %d numbers, got %d", n, (int)luaL_len(L, arg));
    for (int i = 0; i < n; i++) {
        if (lua_geti(L, arg, i + 1) != LUA_TNUMBER)
            luaL_error(L, "number %d of %d is a %s", i + 1, n,
                       luaL_typename(L, -1));
        numbers[i] = lua_tonumber(L, -1);
        if (!(fabs(numbers[i]) <= 10000))
            luaL_error(L, "number %d of %d must be within +-10000", i + 1, n);
        lua_pop(L, 1);
    }
}

/* A player of n weights; evaluations stay below the worth of a finished game.
 */
static int push_weighted(lua_State *L, int n) {
    double weights[WEIGHTS_MAX], sum = 0;
    Err err;
    to_numbers(L, 1, weights, n);
    luaL_checktype(L, 2, LUA_TTABLE);
    for (int i = 0; i < n; i++) sum += fabs(weights[i]);
    if (sum * 100 > EVALUATION_MAX)
        luaL_error(L, "the weights' absolute values add up to %f, more than %d",
                   sum, EVALUATION_MAX / 100);
    const Tables *t = bind_tables(L);
    bind_player_push(L,
                     n == FEATURES ? oth_linear_new(t, weights, &err)
                                   : oth_broad_new(t, weights, (size_t)n, &err),
                     2, &err);
    return 1;
}

static int f_linear(lua_State *L) { return push_weighted(L, FEATURES); }

/* broad(weights, settings): by all features, or a strategy. */
static int f_broad(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n > 0 && oth_is_weights((size_t)n), 1,
                  "must be 18, 23, 36 or 46 numbers");
    return push_weighted(L, (int)n);
}

static int f_squares(lua_State *L) {
    double worth[OTH_SQUARES];
    Err err;
    to_numbers(L, 1, worth, OTH_SQUARES);
    luaL_checktype(L, 2, LUA_TTABLE);
    bind_player_push(L, oth_squares_new(worth, &err), 2, &err);
    return 1;
}

/* program(text, name, settings, strategy): a player by a tree program, which is
 * a strategy if it says so or is told to be; is it one? */
static int f_program(lua_State *L) {
    Source src = { .name = luaL_checkstring(L, 2) };
    src.text = luaL_checklstring(L, 1, &src.len);
    luaL_checktype(L, 3, LUA_TTABLE);
    const Language *language = lua_toboolean(L, 4) ? &oth_strategy_language
                                                   : oth_language_of(&src);
    Err err;
    Program *p = oth_program_read(bind_tables(L), language, &src, &err);
    bind_player_push(L, p ? &p->base : NULL, 3, &err);
    lua_pushboolean(L, language == &oth_strategy_language);
    return 2;
}

static int f_callback(lua_State *L) {
    Err err;
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checktype(L, 2, LUA_TTABLE);
    bool position = bind_boolean(L, 2, "position");
    bind_player_push(L, bind_callback_new(L, 1, position, &err), 2, &err)
        ->calls = &bind_callback_calls;
    return 1;
}

/* random(settings): any legal move, the same each time. */
static int f_random(lua_State *L) {
    Err err;
    luaL_checktype(L, 1, LUA_TTABLE);
    bind_player_push(L, oth_random_new(&err), 1, &err);
    return 1;
}

const luaL_Reg bind_player_makers[] = {
    { "linear", f_linear },
    { "broad", f_broad },
    { "squares", f_squares },
    { "program", f_program },
    { "callback", f_callback },
    { "random", f_random },
    { NULL, NULL },
};
