/* hunt.h -- where to shoot while no ship is known: the Target of a program.
 *
 * One row per order. The answers of a Hunt depend only on how it was started
 * and on the sea, so two programs that are given the same Hunt hear the same
 * answers.
 */
#ifndef BATTLESHIP_HUNT_H
#define BATTLESHIP_HUNT_H

#include "battleship/board/waters.h"

typedef enum HuntKind {
    HUNT_RANDOM,
    HUNT_CHECKERBOARD,
    HUNT_SCAN,
    HUNT_ROWS,
    HUNT_FILTERED,
    HUNT_LARGEST,
    HUNT_SMALLEST,
    HUNT_KINDS
} HuntKind;

typedef struct HuntRow {
    const char *name;
    const char *help;
} HuntRow;

extern const HuntRow hunts[HUNT_KINDS];

typedef struct Hunt {
    HuntKind kind;
    int      offset;                 /* of the checkerboard or lattice */
    int      next;                   /* squares before it were shot already */
    uint8_t  order[CELLS_MAX];
} Hunt;

void hunt_init(Hunt *hunt, HuntKind kind, const Fleet *fleet, Rng *rng);

/* A hunt that prefers squares with a high value: `kind` is HUNT_FILTERED or a
 * lattice with that offset. */
void hunt_ranked(Hunt *hunt, HuntKind kind, const Fleet *fleet,
                 const float value[], int offset);

/* A square that was not shot yet. The sea must still have one. */
int hunt_target(Hunt *hunt, const Waters *sea);

/* All squares in the order in which they are answered as long as they are open,
 * or NULL if that depends on more than the shots. */
static inline const uint8_t *hunt_order(const Hunt *hunt) {
    return hunt->kind < HUNT_FILTERED ? hunt->order : NULL;
}

/* The row of that name, or -1 with the nearest name in `err`. */
int hunt_find(const char *name, Err *err);

#endif
