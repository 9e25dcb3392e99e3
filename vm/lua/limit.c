/* limit.c -- holds the functions of scripts to their limits.
 *
 * A watch rings in the thread after some CPU time and sets a hook, which
 * raises the error; a count hook from the beginning would slow every
 * instruction by 40%, so it is used only where nothing can ring or the
 * instructions are limited. A hook belongs to one thread of Lua, so it must be
 * known which one runs: resume, wrap and close note it. pcall, xpcall and
 * resume pass the error on, and that by which a case ends. After an error the
 * hook waits a while, so that the library's handlers can do their work.
 *
 * Not to be interrupted by hooks: C functions such as string.find, and
 * finalisers.
 */
#include "limit.h"

#include <lauxlib.h>
#include <string.h>

#include "bind_system.h"
#include "host.h"
#include "base/mem.h"

enum {
    RINGS = 2,     /* of the watch in a second */
    AGAIN = 10000, /* instructions until the next error */
    COUNT_PERIOD = 100000,
    COUNT_PER_SECOND = 1000
};

static const char CLASS[] = "ludus.limit";
static const char KEY = 0;           /* its address names the Limit */

static Limit *find(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY);
    Limit *l = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return l;
}

static int limit_gc(lua_State *L) {
    Limit *l = luaL_checkudata(L, 1, CLASS);
    alarm_stop(&l->watch);
    return 0;
}

Limit *limit_get(lua_State *L) {
    Limit *l = find(L);
    if (l) return l;
    l = lua_newuserdatauv(L, sizeof *l, 0);
    *l = (Limit){ .running = L };
    if (luaL_newmetatable(L, CLASS)) {
        lua_pushcfunction(L, limit_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &KEY);
    return l;
}

/* ---- interrupting ------------------------------------------------------- */

/* Where the script is: not in the library that it called. False if it is
 * nowhere, as the library is at work by itself. */
static bool find_place(lua_State *L, lua_Debug *ar) {
    lua_Debug at = *ar;
    int level = 0;
    do {
        lua_getinfo(L, "Sl", &at);
        if (at.currentline > 0 && strncmp(at.source, "@ludus/", 7) != 0) {
            *ar = at;
            return true;
        }
    } while (lua_getstack(L, ++level, &at));
    lua_getinfo(L, "Sl", ar);
    return false;
}

static void complain(lua_State *L, const Limit *l, lua_Debug *ar) {
    bool sandbox = l->broken == LIMIT_TIME || l->broken == LIMIT_INSTRUCTIONS;
    if (!find_place(L, ar) && sandbox) lua_pushliteral(L, "");
    else lua_pushfstring(L, "%s:%d: ", ar->short_src, ar->currentline);
    if (l->broken == LIMIT_SLOW)
        lua_pushfstring(L, "runs for more than %d s: an endless loop?",
                        l->seconds);
    else if (l->broken == LIMIT_INTERRUPT) lua_pushliteral(L, "interrupted");
    else lua_pushliteral(L, "was stopped here");
    lua_concat(L, 2);
    lua_error(L);
}

static void count(lua_State *L, lua_Debug *ar);

/* The hook of a state that nothing is wrong with. */
static void rest(lua_State *L, const Limit *l) {
    if (l->left || l->blind) lua_sethook(L, count, LUA_MASKCOUNT, COUNT_PERIOD);
    else lua_sethook(L, NULL, 0, 0);
}

/* Called between two instructions: at once when a level has taken too long,
 * then now and then until it has been left, so that a handler of errors can do
 * its work but cannot go on. */
static void interrupt(lua_State *L, lua_Debug *ar) {
    Limit *l = find(L);
    if (!l->broken) {
        rest(L, l);
        return;
    }
    lua_sethook(L, interrupt, LUA_MASKCOUNT, AGAIN);
    complain(L, l, ar);
}

/* Time has passed at this level: must it end? */
static LimitEnd judge(Limit *l, int per_second) {
    if (l->stoppable && system_interrupted()) return LIMIT_INTERRUPT;
    if (l->seconds && ++l->rings > l->seconds * per_second) return LIMIT_SLOW;
    return LIMIT_NONE;
}

/* lua_sethook() is made for handlers of signals. */
void limit_break(Limit *l, LimitEnd why) {
    l->broken = (sig_atomic_t)why;
    lua_sethook(l->running, interrupt, LUA_MASKCOUNT, 1);
}

static void ring(void *context) {
    Limit *l = context;
    LimitEnd why = l->broken ? LIMIT_NONE : judge(l, RINGS);
    if (why) limit_break(l, why);
}

/* Counts the instructions, where they are limited or nothing can ring. */
static void count(lua_State *L, lua_Debug *ar) {
    Limit *l = find(L);
    if (l->blind && !l->broken)
        l->broken = (sig_atomic_t)judge(l, COUNT_PER_SECOND);
    if (l->left && atomic_fetch_sub(l->left, COUNT_PERIOD) < COUNT_PERIOD)
        l->broken = LIMIT_INSTRUCTIONS;
    if (l->broken) interrupt(L, ar);
}

void limit_count(lua_State *L, atomic_llong *left) {
    Limit *l = limit_get(L);
    l->left = left;
    rest(L, l);
}

static void watch(Limit *l, lua_State *L) {
    if (l->watched && pthread_equal(l->thread, pthread_self())) return;
    l->watched = true;
    l->thread = pthread_self();
    l->blind = !alarm_start(&l->watch, ALARM_CPU, 1.0 / RINGS, ring, l);
    if (l->blind) rest(L, l);
}

/* ---- levels ------------------------------------------------------------- */

LimitLevel limit_enter(Limit *l, lua_State *L, int seconds) {
    LimitLevel before = { l->running,   l->rings, l->seconds,
                          l->stoppable, l->place, l->place_size };
    l->seconds = 0;                  /* the watch may ring at any moment */
    l->stoppable = false;
    l->running = L;
    l->rings = 0;
    l->seconds = seconds;
    if (seconds) watch(l, L);
    return before;
}

void limit_leave(Limit *l, LimitLevel before) {
    l->seconds = 0;
    l->stoppable = false;
    if (l->broken == LIMIT_SLOW) l->broken = LIMIT_NONE;
    l->running = before.running;
    l->place = before.place;
    l->place_size = before.place_size;
    l->rings = before.rings;
    l->seconds = before.seconds;
    l->stoppable = before.stoppable;
}

int limit_pcall(lua_State *L, int args, int results, int handler, int seconds) {
    Limit *l = limit_get(L);
    LimitLevel before = limit_enter(l, L, seconds);
    int status = lua_pcall(L, args, results, handler);
    limit_leave(l, before);
    return status;
}

int limit_stoppable(lua_State *L, int args, int handler, int seconds) {
    Limit *l = limit_get(L);
    LimitLevel before = limit_enter(l, L, seconds);
    l->stoppable = true;
    watch(l, L);
    int status = lua_pcall(L, args, LUA_MULTRET, handler);
    limit_leave(l, before);
    return status;
}

int limit_catch(lua_State *L) {
    int status = limit_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1, 0);
    Limit *l = find(L);
    if (status != LUA_OK) {
        mem_relax();                 /* room for what is said now */
        lua_pushboolean(L, l->broken == LIMIT_INTERRUPT);
    }
    l->broken = LIMIT_NONE;
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

/* ---- what catches errors ------------------------------------------------ */

static bool leaving(const Limit *l) { return l->stopped || l->broken; }

enum { AT_PLACE = 1, AT_CALL };      /* of the stack */

/* Notes the place below the arguments. */
static void note_place(lua_State *L) {
    const Limit *l = find(L);
    if (l->place) lua_pushlstring(L, l->place, l->place_size);
    else lua_pushnil(L);
    lua_insert(L, AT_PLACE);
}

static void put_back(lua_State *L, Limit *l) {
    size_t size;
    const char *place = lua_tolstring(L, AT_PLACE, &size);
    if (place && l->place && size == l->place_size)
        memcpy(l->place, place, size);
}

/* pcall or xpcall is back with its results: may it go on? */
static int guarded_end(lua_State *L, int status, lua_KContext unused) {
    (void)status;
    (void)unused;
    Limit *l = find(L);
    bool caught = !lua_toboolean(L, AT_CALL);
    if (caught) put_back(L, l);
    if (!caught || !leaving(l)) return lua_gettop(L) - AT_CALL + 1;
    lua_settop(L, AT_CALL + 1);
    return lua_error(L);
}

/* Calls the function of upvalue 1 with the same arguments. */
static int guarded(lua_State *L) {
    note_place(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, AT_CALL);
    lua_callk(L, lua_gettop(L) - AT_CALL, LUA_MULTRET, 0, guarded_end);
    return guarded_end(L, LUA_OK, 0);
}

/* A handler of errors, upvalue 1, that is not asked about the error of a
 * limit: Lua disables hooks in it, so nothing could end it. */
static int careful(lua_State *L) {
    if (leaving(find(L))) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int guarded_xpcall(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, careful, 1);
    lua_replace(L, 2);
    return guarded(L);
}

/* ---- coroutines --------------------------------------------------------- */

/* From now on that thread runs; it is ended if the one before is. */
static void change(Limit *l, lua_State *L) {
    l->running = L;
    if (l->broken) lua_sethook(L, interrupt, LUA_MASKCOUNT, AGAIN);
}

/* Calls the function of upvalue 1 about the coroutine at 1, which is then the
 * thread that runs. Leaves the place, then the results. */
static void visit(lua_State *L) {
    Limit *l = find(L);
    lua_State *caller = l->running;
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    note_place(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, AT_CALL);
    change(l, co);
    int status = lua_pcall(L, lua_gettop(L) - AT_CALL, LUA_MULTRET, 0);
    change(l, caller);
    if (status != LUA_OK) lua_error(L);
}

static int guarded_resume(lua_State *L) {
    visit(L);
    return guarded_end(L, LUA_OK, 0);
}

/* Closes the variables of a coroutine that failed; the error it then has comes
 * to the top of L. */
static void clean(lua_State *L, lua_State *co) {
    if (lua_status(co) == LUA_OK || lua_status(co) == LUA_YIELD) return;
    Limit *l = find(L);
    lua_State *caller = l->running;
    l->running = co;
    lua_resetthread(co);
    l->running = caller;
    lua_xmove(co, L, 1);
}

/* What coroutine.wrap gives: resumes upvalue 2, errors go on. */
static int wrapped(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    visit(L);
    if (lua_toboolean(L, AT_CALL)) return lua_gettop(L) - AT_CALL;
    clean(L, lua_tothread(L, lua_upvalueindex(2)));
    if (lua_type(L, -1) == LUA_TSTRING && !leaving(find(L))) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int guarded_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, -2);
    lua_pushcclosure(L, wrapped, 2);
    return 1;
}

/* Replaces field `name` of the table at the top of the stack by a closure of
 * `f` over its field `of`. */
static void replace(lua_State *L, const char *name, const char *of,
                    lua_CFunction f) {
    lua_getfield(L, -1, of);
    lua_pushcclosure(L, f, 1);
    lua_setfield(L, -2, name);
}

void limit_guard(lua_State *L) {
    limit_get(L);
    lua_pushglobaltable(L);
    replace(L, "pcall", "pcall", guarded);
    replace(L, "xpcall", "xpcall", guarded_xpcall);
    lua_getfield(L, -1, "coroutine");
    replace(L, "wrap", "resume", guarded_wrap);
    replace(L, "resume", "resume", guarded_resume);
    replace(L, "close", "close", guarded_resume);
    lua_pop(L, 2);
}
