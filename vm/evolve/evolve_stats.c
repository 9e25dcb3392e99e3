/* evolve_stats.c -- what a generation comes to: figures, variety, digest.
 *
 * Sums are taken in the order of the slots, so that figures are the same to the
 * bit however many threads made the generation.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "evolve_inner.h"
#include "base/mem.h"

/* ---- sets of hashes ------------------------------------------------------ */

bool table_reserve(Evolution *e, size_t n, Err *err) {
    size_t size = 16;
    while (size < 3 * n) size *= 2;
    if (size <= e->table_size) return true;
    uint64_t *table = mem_new(size, sizeof *table, err);
    if (!table) return false;
    mem_free(e->table);
    e->table = table;
    e->table_size = size;
    return true;
}

void table_clear(Evolution *e) {
    memset(e->table, 0, e->table_size * sizeof *e->table);
}

bool table_note(Evolution *e, uint64_t hash) {
    size_t mask = e->table_size - 1;
    assert((e->table_size & mask) == 0);
    if (hash == 0) hash = 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        if (e->table[i] == hash) return false;
        if (e->table[i] == 0) {
            e->table[i] = hash;
            return true;
        }
    }
}

/* ---- figures ------------------------------------------------------------- */

size_t evolve_best_of(Evolution *e, size_t first, size_t count) {
    size_t best = first;
    assert(count >= 1 && first + count <= e->count);
    score_measure_all(e);
    for (size_t i = first + 1; i < first + count; i++) {
        uint32_t a = e->order[i], b = e->order[best];
        double x = evolve_cost(e, a), y = evolve_cost(e, b);
        if (x < y || (!(x > y) && e->slots.sizes[a] < e->slots.sizes[b]))
            best = i;
    }
    return best;
}

static size_t distinct_of(Evolution *e) {
    size_t distinct = 0;
    if (!table_reserve(e, e->count, NULL))
        return 0;                    /* diversity is only shown, never used */
    table_clear(e);
    for (size_t i = 0; i < e->count; i++)
        distinct += table_note(e, e->slots.hashes[e->order[i]]);
    return distinct;
}

static const Score *score_of(const Evolution *e, size_t i) {
    return &e->slots.scores[e->order[i]];
}

static size_t count_lost(const Evolution *e) {
    size_t lost = 0;
    for (size_t i = 0; i < e->count; i++) lost += game_is_lost(score_of(e, i));
    return lost;
}

/* Means of the scores; those that are no numbers would drown the others. */
static void mean_scores(const Evolution *e, Stats *s) {
    double raw = 0, standardized = 0, squares = 0;
    bool   all = s->lost == e->count;
    double n = (double)(all ? e->count : e->count - s->lost);
    for (size_t i = 0; i < e->count; i++) {
        if (!all && game_is_lost(score_of(e, i))) continue;
        raw += score_of(e, i)->raw;
        standardized += evolve_cost(e, e->order[i]);
    }
    s->raw_mean = raw / n;
    s->standardized_mean = standardized / n;
    for (size_t i = 0; i < e->count; i++) {
        if (!all && game_is_lost(score_of(e, i))) continue;
        double d = score_of(e, i)->raw - s->raw_mean;
        squares += d * d;
    }
    s->raw_deviation = n > 1 ? sqrt(squares / (n - 1)) : 0;
}

Stats evolve_stats(Evolution *e) {
    score_measure_all(e);
    double size = 0;
    Stats s = { .best = evolve_best_of(e, 0, e->count), .lost = count_lost(e) };
    for (size_t i = 0; i < e->count; i++) {
        uint32_t nodes = e->slots.sizes[e->order[i]];
        size += nodes;
        if (nodes > s.size_max) s.size_max = nodes;
    }
    mean_scores(e, &s);
    s.size_mean = size / (double)e->count;
    s.distinct = distinct_of(e);
    return s;
}

uint64_t evolve_digest(Evolution *e) {
    score_measure_all(e);
    uint64_t h = rng_mix(e->generation + 0x9e3779b97f4a7c15u);
    for (size_t i = 0; i < e->count; i++)
        h = rng_mix(h ^ e->slots.hashes[e->order[i]]) + 0x9e3779b97f4a7c15u;
    return h;
}
