/* bind_position.c -- positions in Lua: rules, features, perft, exact scores.
 *
 *     local p = core.start():play "f5"
 *     p:moves()  p:side()  p:feature "mobility"  tostring(p)
 */
#include <string.h>

#include "bind_othello.h"
#include "base/mem.h"

static const char CLASS[] = "othello.position";

Position *bind_position(lua_State *L, int arg) {
    return luaL_checkudata(L, arg, CLASS);
}

int bind_position_push(lua_State *L, Position position) {
    Position *box = lua_newuserdatauv(L, sizeof *box, 0);
    *box = position;
    luaL_setmetatable(L, CLASS);
    return 1;
}

int bind_square(lua_State *L, int arg) {
    const char *name = luaL_checkstring(L, arg);
    int square = oth_square_find(name);
    if (square < 0) luaL_error(L, "'%s' is no square; they are a1 to h8", name);
    return square;
}

static void push_squares(lua_State *L, uint64_t set) {
    char name[3];
    lua_newtable(L);
    for (lua_Integer i = 1; set; set &= set - 1, i++) {
        oth_square_name(oth_first(set), name);
        lua_pushstring(L, name);
        lua_seti(L, -2, i);
    }
}

/* ---- the rules ---------------------------------------------------------- */

static int m_moves(lua_State *L) {
    push_squares(L, oth_moves(bind_position(L, 1)->board));
    return 1;
}

static int m_play(lua_State *L) {
    Position p = *bind_position(L, 1);
    int square = bind_square(L, 2);
    if (!oth_play(&p, square))
        luaL_error(L, "%s cannot play on %s", p.white ? "white" : "black",
                   lua_tostring(L, 2));
    return bind_position_push(L, p);
}

/* flips(square): the discs that playing there would turn; empty if not legal.
 * */
static int m_flips(lua_State *L) {
    Board b = bind_position(L, 1)->board;
    int square = bind_square(L, 2);
    bool taken = (b.me | b.you) & OTH_BIT(square);
    push_squares(L, taken ? 0 : oth_flips(b, square));
    return 1;
}

static int m_over(lua_State *L) {
    lua_pushboolean(L, oth_over(bind_position(L, 1)->board));
    return 1;
}

static int m_side(lua_State *L) {
    lua_pushstring(L, bind_position(L, 1)->white ? "white" : "black");
    return 1;
}

static int m_at(lua_State *L) {
    const Position *p = bind_position(L, 1);
    uint64_t bit = OTH_BIT(bind_square(L, 2));
    if (oth_black(p) & bit) lua_pushstring(L, "black");
    else if (oth_white(p) & bit) lua_pushstring(L, "white");
    else lua_pushnil(L);
    return 1;
}

/* count(): black's discs, white's discs, empty squares. */
static int m_count(lua_State *L) {
    const Position *p = bind_position(L, 1);
    lua_pushinteger(L, oth_count(oth_black(p)));
    lua_pushinteger(L, oth_count(oth_white(p)));
    lua_pushinteger(L, oth_empties(p->board));
    return 3;
}

/* ---- features ----------------------------------------------------------- */

static int to_feature(lua_State *L, int arg) {
    Err err;
    int i = oth_feature_find(luaL_checkstring(L, arg), &err);
    if (i < 0) bind_raise(L, &err);
    return i;
}

/* feature(name): the value as the paper counts it for the side to move, then
 * what was counted for it and for the opponent (not for C8). */
static int m_feature(lua_State *L) {
    Board b = bind_position(L, 1)->board;
    int i = to_feature(L, 2);
    const Feature *f = &oth_features[i];
    lua_pushnumber(L, (lua_Number)oth_feature(bind_tables(L), i, b));
    if (!f->count) return 1;
    lua_pushinteger(L, f->count(b));
    lua_pushinteger(L, f->count(oth_pass(b)));
    return 3;
}

/* features(): all eight, scaled to +-100. */
static int m_features(lua_State *L) {
    float values[FEATURES];
    oth_feature_all(bind_tables(L), bind_position(L, 1)->board, values);
    lua_createtable(L, FEATURES, 0);
    for (int i = 0; i < FEATURES; i++) {
        lua_pushnumber(L, (lua_Number)values[i]);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

/* marks(name): the squares a feature counts for the side to move, and those it
 * counts for the opponent. */
static int m_marks(lua_State *L) {
    Board b = bind_position(L, 1)->board;
    const Feature *f = &oth_features[to_feature(L, 2)];
    push_squares(L, f->squares(b));
    push_squares(L, f->squares(oth_pass(b)));
    return 2;
}

/* ---- engines ------------------------------------------------------------ */

static const Kernel *to_kernel(lua_State *L, int arg) {
    static const char *const names[] = { "best", "plain", "fast", NULL };
    const Kernel *k = NULL;
    switch (luaL_checkoption(L, arg, "best", names)) {
    case 0: k = oth_kernel(); break;
    case 1: k = oth_kernel_plain(); break;
    case 2: k = oth_kernel_fast(); break;
    }
    luaL_argcheck(L, k, arg, "this machine cannot run that engine");
    return k;
}

/* perft(depth, engine): leaves of the game tree. */
static int m_perft(lua_State *L) {
    Board b = bind_position(L, 1)->board;
    lua_Integer depth = luaL_checkinteger(L, 2);
    luaL_argcheck(L, depth >= 0 && depth <= 14, 2, "must be 0 to 14");
    lua_pushinteger(L, (lua_Integer)to_kernel(L, 3)->perft(b, (int)depth));
    return 1;
}

static void free_table(void *table) { oth_table_free(table); }

/* solve(): the exact disc difference for the side to move, empty squares
 * counted for the winner; the best move; nodes searched. */
static int m_solve(lua_State *L) {
    Position p = *bind_position(L, 1);
    int empties = oth_empties(p.board);
    if (empties > PLAYER_SOLVE_MAX)
        luaL_error(L, "%d squares are empty; at most %d can be solved", empties,
                   PLAYER_SOLVE_MAX);
    Err err;
    Box *box = bind_box(L, "othello.table", free_table);
    Table *table = box->object = oth_table_new(empties < 16 ? 16 : 20, &err);
    if (!table) return bind_raise(L, &err);
    Solver solver = { .table = table };
    if (oth_over(p.board)) {
        lua_pushinteger(L, oth_kernel()->solve(&solver, p.board, -64, 64));
        return 1;
    }
    Choice c = oth_kernel()->perfect(&solver, p.board);
    char name[3];
    oth_square_name(c.square, name);
    lua_pushinteger(L, (lua_Integer)c.value);
    lua_pushstring(L, name);
    lua_pushinteger(L, (lua_Integer)solver.nodes);
    return 3;
}

/* ---- the class ---------------------------------------------------------- */

static int m_tostring(lua_State *L) {
    char text[OTH_TEXT + 1];
    oth_print(bind_position(L, 1), text);
    lua_pushstring(L, text);
    return 1;
}

static int m_eq(lua_State *L) {
    const Position *a = luaL_testudata(L, 1, CLASS);
    const Position *b = luaL_testudata(L, 2, CLASS);
    lua_pushboolean(L, a && b && a->white == b->white &&
                           a->board.me == b->board.me &&
                           a->board.you == b->board.you);
    return 1;
}

static const luaL_Reg methods[] = {
    { "moves", m_moves },       { "play", m_play },   { "flips", m_flips },
    { "over", m_over },         { "side", m_side },   { "at", m_at },
    { "count", m_count },       { "feature", m_feature },
    { "features", m_features }, { "marks", m_marks }, { "perft", m_perft },
    { "solve", m_solve },       { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", m_tostring },
    { "__eq", m_eq },
    { NULL, NULL },
};

void bind_position_class(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    bind_class(L, "othello.table", bind_none, bind_boxed);
}
