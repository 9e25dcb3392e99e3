/* select.h -- choosing parents.
 *
 * A Selector is prepared once per generation from the standardized scores (less
 * is better) and sizes of the population, then asked for parents by any number
 * of threads. Draws come from the caller's generator, and their number never
 * depends on the scores.
 */
#ifndef LUDUS_SELECT_H
#define LUDUS_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/game.h"
#include "base/rng.h"

typedef enum SelectMethod {
    SELECT_TOURNAMENT,
    SELECT_PROPORTIONATE,
    SELECT_OVERSELECT,
    SELECT_TRUNCATION,
    SELECT_RANK,
    SELECT_METHODS
} SelectMethod;

/* One row per method: scripts and the manual read it. */
typedef struct SelectRow {
    const char *name;
    const char *param;               /* name of its number, or NULL */
    double      normal, min, max;
    const char *help;
} SelectRow;

extern const SelectRow select_rows[SELECT_METHODS];

/* The method of that name, or -1. */
int select_find(const char *name);

typedef struct Selection {
    SelectMethod method;
    double       param;
    bool         parsimony;          /* of equal scores the smaller one wins */
    uint32_t     near;               /* tournaments within so many slots of the
                                      * child's, round a ring; 0: anywhere */
} Selection;

typedef struct Selector {
    Selection       rule;
    size_t          count;
    double         *standardized;    /* of the generation, close together */
    const uint32_t *sizes;
    uint32_t       *order;           /* best first; ties by size, then number */
    double         *running;         /* sums of weights along `order` */
    size_t          group;           /* over-selection: of the first group */
} Selector;

/* An empty selector for populations of that size. */
bool select_init(Selector *selector, size_t count, Err *err);
void select_free(Selector *selector);

/* Gets ready for a generation; borrows the sizes until the next call. `sorted`
 * asks for `order` even if the method needs none. Fitness-proportionate methods
 * need scores that are 0 or more. */
bool select_prepare(Selector *selector, const Selection *rule,
                    const Score *scores, const uint32_t *sizes, bool sorted,
                    Err *err);

/* The number of a parent for the child in `slot`. */
size_t select_pick(const Selector *selector, size_t slot, Rng *rng);

#endif
