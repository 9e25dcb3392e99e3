/* hash.c -- one multiplication per eight bytes: every child that is bred is
 * hashed. */
#include "hash.h"

#include <assert.h>
#include <string.h>

#include "rng.h"

static inline uint64_t add_word(uint64_t h, const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    h = (h ^ word) * RNG_GOLDEN;
    return h ^ h >> 32;
}

/* Goes on at `from` with a hash that has come there. */
static uint64_t finish(uint64_t h, const unsigned char *p, size_t from,
                       size_t n) {
    uint64_t word = 0;
    for (; from + 8 <= n; from += 8) h = add_word(h, p + from);
    memcpy(&word, p + from, n - from);
    return rng_mix(h ^ word);
}

uint64_t hash_bytes(const void *bytes, size_t n) {
    return finish(n * RNG_GOLDEN, bytes, 0, n);
}

/* Takes four hashes as far as all blocks reach; returns where that is. */
static size_t go_together(uint64_t *h, const unsigned char *const *p,
                          size_t least) {
    uint64_t a = h[0], b = h[1], c = h[2], d = h[3];
    size_t at = 0;
    for (; at + 8 <= least; at += 8) {
        a = add_word(a, p[0] + at);
        b = add_word(b, p[1] + at);
        c = add_word(c, p[2] + at);
        d = add_word(d, p[3] + at);
    }
    h[0] = a;
    h[1] = b;
    h[2] = c;
    h[3] = d;
    return at;
}

void hash_some(const void *const *blocks, const size_t *bytes, size_t count,
               uint64_t *hashes) {
    const unsigned char *p[HASH_LANES];
    uint64_t h[HASH_LANES];
    size_t least = SIZE_MAX, from = 0;
    assert(count <= HASH_LANES);
    for (size_t i = 0; i < count; i++) {
        p[i] = blocks[i];
        h[i] = bytes[i] * RNG_GOLDEN;
        if (bytes[i] < least) least = bytes[i];
    }
    if (count == HASH_LANES) from = go_together(h, p, least);
    for (size_t i = 0; i < count; i++)
        hashes[i] = finish(h[i], p[i], from, bytes[i]);
}
