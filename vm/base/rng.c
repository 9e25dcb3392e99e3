/* rng.c -- xoshiro256** (Blackman and Vigna 2018), keyed by splitmix64.
 *
 * A key is folded into 64 bits by mixing after each part, and those bits are
 * stretched to the 256 of the state by four more mixes: about 6 ns, cheap
 * enough to make a generator for every child that is bred.
 */
#include "rng.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "real.h"

uint64_t rng_base(uint64_t seed, uint64_t generation, RngPurpose purpose) {
    return rng_fold(rng_fold(seed, (uint64_t)purpose), generation);
}

Rng rng_key(uint64_t seed, uint64_t generation, uint64_t slot,
            RngPurpose purpose) {
    return rng_slot(rng_base(seed, generation, purpose), slot);
}

int64_t rng_range(Rng *rng, int64_t lo, int64_t hi) {
    assert(lo <= hi);
    uint64_t span = (uint64_t)hi - (uint64_t)lo, mask = span, x;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    do x = rng_next(rng) & mask;
    while (x > span);
    return (int64_t)((uint64_t)lo + x);
}

/* A point in the unit circle, by the polar method: the first coordinate, and
 * the square of its distance. The twin is dropped. */
static double draw_point(Rng *rng, double *square) {
    double u, v, s;
    do {
        u = 2 * rng_real(rng) - 1;
        v = 2 * rng_real(rng) - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    *square = s;
    return u;
}

double rng_normal(Rng *rng) {
    double s, u = draw_point(rng, &s);
    return u * sqrt(-2 * log(s) / s);
}

double rng_gauss(Rng *rng) {
    double s, u = draw_point(rng, &s);
    return u * sqrt(-2 * real_log(s) / s);
}

/* The same draws for items of one byte, without calls to move them. */
static void shuffle_bytes(Rng *rng, char *items, size_t count) {
    for (size_t i = count; i > 1; i--) {
        uint32_t k = rng_below(rng, (uint32_t)i);
        char spare = items[i - 1];
        items[i - 1] = items[k];
        items[k] = spare;
    }
}

void rng_shuffle(Rng *rng, void *items, size_t count, size_t size) {
    assert(count <= UINT32_MAX && size > 0);
    if (size == 1) {
        shuffle_bytes(rng, items, count);
        return;
    }
    char *base = items, spare[64];
    assert(size <= sizeof spare);
    for (size_t i = count; i > 1; i--) {
        char *a = base + (i - 1) * size;
        char *b = base + rng_below(rng, (uint32_t)i) * size;
        memcpy(spare, a, size);
        memmove(a, b, size);
        memcpy(b, spare, size);
    }
}
