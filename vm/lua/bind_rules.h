/* bind_rules.h -- what the bindings of games of rules share. */
#ifndef LUDUS_BIND_RULES_H
#define LUDUS_BIND_RULES_H

#include "bind.h"
#include "engine/rules/rules_game.h"

/* The game at stack index 1. */
RulesGame *bind_rules_game(lua_State *L);

/* Pushes a box with a new scratch. */
RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game);

/* The number of a case at stack index 3, from 1. */
size_t bind_rules_number(lua_State *L, const RulesGame *game);

/* Pushes a table: raw, steps, free, end. */
void bind_rules_case(lua_State *L, const RulesCase *one);

/* record(program, case, limit): everything that happens in it. */
int bind_rules_record(lua_State *L);

#endif
