/* program.h -- evaluations and strategies that are tree programs.
 *
 * Their primitives are the rows of prims.def: an evaluation reads features of a
 * position, a strategy traits of a move. All are pure, so ADFs are written out
 * in place when a program is compiled, and a compiled program is a list of
 * instructions for a stack, without calls.
 */
#ifndef OTHELLO_PROGRAM_H
#define OTHELLO_PROGRAM_H

#include "othello/kernel/kernel.h"
#include "program/prim.h"
#include "program/tree/tree.h"
#include "program/vocab.h"

enum {
    PROGRAM_CODE_MAX = 4096,         /* instructions, ADFs written out */
    PROGRAM_STACK_MAX = 512,         /* values waiting at any moment */
};

typedef enum ProgramOp {
    PROGRAM_CONST = OP_CONST, PROGRAM_ARG = OP_ARG, PROGRAM_ADF = OP_ADF,
#define PRIM(id, name, arity, help) PROGRAM_##id,
#include "prims.def"
#undef PRIM
} ProgramOp;

enum {
#define PRIM(id, name, arity, help) PROGRAM_ROW_##id,
#include "prims.def"
#undef PRIM
    PROGRAM_ROWS,
};

typedef struct Instruction {
    uint8_t op;                      /* OP_CONST or a ProgramOp */
    float   k;                       /* of a constant */
} Instruction;

/* A compiled program as an evaluator. */
typedef struct Program {
    Evaluator     base;
    const Tables *tables;
    unsigned      features;          /* bit i: uses feature i */
    bool          wide;              /* uses rows of wide.def */
    size_t        len;
    Instruction   code[PROGRAM_CODE_MAX];
} Program;

/* The languages: of evaluations by the eight features or by all, and of
 * strategies. All have the same rows, of which each has some. Live for ever. */
extern const Language oth_language, oth_wide_language, oth_strategy_language;

/* The language that a text is to be read in: that of strategies if it names a
 * trait, else that of all features. */
const Language *oth_language_of(const Source *src);

/* Compiles a valid tree of a vocabulary of one of them; false if it would be
 * too long or need too much stack. */
bool oth_program(Program *program, const Tables *tables, const Tree *tree,
                 Err *err);

/* Reads and compiles a text of the language; the caller frees it by
 * mem_free(). */
Program *oth_program_read(const Tables *tables, const Language *language,
                          const Source *src, Err *err);

/* What the rows that are leaves stand for, of a position for the side to move,
 * or of its move to a square; the others are left alone. */
void oth_leaves(const Tables *tables, Board b, float leaf[PROGRAM_ROWS]);
void oth_move_leaves(const Tables *tables, Board b, int square,
                     float leaf[PROGRAM_ROWS]);

/* What the program means for given leaves: a plain recursive walk that the
 * compiled code is tested against. */
float oth_program_walk(const Tree *tree, const float leaf[PROGRAM_ROWS]);

#endif
