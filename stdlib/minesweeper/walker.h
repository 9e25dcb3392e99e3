/* walker.h -- the state that every walker of boards begins with. */
#ifndef LUDUS_MINES_WALKER_H
#define LUDUS_MINES_WALKER_H

#include "mines.h"
#include "near.h"
#include "engine/walk/walk.h"

/* What a call of the program finds: one that leaves it is the last. Marks
 * belong to it only if they protect, registers if there are any in use. */
typedef struct WalkerMark {
    uint32_t at;
    int      open;
    uint8_t *board;                  /* or NULL */
    int32_t  reg[MINES_REGISTERS_MAX];
} WalkerMark;

/* What a call asked besides how the squares near it look. */
typedef enum MinesAsked {
    ASKED_IDLE   = 1,
    ASKED_COUNTS = 2,                /* REST or SHUT */
    ASKED_AWAY   = 4,                /* it moved, or used a register */
    ASKED_FAR    = 8,                /* of a direction beyond 8 */
} MinesAsked;

/* Fields, to stand first in a struct; board_rules.inc, program_rules.inc and
 * walk_cases.inc use them. */
#define MINES_WALKER                                                        \
    Walk              walk;                                                 \
    const Mines      *mines;                                                \
    const MinesRules *rules;                                                \
    const uint16_t   *neighbour;                                            \
    uint8_t          *board;                                                \
    uint16_t         *flood;         /* squares whose neighbours must open */ \
    size_t            case_number;                                          \
    uint32_t          at;            /* where the program stands */         \
    int               open;          /* unmined squares uncovered */        \
    bool              exploded;                                             \
    bool              noted;         /* are changes of squares? */          \
    uint8_t           asked;         /* by this call, of MinesAsked */      \
    uint32_t          calls;         /* of the program, in this case; */    \
    uint32_t          changed;       /* the last that changed a square */   \
    int32_t           direction;     /* of the innermost SUM or MOST */     \
    int32_t           reg[MINES_REGISTERS_MAX];                             \
    NearBoard         near;                                                 \
    WalkerMark        was;           /* at the beginning of this call */

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
