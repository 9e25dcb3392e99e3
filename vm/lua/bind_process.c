/* bind_process.c -- ludus.core.process: other programs, talked to by lines.
 *
 *     local p = process.open { "python3", "player.py" }
 *     p:send "move?"
 *     local line, why = p:receive(2)      -- nil and the reason
 *     p:close()
 */
#include "bind.h"

#include "base/system/process.h"
#include "sandbox.h"

static const char CLASS[] = "ludus.process";

/* open(words): the program, started. */
static int process_new(lua_State *L) {
    const char *words[PROCESS_WORDS_MAX + 1] = { NULL };
    sandbox_deny(L, "starting programs");
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, 1);
    luaL_argcheck(L, n >= 1 && n <= PROCESS_WORDS_MAX, 1,
                  "must be a list of 1 to 64 words");
    luaL_checkstack(L, PROCESS_WORDS_MAX, NULL);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_geti(L, 1, i) != LUA_TSTRING)
            return luaL_error(L, "word %I of the command is no text", i);
        words[i - 1] = lua_tostring(L, -1);
    }
    Box *box = bind_box(L, CLASS, process_close);
    Err err;
    if (!(box->object = process_open(words, &err))) return bind_raise(L, &err);
    return 1;
}

static double opt_seconds(lua_State *L, int arg) {
    double seconds = luaL_optnumber(L, arg, 10);
    luaL_argcheck(L, seconds > 0 && seconds <= PROCESS_SECONDS_MAX, arg,
                  "must be above 0 and at most 86400 seconds");
    return seconds;
}

/* Failures of the program are no errors of the script: nil and the reason. */
static int push_failure(lua_State *L, const Err *err) {
    lua_pushnil(L);
    lua_pushstring(L, err->text);
    return 2;
}

/* send(line, seconds): true, or nil and why not. */
static int p_send(lua_State *L) {
    Process *p = bind_object(L, 1, CLASS);
    size_t len;
    const char *line = luaL_checklstring(L, 2, &len);
    Err err;
    if (!process_send(p, line, len, opt_seconds(L, 3), &err))
        return push_failure(L, &err);
    lua_pushboolean(L, true);
    return 1;
}

/* receive(seconds): the next line, or nil and why there is none. */
static int p_receive(lua_State *L) {
    Process *p = bind_object(L, 1, CLASS);
    double seconds = opt_seconds(L, 2);
    Buf *line = bind_buf(L);
    Err err;
    if (!process_receive(p, seconds, line, &err)) return push_failure(L, &err);
    return bind_text(L, line);
}

/* stop(): it shall end soon. */
static int p_stop(lua_State *L) {
    process_stop(bind_object(L, 1, CLASS));
    return 0;
}

/* cpu(): the CPU seconds that it has used, or nil where that cannot be told. */
static int p_cpu(lua_State *L) {
    double seconds = process_cpu(bind_object(L, 1, CLASS));
    if (seconds < 0) return 0;
    lua_pushnumber(L, seconds);
    return 1;
}

static const luaL_Reg methods[] = {
    { "send", p_send },
    { "receive", p_receive },
    { "stop", p_stop },
    { "cpu", p_cpu },
    { "close", bind_box_gc },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "open", process_new },
    { NULL, NULL },
};

int open_process(lua_State *L);

int open_process(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    luaL_newlib(L, functions);
    return 1;
}
