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
 * object of ours, which leaves nested Lua and C calls at once. pcall and
 * coroutine.resume of a thread's own state pass that error on. Endless loops
 * are ended by a watch that rings after some CPU time (a count hook would
 * slow every instruction), too much memory by the allocator; both note the
 * line of the script.
 */
#include "bind_luagame.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <lualib.h>

#include "clock.h"
#include "host.h"
#include "mem.h"
#include "watch.h"

enum { RINGS = 2,                    /* of the watch in a second */
       COUNT_PERIOD = 100000, COUNT_PER_SECOND = 1000 };
enum { UP_NODE = 1, UP_PLAYER, UP_FRAMES, UP_THUNKS, UP_CASES, UP_PARTS,
       UP_PRIMS = UP_PARTS + LUA_PARTS, UP_MAX = UP_PRIMS + PRIM_ROWS_MAX };
enum { ROOM = PRIM_ARGS_MAX + 8 };   /* of the stack: a call, one of a leaf */
enum { FRAME_STATE = 1, FRAME_VALUE, FRAME_FIRST };
enum { AT_RUN = 1, AT_FINISH, AT_SHOW, AT_LAST = AT_SHOW };   /* of the stack */

const char *const luagame_parts[LUA_PARTS] = {
    [LUA_START] = "start", [LUA_DONE] = "done", [LUA_SCORE] = "score",
    [LUA_WON] = "won",     [LUA_TURN] = "turn", [LUA_SHOW] = "show",
};

/* A program, ready to be walked. */
typedef struct Walked {
    const uint8_t *code;
    size_t         size;             /* nodes of all branches */
    uint16_t      *span;             /* of each node, for lazy ones */
    uint32_t       branch[VOCAB_BRANCHES];       /* where each begins */
    void          *genome;           /* a rival's own */
} Walked;

struct LuaPlayer {
    const LuaGame  *game;
    lua_State      *L;               /* its own, or a thread of `home` */
    int             anchor;          /* of that thread in the registry */
    lua_State      *home;            /* NULL: the state is its own */
    LuaHome        *seat;            /* in the home state */
    LuaPlayer     **handle;          /* lives as long as the closures */
    bool            has[LUA_PARTS];

    const Vocab    *vocab;           /* of the program, and tables by symbol: */
    int32_t         cost[VOCAB_SYMBOLS_MAX];
    const uint8_t  *pc;
    const Walked   *now;             /* the program whose turn it is */
    Walked          mine, *rivals;   /* the one judged; those it meets */
    const Walked   *rival;           /* in this match, or NULL */
    int             player, judged;  /* 1 or 2: whose turn it is; whose score */

    const Machine  *machine;         /* instead of a program */

    int64_t         steps;
    uint32_t        nodes;
    bool            stopped;         /* the case is over; nothing acts now */
    volatile sig_atomic_t broken;    /* it ran too long: do not go on */
    volatile sig_atomic_t rings;     /* of the watch, in this call */
    bool            reseed;          /* math.random is still unused */
    int             frame, frame_top;
    int             lazy_depth;
    int             running;         /* a row, or PRIM_ROWS_MAX + a part */
    LuaTally       *tally;

    Watch           watch;
    pthread_t       thread;          /* that it watches, if `watched` */
    bool            watched;

    lua_Alloc       alloc;           /* the state's first allocator */
    void           *alloc_data;
    size_t          used, limit;     /* bytes */
    char            place[LUA_IDSIZE + 16];      /* where memory ran out */
};

static LuaPlayer *player_of(lua_State *L) {
    return *(LuaPlayer **)lua_touserdata(L, lua_upvalueindex(UP_PLAYER));
}

/* The player a thread of Lua works for; coroutines get that of the main
 * thread. */
static LuaPlayer **owner(lua_State *L) {
    return (LuaPlayer **)lua_getextraspace(L);
}

/* ---- stopping ----------------------------------------------------------- */

/* Leaves all calls of the case. The object of the error is the player
 * itself. */
static int stop(lua_State *L, LuaPlayer *p) {
    p->stopped = true;
    lua_pushlightuserdata(L, p);
    return lua_error(L);
}

/* Called between two instructions once a function has run too long; then again
 * and again, until the script has let go. */
static void interrupt(lua_State *L, lua_Debug *ar) {
    LuaPlayer *p = *owner(L);
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
    LuaPlayer *p = *owner(L);
    if (p && ++p->rings > p->game->seconds * COUNT_PER_SECOND) p->broken = 1;
    if (p && p->broken) interrupt(L, ar);
}

static void watch_thread(LuaPlayer *p) {
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

static void guard(lua_State *L, LuaPlayer *p, const char *name) {
    lua_pushlightuserdata(L, p);
    lua_getfield(L, -2, name);
    lua_pushcclosure(L, guarded, 2);
    lua_setfield(L, -2, name);
}

/* ---- the walker --------------------------------------------------------- */

static void eval(lua_State *L, LuaPlayer *p);
static int thunk(lua_State *L);

static void call(lua_State *L, LuaPlayer *p, int what, int args) {
    p->running = what;
    p->rings = 0;
    if (!p->tally) {
        lua_call(L, args, 1);
        return;
    }
    LuaTally *t = &p->tally[what];
    t->calls++;
    double start = clock_thread();
    lua_call(L, args, 1);
    t->seconds += clock_thread() - start;
}

static void push_part(lua_State *L, int part) {
    lua_pushvalue(L, lua_upvalueindex(UP_PARTS + part));
}

/* Is the game over? The state is at stack index 1 in every closure of ours. */
static bool ask_done(lua_State *L, LuaPlayer *p) {
    if (!p->has[LUA_DONE]) return false;
    push_part(L, LUA_DONE);
    lua_pushvalue(L, 1);
    call(L, p, PRIM_ROWS_MAX + LUA_DONE, 1);
    bool over = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return over;
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

/* Pushes the arguments of a primitive: values, or thunks of what is skipped. */
static void push_args(lua_State *L, LuaPlayer *p, int row, int arity) {
    if (!p->game->lazy[row]) {
        for (int i = 0; i < arity; i++) eval(L, p);
        return;
    }
    const Walked *w = p->now;
    size_t at = (size_t)(p->pc - w->code);
    for (int i = 0; i < arity; i++, at += w->span[at]) push_thunk(L, at);
    p->pc = w->code + at;
}

static void eval_prim(lua_State *L, LuaPlayer *p, uint8_t node) {
    int row = p->vocab->op[node] - OP_FIRST_PRIM, arity = p->vocab->arity[node];
    if (arity) luaL_checkstack(L, ROOM, NULL);
    lua_pushvalue(L, lua_upvalueindex(UP_PRIMS + row));
    lua_pushvalue(L, 1);
    push_args(L, p, row, arity);
    call(L, p, row, 1 + arity);
    if (p->cost[node] && ask_done(L, p)) stop(L, p);
}

/* Arguments are evaluated in the caller's frame, then become the new one. */
static void eval_adf(lua_State *L, LuaPlayer *p, uint8_t node) {
    int arity = p->vocab->arity[node];
    luaL_checkstack(L, ROOM, NULL);
    for (int i = 0; i < arity; i++) eval(L, p);
    int frame = p->frame_top, caller = p->frame;
    p->frame_top += arity;
    for (int i = arity; i-- > 0;)
        lua_rawseti(L, lua_upvalueindex(UP_FRAMES), frame + i);
    const uint8_t *back = p->pc;
    p->pc = p->now->code + p->now->branch[p->vocab->k[node] + 1];
    p->frame = frame;
    eval(L, p);
    p->frame = caller;
    p->frame_top = frame;
    p->pc = back;
}

static void push_constant(lua_State *L, const LuaPlayer *p, uint8_t node) {
    const Symbol *s = &p->vocab->symbol[node];
    if (p->game->whole[node]) lua_pushinteger(L, (lua_Integer)s->value);
    else lua_pushnumber(L, s->value);
}

/* Pushes the value of the node at pc and moves pc behind its subtree. */
static void eval(lua_State *L, LuaPlayer *p) {
    const uint8_t node = *p->pc++;
    int64_t steps = p->steps + p->cost[node];
    if (p->stopped || p->steps >= p->game->budget || steps > p->game->budget ||
        ++p->nodes > LUAGAME_NODES_MAX)
        stop(L, p);
    p->steps = steps;
    switch (p->vocab->op[node]) {
    case OP_CONST: push_constant(L, p, node); break;
    case OP_ARG:
        lua_rawgeti(L, lua_upvalueindex(UP_FRAMES),
                    p->frame + p->vocab->k[node]);
        break;
    case OP_ADF: eval_adf(L, p, node); break;
    default: eval_prim(L, p, node); break;
    }
}

/* What a lazy primitive calls for an argument. */
static int thunk(lua_State *L) {
    LuaPlayer *p = player_of(L);
    size_t node = (size_t)lua_tointeger(L, lua_upvalueindex(UP_NODE));
    if (!p || node >= p->now->size)
        return luaL_error(L, "this argument is of a program that has ended: do "
                          "not keep it");
    if (p->lazy_depth == LUAGAME_LAZY_MAX)
        return luaL_error(L, "more than %d lazy primitives inside one another: "
                          "give ludus.tree a max_depth", LUAGAME_LAZY_MAX);
    p->lazy_depth++;
    const uint8_t *back = p->pc;
    int running = p->running;
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
    p->pc = p->now->code + node;
    eval(L, p);
    p->pc = back;
    p->running = running;
    p->lazy_depth--;
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
    call(L, p, PRIM_ROWS_MAX + LUA_START, 2);
}

/* Lets the game answer the program's value; consumes it. True if that ended it:
 * after primitives, done has been asked already. */
static bool take_turn(lua_State *L, LuaPlayer *p) {
    if (p->has[LUA_TURN]) {
        push_part(L, LUA_TURN);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_pushinteger(L, p->player);
        call(L, p, PRIM_ROWS_MAX + LUA_TURN, 3);
    }
    lua_settop(L, 1);
    return p->has[LUA_TURN] && ask_done(L, p);
}

/* The move that `turn` answers with, or -1 if it ends the match. */
static int answer(lua_State *L, LuaPlayer *p, int move) {
    push_part(L, LUA_TURN);
    lua_pushvalue(L, 1);
    lua_pushstring(L, move == MOVE_C ? "c" : "d");
    call(L, p, PRIM_ROWS_MAX + LUA_TURN, 2);
    if (lua_isnil(L, -1)) return -1;
    const char *text = lua_tostring(L, -1);
    if (!text || !strchr("cdCD", text[0]) || !text[0] || text[1])
        luaL_error(L, "%s: ludus.game: field 'turn' must give \"c\", \"d\" or "
                   "nil, gave %s", p->game->key, luaL_tolstring(L, -1, NULL));
    int given = text[0] == 'c' || text[0] == 'C' ? MOVE_C : MOVE_D;
    lua_settop(L, 1);
    return given;
}

static int run_machine(lua_State *L, LuaPlayer *p) {
    const Machine *m = p->machine;
    int at = m->start;
    while (p->steps < p->game->budget) {
        p->steps++;
        int given = answer(L, p, m->at[at].out);
        if (given < 0 || ask_done(L, p)) break;
        at = m->at[at].next[given];
    }
    return 0;
}

/* Without rivals the program is always player 1. With them the players take
 * turns, and the field `player` of the state says whose turn it is. */
static void next_player(lua_State *L, LuaPlayer *p) {
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
    if (ask_done(L, p)) return 0;
    if (p->game->machines) return run_machine(L, p);
    int64_t before;
    for (p->player = 2; ; ) {
        before = p->steps;
        next_player(L, p);
        p->pc = p->now->code;
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
        call(L, p, PRIM_ROWS_MAX + part, 4);
    }
    return 2;
}

static int show(lua_State *L) {
    LuaPlayer *p = player_of(L);
    lua_settop(L, 0);
    if (!p->has[LUA_SHOW]) return 0;
    push_part(L, LUA_SHOW);
    lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), FRAME_STATE);
    call(L, p, PRIM_ROWS_MAX + LUA_SHOW, 1);
    return 1;
}

static bool fail(LuaPlayer *p, int status, const char *when, Err *err) {
    lua_State *L = p->L;
    const char *what = p->running < PRIM_ROWS_MAX ? "primitive" : "function";
    const char *name = p->running < PRIM_ROWS_MAX
                           ? p->game->prims[p->running].name
                           : luagame_parts[p->running - PRIM_ROWS_MAX];
    const char *text = luaL_tolstring(L, -1, NULL);
    p->broken = 0;
    lua_sethook(L, NULL, 0, 0);
    p->watched = false;
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
    p->nodes = 0;
    p->stopped = false;
    p->broken = 0;
    p->reseed = true;
    p->frame = p->frame_top = FRAME_FIRST;
    p->lazy_depth = 0;
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

bool luaplayer_case(LuaPlayer *p, size_t number, LuaCase *result, Err *err) {
    lua_State *L = p->L;
    char when[32];
    snprintf(when, sizeof when, "case %zu", number + 1);
    reset(p);
    size_t i = choose_match(p, number);
    watch_thread(p);
    lua_settop(L, AT_LAST);
    lua_pushvalue(L, AT_RUN);
    lua_pushinteger(L, (lua_Integer)i + 1);
    int status = lua_pcall(L, 1, 0, 0);
    if (status != LUA_OK && (!p->stopped || p->broken))
        return fail(p, status, when, err);
    lua_settop(L, AT_LAST);
    p->stopped = false;
    lua_pushvalue(L, AT_FINISH);
    lua_pushinteger(L, (lua_Integer)i + 1);
    status = lua_pcall(L, 1, 2, 0);
    if (status != LUA_OK) return fail(p, status, when, err);
    if (lua_type(L, -2) != LUA_TNUMBER)
        return err_set(err, "%s: ludus.game: field 'score' must give a number, "
                       "gave a %s\n  in %s", p->game->key,
                       luaL_typename(L, -2), when);
    result->raw = tame(lua_tonumber(L, -2), p->game->minimise);
    result->won = is_won(p, result->raw);
    result->steps = p->steps;
    lua_settop(L, AT_LAST);
    return true;
}

bool luaplayer_show(LuaPlayer *p, Buf *out, Err *err) {
    lua_State *L = p->L;
    lua_settop(L, AT_LAST);
    lua_pushvalue(L, AT_SHOW);
    int status = lua_pcall(L, 0, 1, 0);
    if (status != LUA_OK) return fail(p, status, "picture", err);
    if (!lua_isnil(L, -1)) buf_text(out, luaL_tolstring(L, -1, NULL));
    lua_settop(L, AT_LAST);
    return buf_ok(out, err);
}

/* ---- programs ----------------------------------------------------------- */

/* Costs by symbol, once per vocabulary. */
static void set_vocab(LuaPlayer *p, const Vocab *vocab) {
    p->vocab = vocab;
    for (int i = 0; i < vocab->symbols; i++)
        p->cost[i] = vocab->op[i] < OP_FIRST_PRIM
                         ? p->game->node_cost
                         : p->game->cost[vocab->op[i] - OP_FIRST_PRIM];
}

static void prepare(const LuaPlayer *p, Walked *w, const Tree *tree) {
    w->code = tree->code;
    size_t at = 0;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++]) {
        w->branch[b] = (uint32_t)at;
        if (p->game->any_lazy)
            tree_spans(tree->vocab, tree->code + at, tree->len[b],
                       w->span + at);
    }
    w->size = at;
}

static bool make_room(Walked *w, Err *err) {
    if (!w->span)
        w->span = mem_new(VOCAB_BRANCHES * TREE_NODES_MAX, sizeof *w->span,
                          err);
    return w->span;
}

/* Rivals are read in the vocabulary of the program they meet. */
static bool read_rival(LuaPlayer *p, const Vocab *vocab, size_t i, Err *err) {
    Walked *w = &p->rivals[i];
    Source text = { "rival", p->game->rivals[i], strlen(p->game->rivals[i]) };
    mem_free(w->genome);
    w->genome = mem_new(tree_slot(vocab, TREE_NODES_MAX), 1, err);
    if (!w->genome || !make_room(w, err) ||
        !tree_parse(vocab, &text, TREE_NODES_MAX, w->genome, err))
        return false;
    Tree tree = tree_at(vocab, w->genome);
    prepare(p, w, &tree);
    return true;
}

bool luaplayer_program(LuaPlayer *p, const Tree *tree, Err *err) {
    if (!make_room(&p->mine, err)) return false;
    if (p->vocab != tree->vocab) {
        p->vocab = NULL;
        for (size_t i = 0; i < p->game->rival_count; i++)
            if (!read_rival(p, tree->vocab, i, err)) return false;
        set_vocab(p, tree->vocab);
    }
    prepare(p, &p->mine, tree);
    return true;
}

void luaplayer_machine(LuaPlayer *p, const Machine *machine) {
    p->machine = machine;
}

void luaplayer_tally(LuaPlayer *p, LuaTally *tally) { p->tally = tally; }

/* ---- making players ----------------------------------------------------- */

/* fresh(): true at the first call in a case: math.random then starts anew. */
static int fresh(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, lua_upvalueindex(1));
    lua_pushboolean(L, p->reseed);
    p->reseed = false;
    return 1;
}

/* Calls ludus.game's worker(script, source, key, changes, fresh), which
 * loads the script again and returns the table of the game's functions. */
static bool load_parts(LuaPlayer *p, Err *err) {
    lua_State *L = p->L;
    const LuaGame *g = p->game;
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.game");
    if (!host_call(L, 1, 1, err)) return false;
    lua_getfield(L, -1, "worker");
    lua_remove(L, -2);
    lua_pushstring(L, g->script);
    lua_pushstring(L, g->source);
    lua_pushstring(L, g->key);
    lua_pushstring(L, g->changes);
    lua_pushlightuserdata(L, p);
    lua_pushcclosure(L, fresh, 1);
    if (!host_call(L, 5, 1, err)) return false;
    lua_getglobal(L, "_G");
    guard(L, p, "pcall");
    guard(L, p, "xpcall");
    lua_getfield(L, -1, "coroutine");
    guard(L, p, "resume");
    lua_pop(L, 2);
    p->alloc = lua_getallocf(L, &p->alloc_data);
    p->used = (size_t)lua_gc(L, LUA_GCCOUNT) * 1024;
    p->limit = p->used + g->memory;
    lua_setallocf(L, limited_alloc, p);
    return true;
}

/* Pushes the upvalues all closures share: from the parts at stack index 1,
 * and the handle and two tables at 3 to 5. */
static void push_upvalues(lua_State *L, LuaPlayer *p) {
    lua_pushnil(L);                  /* NODE */
    for (int i = 3; i <= 5; i++) lua_pushvalue(L, i);
    lua_getfield(L, 1, "cases");
    for (int i = 0; i < LUA_PARTS; i++)
        p->has[i] = lua_getfield(L, 1, luagame_parts[i]) != LUA_TNIL;
    lua_getfield(L, 1, "primitives");
    int rows = lua_gettop(L);
    for (size_t i = 1; i <= p->game->language.prim_count; i++)
        lua_geti(L, rows, (lua_Integer)i);
    lua_remove(L, rows);
}

static int make_closures(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, 2);
    static const lua_CFunction bodies[AT_LAST] = { run, finish, show };
    luaL_checkstack(L, UP_MAX + 8, NULL);
    p->handle = lua_newuserdatauv(L, sizeof *p->handle, 0);
    *p->handle = p;
    lua_newtable(L);                 /* FRAMES */
    lua_newtable(L);                 /* THUNKS */
    for (int i = 0; i < AT_LAST; i++) {
        int base = lua_gettop(L);
        push_upvalues(L, p);
        lua_pushcclosure(L, bodies[i], lua_gettop(L) - base);
    }
    return AT_LAST;
}

static bool make_state(LuaPlayer *p, Err *err) {
    const LuaGame *g = p->game;
    if (g->script) {
        p->L = host_new(err);
        return p->L && load_parts(p, err);
    }
    if (g->turn->taken)
        return err_set(err, "%s: this game was declared outside a script, so "
                       "one thread alone can play it: use --threads 1 or a "
                       "script", g->key);
    p->home = g->home;
    p->seat = g->turn;
    p->seat->taken = true;
    p->seat->users++;
    lua_rawgeti(g->home, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    *owner(lua_tothread(g->home, -1)) = NULL;
    lua_pop(g->home, 1);
    p->L = lua_newthread(g->home);
    p->anchor = luaL_ref(g->home, LUA_REGISTRYINDEX);
    lua_rawgeti(p->L, LUA_REGISTRYINDEX, g->home_parts);
    return true;
}

void luahome_leave(LuaHome *home) {
    if (home && --home->users == 0) mem_free(home);
}

LuaPlayer *luaplayer_new(const LuaGame *game, Err *err) {
    LuaPlayer *p = mem_new(1, sizeof *p, err);
    if (!p) return NULL;
    p->game = game;
    p->anchor = LUA_NOREF;
    p->now = &p->mine;
    p->rivals = mem_new(LUAGAME_RIVALS_MAX, sizeof *p->rivals, err);
    if (!p->rivals) goto failed;
    if (!make_state(p, err)) goto failed;
    lua_State *L = p->L;
    lua_pushcfunction(L, make_closures);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, p);
    if (!host_call(L, 2, AT_LAST, err)) goto failed;
    *owner(L) = p;
    return p;
failed:
    luaplayer_free(p);
    return NULL;
}

void luaplayer_free(void *player) {
    LuaPlayer *p = player;
    if (!p) return;
    watch_stop(&p->watch);
    if (p->handle) *p->handle = NULL;
    if (p->home) {
        luaL_unref(p->home, LUA_REGISTRYINDEX, p->anchor);
        p->seat->taken = false;
        luahome_leave(p->seat);
    } else if (p->L) {
        if (p->alloc) lua_setallocf(p->L, p->alloc, p->alloc_data);
        lua_close(p->L);
    }
    for (int i = 0; p->rivals && i < LUAGAME_RIVALS_MAX; i++) {
        mem_free(p->rivals[i].genome);
        mem_free(p->rivals[i].span);
    }
    mem_free(p->rivals);
    mem_free(p->mine.span);
    mem_free(p);
}

/* ---- for evolution ------------------------------------------------------ */

static void *scratch_new(const Game *game, Err *err) {
    return luaplayer_new((const LuaGame *)game, err);
}

/* Without a greatest score nothing is perfect: 0 is approached, never
 * reached. */
static double standardize(const LuaGame *g, double raw) {
    if (g->minimise) return raw;
    if (!isnan(g->game.max)) return g->game.max - raw;
    return raw >= 0 ? 1 / (1 + raw) : 1 - raw;
}

Score luagame_total(const LuaGame *g, const LuaCase *each) {
    Score s = { 0 };
    for (size_t i = 0; i < g->game.cases; i++) {
        s.raw += each[i].raw;
        s.steps += (uint64_t)each[i].steps;
        s.hits += each[i].won;
    }
    s.standardized = standardize(g, s.raw);
    return s;
}

static bool score_all(const Game *game, LuaPlayer *scratch, Score *out,
                      Err *err) {
    const LuaGame *g = (const LuaGame *)game;
    Score total = { 0 };
    for (size_t i = 0; i < game->cases; i++) {
        LuaCase one;
        if (!luaplayer_case(scratch, i, &one, err)) return false;
        total.raw += one.raw;
        total.steps += (uint64_t)one.steps;
        total.hits += one.won;
    }
    total.standardized = standardize(g, total.raw);
    *out = total;
    return true;
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    Tree tree = tree_at(shape, (void *)(uintptr_t)genome);
    if (!luaplayer_program(scratch, &tree, err)) return false;
    return score_all(game, scratch, out, err);
}

static bool score_machine(const Game *game, const void *shape, void *scratch,
                          const void *genome, Score *out, Err *err) {
    (void)shape;
    luaplayer_machine(scratch, genome);
    return score_all(game, scratch, out, err);
}

const GameClass luagame_machine_class = {
    .name = "game",
    .kind = "machine",
    .scratch_new = scratch_new,
    .scratch_free = luaplayer_free,
    .score = score_machine,
};

const GameClass luagame_class = {
    .name = "game",
    .kind = "tree",
    .scratch_new = scratch_new,
    .scratch_free = luaplayer_free,
    .score = score,
};
