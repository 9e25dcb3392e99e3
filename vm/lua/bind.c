/* bind.c -- what every binding shares: classes, boxes, buffers and pools. */
#include "bind.h"

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

void bind_add(lua_State *L, const char *name, const luaL_Reg *methods) {
    luaL_getmetatable(L, name);
    lua_getfield(L, -1, "methods");
    for (; methods->name; methods++) {
        if (lua_getfield(L, -1, methods->name) == LUA_TNIL) {
            lua_pushstring(L, name);
            lua_pushcclosure(L, methods->func, 1);
            lua_setfield(L, -3, methods->name);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

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
    Box *box = lua_newuserdatauv(L, sizeof *box, BOX_VALUES);
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

int bind_read_by(lua_State *L, int game, int slot) {
    lua_pushvalue(L, game);
    lua_setiuservalue(L, -2, slot);
    return 1;
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

void *bind_marked(lua_State *L, int arg, const char *mark, const char *what) {
    if (!lua_isuserdata(L, arg) || luaL_getmetafield(L, arg, mark) == LUA_TNIL)
        luaL_typeerror(L, arg, what);
    lua_pop(L, 1);
    Box *box = lua_touserdata(L, arg);
    luaL_argcheck(L, box->object, arg, "was closed");
    return box->object;
}

Game *bind_game(lua_State *L, int arg) {
    return bind_marked(L, arg, "ludus_game", "game");
}

const Species *bind_species(lua_State *L, int arg) {
    return bind_marked(L, arg, "ludus_species", "species");
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
