/* cache.c -- scores remembered by hash.
 *
 * Entries lie in buckets of four, chosen by the top bits of the key. An entry
 * is five words: the key folded with the other four, and those. Words are
 * written one by one without a lock; if two threads collide, the folded key no
 * longer fits and the entry reads as empty. A full bucket loses the entry that
 * the key's low bits name.
 *
 * What the cases gave, if it is kept, lies apart, a row for each entry: a check
 * of its own, which the key goes into, and a word for each case. A row that
 * does not fit is not there, whatever the entry says.
 */
#include "cache.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"
#include "base/rng.h"

enum { WORDS = 4, WAYS = 1 << CACHE_BITS_MIN };

typedef struct Entry {
    _Atomic uint64_t check;          /* key ^ word[0] ^ ... ^ word[3] */
    _Atomic uint64_t word[WORDS];
} Entry;

static_assert(sizeof(Entry) == 40, "an entry is five words");

struct Cache {
    int               bits;          /* asked for */
    int               used;          /* of them: rows leave room for fewer */
    size_t            entries;
    Entry            *entry;
    size_t            width;         /* cases of a row; 0: there are no rows */
    _Atomic uint64_t *rows;          /* width + 1 words for each entry */
};

enum { ROWS_BYTES = 1 << 26 };       /* all rows, at most */

static size_t row_words(size_t width) { return width + 1; }

void cache_clear(Cache *cache) {
    memset((void *)cache->entry, 0, cache->entries * sizeof *cache->entry);
}

static void drop_rows(Cache *cache) {
    mem_free((void *)cache->rows);
    cache->rows = NULL;
    cache->width = 0;
}

/* Room for entries with rows of that width. Without memory what entries there
 * are stay, empty and without rows. */
static bool furnish(Cache *cache, size_t width, Err *err) {
    size_t row = width ? row_words(width) * sizeof *cache->rows : 0;
    int used = cache->bits;
    drop_rows(cache);
    if (cache->entry) cache_clear(cache);
    while (used > CACHE_BITS_MIN && row << used > ROWS_BYTES) used--;
    size_t entries = (size_t)1 << used;
    Entry *entry = mem_new(entries, sizeof *entry, err);
    _Atomic uint64_t *rows = entry && row ? mem_new(entries, row, err) : NULL;
    if (!entry || (row && !rows)) {
        mem_free(entry);
        return false;
    }
    mem_free(cache->entry);
    cache->entry = entry;
    cache->entries = entries;
    cache->used = used;
    cache->rows = rows;
    cache->width = width;
    return true;
}

Cache *cache_new(int bits, Err *err) {
    Cache *cache = mem_new(1, sizeof *cache, err);
    if (!cache) return NULL;
    assert(bits <= CACHE_BITS_MAX);
    cache->bits = bits < CACHE_BITS_MIN ? CACHE_BITS_MIN : bits;
    if (furnish(cache, 0, err)) return cache;
    cache_free(cache);
    return NULL;
}

void cache_free(Cache *cache) {
    if (!cache) return;
    drop_rows(cache);
    mem_free(cache->entry);
    mem_free(cache);
}

bool cache_widen(Cache *cache, size_t cases, Err *err) {
    size_t width = cases <= CACHE_CASES_MAX ? cases : 0;
    if (width != cache->width) return furnish(cache, width, err);
    cache_clear(cache);
    return true;
}

size_t cache_width(const Cache *cache) { return cache->width; }

static Entry *bucket(const Cache *cache, uint64_t key) {
    uint64_t at = (key >> (64 - cache->used)) & ~(uint64_t)(WAYS - 1);
    hot_assert(key != 0 && at + WAYS <= cache->entries);
    return &cache->entry[at];
}

static uint64_t load(const _Atomic uint64_t *word) {
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store(_Atomic uint64_t *word, uint64_t value) {
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t fold(uint64_t check, uint64_t word) {
    return (check ^ word) * RNG_GOLDEN;
}

/* The row of an entry; its check is its first word. */
static _Atomic uint64_t *row_of(const Cache *cache, const Entry *e) {
    return cache->rows + (size_t)(e - cache->entry) * row_words(cache->width);
}

static bool read_row(const Cache *cache, const Entry *e, uint64_t key,
                     double *row) {
    hot_assert(cache->rows);
    const _Atomic uint64_t *from = row_of(cache, e);
    uint64_t check = key;
    for (size_t i = 0; i < cache->width; i++) {
        uint64_t word = load(&from[i + 1]);
        check = fold(check, word);
        memcpy(&row[i], &word, 8);
    }
    return check == load(from);
}

static void write_row(const Cache *cache, const Entry *e, uint64_t key,
                      const double *row) {
    hot_assert(cache->rows);
    _Atomic uint64_t *to = row_of(cache, e);
    uint64_t check = key;
    for (size_t i = 0; i < cache->width; i++) {
        uint64_t word;
        memcpy(&word, &row[i], 8);
        check = fold(check, word);
        store(&to[i + 1], word);
    }
    store(to, check);
}

/* Reads an entry; true if it belongs to the key. An all-zero entry would claim
 * to belong to key 0, so key 0 is never stored. */
static bool read_entry(const Entry *e, uint64_t key, uint64_t word[WORDS]) {
    uint64_t check = load(&e->check);
    for (int i = 0; i < WORDS; i++) check ^= word[i] = load(&e->word[i]);
    return check == key;
}

bool cache_find(const Cache *cache, uint64_t key, Score *score, double *row) {
    if (key == 0) return false;
    const Entry *e = bucket(cache, key);
    for (int i = 0; i < WAYS; i++) {
        uint64_t word[WORDS];
        if (!read_entry(&e[i], key, word)) continue;
        if (row && !read_row(cache, &e[i], key, row)) continue;
        memcpy(&score->raw, &word[0], 8);
        memcpy(&score->standardized, &word[1], 8);
        score->steps = word[2];
        score->hits = (uint32_t)word[3];
        return true;
    }
    return false;
}

void cache_put(Cache *cache, uint64_t key, const Score *score,
               const double *row) {
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
    if (row) write_row(cache, to, key, row);
    for (int i = 0; i < WORDS; i++) store(&to->word[i], word[i]);
    store(&to->check, check);
}
