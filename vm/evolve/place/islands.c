/* islands.c -- how a population is parted, and the routes between the parts.
 *
 * Sizes differ by one at most, the larger islands first. The torus is the grid
 * of so many islands that is most like a square; where two neighbours are the
 * same island there is one edge, and none to itself.
 */
#include "islands.h"

#include <assert.h>

#include "base/rng.h"

const char *const islands_routes[ROUTES + 1] = {
    [ROUTE_RING] = "ring",
    [ROUTE_TORUS] = "torus",
    [ROUTE_COMPLETE] = "complete",
    [ROUTE_EDGES] = "edges",
};

const char *const islands_whoms[WHOMS + 1] = {
    [WHOM_BEST] = "best",
    [WHOM_WORST] = "worst",
    [WHOM_RANDOM] = "random",
};

size_t islands_first(size_t population, size_t islands, size_t island) {
    assert(islands >= 1 && island <= islands);
    size_t more = population % islands;
    return island * (population / islands) + (island < more ? island : more);
}

size_t islands_of(size_t population, size_t islands, size_t place) {
    assert(place < population);
    size_t each = population / islands, more = population % islands;
    size_t large = more * (each + 1);
    return place < large ? place / (each + 1) : more + (place - large) / each;
}

uint64_t islands_seed(uint64_t seed, size_t island) {
    return rng_mix(rng_mix(seed) + 0x9e3779b97f4a7c15u * (island + 1));
}

/* ---- routes -------------------------------------------------------------- */

/* The greatest divisor that is no more than the root. */
static size_t rows_of(size_t count) {
    size_t rows = 1;
    for (size_t r = 2; r * r <= count; r++)
        if (count % r == 0) rows = r;
    return rows;
}

static size_t torus(size_t count, Edge *out) {
    size_t rows = rows_of(count), cols = count / rows, n = 0;
    for (size_t i = 0; i < count; i++) {
        size_t r = i / cols, c = i % cols;
        size_t near[] = { r * cols + (c + 1) % cols,
                          r * cols + (c + cols - 1) % cols,
                          (r + 1) % rows * cols + c,
                          (r + rows - 1) % rows * cols + c };
        for (size_t k = 0; k < 4; k++) {
            bool again = near[k] == i;
            for (size_t j = 0; j < k; j++) again = again || near[j] == near[k];
            if (again) continue;
            if (out) out[n] = (Edge){ (uint32_t)i, (uint32_t)near[k] };
            n++;
        }
    }
    return n;
}

static size_t complete(size_t count, Edge *out) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            if (i == k) continue;
            if (out) out[n] = (Edge){ (uint32_t)i, (uint32_t)k };
            n++;
        }
    return n;
}

size_t islands_edges(const Islands *islands, Edge *out) {
    size_t count = islands->count;
    switch (islands->route) {
    case ROUTE_TORUS:    return torus(count, out);
    case ROUTE_COMPLETE: return complete(count, out);
    case ROUTE_EDGES:
        for (size_t i = 0; out && i < islands->edge_count; i++)
            out[i] = islands->edges[i];
        return islands->edge_count;
    case ROUTE_RING:
        for (size_t i = 0; out && i < count; i++)
            out[i] = (Edge){ (uint32_t)i, (uint32_t)((i + 1) % count) };
        return count;
    case ROUTES: break;
    }
    return 0;
}

/* ---- sense --------------------------------------------------------------- */

static bool check_edges(const Islands *x, Err *err) {
    if (x->route != ROUTE_EDGES) return true;
    if (x->edge_count > ISLANDS_EDGES_MAX)
        return err_set(err, "at most %d edges between islands, not %zu",
                       ISLANDS_EDGES_MAX, x->edge_count);
    for (size_t i = 0; i < x->edge_count; i++) {
        const Edge *e = &x->edges[i];
        if (e->from >= x->count || e->to >= x->count || e->from == e->to)
            return err_set(err,
                           "edge %zu goes from island %u to %u: there are "
                           "%zu, and none sends to itself",
                           i + 1, e->from + 1, e->to + 1, x->count);
    }
    return true;
}

/* The most that come to one island at once. */
static size_t most_arrivals(const Islands *x) {
    size_t arrivals[ISLANDS_MAX] = { 0 }, most = 0;
    if (x->route == ROUTE_COMPLETE) return (x->count - 1) * x->migrants;
    if (x->route == ROUTE_RING) return x->migrants;
    if (x->route == ROUTE_TORUS) return 4 * x->migrants;
    for (size_t i = 0; i < x->edge_count; i++) {
        size_t n = ++arrivals[x->edges[i].to];
        if (n > most) most = n;
    }
    return most * x->migrants;
}

bool islands_check(const Islands *x, size_t population, Err *err) {
    if (!islands_are(x)) return true;
    if (x->count > ISLANDS_MAX || x->count > population)
        return err_set(err,
                       "%zu islands: there are at most %d, and no more "
                       "than the %zu programs",
                       x->count, ISLANDS_MAX, population);
    if (!check_edges(x, err) || !layers_check(&x->layers, x->count, err))
        return false;
    size_t least = population / x->count;
    if (x->every && x->migrants > least)
        return err_set(err, "%zu programs leave an island of %zu", x->migrants,
                       least);
    if (x->every && most_arrivals(x) > least)
        return err_set(err, "%zu programs come to an island of %zu at once",
                       most_arrivals(x), least);
    return true;
}
