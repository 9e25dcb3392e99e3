/* written.c -- writes down what a program does in a game in Lua.
 *
 * The player that scores is the one that is watched, so a trace is the case
 * that was scored: the same functions, the same draws, the same rivals. A
 * rival's own steps are not kept; what it does to the state is.
 *
 * States are a script's own tables. After each call that may change one the
 * part `look` gives its plain fields as text, and `show`, if the game has it,
 * a picture; what differs from the last look is a note.
 */
#include "call.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

void luawritten_begin(LuaPlayer *p, LuaWritten *written) {
    assert(!p->written && written->trace);
    p->written = written;
}

void luawritten_end(LuaPlayer *p) {
    if (!p->written) return;
    buf_free(&p->written->fields);
    buf_free(&p->written->picture);
    p->written = NULL;
}

/* Is what runs now the program that is judged? */
static bool is_mine(const LuaPlayer *p) { return p->now == &p->mine; }

int32_t luawritten_enter(LuaPlayer *p, uint32_t place) {
    if (!p->written || !is_mine(p)) return TRACE_NO_STEP;
    Trace *trace = p->written->trace;
    trace->parent = p->at.step;
    int32_t step = trace_enter(trace, place);
    if (step != TRACE_NO_STEP) p->at.step = step;
    else p->last = -1;               /* it cannot be kept: no more is played */
    return step;
}

void luawritten_leave(LuaPlayer *p, int32_t step, int32_t value) {
    if (step == TRACE_NO_STEP) return;
    Trace *trace = p->written->trace;
    trace->parent = step;
    trace_leave(trace, step, value);
    p->at.step = trace->parent;
}

int luawritten_forced(const LuaPlayer *p, int32_t step) {
    if (step == TRACE_NO_STEP || !trace_supposes(p->written->trace, step))
        return 0;
    return p->written->trace->suppose.value != 0 ? 1 : -1;
}

int luawritten_seen(const LuaPlayer *p, int32_t step, int see, int sees) {
    if (see < 0 || step == TRACE_NO_STEP ||
        !trace_supposes(p->written->trace, step))
        return see;
    double x = p->written->trace->suppose.value;
    return x >= 0 && x < sees ? (int)x : see;
}

/* What is supposed, as a value of Lua. */
static void push_supposed(lua_State *L, const TraceIf *suppose) {
    double x = suppose->value;
    const char *text = suppose->text;
    lua_Integer whole;
    if (text && text[0] == '?') lua_pushboolean(L, text[1] == 't');
    else if (text) lua_pushstring(L, text + 1);
    else if (lua_numbertointeger(x, &whole) && (double)whole == x)
        lua_pushinteger(L, whole);
    else lua_pushnumber(L, x);
}

/* A value as text that bind_trace.c can read back: "=8", "?true", "\"other". */
void luawritten_value(lua_State *L, LuaPlayer *p, int32_t step) {
    if (step != TRACE_NO_STEP && trace_supposes(p->written->trace, step)) {
        lua_pop(L, 1);
        push_supposed(L, &p->written->trace->suppose);
    }
    if (step == TRACE_NO_STEP || lua_isnil(L, -1)) return;
    int type = lua_type(L, -1);
    luaL_checkstack(L, 4, NULL);
    if (type == LUA_TNUMBER) lua_pushliteral(L, "=");
    else lua_pushstring(L, type == LUA_TBOOLEAN ? "?" : "\"");
    bool plain = type == LUA_TNUMBER || type == LUA_TBOOLEAN ||
                 type == LUA_TSTRING;
    if (plain) luaL_tolstring(L, -2, NULL);
    else lua_pushfstring(L, "a %s", lua_typename(L, type));
    lua_concat(L, 2);
    trace_say(p->written->trace, step, lua_tostring(L, -1));
    lua_pop(L, 1);
}

void luawritten_say(LuaPlayer *p, int32_t step, const char *name) {
    char text[ALPHABET_NAME_MAX + 2];
    if (step == TRACE_NO_STEP) return;
    snprintf(text, sizeof text, "\"%s", name);
    trace_say(p->written->trace, step, text);
}

/* Asks a part for a text about the state; true if it is a new one. */
static bool ask(lua_State *L, LuaPlayer *p, int part, Buf *last) {
    if (!p->has[part]) return false;
    luacall_push_part(L, part);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    const char *text = luaL_tolstring(L, -1, NULL);
    bool fresh = !last->text || strcmp(text, last->text) != 0;
    if (fresh) {
        buf_free(last);
        buf_text(last, text);
        if (!last->len) buf_char(last, ' ');     /* "" is no picture */
    }
    lua_pop(L, 2);
    return fresh;
}

void luawritten_look(lua_State *L, LuaPlayer *p) {
    LuaWritten *w = p->written;
    int running = p->at.running;
    luaL_checkstack(L, 6, NULL);
    p->at.running = PRIM_ROWS_MAX + LUA_SHOW;
    bool drawn = ask(L, p, LUA_SHOW, &w->picture);
    p->at.running = PRIM_ROWS_MAX + LUA_LOOK;
    bool changed = ask(L, p, LUA_LOOK, &w->fields);
    p->at.running = running;
    if (!drawn && !changed) return;
    w->trace->parent = p->at.step;
    trace_note(w->trace, buf_get(&w->fields),
               drawn ? buf_get(&w->picture) : NULL);
}
