/* columns.h -- operations on many cases at once.
 *
 * The cases of a game are cut into tiles. In a tile every value is a block: of
 * reals COLUMN_ROWS doubles, of truth values a bit per case. One instruction
 * works on whole blocks, so what it costs to get to the next one is shared by
 * all cases of a tile, and the blocks of a program stay in the nearest cache.
 *
 *     data:  tile 0 | column 0: 64 doubles | column 1: 64 bits, padded | ...
 *            tile 1 | ...
 *     frame: constants, then values in between, COLUMN_BLOCK bytes each
 *
 * Where no reals are about, a tile has up to COLUMN_BITS cases instead.
 *
 * The kernels (run.inc) are compiled for AVX2 and for any machine. Both have
 * the same bits: nothing is contracted or reordered, sums go from case to case
 * in order, and functions are those of base/real.h.
 */
#ifndef LUDUS_COLUMNS_H
#define LUDUS_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COLUMN_ROWS  = 64,               /* cases of a tile with reals */
    COLUMN_BITS  = 4096,             /* cases of a tile without, at most */
    COLUMN_BLOCK = 512,              /* bytes of a block */
    COLUMN_SPAN  = 32,               /* bytes a block of bits is padded to */
    COLUMN_SUMS  = 8,                /* programs that are summed side by side */
    COLUMN_FUSED = 4,                /* operations that may be in pairs */
};

typedef enum ColumnOp {
#define COLUMN_OP(id, operands) COLUMN_##id,
#include "columns.def"
#undef COLUMN_OP
    COLUMN_OPS,
    COLUMN_SUM = COLUMN_OPS,         /* adds up blocks of the sums' row d */
    COLUMN_COUNT,                    /* counts the bits of a into count d */
    /* Pairs of the first four, o being the outer one, p and q the inner ones:
     * (a p b) o c, c o (a p b), (a p b) o (c q d). */
    COLUMN_LEFT  = 64,               /* + 4 p + o */
    COLUMN_RIGHT = 80,               /* + 4 p + o */
    COLUMN_BOTH  = 96,               /* + 16 q + 4 p + o */
} ColumnOp;

extern const uint8_t column_operands[COLUMN_OPS];

/* Where a block is: an offset in bytes in the frame, or with COLUMN_DATA in the
 * tile. */
typedef uint32_t ColumnPlace;
#define COLUMN_DATA 0x80000000u

typedef struct ColumnIns {
    uint8_t     op;
    uint32_t    d;                   /* offset in the frame; row of sums */
    ColumnPlace src[4];
} ColumnIns;

/* Blocks whose cases are added up at the same place in the code. */
typedef struct ColumnSum {
    ColumnPlace block[COLUMN_SUMS];
    uint32_t    total[COLUMN_SUMS];  /* which total each goes to */
    uint32_t    count;
} ColumnSum;

/* A division b is protected from: where low <= b <= high it gives `instead`. */
typedef struct ColumnGuard {
    double low, high, instead;
} ColumnGuard;

typedef struct ColumnRun {
    const ColumnIns *code;
    size_t           count;
    const ColumnSum *sums;
    uint8_t         *frame;
    ColumnGuard      guard;
    double           worst;          /* what no number counts as */
    double          *total;          /* of sums */
    uint64_t        *counts;
    double          *each[2];        /* totals 0 and 1 by case, or NULL */
    size_t           words;          /* of a block of bits, a multiple of 4 */
} ColumnRun;

/* A tile: its data, its first case and how many cases it has. */
typedef struct ColumnTile {
    const uint8_t *data;
    size_t         first, rows;
} ColumnTile;

typedef void ColumnKernels(const ColumnRun *run, ColumnTile tile);

ColumnKernels columns_portable;
ColumnKernels columns_avx2;          /* only where columns_best() gives it */

/* The fastest that this machine has. */
ColumnKernels *columns_best(void);

/* Fills a block with a real, or with truth values. */
void columns_fill(uint8_t *block, double value);
void columns_fill_bits(uint8_t *block, bool value);

/* ---- the cases ----------------------------------------------------------- */

typedef struct ColumnData {
    uint8_t *memory;                 /* as allocated */
    uint8_t *tiles;                  /* on a border of 64 bytes */
    size_t   rows, tile_rows, tile_bytes, tile_count;
    size_t   words;                  /* of a block of bits */
    size_t   columns;
    uint32_t offset[64];             /* of each column in a tile */
    bool     bits[64];               /* is it of truth values? */
} ColumnData;

static inline ColumnTile columns_tile(const ColumnData *data, size_t t) {
    size_t first = t * data->tile_rows, left = data->rows - first;
    return (ColumnTile){ data->tiles + t * data->tile_bytes, first,
                         left < data->tile_rows ? left : data->tile_rows };
}

static inline void columns_set(ColumnData *data, size_t column, size_t row,
                               double value) {
    uint8_t *tile = data->tiles + row / data->tile_rows * data->tile_bytes;
    size_t at = row % data->tile_rows;
    if (!data->bits[column]) {
        ((double *)(void *)(tile + data->offset[column]))[at] = value;
        return;
    }
    uint64_t *word = (uint64_t *)(void *)(tile + data->offset[column]) +
                     at / 64;
    uint64_t bit = UINT64_C(1) << at % 64;
    *word = value != 0 ? *word | bit : *word & ~bit;
}

/* ---- walking a program of truth values ----------------------------------- */

/* Where cases are few, putting a program into a graph takes longer than running
 * it. A program of truth values is then walked once, from its end, with a stack
 * of blocks. Every operation is p ? q : r, or whether p and q differ. */

enum {
    BITS_STEPS = 8,                  /* of a primitive */
    BITS_STACK = 128,                /* values waiting for their user */
};

/* What a step takes: an argument, an earlier step, a variable, false or true:
 * kind << 12 | number. */
typedef struct BitsStep {
    bool     differ;
    uint16_t src[3];
} BitsStep;

typedef struct BitsRule {
    BitsStep step[BITS_STEPS];
    uint8_t  count, arity;
    uint16_t result;
} BitsRule;

/* A symbol of programs: a leaf's block, or one choice among the blocks in
 * BitsWalk.memory, counted from its beginning or from the top of the stack; or
 * a rule that is applied step by step. */
typedef struct BitsWord {
    const uint8_t  *leaf;
    const BitsRule *rule;            /* NULL: a choice */
    int32_t         on_stack[3];     /* -1 or 0 */
    int32_t         at[3];
    int32_t         arity;
} BitsWord;

enum {
    BITS_FIRST  = 2,                 /* of memory: false, true, variables, */
    BITS_BOTTOM = BITS_FIRST + 64 + 3,   /* three to be read in vain, stack */
};

typedef struct BitsWalk {
    const BitsRule *rule[256];       /* by symbol */
    size_t          symbols;
    const uint8_t  *prepared;        /* the tile that those are for, or NULL */
    BitsWord        word[256];
    const uint8_t  *memory[BITS_BOTTOM + BITS_STACK];
    const BitsRule *score, *won;     /* `won` may be NULL */
    const uint8_t  *code;
    size_t          len;
    const ColumnData *data;
    uint8_t        *frame;           /* BITS_FRAME bytes */
    uint64_t        count[2];        /* results: score, won */
    double         *each[2];         /* the same by case, or NULL */
} BitsWalk;

enum { BITS_FRAME = (2 + BITS_STEPS + BITS_STACK) * COLUMN_BLOCK };

/* Walks the program over a tile and counts; false if it is too deep. */
typedef bool BitsKernel(BitsWalk *walk, ColumnTile tile);

BitsKernel bits_portable;
BitsKernel bits_avx2;

/* The walker that goes with those kernels. */
BitsKernel *columns_walker(ColumnKernels *kernels);

#endif
