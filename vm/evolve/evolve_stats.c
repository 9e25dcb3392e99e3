/* evolve_stats.c -- what a generation comes to: figures, digest, variety.
 *
 * Sums are taken in the order of the slots, so that figures are the same to the
 * bit however many threads made the generation.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "evolve_inner.h"
#include "base/mem.h"

/* ---- variety ------------------------------------------------------------- */

size_t evolve_distinct(const uint64_t *hashes, size_t n, uint32_t *table,
                       size_t room, unsigned char *repeated) {
    size_t distinct = 0;
    assert((room & (room - 1)) == 0 && room > n);
    memset(table, 0, room * sizeof *table);
    for (size_t i = 0; i < n; i++) {
        size_t at = (size_t)hashes[i] & (room - 1);
        while (table[at] && hashes[table[at] - 1] != hashes[i])
            at = (at + 1) & (room - 1);
        bool seen = table[at] != 0;
        if (repeated) repeated[i] = seen;
        if (seen) continue;
        table[at] = (uint32_t)(i + 1);
        distinct++;
    }
    return distinct;
}

size_t evolve_distinct_room(size_t n) {
    size_t room = 16;
    while (room < 2 * n) room *= 2;
    return room;
}

/* ---- figures ------------------------------------------------------------- */

/* Best by score, then by size, then by number. */
static size_t best_of(const Generation *g, size_t n) {
    size_t best = 0;
    for (size_t i = 1; i < n; i++) {
        double x = g->scores[i].standardized, y = g->scores[best].standardized;
        if (x < y || (!(x > y) && g->sizes[i] < g->sizes[best])) best = i;
    }
    return best;
}

static size_t distinct_of(const Generation *g, size_t n) {
    size_t room = evolve_distinct_room(n);
    uint32_t *table = mem_new(room, sizeof *table, NULL);
    if (!table) return 0;            /* diversity is only shown, never used */
    size_t distinct = evolve_distinct(g->hashes, n, table, room, NULL);
    mem_free(table);
    return distinct;
}

Stats evolve_stats(const Evolution *e) {
    const Generation *g = &e->living;
    double n = (double)e->count, raw = 0, standardized = 0, size = 0;
    double squares = 0;
    Stats s = { .best = best_of(g, e->count) };
    for (size_t i = 0; i < e->count; i++) {
        raw += g->scores[i].raw;
        standardized += g->scores[i].standardized;
        size += g->sizes[i];
        if (g->sizes[i] > s.size_max) s.size_max = g->sizes[i];
    }
    s.raw_mean = raw / n;
    for (size_t i = 0; i < e->count; i++) {
        double d = g->scores[i].raw - s.raw_mean;
        squares += d * d;
    }
    s.raw_deviation = n > 1 ? sqrt(squares / (n - 1)) : 0;
    s.standardized_mean = standardized / n;
    s.size_mean = size / n;
    s.distinct = distinct_of(g, e->count);
    return s;
}

uint64_t evolve_digest(const Evolution *e) {
    uint64_t h = rng_mix(e->generation + 0x9e3779b97f4a7c15u);
    for (size_t i = 0; i < e->count; i++)
        h = rng_mix(h ^ e->living.hashes[i]) + 0x9e3779b97f4a7c15u;
    return h;
}
