/* bind_http.c -- ludus.core.http: a server, whose answers a Lua function gives.
 *
 *     local s = http.open({ address = "127.0.0.1", port = 8080 }, function(r)
 *       return 200, "text/plain", r.path
 *     end)
 *     s:port()
 *     s:wait(100)         -- serves what comes within 100 ms
 *     s:close()
 *
 * A request is { method=, path=, host=, origin=, accepts=, known=, from=, body=
 * }. The function may add how the body is encoded, and a tag by which it will
 * be known. An error of it is the answer 500, without its words; wait() tells
 * how many there were.
 */
#include "bind.h"

#include <string.h>

#include "base/system/http.h"
#include "base/mem.h"
#include "sandbox.h"

static const char CLASS[] = "ludus.http";

enum {
    BODY_MAX = 400 * 1024,
    CLIENTS_MAX = 400,
    EACH_MAX = 100,
    IDLE_MAX = 10,
    WAIT_MAX = 60000,
};

/* Between Lua and the library. */
typedef struct Door {
    Http      *http;
    lua_State *L;                    /* that waits */
    int        failures;
} Door;

static void door_close(void *object) {
    Door *door = object;
    http_close(door->http);
    mem_free(door);
}

static void push_request(lua_State *L, const HttpRequest *r) {
    const char *const fields[][2] = {
        { "method", r->method },   { "path", r->path },
        { "host", r->host },       { "origin", r->origin },
        { "accepts", r->accepts }, { "known", r->known },
        { "from", r->from }
    };
    lua_createtable(L, 0, 8);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        lua_pushstring(L, fields[i][1]);
        lua_setfield(L, -2, fields[i][0]);
    }
    lua_pushlstring(L, r->body, r->len);
    lua_setfield(L, -2, "body");
}

/* In a protected call: the handler, the request; leaves five results. */
static int ask(lua_State *L) {
    const HttpRequest *request = lua_touserdata(L, 2);
    lua_settop(L, 1);
    push_request(L, request);
    lua_call(L, 1, 5);
    luaL_checkinteger(L, 1);
    luaL_checkstring(L, 2);
    luaL_checkstring(L, 3);
    luaL_optstring(L, 4, NULL);
    luaL_optstring(L, 5, NULL);
    return 5;
}

/* Results stay on the stack of the state that waits, until it has waited. */
static void handle(void *context, const HttpRequest *request,
                   HttpAnswer *answer) {
    Door *door = context;
    lua_State *L = door->L;
    lua_settop(L, 2);                /* the box, the handler */
    lua_pushcfunction(L, ask);
    lua_pushvalue(L, 2);
    union {
        const HttpRequest *in;
        void              *out;
    } given = { request };
    lua_pushlightuserdata(L, given.out);
    if (lua_pcall(L, 2, 5, 0) != LUA_OK) {
        door->failures++;
        return;
    }
    answer->status = (int)lua_tointeger(L, 3);
    answer->type = lua_tostring(L, 4);
    answer->body = lua_tolstring(L, 5, &answer->len);
    answer->encoding = lua_tostring(L, 6);
    answer->tag = lua_tostring(L, 7);
}

static int http_new(lua_State *L) {
    sandbox_deny(L, "a server");
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_getfield(L, 1, "address");
    lua_getfield(L, 1, "port");
    lua_Integer port = luaL_checkinteger(L, -1);
    luaL_argcheck(L, port >= 0 && port <= 65535, 1, "port must be 0 to 65535");
    HttpSetup setup = { luaL_checkstring(L, -2),
                        (int)port,
                        BODY_MAX,
                        CLIENTS_MAX,
                        EACH_MAX,
                        IDLE_MAX,
                        handle,
                        NULL };
    Err err;
    Box *box = bind_box(L, CLASS, door_close);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    Door *door = box->object = mem_new(1, sizeof *door, &err);
    if (!door) return bind_raise(L, &err);
    setup.context = door;
    if (!(door->http = http_open(&setup, &err))) return bind_raise(L, &err);
    return 1;
}

static int m_port(lua_State *L) {
    const Door *door = bind_object(L, 1, CLASS);
    lua_pushinteger(L, http_port(door->http));
    return 1;
}

/* How many requests the handler failed at so far. */
static int m_wait(lua_State *L) {
    Door *door = bind_object(L, 1, CLASS);
    lua_Integer ms = luaL_checkinteger(L, 2);
    luaL_argcheck(L, ms >= 0 && ms <= WAIT_MAX, 2, "must be in 0..60000");
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, 1);
    door->L = L;
    if (!http_wait(door->http, (int)ms))
        return luaL_error(L, "the server cannot go on");
    lua_pushinteger(L, door->failures);
    return 1;
}

static const luaL_Reg methods[] = {
    { "port", m_port },
    { "wait", m_wait },
    { "close", bind_box_gc },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "open", http_new },
    { NULL, NULL },
};

int open_http(lua_State *L);

int open_http(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    luaL_newlib(L, functions);
    return 1;
}
