/* select.h -- choosing parents.
 *
 * A Selector is prepared once per generation from the standardized scores (less
 * is better) and sizes of the population, then asked for parents by any number
 * of threads. Draws come from the caller's generator.
 */
#ifndef LUDUS_SELECT_H
#define LUDUS_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/game.h"
#include "base/rng.h"
#include "lexicase.h"

typedef enum SelectMethod {
    SELECT_TOURNAMENT,
    SELECT_PROPORTIONATE,
    SELECT_OVERSELECT,
    SELECT_TRUNCATION,
    SELECT_RANK,
    SELECT_UNIFORM,
    SELECT_SHUFFLE,
    SELECT_ROULETTE,
    SELECT_REMAINDER,
    SELECT_UNIVERSAL,
    SELECT_LEXICASE,
    SELECT_METHODS
} SelectMethod;

/* One row per method: scripts and the manual read it. */
typedef struct SelectRow {
    const char *name;
    const char *param;               /* name of its number, or NULL */
    double      normal, min, max;
    const char *help;
} SelectRow;

extern const SelectRow select_rows[SELECT_METHODS];

/* The method of that name, or -1. */
int select_find(const char *name);

/* Does the method read the scores of cases? */
bool select_reads_cases(SelectMethod method);

typedef struct Selection {
    SelectMethod method;
    double       param;
    bool         parsimony;          /* of equal scores the smaller one wins */
    uint32_t     near;               /* tournaments within so many slots of the
                                      * child's, round a ring; 0: anywhere */
    bool         adjusted;           /* roulette, remainder, universal: fitness
                                      * is 1 / (1 + standardized), not the raw
                                      * score */
    LexicaseRule lexicase;
    double       smaller;            /* tournaments: twice the chance that of
                                      * two winners the smaller one is chosen;
                                      * 0: one winner is */
    double       tarpeian;           /* tournaments: the chance that a program
                                      * larger than the mean never wins */
    bool         covariant;          /* tournaments: by rank, less what size
                                      * alone explains of it */
} Selection;

/* Does it look at sizes? */
bool select_reads_sizes(const Selection *rule);

/* Does it draw the parents of a whole brood at once? */
bool select_draws_all(SelectMethod method);

/* False with the reason if the rule's numbers make no sense. */
bool select_check(const Selection *rule, Err *err);

/* Who may be chosen: program i has the score scores[order[i]]. */
typedef struct Candidates {
    const Score    *scores;
    const uint32_t *sizes;
    const uint32_t *order;           /* NULL: 0, 1, 2 ... */
    bool            minimise;        /* raw scores are errors */
    const double   *costs;           /* by number: in the place of standardized
                                      * scores; NULL: those */
    size_t          count;           /* the first so many; 0: all */
} Candidates;

typedef struct Selector {
    Selection rule;
    size_t    all;                   /* programs of the population */
    size_t    count;                 /* that may be chosen */
    double   *standardized;          /* of the generation, close together */
    uint32_t *sizes;                 /* where they are looked at */
    uint32_t *order;                 /* best first; ties by size, then number */
    double   *running;               /* sums of weights along `order`, or of
                                      * fitness along the numbers */
    size_t    group;                 /* the best so many: truncation, and the
                                      * first group of over-selection */
    uint32_t *picks;                 /* parents of a whole brood; by lexicase,
                                      * the caller draws them */
    size_t    room;                  /* of picks */
    int       rivals;                /* of a tournament among all in which size
                                      * does not count, 1 where anyone may win;
                                      * else 0 */
} Selector;

/* An empty selector for populations of that size. */
bool select_init(Selector *selector, size_t count, Err *err);
void select_free(Selector *selector);

/* What a brood wants of a selector. */
typedef struct Demand {
    size_t places;                   /* parents, for methods that draw all at
                                      * once */
    Rng    rng;                      /* for their draws: see
                                      * select_draws_all(); and for who never
                                      * wins */
    bool   sorted;                   /* `order` even if the method needs none */
} Demand;

/* Gets ready for a generation. Proportionate selection and over-selection need
 * scores that are 0 or more. */
bool select_prepare(Selector *selector, const Selection *rule,
                    const Candidates *candidates, const Demand *demand,
                    Err *err);

/* The best of so many. Among equals the one drawn first wins. Any fixed order
 * would favour the same few programs of a plateau each time and cost the
 * population its variety. Who wins cannot be foreseen: a choice without a
 * branch is twice as fast. */
static inline size_t select_tournament(const Selector *s, Rng *rng) {
    Rng here = *rng;                 /* in registers */
    uint32_t n = (uint32_t)s->count, best = rng_below(&here, n);
    double least = s->standardized[best];
    for (int i = s->rivals; i > 1; i--) {
        uint32_t other = rng_below(&here, n);
        double cost = s->standardized[other];
        best = cost < least ? other : best;
        least = cost < least ? cost : least;
    }
    *rng = here;
    return best;
}

size_t select_by_rule(const Selector *selector, size_t slot, size_t place,
                      Rng *rng);

/* The number of a parent: for the child in `slot`, and as number `place` of the
 * parents of the brood. */
static inline size_t select_pick(const Selector *s, size_t slot, size_t place,
                                 Rng *rng) {
    return s->rivals ? select_tournament(s, rng)
                     : select_by_rule(s, slot, place, rng);
}

#endif
