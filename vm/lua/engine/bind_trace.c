/* bind_trace.c -- traces of programs as Lua values.
 *
 *     local t = game:record(program, case)
 *     #t  t:step(n)  t:said(n)  t:visits(counts)  t:visit(node, from, by)
 *     t:finished()
 *     t:notes()  t:note(i)  t:picture(n)  t:result()
 *
 * ludus.inspect.record wraps it for people.
 */
#include "bind_trace.h"

#include <assert.h>

#include "base/mem.h"

static const char CLASS[] = "ludus.record";
static const char MARK[]  = "ludus_trace";

static Trace *to_trace(lua_State *L) {
    return bind_marked(L, 1, MARK, "trace");
}

static int m_len(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)to_trace(L)->count);
    return 1;
}

/* step(n): node, value, the parent's step (0: none), the last step below it. */
static int m_step(lua_State *L) {
    const Trace *t = to_trace(L);
    const TraceStep *s = &t->steps[bind_place(L, 2, "step", t->count)];
    lua_pushinteger(L, (lua_Integer)s->node + 1);
    lua_pushinteger(L, s->value);
    lua_pushinteger(L, s->parent + 1);
    lua_pushinteger(L, s->until);
    return 4;
}

/* said(n): what step n says besides its value: a number, true or false, a
 * text; nil if nothing. */
static int m_said(lua_State *L) {
    const Trace *t = to_trace(L);
    const char *text = trace_said(t, bind_place(L, 2, "step", t->count));
    if (text[0] == '?') lua_pushboolean(L, text[1] == 't');
    else if (text[0] == '=' && lua_stringtonumber(L, text + 1)) return 1;
    else if (text[0]) lua_pushstring(L, text + 1);
    else lua_pushnil(L);
    return 1;
}

/* visits(counts): adds how often each node ran to the list. */
static int m_visits(lua_State *L) {
    const Trace *t = to_trace(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    for (size_t i = 0; i < t->count; i++) {
        lua_Integer node = (lua_Integer)t->steps[i].node + 1;
        lua_geti(L, 2, node);
        lua_pushinteger(L, lua_tointeger(L, -1) + 1);
        lua_seti(L, 2, node);
        lua_pop(L, 1);
    }
    return 0;
}

/* visit(node, from, by): the next step from `from` on, going by 1 or -1, at
 * which that node runs; nil if there is none. */
static int m_visit(lua_State *L) {
    const Trace *t = to_trace(L);
    lua_Integer node = luaL_checkinteger(L, 2), n = luaL_checkinteger(L, 3);
    lua_Integer by = luaL_checkinteger(L, 4) < 0 ? -1 : 1;
    for (; n >= 1 && (size_t)n <= t->count; n += by)
        if ((lua_Integer)t->steps[n - 1].node + 1 == node) {
            lua_pushinteger(L, n);
            return 1;
        }
    return 0;
}

/* Step n becomes complete as the k-th: fills in the three lists that lie at
 * `list`, `list` + 1, `list` + 2. */
static void complete(lua_State *L, int list, const Trace *t, uint32_t n,
                     lua_Integer k) {
    lua_pushinteger(L, (lua_Integer)n + 1);
    lua_rawseti(L, list, k);
    lua_pushinteger(L, (lua_Integer)t->steps[n].node + 1);
    lua_rawseti(L, list + 1, k);
    lua_pushinteger(L, k);
    lua_rawseti(L, list + 2, (lua_Integer)n + 1);
}

/* finished(): the steps in the order in which they are complete, those below a
 * node before it; their nodes in that order; and by step its place in it. */
static int m_finished(lua_State *L) {
    const Trace *t = to_trace(L);
    for (int i = 0; i < 3; i++) lua_createtable(L, (int)t->count, 0);
    int list = lua_gettop(L) - 2;
    lua_Integer k = 0;
    for (uint32_t n = 0; n < t->count; n++)
        for (int32_t s = (int32_t)n; s >= 0 && t->steps[s].until <= n + 1;
             s = t->steps[s].parent)
            complete(L, list, t, (uint32_t)s, ++k);
    assert(k == (lua_Integer)t->count);
    return 3;
}

static int m_notes(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)to_trace(L)->note_count);
    return 1;
}

/* note(i): the step whose doing it is (0: before all), its words, how many
 * steps had begun when it happened, and whether no step ran then. */
static int m_note(lua_State *L) {
    const Trace *t = to_trace(L);
    const TraceNote *note = &t->notes[bind_place(L, 2, "note", t->note_count)];
    lua_pushinteger(L, note->step + 1);
    lua_pushstring(L, trace_text(t, note));
    lua_pushinteger(L, note->when);
    lua_pushboolean(L, note->after);
    return 4;
}

/* picture(n): of the state when step n begins (#t + 1: at the end). */
static int m_picture(lua_State *L) {
    const Trace *t = to_trace(L);
    size_t n = bind_place(L, 2, "step", t->count + 1);
    lua_pushstring(L, trace_picture(t, n));
    return 1;
}

/* result(): raw, steps spent, end. */
static int m_result(lua_State *L) {
    const Trace *t = to_trace(L);
    bind_push(L, t->raw);
    lua_pushinteger(L, (lua_Integer)(t->spent ? t->spent : t->count));
    lua_pushstring(L, t->end);
    return 3;
}

static const luaL_Reg shared[] = {
    { "step", m_step },       { "said", m_said },     { "visits", m_visits },
    { "visit", m_visit },     { "notes", m_notes },   { "note", m_note },
    { "picture", m_picture }, { "result", m_result },
    { "finished", m_finished }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__gc", bind_box_gc },
    { "__len", m_len },
    { NULL, NULL },
};

void bind_trace_class(lua_State *L, const char *name, const luaL_Reg *methods) {
    bind_class(L, name, methods, meta);
    bind_add(L, name, shared);
    bind_mark(L, name, MARK);
}

/* A supposed value at the top that is no number, as text; the place `arg` of
 * the stack keeps it alive, out of reach of what runs while it is used. */
static const char *supposed_text(lua_State *L, int arg) {
    if (lua_type(L, -1) == LUA_TBOOLEAN)
        return lua_toboolean(L, -1) ? "?true" : "?false";
    if (lua_type(L, -1) != LUA_TSTRING) return NULL;
    lua_pushfstring(L, "\"%s", lua_tostring(L, -1));
    const char *text = lua_tostring(L, -1);
    lua_replace(L, arg);
    return text;
}

TraceIf bind_trace_if(lua_State *L, int arg) {
    if (lua_isnoneornil(L, arg)) return (TraceIf){ 0 };
    luaL_checktype(L, arg, LUA_TTABLE);
    size_t step = (size_t)bind_integer(L, arg, "step", 1, TRACE_STEPS_MAX) - 1;
    lua_getfield(L, arg, "always");
    lua_getfield(L, arg, "value");
    TraceIf suppose = { .given = true,
                        .always = lua_toboolean(L, -2),
                        .step = step,
                        .text = supposed_text(L, arg) };
    suppose.value = suppose.text ? lua_toboolean(L, -1) != 0
                                 : luaL_checknumber(L, -1);
    luaL_argcheck(L, suppose.value >= -INT32_MAX && suppose.value <= INT32_MAX,
                  arg, "value must be a number of 32 bits");
    lua_pop(L, 2);
    return suppose;
}

static void free_trace(void *object) {
    trace_free(object);
    mem_free(object);
}

Trace *bind_trace_new(lua_State *L, int owner) {
    owner = lua_absindex(L, owner);
    if (luaL_getmetatable(L, CLASS) == LUA_TNIL)
        bind_trace_class(L, CLASS, bind_none);
    lua_pop(L, 1);
    Box *box = bind_box(L, CLASS, free_trace);
    lua_pushvalue(L, owner);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = mem_new(1, sizeof(Trace), &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}
