/* bind.c -- what every binding shares: classes, boxes, pools, fields of
 * tables. */
#include "bind.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

int bind_raise(lua_State *L, const Err *err) {
    lua_pushstring(L, err->text);
    return lua_error(L);
}

void bind_class(lua_State *L, const char *name, const luaL_Reg *methods,
                const luaL_Reg *meta) {
    luaL_newmetatable(L, name);
    lua_pushstring(L, name);
    luaL_setfuncs(L, meta, 1);
    lua_newtable(L);
    lua_pushstring(L, name);
    luaL_setfuncs(L, methods, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "methods");      /* the Lua library may add to it */
    if (lua_getfield(L, -2, "__index") == LUA_TNIL) {
        lua_pop(L, 1);
        lua_setfield(L, -2, "__index");
        lua_pop(L, 1);
    } else {
        lua_pop(L, 3);
    }
}

const luaL_Reg bind_none[] = { { NULL, NULL } };
const luaL_Reg bind_boxed[] = { { "__gc", bind_box_gc }, { NULL, NULL } };

void bind_methods(lua_State *L, const char *name) {
    luaL_getmetatable(L, name);
    lua_getfield(L, -1, "methods");
    lua_setfield(L, -3, "methods");
    lua_pop(L, 1);
}

void bind_require(lua_State *L, const char *module) {
    lua_getglobal(L, "require");
    lua_pushstring(L, module);
    lua_call(L, 1, 0);
}

/* ---- boxes -------------------------------------------------------------- */

Box *bind_box(lua_State *L, const char *name, void (*free)(void *object)) {
    Box *box = lua_newuserdatauv(L, sizeof *box, 1);
    box->object = NULL;
    box->free = free;
    box->busy = false;
    luaL_setmetatable(L, name);
    return box;
}

void *bind_object(lua_State *L, int arg, const char *name) {
    Box *box = luaL_checkudata(L, arg, name);
    luaL_argcheck(L, box->object, arg, "was closed");
    return box->object;
}

static void check_idle(lua_State *L, const Box *box) {
    if (!box->busy) return;
    lua_pushliteral(L, "this generation is still being made: a function "
                       "called meanwhile cannot change it");
    lua_error(L);
}

void *bind_idle(lua_State *L, int arg, const char *name) {
    void *object = bind_object(L, arg, name);
    check_idle(L, lua_touserdata(L, arg));
    return object;
}

int bind_change(lua_State *L, const char *name, lua_CFunction change) {
    bind_idle(L, 1, name);
    Box *box = lua_touserdata(L, 1);
    lua_pushvalue(L, 1);
    lua_insert(L, 1);                /* stays alive */
    lua_pushcfunction(L, change);
    lua_insert(L, 2);
    box->busy = true;
    int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    box->busy = false;
    return status == LUA_OK ? lua_gettop(L) - 1 : lua_error(L);
}

/* A finaliser can be called by hand, with anything. */
int bind_box_gc(lua_State *L) {
    Box *box = luaL_checkudata(L, 1, lua_tostring(L, lua_upvalueindex(1)));
    check_idle(L, box);
    if (box->object && box->free) box->free(box->object);
    box->object = NULL;
    return 0;
}

void bind_mark(lua_State *L, const char *name, const char *mark) {
    luaL_getmetatable(L, name);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, mark);
    lua_pop(L, 1);
}

void bind_game_class(lua_State *L, const char *name, const luaL_Reg *methods) {
    bind_class(L, name, methods, bind_boxed);
    bind_mark(L, name, "ludus_game");
}

static void *marked(lua_State *L, int arg, const char *mark, const char *what) {
    if (!lua_isuserdata(L, arg) || luaL_getmetafield(L, arg, mark) == LUA_TNIL)
        luaL_typeerror(L, arg, what);
    lua_pop(L, 1);
    Box *box = lua_touserdata(L, arg);
    luaL_argcheck(L, box->object, arg, "was closed");
    return box->object;
}

Game *bind_game(lua_State *L, int arg) {
    return marked(L, arg, "ludus_game", "game");
}

const Species *bind_species(lua_State *L, int arg) {
    return marked(L, arg, "ludus_species", "species");
}

/* ---- buffers and pools -------------------------------------------------- */

static const char BUFFER[] = "ludus.buffer";
static const char POOL[]   = "ludus.pool";

static int buf_gc(lua_State *L) {
    buf_free(luaL_checkudata(L, 1, BUFFER));
    return 0;
}

Buf *bind_buf(lua_State *L) {
    Buf *buf = lua_newuserdatauv(L, sizeof *buf, 0);
    *buf = (Buf){ 0 };
    if (luaL_newmetatable(L, BUFFER)) {
        lua_pushcfunction(L, buf_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return buf;
}

int bind_text(lua_State *L, const Buf *buf) {
    Err err;
    if (!buf_ok(buf, &err)) return bind_raise(L, &err);
    lua_pushlstring(L, buf_get(buf), buf->len);
    return 1;
}

static void free_pool(void *pool) { pool_free(pool); }

Pool *bind_pool(lua_State *L, lua_Integer threads) {
    if (luaL_getmetatable(L, POOL) == LUA_TNIL)
        bind_class(L, POOL, bind_none, bind_boxed);
    lua_pop(L, 1);
    Box *box = bind_box(L, POOL, free_pool);
    Err err;
    if (threads < 0 || threads > POOL_THREADS_MAX) threads = -1;
    box->object = pool_new((int)threads, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

/* ---- numbers and lists -------------------------------------------------- */

size_t bind_place(lua_State *L, int arg, const char *what, size_t most) {
    lua_Integer n = luaL_checkinteger(L, arg);
    if (n < 1 || (size_t)n > most)
        luaL_argerror(L, arg, lua_pushfstring(L, "%s must be 1 to %I, got %I",
                                              what, (lua_Integer)most, n));
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

void bind_set(lua_State *L, const char *field, double x) {
    if (x == floor(x) && fabs(x) < 1e15)
        bind_set_integer(L, field, (lua_Integer)x);
    else
        bind_set_number(L, field, x);
}

/* ---- scores -------------------------------------------------------------- */

void bind_score(lua_State *L, const Score *total, double max) {
    lua_createtable(L, 0, 10);
    bind_set(L, "raw", total->raw);
    bind_set(L, "steps", (double)total->steps);
    if (!isnan(max)) bind_set(L, "max", max);
    if (isnan(total->standardized)) return;
    bind_set(L, "standardized", total->standardized);
    bind_set_number(L, "adjusted", 1 / (1 + total->standardized));
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
