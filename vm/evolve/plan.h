/* plan.h -- how the next generation is made.
 *
 * A plan says how parents are chosen, how children are made of them and who of
 * members and children stays. Children are made in one of two ways:
 *
 *   by shares   each child on its own, by one operator drawn by its share;
 *   by parts    in pairs: a part makes a number of children, and each pair goes
 *               through the steps of its part. A step with two parents makes
 *               twins of the pair.
 */
#ifndef LUDUS_PLAN_H
#define LUDUS_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "ceiling.h"
#include "contest.h"
#include "evolve/place/grid.h"
#include "evolve/place/islands.h"
#include "evolve/place/niche.h"
#include "evolve/reals/cma.h"
#include "evolve/reals/differential.h"
#include "evolve/select/select.h"
#include "goals.h"
#include "novelty.h"
#include "program/species.h"
#include "sharing.h"
#include "weights.h"

enum {
    PLAN_VARY_MAX     = 16,          /* operators with a share */
    PLAN_STEPS_MAX    = 4,           /* operators that make one pair */
    PLAN_PARTS_MAX    = 8,           /* parts of a brood */
    PLAN_CHILDREN_MAX = 10000000,    /* of a part, or of a brood by shares */
    PLAN_CROWD_MAX    = 10000,       /* members a child is compared with */
    PLAN_DISTINCT_MAX = 1000,        /* times a copy is bred again */
    PLAN_TRIES_MAX    = 1000000,     /* variants of a local search */
    PLAN_NICHE_MAX    = 1000000,     /* of a kind, side by side */
};

/* Who stays. One row per scheme: names and help for people are in plan.c. */
typedef enum Scheme {
    SCHEME_GENERATIONAL,             /* children replace all but the elite */
    SCHEME_PLUS,                     /* best of members and children */
    SCHEME_COMMA,                    /* best of the children */
    SCHEME_STEADY,                   /* a child as good replaces the worst */
    SCHEME_CROWDING,                 /* a child replaces who is most like it */
    SCHEME_CMA,                      /* children come from a distribution */
    SCHEME_DIFFERENTIAL,             /* and by differences of others */
    SCHEME_PARETO,                   /* by fronts of members and children */
    SCHEME_MAP,                      /* the best of each cell of a map */
    SCHEMES
} Scheme;

typedef struct PlanRow {
    const char *name, *help;
} PlanRow;

extern const PlanRow plan_schemes[SCHEMES];

/* The scheme of that name, or -1. */
int plan_find_scheme(const char *name);

/* An operator of a script: makes one child. It is called by the thread that
 * breeds or replays, for one child after another. False with a reason if the
 * script failed. */
typedef bool VaryCustom(void *context, int row, Rng *rng,
                        const void *const parents[], void *child, Err *err);

/* One operator with its share of the children or, as a step, the chance that it
 * is applied. */
typedef struct Vary {
    double          share;
    const Operator *op;
    double          param[OPERATOR_NUMBERS];
    VaryCustom     *custom;          /* used instead of op->apply if not NULL */
    void           *context;
    int             row;             /* told to it */
} Vary;

typedef struct Part {
    size_t count;                    /* children */
    size_t steps;
    Vary   step[PLAN_STEPS_MAX];
} Part;

typedef struct Plan {
    Selection selection;
    bool      cases;                 /* a script chooses parents by what each
                                      * case gave */
    bool      apart;                 /* two parents are two programs */
    Scheme    scheme;
    size_t    elite;                 /* generational: the best so many stay */
    bool      keep_better;           /* generational: so does a program better
                                      * than the child in its place */
    Niche     niche;                 /* generational: so does one whose child
                                      * has too many of its kind around */
    Ceiling   ceiling;               /* a child above it becomes its mother */
    size_t    crowd;                 /* crowding: members compared */
    bool      young;                 /* plus: ties favour children */
    bool      unlike;                /* plus: of members that behave the same,
                                      * by the game's key, one stays */
    CmaRule   cma;
    DifferentialRule differential;
    unsigned  distinct;              /* times a copy is bred again */
    bool      restart;               /* nobody stays and nothing is bred: all
                                      * programs are drawn anew, */
    bool      unique;                /* no two of them the same */
    int       vary_count;            /* by shares */
    Vary      vary[PLAN_VARY_MAX];
    size_t    children;              /* of them; 0: as the scheme needs */
    size_t    parts;                 /* by parts; 0: by shares */
    Part      part[PLAN_PARTS_MAX];
    Vary      climb;                 /* local search on each child */
    unsigned  tries;                 /* its variants: one as good takes the
                                      * child's place */
    double    target;                /* a standardized score that is good
                                      * enough to climb no further */
    uint64_t  evaluations;           /* in all, to the number; 0: any */
    const uint32_t *picks;           /* parents chosen by a script, one for each
                                      * of plan_places(); NULL: by selection */
    Goals     goals;                 /* parents are chosen by fronts; or the
                                      * measures of a map or of novelty */
    Grid      grid;                  /* map: an axis for each goal */
    NoveltyRule novelty;             /* parents are chosen by it */
    WeightRule weights;              /* parents are chosen by weighted cases, */
    SharingRule sharing;             /* or by shared fitness; its measures are
                                      * the goals */
    Contest   contest;               /* scores come of meetings */
    Islands   islands;               /* all of the above holds for each */
} Plan;

/* The plan of an island, which is one for a population without islands. */
const Plan *plan_island(const Plan *plan, size_t island);

/* Children of a whole brood in a population of so many, without islands. */
size_t plan_brood(const Plan *plan, size_t count);

/* The same of all islands. */
size_t plan_children(const Plan *plan, size_t count);

/* Parents of a whole brood: by shares two for every place, that of the elite
 * too; by parts one for each child, and one for a missing twin. */
size_t plan_places(const Plan *plan, size_t count);

/* A number other than 0 by which plans differ that would let others survive, or
 * breed other numbers of children. */
uint64_t plan_mark(const Plan *plan, size_t count);

/* False with the reason if the plan makes no sense for so many programs. */
bool plan_check(const Plan *plan, size_t count, Err *err);

/* Does the scheme make its children itself, of vectors of reals? */
bool plan_makes_reals(const Plan *plan);

/* Are parents and survivors chosen by fronts of the goals? */
bool plan_has_fronts(const Plan *plan);

/* Does it go by what each case gave, on some island? */
bool plan_reads_cases(const Plan *plan);

/* Does each child meet the program of its place, which may stay? */
bool plan_is_in_place(const Plan *plan);

/* Is there an operator of a script in it, without islands? */
bool plan_is_custom(const Plan *plan);

#endif
