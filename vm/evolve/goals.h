/* goals.h -- what a plan wants to be little: objectives beside the score. */
#ifndef LUDUS_GOALS_H
#define LUDUS_GOALS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/game.h"
#include "evolve/select/pareto.h"

/* One row per kind; a case and a function of a script have no name. */
typedef enum GoalKind {
    GOAL_SCORE,                      /* standardized */
    GOAL_SIZE,
    GOAL_STEPS,
    GOAL_MISSES,                     /* cases that are no hits */
    GOAL_CASE,
    GOAL_CUSTOM,
    GOALS
} GoalKind;

extern const char *const goals_names[GOAL_CASE + 1];         /* NULL-ended */

/* What a goal may look at. */
typedef struct Subject {
    const void   *genome;
    const Score  *score;
    size_t        size;
    const double *cases;             /* raw scores; NULL: nobody asked */
    size_t        width;
} Subject;

/* A function of a script; false with a reason if it failed. */
typedef bool GoalCustom(void *context, int row, const Subject *subject,
                        double *value, Err *err);

typedef struct Goal {
    GoalKind kind;
    size_t   number;                 /* of a case, from 0; of a function */
} Goal;

typedef struct Goals {
    size_t      count;               /* 0: the score alone */
    Goal        list[PARETO_OBJECTIVES_MAX];
    GoalCustom *custom;
    void       *context;
} Goals;

/* Does a goal look at cases? */
bool goals_read_cases(const Goals *goals);

/* The value of goal k, never NaN; `minimise`: cases are errors. */
bool goals_value(const Goals *goals, size_t k, const Subject *subject,
                 const Game *game, double *value, Err *err);

#endif
