/* bind_hanabi.c -- ludus.core.hanabi: makes games of trees and of orders.
 *
 *     local game = core.new { program = "vector", players = 2, cases = 100,
 *       case_seed = 1, lost = "points", partners = { p, "piers" } }
 *
 * Every field is set; the Lua side has checked names and filled in defaults.
 */
#include "bind_hanabi.h"

#include <string.h>

#include "base/mem.h"
#include "lua/engine/bind_game.h"
#include "lua/program/bind_vector.h"

static const char TREES[] = "ludus.hanabi";
static const char ORDERS[] = "ludus.hanabi.orders";

const Hanabi *bind_hanabi(lua_State *L, int arg) {
    const Game *game = bind_game(L, arg);
    luaL_argcheck(L, strcmp(game->class->name, "hanabi") == 0, arg,
                  "a game of Hanabi expected");
    return (const Hanabi *)game;
}

HnbOrder bind_order(lua_State *L, int arg) {
    const VectorSpecies *species;
    const void *genome = bind_vector(L, arg, &species);
    HnbOrder order;
    Err err;
    if (!hnb_order(&order, (Entrant){ species->species.shape, genome }, &err))
        bind_raise(L, &err);
    return order;
}

/* ---- making one ---------------------------------------------------------- */

/* The partner at the top: a name, or a vector. */
static HnbOrder to_partner(lua_State *L) {
    Err err;
    if (luaL_testudata(L, -1, "ludus.vector"))
        return bind_order(L, lua_gettop(L));
    if (lua_type(L, -1) != LUA_TSTRING) {
        err_set(&err,
                "hanabi.game: field 'partners': expected players by name, "
                "files, texts of rules or orders, got a %s",
                luaL_typename(L, -1));
        bind_raise(L, &err);
    }
    const HnbPlayer *player = hnb_player(lua_tostring(L, -1));
    if (!player) luaL_error(L, "unknown player '%s'", lua_tostring(L, -1));
    return player->order;
}

static void to_partners(lua_State *L, HnbOptions *options) {
    if (lua_getfield(L, 1, "partners") != LUA_TTABLE)
        luaL_error(L, "field 'partners': expected a list");
    int n = (int)bind_length(L, -1);
    if (n > HNB_PARTNERS_MAX)
        luaL_error(L, "field 'partners': at most %d", HNB_PARTNERS_MAX);
    for (int i = 0; i < n; i++) {
        lua_geti(L, -1, i + 1);
        options->partner[i] = to_partner(L);
        lua_pop(L, 1);
    }
    options->partners = n;
    lua_pop(L, 1);
}

static HnbOptions to_options(lua_State *L) {
    static const char *const kinds[] = { "vector", "tree", NULL };
    static const char *const lost[] = { "points", "zero", NULL };
    HnbOptions o = { 0 };
    o.players = (int)bind_integer(L, 1, "players", HNB_PLAYERS_MIN,
                                  HNB_PLAYERS_MAX);
    o.cases = (size_t)bind_integer(L, 1, "cases", 1, HNB_CASES_MAX);
    o.seed = (uint64_t)bind_integer(L, 1, "case_seed", LUA_MININTEGER,
                                    LUA_MAXINTEGER);
    o.trees = bind_choice(L, 1, "program", kinds) == 1;
    o.zero = bind_choice(L, 1, "lost", lost) == 1;
    to_partners(L, &o);
    return o;
}

static int f_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    HnbOptions options = to_options(L);
    Box *box = bind_box(L, options.trees ? TREES : ORDERS, mem_free);
    Err err;
    box->object = hanabi_new(&options, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

/* ---- rows ---------------------------------------------------------------- */

static void push_rows(lua_State *L, const HnbRow *rows, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", rows[i].name);
        bind_set_text(L, "help", rows[i].help);
        lua_seti(L, -2, i + 1);
    }
}

/* The players of the literature: name, help, and the codes of their rules. */
static void push_players(lua_State *L) {
    lua_newtable(L);
    for (int i = 0; hnb_players[i].name; i++) {
        const HnbPlayer *p = &hnb_players[i];
        lua_createtable(L, p->order.length, 2);
        bind_set_text(L, "name", p->name);
        bind_set_text(L, "help", p->help);
        for (int k = 0; k < p->order.length; k++) {
            lua_pushinteger(L, p->order.code[k]);
            lua_seti(L, -2, k + 1);
        }
        lua_seti(L, -2, i + 1);
    }
}

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "match", bind_match_new },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "cases", HNB_CASES_MAX },
    { "partners", HNB_PARTNERS_MAX },
    { "order", HNB_ORDER_MAX },
    { "rules", HNB_RULES },
    { "points", HNB_POINTS },
    { NULL, 0 },
};

int open_hanabi(lua_State *L);

int open_hanabi(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, TREES, bind_none, bind_boxed);
    bind_tree_game_class(L, TREES, NULL);
    bind_orders_class(L, ORDERS);
    bind_match_class(L);
    luaL_newlib(L, functions);
    push_rows(L, hnb_tactics, HNB_TACTICS);
    lua_setfield(L, -2, "tactics");
    push_rows(L, hnb_conditions, HNB_CONDITIONS);
    lua_setfield(L, -2, "conditions");
    push_players(L);
    lua_setfield(L, -2, "players");
    bind_methods(L, ORDERS);
    bind_limits(L, limits);
    return 1;
}
