/* rules_c_inner.h -- what the files that write C share. */
#ifndef LUDUS_RULES_C_INNER_H
#define LUDUS_RULES_C_INNER_H

#include "engine/rules/rules.h"

typedef enum PlaceKind {
    PLACE_NUMBER,
    PLACE_REAL,                      /* real k of the text */
    PLACE_VAR,
    PLACE_LOCAL,
    PLACE_TEMP
} PlaceKind;

typedef struct Place {
    PlaceKind kind;
    int32_t   k;
    bool      real;                  /* a double; else an int32_t */
} Place;

/* Rules are written as functions of the state g, or (`flat`) as parts of one
 * function: variables are its own, v1; helpers are inlined, and the names of
 * each have the number of a scope: l3_0. */
typedef struct Writer {
    const Rules *rules;
    const Rule  *rule;
    Buf         *out;
    bool         flat;
    uint64_t     vary;               /* grids that differ between cases */
    int          temps;
    int          scope, scopes;      /* the one that is written, the last one */
    int          pair;               /* whose first step this is, or -1 */
} Writer;

void rules_c_number(Writer *w, int32_t k);
void rules_c_place(Writer *w, Place p);

/* Declares the names from..to-1 of the scope, all 0. A name that is a real is
 * r0_1, else l0_1; which one it is may change from block to block. */
void rules_c_locals(Writer *w, int from, int to);

/* Writes what computes the value and says where it is. A variable is used where
 * it stands unless `after`, evaluated before the use, might change it. */
Place rules_c_value(Writer *w, uint16_t n, uint16_t after);

/* The value of a rule's body, written in a scope of its own. */
Place rules_c_inlined(Writer *w, const Rule *rule, const Place *arg);

/* All statements of a block but the last, which is given back. */
uint16_t rules_c_lead(Writer *w, const Ast *block);

/* Writes an if whose parts are written by `part`. */
void rules_c_parts(Writer *w, const Ast *a,
                   void (*part)(Writer *w, uint16_t n));

/* May the rule go wrong if it goes on although the case has stopped? */
bool rules_c_must_check(const Rule *rule);

/* The threaded engine: engine_flat() and ludus_rules_labels(). */
void rules_c_flat(Writer *w);

#endif
