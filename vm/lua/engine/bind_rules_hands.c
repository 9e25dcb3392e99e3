/* bind_rules_hands.c -- a case of a game of rules that is played by hand.
 *
 *     local hands = game:hands(1)
 *     hands:move(program)      one run of it; false if the case is over
 *     hands:move(name)         a machine's move; false, or what is seen
 *     hands:state()            variables and grids as they are now
 *     hands:finish()           raw, steps, end; no more moves then
 *
 *     local hands = game:hands(1, 2, guest)     -- rules for two: from seat 2
 *     hands:move(name)         an instruction, too; and what it gave
 *
 * Alone trees and machines play like that: of a vector all is said before the
 * case begins, and of linear programs an instruction is a move (see
 * ludus.inspect.person). Against a guest, whose turns follow at once, all do.
 */
#include "bind_rules.h"

#include <string.h>

#include "engine/rules/rules_machine.h"
#include "lua/program/bind_tree.h"

static const char CLASS[] = "ludus.rules.hands";

/* User values of hands: what must live as long as they. */
enum { KEPT_GAME = 1, KEPT_SCRATCH, KEPT_GUEST, KEPT_MOVE };

typedef struct Hands {
    RulesGame    *game;
    RulesScratch *scratch;
    bool          over;
    bool          two;               /* there is a guest */
    uint32_t      moves;             /* of a machine that plays alone */
    RulesMatch    match;
} Hands;

static Hands *hands_of(lua_State *L) { return luaL_checkudata(L, 1, CLASS); }

/* ---- moves --------------------------------------------------------------- */

/* A machine's move by its name; pushes what is seen, or false. */
static int move_by_name(lua_State *L, Hands *h) {
    const Alphabet *a = &h->game->machine->alphabet;
    size_t len;
    const char *name = luaL_checklstring(L, 2, &len);
    int32_t gave = 0;
    int seen = 0, move = names_find(&a->moves, name, len);
    luaL_argcheck(L, move >= 0, 2, "is no move of the game");
    bool goes_on = h->two ? rules_match_move(&h->match, move, &seen)
                          : rules_hands_turn(h->game, h->scratch, move, &gave);
    if (!h->two) seen = rules_mod(gave, a->sees.count);
    if (++h->moves >= h->game->options.passes) goes_on = false;
    if (goes_on) lua_pushstring(L, a->sees.name[seen]);
    else lua_pushboolean(L, false);
    return 1;
}

/* The guest moves until it is somebody else's turn; false if that ends it. */
static bool guest_moves(Hands *h) {
    RulesMatch *m = &h->match;
    bool on = true;
    while (on && rules_match_player(m) != m->judged) on = rules_match_turn(m);
    return on;
}

/* An instruction by its name; pushes whether the case goes on, and what it
 * gave. */
static int instruct(lua_State *L, Hands *h) {
    const LinearSet *set = &h->game->linear->set;
    const char *name = luaL_checkstring(L, 2);
    const LinearInstr *in = NULL;
    for (size_t i = 0; i < set->instr_count; i++)
        if (strcmp(set->instrs[i].name, name) == 0) in = &set->instrs[i];
    luaL_argcheck(L, in && (in->kind == LINEAR_ACT || in->kind == LINEAR_TEST),
                  2, "is no instruction that a person can give");
    int32_t gave;
    bool test = in->kind == LINEAR_TEST;
    bool on = rules_match_instruct(&h->match, in->op, test, &gave);
    lua_pushboolean(L, on && guest_moves(h));
    if (test) lua_pushboolean(L, gave != 0);
    else lua_pushinteger(L, gave);
    return 2;
}

/* A program's turn against the guest; pushes whether the case goes on. */
static int move_of_two(lua_State *L, Hands *h) {
    lua_settop(L, 2);
    lua_getiuservalue(L, 1, KEPT_GAME);
    RulesWho who = rules_match_who(h->game, bind_rules_entrant(L, 2, 3));
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, KEPT_MOVE);
    rules_match_change(&h->match, 0, &who);
    bool on = rules_match_turn(&h->match) && guest_moves(h);
    lua_pushboolean(L, on);
    return 1;
}

static int move_alone(lua_State *L, Hands *h) {
    lua_getiuservalue(L, 1, KEPT_GAME);
    Tree tree = bind_tree_for(L, 2, lua_gettop(L), &h->game->rules->language);
    lua_pushboolean(L, rules_hands_move(h->scratch, &tree));
    return 1;
}

static int h_move(lua_State *L) {
    Hands *h = hands_of(L);
    Err err;
    luaL_argcheck(L, !h->over, 1, "the case has ended");
    int results = h->game->machine             ? move_by_name(L, h)
                  : h->two && h->game->linear  ? instruct(L, h)
                  : h->two                     ? move_of_two(L, h)
                                              : move_alone(L, h);
    if (!rules_scratch_ok(h->scratch, &err)) return bind_raise(L, &err);
    return results;
}

/* ---- the case ------------------------------------------------------------ */

static int h_state(lua_State *L) {
    const Hands *h = hands_of(L);
    bind_rules_state(L, h->game->rules, rules_scratch_state(h->scratch));
    return 1;
}

static int h_finish(lua_State *L) {
    Hands *h = hands_of(L);
    luaL_argcheck(L, !h->over, 1, "the case has ended");
    h->over = true;
    RulesCase one = h->two ? rules_match_end(&h->match)
                           : rules_hands_end(h->game, h->scratch);
    bind_rules_case(L, &one);
    return 1;
}

static const luaL_Reg methods[] = {
    { "move", h_move }, { "state", h_state }, { "finish", h_finish },
    { NULL, NULL },
};

/* Seats the guest at stack index 4 against the person on the seat at 3; the
 * hands are at 5. Gives them, and whether there is a move to be made. */
static int begin_two(lua_State *L, Hands *h, size_t number) {
    lua_Integer seat = luaL_optinteger(L, 3, 1);
    Err err;
    luaL_argcheck(L, seat == 1 || seat == 2, 3, "must be 1 or 2");
    RulesWho two[2] = { { .genome = NULL } };
    two[1] = rules_match_who(h->game, bind_rules_entrant(L, 4, 1));
    if (!rules_match_can(h->game, &err) ||
        !rules_scratch_rooms(h->scratch, &err))
        return bind_raise(L, &err);
    lua_pushvalue(L, 4);
    lua_setiuservalue(L, 5, KEPT_GUEST);
    h->match = (RulesMatch){ .game = h->game, .scratch = h->scratch };
    rules_match_meet(&h->match, two, (int)seat, number);
    rules_match_begin(&h->match);
    bool on = !h->match.g->stop && (h->game->machine || guest_moves(h));
    lua_settop(L, 5);
    lua_pushboolean(L, on);
    return 2;
}

int bind_rules_hands(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_settop(L, 4);
    size_t number = bind_place(L, 2, "case", game->options.cases);
    bool two = !lua_isnil(L, 4);
    luaL_argcheck(L, two || game->game.class == &rules_class || game->machine,
                  1, "only trees and machines are played move by move");
    if (luaL_getmetatable(L, CLASS) == LUA_TNIL)
        bind_class(L, CLASS, methods, bind_none);
    lua_settop(L, 4);
    Hands *h = lua_newuserdatauv(L, sizeof *h, KEPT_MOVE);
    *h = (Hands){ .game = game, .two = two };
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 5, KEPT_GAME);
    h->scratch = bind_rules_scratch(L, game);
    lua_setiuservalue(L, 5, KEPT_SCRATCH);
    luaL_setmetatable(L, CLASS);
    if (two) return begin_two(L, h, number);
    rules_hands_begin(game, h->scratch, number);
    return 1;
}
