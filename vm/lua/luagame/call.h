/* call.h -- calls a script's functions from inside the closures of a player.
 *
 * The walker calls these at every node, so they are inline. They run inside
 * C closures that share one layout of upvalues, so that functions are pushed
 * without a table lookup:
 *
 *     NODE     of a thunk: its node
 *     PLAYER   a handle to the LuaPlayer, empty once that is gone
 *     FRAMES   a table: 1 the state, 2 the program's value, then the ARGs of
 *              the ADFs being called
 *     THUNKS   a table: thunk of each node that was a lazy argument
 *     CASES    the list of cases
 *     PARTS    start, done, score, ... (nil if the game has none)
 *     PRIMS    the primitives, by row
 *
 * The state of the game is at stack index 1 in every such closure.
 */
#ifndef LUDUS_LUAGAME_CALL_H
#define LUDUS_LUAGAME_CALL_H

#include <lauxlib.h>

#include "player.h"
#include "base/clock.h"

static inline LuaPlayer *luacall_player(lua_State *L) {
    return *(LuaPlayer **)lua_touserdata(L, lua_upvalueindex(UP_PLAYER));
}

/* Spends steps; false if so many are not left. */
static inline bool luacall_spend(LuaPlayer *p, int32_t cost) {
    if (p->steps + (cost > 0 ? cost : 1) > p->last ||
        ++p->nodes > LUAGAME_NODES_MAX) {
        p->end = LUA_TIMED_OUT;
        return false;
    }
    p->steps += cost;
    return true;
}

static inline void luacall_timed(lua_State *L, LuaTally *t, int args) {
    t->calls++;
    double start = clock_thread();
    lua_call(L, args, 1);
    t->seconds += clock_thread() - start;
}

/* Calls a function with its arguments on the stack; `what` is a row, or
 * PRIM_ROWS_MAX + a part. The walker then is where it was, whatever errors the
 * function has caught. */
static inline void luacall_run(lua_State *L, LuaPlayer *p, int what, int args) {
    p->at.running = what;
    p->limit->rings = 0;
    const uint8_t *pc = p->at.pc;
    int frame = p->at.frame, top = p->at.frame_top, depth = p->at.lazy_depth;
    int32_t step = p->at.step;
    if (p->tally) luacall_timed(L, &p->tally[what], args);
    else lua_call(L, args, 1);
    if (p->at.lazy_depth != depth)   /* a thunk was left by an error */
        p->at = (LuaPlace){ pc, frame, top, depth, what, step };
    if (!p->written) return;
    if (what < PRIM_ROWS_MAX || what == PRIM_ROWS_MAX + LUA_TURN)
        luawritten_look(L, p);
}

static inline void luacall_push_part(lua_State *L, int part) {
    lua_pushvalue(L, lua_upvalueindex(UP_PARTS + part));
}

/* Pushes the function of a row and its first argument, the state. */
static inline void luacall_push_prim(lua_State *L, int row) {
    lua_pushvalue(L, lua_upvalueindex(UP_PRIMS + row));
    lua_pushvalue(L, 1);
}

/* Pops what was asked for; is it true, in Lua's sense? */
static inline bool luacall_pop_truth(lua_State *L) {
    bool truth = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return truth;
}

/* Calls the function of a row with the state alone; is its value true? */
static inline bool luacall_ask(lua_State *L, LuaPlayer *p, int row) {
    luacall_push_prim(L, row);
    luacall_run(L, p, row, 1);
    return luacall_pop_truth(L);
}

/* Is the case over, in the game's own words? */
static inline bool luacall_done(lua_State *L, LuaPlayer *p) {
    if (!p->has[LUA_DONE]) return false;
    luacall_push_part(L, LUA_DONE);
    lua_pushvalue(L, 1);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_DONE, 1);
    bool done = luacall_pop_truth(L);
    if (done) p->end = LUA_ENDED;
    return done;
}

#endif
