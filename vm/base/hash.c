/* hash.c -- one multiplication per eight bytes: every child that is bred is
 * hashed. */
#include "hash.h"

#include <string.h>

#include "rng.h"

uint64_t hash_bytes(const void *bytes, size_t n) {
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    const unsigned char *p = bytes;
    uint64_t h = n * odd, word;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&word, p, 8);
        h = (h ^ word) * odd;
        h ^= h >> 32;
    }
    word = 0;
    memcpy(&word, p, n);
    return rng_mix(h ^ word);
}
