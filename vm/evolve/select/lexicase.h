/* lexicase.h -- choosing parents case by case.
 *
 * A draw goes through the cases in an order of its own; in each only the
 * programs that are best at it remain, until one is left (Helmuth, Spector and
 * Matheson 2015). With an epsilon, those remain who are nearly best (La Cava,
 * Spector and Danai 2016).
 *
 *     Lexicase *lexicase = lexicase_new(&table, &rule, &rng, err);
 *     LexicaseRoom room;                       one for each thread
 *     ... lexicase_pick(lexicase, &room, &rng)
 */
#ifndef LUDUS_LEXICASE_H
#define LUDUS_LEXICASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/rng.h"

/* How far from the best is good enough: the median distance from the median
 * (MAD) of a case's scores, or nothing. */
typedef enum LexicaseEpsilon {
    EPSILON_NONE,
    EPSILON_STATIC,                  /* of the population; from its best */
    EPSILON_SEMI,                    /* of it; from the best who remain */
    EPSILON_DYNAMIC,                 /* of those who remain; from their best */
    EPSILONS
} LexicaseEpsilon;

extern const char *const lexicase_epsilons[EPSILONS + 1];    /* NULL-ended */

typedef struct LexicaseRule {
    LexicaseEpsilon epsilon;
    uint32_t        sample;          /* cases of a generation; 0: all */
    uint32_t        batch;           /* cases that are looked at together, by
                                      * the sum of their scores; 0 and 1: each
                                      * alone */
    double          informed;        /* the sample tells programs apart, as a
                                      * share of them shows; 0: it is drawn */
    uint32_t        every;           /* so many generations */
} LexicaseRule;

enum {
    LEXICASE_CASES_MAX = 1 << 24,    /* sample and batch */
    LEXICASE_EVERY_MAX = 1000000,
};

/* False with the reason if the rule's numbers make no sense. */
bool lexicase_check(const LexicaseRule *rule, Err *err);

/* What programs scored: program i has the row order[i] (or i) of `rows`. */
typedef struct CaseTable {
    const double   *rows;
    size_t          width;           /* cases of a row */
    const uint32_t *order;           /* NULL: 0, 1, 2 ... */
    size_t          count;           /* programs */
    bool            minimise;        /* scores are errors */
    const uint32_t *sample;          /* cases: the first of these; NULL: they
                                      * are drawn */
} CaseTable;

typedef struct Lexicase Lexicase;

/* Keeps what it needs of the table; the sample and the batches are drawn by
 * `rng`. */
Lexicase *lexicase_new(const CaseTable *table, const LexicaseRule *rule,
                       Rng *rng, Err *err);
void      lexicase_free(Lexicase *lexicase);

/* Room for a set of classes. */
typedef struct LexicaseSpace {
    uint32_t *at;
    uint64_t *bits;
} LexicaseSpace;

/* What a draw works in. */
typedef struct LexicaseRoom {
    uint32_t *cases, *swapped;
    LexicaseSpace space[2];          /* sets of classes, in turns; or */
    uint32_t *remain;                /* a list of them, */
    struct LexicaseWeight *weights;  /* and for a median */
} LexicaseRoom;

bool lexicase_room(const Lexicase *lexicase, LexicaseRoom *room, Err *err);
void lexicase_room_free(LexicaseRoom *room);

/* The number of a program. */
uint32_t lexicase_pick(const Lexicase *lexicase, LexicaseRoom *room, Rng *rng);

#endif
