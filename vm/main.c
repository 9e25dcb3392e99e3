/* main.c -- the command line: hands its words to ludus.cli.
 *
 * Everything a command does is in the Lua library, stdlib/ludus/cli/, one file a
 * command; this file only makes the state, calls it and turns the result into an
 * exit status: 0, 1 for a failed run, 2 for wrong usage or wrong input.
 */
#include <locale.h>
#include <stdio.h>

#include <lauxlib.h>
#include <lua.h>

#include "host.h"

/* Calls require("ludus.cli").main(words...). */
static int command(lua_State *L) {
    int words = lua_gettop(L);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.cli");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "main");
    lua_insert(L, 1);
    lua_pop(L, 1);
    lua_call(L, words, 1);
    return 1;
}

int main(int argc, char **argv) {
    setlocale(LC_CTYPE, "");
    Err err;
    lua_State *L = host_new(&err);
    if (!L) {
        fprintf(stderr, "ludus: %s\n", err.text);
        return 1;
    }
    lua_pushcfunction(L, command);
    luaL_checkstack(L, argc, "too many words");
    for (int i = 1; i < argc; i++) lua_pushstring(L, argv[i]);
    int status = 1;
    if (host_call(L, argc - 1, 1, &err)) status = (int)lua_tointeger(L, -1);
    else fprintf(stderr, "ludus: %s\n", err.text);
    lua_close(L);
    return status;
}
