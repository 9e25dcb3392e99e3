/* floods.h -- what a 0 opens, of many cases at once.
 *
 * Cases that show a 0 on the same square open different squares, so a group of
 * them parts by what it opens. Boards have at most 16 columns here: a row is 16
 * bits, its first column the lowest.
 */
#ifndef LUDUS_MINES_FLOODS_H
#define LUDUS_MINES_FLOODS_H

#include "sets.h"

typedef struct Flood {
    uint16_t row[SETS_SIDE_MAX];
} Flood;

/* Cases by what they open; to be used again and again. */
typedef struct Floods {
    Flood    flood[SETS_CASES];      /* by kind */
    CaseSet  set[SETS_CASES];
    int16_t  next[SETS_CASES];       /* kind of the same hash, or -1 */
    int16_t  first[2 * SETS_CASES];  /* by hash */
    int      kinds;
} Floods;

/* What the case of a block opens with that square, which shows a 0, besides the
 * square itself; `blocked` stays as it is. */
Flood flood_of(const Mines *mines, const SetBlock *block, int case_number,
               uint32_t square, const Flood *blocked);

/* Sorts the cases of the set, all of which show a 0 there. */
void floods_sort(Floods *floods, const Mines *mines, const SetBlock *block,
                 const CaseSet *set, uint32_t square, const Flood *blocked);

#endif
