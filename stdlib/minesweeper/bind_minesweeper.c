/* bind_minesweeper.c -- Minesweeper for Lua: ludus.minesweeper wraps it.
 *
 * new() takes a table in which every field is set; the Lua side has checked
 * names and filled in defaults.
 */
#include "bind_minesweeper.h"
#include "lua/engine/bind_game.h"
#include "lua/program/bind_tree.h"
#include "base/clock.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.minesweeper";

/* ---- functions and methods ---------------------------------------------- */

static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    MinesOptions options = bind_mines_options(L);
    Box *box = bind_box(L, CLASS, mines_free);
    Err err;
    box->object = mines_new(&options, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* Scratch memory that Lua collects. */
static MinesScratch *push_scratch(lua_State *L, const Mines *m) {
    Box *box = bind_box(L, "ludus.minesweeper.scratch", mines_scratch_free);
    Err err;
    box->object = mines_scratch_new(m, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

static void push_case(lua_State *L, const MinesCase *one) {
    lua_createtable(L, 0, 3);
    bind_set(L, "raw", one->raw);
    bind_set(L, "steps", one->steps);
    bind_set_text(L, "end", mines_end_name(one->end));
}

static void push_one(lua_State *L, const void *each, size_t i) {
    push_case(L, (const MinesCase *)each + i);
}

void bind_mines_score(lua_State *L, const Mines *m, const MinesTotal *total,
                      const MinesCase *each) {
    Score sum = { .raw = (double)total->raw,
                  .steps = total->steps,
                  .standardized = m->game.max - (double)total->raw };
    bind_score(L, &sum, m->game.max);
    bind_set(L, "won", total->ends[END_WON]);
    bind_set(L, "exploded", total->ends[END_EXPLODED]);
    bind_set(L, "timed_out", total->ends[END_TIMED_OUT]);
    bind_cases(L, m->game.cases, each, push_one);
}

/* score(program): a table of totals, and of `cases` in order. */
static int m_score(lua_State *L) {
    Mines *m = bind_object(L, 1, CLASS);
    Tree tree = bind_tree_for(L, 2, 1, &m->language);
    MinesScratch *scratch = push_scratch(L, m);
    MinesCase *each = lua_newuserdatauv(L, m->game.cases * sizeof *each, 0);
    MinesTotal total = mines_score(m, scratch, &tree, each);
    bind_mines_score(L, m, &total, each);
    return 1;
}

/* play(program, case): one case, with the picture of its last board. */
static int m_play(lua_State *L) {
    Mines *m = bind_object(L, 1, CLASS);
    Tree tree = bind_tree_for(L, 2, 1, &m->language);
    size_t i = bind_place(L, 3, "case", m->game.cases);
    MinesScratch *scratch = push_scratch(L, m);
    uint8_t *board = lua_newuserdatauv(L, (size_t)m->squares, 0);
    MinesCase one = mines_play(m, scratch, &tree, i, board);
    Buf *seen = bind_buf(L), *true_board = bind_buf(L);
    mines_picture(m, board, false, seen);
    mines_picture(m, board, true, true_board);
    push_case(L, &one);
    bind_text(L, seen);
    lua_setfield(L, -2, "picture");
    bind_text(L, true_board);
    lua_setfield(L, -2, "revealed");
    return 1;
}

/* time(programs): CPU seconds that the game's engine takes to score the list,
 * and the programs' steps. */
static int m_time(lua_State *L) {
    Mines *m = bind_object(L, 1, CLASS);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_Integer n = (lua_Integer)bind_length(L, 2);
    MinesScratch *scratch = push_scratch(L, m);
    Tree *trees = lua_newuserdatauv(L, (size_t)n * sizeof *trees + 1, 0);
    lua_createtable(L, (int)n, 0);   /* keeps the programs alive */
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 2, i);
        trees[i - 1] = bind_tree_for(L, lua_gettop(L), 1, &m->language);
        lua_seti(L, 5, i);
        lua_settop(L, 5);
    }
    uint64_t steps = 0;
    double start = clock_thread();
    for (lua_Integer i = 0; i < n; i++)
        steps += mines_score(m, scratch, &trees[i], NULL).steps;
    lua_pushnumber(L, clock_thread() - start);
    lua_pushinteger(L, (lua_Integer)steps);
    return 2;
}

/* facts(): what the game works out from its options. */
static int m_facts(lua_State *L) {
    Mines *m = bind_object(L, 1, CLASS);
    lua_createtable(L, 0, 6);
    bind_set(L, "cases", (double)m->game.cases);
    bind_set(L, "max", (double)m->game.max);
    bind_set(L, "budget", m->budget);
    bind_set(L, "rows", m->options.rows);
    bind_set(L, "cols", m->options.cols);
    bind_set(L, "mines", m->options.mines);
    lua_pushboolean(L, m->options.all);
    lua_setfield(L, -2, "all");
    return 1;
}

static const luaL_Reg methods[] = {
    { "score", m_score }, { "play", m_play }, { "time", m_time },
    { "facts", m_facts }, { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "side", MINES_SIDE_MAX },     { "mines", MINES_SQUARES_MAX - 1 },
    { "cases", MINES_CASES_MAX },   { "budget", MINES_BUDGET_MAX },
    { "registers", MINES_REGISTERS_MAX },
    { NULL, 0 },
};

/* How the byte of a square is read. */
static void push_square(lua_State *L) {
    lua_createtable(L, 0, 4);
    bind_set_integer(L, "mine", SQ_MINE);
    bind_set_integer(L, "open", SQ_OPEN);
    bind_set_integer(L, "mark", SQ_MARK);
    bind_set_integer(L, "number_shift", SQ_NUMBER_SHIFT);
}

static void push_engines(lua_State *L) {
    lua_createtable(L, ENGINE_COUNT, 0);
    for (int i = 0; i < ENGINE_COUNT; i++) {
        lua_pushstring(L, mines_engine_name((MinesEngine)i));
        lua_seti(L, -2, i + 1);
    }
}

int open_minesweeper(lua_State *L);

int open_minesweeper(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    bind_tree_game_class(L, CLASS, "ludus.minesweeper.trace");
    bind_class(L, "ludus.minesweeper.scratch", bind_none, bind_boxed);
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    push_square(L);
    lua_setfield(L, -2, "square");
    push_engines(L);
    lua_setfield(L, -2, "engines");
    bind_mines_extras(L);
    lua_setfield(L, -2, "extras");
    bind_mines_sweepers(L);
    bind_mines_trace(L);
    lua_setfield(L, -2, "trace");
    return 1;
}
