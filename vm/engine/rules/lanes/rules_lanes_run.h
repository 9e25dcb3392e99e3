/* rules_lanes_run.h -- lanes of rules by bytecode; see rules_lanes_run.inc. */
#ifndef LUDUS_RULES_LANES_RUN_H
#define LUDUS_RULES_LANES_RUN_H

#include "engine/rules/rules_code.h"
#include "rules_lanes.h"

enum { LANES_KINDS = STEP_FIRST_PRIM + PRIM_ROWS_MAX };

/* Steps are told apart by where their code would be: of kind i at place i. */
extern const char rules_lanes_kinds[LANES_KINDS];

/* The steps of bytecode. */
void rules_lanes_table(FlatTable *table, const Rules *rules);

/* How a game is played by bytecode. */
void rules_lanes_plan_code(LanesPlan *plan, const Rules *rules,
                           const LanesCases *cases);

/* The state's code must be that of the game, and the memory of the lanes have
 * room for all of RulesState.var, with its constants. */
RulesLanesRun rules_lanes_run_plain, rules_lanes_run_avx2;

#endif
