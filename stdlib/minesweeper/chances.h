/* chances.h -- how likely each covered square of a board has a mine.
 *
 * An open number is a rule about the covered squares around it. What single
 * rules decide is found first. Of the rest all placings that agree with every
 * number are counted, exactly as far as doubles are: squares under the same
 * rules are one group, groups that share rules are a component, and of a
 * component the ways are counted group by group, for each state of the rules
 * that are not met yet.
 *
 * Effort is bounded: a component that needs more than CHANCES_STATES_MAX states
 * or has more than CHANCES_OPEN_MAX rules open at a time is left out, and its
 * squares count as those under no rule.
 */
#ifndef LUDUS_MINES_CHANCES_H
#define LUDUS_MINES_CHANCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    CHANCES_STATES_MAX = 1 << 16,    /* of one component */
    CHANCES_OPEN_MAX   = 30,         /* rules: four bits each of 128 */
    CHANCES_PARTS_MAX  = 64,         /* components */
};

typedef struct Chances Chances;

/* What reckons on boards of that size, or NULL with a reason. */
Chances *chances_new(int rows, int cols, int mines, Err *err);
void     chances_free(Chances *chances);

/* Looks at a board (see mines.h) of which only the open squares are read: finds
 * what single numbers decide, again and again until they decide nothing more.
 * Returns how many covered squares are safe by that. */
int chances_look(Chances *chances, const uint8_t *board);

/* After chances_look(): -1 safe, 1 a mine, 0 undecided or open. */
int chances_known(const Chances *chances, int square);

/* After chances_look(): the chance of each covered square, 2 for open ones.
 * Returns false if a component was left out. */
bool chances_find(Chances *chances, double *chance);

#endif
