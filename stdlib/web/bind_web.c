/* bind_web.c -- the door between a page and the Lua state in its worker.
 *
 * One state at a time: a page that wants another one opens it anew. Questions
 * and answers are texts in JSON; what they mean is in session.lua. The answer
 * lives until the next question.
 */
#include <stdio.h>

#include <lauxlib.h>

#include "lua/host.h"

/* The state of the page, since JavaScript can hold no pointer for us. */
static lua_State *state;

static int ask(lua_State *L) {
    lua_getglobal(L, "require");
    lua_pushliteral(L, "ludus.web.session");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "ask");
    lua_insert(L, 1);
    lua_settop(L, 2);
    lua_call(L, 1, 1);
    return 1;
}

const char *web_open(void);
const char *web_ask(const char *question);
int web_command(int count, char **words);

/* NULL, or why there is no state. */
const char *web_open(void) {
    static Err err;
    host_close(state);
    state = host_new(NULL, &err);
    return state ? NULL : err.text;
}

/* The answer, or "!" and what went wrong: a mistake of ours. */
const char *web_ask(const char *question) {
    static char wrong[ERR_TEXT_MAX + 1];
    static Err err;
    lua_settop(state, 0);
    lua_pushcfunction(state, ask);
    lua_pushstring(state, question);
    if (host_call(state, 1, 1, &err)) return lua_tostring(state, -1);
    snprintf(wrong, sizeof wrong, "!%s", err.text);
    return wrong;
}

/* A command of the command line, for tests. */
int web_command(int count, char **words) { return host_command(count, words); }
