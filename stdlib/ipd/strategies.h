/* strategies.h -- the players known by name, one row each.
 *
 * The twenty opponents of Piccolo and Squillero 2011 come first, in the order
 * of their Table 3. Names are found whatever the case of their letters, by the
 * paper's name or the literature's.
 */
#ifndef LUDUS_STRATEGIES_H
#define LUDUS_STRATEGIES_H

#include <stddef.h>

#include "base/err.h"
#include "program/machine/machine.h"

enum { STRATEGY_PAPER_COUNT = 20 };

typedef enum StrategyKind {
    STRATEGY_MACHINE,                /* a Moore machine */
    STRATEGY_MEMORY,                 /* chances after the last turn */
    STRATEGY_LOOKUP,                 /* a table over the last turns */
} StrategyKind;

typedef struct Strategy {
    StrategyKind kind;
    const char  *name;               /* short, as in the paper */
    const char  *known_as;           /* in the literature */
    const char  *text;               /* what it is, in its kind's notation */
    const char  *help;               /* one sentence */
    const char  *source;             /* who described it */
} Strategy;

/* All of them; ends with a row whose name is NULL. */
extern const Strategy strategies[];

/* The row of that name, or NULL with the nearest name in `err`. */
const Strategy *strategy_find(const char *name, Err *err);

/* The machine of a row whose kind it is. */
Machine strategy_machine(const Strategy *s);

#endif
