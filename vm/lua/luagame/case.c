/* case.c -- plays one case of a game in Lua, from its start to its score.
 *
 * Three closures lie at the bottom of a player's stack: one plays a case, one
 * asks for its score, one for a picture of how it ended. What went wrong inside
 * comes back as an Err that names the function and the case.
 */
#include "call.h"

#include <math.h>
#include <stdio.h>

#include "lua/host.h"

/* ---- playing ------------------------------------------------------------ */

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
    luacall_push_part(L, LUA_START);
    lua_insert(L, 1);
    lua_pushinteger(L, n);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_START, 2);
}

/* After primitives, done has been asked already. */
bool luacase_turn(lua_State *L, LuaPlayer *p) {
    if (p->has[LUA_TURN]) {
        luacall_push_part(L, LUA_TURN);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_pushinteger(L, p->player);
        luacall_run(L, p, PRIM_ROWS_MAX + LUA_TURN, 3);
    }
    lua_settop(L, 1);
    return p->has[LUA_TURN] && luacall_done(L, p);
}

/* Without rivals the program is always player 1. With them the players take
 * turns, and the field `player` of the state says whose turn it is. */
void luacase_next(lua_State *L, LuaPlayer *p) {
    p->player = p->rival ? 3 - p->player : 1;
    p->now = p->rival && p->player != p->judged ? p->rival : &p->mine;
    if (!p->rival || !lua_istable(L, 1)) return;
    lua_pushinteger(L, p->player);
    lua_setfield(L, 1, "player");
}

bool luacase_ask(lua_State *L, LuaPlayer *p) {
    if (!luacall_spend(p, 1)) return false;
    lua_rawgeti(L, LUA_REGISTRYINDEX, p->now->asks);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, p->player);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_PLAYER, 2);
    return true;
}

/* The list that `moves` gives, at stack index 2, and how long it is. */
static lua_Integer list_moves(lua_State *L, LuaPlayer *p) {
    luacall_push_part(L, LUA_MOVES);
    lua_pushvalue(L, 1);
    lua_pushinteger(L, p->player);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_MOVES, 2);
    if (!lua_istable(L, 1) || !lua_istable(L, 2))
        luaL_error(L,
                   "to rate moves, 'start' must give a table and 'moves' a "
                   "list, got a %s and a %s",
                   luaL_typename(L, 1), luaL_typename(L, 2));
    return luaL_len(L, 2);
}

/* Pushes a move of the list, of { text, move } the second, and makes it the
 * field `move` of the state. */
static void take_move(lua_State *L, lua_Integer i) {
    if (lua_geti(L, 2, i) == LUA_TTABLE) {
        lua_geti(L, -1, 2);
        lua_remove(L, -2);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, 1, "move");
}

/* The first of the moves that the tree gives most for, at stack index 2; nil if
 * there is none. */
static void rate_moves(lua_State *L, LuaPlayer *p) {
    lua_Integer n = list_moves(L, p), best = 0;
    double most = 0;
    for (lua_Integer i = 1; i <= n; i++) {
        take_move(L, i);
        luatree_eval(L, p);
        if (lua_type(L, -1) != LUA_TNUMBER)
            luaL_error(L, "a rating must be a number, got a %s",
                       luaL_typename(L, -1));
        double rating = lua_tonumber(L, -1);
        if (isnan(rating)) rating = -INFINITY;
        lua_settop(L, 2);
        if (best && !(rating > most)) continue;
        best = i;
        most = rating;
    }
    if (best) take_move(L, best);
    else lua_pushnil(L);
    lua_replace(L, 2);
}

/* The move of whoever's turn it is, at stack index 2; false ends the case. */
static bool make_move(lua_State *L, LuaPlayer *p) {
    if (p->now->asks) return luacase_ask(L, p) && !lua_isnil(L, 2);
    if (p->has[LUA_MOVES]) rate_moves(L, p);
    else luatree_eval(L, p);
    return true;
}

static int run(lua_State *L) {
    LuaPlayer *p = luacall_player(L);
    start_case(L, p);
    keep(L, 1, FRAME_STATE);
    if (p->written) luawritten_look(L, p);
    lua_pushnil(L);
    lua_rawseti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
    if (luacall_done(L, p)) return 0;
    if (p->game->machines) return lualines_machine(L, p), 0;
    if (p->game->set) return lualines_linear(L, p), 0;
    if (p->game->genes) return luagenes_play(L, p), 0;
    int64_t before;
    for (p->player = 2;;) {
        before = p->steps;
        luacase_next(L, p);
        if (!make_move(L, p)) return 0;
        if (!p->game->repeats) keep(L, 2, FRAME_VALUE);
        if (luacase_turn(L, p) || !p->game->repeats) return 0;
        if (p->steps == before) return 0;
    }
}

/* The score of case n and whether it was won. */
static int finish(lua_State *L) {
    LuaPlayer *p = luacall_player(L);
    lua_Integer n = lua_tointeger(L, 1);
    lua_settop(L, 0);
    for (int part = LUA_SCORE; part <= LUA_WON; part++) {
        if (!p->has[part]) {
            lua_pushnil(L);
            continue;
        }
        luacall_push_part(L, part);
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
        lua_rawgeti(L, lua_upvalueindex(UP_CASES), n);
        lua_pushinteger(L, p->judged);
        luacall_run(L, p, PRIM_ROWS_MAX + part, 4);
    }
    return 2;
}

static int show(lua_State *L) {
    LuaPlayer *p = luacall_player(L);
    lua_settop(L, 0);
    if (!p->has[LUA_SHOW]) return 0;
    luacall_push_part(L, LUA_SHOW);
    lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_SHOW, 1);
    return 1;
}

/* ---- from outside ------------------------------------------------------- */

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
    p->end = LUA_FINISHED;
    p->last = p->game->budget;
    p->nodes = 0;
    p->stopped = p->limit->stopped = false;
    p->reseed = true;
    p->at.frame = p->at.frame_top = FRAME_FIRST;
    p->at.lazy_depth = 0;
    p->at.step = TRACE_NO_STEP;
}

/* Rounding may take a score a little past what is perfect. */
static bool is_beyond(const LuaGame *g, double raw) {
    if (g->minimise) return raw < -1e-9;
    return raw > g->case_max + 1e-9 * (1 + fabs(g->case_max));   /* NAN: no */
}

static bool refuse_beyond(const LuaPlayer *p, double raw, const char *when,
                          Err *err) {
    const LuaGame *g = p->game;
    if (g->minimise)
        return err_set(err,
                       "%s: ludus.game: field 'score' gave %.14g, but with "
                       "'minimise' a score is an error: 0 or more\n  in %s",
                       g->home.key, raw, when);
    return err_set(err,
                   "%s: ludus.game: field 'score' gave %.14g, but field 'max' "
                   "says %.14g is the greatest\n  in %s",
                   g->home.key, raw, g->case_max, when);
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
    if (p->guest.asks || p->meets) {
        p->rival = &p->guest;
        p->judged = p->seat;
        return i;
    }
    if (matches == 0 || p->mine.asks) return i;
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

bool luacase_play(LuaPlayer *p, size_t number, LuaCase *result, Err *err) {
    lua_State *L = p->L;
    char when[32];
    snprintf(when, sizeof when, "case %zu", number + 1);
    reset(p);
    size_t i = choose_match(p, number);
    int status = call_closure(p, AT_RUN, i, 0);
    if (status == LUA_OK) status = call_closure(p, AT_FINISH, i, 2);
    if (status != LUA_OK) return fail(p, status, when, err);
    if (lua_type(L, -2) != LUA_TNUMBER)
        return err_set(err,
                       "%s: ludus.game: field 'score' must give a number, "
                       "gave %s%s\n  in %s",
                       p->game->home.key, lua_isnil(L, -2) ? "nothing" : "a ",
                       lua_isnil(L, -2) ? "" : luaL_typename(L, -2), when);
    result->raw = game_tame(lua_tonumber(L, -2), p->game->minimise);
    if (is_beyond(p->game, result->raw))
        return refuse_beyond(p, result->raw, when, err);
    result->won = is_won(p, result->raw);
    result->steps = p->steps;
    result->end = p->end;
    lua_settop(L, AT_LAST);
    return true;
}

void luacase_push(LuaPlayer *p) {
    lua_getupvalue(p->L, AT_RUN, UP_FRAMES);
    lua_getupvalue(p->L, AT_RUN, UP_CASES);
}

bool luacase_show(LuaPlayer *p, Buf *out, Err *err) {
    lua_State *L = p->L;
    int status = call_closure(p, AT_SHOW, 0, 1);
    if (status != LUA_OK) return fail(p, status, "picture", err);
    if (!lua_isnil(L, -1)) buf_text(out, host_text(L));
    lua_settop(L, AT_LAST);
    return buf_ok(out, err);
}

const lua_CFunction luacase_bodies[AT_LAST] = { run, finish, show };
