/* program.h -- evaluations that are tree programs over the features.
 *
 * The language is that of prims.def. All its primitives are pure, so ADFs are
 * written out in place when a program is compiled, and a compiled program is a
 * list of instructions for a stack, without calls.
 */
#ifndef OTHELLO_PROGRAM_H
#define OTHELLO_PROGRAM_H

#include "kernel.h"
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

typedef struct Instruction {
    uint8_t op;                      /* OP_CONST or a ProgramOp */
    float   k;                       /* of a constant */
} Instruction;

/* A compiled program as an evaluator. */
typedef struct Program {
    Evaluator     base;
    const Tables *tables;
    unsigned      features;          /* bit i: uses feature i */
    size_t        len;
    Instruction   code[PROGRAM_CODE_MAX];
} Program;

/* The language: primitives, constants. Lives for ever. */
extern const Language oth_language;

/* Compiles a valid tree of a vocabulary of oth_language; false if it would be
 * too long or need too much stack. */
bool oth_program(Program *program, const Tables *tables, const Tree *tree,
                 Err *err);

/* Reads and compiles a text; the caller frees it by mem_free(). */
Program *oth_program_read(const Tables *tables, const Source *src, Err *err);

/* What the program means for given features: a plain recursive walk that the
 * compiled code is tested against. */
float oth_program_walk(const Tree *tree, const float features[FEATURES],
                       int empties);

#endif
