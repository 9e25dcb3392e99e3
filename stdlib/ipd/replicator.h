/* replicator.h -- evolves machines that explain what an opponent did.
 *
 * The half of Laran (Piccolo and Squillero 2011) that learns. It keeps a
 * population of machines, ranked first by how many recorded moves they replay,
 * second by their strength against a fixed set of standard opponents. It can
 * be used without the other half, to model any recorded history.
 */
#ifndef LUDUS_REPLICATOR_H
#define LUDUS_REPLICATOR_H

#include "base/err.h"
#include "program/machine/machine.h"
#include "payoff.h"
#include "base/rng.h"
#include "reading.h"

enum {
    REPLICATOR_POPULATION_MAX = 5000,
    REPLICATOR_STANDARDS_MAX = 64,
};

/* What makes a model strong. */
typedef enum Strength {
    STRENGTH_DIFFERENCE,             /* imposed less sustained */
    STRENGTH_OWN,                    /* its own payoff */
    STRENGTH_WINS,                   /* matches won less matches lost */
    STRENGTH_NONE,
    STRENGTH_IMPOSED,                /* the other's sentence */
    STRENGTH_COUNT
} Strength;

/* Operators and a strength of the caller's own; either may be missing. */
typedef struct ReplicatorHooks {
    int operators;                   /* how many; 0: the paper's four */
    /* Changes the copy of a parent into its child. */
    void (*vary)(void *context, int op, Rng *rng, Machine *child);
    double (*strength)(void *context, const Machine *m);
    void *context;
} ReplicatorHooks;

typedef struct ReplicatorOptions {
    int      population;             /* I of the paper's Table 1 */
    int      offspring;              /* O: parents chosen per generation */
    double   hole;                   /* p: chance that the smaller wins */
    int      first_states;           /* first machines have 1 to so many */
    int      max_states;
    Strength strength;
    int      strength_turns;         /* per standard opponent */
    bool     lazy;                   /* no strength for sure losers; exact */
    bool     cache;                  /* strength by canonical form; exact */
    Reading  reading;
    const ReplicatorHooks *hooks;    /* borrowed; NULL: none */
} ReplicatorOptions;

/* The settings that reproduce the paper best. */
ReplicatorOptions replicator_defaults(void);

typedef struct Replicator Replicator;

/* What is to be explained: a history of at most `turns`. Strength is measured
 * against the `count` machines given, which are copied. */
typedef struct ReplicatorTask {
    const Payoff  *payoff;
    const Machine *standards;
    int            count;
    uint32_t       turns;
} ReplicatorTask;

/* A first population by chance. */
Replicator *replicator_new(const ReplicatorOptions *options,
                           const ReplicatorTask *task, Rng rng, Err *err);
void replicator_free(Replicator *r);

/* Records one turn: the opponent played `theirs` against `mine`. */
void replicator_see(Replicator *r, Move mine, Move theirs);

void replicator_evolve(Replicator *r, int generations);

/* Both for each turn of a history written as two texts of c and d, equally
 * long. */
bool replicator_feed(Replicator *r, const char *mine, const char *theirs,
                     int generations, Err *err);

/* The best model: the machine, the state it is in after the history, and how
 * many of the opponent's moves it replays. Borrowed until the next call. */
typedef struct Model {
    const Machine *machine;
    int            state;
    uint32_t       hits, turns;
    double         strength;
} Model;

Model replicator_best(const Replicator *r);

#endif
