/* bind_rules.h -- what the bindings of games of rules share. */
#ifndef LUDUS_BIND_RULES_H
#define LUDUS_BIND_RULES_H

#include "lua/bind.h"
#include "engine/rules/rules_game.h"
#include "engine/rules/rules_match.h"
#include "program/machine/alphabet.h"

/* The game at stack index 1; at `arg`. */
RulesGame *bind_rules_game(lua_State *L);
RulesGame *bind_rules_game_at(lua_State *L, int arg);

/* Pushes a box with a new scratch; the class of such boxes. */
RulesScratch *bind_rules_scratch(lua_State *L, const RulesGame *game);
void          bind_rules_scratch_class(lua_State *L);

/* Pushes a box with the scratch that the game at 1 has idle, or a new one. Who
 * is done with it gives it back; while it is in use a function of the script
 * may ask for another. */
RulesScratch *bind_rules_take(lua_State *L, const RulesGame *game);

/* The same for a call in which no function of the script can run, unless it is
 * one of the rules: the scratch stays with the game, there is nothing to give
 * back. */
RulesScratch *bind_rules_borrow(lua_State *L, const RulesGame *game);

/* Gives back the one at `box`. Primitives in Lua that have failed spoil a
 * scratch, so with them there is none to give back. */
void bind_rules_give(lua_State *L, const RulesGame *game, int box);

/* Raises what a primitive in Lua has failed at, if one has; the game at 1 then
 * has no idle scratch. */
void bind_rules_check(lua_State *L, const RulesScratch *scratch);

/* Pushes the table of the registry with weak keys of that address: a game and
 * its value go together. */
void bind_rules_weak(lua_State *L, const char *name);

/* Adds score() to the class of games. */
void bind_rules_score(lua_State *L, const char *class);

/* The place of the case whose number, from 1, is at stack index 3. */
size_t bind_rules_number(lua_State *L, const RulesGame *game);

/* Pushes a table: raw, steps, free, end. */
void bind_rules_case(lua_State *L, const RulesCase *one);

/* Pushes a table of the variables and grids by name. */
void bind_rules_state(lua_State *L, const Rules *rules,
                      const RulesState *state);

/* record(program, case, limit): everything that happens in it. */
int bind_rules_record(lua_State *L);

/* hands(case): a case that a person plays, move by move. */
int bind_rules_hands(lua_State *L);

/* ---- settings, from the table at stack index 1 --------------------------- */

RulesEngine  bind_rules_engine(lua_State *L);

/* The engine for that game, as far as the sandbox allows it: nothing is built
 * there. */
RulesEngine bind_rules_allowed(lua_State *L, const RulesGame *game,
                               RulesEngine engine);

RulesOptions bind_rules_options(lua_State *L);

/* Fills in the first values of all cases. */
void bind_rules_cases(lua_State *L, RulesGame *game);

/* blocks = { { name, lines }, ... } makes it a game for linear programs. */
void bind_rules_blocks(lua_State *L, RulesGame *game);

/* vectors (a species) makes it a game for those; gene_names, if any, are the
 * variables that the genes fill. */
void bind_rules_genes(lua_State *L, RulesGame *game);

/* alphabet ({ moves =, sees = }) makes it a game for machines. The first reads
 * it, before the rules are, and gives the names they know; false: there is
 * none. */
bool bind_rules_alphabet(lua_State *L, Alphabet *alphabet, RulesGiven *given);
void bind_rules_machines(lua_State *L, RulesGame *game,
                         const Alphabet *alphabet);

/* The program at `arg`, which must be of the kind that the game in the box at
 * `owner` plays. A tree of other constants may be pushed as one of the
 * game's. */
Entrant bind_rules_entrant(lua_State *L, int arg, int owner);

/* rivals (a list of texts) are read for the game in the box at that index, by
 * its method, and stay with it. */
void bind_rules_rivals(lua_State *L, int box, lua_CFunction read);

/* functions = { name = function }: primitives that the rules leave to Lua; with
 * key, seconds, script_path and script_source (nil: outside a script). */
void bind_rules_functions(lua_State *L, RulesGame *game);

/* Keeps `show`, if any, for the game at the top of the stack. */
void bind_rules_show(lua_State *L);

/* Sets the picture of the result at the top, if the game shows its states. */
void bind_rules_picture(lua_State *L);

/* tune(program, steps): the program with better constants of its own. */
int bind_rules_tune(lua_State *L);

/* scale(program, steps): a + b * program, tuned. */
int bind_rules_scale(lua_State *L);

/* Methods for many programs at once, and those. */
extern const luaL_Reg bind_rules_many[];

/* Adds score, play and those to the methods of the class. */
void bind_rules_play(lua_State *L, const char *class);

#endif
