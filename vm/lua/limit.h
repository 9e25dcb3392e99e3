/* limit.h -- holds the functions of scripts to their limits.
 *
 * Every Lua state has one Limit. A call of a script's function is made at a
 * level: it may take so many seconds of CPU time; past that an error with the
 * line is raised in whatever Lua code runs, coroutines included, again and
 * again until the call has been left. Levels lie inside one another; only the
 * innermost counts.
 */
#ifndef LUDUS_LIMIT_H
#define LUDUS_LIMIT_H

#include <lua.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/system/alarm.h"

enum {
    LIMIT_SECONDS     = 60,          /* of one call of a script's function */
    LIMIT_SECONDS_MAX = 1000000,
};

/* Why Lua code is being left. */
typedef enum LimitEnd {
    LIMIT_NONE,
    LIMIT_SLOW,                      /* the level took too long */
    LIMIT_TIME, LIMIT_INSTRUCTIONS,  /* of the sandbox: see sandbox.h */
    LIMIT_INTERRUPT,                 /* Ctrl-C */
} LimitEnd;

typedef struct Limit {
    lua_State *volatile   running;   /* the thread of Lua that works now */
    volatile sig_atomic_t rings;     /* of the watch, at this level */
    volatile sig_atomic_t broken;    /* a LimitEnd: do not go on */
    volatile sig_atomic_t seconds;   /* of this level; 0: no limit */
    volatile sig_atomic_t stoppable; /* this level ends if a run shall end */
    bool                  stopped;   /* the case is over: leave all its calls */
    void                 *place;     /* what an error that is caught puts back
                                        to what it was, or NULL */
    size_t                place_size;
    bool                  blind;     /* nothing can ring: a hook counts */
    atomic_llong         *left;      /* instructions, or NULL: any number */
    Alarm                 watch;
    pthread_t             thread;    /* that it watches, if `watched` */
    bool                  watched;
} Limit;

/* What a level replaced. */
typedef struct LimitLevel {
    lua_State   *running;
    sig_atomic_t rings;
    int          seconds;
    bool         stoppable;
    void        *place;
    size_t       place_size;
} LimitLevel;

/* The state's Limit, made if it has none. */
Limit *limit_get(lua_State *L);

/* Begins a level in the thread of Lua `L`, watching the calling thread; ends
 * it. No Lua error may pass between the two. */
LimitLevel limit_enter(Limit *limit, lua_State *L, int seconds);
void       limit_leave(Limit *limit, LimitLevel before);

/* lua_pcall() at a level. */
int limit_pcall(lua_State *L, int args, int results, int handler, int seconds);

/* The same with any number of results; once a run is to end this ends soon. */
int limit_stoppable(lua_State *L, int args, int handler, int seconds);

/* Calls the function at index 2 with what stands above it, the handler of
 * errors being at 1: leaves true and the results; or false, the error and
 * whether Ctrl-C made it. Gives their number. What a limit ended is over then,
 * so this is for those who began it. */
int limit_catch(lua_State *L);

/* Ends whatever Lua code runs in the state for that reason; may be called by a
 * handler of signals in the state's thread. */
void limit_break(Limit *limit, LimitEnd why);

/* From now on instructions are taken off `left`; none may be left over. */
void limit_count(lua_State *L, atomic_llong *left);

/* Replaces what catches errors or changes threads (pcall, xpcall,
 * coroutine.resume, wrap and close) by functions that pass on the error of a
 * limit and know which thread runs. */
void limit_guard(lua_State *L);

#endif
