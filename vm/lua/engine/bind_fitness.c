/* bind_fitness.c -- games scored by functions of a script, for Lua:
 * ludus.script.fitness wraps it.
 *
 *     local judged = core.new(game, settings, { case = f, total = g })
 *
 * The user value keeps the inner game. What else one may ask of a game is asked
 * of the inner one.
 */
#include <math.h>

#include "bind_game.h"
#include "lua/limit.h"
#include "lua/luagame/fitness.h"

static const char CLASS[] = "ludus.fitness";

static void read_settings(lua_State *L, Fitness *f) {
    f->seconds = (int)bind_integer(L, 2, "seconds", 0, LIMIT_SECONDS_MAX);
    f->totals = lua_getfield(L, 3, "total") != LUA_TNIL;
    bool known = lua_getfield(L, 2, "max") == LUA_TNUMBER;
    double max = known ? lua_tonumber(L, -1) : NAN;
    lua_pop(L, 2);
    bool said = lua_getfield(L, 2, "minimise") != LUA_TNIL;
    fitness_scores(f, said ? lua_toboolean(L, -1) : f->inner->minimise, max);
    lua_pop(L, 1);
    f->variant = bind_copy(L, 2, "variant");
    f->home.key = bind_copy(L, 2, "key");
    f->home.script = bind_copy(L, 2, "script");
    f->home.source = bind_copy(L, 2, "source");
}

/* new(game, settings, functions): settings has key, script and source (nil:
 * outside a script), variant, minimise, max, seconds. */
static int f_new(lua_State *L) {
    const Game *inner = bind_game(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 3);
    Err err;
    if (!game_need(inner, ABILITY_CASES, &err)) return bind_raise(L, &err);
    Box *box = bind_box(L, CLASS, fitness_free);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    Fitness *f = box->object = fitness_new(inner, &err);
    if (!f) return bind_raise(L, &err);
    read_settings(L, f);
    lua_pushvalue(L, 3);
    luahome_init(&f->home, L);
    return 1;
}

/* facts(): cases, and the greatest score if it is known. */
static int m_facts(lua_State *L) {
    const Fitness *f = bind_object(L, 1, CLASS);
    lua_createtable(L, 0, 2);
    bind_set_count(L, "cases", f->game.cases);
    if (!isnan(f->game.max)) bind_set(L, "max", f->game.max);
    return 1;
}

static const luaL_Reg methods[] = { { "facts", m_facts }, { NULL, NULL } };
static const luaL_Reg functions[] = { { "new", f_new }, { NULL, NULL } };

int open_fitness(lua_State *L);

int open_fitness(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    bind_game_class(L, CLASS, NULL);
    luaL_newlib(L, functions);
    return 1;
}
