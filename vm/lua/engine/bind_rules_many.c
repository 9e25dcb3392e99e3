/* bind_rules_many.c -- many programs of a game of rules in one call: scores,
 * measure.
 */
#include "bind_rules.h"

#include "lua/program/bind_tree.h"

/* The programs of the list at 2; pushes the array, and a table that keeps the
 * programs alive. */
static Tree *take_trees(lua_State *L, const RulesGame *game, size_t *n) {
    luaL_checktype(L, 2, LUA_TTABLE);
    *n = bind_length(L, 2);
    Tree *tree = lua_newuserdatauv(L, *n * sizeof *tree, 0);
    lua_createtable(L, (int)*n, 0);
    for (size_t i = 0; i < *n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        if (!luaL_testudata(L, -1, "ludus.tree"))
            luaL_error(L, "program %d of the list is no tree but a %s",
                       (int)i + 1, luaL_typename(L, -1));
        tree[i] = bind_tree_for(L, lua_gettop(L), 1, &game->rules->language);
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
    }
    return tree;
}

/* Those of one shape are scored together. */
static void many(lua_State *L, const RulesGame *game, RulesScratch *scratch,
                 const Tree *tree, size_t n, RulesTotal *total) {
    Err err;
    for (size_t first = 0, i = 0; first < n; first = i) {
        while (i < n && tree[i].vocab == tree[first].vocab) i++;
        if (!rules_game_many(game, scratch, tree + first, i - first,
                             total + first, &err))
            bind_raise(L, &err);
    }
}

/* scores(programs): the raw score of each, in one call, so that what they have
 * in common is computed once. */
static int m_scores(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    size_t n;
    luaL_argcheck(L, game->game.class == &rules_class, 1,
                  "is no game of trees");
    lua_settop(L, 2);
    RulesScratch *scratch = bind_rules_take(L, game);
    Tree *tree = take_trees(L, game, &n);
    RulesTotal *total = lua_newuserdatauv(L, n * sizeof *total + 1, 0);
    many(L, game, scratch, tree, n, total);
    bind_rules_give(L, game, 3);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_push(L, total[i].raw);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* measure(programs, times, alone): plays all cases of each so often in one
 * call, together or one by one, for benchmarks; the nodes that were evaluated,
 * free ones included, and the points. */
static int m_measure(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_Integer times = luaL_checkinteger(L, 3), nodes = 0;
    bool alone = lua_toboolean(L, 4);
    double raw = 0;
    size_t n;
    lua_settop(L, 4);
    RulesScratch *scratch = bind_rules_take(L, game);
    Tree *tree = take_trees(L, game, &n);
    RulesTotal *total = lua_newuserdatauv(L, n * sizeof *total, 0);
    for (lua_Integer k = 0; k < times; k++) {
        for (size_t i = 0; alone && i < n; i++)
            many(L, game, scratch, tree + i, 1, total + i);
        if (!alone) many(L, game, scratch, tree, n, total);
        for (size_t i = 0; i < n; i++) {
            nodes += (lua_Integer)(total[i].steps + total[i].free_steps);
            raw += total[i].raw;
        }
    }
    bind_rules_give(L, game, 5);
    lua_pushinteger(L, nodes);
    bind_push(L, raw);
    return 2;
}

const luaL_Reg bind_rules_many[] = {
    { "scores", m_scores },
    { "measure", m_measure },
    { "tune", bind_rules_tune },
    { "scale", bind_rules_scale },
    { NULL, NULL },
};
