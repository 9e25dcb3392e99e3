/* bind_features.c -- the features of an Othello position, for Lua: their table,
 * edge(text), measure(me, you).
 */
#include "bind_othello.h"

#include <string.h>

static void push_feature(lua_State *L, const Feature *f) {
    lua_newtable(L);
    bind_set_text(L, "symbol", f->symbol);
    bind_set_text(L, "name", f->name);
    bind_set_text(L, "help", f->help);
    bind_set_number(L, "bound", (lua_Number)f->bound);
}

/* edge(text): the table's value of an edge of eight characters, X the side to
 * move, O the opponent, - empty. */
static int f_edge(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    luaL_argcheck(L, len == EDGE_LEN && strspn(text, "XO-") == EDGE_LEN, 1,
                  "must be eight of X, O and -");
    unsigned me = 0, you = 0;
    for (int i = 0; i < EDGE_LEN; i++) {
        me |= (unsigned)(text[i] == 'X') << i;
        you |= (unsigned)(text[i] == 'O') << i;
    }
    lua_pushnumber(L, (lua_Number)oth_edge(bind_tables(L), me, you));
    return 1;
}

/* measure(me, you): the eight features of two bitboards, scaled to +-100. */
static int f_measure(lua_State *L) {
    Board b = { (uint64_t)luaL_checkinteger(L, 1),
                (uint64_t)luaL_checkinteger(L, 2) };
    luaL_argcheck(L, !(b.me & b.you), 2, "shares squares with the other");
    float values[FEATURES];
    oth_feature_all(bind_tables(L), b, values);
    luaL_checkstack(L, FEATURES, NULL);
    for (int i = 0; i < FEATURES; i++) lua_pushnumber(L, (lua_Number)values[i]);
    return FEATURES;
}

void bind_features(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "edge", f_edge },
        { "measure", f_measure },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
    lua_createtable(L, FEATURES, 0);
    for (int i = 0; i < FEATURES; i++) {
        push_feature(L, &oth_features[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "features");
}
