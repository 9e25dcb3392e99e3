/* bind_rules_play.c -- plays a program of a game of rules for a script that
 * asks: score, play. What score() gives is in bind_rules_score.c.
 */
#include "bind_rules.h"

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
        { "play", m_play },
        { NULL, NULL },
    };
    bind_rules_scratch_class(L);
    bind_rules_score(L, class);
    bind_add(L, class, methods);
    bind_add(L, class, bind_rules_many);
}
