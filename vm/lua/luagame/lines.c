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

static void push_move(lua_State *L, int move) {
    lua_pushstring(L, move == MOVE_C ? "c" : "d");
}

static void push_turn(lua_State *L) {
    luacall_push_part(L, LUA_TURN);
    lua_pushvalue(L, 1);
}

/* The move that `turn` answers with, or -1 if it ends the match. */
static int answer(lua_State *L, LuaPlayer *p, int move) {
    push_turn(L);
    push_move(L, move);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_TURN, 2);
    if (lua_isnil(L, -1)) return -1;
    const char *text = lua_tostring(L, -1);
    if (!text || !strchr("cdCD", text[0]) || !text[0] || text[1])
        luaL_error(L,
                   "%s: ludus.game: field 'turn' must give \"c\", \"d\" or "
                   "nil, gave %s",
                   p->game->home.key, luaL_tolstring(L, -1, NULL));
    int given = text[0] == 'c' || text[0] == 'C' ? MOVE_C : MOVE_D;
    lua_settop(L, 1);
    return given;
}

static void alone(lua_State *L, LuaPlayer *p) {
    const Machine *m = p->mine.machine;
    int at = m->start;
    while (luacall_spend(p, 1)) {
        int given = answer(L, p, m->at[at].out);
        if (given < 0 || luacall_done(L, p)) break;
        at = m->at[at].next[given];
    }
}

/* Two machines move at once; `turn` is told both moves. */
static void against(lua_State *L, LuaPlayer *p) {
    bool first = p->judged == 1;
    const Machine *a = first ? p->mine.machine : p->rival->machine;
    const Machine *b = first ? p->rival->machine : p->mine.machine;
    int at_a = a->start, at_b = b->start;
    while (luacall_spend(p, 1)) {
        int move_a = a->at[at_a].out, move_b = b->at[at_b].out;
        push_turn(L);
        push_move(L, move_a);
        push_move(L, move_b);
        luacall_run(L, p, PRIM_ROWS_MAX + LUA_TURN, 3);
        lua_settop(L, 1);
        if (luacall_done(L, p)) break;
        at_a = a->at[at_a].next[move_b];
        at_b = b->at[at_b].next[move_a];
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

static bool acts(const LinearInstr *in) {
    return in && (in->kind == LINEAR_ACT || in->kind == LINEAR_COMBINE);
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
        LinearRun *now = &run[p->player - 1];
        now->code = p->now->code;
        for (bool goes_on = true; goes_on;) {
            const LinearInstr *next = linear_run_next(now);
            int32_t cost = cost_of(g, next);
            if (!luacall_spend(p, cost)) return;
            goes_on = linear_run_step(now);
            if (cost && acts(next) && luacall_done(L, p)) return;
        }
        if (!p->rival) return;
    }
}
