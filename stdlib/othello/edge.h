/* edge.h -- what an edge of eight squares is worth: feature C8.
 *
 * An edge is a number in base 3, digit i for its square i: 0 empty, 1 the side
 * to move, 2 the opponent. The table gives its value for the side to move,
 * scaled so that the best edge is worth 860 and four of them 3440, the bound in
 * the paper.
 *
 * The table is filled as in Rosenbloom's IAGO: a static value from how safe
 * each disc is, then, from the fullest edges to the emptiest and in five
 * sweeps, the value expected if either side may play on the edge with some
 * probability.
 */
#ifndef OTHELLO_EDGE_H
#define OTHELLO_EDGE_H

#include <stdint.h>

#include "board.h"
#include "base/err.h"

enum {
    EDGE_LEN = 8,
    EDGE_COUNT = 6561,               /* 3^8 */
    EDGE_MAX = 860,
    EDGE_SWEEPS = 5,
    RATIO_MAX = 256,                 /* p + q of any feature is less */
};

/* What all evaluators share and nobody changes. */
typedef struct Tables {
    float    edge[EDGE_COUNT];
    uint16_t ternary[256];           /* bits of a row as base-3 digits */
    float    inverse[RATIO_MAX];     /* 100 / (n + 2), of the paper's formula */
} Tables;

/* Builds the tables in about 6 ms. Owned by the caller; free by mem_free(). */
Tables *oth_tables_new(Err *err);

/* Rows 1 and 8 and files a and h of a set as eight bits each. */
OTH_INLINE unsigned oth_row(uint64_t set, int row) {
    return (unsigned)(set >> 8 * row) & 255u;
}

OTH_INLINE unsigned oth_file(uint64_t set, int file) {
    uint64_t bits = (set >> file) & UINT64_C(0x0101010101010101);
    return (unsigned)((bits * UINT64_C(0x0102040810204080)) >> 56);
}

/* The value of one edge given the two sides' discs on it. */
OTH_INLINE float oth_edge(const Tables *t, unsigned me, unsigned you) {
    return t->edge[t->ternary[me] + 2 * t->ternary[you]];
}

/* C8 as the paper counts it, -3440 to 3440. */
OTH_INLINE float oth_edges(const Tables *t, Board b) {
    return (oth_edge(t, oth_row(b.me, 0), oth_row(b.you, 0)) +
            oth_edge(t, oth_row(b.me, 7), oth_row(b.you, 7))) +
           (oth_edge(t, oth_file(b.me, 0), oth_file(b.you, 0)) +
            oth_edge(t, oth_file(b.me, 7), oth_file(b.you, 7)));
}

#endif
