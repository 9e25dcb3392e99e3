/* fitness.c -- a game scored by functions of a script.
 *
 * A seat is what one thread needs: the inner game's scratch, a Lua state, and
 * in its registry one closure, judge(), which goes through the cases of a
 * program in one protected call. All cases share one table (bind_case.h); the
 * fields that cost something, the state above all, are worked out when they are
 * asked for.
 *
 *     inner game in C     plays all cases, then they are judged
 *     inner game in Lua   each case is judged when it has ended: its state is
 *                         gone with the next
 *
 * The table may outlive the seat, which is known by a handle, emptied when the
 * seat goes.
 */
#include "fitness.h"

#include <assert.h>
#include <lauxlib.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "lua/engine/bind_case.h"
#include "lua/host.h"
#include "lua/limit.h"
#include "player.h"

enum {                               /* upvalues of judge() and of __index */
       UP_SEAT = 1,
       UP_LEFT,
       UP_GIVEN, /* the handle; FRAMES, CASES of call.h */
       UP_FITNESS,
       UP_TOTAL,
       UP_CASE
};

typedef struct Seat {
    const Fitness *fitness;
    const GameClass *inner_class;    /* the game may be gone before the seat */
    void        *inner;              /* its scratch */
    LuaRoom      room;               /* empty if the inner game's is used */
    lua_State   *L;
    bool         guest;              /* it is */
    int          judge;              /* reference to the closure */
    struct Seat **handle;
    Limit       *limit;
    CaseResult  *rows;
    double      *value;              /* fitness of each case */
    double       total;
    Entrant      who;
    size_t       at, last;           /* the case that is judged; the last + 1 */
    int          told;               /* the end that the table tells of */
    Score        score;              /* of the inner game */
    bool         reseed;             /* math.random is still unused */
} Seat;

/* ---- looking at a case --------------------------------------------------- */

static Seat *seat_of(lua_State *L) {
    return *(Seat **)lua_touserdata(L, lua_upvalueindex(UP_SEAT));
}

static size_t given_case(const Seat *s) {
    size_t matches = 2 * ((const LuaGame *)s->fitness->inner)->rival_count;
    return matches ? s->at / matches : s->at;
}

/* Pushes what a game in Lua has left of the case; false if it is not that. */
static bool push_left(lua_State *L, const Seat *s, const char *name) {
    if (strcmp(name, "state") == 0)
        lua_rawgeti(L, lua_upvalueindex(UP_LEFT), FRAME_STATE);
    else if (strcmp(name, "value") == 0)
        lua_rawgeti(L, lua_upvalueindex(UP_LEFT), FRAME_VALUE);
    else if (strcmp(name, "case") == 0)
        lua_rawgeti(L, lua_upvalueindex(UP_GIVEN),
                    (lua_Integer)given_case(s) + 1);
    else return false;
    return true;
}

/* The fields of a case that its table has not. */
static int case_index(lua_State *L) {
    Seat *s = seat_of(L);
    if (!s || s->at >= s->last)
        return luaL_error(L, "this case has been judged: do not keep it");
    const char *name = luaL_checkstring(L, 2);
    const Game *inner = s->fitness->inner;
    if (s->guest && push_left(L, s, name)) return 1;
    if (s->guest || strcmp(name, "state") != 0)
        return bind_case_lacks(L, inner, name);
    if (!bind_case_position(L, inner, s->who, s->inner, s->at))
        return luaL_error(L, "%s cannot give the state of a case",
                          inner->class->name);
    return 1;
}

/* ---- judging ------------------------------------------------------------- */

/* The number that the function at upvalue `which` gave, on top; popped. */
static double take_number(lua_State *L, int which) {
    if (lua_type(L, -1) != LUA_TNUMBER) {
        lua_Debug ar;
        lua_pushvalue(L, lua_upvalueindex(which));
        lua_getinfo(L, ">S", &ar);
        luaL_error(L, "%s:%d: '%s' must give a number, gave %s%s", ar.short_src,
                   ar.linedefined, which == UP_FITNESS ? "fitness" : "total",
                   lua_isnil(L, -1) ? "nothing" : "a ",
                   lua_isnil(L, -1) ? "" : luaL_typename(L, -1));
    }
    const Seat *s = seat_of(L);
    double x = game_tame(lua_tonumber(L, -1), s->fitness->game.minimise);
    lua_pop(L, 1);
    return x;
}

static void judge_case(lua_State *L, Seat *s) {
    const CaseResult *row = &s->rows[s->at];
    s->limit->rings = 0;
    s->reseed = true;
    lua_pushvalue(L, lua_upvalueindex(UP_FITNESS));
    lua_pushvalue(L, lua_upvalueindex(UP_CASE));
    bind_case_set(L, s->fitness->inner, row, s->at, s->told);
    s->told = row->end;
    lua_call(L, 1, 1);
    s->value[s->at] = take_number(L, UP_FITNESS);
    s->total += s->value[s->at];
}

/* total(values, score) in place of the sum. */
static void judge_all(lua_State *L, Seat *s) {
    size_t n = s->fitness->game.cases;
    s->limit->rings = 0;
    s->reseed = true;
    lua_pushvalue(L, lua_upvalueindex(UP_TOTAL));
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_push(L, s->value[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    bind_one_score(L, &s->score);
    lua_call(L, 2, 1);
    s->total = take_number(L, UP_TOTAL);
}

static int judge(lua_State *L) {
    Seat *s = seat_of(L);
    for (; s->at < s->last; s->at++) judge_case(L, s);
    if (s->fitness->totals && s->at == s->fitness->game.cases) judge_all(L, s);
    return 0;
}

/* ---- seats --------------------------------------------------------------- */

/* fresh(): true at the first call for a case: math.random then starts anew. */
static int fresh(lua_State *L) {
    Seat *s = lua_touserdata(L, lua_upvalueindex(1));
    lua_pushboolean(L, s->reseed);
    s->reseed = false;
    return 1;
}

/* Pushes the function ludus.script.fitness.NAME. */
static void push_library(lua_State *L, const char *name) {
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.script.fitness");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

/* Pushes the table of functions: that which the script's experiment has in this
 * state, the script being loaded first where it is not yet. */
static void push_functions(lua_State *L, Seat *s) {
    const Fitness *f = s->fitness;
    if (!f->home.script) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, f->home.parts);
        return;
    }
    push_library(L, s->guest ? "find" : "worker");
    lua_pushstring(L, f->home.key);
    lua_pushstring(L, f->variant);
    if (!s->guest) {
        lua_pushstring(L, f->home.script);
        lua_pushstring(L, f->home.source);
        lua_pushlightuserdata(L, s);
        lua_pushcclosure(L, fresh, 1);
    }
    lua_call(L, s->guest ? 2 : 5, 1);
}

/* Pushes the table of a case; the three upvalues are at `first`. */
static void push_case(lua_State *L, int first) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    for (int i = 0; i < 3; i++) lua_pushvalue(L, first + i);
    lua_pushcclosure(L, case_index, 3);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

/* furnish(seat, left, given): leaves judge() in the registry. */
static int furnish(lua_State *L) {
    Seat *s = lua_touserdata(L, 1);
    s->limit = limit_get(L);
    push_functions(L, s);
    int functions = lua_gettop(L);
    s->handle = lua_newuserdatauv(L, sizeof *s->handle, 0);
    *s->handle = s;
    lua_replace(L, 1);               /* handle, left, given: as upvalues are */
    for (int i = 1; i <= 3; i++) lua_pushvalue(L, i);
    lua_getfield(L, functions, "case");
    lua_getfield(L, functions, "total");
    push_case(L, 1);
    lua_pushcclosure(L, judge, UP_CASE);
    s->judge = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Does the inner game play in a state that has the functions as well? */
static bool is_guest(const Fitness *f) {
    if (!luagame_is(f->inner)) return false;
    const LuaHome *home = &((const LuaGame *)f->inner)->home;
    return home->state == f->home.state &&
           same_text(home->script, f->home.script) &&
           same_text(home->source, f->home.source);
}

static bool enter_room(Seat *s, Err *err) {
    const Fitness *f = s->fitness;
    s->guest = is_guest(f);
    if (!s->guest && !luahome_enter(&f->home, &s->room, err)) return false;
    s->L = s->guest ? ((LuaPlayer *)s->inner)->L : s->room.L;
    return true;
}

/* Makes the closure; the stack is left as it was. */
static bool make_judge(Seat *s, Err *err) {
    lua_State *L = s->L;
    int top = lua_gettop(L);
    lua_pushcfunction(L, furnish);
    lua_pushlightuserdata(L, s);
    if (s->guest) luacase_push(s->inner);
    else lua_settop(L, top + 4);     /* nil, nil */
    bool ok = host_call(L, 3, 0, err);
    lua_settop(L, top);
    return ok;
}

/* The inner scratch owns the state of a guest, so it goes last. */
static void scratch_free(void *scratch) {
    Seat *s = scratch;
    if (!s) return;
    if (s->handle) *s->handle = NULL;
    if (s->L) luaL_unref(s->L, LUA_REGISTRYINDEX, s->judge);
    luahome_leave(&s->room);
    if (s->inner) s->inner_class->scratch_free(s->inner);
    mem_free(s->rows);
    mem_free(s->value);
    mem_free(s);
}

static void *scratch_new(const Game *game, Err *err) {
    const Fitness *f = (const Fitness *)game;
    Seat *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->fitness = f;
    s->judge = LUA_NOREF;
    s->told = CASE_NEW;
    s->inner_class = f->inner->class;
    s->rows = mem_new(game->cases, sizeof *s->rows, err);
    s->value = mem_new(game->cases, sizeof *s->value, err);
    if (s->rows && s->value &&
        (s->inner = f->inner->class->scratch_new(f->inner, err)) &&
        enter_room(s, err) && make_judge(s, err))
        return s;
    scratch_free(s);
    return NULL;
}

/* ---- scoring ------------------------------------------------------------- */

/* Judges the cases from s->at up to `last`. */
static bool call_judge(Seat *s, size_t last, Err *err) {
    lua_State *L = s->L;
    int top = lua_gettop(L);
    s->last = last;
    lua_rawgeti(L, LUA_REGISTRYINDEX, s->judge);
    if (limit_pcall(L, 0, 0, 0, s->fitness->seconds) == LUA_OK) return true;
    if (s->at < s->last)
        err_set(err, "%s\n  in fitness, case %zu", host_text(L), s->at + 1);
    else err_set(err, "%s\n  in total of fitness", host_text(L));
    lua_settop(L, top);
    return false;
}

/* A game in Lua is judged case by case. */
static bool play_guest(Seat *s, Err *err) {
    const Game *inner = s->fitness->inner;
    if (!luagame_ready(inner, s->who, s->inner, err)) return false;
    s->score = (Score){ 0 };
    for (size_t i = 0; i < inner->cases; i++) {
        LuaCase one;
        if (!luacase_play(s->inner, i, &one, err)) return false;
        s->rows[i] = luagame_result(&one);
        s->score.raw += one.raw;
        s->score.steps += (uint64_t)one.steps;
        s->score.hits += one.won;
        s->score.standardized = luagame_standardize(inner, s->score.raw);
        if (!call_judge(s, i + 1, err)) return false;
    }
    return true;
}

/* Fills in rows and values of the seat. */
static bool play(Seat *s, Entrant who, Score *out, Err *err) {
    const Fitness *f = s->fitness;
    s->who = who;
    s->at = 0;
    s->total = 0;
    bool ok = s->guest ? play_guest(s, err)
                       : game_results(f->inner, who, s->inner, &s->score,
                                      s->rows, err) &&
                             call_judge(s, f->game.cases, err);
    if (!ok) return false;
    *out = s->score;
    out->raw = s->total;
    out->standardized = luagame_standardize(&f->game, s->total);
    return true;
}

static bool each(const Game *game, Entrant who, void *scratch, Score *out,
                 double *raw, Err *err) {
    Seat *s = scratch;
    if (!play(s, who, out, err)) return false;
    memcpy(raw, s->value, game->cases * sizeof *raw);
    return true;
}

static bool results(const Game *game, Entrant who, void *scratch, Score *out,
                    CaseResult *rows, Err *err) {
    Seat *s = scratch;
    if (!play(s, who, out, err)) return false;
    for (size_t i = 0; i < game->cases; i++) {
        rows[i] = s->rows[i];
        rows[i].raw = s->value[i];
    }
    return true;
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    (void)game;
    return play(scratch, (Entrant){ shape, genome }, out, err);
}

static bool reads(const Game *game, const void *shape) {
    const Game *inner = ((const Fitness *)game)->inner;
    return !inner->class->reads || inner->class->reads(inner, shape);
}

static bool alone(const Game *game, Err *why) {
    const Fitness *f = (const Fitness *)game;
    return game_is_alone(f->inner, why) || luahome_alone(&f->home, why);
}

static uint64_t key(const Game *game, const void *shape, void *scratch,
                    const void *genome) {
    const Game *inner = ((const Fitness *)game)->inner;
    Seat *s = scratch;
    return inner->class->key(inner, shape, s->inner, genome);
}

/* ---- games --------------------------------------------------------------- */

Fitness *fitness_new(const Game *inner, Err *err) {
    assert(inner->class->each || inner->class->results);
    bool known = inner->class->key && inner->class->key_tells_all;
    Fitness *f = mem_new(1, sizeof *f, err);
    if (!f) return NULL;
    f->inner = inner;
    f->class = (GameClass){ .name = inner->class->name,
                            .kind = inner->class->kind,
                            .reads = reads,
                            .alone = alone,
                            .scratch_new = scratch_new,
                            .scratch_free = scratch_free,
                            .score = score,
                            .key = known ? key : NULL,
                            .key_tells_all = known,
                            .each = each,
                            .results = inner->class->results ? results : NULL,
                            .words = inner->class->words };
    f->game = *inner;
    f->game.class = &f->class;
    return f;
}

void fitness_scores(Fitness *f, bool minimise, double max) {
    f->game.minimise = minimise;
    f->game.max = minimise    ? NAN
                  : f->totals ? max
                              : max * (double)f->game.cases;
}

void fitness_free(void *fitness) {
    Fitness *f = fitness;
    if (!f) return;
    mem_free(f->variant);
    luahome_free(&f->home);
    mem_free(f);
}
