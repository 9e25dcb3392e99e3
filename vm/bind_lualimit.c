/* bind_lualimit.c -- holds the functions of a script to their limits.
 *
 * Endless loops: a watch rings in the thread after some CPU time and sets a
 * hook, which raises an error with the line, again and again until the
 * script has let go. A count hook from the beginning would slow every
 * instruction by 40%; it is used only where nothing can ring. Memory: the
 * state's allocator refuses; the line that asked is noted there. pcall,
 * xpcall and coroutine.resume pass both errors on, and that by which a case
 * ends.
 */
#include "bind_luainner.h"

#include <stdio.h>

enum { RINGS = 2,                    /* of the watch in a second */
       COUNT_PERIOD = 100000, COUNT_PER_SECOND = 1000 };

/* The player a thread of Lua works for; coroutines get that of the main
 * thread. */
LuaPlayer **lualimit_owner(lua_State *L) {
    return (LuaPlayer **)lua_getextraspace(L);
}

/* Called between two instructions once a function has run too long; then again
 * and again, until the script has let go. */
static void interrupt(lua_State *L, lua_Debug *ar) {
    LuaPlayer *p = *lualimit_owner(L);
    if (!p || !p->broken) {
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    lua_getinfo(L, "Sl", ar);
    lua_pushfstring(L, "%s:%d: runs for more than %d s: an endless loop?",
                    ar->short_src, ar->currentline, p->game->seconds);
    lua_error(L);
}

/* Rings in a signal handler: lua_sethook() is made for that. */
static void ring(void *context) {
    LuaPlayer *p = context;
    if (++p->rings <= p->game->seconds * RINGS) return;
    p->broken = 1;
    lua_sethook(p->L, interrupt, LUA_MASKCOUNT, 1);
}

/* Where nothing can ring, the instructions are counted, which is slower. */
static void count(lua_State *L, lua_Debug *ar) {
    (void)ar;
    LuaPlayer *p = *lualimit_owner(L);
    if (p && ++p->rings > p->game->seconds * COUNT_PER_SECOND) p->broken = 1;
    if (p && p->broken) interrupt(L, ar);
}

void lualimit_watch(LuaPlayer *p) {
    if (p->watched && pthread_equal(p->thread, pthread_self())) return;
    p->watched = true;
    p->thread = pthread_self();
    if (!watch_start(&p->watch, 1.0 / RINGS, ring, p))
        lua_sethook(p->L, count, LUA_MASKCOUNT, COUNT_PERIOD);
}

/* Notes the line that asks for too much. It only reads, so it is safe inside
 * the allocator: the line is known wherever memory may be refused. */
static void note_place(LuaPlayer *p) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(p->L, level, &ar); level++) {
        lua_getinfo(p->L, "Sl", &ar);
        if (ar.currentline <= 0) continue;
        snprintf(p->place, sizeof p->place, "%s:%d: ", ar.short_src,
                 ar.currentline);
        return;
    }
}

static void *limited_alloc(void *data, void *block, size_t old, size_t size) {
    LuaPlayer *p = data;
    size_t had = block ? old : 0;
    if (size > had && p->used - had + size > p->limit) {
        note_place(p);
        return NULL;
    }
    void *new = p->alloc(p->alloc_data, block, old, size);
    if (new || size == 0) p->used = p->used - had + size;
    return new;
}

/* pcall, xpcall or coroutine.resume, which may not hold up the end of a
 * case. */
static int guarded(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, lua_upvalueindex(1));
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    if (!p->stopped && !p->broken) return lua_gettop(L);
    if (lua_toboolean(L, 1)) return lua_gettop(L);
    lua_settop(L, 2);
    return lua_error(L);
}

void lualimit_guard(lua_State *L, LuaPlayer *p, const char *name) {
    lua_pushlightuserdata(L, p);
    lua_getfield(L, -2, name);
    lua_pushcclosure(L, guarded, 2);
    lua_setfield(L, -2, name);
}

void lualimit_memory(LuaPlayer *p) {
    p->alloc = lua_getallocf(p->L, &p->alloc_data);
    p->used = (size_t)lua_gc(p->L, LUA_GCCOUNT) * 1024;
    p->limit = p->used + p->game->memory;
    lua_setallocf(p->L, limited_alloc, p);
}
