/* rules_linear.h -- the same rules as instructions of linear programs.
 *
 * A rule without arguments is an instruction; one declared by `test` answers,
 * and if its value is 0 the next line is skipped. Nop is there by itself, and
 * Jump (line 1 of the next block). A step is what linear_run.h says and costs
 * 1; what rules cost as nodes of a tree does not matter here. A program goes on
 * until `done` says so or the budget is spent.
 */
#ifndef LUDUS_RULES_LINEAR_H
#define LUDUS_RULES_LINEAR_H

#include "rules_game.h"
#include "engine/walk/linear_run.h"

typedef struct RulesLinear {
    LinearSet      set;
    LinearInstr    instr[PRIM_ROWS_MAX + 2];
    LinearBlock    block[LINEAR_BLOCKS_MAX];
    LinearRegister reg[LINEAR_REGISTERS_MAX];
    char           name[LINEAR_BLOCKS_MAX][LINEAR_NAME_MAX + 1];
    bool nested; /* a skipped test skips its own line, too */
} RulesLinear;

/* What evolution sees of a game for linear programs. */
extern const GameClass rules_linear_class;

/* Makes the game one for linear programs over these blocks: sets game->linear,
 * which the game frees. */
bool rules_linear_game(RulesGame *game, const LinearBlock *blocks, size_t count,
                       bool nested, Err *err);

/* Fills in the set of the rules' instructions over these blocks; the rules'
 * first variables are its registers. False if a rule takes arguments or the set
 * cannot be used. */
bool rules_linear_set(RulesLinear *linear, const Rules *rules,
                      const LinearBlock *blocks, size_t count, Err *err);

/* The host that executes instructions by rules: its `game` is a RulesRun. */
typedef struct RulesRun {
    RulesCall   *call;
    RulesState  *state;
    const Rules *rules;
    bool         turns;              /* what gives something ends a turn */
} RulesRun;

extern const LinearHost rules_linear_host;

/* Who looks on while a case is played: called before and after each step that
 * is paid for. */
typedef struct RulesOnlooker {
    void (*before)(void *data, LinearRun *run, RulesState *state);
    void (*after)(void *data, const LinearRun *run, RulesState *state);
    void *data;
} RulesOnlooker;

/* Plays a case with a program of game->linear->set, with an onlooker or
 * without. */
RulesCase rules_linear_watch(const RulesGame *game, RulesScratch *scratch,
                             const uint8_t *code, size_t case_number,
                             const RulesOnlooker *onlooker);
RulesCase rules_linear_play(const RulesGame *game, RulesScratch *scratch,
                            const uint8_t *code, size_t case_number);

#endif
