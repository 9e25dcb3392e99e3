/* table.h -- a transposition table: bounds on positions already searched.
 *
 * Entries are found by the position and the depth searched, both compared in
 * full, so a hit is never wrong and results do not depend on what the table
 * holds. An entry belongs to one search: oth_table_clear() makes all others
 * stale.
 */
#ifndef OTHELLO_TABLE_H
#define OTHELLO_TABLE_H

#include <stddef.h>

#include "board.h"
#include "base/err.h"

enum {
    TABLE_BITS_MAX = 24,             /* 2^24 entries are 512 MB */
    TABLE_NO_MOVE = 255,
};

typedef struct Entry {
    Board    board;
    float    low, high;              /* bounds on the value */
    uint32_t stamp;                  /* the search it belongs to */
    uint8_t  depth, move;
} Entry;

typedef struct Table {
    size_t   mask;                   /* entries - 1, a power of two less one */
    uint32_t stamp;
    Entry   *entries;
} Table;

/* A table of 2^bits entries of 32 bytes. */
Table *oth_table_new(int bits, Err *err);
void   oth_table_free(Table *table);

/* Forgets everything, at no cost. */
void oth_table_clear(Table *table);

/* The place for a position: its own entry, or the one it would replace. */
OTH_INLINE Entry *oth_table_at(const Table *table, Board b) {
    uint64_t h = b.me * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    h = (h + b.you) * UINT64_C(0xbf58476d1ce4e5b9);
    return &table->entries[(h >> 32) & table->mask];
}

OTH_INLINE bool oth_table_hit(const Table *table, const Entry *e, Board b,
                              int depth) {
    return e->stamp == table->stamp && e->depth == depth &&
           e->board.me == b.me && e->board.you == b.you;
}

#endif
