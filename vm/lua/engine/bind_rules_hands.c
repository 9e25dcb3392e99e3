/* bind_rules_hands.c -- a case of a game of rules that is played by hand.
 *
 *     local hands = game:hands(1)
 *     hands:move(program)      one run of it; false if the case is over
 *     hands:move(name)         a machine's move; false, or what is seen
 *     hands:state()            variables and grids as they are now
 *     hands:finish()           raw, steps, end; no more moves then
 *
 * Trees and machines: of a vector all is said before the case begins, and of
 * linear programs an instruction is a move (see ludus.inspect.person).
 */
#include "bind_rules.h"

#include "engine/rules/rules_machine.h"
#include "lua/program/bind_tree.h"

static const char CLASS[] = "ludus.rules.hands";

/* The scratch and the game are kept in the user values. */
typedef struct Hands {
    RulesGame    *game;
    RulesScratch *scratch;
    bool          over;
    uint32_t      moves;             /* of a machine */
} Hands;

static Hands *hands_of(lua_State *L) { return luaL_checkudata(L, 1, CLASS); }

/* A machine's move by its name; pushes what is seen, or false. */
static int move_by_name(lua_State *L, Hands *h) {
    const Alphabet *a = &h->game->machine->alphabet;
    size_t len;
    const char *name = luaL_checklstring(L, 2, &len);
    int32_t gave = 0;
    int move = names_find(&a->moves, name, len);
    luaL_argcheck(L, move >= 0, 2, "is no move of the game");
    bool goes_on = rules_hands_turn(h->game, h->scratch, move, &gave);
    if (++h->moves >= h->game->options.passes) goes_on = false;
    if (goes_on)
        lua_pushstring(L, a->sees.name[rules_mod(gave, a->sees.count)]);
    else lua_pushboolean(L, false);
    return 1;
}

static int h_move(lua_State *L) {
    Hands *h = hands_of(L);
    luaL_argcheck(L, !h->over, 1, "the case has ended");
    if (h->game->machine) return move_by_name(L, h);
    lua_getiuservalue(L, 1, 1);
    Tree tree = bind_tree_for(L, 2, lua_gettop(L), &h->game->rules->language);
    bool goes_on = rules_hands_move(h->scratch, &tree);
    Err err;
    if (!rules_scratch_ok(h->scratch, &err)) return bind_raise(L, &err);
    lua_pushboolean(L, goes_on);
    return 1;
}

static int h_state(lua_State *L) {
    const Hands *h = hands_of(L);
    bind_rules_state(L, h->game->rules, rules_scratch_state(h->scratch));
    return 1;
}

static int h_finish(lua_State *L) {
    Hands *h = hands_of(L);
    luaL_argcheck(L, !h->over, 1, "the case has ended");
    h->over = true;
    RulesCase one = rules_hands_end(h->game, h->scratch);
    bind_rules_case(L, &one);
    return 1;
}

static const luaL_Reg methods[] = {
    { "move", h_move }, { "state", h_state }, { "finish", h_finish },
    { NULL, NULL },
};

int bind_rules_hands(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_settop(L, 2);
    size_t number = bind_place(L, 2, "case", game->game.cases);
    luaL_argcheck(L, game->game.class == &rules_class || game->machine, 1,
                  "only trees and machines are played move by move");
    if (luaL_getmetatable(L, CLASS) == LUA_TNIL)
        bind_class(L, CLASS, methods, bind_none);
    Hands *h = lua_newuserdatauv(L, sizeof *h, 2);
    *h = (Hands){ .game = game };
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    h->scratch = bind_rules_scratch(L, game);
    lua_setiuservalue(L, -2, 2);
    luaL_setmetatable(L, CLASS);
    rules_hands_begin(game, h->scratch, number);
    return 1;
}
