/* bind_luaplay.c -- plays tree programs whose primitives are Lua functions.
 *
 * A plain walker over the prefix code, as walk.inc, whose values are Lua
 * values on the Lua stack. It runs inside C closures that share one layout
 * of upvalues, so that functions are pushed without a table lookup:
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
 * A lazy argument is passed as a function, its thunk, which walks the
 * subtree when it is called. Thunks depend on the node's number alone and
 * are made once.
 *
 * A case ends early (done, or the budget is spent) by a Lua error with an
 * object of ours, which leaves nested Lua and C calls at once. Calls that
 * take too long are ended by bind_limit.c.
 */
#include "bind_luainner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "lua/host.h"

enum { ROOM = PRIM_ARGS_MAX + 8 };   /* of the stack: a call, one of a leaf */

const char *const luagame_parts[LUA_PARTS] = {
    [LUA_START] = "start", [LUA_DONE] = "done", [LUA_SCORE] = "score",
    [LUA_WON] = "won",     [LUA_TURN] = "turn", [LUA_SHOW] = "show",
};

static LuaPlayer *player_of(lua_State *L) {
    return *(LuaPlayer **)lua_touserdata(L, lua_upvalueindex(UP_PLAYER));
}

/* ---- stopping ----------------------------------------------------------- */

/* Leaves all calls of the case. The object of the error is the player
 * itself. */
static int stop(lua_State *L, LuaPlayer *p) {
    p->stopped = p->limit->stopped = true;
    p->last = -1;
    lua_pushlightuserdata(L, p);
    return lua_error(L);
}

bool luaplay_spend(LuaPlayer *p, int32_t cost) {
    if (p->steps + (cost > 0 ? cost : 1) > p->last ||
        ++p->nodes > LUAGAME_NODES_MAX)
        return false;
    p->steps += cost;
    return true;
}

/* ---- the walker --------------------------------------------------------- */

static void eval(lua_State *L, LuaPlayer *p);
static int thunk(lua_State *L);

static void call_timed(lua_State *L, LuaTally *t, int args) {
    t->calls++;
    double start = clock_thread();
    lua_call(L, args, 1);
    t->seconds += clock_thread() - start;
}

void luaplay_call(lua_State *L, LuaPlayer *p, int what, int args) {
    p->at.running = what;
    p->limit->rings = 0;
    const uint8_t *pc = p->at.pc;
    int frame = p->at.frame, top = p->at.frame_top, depth = p->at.lazy_depth;
    if (p->tally) call_timed(L, &p->tally[what], args);
    else lua_call(L, args, 1);
    if (p->at.lazy_depth != depth)   /* a thunk was left by an error */
        p->at = (LuaPlace){ pc, frame, top, depth, what };
}

static void push_part(lua_State *L, int part) {
    lua_pushvalue(L, lua_upvalueindex(UP_PARTS + part));
}

/* Pops what was asked for; is it true, in Lua's sense? */
static bool pop_truth(lua_State *L) {
    bool truth = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return truth;
}

/* Is the game over? The state is at stack index 1 in every closure of ours. */
bool luaplay_done(lua_State *L, LuaPlayer *p) {
    if (!p->has[LUA_DONE]) return false;
    push_part(L, LUA_DONE);
    lua_pushvalue(L, 1);
    luaplay_call(L, p, PRIM_ROWS_MAX + LUA_DONE, 1);
    return pop_truth(L);
}

static void push_thunk(lua_State *L, size_t node) {
    if (lua_rawgeti(L, lua_upvalueindex(UP_THUNKS), (lua_Integer)node + 1) !=
        LUA_TNIL)
        return;
    lua_pop(L, 1);
    LuaPlayer *p = player_of(L);
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

static void push_function(lua_State *L, int row) {
    lua_pushvalue(L, lua_upvalueindex(UP_PRIMS + row));
    lua_pushvalue(L, 1);
}

bool luaplay_ask(lua_State *L, LuaPlayer *p, int row) {
    push_function(L, row);
    luaplay_call(L, p, row, 1);
    return pop_truth(L);
}

static void eval_strict(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    if (s->arity) luaL_checkstack(L, ROOM, NULL);
    push_function(L, s->row);
    for (int i = 0; i < s->arity; i++) eval(L, p);
    luaplay_call(L, p, s->row, 1 + s->arity);
}

static void eval_lazy(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    luaL_checkstack(L, ROOM, NULL);
    push_function(L, s->row);
    push_thunks(L, p, s->arity);
    luaplay_call(L, p, s->row, 1 + s->arity);
}

static void eval_last(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    eval(L, p);
    for (int i = 1; i < s->arity; i++) {
        lua_pop(L, 1);
        eval(L, p);
    }
}

static void eval_choose(lua_State *L, LuaPlayer *p, const LuaSymbol *s) {
    eval_one(L, p, luaplay_ask(L, p, s->row));
}

static void eval_branch(lua_State *L, LuaPlayer *p) {
    eval(L, p);
    eval_one(L, p, pop_truth(L));
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
    double value = p->vocab->symbol[node].value;
    if (p->game->whole[node]) lua_pushinteger(L, (lua_Integer)value);
    else lua_pushnumber(L, value);
}

/* Pushes the value of the node at pc and moves pc behind its subtree. */
static void eval(lua_State *L, LuaPlayer *p) {
    const uint8_t node = *p->at.pc++;
    const LuaSymbol *s = &p->symbol[node];
    if (p->steps + s->need > p->last || ++p->nodes > LUAGAME_NODES_MAX)
        stop(L, p);
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
    if (s->cost && luaplay_done(L, p)) stop(L, p);
}

/* What a lazy primitive calls for an argument. */
static int thunk(lua_State *L) {
    LuaPlayer *p = player_of(L);
    size_t node = (size_t)lua_tointeger(L, lua_upvalueindex(UP_NODE));
    if (!p || node >= p->now->size)
        return luaL_error(L, "this argument is of a program that has ended: do "
                          "not keep it");
    if (p->at.lazy_depth == LUAGAME_LAZY_MAX)
        return luaL_error(L, "more than %d lazy primitives inside one another: "
                          "give ludus.tree a max_depth", LUAGAME_LAZY_MAX);
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

/* ---- one case ----------------------------------------------------------- */

static void keep(lua_State *L, int index, int frame) {
    lua_pushvalue(L, index);
    lua_rawseti(L, lua_upvalueindex(UP_FRAMES), frame);
}

/* The state of case n, at stack index 1. */
static void start_case(lua_State *L, LuaPlayer *p) {
    lua_Integer n = lua_tointeger(L, 1);
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(UP_CASES), n);
    if (!p->has[LUA_START]) return;
    push_part(L, LUA_START);
    lua_insert(L, 1);
    lua_pushinteger(L, n);
    luaplay_call(L, p, PRIM_ROWS_MAX + LUA_START, 2);
}

/* Lets the game answer the program's value; consumes it. True if that ended it:
 * after primitives, done has been asked already. */
static bool take_turn(lua_State *L, LuaPlayer *p) {
    if (p->has[LUA_TURN]) {
        push_part(L, LUA_TURN);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_pushinteger(L, p->player);
        luaplay_call(L, p, PRIM_ROWS_MAX + LUA_TURN, 3);
    }
    lua_settop(L, 1);
    return p->has[LUA_TURN] && luaplay_done(L, p);
}

/* Without rivals the program is always player 1. With them the players take
 * turns, and the field `player` of the state says whose turn it is. */
void luaplay_next(lua_State *L, LuaPlayer *p) {
    p->player = p->rival ? 3 - p->player : 1;
    p->now = p->rival && p->player != p->judged ? p->rival : &p->mine;
    if (!p->rival || !lua_istable(L, 1)) return;
    lua_pushinteger(L, p->player);
    lua_setfield(L, 1, "player");
}

static int run(lua_State *L) {
    LuaPlayer *p = player_of(L);
    start_case(L, p);
    keep(L, 1, FRAME_STATE);
    lua_pushnil(L);
    lua_rawseti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
    if (luaplay_done(L, p)) return 0;
    if (p->game->machines || p->game->set) {
        if (p->game->machines) luarounds_machine(L, p);
        else luarounds_linear(L, p);
        return 0;
    }
    int64_t before;
    for (p->player = 2; ; ) {
        before = p->steps;
        luaplay_next(L, p);
        p->at.pc = p->now->code;
        eval(L, p);
        if (!p->game->repeats) keep(L, 2, FRAME_VALUE);
        if (take_turn(L, p) || !p->game->repeats) return 0;
        if (p->steps == before) return 0;
    }
}

/* The score of case n and whether it was won. */
static int finish(lua_State *L) {
    LuaPlayer *p = player_of(L);
    lua_Integer n = lua_tointeger(L, 1);
    lua_settop(L, 0);
    for (int part = LUA_SCORE; part <= LUA_WON; part++) {
        if (!p->has[part]) {
            lua_pushnil(L);
            continue;
        }
        push_part(L, part);
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
        lua_rawgeti(L, lua_upvalueindex(UP_CASES), n);
        lua_pushinteger(L, p->judged);
        luaplay_call(L, p, PRIM_ROWS_MAX + part, 4);
    }
    return 2;
}

static int show(lua_State *L) {
    LuaPlayer *p = player_of(L);
    lua_settop(L, 0);
    if (!p->has[LUA_SHOW]) return 0;
    push_part(L, LUA_SHOW);
    lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
    luaplay_call(L, p, PRIM_ROWS_MAX + LUA_SHOW, 1);
    return 1;
}

static bool fail(LuaPlayer *p, int status, const char *when, Err *err) {
    lua_State *L = p->L;
    const char *what = p->at.running < PRIM_ROWS_MAX ? "primitive" : "function";
    const char *name = p->at.running < PRIM_ROWS_MAX
                           ? p->game->prims[p->at.running].name
                           : luagame_parts[p->at.running - PRIM_ROWS_MAX];
    const char *text = host_text(L);
    if (status != LUA_ERRMEM)
        err_set(err, "%s\n  in %s '%s', %s", text, what, name, when);
    else
        err_set(err, "%suses more than %zu MB of memory\n  in %s '%s', %s",
                p->place, p->game->memory >> 20, what, name, when);
    lua_settop(L, AT_LAST);
    return false;
}

static void reset(LuaPlayer *p) {
    p->steps = 0;
    p->last = p->game->budget;
    p->nodes = 0;
    p->stopped = p->limit->stopped = false;
    p->reseed = true;
    p->at.frame = p->at.frame_top = FRAME_FIRST;
    p->at.lazy_depth = 0;
}

/* Scores that are no numbers are as bad as can be. */
static double tame(double raw, bool minimise) {
    const double worst = 1e30;
    if (isnan(raw)) return minimise ? worst : -worst;
    return raw > worst ? worst : raw < -worst ? -worst : raw;
}

static bool is_won(const LuaPlayer *p, double raw) {
    if (p->has[LUA_WON]) return lua_toboolean(p->L, -1);
    if (p->game->minimise) return raw <= 0;
    return raw >= p->game->case_max; /* false if that is NAN */
}

/* Case `i` is a case, or with rivals a match: every rival, from both seats.
 * Gives the number of the case. */
static size_t choose_match(LuaPlayer *p, size_t i) {
    size_t matches = 2 * p->game->rival_count;
    p->rival = NULL;
    p->judged = 1;
    p->now = &p->mine;
    if (matches == 0) return i;
    p->rival = &p->rivals[i % matches / 2];
    p->judged = 1 + (int)(i % 2);
    return i / matches;
}

/* Calls one of the closures for case i; a case that was stopped is over, not
 * failed. */
static int call_closure(LuaPlayer *p, int which, size_t i, int results) {
    lua_State *L = p->L;
    LimitLevel before = limit_enter(p->limit, L, p->game->seconds);
    p->limit->place = &p->at;
    p->limit->place_size = sizeof p->at;
    lua_settop(L, AT_LAST);
    lua_pushvalue(L, which);
    lua_pushinteger(L, (lua_Integer)i + 1);
    int status = lua_pcall(L, 1, results, 0);
    if (p->stopped && !p->limit->broken) status = LUA_OK;
    limit_leave(p->limit, before);
    p->stopped = p->limit->stopped = false;
    return status;
}

bool luaplayer_case(LuaPlayer *p, size_t number, LuaCase *result, Err *err) {
    lua_State *L = p->L;
    char when[32];
    snprintf(when, sizeof when, "case %zu", number + 1);
    reset(p);
    size_t i = choose_match(p, number);
    int status = call_closure(p, AT_RUN, i, 0);
    if (status == LUA_OK) status = call_closure(p, AT_FINISH, i, 2);
    if (status != LUA_OK) return fail(p, status, when, err);
    if (lua_type(L, -2) != LUA_TNUMBER)
        return err_set(err, "%s: ludus.game: field 'score' must give a number, "
                       "gave %s%s\n  in %s", p->game->key,
                       lua_isnil(L, -2) ? "nothing" : "a ",
                       lua_isnil(L, -2) ? "" : luaL_typename(L, -2), when);
    result->raw = tame(lua_tonumber(L, -2), p->game->minimise);
    result->won = is_won(p, result->raw);
    result->steps = p->steps;
    lua_settop(L, AT_LAST);
    return true;
}

bool luaplayer_show(LuaPlayer *p, Buf *out, Err *err) {
    lua_State *L = p->L;
    int status = call_closure(p, AT_SHOW, 0, 1);
    if (status != LUA_OK) return fail(p, status, "picture", err);
    if (!lua_isnil(L, -1)) buf_text(out, host_text(L));
    lua_settop(L, AT_LAST);
    return buf_ok(out, err);
}

const lua_CFunction luaplay_bodies[AT_LAST] = { run, finish, show };
