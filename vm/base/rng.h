/* rng.h -- chance as an object.
 *
 * A generator is a small struct that is seeded explicitly, passed explicitly
 * and saved byte for byte. Work that may run on any thread never shares one: it
 * makes its own from a key (seed, generation, slot, purpose), so a run is the
 * same to the bit whatever the number of threads. Same seed, same draws, on
 * every machine.
 */
#ifndef LUDUS_RNG_H
#define LUDUS_RNG_H

#include <stddef.h>
#include <stdint.h>

#include "hot.h"

typedef struct Rng {
    uint64_t s[4];                   /* xoshiro256**; never all zero */
} Rng;

/* What a keyed generator is for. Two purposes never see the same draws. The
 * numbers are part of every stored run: add at the end, never reorder. */
typedef enum RngPurpose {
    RNG_USER,                        /* ludus.rng, math.random */
    RNG_INIT,                        /* first programs of a run */
    RNG_BREED,                       /* choice of parents and operator */
    RNG_CASES,                       /* sampled fitness cases */
    RNG_PLAY,                        /* chance inside a game or match */
    RNG_TEST,                        /* property tests */
    RNG_VARY,                        /* what an operator does to its parents */
    RNG_SELECT,                      /* choice of parents by a script */
    RNG_RULES,                       /* constants that rules draw */
} RngPurpose;

/* One round of a good 64-bit mixing function; also used for hashing. */
static inline uint64_t rng_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#define RNG_GOLDEN ((uint64_t)0x9e3779b97f4a7c15u)

/* The generator of `seed` alone. */
static inline Rng rng_seed(uint64_t seed) {
    return (Rng){ { rng_mix(seed + RNG_GOLDEN), rng_mix(seed + 2 * RNG_GOLDEN),
                    rng_mix(seed + 3 * RNG_GOLDEN),
                    rng_mix(seed + 4 * RNG_GOLDEN) } };
}

/* A key with one part more. */
static inline uint64_t rng_fold(uint64_t key, uint64_t part) {
    return rng_mix((key + RNG_GOLDEN) ^ rng_mix(part + RNG_GOLDEN));
}

/* The generator of one piece of keyed work. */
Rng rng_key(uint64_t seed, uint64_t generation, uint64_t slot,
            RngPurpose purpose);

/* The same in two steps, for many slots of one generation:
 * rng_slot(rng_base(seed, generation, purpose), slot). */
uint64_t rng_base(uint64_t seed, uint64_t generation, RngPurpose purpose);
static inline Rng rng_slot(uint64_t base, uint64_t slot) {
    return rng_seed(rng_fold(base, slot));
}

/* 64 random bits. */
static inline uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->s, t = s[1] << 17, x = s[1] * 5;
    hot_assert(s[0] | s[1] | s[2] | s[3]);
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* A whole number in 0..n-1, each equally likely; n must be at least 1. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    hot_assert(n > 0);
    uint64_t m = (rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {           /* rare: make it exact (Lemire 2019) */
        uint32_t threshold = -n % n;
        while ((uint32_t)m < threshold) m = (rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* A real number in [0, 1) with 53 random bits. */
static inline double rng_real(Rng *rng) {
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* A whole number in lo..hi, both included; hi - lo may span all 64 bits. */
int64_t rng_range(Rng *rng, int64_t lo, int64_t hi);

/* A draw from the normal distribution with mean 0 and deviation 1. */
double rng_normal(Rng *rng);

/* The same with the same bits on every machine: its logarithm is our own, not
 * the C library's. */
double rng_gauss(Rng *rng);

/* Puts `count` items of `size` bytes (at most 64) into random order. */
void rng_shuffle(Rng *rng, void *items, size_t count, size_t size);

#endif
