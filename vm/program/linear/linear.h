/* linear.h -- linear programs: blocks of instructions over registers.
 *
 * An instruction set is data: which blocks (states) a program has and how many
 * lines each may hold, which registers exist, and one row per instruction. The
 * checker, the reader, the printer, the engine and the manual read those rows,
 * so another set is another table. A program is its lines as bytes, block after
 * block at full capacity, the number of the instruction in each:
 *
 *     block    Targeting (10)              Locking (20) ...
 *     bytes    Target Shoot Nop ... Nop    LoadPos VertDir ...
 *
 * Instruction 0 is always the one that does nothing. Lines behind the last
 * other instruction are free room: they are not executed and not printed.
 *
 * Every function borrows its arguments. A set must have passed
 * linear_set_check() before anything else here sees it.
 */
#ifndef LUDUS_LINEAR_H
#define LUDUS_LINEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    LINEAR_BLOCKS_MAX = 16,
    LINEAR_LINES_MAX = 1000,         /* lines of one block */
    LINEAR_INSTRS_MAX = 128,         /* rows of a set */
    LINEAR_REGISTERS_MAX = 32,
    LINEAR_PARTS_MAX = 8,            /* instructions combined in one */
    LINEAR_NAME_MAX = 31,            /* bytes of a name */
    LINEAR_FILE_MAX = 1 << 20,       /* bytes of a program's text */
};

/* What the engine does with an instruction. */
typedef enum LinearKind {
    LINEAR_NOP,                      /* nothing; row 0, and no other */
    LINEAR_ACT,                      /* the game acts */
    LINEAR_TEST,                     /* the game answers; false skips a line */
    LINEAR_JUMP,                     /* line 1 of the next block, in a ring */
    LINEAR_COMBINE,                  /* the parts one after another, one step */
    LINEAR_KINDS
} LinearKind;

/* What scripts call them; ended by NULL. */
extern const char *const linear_kinds[LINEAR_KINDS + 1];

typedef struct LinearInstr {
    const char *name;
    LinearKind  kind;
    int         op;                  /* the game's own number for it */
    const char *help;
    uint8_t     parts[LINEAR_PARTS_MAX];   /* rows, for LINEAR_COMBINE */
    uint8_t     part_count;
} LinearInstr;

typedef struct LinearBlock {
    const char *name;
    uint16_t    capacity;            /* lines */
} LinearBlock;

typedef struct LinearRegister {
    const char *name;
    const char *help;
} LinearRegister;

typedef struct LinearSet {
    const char           *name;      /* "battleship" */
    const LinearInstr    *instrs;
    size_t                instr_count;
    const LinearBlock    *blocks;
    size_t                block_count;
    const LinearRegister *registers;
    size_t                register_count;
} LinearSet;

/* True if the set is usable: counts within the limits, names well formed and
 * different, row 0 and no other a NOP, parts known and not combined
 * themselves. */
bool linear_set_check(const LinearSet *set, Err *err);

/* True if programs of one are programs of the other. */
bool linear_set_same(const LinearSet *a, const LinearSet *b);

/* The row of that name, letter case ignored, or -1. */
int linear_find(const LinearSet *set, const char *name);

/* Where a block begins in a program, and the bytes of a whole program. */
size_t linear_start(const LinearSet *set, size_t block);
size_t linear_bytes(const LinearSet *set);

/* Lines in use: up to the last that is not a Nop. */
size_t linear_len(const LinearSet *set, const uint8_t *code, size_t block);

/* Lines in use over all blocks, Nops between them not counted. */
size_t linear_size(const LinearSet *set, const uint8_t *code);

/* Moves the Nops of every block to its end. */
void linear_pack(const LinearSet *set, uint8_t *code);

/* True if these bytes are a program of the set. */
bool linear_check(const LinearSet *set, const uint8_t *code, size_t bytes,
                  Err *err);

/* Reads a program. Blocks come under headings (`Locking state (5/20)`, with
 * or without `state` and the counts) or, if the set has one block, without
 * any; one instruction per line, with or without a number before it, `//`
 * comments. The numbers are for people and not checked. A block without
 * heading is empty. */
bool linear_parse(const LinearSet *set, const Source *src, uint8_t *code,
                  Err *err);

/* Prints a program in the one form that is read back to the same bytes. */
bool linear_print(const LinearSet *set, const uint8_t *code, Buf *out,
                  Err *err);

/* ---- the words of a program's text (grammar/linear.re) ------------------- */

typedef enum LinearToken {
    LINEAR_END,
    LINEAR_LINE,                     /* the end of a line */
    LINEAR_NAME,
    LINEAR_NUMBER,                   /* `12` or `12.` before an instruction */
    LINEAR_COUNTS,                   /* `(5/10)` behind a heading */
    LINEAR_COLON,
    LINEAR_BAD,                      /* a byte that means nothing here */
} LinearToken;

typedef struct LinearLex {
    const char *text;
    size_t      len;
    size_t      at;                  /* where the next word is looked for */
    size_t      start;               /* the last word is text[start..at) */
} LinearLex;

LinearToken linear_lex(LinearLex *lex);

#endif
