/* place.h -- where players put their ships.
 *
 * One row per strategy of the paper's Figure 2, their combination, and a fleet
 * drawn uniformly. The adaptive placement needs knowledge: see place_model.h.
 */
#ifndef BATTLESHIP_PLACE_H
#define BATTLESHIP_PLACE_H

#include "base/pool.h"
#include "fleet.h"

typedef struct Placement {
    const char *name;
    const char *help;
    void (*draw)(const Fleet *fleet, Rng *rng, Cells ship[]);
    /* Instead of it, the caller's own; on one thread. */
    void (*call)(void *context, const Fleet *fleet, Rng *rng, Cells ship[]);
    void *context;
} Placement;

static inline void placement_draw(const Placement *p, const Fleet *fleet,
                                  Rng *rng, Cells ship[]) {
    if (p->call) p->call(p->context, fleet, rng, ship);
    else p->draw(fleet, rng, ship);
}

extern const Placement placements[]; /* ends with a row without name */

/* The placement of that name, or NULL with the nearest name in `err`. */
const Placement *placement_find(const char *name, Err *err);

/* Adds to `count`, per square, how often it held a ship in fleets first..last-1
 * of `seed`; fleet number i is always the same. */
void placement_count(const Placement *placement, const Fleet *fleet,
                     uint64_t seed, uint64_t first, uint64_t last,
                     uint32_t count[]);

/* Fleets 0..fleets-1 of a seed. */
typedef struct PlacementSample {
    const Placement *placement;
    const Fleet     *fleet;
    uint64_t         seed;
    size_t           fleets;
} PlacementSample;

/* Writes into `count`, per square, how often it held a ship in all of them, on
 * all threads of the pool. */
bool placement_cover(const PlacementSample *sample, Pool *pool,
                     uint64_t count[], Err *err);

#endif
