/* bind_features.c -- the features of an Othello position, for Lua: their table,
 * those of wide.def and the traits of moves; edge(text), measure(me, you),
 * measure_move(me, you, square).
 */
#include "bind_othello.h"
#include "program/prim.h"

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

static Board to_board(lua_State *L) {
    Board b = { (uint64_t)luaL_checkinteger(L, 1),
                (uint64_t)luaL_checkinteger(L, 2) };
    luaL_argcheck(L, !(b.me & b.you), 2, "shares squares with the other");
    return b;
}

static int push_values(lua_State *L, const float *values, int n) {
    luaL_checkstack(L, n, NULL);
    for (int i = 0; i < n; i++) lua_pushnumber(L, (lua_Number)values[i]);
    return n;
}

/* measure(me, you): the eight features of two bitboards, scaled to +-100. */
static int f_measure(lua_State *L) {
    float values[FEATURES];
    oth_feature_all(bind_tables(L), to_board(L), values);
    return push_values(L, values, FEATURES);
}

/* measure_more(me, you): what wide.def has of two bitboards. */
static int f_measure_more(lua_State *L) {
    Board b = to_board(L);
    float values[WIDE];
    oth_kernel()->wide(bind_tables(L), b, oth_moves(b), values);
    return push_values(L, values, WIDE);
}

/* measure_move(me, you, square): the traits of a legal move. */
static int f_measure_move(lua_State *L) {
    Board b = to_board(L);
    int square = bind_square(L, 3);
    luaL_argcheck(L, oth_moves(b) & OTH_BIT(square), 3, "is no legal move");
    float values[TRAITS];
    oth_kernel()->move(bind_tables(L), b, square, values);
    return push_values(L, values, TRAITS);
}

static const Prim wide[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "wide.def"
#undef PRIM
};

static const Prim traits[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "traits.def"
#undef PRIM
};

/* The rows as a list in the field. */
static void set_rows(lua_State *L, const char *field, const Prim *row, int n) {
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "symbol", row[i].name);
        bind_set_text(L, "help", row[i].help);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, field);
}

void bind_features(lua_State *L) {
    static const luaL_Reg functions[] = {
        { "edge", f_edge },
        { "measure", f_measure },
        { "measure_more", f_measure_more },
        { "measure_move", f_measure_move },
        { NULL, NULL },
    };
    luaL_setfuncs(L, functions, 0);
    set_rows(L, "more", wide, WIDE);
    set_rows(L, "traits", traits, TRAITS);
    lua_createtable(L, FEATURES, 0);
    for (int i = 0; i < FEATURES; i++) {
        push_feature(L, &oth_features[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "features");
}
