/* ga.h -- genetic algorithms over any species.
 *
 * A Ga holds one population and goes through two phases in turn: some genomes
 * wait for a score (the first population, then each brood), and once all have
 * one, ga_advance() lets survivors be chosen and breeds the next brood.
 *
 *     Ga *ga = ga_new(species, game, &settings, pool, err);
 *     ga_start(ga, seed, NULL, err);
 *     while (ga_score(ga, err) && ga_advance(ga)) {}
 *     ga_best(ga, &score);
 *
 * Without a game the scores come from outside, by ga_pending() and ga_tell(). A
 * brood is a list of parts; each part makes a number of children by steps, such
 * as "onepoint" with rate 0.6 and then "flip". A step with two parents makes
 * twins. Results depend on the seed alone, not on the number of threads.
 */
#ifndef LUDUS_GA_H
#define LUDUS_GA_H

#include "engine/game.h"
#include "base/pool.h"
#include "program/species.h"

enum {
    GA_STEPS_MAX = 4,                /* operators that make one child */
    GA_PARTS_MAX = 8,                /* parts of a brood */
    GA_POPULATION_MAX = 10000000,
    GA_PRESSURE_MAX   = 10000,       /* members of a tournament */
    GA_CROWD_MAX      = 10000,       /* members a child is compared with */
    GA_SCALING_MAX    = 100,
    GA_DISTINCT_MAX   = 1000,        /* times a copy is bred again */
    GA_TRIES_MAX      = 1000000,     /* variants of a local search */
};

/* One row per scheme and per way of choosing parents: names and help for people
 * come from the tables in ga_names.c. */
typedef enum GaScheme {
    GA_GENERATIONAL,                 /* children replace all but the elite */
    GA_PLUS,                         /* best of parents and children */
    GA_COMMA,                        /* best of the children */
    GA_STEADY,                       /* a child as good replaces the worst */
    GA_CROWDING,                     /* a child replaces who is most like it */
    GA_SCHEMES
} GaScheme;

typedef enum GaSelect {
    GA_UNIFORM,
    GA_SHUFFLE,
    GA_TOURNAMENT,
    GA_ROULETTE,
    GA_REMAINDER,
    GA_UNIVERSAL,
    GA_TRUNCATION,
    GA_SELECTS
} GaSelect;

/* Why a run ended. */
typedef enum GaStop {
    GA_RUNNING,
    GA_STOP_GENERATIONS,
    GA_STOP_EVALUATIONS,
    GA_STOP_SECONDS,
    GA_STOP_SOLVED,
    GA_STOP_CONVERGED,
    GA_STOP_STALLED,
    GA_STOPS
} GaStop;

typedef struct GaName {
    const char *name, *help;
} GaName;

extern const GaName ga_schemes[GA_SCHEMES];
extern const GaName ga_selects[GA_SELECTS];
extern const GaName ga_stops[GA_STOPS];

typedef struct GaStep {
    const Operator *op;
    double          rate;            /* chance that it is applied */
    double          param[OPERATOR_PARAMS];
} GaStep;

typedef struct GaPart {
    size_t count;                    /* children */
    size_t steps;
    GaStep step[GA_STEPS_MAX];
} GaPart;

typedef struct GaSettings {
    size_t   population;
    GaScheme scheme;
    GaSelect select;
    double   pressure;               /* tournament: size; truncation: share */
    bool     apart;                  /* the parents of a pair are two members */
    double   scaling;                /* best / mean after scaling, 0 for none */
    bool     adjusted;               /* fitness is 1 / (1 + standardized) rather
                                        than the raw score */
    size_t   elite;                  /* generational: members that stay */
    size_t   crowd;                  /* crowding: members compared */
    bool     young;                  /* plus: ties favour children */
    unsigned distinct;               /* times a copy is bred again */
    bool     unlike;                 /* plus: of members that behave the same,
                                        by the game's key, one stays */
    size_t   parts;
    GaPart   part[GA_PARTS_MAX];
    GaStep   climb;                  /* local search on each child */
    unsigned tries;                  /* its variants: one as good takes the
                                        child's place */
    uint64_t generations;            /* stops; 0 for none */
    uint64_t evaluations;
    double   seconds;
    double   target;                 /* a standardized score good enough */
    bool     converged;              /* stop once all members score the same */
    uint64_t stalled;                /* generations without a better best */
} GaSettings;

/* False with the reason if the settings make no sense for this species. */
bool ga_check(const GaSettings *settings, const Species *species, Err *err);

/* ---- one run ------------------------------------------------------------ */

typedef struct Ga Ga;

/* Borrows species, game and pool for its lifetime; game and pool may be NULL:
 * no game means scores come by ga_tell(), no pool means one thread. It is
 * ready, as if started with the seed 0. */
Ga *ga_new(const Species *species, const Game *game, const GaSettings *settings,
           Pool *pool, Err *err);
void ga_free(Ga *ga);

/* Begins a run: a random first population waits for scores. Another game of the
 * same class may be given, else NULL. Fails only with another game. */
bool ga_start(Ga *ga, uint64_t seed, const Game *game, Err *err);

/* Replaces one genome of the first population, before it is scored. */
void ga_plant(Ga *ga, size_t member, const void *genome);

/* Scores all that waits, on the pool; false if the game failed. */
bool ga_score(Ga *ga, Err *err);

/* The genomes that wait for a score, and scores from outside. */
size_t      ga_pending(const Ga *ga);
const void *ga_pending_genome(const Ga *ga, size_t i);
void        ga_tell(Ga *ga, size_t i, Score score);

/* Survival, the check of the stops, and the next brood. False once a stop has
 * been reached; the population is then whole. */
bool   ga_advance(Ga *ga);
GaStop ga_stop(const Ga *ga);

/* ---- looking at it ------------------------------------------------------ */

size_t      ga_size(const Ga *ga);
const void *ga_genome(const Ga *ga, size_t member);
Score       ga_member_score(const Ga *ga, size_t member);
const void *ga_best(const Ga *ga, Score *score);   /* best so far */
double      ga_mean(const Ga *ga);                 /* standardized score */
uint64_t    ga_generation(const Ga *ga);
uint64_t    ga_evaluations(const Ga *ga);
size_t      ga_distinct(Ga *ga);                   /* different genomes */
uint64_t    ga_digest(const Ga *ga);               /* hash of all, in order */

/* How the child `i` of the pending brood was made. */
typedef struct GaBirth {
    uint32_t part;                   /* of the brood */
    uint32_t parent[2];              /* members; the first gave the most */
    bool     crossed;                /* a step with two parents was applied */
    Origin   origin;                 /* of the last step */
} GaBirth;

const GaBirth *ga_birth(const Ga *ga, size_t i);

/* ---- many runs ---------------------------------------------------------- */

typedef struct GaResult {
    Score    best;
    uint64_t generations, evaluations;
    double   seconds;                /* CPU time of the run */
    GaStop   stop;
} GaResult;

/* Runs number 0..runs-1: run r has the seed `seed + r` and plays
 * games[r % ngames]. */
typedef struct GaBatch {
    const Species     *species;
    const Game *const *games;
    size_t             ngames;
    const GaSettings  *settings;
    uint64_t           seed;
    size_t             runs;
} GaBatch;

/* Does all runs on all threads of the pool, each in one thread. `trace`, if not
 * NULL, has generations + 1 rows per run: the best standardized score by then.
 * `genomes`, if not NULL, gets a slot per run with its best. */
bool ga_batch(const GaBatch *batch, Pool *pool, GaResult *results,
              double *trace, void *genomes, Err *err);

/* Mean and deviation over the runs of row `row` of a trace. */
void ga_trace_at(const double *trace, size_t runs, size_t rows, size_t row,
                 double *mean, double *deviation);

/* CPU seconds that n scores take, of 256 random genomes in turn: for
 * benchmarks. */
bool ga_scoring(const Species *species, const Game *game, uint64_t n,
                double *seconds, Err *err);

#endif
