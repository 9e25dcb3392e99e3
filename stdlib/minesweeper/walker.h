/* walker.h -- the state that every walker of boards begins with. */
#ifndef LUDUS_MINES_WALKER_H
#define LUDUS_MINES_WALKER_H

#include "mines.h"
#include "engine/walk/walk.h"

/* Fields, to stand first in a struct; rules.inc and walk_cases.inc use them. */
#define MINES_WALKER                                                        \
    Walk              walk;                                                 \
    const Mines      *mines;                                                \
    const MinesRules *rules;                                                \
    const uint16_t   *neighbour;                                            \
    uint8_t          *board;                                                \
    uint16_t         *flood;         /* squares whose neighbours must open */ \
    uint32_t          at;            /* where the program stands */         \
    int               open;          /* unmined squares uncovered */        \
    bool              exploded;                                             \
    int32_t           reg[MINES_REGISTERS_MAX];

/* Is x true for IF? */
static inline bool mines_true(const MinesRules *rules, int32_t x) {
    switch (rules->truth) {
    case TRUTH_ONE: return x == 1;
    case TRUTH_NONZERO: return x != 0;
    case TRUTH_POSITIVE: return x > 0;
    }
    return false;
}

#endif
