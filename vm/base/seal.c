/* seal.c -- hashes of values that follow each other.
 *
 * A whole number has one seal, whether it is held as an integer or as a real.
 */
#include "seal.h"

#include <math.h>
#include <string.h>

#include "hash.h"
#include "rng.h"

uint64_t seal_bytes(uint64_t seal, const void *bytes, size_t n) {
    return rng_mix(seal ^ hash_bytes(bytes, n)) + n;
}

uint64_t seal_whole(uint64_t seal, int64_t x) {
    return rng_mix(seal + 1) ^ rng_mix((uint64_t)x);
}

uint64_t seal_real(uint64_t seal, double x) {
    if (fabs(x) < 0x1p63 && x == (double)(int64_t)x)
        return seal_whole(seal, (int64_t)x);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return rng_mix(seal + 2) ^ rng_mix(bits);
}
