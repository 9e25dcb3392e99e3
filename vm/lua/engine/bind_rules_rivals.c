/* bind_rules_rivals.c -- rivals of a game of rules.
 *
 * Rivals are read when the game is made and stay with it, in the table of its
 * user value.
 */
#include "bind_rules.h"

#include <stdio.h>

/* Reads rival i of the list at the top for the game at `box`; leaves it. */
static void read_rival(lua_State *L, int box, lua_Integer i,
                       lua_CFunction read) {
    char name[32];
    snprintf(name, sizeof name, "rival %d", (int)i);
    lua_pushcfunction(L, read);
    lua_pushvalue(L, box);
    if (lua_geti(L, -3, i) != LUA_TSTRING)
        luaL_error(L, "field 'rivals': item %d: expected the text of a program",
                   (int)i);
    lua_pushstring(L, name);
    if (lua_pcall(L, 3, 1, 0) != LUA_OK)
        luaL_error(L, "field 'rivals': %s", lua_tostring(L, -1));
}

/* Keeps the values of the list at the top for the game at `box`. */
static void keep(lua_State *L, int box) {
    if (lua_getiuservalue(L, box, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, box, 1);
    }
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "(rivals)");
    lua_pop(L, 1);
}

void bind_rules_rivals(lua_State *L, int box, lua_CFunction read) {
    RulesGame *game = ((Box *)lua_touserdata(L, box))->object;
    RulesWho who[RULES_RIVALS_MAX];
    int top = lua_gettop(L);
    Err err;
    lua_getfield(L, 1, "rivals");
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = (lua_Integer)bind_length(L, -1);
    if (n > RULES_RIVALS_MAX)
        luaL_error(L, "field 'rivals': at most %d programs", RULES_RIVALS_MAX);
    if (n > 0 && !rules_match_can(game, &err))
        luaL_error(L, "field 'rivals': %s", err.text);
    lua_createtable(L, (int)n, 0);
    lua_insert(L, -2);
    for (lua_Integer i = 1; i <= n; i++) {
        read_rival(L, box, i, read);
        int at = lua_gettop(L);
        who[i - 1] = rules_match_who(game, bind_rules_entrant(L, at, box));
        lua_settop(L, at);           /* it was read in the game's own words */
        lua_seti(L, -3, i);
    }
    lua_pop(L, 1);
    keep(L, box);
    if (n > 0 && !rules_match_rivals(game, who, (size_t)n, &err))
        bind_raise(L, &err);
    lua_settop(L, top);
}
