/* lines.c -- plays machines and linear programs with a script's
 * functions.
 *
 * A machine's round is a call of `turn`. Without rivals it gets the move and
 * gives the other player's; with them it gets both moves, those of player 1
 * first, and gives nothing.
 *
 * A linear program steps as linear_run.c says; the host is a script's
 * functions, called with the state. An instruction that gives true ends the
 * turn: without rivals the case is over, with them the other program goes on
 * where it had stopped.
 */
#include "call.h"

#include <string.h>

#include "engine/walk/linear_run.h"

/* ---- machines ------------------------------------------------------------ */

static void push_move(lua_State *L, const LuaPlayer *p, int move) {
    lua_pushstring(L, p->game->alphabet.moves.name[move]);
}

static void push_turn(lua_State *L) {
    luacall_push_part(L, LUA_TURN);
    lua_pushvalue(L, 1);
}

/* Pushes the names in quotes, with commas between them. */
static void push_names(lua_State *L, const Names *names) {
    lua_pushliteral(L, "");
    for (int i = 0; i < names->count; i++) {
        lua_pushfstring(L, "%s\"%s\"", i ? ", " : "", names->name[i]);
        lua_concat(L, 2);
    }
}

/* The place of the observation at the top, or -1; the dilemma's moves may be
 * capitals. */
static int observed(lua_State *L, const Alphabet *a) {
    size_t len;
    if (lua_type(L, -1) != LUA_TSTRING) return -1;
    const char *text = lua_tolstring(L, -1, &len);
    int see = names_find(&a->sees, text, len);
    if (see >= 0 || len != 1 || !alphabet_is_dilemma(a)) return see;
    return *text == 'C' ? MOVE_C : *text == 'D' ? MOVE_D : -1;
}

/* What the machine sees, as `turn` answers, or -1 if that ends the match. */
static int answer(lua_State *L, LuaPlayer *p, int move) {
    const Alphabet *a = &p->game->alphabet;
    push_turn(L);
    push_move(L, p, move);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_TURN, 2);
    if (lua_isnil(L, -1)) return -1;
    int see = observed(L, a);
    if (see < 0) {
        const char *gave = luaL_tolstring(L, -1, NULL);
        push_names(L, &a->sees);
        luaL_error(L,
                   "%s: ludus.game: field 'turn' must give %s or nil, gave %s",
                   p->game->home.key, lua_tostring(L, -1), gave);
    }
    lua_settop(L, 1);
    return see;
}

/* A turn that is written down: what was played, and what was seen, if anything,
 * by its name. */
static void close_turn(LuaPlayer *p, int32_t step, int move, const char *seen) {
    if (seen) luawritten_say(p, step, seen);
    luawritten_leave(p, step, move);
}

/* The move that the function at the top gave, or -1 if it ends the match. */
static int given_move(lua_State *L, LuaPlayer *p) {
    const Names *moves = &p->game->alphabet.moves;
    size_t len = 0;
    if (lua_isnil(L, -1)) return -1;
    const char *text = lua_tolstring(L, -1, &len);
    int move = text ? names_find(moves, text, len) : -1;
    if (move < 0) {
        const char *gave = luaL_tolstring(L, -1, NULL);
        push_names(L, moves);
        luaL_error(L, "a player must give %s or nil, gave %s",
                   lua_tostring(L, -1), gave);
    }
    return move;
}

/* One of the machines of a match, or the function in its seat. */
typedef struct Side {
    const Walked *who;
    int           at;                /* its state */
} Side;

/* The side's move in this round, or -1 if that ends the match. */
static int side_move(lua_State *L, LuaPlayer *p, Side *side, int player) {
    if (!side->who->asks)
        return machine_at(&p->game->alphabet, side->who->machine, side->at)[0];
    p->now = side->who;
    p->player = player;
    bool asked = luacase_ask(L, p);
    p->now = &p->mine;
    int move = asked ? given_move(L, p) : -1;
    lua_settop(L, 1);
    return move;
}

static void side_sees(const LuaPlayer *p, Side *side, int see) {
    if (side->who->asks) return;
    side->at = machine_at(&p->game->alphabet, side->who->machine,
                          side->at)[1 + see];
}

static Side side_of(const Walked *who) {
    return (Side){ who, who->asks ? 0 : who->machine->start };
}

static void alone(lua_State *L, LuaPlayer *p) {
    const Alphabet *a = &p->game->alphabet;
    Side mine = side_of(&p->mine);
    while (mine.who->asks || luacall_spend(p, 1)) {
        int move = side_move(L, p, &mine, 1);
        if (move < 0) break;
        int32_t step = luawritten_enter(p, (uint32_t)mine.at);
        int see = luawritten_seen(p, step, answer(L, p, move), a->sees.count);
        close_turn(p, step, move, see < 0 ? NULL : a->sees.name[see]);
        if (see < 0 || luacall_done(L, p)) break;
        side_sees(p, &mine, see);
    }
}

/* Two machines move at once, and each sees the other's move; `turn` is told
 * both. */
static void against(lua_State *L, LuaPlayer *p) {
    bool first = p->judged == 1;
    Side a = side_of(first ? &p->mine : p->rival);
    Side b = side_of(first ? p->rival : &p->mine);
    while (luacall_spend(p, 1)) {
        int move_a = side_move(L, p, &a, 1);
        int move_b = move_a < 0 ? -1 : side_move(L, p, &b, 2);
        if (move_b < 0) break;
        int32_t step = luawritten_enter(p, (uint32_t)(first ? a.at : b.at));
        push_turn(L);
        push_move(L, p, move_a);
        push_move(L, p, move_b);
        luacall_run(L, p, PRIM_ROWS_MAX + LUA_TURN, 3);
        lua_settop(L, 1);
        int other = first ? move_b : move_a;
        close_turn(p, step, first ? move_a : move_b,
                   p->game->alphabet.moves.name[other]);
        if (luacall_done(L, p)) break;
        side_sees(p, &a, move_b);
        side_sees(p, &b, move_a);
    }
}

void lualines_machine(lua_State *L, LuaPlayer *p) {
    if (p->rival) against(L, p);
    else alone(L, p);
}

/* ---- linear programs ----------------------------------------------------- */

static bool act(void *player, int op) {
    LuaPlayer *p = player;
    return !luacall_ask(p->L, p, op);
}

static bool test(void *player, int op) {
    LuaPlayer *p = player;
    return luacall_ask(p->L, p, op);
}

static int32_t cost_of(const LuaGame *g, const LinearInstr *next) {
    return next ? g->cost[next - g->set->instrs] : g->node_cost;
}

/* The place of the next line: block and line in halves of a word. */
static uint32_t place_of(const LinearRun *run) {
    return (uint32_t)(run->block << 16 | run->line);
}

static bool acts(const LinearInstr *in) {
    return in && (in->kind == LINEAR_ACT || in->kind == LINEAR_COMBINE);
}

/* A function's turn instead of a program's; false if the case is over. */
static bool ask_turn(lua_State *L, LuaPlayer *p) {
    if (!luacase_ask(L, p)) return false;
    bool goes_on = !lua_isnil(L, -1);
    lua_settop(L, 1);
    return goes_on && !luacall_done(L, p);
}

void lualines_linear(lua_State *L, LuaPlayer *p) {
    static const LinearHost host = { act, test, NULL };   /* nobody looks */
    const LuaGame *g = p->game;
    LinearRun run[2];
    for (int i = 0; i < 2; i++)
        run[i] = (LinearRun){
            .set = g->set, .host = &host, .game = p, .nested = g->nested
        };
    for (p->player = 2;;) {
        luacase_next(L, p);
        if (p->now->asks) {
            if (!ask_turn(L, p)) return;
            continue;
        }
        LinearRun *now = &run[p->player - 1];
        now->code = p->now->code;
        for (bool goes_on = true; goes_on;) {
            const LinearInstr *next = linear_run_next(now);
            int32_t cost = cost_of(g, next);
            if (!luacall_spend(p, cost)) return;
            int32_t step = luawritten_enter(p, place_of(now));
            size_t line = now->line + 1;
            now->forced = luawritten_forced(p, step);
            goes_on = linear_run_step(now);
            luawritten_leave(p, step, now->line == line);
            if (cost && acts(next) && luacall_done(L, p)) return;
        }
        if (!p->rival) return;
    }
}
