/* bind_trace.c -- ludus.core.minesweeper.trace: traces and behaviour for Lua.
 *
 *     local t = core.new(game, program, case, if)
 *     t:state(n)  t:changes()  t:change(i), and what every trace has
 *     core.behaviour(game, program)  core.behaves(game, program, behaviour)
 *
 * Steps, nodes, squares and changes are counted from 1. The module
 * ludus.minesweeper.trace wraps it.
 */
#include <string.h>

#include "bind_minesweeper.h"
#include "lua/engine/bind_trace.h"
#include "lua/program/bind_tree.h"
#include "base/mem.h"
#include "trace.h"

static const char CLASS[] = "ludus.minesweeper.trace";
static const char GAME[]  = "ludus.minesweeper";
static const char ACTOR[] = "ludus.minesweeper.actor";

/* new(game, program, case, if): keeps the game alive. */
static int f_new(lua_State *L) {
    Mines *m = bind_object(L, 1, GAME);
    TraceIf suppose = bind_trace_if(L, 4);
    size_t i = bind_place(L, 3, "case", m->game.cases);
    Tree tree = bind_tree_for(L, 2, 1, &m->language);
    Box *box = bind_box(L, CLASS, mines_trace_free);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = mines_trace_new(m, &tree, i, &suppose, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* ---- changes ------------------------------------------------------------ */

static int m_changes(lua_State *L) {
    MinesTrace *t = bind_object(L, 1, CLASS);
    lua_pushinteger(L, (lua_Integer)t->change_count);
    return 1;
}

static const char *const kinds[] = {
    [TRACE_SQUARE] = "square",
    [TRACE_POSITION] = "position",
    [TRACE_REGISTER] = "register",
};

/* change(i): kind, step, place, before, after, steps begun by then. */
static int m_change(lua_State *L) {
    MinesTrace *t = bind_object(L, 1, CLASS);
    const TraceChange *c =
        &t->changes[bind_place(L, 2, "change", t->change_count)];
    lua_pushstring(L, kinds[c->kind]);
    lua_pushinteger(L, (lua_Integer)c->step + 1);
    lua_pushinteger(L, c->place + 1);
    lua_pushinteger(L, c->before);
    lua_pushinteger(L, c->after);
    lua_pushinteger(L, c->when);
    return 6;
}

/* state(n): when step n begins (#t + 1: at the end) the picture, the picture
 * with the mines shown, row and column of the place, the registers. */
static int m_state(lua_State *L) {
    MinesTrace *t = bind_object(L, 1, CLASS);
    size_t n = bind_place(L, 2, "step", t->trace.count + 1);
    uint8_t *board = lua_newuserdatauv(L, (size_t)t->mines->squares, 0);
    uint32_t at;
    int32_t reg[MINES_REGISTERS_MAX];
    mines_trace_state(t, n, board, &at, reg);
    Buf *seen = bind_buf(L), *all = bind_buf(L);
    mines_picture(t->mines, board, false, seen);
    mines_picture(t->mines, board, true, all);
    uint32_t cols = (uint32_t)t->mines->options.cols;
    bind_text(L, seen);
    bind_text(L, all);
    lua_pushinteger(L, at / cols + 1);
    lua_pushinteger(L, at % cols + 1);
    lua_newtable(L);
    for (int i = 0; i < t->mines->options.rules.registers; i++) {
        lua_pushinteger(L, reg[i]);
        lua_seti(L, -2, i);
    }
    return 5;
}

/* ---- behaviour ---------------------------------------------------------- */

static MinesActor *push_actor(lua_State *L, const Mines *m, const Tree *tree) {
    Box *box = bind_box(L, ACTOR, mines_actor_free);
    Err err;
    box->object = mines_actor_new(m, &err);
    if (!box->object) bind_raise(L, &err);
    mines_actor_program(box->object, tree);
    return box->object;
}

/* behaviour(game, program): eight bytes a case. */
static int f_behaviour(lua_State *L) {
    Mines *m = bind_object(L, 1, GAME);
    Tree tree = bind_tree_for(L, 2, 1, &m->language);
    MinesActor *actor = push_actor(L, m, &tree);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    for (size_t i = 0; i < m->game.cases; i++) {
        uint64_t hash = mines_actor_play(actor, i);
        luaL_addlstring(&out, (const char *)&hash, sizeof hash);
    }
    luaL_pushresult(&out);
    return 1;
}

/* behaves(game, program, behaviour): true, or false and the first case that is
 * different. */
static int f_behaves(lua_State *L) {
    Mines *m = bind_object(L, 1, GAME);
    size_t len;
    const char *want = luaL_checklstring(L, 3, &len);
    luaL_argcheck(L, len == m->game.cases * sizeof(uint64_t), 3,
                  "is of another game");
    Tree tree = bind_tree_for(L, 2, 1, &m->language);
    MinesActor *actor = push_actor(L, m, &tree);
    for (size_t i = 0; i < m->game.cases; i++) {
        uint64_t hash = mines_actor_play(actor, i);
        if (memcmp(&hash, want + i * sizeof hash, sizeof hash) == 0) continue;
        lua_pushboolean(L, 0);
        lua_pushinteger(L, (lua_Integer)i + 1);
        return 2;
    }
    lua_pushboolean(L, 1);
    return 1;
}

static const luaL_Reg methods[] = {
    { "changes", m_changes },
    { "change", m_change },
    { "state", m_state },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "behaviour", f_behaviour },
    { "behaves", f_behaves },
    { NULL, NULL },
};

void bind_mines_trace(lua_State *L) {
    bind_trace_class(L, CLASS, methods);
    bind_class(L, ACTOR, bind_none, bind_boxed);
    luaL_newlib(L, functions);
}
