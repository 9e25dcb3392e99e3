/* cache.h -- scores remembered by the hash of what was scored; if need be with
 * what each case gave.
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
    CACHE_CASES_MAX = 256,           /* of a score that is kept with them */
};

/* Room for 2^bits scores of 40 bytes, and for one bucket at least. */
Cache *cache_new(int bits, Err *err);
void   cache_free(Cache *cache);

/* Keeps with each score what so many cases gave (0: nothing), of which fewer
 * find room; forgets all. Of more cases than CACHE_CASES_MAX none are kept, nor
 * are any where memory lacks, which is told. */
bool cache_widen(Cache *cache, size_t cases, Err *err);

/* How many cases are kept with a score. */
size_t cache_width(const Cache *cache);

/* Where `row` is not NULL what each case gave comes and goes with the score. */
bool cache_find(const Cache *cache, uint64_t key, Score *score, double *row);
void cache_put(Cache *cache, uint64_t key, const Score *score,
               const double *row);
void cache_clear(Cache *cache);

#endif
