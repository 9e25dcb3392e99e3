/* bind_field.c -- numbers, lists and fields of tables, in and out. */
#include "bind_field.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bind.h"
#include "base/mem.h"

/* ---- numbers and lists -------------------------------------------------- */

size_t bind_place(lua_State *L, int arg, const char *what, size_t most) {
    lua_Integer n = luaL_checkinteger(L, arg);
    if (n < 1 || (size_t)n > most)
        luaL_argerror(L, arg,
                      lua_pushfstring(L, "%s must be 1 to %I, got %I", what,
                                      (lua_Integer)most, n));
    return (size_t)n - 1;
}

size_t bind_length(lua_State *L, int index) {
    lua_Integer n = luaL_len(L, index);
    if (n < 0 || n > INT32_MAX) luaL_error(L, "a list cannot have %I items", n);
    return (size_t)n;
}

/* ---- fields of tables --------------------------------------------------- */

static int field_error(lua_State *L, const char *field, const char *expected) {
    return luaL_error(L, "field '%s': expected %s, got %s", field, expected,
                      luaL_typename(L, -1));
}

lua_Integer bind_integer(lua_State *L, int arg, const char *field,
                         lua_Integer min, lua_Integer max) {
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_getfield(L, arg, field);
    int whole;
    lua_Integer n = lua_tointegerx(L, -1, &whole);
    if (!whole || lua_type(L, -1) != LUA_TNUMBER)
        field_error(L, field, "a whole number");
    if (n < min || n > max)
        luaL_error(L, "field '%s': must be %I to %I, got %I", field, min, max,
                   n);
    lua_pop(L, 1);
    return n;
}

double bind_number(lua_State *L, int arg, const char *field) {
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_getfield(L, arg, field);
    if (lua_type(L, -1) != LUA_TNUMBER) field_error(L, field, "a number");
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return x;
}

bool bind_boolean(lua_State *L, int arg, const char *field) {
    luaL_checktype(L, arg, LUA_TTABLE);
    if (lua_getfield(L, arg, field) != LUA_TBOOLEAN)
        field_error(L, field, "true or false");
    bool b = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return b;
}

const char *bind_string(lua_State *L, int arg, const char *field) {
    luaL_checktype(L, arg, LUA_TTABLE);
    if (lua_getfield(L, arg, field) != LUA_TSTRING)
        field_error(L, field, "a string");
    const char *s = lua_tostring(L, -1);   /* lives as long as the table */
    lua_pop(L, 1);
    return s;
}

char *bind_copy(lua_State *L, int arg, const char *field) {
    size_t len;
    lua_getfield(L, arg, field);
    const char *s = lua_tolstring(L, -1, &len);
    Err err;
    char *copy = s ? mem_text(s, len, &err) : NULL;
    lua_pop(L, 1);
    if (s && !copy) bind_raise(L, &err);
    return copy;
}

int bind_choice(lua_State *L, int arg, const char *field,
                const char *const names[]) {
    const char *name = bind_string(L, arg, field);
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return i;
    return luaL_error(L, "field '%s': unknown '%s'", field, name);
}

void bind_set_integer(lua_State *L, const char *field, lua_Integer n) {
    lua_pushinteger(L, n);
    lua_setfield(L, -2, field);
}

void bind_set_count(lua_State *L, const char *field, uint64_t n) {
    bind_set_integer(L, field, (lua_Integer)n);
}

void bind_set_number(lua_State *L, const char *field, double x) {
    lua_pushnumber(L, x);
    lua_setfield(L, -2, field);
}

void bind_set_boolean(lua_State *L, const char *field, bool b) {
    lua_pushboolean(L, b);
    lua_setfield(L, -2, field);
}

void bind_set_text(lua_State *L, const char *field, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, field);
}

void bind_push(lua_State *L, double x) {
    if (x == floor(x) && fabs(x) < 1e15) lua_pushinteger(L, (lua_Integer)x);
    else lua_pushnumber(L, x);
}

void bind_set(lua_State *L, const char *field, double x) {
    bind_push(L, x);
    lua_setfield(L, -2, field);
}

void bind_limits(lua_State *L, const BindLimit *rows) {
    lua_newtable(L);
    for (; rows->field; rows++) bind_set_integer(L, rows->field, rows->most);
    lua_setfield(L, -2, "limits");
}

/* ---- scores -------------------------------------------------------------- */

void bind_score_fields(lua_State *L, const Score *total, double max) {
    bind_set(L, "raw", total->raw);
    bind_set(L, "steps", (double)total->steps);
    if (!isnan(max)) bind_set(L, "max", max);
    if (isnan(total->standardized)) return;
    bind_set(L, "standardized", total->standardized);
    bind_set_number(L, "adjusted", 1 / (1 + total->standardized));
}

void bind_score(lua_State *L, const Score *total, double max) {
    lua_createtable(L, 0, 10);
    bind_score_fields(L, total, max);
}

void bind_one_score(lua_State *L, const Score *score) {
    lua_createtable(L, 0, 4);
    bind_set_number(L, "raw", score->raw);
    bind_set_number(L, "standardized", score->standardized);
    bind_set_count(L, "steps", score->steps);
    bind_set_integer(L, "hits", score->hits);
}

void bind_digest(lua_State *L, uint64_t digest) {
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)digest);
    lua_pushstring(L, text);
}

void bind_numbers(lua_State *L, const double *numbers, size_t count) {
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, numbers[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

void bind_cases(lua_State *L, size_t count, const void *each,
                void (*push)(lua_State *L, const void *each, size_t i)) {
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push(L, each, i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "cases");
}
