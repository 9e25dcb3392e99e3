/* pareto.h -- points of several objectives, sorted into fronts.
 *
 * Less is better in every objective. A point dominates another if it is worse
 * in none and better in one; the first front are those whom nobody dominates,
 * the second those whom only the first does, and so on (N. Srinivas, K. Deb
 * 1994). Within a front the crowding distance says how far apart a point's
 * neighbours are (K. Deb, A. Pratap, S. Agarwal, T. Meyarivan, A Fast and
 * Elitist Multiobjective Genetic Algorithm: NSGA-II, IEEE Transactions on
 * Evolutionary Computation 6(2), 2002).
 */
#ifndef LUDUS_PARETO_H
#define LUDUS_PARETO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { PARETO_OBJECTIVES_MAX = 64 };

/* Points and what is found of them, by number. */
typedef struct Pareto {
    const double *points;            /* n x width, never NaN */
    size_t        n, width;          /* width 1 to PARETO_OBJECTIVES_MAX */
    uint32_t     *front;             /* 0 for the first */
    double       *apart;             /* crowding distance */
    uint32_t     *order;             /* best first: by front, then the most
                                      * apart, then by number */
    uint32_t     *room;              /* to work in: 2 x n */
    bool          once;              /* of equal points all but the first come
                                      * behind all others */
} Pareto;

/* Room for n points; the points come later. */
bool pareto_init(Pareto *pareto, size_t n, size_t width, Err *err);
void pareto_free(Pareto *pareto);

/* Fills in front, apart and order for the points. */
void pareto_sort(Pareto *pareto);

/* Does a point dominate another? */
bool pareto_dominates(const double *a, const double *b, size_t width);

/* The area that points of two objectives dominate, up to a point that is worse
 * than all that count. */
double pareto_area(const double *points, size_t n, const double reference[2]);

#endif
