/* rules_record.h -- everything that happens in a case, for traces.
 *
 * The plain interpreter plays the case and is watched: a mark per node of the
 * program that is evaluated, in the order in which they begin, and what changes
 * of the state. Steps count from 1, as people do.
 *
 * Of a linear program a mark is a line that is executed: `node` has its block
 * and line in halves of a word, `value` is 1 if the next line follows. Of a
 * machine it is a turn: `node` is the state, `value` what it sees.
 */
#ifndef LUDUS_RULES_RECORD_H
#define LUDUS_RULES_RECORD_H

#include "program/machine/machine.h"
#include "rules_game.h"
#include "rules_match.h"

typedef struct RulesMark {
    uint32_t node;                   /* in the program's code, from 0 */
    uint32_t parent;                 /* the step that asked for it, or 0 */
    uint32_t last;                   /* the last step below it */
    uint32_t spent;                  /* budget, when it has been paid for */
    double   value;
} RulesMark;

typedef struct RulesChange {
    uint32_t step;                   /* whose doing it is; 0: before all */
    uint32_t after;                  /* steps that had begun by then */
    uint32_t place;                  /* a variable; RULES_VARS_MAX + a cell */
    double   value;                  /* from then on */
    RulesDoer by;                    /* whose doing it is */
} RulesChange;

/* What is supposed instead of what happens: see trace.h. */
typedef struct RulesIf {
    uint32_t step;                   /* from 1; 0: nothing */
    bool     always;
    double   value;
} RulesIf;

typedef struct RulesRecord {
    RulesIf      suppose;            /* set by the caller */
    RulesMark   *mark;
    size_t       marks, mark_room;
    size_t       limit;              /* of marks; set by the caller */
    RulesChange *change;
    size_t       changes, change_room;
    RulesCase    result;
} RulesRecord;

/* Plays a case and fills in the record, which is empty but for what the
 * caller sets. The
 * caller frees it, also after a failure: too many marks, or no memory. */
bool rules_record(RulesRecord *record, const RulesGame *game,
                  RulesScratch *scratch, const Tree *tree, size_t case_number,
                  Err *err);
bool rules_record_linear(RulesRecord *record, const RulesGame *game,
                         RulesScratch *scratch, const uint8_t *code,
                         size_t case_number, Err *err);
bool rules_record_machine(RulesRecord *record, const RulesGame *game,
                          RulesScratch *scratch, const Machine *machine,
                          size_t case_number, Err *err);

/* The same of match `number` of a game with rivals, whatever its programs are.
 * Steps are those of the program; what the other does is a change. */
bool rules_record_match(RulesRecord *record, const RulesGame *game,
                        RulesScratch *scratch, Entrant who, size_t number,
                        Err *err);
void rules_record_free(RulesRecord *record);

#endif
