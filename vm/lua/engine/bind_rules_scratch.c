/* bind_rules_scratch.c -- the memory that games of rules are played in.
 *
 * A game keeps the scratch of its last call for the next one, which finds its
 * memory warm. Who plays takes it out of a table with weak keys and gives it
 * back.
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

static const char IDLE;              /* its address names a weak table */

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
    bind_rules_weak(L, &IDLE);
    lua_pushvalue(L, 1);
    if (lua_rawget(L, -2) != LUA_TUSERDATA) {
        lua_pop(L, 2);
        return bind_rules_scratch(L, game);
    }
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_rawset(L, -4);
    lua_remove(L, -2);
    return ((Box *)lua_touserdata(L, -1))->object;
}

void bind_rules_give(lua_State *L, const RulesGame *game, int box) {
    if (game->outer) return;
    bind_rules_weak(L, &IDLE);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, box);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void bind_rules_check(lua_State *L, const RulesScratch *scratch) {
    Err err;
    if (!rules_scratch_ok(scratch, &err)) bind_raise(L, &err);
}

void bind_rules_scratch_class(lua_State *L) {
    bind_class(L, SCRATCH, bind_none, bind_boxed);
}
