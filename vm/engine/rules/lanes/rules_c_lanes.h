/* rules_c_lanes.h -- what the files share that write the engine of lanes. */
#ifndef LUDUS_RULES_C_LANES_H
#define LUDUS_RULES_C_LANES_H

#include "rules_lanes.h"

/* Where a value is, and what it may be. A name has a '@' where the number of
 * the vector belongs: a value has plan->parts of them. */
typedef struct Lane {
    char      name[24];
    LaneRange range;
    bool      mask;                  /* -1 means 1: all bits of the lane */
} Lane;

/* One step is written at a time. What it does in some lanes only it does under
 * a mask, `mask`; names of `let` have the number of a scope, as in Writer. */
typedef struct LaneWriter {
    const Rules *rules;
    const Rule  *rule;
    LanesPlan   *plan;               /* its ranges grow while writing */
    Buf         *out;
    int          temps;
    int          scope, scopes;
    LaneRange   *local;              /* of the scope */
    Lane         mask;
    bool         whole;              /* the mask is that of the step */
    bool         parts;              /* the step may part */
    bool         keeps;              /* a write may have to be undone */
    int          writes;             /* of such cells, in this step */
    int          asks;               /* reads that may part, so far, */
    int          last_ask;           /* and in the whole step */
    unsigned     goes;               /* bits: targets of the choice */
    bool         failed;             /* it has too many of them */
} LaneWriter;

/* ---- lane.c -------------------------------------------------------------- */

/* Writes a line for each vector. */
void lane_line(LaneWriter *w, const char *form, ...)
    __attribute__((format(printf, 2, 3)));

/* The mask of the step: its bits are at hand as `active`. Is it that? */
extern const Lane lane_step;
bool lane_is_step(Lane mask);

/* The lanes of the mask, as bits. */
void lane_bits(LaneWriter *w, Lane mask);

/* What holds a new value, a constant, a name of `let`, a variable. */
Lane lane_temp(LaneWriter *w, LaneRange range, bool mask);
Lane lane_fixed(int32_t k);
Lane lane_local(LaneWriter *w, int k);
Lane lane_var(LaneWriter *w, int k);

/* All that a lane can hold; 0 and 1; what is in a or b; is all of a in b? */
LaneRange lane_all(const LaneWriter *w);
extern const LaneRange lane_truth;
LaneRange lane_join(LaneRange a, LaneRange b);
bool      lane_within(LaneRange a, LaneRange b);

/* The same value as a number or as a mask. */
Lane lane_as_number(LaneWriter *w, Lane x);
Lane lane_as_mask(LaneWriter *w, Lane x);

/* Writes what computes the value, as a number or as a mask. */
Lane lane_number(LaneWriter *w, uint16_t n);
Lane lane_test(LaneWriter *w, uint16_t n);

/* A value that stays what it is while `after` is evaluated. */
Lane lane_kept(LaneWriter *w, uint16_t n, uint16_t after);

/* Opens a block that is skipped if it is worth it and no lane is there. */
void lane_open(LaneWriter *w, uint16_t n);

/* Lanes of the mask in which `wrong` is true hold no right number. */
void lane_check(LaneWriter *w, Lane wrong);

/* Begins the part of an if that is taken where `test` holds, or where it does
 * not; gives back the mask as it was. Who ends the part puts it back. */
Lane lane_enter(LaneWriter *w, Lane test, bool holds);
void lane_leave(LaneWriter *w, Lane before, bool whole);

/* ---- lane_cell.c --------------------------------------------------------- */

/* x wrapped round n. */
Lane lane_wrapped(LaneWriter *w, Lane x, int32_t n);

/* A cell of a grid, the assignment to one, an item of a table. */
Lane lane_cell(LaneWriter *w, const Ast *a);
void lane_set_cell(LaneWriter *w, const Ast *a);
Lane lane_item(LaneWriter *w, const Ast *a);

/* ---- lane_body.c --------------------------------------------------------- */

/* Writes what computes the value. */
Lane lane_value(LaneWriter *w, uint16_t n);

/* The body of a rule, in a scope of its own. */
Lane lane_inlined(LaneWriter *w, const Rule *rule, const Lane *arg);

/* All statements of a block but the last, which is given back. */
uint16_t lane_lead(LaneWriter *w, const Ast *block);

/* ---- rules_c_lanes.c ----------------------------------------------------- */

/* Has the table so few and small numbers that it fits a vector? */
bool lane_few(const LaneWriter *w, int table);

/* Appends the engine of lanes: ludus_rules_lanes(). The plan's ranges become
 * wider if they must; only if they did not, and it gives true, the text is
 * right. */
bool rules_c_lanes(const Rules *rules, LanesPlan *plan, Buf *out);

#endif
