/* minimal.c -- the least loop that is a genetic algorithm for OneMax.
 *
 * It knows the problem by heart: two words per genome, the score is a popcount,
 * one generator for everything. The library is measured against it.
 */
#include <string.h>

#include "functions.h"
#include "base/rng.h"

enum { MEMBERS = 300, BITS = 100, WORDS = 2 };

typedef struct Member {
    uint64_t word[WORDS];
    int      ones;
} Member;

static void count(Member *m) {
    m->ones = __builtin_popcountll(m->word[0]) +
              __builtin_popcountll(m->word[1]);
}

static const Member *pick(const Member *from, Rng *rng) {
    const Member *best = &from[rng_below(rng, MEMBERS)];
    for (int k = 1; k < 3; k++) {
        const Member *m = &from[rng_below(rng, MEMBERS)];
        if (m->ones > best->ones) best = m;
    }
    return best;
}

static uint64_t ones_below(int n) {
    return n <= 0 ? 0 : n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

static void cross(Member *a, Member *b, Rng *rng) {
    int x = (int)rng_below(rng, BITS + 1), y = (int)rng_below(rng, BITS + 1);
    int from = x < y ? x : y, to = x < y ? y : x;
    for (int i = 0; i < WORDS; i++) {
        uint64_t mask = ones_below(to - 64 * i) & ~ones_below(from - 64 * i);
        uint64_t differ = (a->word[i] ^ b->word[i]) & mask;
        a->word[i] ^= differ;
        b->word[i] ^= differ;
    }
}

static void flip(Member *m, Rng *rng) {
    for (int i = 0; i < BITS; i++)
        if (rng_real(rng) < 0.05) m->word[i / 64] ^= (uint64_t)1 << (i % 64);
}

static void breed(const Member *from, Member *to, Rng *rng) {
    for (int i = 0; i < MEMBERS; i += 2) {
        to[i] = *pick(from, rng);
        to[i + 1] = *pick(from, rng);
        if (rng_real(rng) < 0.5) cross(&to[i], &to[i + 1], rng);
        for (int k = 0; k < 2; k++) {
            if (rng_real(rng) < 0.2) flip(&to[i + k], rng);
            count(&to[i + k]);
        }
    }
}

uint64_t minimal_loop(uint64_t seed, int generations, int *best) {
    Member a[MEMBERS], b[MEMBERS], *now = a, *next = b;
    Rng rng = rng_seed(seed);
    for (int i = 0; i < MEMBERS; i++) {
        now[i].word[0] = rng_next(&rng);
        now[i].word[1] = rng_next(&rng) & ones_below(BITS - 64);
        count(&now[i]);
    }
    for (int g = 0; g < generations; g++) {
        breed(now, next, &rng);
        Member *old = now;
        now = next;
        next = old;
    }
    *best = 0;
    for (int i = 0; i < MEMBERS; i++)
        if (now[i].ones > *best) *best = now[i].ones;
    return MEMBERS * (uint64_t)(generations + 1);
}
