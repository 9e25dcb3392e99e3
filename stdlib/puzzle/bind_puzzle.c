/* bind_puzzle.c -- the puzzle for Lua: ludus.puzzle wraps it.
 *
 * Boards cross over as lists of tiles from 1.
 */
#include "bind_puzzle.h"

#include <string.h>

#include "lua/engine/bind_game.h"
#include "base/mem.h"
#include "lua/program/bind_vector.h"

static const char CLASS[] = "ludus.puzzle";

Puzzle *bind_puzzle(lua_State *L) { return bind_object(L, 1, CLASS); }

/* ---- boards ------------------------------------------------------------- */

static Board read_board(lua_State *L, int arg, const Puzzle *p) {
    Board board = { { 0 } };
    luaL_checktype(L, arg, LUA_TTABLE);
    if (luaL_len(L, arg) != p->cells)
        luaL_error(L, "a board of %d tiles; this puzzle has %d",
                   (int)luaL_len(L, arg), p->cells);
    for (int i = 0; i < p->cells; i++) {
        lua_geti(L, arg, i + 1);
        lua_Integer tile = luaL_checkinteger(L, -1);
        lua_pop(L, 1);
        if (tile < 1 || tile > p->cells)
            luaL_error(L, "a board must hold each tile 1 to %d once, got %I",
                       p->cells, tile);
        board.tile[i] = (uint8_t)(tile - 1);
    }
    return board;
}

static void push_board(lua_State *L, const Puzzle *p, const Board *board) {
    lua_createtable(L, p->cells, 0);
    for (int i = 0; i < p->cells; i++) {
        lua_pushinteger(L, board->tile[i] + 1);
        lua_seti(L, -2, i + 1);
    }
}

/* A board given as a list, or the start if it is missing. */
static Board board_or_start(lua_State *L, int arg, const Puzzle *p) {
    return lua_isnoneornil(L, arg) ? p->start : read_board(L, arg, p);
}

static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    int rows = (int)bind_integer(L, 1, "rows", 1, PUZZLE_SIDE_MAX);
    int cols = (int)bind_integer(L, 1, "cols", 1, PUZZLE_SIDE_MAX);
    bool torus = bind_boolean(L, 1, "torus");
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    Puzzle *p = box->object = mem_new(1, sizeof *p, &err);
    if (!p || !puzzle_init(p, rows, cols, torus, &err))
        return bind_raise(L, &err);
    lua_getfield(L, 1, "start");
    Board start = read_board(L, lua_gettop(L), p);
    lua_getfield(L, 1, "goal");
    Board goal = read_board(L, lua_gettop(L), p);
    if (!puzzle_boards(p, &start, &goal, &err)) return bind_raise(L, &err);
    if (strcmp(bind_string(L, 1, "distance"), "as-printed") == 0 &&
        !puzzle_as_printed(p, &err))
        return bind_raise(L, &err);
    lua_pop(L, 2);
    return 1;
}

/* facts(): sizes, boards, swaps. */
static int m_facts(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    lua_createtable(L, 0, 8);
    bind_set_integer(L, "rows", p->rows);
    bind_set_integer(L, "cols", p->cols);
    bind_set_integer(L, "codes", p->swaps);
    bind_set_integer(L, "worst", p->worst);
    push_board(L, p, &p->start);
    lua_setfield(L, -2, "start");
    push_board(L, p, &p->goal);
    lua_setfield(L, -2, "goal");
    lua_createtable(L, p->swaps, 0);
    for (int code = 1; code <= p->swaps; code++) {
        lua_createtable(L, 2, 0);
        for (int k = 0; k < 2; k++) {
            lua_pushinteger(L, p->swap[code][k]);
            lua_seti(L, -2, k + 1);
        }
        lua_seti(L, -2, code);
    }
    lua_setfield(L, -2, "swaps");
    return 1;
}

/* with(start): the same puzzle from another board. */
static int m_with(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    Board start = read_board(L, 2, p);
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    Puzzle *q = box->object = mem_new(1, sizeof *q, &err);
    if (!q) return bind_raise(L, &err);
    *q = *p;
    if (!puzzle_boards(q, &start, &p->goal, &err)) return bind_raise(L, &err);
    return 1;
}

static int m_random_board(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    Board b = puzzle_random_board(p, (uint64_t)luaL_checkinteger(L, 2),
                                  (uint64_t)luaL_checkinteger(L, 3));
    push_board(L, p, &b);
    return 1;
}

static int m_failures(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    Board b = board_or_start(L, 2, p);
    lua_pushinteger(L, puzzle_failures(p, &b));
    return 1;
}

/* The score of a plan; raises if it is none of this puzzle. */
static Score play(lua_State *L, const Puzzle *p, const VectorShape *shape,
                  const int32_t *code) {
    Score score;
    Err err;
    if (!p->game.class->score(&p->game, shape, NULL, code, &score, &err))
        bind_raise(L, &err);
    return score;
}

/* score(plan): raw, standardized, hits; and the last board. */
static int m_score(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    const VectorSpecies *species;
    const int32_t *code = bind_vector(L, 2, &species);
    Score score = play(L, p, &species->shape, code);
    Board b = p->start;
    for (size_t i = 0; i < species->shape.length; i++)
        puzzle_move(p, &b, code[i]);
    lua_createtable(L, 0, 5);
    bind_set(L, "raw", score.raw);
    bind_set_integer(L, "max", p->worst);
    bind_set(L, "standardized", score.standardized);
    bind_set_number(L, "adjusted", 1 / (1 + score.standardized));
    bind_set_count(L, "steps", score.steps);
    push_board(L, p, &b);
    lua_setfield(L, -2, "board");
    return 1;
}

/* boards(plan): every board on the way, the start first. */
static int m_boards(lua_State *L) {
    Puzzle *p = bind_puzzle(L);
    const VectorSpecies *species;
    const int32_t *code = bind_vector(L, 2, &species);
    play(L, p, &species->shape, code);
    Board b = p->start;
    lua_newtable(L);
    push_board(L, p, &b);
    lua_seti(L, -2, 1);
    for (size_t i = 0; i < species->shape.length; i++) {
        puzzle_move(p, &b, code[i]);
        push_board(L, p, &b);
        lua_seti(L, -2, (lua_Integer)i + 2);
    }
    return 1;
}

static const luaL_Reg methods[] = {
    { "facts", m_facts },       { "with", m_with },
    { "failures", m_failures }, { "random_board", m_random_board },
    { "score", m_score },       { "boards", m_boards },
    { NULL, NULL },
};

static const luaL_Reg functions[] = { { "new", f_new }, { NULL, NULL } };

static const BindLimit limits[] = {
    { "side", PUZZLE_SIDE_MAX },
    { NULL, 0 },
};

int open_puzzle(lua_State *L);

int open_puzzle(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    bind_puzzle_search(L, CLASS);
    bind_game_class(L, CLASS, "ludus.puzzle.inspect");
    luaL_newlib(L, functions);
    bind_puzzle_searchers(L);
    lua_setfield(L, -2, "searchers");
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
