/* bind_ant.c -- the hand-written ant for `ludus bench ant`. */
#include <string.h>

#include "ant.h"
#include "lua/program/bind_tree.h"

/* Reads a list of ANT_CELLS numbers; how many are not 0. */
static int read_trail(lua_State *L, int arg, uint8_t *trail) {
    int pellets = 0;
    luaL_checktype(L, arg, LUA_TTABLE);
    for (int i = 0; i < ANT_CELLS; i++) {
        lua_geti(L, arg, i + 1);
        trail[i] = luaL_checkinteger(L, -1) != 0;
        pellets += trail[i];
        lua_pop(L, 1);
    }
    return pellets;
}

/* measure(programs, trail, actions, times): nodes evaluated, pellets eaten. */
static int f_measure(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    uint8_t trail[ANT_CELLS], op[VOCAB_SYMBOLS_MAX];
    int pellets = read_trail(L, 2, trail);
    int actions = (int)luaL_checkinteger(L, 3);
    lua_Integer times = luaL_checkinteger(L, 4), nodes = 0, eaten = 0;
    uint16_t *span = lua_newuserdatauv(L, TREE_NODES_MAX * sizeof *span, 0);
    Ant *ant = lua_newuserdatauv(L, sizeof *ant, 0);
    for (lua_Integer i = 1; lua_geti(L, 1, i) != LUA_TNIL; i++) {
        Tree tree = bind_tree(L, -1);
        Err err;
        bool fits = tree.vocab->branches == 1
                        ? ant_ops(tree.vocab, op, &err)
                        : err_set(&err, "an ant's program has no ADFs");
        if (!fits) return bind_raise(L, &err);
        tree_spans(tree.vocab, tree.code, tree.len[0], span);
        *ant = (Ant){ .op = op,
                      .arity = tree.vocab->arity,
                      .code = tree.code,
                      .span = span };
        for (lua_Integer k = 0; k < times; k++) {
            ant_play(ant, trail, pellets, actions);
            nodes += ant->nodes;
            eaten += ant->eaten;
        }
        lua_pop(L, 1);
    }
    lua_pushinteger(L, nodes);
    lua_pushinteger(L, eaten);
    return 2;
}

static const luaL_Reg functions[] = {
    { "measure", f_measure },
    { NULL, NULL },
};

int open_ant(lua_State *L);

int open_ant(lua_State *L) {
    bind_require(L, "ludus.core.tree");
    luaL_newlib(L, functions);
    return 1;
}
