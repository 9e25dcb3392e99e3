/* islands.h -- one population as several, between which programs travel.
 *
 * Islands are neighbouring places of one population. On each, parents are
 * chosen, children made and survivors found among its own members alone; every
 * so many generations copies of some programs travel along the edges of a
 * route:
 *
 *     places  0 1 2 3 | 4 5 6 | 7 8 9       ten programs on three islands
 *
 * Each island has a seed of its own, made of the run's and its number, so that
 * what happens there depends on (seed, generation, place) and its members.
 */
#ifndef LUDUS_ISLANDS_H
#define LUDUS_ISLANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "layers.h"

struct Plan;

enum {
    ISLANDS_MAX       = 256,
    ISLANDS_EDGES_MAX = ISLANDS_MAX * (ISLANDS_MAX - 1),
};

/* The ways programs take. */
typedef enum Route {
    ROUTE_RING,                      /* to the next, the last to the first */
    ROUTE_TORUS,                     /* to four neighbours on a wrapped grid */
    ROUTE_COMPLETE,                  /* to all others */
    ROUTE_EDGES,                     /* as listed */
    ROUTES
} Route;

/* Which programs of an island. */
typedef enum Whom { WHOM_BEST, WHOM_WORST, WHOM_RANDOM, WHOMS } Whom;

extern const char *const islands_routes[ROUTES + 1];         /* NULL-ended */
extern const char *const islands_whoms[WHOMS + 1];

typedef struct Edge {
    uint32_t from, to;               /* islands, from 0 on */
} Edge;

typedef struct Islands {
    size_t      count;               /* 0 and 1: one population */
    size_t      every;               /* generations from one journey to the
                                      * next; 0: none */
    size_t      migrants;            /* along each edge */
    Route       route;
    const Edge *edges;               /* as listed */
    size_t      edge_count;
    Whom        leave, make_room;    /* whose copies go; who is replaced */
    Layers      layers;              /* they are layers of age */
    const struct Plan *const *plans; /* of each; NULL: the plan itself */
} Islands;

/* Is it more than one? */
static inline bool islands_are(const Islands *islands) {
    return islands->count > 1;
}

/* The first place of an island in a population of so many; that of the island
 * behind the last is the population. */
size_t islands_first(size_t population, size_t islands, size_t island);

/* The island of a place. */
size_t islands_of(size_t population, size_t islands, size_t place);

/* The seed of what happens on an island. */
uint64_t islands_seed(uint64_t seed, size_t island);

/* The edges of the route, at most ISLANDS_EDGES_MAX; `out` may be NULL. Returns
 * how many. */
size_t islands_edges(const Islands *islands, Edge *out);

/* False with the reason if they make no sense for so many programs; the plans
 * of each are not looked at. */
bool islands_check(const Islands *islands, size_t population, Err *err);

#endif
