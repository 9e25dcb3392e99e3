/* ends.h -- why evolution ends, and many runs that each come to their end. */
#ifndef LUDUS_ENDS_H
#define LUDUS_ENDS_H

#include "base/pool.h"
#include "evolve.h"

/* Why a run ended: names and help for people are in ends.c. */
typedef enum End {
    END_NONE,
    END_GENERATIONS,
    END_EVALUATIONS,
    END_SECONDS,
    END_SOLVED,
    END_CONVERGED,
    END_STALLED,
    ENDS
} End;

extern const PlanRow ends_rows[ENDS];

/* What ends a run; 0 or false for what does not. */
typedef struct Ends {
    uint64_t generations;            /* bred */
    uint64_t evaluations;            /* the plan's limit keeps to them */
    double   seconds;                /* since `started`, by the wall clock */
    double   started;
    double   target;                 /* a standardized score good enough;
                                      * -INFINITY for none */
    bool     converged;              /* all programs have the same score */
    uint64_t stalled;                /* generations without a better best */
} Ends;

/* Which end the living generation has reached. */
End ends_reached(const Ends *ends, const Evolution *evolution);

/* Scores what waits, lets it settle and breeds the next brood, so many times or
 * to the end; *end says which. False if the game or a script failed. */
bool ends_follow(const Ends *ends, Evolution *evolution, const Plan *plan,
                 uint64_t times, End *end, Err *err);

/* ---- many runs ----------------------------------------------------------- */

typedef struct RunResult {
    Score    best;
    uint64_t generations, evaluations;
    double   seconds;                /* CPU time of the run */
    End      end;
} RunResult;

/* Runs number 0..runs-1: run r has the seed `seed + r` and plays
 * games[r % ngames]. */
typedef struct Batch {
    const Species     *species;
    const Game *const *games;
    size_t             ngames;
    size_t             count;        /* programs of a population */
    const Plan        *plan;
    const Ends        *ends;
    uint64_t           seed;
    size_t             runs;
} Batch;

/* What comes of a batch; NULL where nobody asks. */
typedef struct BatchRoom {
    RunResult *results;              /* a row per run */
    double    *trace;                /* generations + 1 rows per run: the best
                                      * standardized score by then */
    char      *genomes;              /* a slot per run with its best */
} BatchRoom;

/* Does all runs on all threads of the pool, each in one thread. */
bool batch_run(const Batch *batch, Pool *pool, const BatchRoom *room, Err *err);

/* Mean and deviation over the runs of row `row` of a trace. */
void batch_trace_at(const double *trace, size_t runs, size_t rows, size_t row,
                    double *mean, double *deviation);

/* CPU seconds that n scores take, of 256 random genomes in turn: for
 * benchmarks. */
bool batch_scoring(const Species *species, const Game *game, uint64_t n,
                   double *seconds, Err *err);

#endif
