/* sets.h -- cases as bit sets.
 *
 * A program learns of the mines only by NUM on an open square and by
 * exploding, so all cases that have answered alike so far share one
 * execution: a group, whose cases are a bit set. The tables here say for
 * every square which cases have a mine on it and which show which number there.
 *
 * Cases come in blocks of at most SETS_CASES. Within a block each case also has
 * its board as bit planes, a byte per row, for engines that keep boards in
 * lanes.
 */
#ifndef LUDUS_MINES_SETS_H
#define LUDUS_MINES_SETS_H

#include "mines.h"

enum {
    SETS_CASES     = 512,            /* of a block */
    SETS_WORDS     = SETS_CASES / 64,
    SETS_SIDE_MAX  = 16,             /* larger boards are walked */
    SETS_SQUARES   = SETS_SIDE_MAX * SETS_SIDE_MAX,
    SETS_BYTES_MAX = 1 << 27,        /* of all tables */
    SETS_NUMBERS   = 9,              /* 0..8 mines around a square */
    ROWS_SMALL     = 8,              /* byte rows of a board up to 8 x 8, */
    ROWS_LARGE     = 32,             /* and of one up to 16 x 16: 2 each */
};

/* Bit planes of a case. */
enum { PLANE_MINE, PLANE_BIT0, PLANE_CASE_COUNT = PLANE_BIT0 + 4 };

typedef struct CaseSet {
    uint64_t w[SETS_WORDS];
} CaseSet;

typedef struct SetBlock {
    size_t    first;                 /* number of its first case */
    uint8_t  *boards;                /* [case * squares + square] */
    int32_t   dealt;                 /* the first square, or -1: none yet */
    int       cases, words;
    uint64_t *mine;                  /* [square * words + w] */
    uint64_t *number;                /* [(square * 9 + number) * words + w] */
    uint8_t  *planes;                /* [(case * planes + plane) * rows + y] */
} SetBlock;

struct MinesSets {
    int       blocks;
    int       rows;                  /* ROWS_SMALL or ROWS_LARGE */
    int       bits;                  /* planes of a number: 1..4 */
    int       planes;                /* 1 + bits */
    int       most;                  /* the greatest number on a safe square */
    SetBlock *block;
    uint8_t  *own;                   /* boards that change, or NULL */
};

/* The tables of a game, or NULL: with a reason if memory ran out, else
 * because the game is too large or its rules make cases part that answered
 * alike. */
MinesSets *sets_new(const Mines *mines, Err *err);
void       sets_free(MinesSets *sets);

/* The same with boards of its own, for sets_deal(). */
MinesSets *sets_new_own(const Mines *mines, Err *err);

/* Makes the block's boards those on which the game's promise is kept if that
 * square is the first. */
void sets_deal(MinesSets *sets, const Mines *mines, SetBlock *block,
               uint32_t square);

/* True if compiled code can play the game: tables can be made for it. */
bool sets_fit(const Mines *mines);

/* The byte row and the bit of a square. */
static inline int sets_row(int rows, int y, int x) {
    return rows == ROWS_SMALL ? y : 2 * y + (x >> 3);
}

static inline const uint64_t *sets_number(const SetBlock *b, uint32_t square,
                                          int number) {
    return b->number +
           (square * SETS_NUMBERS + (uint32_t)number) * (uint32_t)b->words;
}

static inline int set_count(const CaseSet *set, int words) {
    int n = 0;
    for (int w = 0; w < words; w++) n += __builtin_popcountll(set->w[w]);
    return n;
}

static inline bool set_empty(const CaseSet *set, int words) {
    uint64_t any = 0;
    for (int w = 0; w < words; w++) any |= set->w[w];
    return any == 0;
}

/* The first case of a set that is not empty. */
static inline int set_first(const CaseSet *set) {
    int w = 0;
    while (!set->w[w]) w++;
    return w * 64 + __builtin_ctzll(set->w[w]);
}

static inline bool set_within(const CaseSet *set, const uint64_t *of,
                              int words) {
    uint64_t outside = 0;
    for (int w = 0; w < words; w++) outside |= set->w[w] & ~of[w];
    return outside == 0;
}

/* Moves the cases of `set` that are not in `of` to `rest`. */
static inline void set_part(CaseSet *set, const uint64_t *of, CaseSet *rest,
                            int words) {
    for (int w = 0; w < words; w++) {
        rest->w[w] = set->w[w] & ~of[w];
        set->w[w] &= of[w];
    }
}

#endif
