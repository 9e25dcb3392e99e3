/* rules_record.h -- everything that happens in a case, for traces.
 *
 * The plain interpreter plays the case and is watched: a mark per node of the
 * program that is evaluated, in the order in which they begin, and what changes
 * of the state. Steps count from 1, as people do.
 */
#ifndef LUDUS_RULES_RECORD_H
#define LUDUS_RULES_RECORD_H

#include "rules_game.h"

typedef struct RulesMark {
    uint32_t node;                   /* in the program's code, from 0 */
    uint32_t parent;                 /* the step that asked for it, or 0 */
    uint32_t last;                   /* the last step below it */
    uint32_t spent;                  /* budget, when it has been paid for */
    int32_t  value;
} RulesMark;

typedef struct RulesChange {
    uint32_t step;                   /* whose doing it is; 0: before all */
    uint32_t after;                  /* steps that had begun by then */
    uint32_t place;                  /* a variable; RULES_VARS_MAX + a cell */
    int32_t  value;                  /* from then on */
} RulesChange;

typedef struct RulesRecord {
    RulesMark   *mark;
    size_t       marks, mark_room;
    size_t       limit;              /* of marks; set by the caller */
    RulesChange *change;
    size_t       changes, change_room;
    RulesCase    result;
} RulesRecord;

/* Plays a case and fills in the record, which is empty but for its limit. The
 * caller frees it, also after a failure: too many marks, or no memory. */
bool rules_record(RulesRecord *record, const RulesGame *game,
                  RulesScratch *scratch, const Tree *tree, size_t case_number,
                  Err *err);
void rules_record_free(RulesRecord *record);

#endif
