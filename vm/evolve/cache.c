/* cache.c -- scores remembered by hash.
 *
 * Entries lie in buckets of four, chosen by the top bits of the key. An entry
 * is five words: the key folded with the other four, and those. Words are
 * written one by one without a lock; if two threads collide, the folded key no
 * longer fits and the entry reads as empty. A full bucket loses the entry that
 * the key's low bits name.
 */
#include "cache.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"

enum { WORDS = 4, WAYS = 1 << CACHE_BITS_MIN };

typedef struct Entry {
    _Atomic uint64_t check;          /* key ^ word[0] ^ ... ^ word[3] */
    _Atomic uint64_t word[WORDS];
} Entry;

static_assert(sizeof(Entry) == 40, "an entry is five words");

struct Cache {
    int    bits;
    size_t entries;
    Entry *entry;
};

Cache *cache_new(int bits, Err *err) {
    Cache *cache = mem_new(1, sizeof *cache, err);
    if (!cache) return NULL;
    if (bits < CACHE_BITS_MIN) bits = CACHE_BITS_MIN;
    assert(bits <= CACHE_BITS_MAX);
    cache->bits = bits;
    cache->entries = (size_t)1 << bits;
    cache->entry = mem_new(cache->entries, sizeof *cache->entry, err);
    if (cache->entry) return cache;
    cache_free(cache);
    return NULL;
}

void cache_free(Cache *cache) {
    if (!cache) return;
    mem_free(cache->entry);
    mem_free(cache);
}

void cache_clear(Cache *cache) {
    memset((void *)cache->entry, 0, cache->entries * sizeof *cache->entry);
}

static Entry *bucket(const Cache *cache, uint64_t key) {
    uint64_t at = (key >> (64 - cache->bits)) & ~(uint64_t)(WAYS - 1);
    hot_assert(key != 0 && at + WAYS <= cache->entries);
    return &cache->entry[at];
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

/* Reads an entry; true if it belongs to the key. An all-zero entry would claim
 * to belong to key 0, so key 0 is never stored. */
static bool read_entry(const Entry *e, uint64_t key, uint64_t word[WORDS]) {
    uint64_t check = load(&e->check);
    for (int i = 0; i < WORDS; i++) check ^= word[i] = load(&e->word[i]);
    return check == key;
}

bool cache_find(const Cache *cache, uint64_t key, Score *score) {
    if (key == 0) return false;
    const Entry *e = bucket(cache, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t word[WORDS];
        if (!read_entry(&e[i], key, word)) continue;
        memcpy(&score->raw, &word[0], 8);
        memcpy(&score->standardized, &word[1], 8);
        score->steps = word[2];
        score->hits = (uint32_t)word[3];
        return true;
    }
    return false;
}

void cache_put(Cache *cache, uint64_t key, const Score *score) {
    if (key == 0) return;
    Entry *e = bucket(cache, key), *to = &e[key & (WAYS - 1)];
    uint64_t word[WORDS];
    for (int i = 0; i < WAYS; i++)
        if (read_entry(&e[i], 0, word)) {
            to = &e[i];
            break;
        }
    memcpy(&word[0], &score->raw, 8);
    memcpy(&word[1], &score->standardized, 8);
    word[2] = score->steps;
    word[3] = score->hits;
    uint64_t check = key;
    for (int i = 0; i < WORDS; i++) check ^= word[i];
    for (int i = 0; i < WORDS; i++)
        atomic_store_explicit(&to->word[i], word[i], memory_order_relaxed);
    atomic_store_explicit(&to->check, check, memory_order_relaxed);
}
