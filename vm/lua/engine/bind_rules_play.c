/* bind_rules_play.c -- plays a program of a game of rules for a script that
 * asks: score, play.
 *
 * The list of cases that score() gives is empty until somebody looks at it: a
 * program that is scored for its sum alone costs no table per case.
 */
#include "bind_rules.h"

#include <math.h>

#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_machine.h"
#include "engine/rules/rules_vector.h"

void bind_rules_case(lua_State *L, const RulesCase *one) {
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", one->score);
    bind_set(L, "steps", (double)one->steps);
    bind_set(L, "free", (double)one->free_steps);
    bind_set_text(L, "end", rules_end_name(one->end));
}

Entrant bind_rules_entrant(lua_State *L, int arg, int owner) {
    const RulesGame *game = ((Box *)lua_touserdata(L, owner))->object;
    Entrant who = { 0 };
    if (game->linear) {
        const LinearSet *set;
        who.genome = bind_linear(L, arg, &set);
        luaL_argcheck(L, linear_set_same(set, &game->linear->set), arg,
                      "is of another game");
    } else if (game->machine) {
        who.genome = bind_machine_for(L, arg, &game->machine->alphabet);
    } else if (game->vector) {
        const VectorSpecies *species;
        who.genome = bind_vector(L, arg, &species);
        luaL_argcheck(L, vector_same(&species->shape, game->vector->shape), arg,
                      "has other genes than the game");
    } else {
        Tree tree = bind_tree_for(L, arg, owner, &game->rules->language);
        who = (Entrant){ tree.vocab, tree.len };
    }
    return who;
}

/* ---- cases when they are asked for --------------------------------------- */

static const char LATER[] = "ludus.rules.cases";

static void push_rows(lua_State *L, const RulesGame *game,
                      const RulesCase *each, int list) {
    bool says = game->rules->block[RULE_WON] >= 0;
    for (size_t i = 0; i < game->game.cases; i++) {
        bind_rules_case(L, &each[i]);
        if (says) bind_set_boolean(L, "won", each[i].won);
        lua_rawseti(L, list, (lua_Integer)i + 1);
    }
}

/* (game, program, list): plays all cases and fills the list. */
static int fill(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    RulesScratch *scratch = bind_rules_take(L, game);
    RulesCase *each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    rules_program_score(game, scratch, bind_rules_entrant(L, 2, 1), each);
    push_rows(L, game, each, 3);
    bind_rules_give(L, game, 4);
    return 0;
}

/* Makes the list at 1, which knows game and program, one like any other. */
static void fill_list(lua_State *L) {
    int top = lua_gettop(L);
    static const char *const known[] = { "game", "program" };
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_getmetatable(L, LATER);
    bool later = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
    lua_settop(L, top);
    if (!later) return;
    lua_pushnil(L);
    lua_setmetatable(L, 1);
    lua_pushcfunction(L, fill);
    for (int i = 0; i < 2; i++) {
        lua_pushstring(L, known[i]);
        lua_rawget(L, 1);
        lua_pushstring(L, known[i]);
        lua_pushnil(L);
        lua_rawset(L, 1);
    }
    lua_pushvalue(L, 1);
    lua_call(L, 3, 0);
    lua_settop(L, top);
}

static int list_index(lua_State *L) {
    fill_list(L);
    lua_settop(L, 2);
    lua_rawget(L, 1);
    return 1;
}

static int list_newindex(lua_State *L) {
    fill_list(L);
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

static int list_len(lua_State *L) {
    fill_list(L);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

static int list_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_next(L, 1)) return 2;
    lua_pushnil(L);
    return 1;
}

static int list_pairs(lua_State *L) {
    fill_list(L);
    lua_pushcfunction(L, list_next);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* Sets `cases` of the result on top: the list, or what will be it. */
static void set_cases(lua_State *L, const RulesGame *game,
                      const RulesCase *each) {
    if (each) {
        lua_createtable(L, (int)game->game.cases, 0);
        push_rows(L, game, each, lua_gettop(L));
    } else {
        lua_createtable(L, 0, 2);
        lua_pushvalue(L, 1);
        lua_setfield(L, -2, "game");
        lua_pushvalue(L, 2);
        lua_setfield(L, -2, "program");
        luaL_setmetatable(L, LATER);
    }
    lua_setfield(L, -2, "cases");
}

/* score(program): totals, and `cases` in order; with `won` where the rules say
 * it. Functions of the script are called once: then cases are told at once. */
static int m_score(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    lua_settop(L, 2);
    RulesScratch *scratch = bind_rules_take(L, game);
    RulesCase *each = NULL;
    if (game->outer)
        each = lua_newuserdatauv(L, game->game.cases * sizeof *each, 0);
    RulesTotal total = rules_program_score(game, scratch,
                                           bind_rules_entrant(L, 2, 1), each);
    bind_rules_check(L, scratch);
    bool known = game->options.minimise || !isnan(game->game.max);
    Score sum = { .raw = total.raw, .steps = total.steps, .standardized = NAN };
    if (known) sum.standardized = rules_game_standardized(game, sum.raw);
    bind_rules_give(L, game, 3);
    bind_score(L, &sum, game->game.max);
    bind_set(L, "free", (double)total.free_steps);
    bind_set(L, "done", total.ends[RULES_DONE_END]);
    if (game->rules->block[RULE_WON] >= 0) bind_set(L, "won", total.won);
    bind_set(L, "timed_out", total.ends[RULES_TIMED_OUT]);
    set_cases(L, game, each);
    return 1;
}

/* ---- one case ------------------------------------------------------------ */

size_t bind_rules_number(lua_State *L, const RulesGame *game) {
    return bind_place(L, 3, "case", game->game.cases);
}

/* play(program, case): one case, with its variables and grids as they ended,
 * and a picture of them. */
static int m_play(lua_State *L) {
    RulesGame *game = bind_rules_game(L);
    size_t i = bind_rules_number(L, game);
    RulesScratch *scratch = bind_rules_scratch(L, game);
    RulesCase one = rules_program_play(game, scratch,
                                       bind_rules_entrant(L, 2, 1), i);
    bind_rules_check(L, scratch);
    bind_rules_case(L, &one);
    bind_rules_state(L, game->rules, rules_scratch_state(scratch));
    lua_setfield(L, -2, "state");
    bind_rules_picture(L);
    return 1;
}

void bind_rules_play(lua_State *L, const char *class) {
    static const luaL_Reg methods[] = {
        { "score", m_score },
        { "play", m_play },
        { NULL, NULL },
    };
    static const luaL_Reg later[] = {
        { "__index", list_index },
        { "__newindex", list_newindex },
        { "__len", list_len },
        { "__pairs", list_pairs },
        { NULL, NULL },
    };
    bind_rules_scratch_class(L);
    bind_class(L, LATER, bind_none, later);
    bind_add(L, class, methods);
    bind_add(L, class, bind_rules_many);
}
