/* lexicase_inner.h -- what the two ways to draw have in common: classes.
 *
 * Programs of equal rows are one class. A draw goes on among classes; only its
 * last step looks at how many programs each has.
 */
#ifndef LUDUS_LEXICASE_INNER_H
#define LUDUS_LEXICASE_INNER_H

#include "lexicase.h"

enum {
    PAIR_CASES = 64,                 /* so many at most have starts by pairs, */
    PAIR_ROOM  = 1 << 22,            /* with so many entries together */
};

typedef struct LexicaseSets LexicaseSets;
typedef struct LexicaseLists LexicaseLists;

struct Lexicase {
    size_t          width;           /* cases, or batches of them */
    size_t          classes;
    double         *costs;           /* width x classes: less is better */
    uint32_t       *first;           /* class c has first[c] to first[c + 1] */
    uint32_t       *members;         /* - 1 of these */
    LexicaseEpsilon epsilon;
    double         *margins;         /* by case; NULL: none, or dynamic */
    LexicaseSets   *sets;            /* where only the best remain; or */
    LexicaseLists  *lists;           /* where those near them do, too */
};

/* Programs of a class. */
static inline uint32_t lexicase_members(const Lexicase *x, size_t class) {
    return x->first[class + 1] - x->first[class];
}

/* The n-th case of a draw; none comes twice. */
static inline uint32_t lexicase_next(const Lexicase *x, LexicaseRoom *room,
                                     size_t n, Rng *rng) {
    size_t at = n + rng_below(rng, (uint32_t)(x->width - n));
    uint32_t k = room->cases[at];
    room->swapped[n] = (uint32_t)at;
    room->cases[at] = room->cases[n];
    room->cases[n] = k;
    return k;
}

/* A cost and how many programs have it. */
typedef struct LexicaseWeight {
    double value;
    size_t weight;
} LexicaseWeight;

/* The median distance from the median; reorders the list. */
double lexicase_deviation(LexicaseWeight *list, size_t n);

/* ---- lexicase_sets.c: only the best remain ------------------------------- */

bool lexicase_sets_make(Lexicase *x, Err *err);
void lexicase_sets_free(LexicaseSets *sets);
bool lexicase_sets_room(const Lexicase *x, LexicaseRoom *room, Err *err);

/* A draw; `cases` gets how many cases it looked at. */
uint32_t lexicase_sets_pick(const Lexicase *x, LexicaseRoom *room,
                            size_t *cases, Rng *rng);

/* ---- lexicase_lists.c: so do those near them ----------------------------- */

bool lexicase_lists_make(Lexicase *x, Err *err);
void lexicase_lists_free(LexicaseLists *lists);
bool lexicase_lists_room(const Lexicase *x, LexicaseRoom *room, Err *err);
uint32_t lexicase_lists_pick(const Lexicase *x, LexicaseRoom *room,
                             size_t *cases, Rng *rng);

#endif
