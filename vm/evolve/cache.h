/* cache.h -- scores remembered by the hash of what was scored.
 *
 * Threads read and write it without locks. It only ever saves work: a score
 * that is found is the one that would be computed, so runs do not depend on
 * what it holds.
 */
#ifndef LUDUS_CACHE_H
#define LUDUS_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "engine/game.h"

typedef struct Cache Cache;

enum {
    CACHE_BITS_MIN = 2,              /* one bucket */
    CACHE_BITS_MAX = 26,             /* 2.5 GB */
};

/* Room for 2^bits scores of 40 bytes, and for one bucket at least. */
Cache *cache_new(int bits, Err *err);
void   cache_free(Cache *cache);

bool cache_find(const Cache *cache, uint64_t key, Score *score);
void cache_put(Cache *cache, uint64_t key, const Score *score);
void cache_clear(Cache *cache);

#endif
