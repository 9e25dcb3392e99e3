/* rules_linear.h -- the same rules as instructions of linear programs.
 *
 * A rule without arguments is an instruction; one declared by `test` answers, and
 * if its value is 0 the next line is skipped. Nop is there by itself, and Jump
 * (line 1 of the next block). A step is what run_linear.h says and costs 1; what
 * rules cost as nodes of a tree does not matter here. A program goes on until
 * `done` says so or the budget is spent.
 */
#ifndef LUDUS_RULES_LINEAR_H
#define LUDUS_RULES_LINEAR_H

#include "rules_game.h"
#include "run_linear.h"

typedef struct RulesLinear {
    RulesGame      game;             /* made by rules_game_new() */
    LinearSet      set;
    LinearInstr    instr[PRIM_ROWS_MAX + 2];
    LinearBlock    block[LINEAR_BLOCKS_MAX];
    LinearRegister reg[LINEAR_REGISTERS_MAX];
    bool           nested;           /* a skipped test skips its own line, too */
} RulesLinear;

/* Fills in the set of the rules' instructions over these blocks; the rules' first
 * variables are its registers. False if a rule takes arguments or the set cannot
 * be used. The blocks' names are borrowed. */
bool rules_linear_set(RulesLinear *linear, const Rules *rules,
                      const LinearBlock *blocks, size_t count, Err *err);

/* The host that executes instructions by rules: its `game` is a RulesRun. */
typedef struct RulesRun {
    RulesCall   *call;
    RulesState  *state;
    const Rules *rules;
} RulesRun;

extern const LinearHost rules_linear_host;

/* Plays a case of the game with a program of the set. */
RulesCase rules_linear_play(const RulesGame *game, const LinearSet *set,
                            bool nested, RulesScratch *scratch,
                            const uint8_t *code, size_t case_number);

#endif
