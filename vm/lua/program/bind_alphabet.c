/* bind_alphabet.c -- the names of moves and observations, from tables and to
 * them. */
#include "bind_alphabet.h"

static void read_names(lua_State *L, int arg, const char *field, Names *names) {
    Err err;
    *names = (Names){ 0 };
    if (lua_getfield(L, arg, field) != LUA_TTABLE)
        luaL_error(L, "field '%s': expected a list of names", field);
    lua_Integer n = luaL_len(L, -1);
    for (lua_Integer i = 1; i <= n; i++) {
        size_t len;
        if (lua_geti(L, -1, i) != LUA_TSTRING)
            luaL_error(L, "field '%s': number %I is no name", field, i);
        const char *name = lua_tolstring(L, -1, &len);
        if (!names_add(names, name, len, &err))
            luaL_error(L, "field '%s': %s", field, err.text);
        lua_pop(L, 1);
    }
    if (!names->count) luaL_error(L, "field '%s': expected a name", field);
    lua_pop(L, 1);
}

void bind_alphabet(lua_State *L, int arg, Alphabet *alphabet) {
    read_names(L, arg, "moves", &alphabet->moves);
    read_names(L, arg, "sees", &alphabet->sees);
}

static void push_names(lua_State *L, const Names *names, const char *field) {
    lua_createtable(L, names->count, 0);
    for (int i = 0; i < names->count; i++) {
        lua_pushstring(L, names->name[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, field);
}

void bind_push_alphabet(lua_State *L, const Alphabet *alphabet) {
    lua_createtable(L, 0, 2);
    push_names(L, &alphabet->moves, "moves");
    push_names(L, &alphabet->sees, "sees");
}

void bind_opt_alphabet(lua_State *L, int arg, Alphabet *alphabet) {
    if (lua_istable(L, arg)) bind_alphabet(L, arg, alphabet);
    else *alphabet = alphabet_dilemma;
}
