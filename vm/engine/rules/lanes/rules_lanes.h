/* rules_lanes.h -- many cases of a game of rules at once, a lane each.
 *
 * A program's steps (rules_flat.h) act on up to 32 lanes: numbers are vectors,
 * as narrow as the game's own numbers allow, and what a rule does in some lanes
 * only is done under a mask. Cases that differ in grids alone share a lane
 * until one reads a cell in which they differ (rules_group.h); then the lane
 * parts into lanes. rules_lanes.inc has the control part.
 *
 * A number that a lane cannot hold spoils it: its cases are played again, from
 * their beginning, by the scalar engine. So are those that find no free lane.
 *
 * Memory of a lane, numbers being of plan->bits:
 *
 *     var    [variable][lane]     slot   [slot][lane], as rules_flat.h says
 *     cell   [lane][stride]       a cell that is not known is the least number
 *     plane  [plane][lane]        grids of 0 and 1, eight cells in a byte
 */
#ifndef LUDUS_RULES_LANES_H
#define LUDUS_RULES_LANES_H

#include "engine/rules/rules_code.h"
#include "engine/rules/rules_flat.h"
#include "engine/rules/rules_group.h"

#define SHARED(...) __VA_ARGS__
#include "rules_lanes.inc"
#undef SHARED

enum {
    LANES_CASES = 40,                /* of a block: most fill lanes at once */
    LANES_PLANES = 8,                /* of a grid of 0 and 1: 64 cells */
    LANES_WRITES = 16,               /* of cells, in a step that may part */
};

typedef struct LaneRange {
    int64_t lo, hi;
} LaneRange;

/* How a game is played in lanes. */
typedef struct LanesPlan {
    char     why[96];                /* it cannot be; empty: it can */
    bool     avx2;
    int      bits;                   /* of a number: 8, 16 or 32 */
    int      lanes;                  /* 32; 16 without AVX2 */
    int      parts;                  /* vectors of a number per lane */
    size_t   stride;                 /* from a lane's cells to the next one's */
    uint64_t vary;                   /* grids that differ between cases that
                                        share a lane */
    uint64_t planes;                 /* grids that are in planes, */
    uint32_t first_plane[RULES_GRIDS_MAX];   /* and where they begin */
    uint32_t plane_count;
    LaneRange var[RULES_VARS_MAX];   /* what each may be */
    uint16_t asks[PRIM_ROWS_MAX];    /* how often a step may part */
} LanesPlan;

/* What the cases of a game look like at first. */
typedef struct LanesCases {
    size_t         count;
    const int32_t *vars, *cells;
    uint64_t       vary;             /* as rules_group_grids() says */
    double         max;              /* the greatest total score, or NAN */
} LanesCases;

/* Works out how the game is played; `avx2`: that is what vectors are made for.
 */
void rules_lanes_plan(LanesPlan *plan, const Rules *rules,
                      const LanesCases *cases, bool avx2);

/* The greatest and the least number of a lane; the least means `not known`. */
static inline int64_t lanes_hi(const LanesPlan *plan) {
    return (INT64_C(1) << (plan->bits - 1)) - 1;
}
static inline int64_t lanes_lo(const LanesPlan *plan) {
    return -lanes_hi(plan) - 1;
}

/* ---- playing ------------------------------------------------------------- */

/* Runs the lanes until none is left; without a state: the code of all steps. */
typedef const void *const *RulesLanesRun(RulesState *g, RulesLanes *lanes);

/* Receives a case that has ended, as the state says, for all these cases of the
 * block. */
typedef void LanesEnded(void *to, uint64_t cases, const RulesState *state);

/* What a thread needs to play in lanes. */
typedef struct LanesMachine {
    RulesLanes         lanes;
    const LanesPlan   *plan;
    const Rules       *rules;
    const RulesGroups *groups;       /* NULL: every lane is one case */
    size_t             block;        /* of cases that is played */
    uint64_t           again;        /* cases that must be played again */
    RulesPlay         *finish;       /* of the engine: the score of a case */
    LanesEnded        *ended;
    void              *to;           /* of `ended` */
    int32_t            constant[VOCAB_SYMBOLS_MAX];  /* that are in the slots */
    size_t             constants;
    uint32_t          *waits;        /* of bytecode: a row per instruction */
    RulesFlat          flat;
} LanesMachine;

/* Lanes for native code, or for the bytecode if that is not NULL. */
LanesMachine *rules_lanes_new(const LanesPlan *plan, const Rules *rules,
                              const RulesGroups *groups, const RulesCode *code,
                              Err *err);
void          rules_lanes_free(void *machine);

/* Prepares a program. False if it is too large, or has constants that a lane
 * cannot hold. */
bool rules_lanes_load(LanesMachine *machine, const FlatTable *table,
                      const Tree *tree);

/* All lanes are free. */
void rules_lanes_clear(LanesMachine *machine, size_t block);

/* The state, in which a case has begun, becomes the next lane, of these cases
 * of the block. Those that do not fit are to be played again. */
void rules_lanes_enter(LanesMachine *machine, const RulesState *state,
                       uint64_t cases);

/* Plays all lanes to their end. */
void rules_lanes_play(LanesMachine *machine, RulesState *state,
                      RulesLanesRun *run);

#endif
