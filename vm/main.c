/* main.c -- the command line: hands its words to ludus.cli.
 *
 * Everything a command does is in the Lua library, stdlib/ludus/cli/, one file
 * a command; this file only makes the state, calls it and turns the result into
 * an exit status: 0, 1 for a failed run, 2 for wrong usage or wrong input, 3
 * for a limit of the sandbox.
 */
#include <locale.h>
#include <stdio.h>

#include <lauxlib.h>
#include <lua.h>

#include "host.h"

typedef struct Words { int count; char **at; } Words;

/* Calls require("ludus.cli").main(words...); the words are a light userdata, so
 * that memory is asked for only here, where a refusal is caught. */
static int command(lua_State *L) {
    const Words *words = lua_touserdata(L, 1);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.cli");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "main");
    luaL_checkstack(L, words->count, "too many words");
    for (int i = 0; i < words->count; i++) lua_pushstring(L, words->at[i]);
    lua_call(L, words->count, 1);
    return 1;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    Err err;
    lua_State *L = host_new(NULL, &err);
    if (!L) {
        fprintf(stderr, "ludus: %s\n", err.text);
        return 1;
    }
    Words words = { argc > 0 ? argc - 1 : 0, argv + 1 };
    lua_pushcfunction(L, command);
    lua_pushlightuserdata(L, &words);
    int status = 1;
    if (host_call(L, 1, 1, &err)) status = (int)lua_tointeger(L, -1);
    else fprintf(stderr, "ludus: %s\n", err.text);
    lua_close(L);
    return status;
}
