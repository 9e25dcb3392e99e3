/* placeset.h -- sets of the places of one length, as bits.
 *
 * Place number p of a Fleet's list is bit p. Taking away all places through a
 * square is then four operations, and counting what is left four more.
 */
#ifndef BATTLESHIP_PLACESET_H
#define BATTLESHIP_PLACESET_H

#include <stdbool.h>
#include <stdint.h>

#include "cells.h"

enum {
    PLACES_MAX = 2 * CELLS_MAX,      /* places of one length */
    PLACE_WORDS = PLACES_MAX / 64,
};

typedef struct PlaceSet {
    uint64_t word[PLACE_WORDS];
} PlaceSet;

static inline void placeset_add(PlaceSet *set, int place) {
    set->word[place >> 6] |= (uint64_t)1 << (place & 63);
}

static inline bool placeset_has(const PlaceSet *set, int place) {
    return set->word[place >> 6] >> (place & 63) & 1;
}

static inline void placeset_remove(PlaceSet *set, const PlaceSet *gone) {
    for (int i = 0; i < PLACE_WORDS; i++) set->word[i] &= ~gone->word[i];
}

static inline int placeset_count(const PlaceSet *set) {
    int n = 0;
    for (int i = 0; i < PLACE_WORDS; i++)
        n += __builtin_popcountll(set->word[i]);
    return n;
}

/* The first place of the set from `place` on, or PLACES_MAX. */
static inline int placeset_next(const PlaceSet *set, int place) {
    for (int i = place >> 6; i < PLACE_WORDS; i++) {
        uint64_t left = set->word[i];
        if (i == place >> 6) left &= ~(uint64_t)0 << (place & 63);
        if (left) return 64 * i + __builtin_ctzll(left);
    }
    return PLACES_MAX;
}

#endif
