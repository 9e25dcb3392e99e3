/* features.h -- the eight features of the paper, one row each.
 *
 * C1 to C7 count something for both sides, p for the side to move and q for the
 * other, and are 100 (p - q) / (p + q + 2); C8 is one number, the edge value.
 * Before weighting each is scaled to the common range of +-100. The engines
 * compute all eight at once (measure.inc); the rows here define what they mean,
 * and let people look at one at a time.
 */
#ifndef OTHELLO_FEATURES_H
#define OTHELLO_FEATURES_H

#include "board.h"
#include "edge.h"

enum { FEATURES = 8 };

/* What the paper does not have: rows of wide.def and traits.def. */
enum {
#define PRIM(id, name, arity, help) WIDE_##id,
#include "wide.def"
#undef PRIM
    WIDE,
    FEATURES_ALL = FEATURES + WIDE,
};

enum {
#define PRIM(id, name, arity, help) TRAIT_##id,
#include "traits.def"
#undef PRIM
    TRAITS,
};

typedef struct Feature {
    const char *symbol;              /* "C4", as in the paper */
    const char *name;                /* "frontier" */
    float       bound;               /* greatest value before scaling */
    const char *help;
    /* What is counted for the side to move; the other side's count is that of
     * the passed board. NULL for C8, which is no count. */
    int (*count)(Board b);
    /* The squares that are counted, to be shown on a board. */
    uint64_t (*squares)(Board b);
} Feature;

extern const Feature oth_features[FEATURES];

/* The feature of that symbol or name, letter case ignored, or -1 with the
 * nearest name in `err`. */
int oth_feature_find(const char *name, Err *err);

/* The feature as the paper counts it, before scaling. */
float oth_feature(const Tables *t, int feature, Board b);

/* All eight, scaled to +-100. */
void oth_feature_all(const Tables *t, Board b, float values[FEATURES]);

/* The square sets used by several features. */
OTH_INLINE uint64_t oth_neighbours(uint64_t set) {
    uint64_t wide = set | ((set << 1) & UINT64_C(0xfefefefefefefefe)) |
                    ((set >> 1) & UINT64_C(0x7f7f7f7f7f7f7f7f));
    return wide | (wide << 8) | (wide >> 8);
}

/* Pairs of a square of `set` and a neighbouring square of `other`. */
OTH_INLINE int oth_pairs(uint64_t set, uint64_t other) {
    uint64_t left = (set << 1) & UINT64_C(0xfefefefefefefefe);
    uint64_t right = (set >> 1) & UINT64_C(0x7f7f7f7f7f7f7f7f);
    return oth_count(left & other) + oth_count(right & other) +
           oth_count((set << 8) & other) + oth_count((set >> 8) & other) +
           oth_count((left << 8) & other) + oth_count((left >> 8) & other) +
           oth_count((right << 8) & other) + oth_count((right >> 8) & other);
}

/* 100 (p - q) / (p + q + 2), by table: the divisor is small. */
OTH_INLINE float oth_ratio(const Tables *t, int p, int q) {
    return (float)(p - q) * t->inverse[p + q];
}

#endif
