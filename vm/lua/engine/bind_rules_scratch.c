/* bind_rules_scratch.c -- the memory that games of rules are played in.
 *
 * A game keeps the scratch of its last call for the next one, which finds its
 * memory warm. Who plays takes it from the game and gives it back.
 */
#include "bind_rules.h"

static const char SCRATCH[] = "ludus.rules.scratch";

RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game) {
    Box *box = bind_box(L, SCRATCH, rules_scratch_free);
    Err err;
    box->object = rules_scratch_new(game, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

enum { IDLE = 2 };                   /* the user value of a game */

void bind_rules_weak(lua_State *L, const char *name) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, name) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");   /* a game and its value go together */
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, name);
}

RulesScratch *bind_rules_take(lua_State *L, const RulesGame *game) {
    if (lua_getiuservalue(L, 1, IDLE) != LUA_TUSERDATA) {
        lua_pop(L, 1);
        return bind_rules_scratch(L, game);
    }
    lua_pushnil(L);
    lua_setiuservalue(L, 1, IDLE);
    return ((Box *)lua_touserdata(L, -1))->object;
}

RulesScratch *bind_rules_borrow(lua_State *L, const RulesGame *game) {
    if (game->outer) return bind_rules_take(L, game);
    if (lua_getiuservalue(L, 1, IDLE) == LUA_TUSERDATA)
        return ((Box *)lua_touserdata(L, -1))->object;
    lua_pop(L, 1);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    bind_rules_give(L, game, lua_gettop(L));
    return scratch;
}

void bind_rules_give(lua_State *L, const RulesGame *game, int box) {
    if (game->outer) return;
    lua_pushvalue(L, box);
    lua_setiuservalue(L, 1, IDLE);
}

void bind_rules_check(lua_State *L, const RulesScratch *scratch) {
    Err err;
    if (rules_scratch_ok(scratch, &err)) return;
    lua_pushnil(L);
    lua_setiuservalue(L, 1, IDLE);
    bind_raise(L, &err);
}

void bind_rules_scratch_class(lua_State *L) {
    bind_class(L, SCRATCH, bind_none, bind_boxed);
}
