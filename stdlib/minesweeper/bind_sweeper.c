/* bind_sweeper.c -- players that nobody evolved, for Lua.
 *
 *     core.sweepers                      { { name, help }, ... }
 *     core.sweep(game, name)             a score, as of programs
 *     local s = core.sweeper(name, view)
 *     s:choose(view, seed)               row and column to uncover next
 *     core.layout(game, case, square)    where the mines are
 */
#include <string.h>

#include "bind_minesweeper.h"
#include "lua/engine/bind_game.h"
#include "sweeper.h"

static const char GAME[]    = "ludus.minesweeper";
static const char SWEEPER[] = "ludus.minesweeper.sweeper";

static Sweeper *push_sweeper(lua_State *L, const char *name,
                             const MinesOptions *size) {
    int kind = sweeper_find(name);
    if (kind < 0) luaL_error(L, "there is no player '%s'", name);
    Box *box = bind_box(L, SWEEPER, sweeper_free);
    Err err;
    box->object = sweeper_new((SweeperKind)kind, size, &err);
    if (!box->object) bind_raise(L, &err);
    return box->object;
}

static int f_sweep(lua_State *L) {
    Mines *m = bind_object(L, 1, GAME);
    Sweeper *s = push_sweeper(L, luaL_checkstring(L, 2), &m->options);
    MinesCase *each = lua_newuserdatauv(L, m->game.cases * sizeof *each, 0);
    Err err = { "" };
    MinesTotal total = sweeper_play(s, m, each, &err);
    if (err.text[0]) return bind_raise(L, &err);
    bind_mines_score(L, m, &total, each);
    return 1;
}

static MinesOptions size_of(lua_State *L, int view) {
    luaL_checktype(L, view, LUA_TTABLE);
    MinesOptions o = mines_options();
    o.rows = (int)bind_integer(L, view, "rows", 2, MINES_SIDE_MAX);
    o.cols = (int)bind_integer(L, view, "cols", 2, MINES_SIDE_MAX);
    o.mines = (int)bind_integer(L, view, "mines", 1, o.rows * o.cols - 1);
    return o;
}

/* A player for boards of the size of a view, as ludus.minesweeper.field has. */
static int f_sweeper(lua_State *L) {
    MinesOptions size = size_of(L, 2);
    push_sweeper(L, luaL_checkstring(L, 1), &size);
    return 1;
}

/* The board in view.board[row][col]: the number of an open square. */
static uint8_t *push_board(lua_State *L, int view, const MinesOptions *o) {
    uint8_t *board = lua_newuserdatauv(L, (size_t)o->rows * (size_t)o->cols, 0);
    lua_getfield(L, view, "board");
    luaL_checktype(L, -1, LUA_TTABLE);
    for (int y = 0; y < o->rows; y++) {
        lua_geti(L, -1, y + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        for (int x = 0; x < o->cols; x++) {
            lua_geti(L, -1, x + 1);
            unsigned n = (unsigned)lua_tointeger(L, -1) & 15;
            unsigned q = n << SQ_NUMBER_SHIFT | SQ_OPEN;
            board[y * o->cols + x] = lua_isinteger(L, -1) ? (uint8_t)q : 0;
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return board;
}

static int m_choose(lua_State *L) {
    Sweeper *s = bind_object(L, 1, SWEEPER);
    MinesOptions o = size_of(L, 2);
    if (!sweeper_fits(s, &o)) return luaL_error(L, "a board of another size");
    uint64_t left = (uint64_t)bind_integer(L, 2, "left", 1, MINES_SQUARES_MAX);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 3);
    const uint8_t *board = push_board(L, 2, &o);
    luaL_argcheck(L, memchr(board, 0, (size_t)o.rows * (size_t)o.cols), 2,
                  "no square is covered");
    Rng rng = rng_key(seed, 0, left, RNG_PLAY);
    int q = sweeper_choose(s, board, &rng);
    lua_pushinteger(L, q / o.cols + 1);
    lua_pushinteger(L, q % o.cols + 1);
    return 2;
}

/* A letter a square, row by row: 1 for a mine; with a third argument as it is
 * once that square (1 is the first) was the first that was uncovered. */
static int f_layout(lua_State *L) {
    Mines *m = bind_object(L, 1, GAME);
    size_t i = bind_place(L, 2, "case", m->game.cases);
    size_t squares = (size_t)m->squares;
    bool first = !lua_isnoneornil(L, 3);
    size_t square = first ? bind_place(L, 3, "square", squares) : 0;
    uint8_t *board = lua_newuserdatauv(L, squares, 0);
    memcpy(board, m->boards + i * squares, squares);
    if (first) mines_first(m, i, (uint32_t)square, board);
    for (size_t q = 0; q < squares; q++)
        board[q] = board[q] & SQ_MINE ? '1' : '0';
    lua_pushlstring(L, (const char *)board, squares);
    return 1;
}

static const luaL_Reg methods[] = {
    { "choose", m_choose },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "sweep", f_sweep },
    { "sweeper", f_sweeper },
    { "layout", f_layout },
    { NULL, NULL },
};

void bind_mines_sweepers(lua_State *L) {
    bind_class(L, SWEEPER, methods, bind_boxed);
    luaL_setfuncs(L, functions, 0);
    lua_newtable(L);
    for (int i = 0; i < SWEEPER_KINDS; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", sweeper_name((SweeperKind)i));
        bind_set_text(L, "help", sweeper_help((SweeperKind)i));
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "sweepers");
}
