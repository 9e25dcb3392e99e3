/* bind_player.c -- players in Lua.
 *
 *     local p = core.linear({ -10, 60, 0, -30, -10, -20, 100, 110 }, settings)
 *     p:think(position)  p:rank(position)  p:value(position)
 */
#include "bind_othello.h"

#include "base/mem.h"

static const char CLASS[] = "othello.player";

Player *bind_player(lua_State *L, int arg) {
    return bind_object(L, arg, CLASS);
}

/* ---- the tables --------------------------------------------------------- */

static const char TABLES_KEY[] = "othello.tables";

const Tables *bind_tables(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, TABLES_KEY) == LUA_TNIL) {
        Err err;
        lua_pop(L, 1);
        Box *box = bind_box(L, "othello.table", mem_free);
        box->object = oth_tables_new(&err);
        if (!box->object) bind_raise(L, &err);
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, TABLES_KEY);
    }
    const Box *box = lua_touserdata(L, -1);
    lua_pop(L, 1);                   /* the registry keeps it */
    return box->object;
}

/* ---- making players ----------------------------------------------------- */

PlayerSettings bind_player_settings(lua_State *L, int arg) {
    PlayerSettings s = { 0 };
    s.solve = (int)bind_integer(L, arg, "solve", 0, PLAYER_SOLVE_MAX);
    s.table_bits = (int)bind_integer(L, arg, "table", 0, PLAYER_TABLE_MAX);
    s.raw_finals = bind_boolean(L, arg, "raw_finals");
    if (lua_getfield(L, arg, "depth") != LUA_TTABLE)
        luaL_error(L, "field 'depth': expected a list");
    for (int i = 0; i <= OTH_SQUARES; i++) {
        lua_Integer d = lua_geti(L, -1, i + 1) == LUA_TNUMBER
                            ? lua_tointeger(L, -1)
                            : 0;
        if (d < 1 || d > PLAYER_DEPTH_MAX)
            luaL_error(L, "field 'depth': must be 1 to %d plies",
                       PLAYER_DEPTH_MAX);
        s.depth[i] = (uint8_t)d;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return s;
}

Player *bind_player_push(lua_State *L, Evaluator *evaluator, int arg,
                         Err *err) {
    if (!evaluator) bind_raise(L, err);
    PlayerSettings normal = oth_settings();
    Box *box = bind_box(L, CLASS, oth_player_free);
    Player *player = box->object = oth_player_new(evaluator, &normal, err);
    if (!player) bind_raise(L, err);
    player->settings = bind_player_settings(L, arg);
    return player;
}

/* ---- using them --------------------------------------------------------- */

static void free_thinker(void *object) {
    oth_thinker_free(object);
    mem_free(object);
}

static Thinker *push_thinker(lua_State *L, const Player *player) {
    Err err;
    Box *box = bind_box(L, "othello.thinker", free_thinker);
    Thinker *thinker = box->object = mem_new(1, sizeof *thinker, &err);
    if (!thinker || !oth_thinker_init(thinker, &player, 1, &err))
        bind_raise(L, &err);
    return thinker;
}

static Board to_unfinished(lua_State *L, int arg) {
    Board b = bind_position(L, arg)->board;
    luaL_argcheck(L, !oth_over(b), arg, "is a finished game");
    return b;
}

static void push_square(lua_State *L, int square) {
    char name[3];
    oth_square_name(square, name);
    lua_pushstring(L, name);
}

/* think(position): the move, its value for the side to move, nodes searched. */
static int m_think(lua_State *L) {
    Player *player = bind_player(L, 1);
    Board b = to_unfinished(L, 2);
    Thinker *thinker = push_thinker(L, player);
    bind_player_lend(L, player);
    Choice c = oth_think(player, thinker, b);
    bind_player_check(L, player);
    push_square(L, c.square);
    lua_pushnumber(L, (lua_Number)c.value);
    lua_pushinteger(L, (lua_Integer)thinker->nodes);
    return 3;
}

/* rank(position): squares and values of all legal moves. */
static int m_rank(lua_State *L) {
    Player *player = bind_player(L, 1);
    Board b = to_unfinished(L, 2);
    Thinker *thinker = push_thinker(L, player);
    Choice choices[OTH_SQUARES];
    bind_player_lend(L, player);
    int n = oth_think_all(player, thinker, b, choices);
    bind_player_check(L, player);
    lua_createtable(L, n, 0);
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        push_square(L, choices[i].square);
        lua_seti(L, -3, i + 1);
        lua_pushnumber(L, (lua_Number)choices[i].value);
        lua_seti(L, -2, i + 1);
    }
    return 2;
}

/* value(position): the evaluation without search. */
static int m_value(lua_State *L) {
    Player *player = bind_player(L, 1);
    const Evaluator *e = player->evaluator;
    Board b = to_unfinished(L, 2);
    bind_player_lend(L, player);
    float v = e->value(e, b, oth_moves(b));
    bind_player_check(L, player);
    lua_pushnumber(L, (lua_Number)v);
    return 1;
}

/* ---- the class ---------------------------------------------------------- */

static int m_gc(lua_State *L) {
    const Box *box = luaL_checkudata(L, 1, CLASS);
    if (box->object) bind_callback_free(L, box->object);
    return bind_box_gc(L);
}

static const luaL_Reg methods[] = {
    { "think", m_think },
    { "rank", m_rank },
    { "value", m_value },
    { NULL, NULL },
};

static const luaL_Reg meta[] = { { "__gc", m_gc }, { NULL, NULL } };

void bind_player_class(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    bind_class(L, "othello.thinker", bind_none, bind_boxed);
}
