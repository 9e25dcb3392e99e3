/* tree.c -- walks tree programs whose primitives are Lua functions.
 *
 * A plain walker over the prefix code, as walk.inc, whose values are Lua
 * values on the Lua stack. It runs inside the closures of call.h.
 *
 * A lazy argument is passed as a function, its thunk, which walks the
 * subtree when it is called. Thunks depend on the node's number alone and
 * are made once.
 *
 * A case ends early (done, or the budget is spent) by a Lua error with an
 * object of ours, which leaves nested Lua and C calls at once. Calls that
 * take too long are ended by limit.c.
 */
#include "call.h"

enum { ROOM = PRIM_ARGS_MAX + 8 };   /* of the stack: a call, one of a leaf */

/* ---- stopping ----------------------------------------------------------- */

/* Leaves all calls of the case. The object of the error is the player
 * itself. */
static int stop(lua_State *L, LuaPlayer *p) {
    p->stopped = p->limit->stopped = true;
    p->last = -1;
    lua_pushlightuserdata(L, p);
    return lua_error(L);
}

/* The same when the budget is spent. */
static void run_out(lua_State *L, LuaPlayer *p) {
    p->end = LUA_TIMED_OUT;
    stop(L, p);
}

/* ---- the walker --------------------------------------------------------- */

static void eval(lua_State *L, LuaPlayer *p);
static int thunk(lua_State *L);

static void push_thunk(lua_State *L, size_t node) {
    if (lua_rawgeti(L, lua_upvalueindex(UP_THUNKS), (lua_Integer)node + 1) !=
        LUA_TNIL)
        return;
    lua_pop(L, 1);
    LuaPlayer *p = luacall_player(L);
    int n = UP_PRIMS - 1 + (int)p->game->language.prim_count;
    luaL_checkstack(L, n + 2, NULL);
    lua_pushinteger(L, (lua_Integer)node);
    for (int i = UP_NODE + 1; i <= n; i++)
        lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushcclosure(L, thunk, n);
    lua_pushvalue(L, -1);
    lua_rawseti(L, lua_upvalueindex(UP_THUNKS), (lua_Integer)node + 1);
}

/* Passes over the argument at pc. */
static void skip(LuaPlayer *p) {
    p->at.pc += p->now->span[p->at.pc - p->now->code];
}

/* Pushes the arguments as thunks. */
static void push_thunks(lua_State *L, LuaPlayer *p, int arity) {
    for (int i = 0; i < arity; i++, skip(p))
        push_thunk(L, (size_t)(p->at.pc - p->now->code));
}

/* Pushes the value of one of the two arguments at pc. */
static void eval_one(lua_State *L, LuaPlayer *p, bool first) {
    if (!first) skip(p);
    eval(L, p);
    if (first) skip(p);
}

static void eval_strict(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    if (s->arity) luaL_checkstack(L, ROOM, NULL);
    luacall_push_prim(L, s->row);
    for (int i = 0; i < s->arity; i++) eval(L, p);
    luacall_run(L, p, s->row, 1 + s->arity);
}

static void eval_lazy(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    luaL_checkstack(L, ROOM, NULL);
    luacall_push_prim(L, s->row);
    push_thunks(L, p, s->arity);
    luacall_run(L, p, s->row, 1 + s->arity);
}

static void eval_last(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    eval(L, p);
    for (int i = 1; i < s->arity; i++) {
        lua_pop(L, 1);
        eval(L, p);
    }
}

static void eval_choose(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    eval_one(L, p, luacall_ask(L, p, s->row));
}

static void eval_branch(lua_State *L, LuaPlayer *p) {
    eval(L, p);
    eval_one(L, p, luacall_pop_truth(L));
}

/* Arguments are evaluated in the caller's frame, then become the new one. */
static void eval_adf(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    luaL_checkstack(L, ROOM, NULL);
    for (int i = 0; i < s->arity; i++) eval(L, p);
    int frame = p->at.frame_top, caller = p->at.frame;
    p->at.frame_top += s->arity;
    for (int i = s->arity; i-- > 0;)
        lua_rawseti(L, lua_upvalueindex(UP_FRAMES), frame + i);
    const uint8_t *back = p->at.pc;
    p->at.pc = p->now->code + p->now->branch[s->row + 1];
    p->at.frame = frame;
    eval(L, p);
    p->at.frame = caller;
    p->at.frame_top = frame;
    p->at.pc = back;
}

static void push_constant(lua_State *L, const LuaPlayer *p, uint8_t node) {
    double value = p->now->words->vocab->symbol[node].value;
    if (p->game->whole[node]) lua_pushinteger(L, (lua_Integer)value);
    else lua_pushnumber(L, value);
}

/* Pushes the value of the node at pc and moves pc behind its subtree. */
static void eval_node(lua_State *L, LuaPlayer *p) {
    const uint8_t node = *p->at.pc++;
    const LuaSymbol *s = &p->now->words->symbol[node];
    if (p->steps + s->need > p->last || ++p->nodes > LUAGAME_NODES_MAX)
        run_out(L, p);
    p->steps += s->cost;
    switch ((LuaSymbolHow)s->how) {
    case SYMBOL_CONST: push_constant(L, p, node); return;
    case SYMBOL_ADF:   eval_adf(L, p, s); return;
    case SYMBOL_ARG:
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), p->at.frame + s->row);
        return;
    case SYMBOL_STRICT: eval_strict(L, p, s); break;
    case SYMBOL_LAZY:   eval_lazy(L, p, s); break;
    case SYMBOL_LAST:   eval_last(L, p, s); break;
    case SYMBOL_CHOOSE: eval_choose(L, p, s); break;
    case SYMBOL_BRANCH: eval_branch(L, p); break;
    }
    if (s->cost && luacall_done(L, p)) stop(L, p);
}

/* The same, written down; a node that cannot be paid for has not happened. */
static void eval_written(lua_State *L, LuaPlayer *p) {
    const LuaSymbol *s = &p->now->words->symbol[*p->at.pc];
    int32_t step = TRACE_NO_STEP;
    if (p->steps + s->need <= p->last)
        step = luawritten_enter(p, (uint32_t)(p->at.pc - p->now->code));
    eval_node(L, p);
    luawritten_value(L, p, step);
    luawritten_leave(p, step, 0);
}

static void eval(lua_State *L, LuaPlayer *p) {
    if (p->written) eval_written(L, p);
    else eval_node(L, p);
}

/* What a lazy primitive calls for an argument. */
static int thunk(lua_State *L) {
    LuaPlayer *p = luacall_player(L);
    size_t node = (size_t)lua_tointeger(L, lua_upvalueindex(UP_NODE));
    if (!p || node >= p->now->size)
        return luaL_error(L, "this argument is of a program that has ended: do "
                             "not keep it");
    if (p->at.lazy_depth == LUAGAME_LAZY_MAX)
        return luaL_error(L,
                          "more than %d lazy primitives inside one another: "
                          "give ludus.tree a max_depth",
                          LUAGAME_LAZY_MAX);
    p->at.lazy_depth++;
    const uint8_t *back = p->at.pc;
    int running = p->at.running;
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
    p->at.pc = p->now->code + node;
    eval(L, p);
    p->at.pc = back;
    p->at.running = running;
    p->at.lazy_depth--;
    return 1;
}

void luatree_eval(lua_State *L, LuaPlayer *p) {
    p->at.pc = p->now->code;
    eval(L, p);
}
