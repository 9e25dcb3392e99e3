/* compile.h -- from a tree program to code.
 *
 * The compiler knows the primitives of core.def by their kind. Of a game it
 * knows a row per primitive: what it may give, whether it acts, how it takes
 * its operand. What a program computes and nobody uses is left out, but its
 * steps are kept.
 */
#ifndef LUDUS_COMPILE_H
#define LUDUS_COMPILE_H

#include <stdbool.h>
#include <stdint.h>

#include "code.h"
#include "base/err.h"
#include "program/tree/tree.h"

/* How a primitive is compiled. */
typedef enum CodeKind {
    KIND_NONE,                       /* it is not: the program has no code */
    KIND_CONST,                      /* always gives `lo`; no arguments */
    KIND_ARG, KIND_ADF,              /* not for rows: the language's own */
    KIND_PROGN, KIND_IF, KIND_ADD, KIND_SUB, KIND_EQ, KIND_GT, KIND_LT,
    KIND_AND, KIND_OR, KIND_NOT,     /* as core.def says */
    KIND_TEST,                       /* two arguments: the first if the game's
                                        question is answered by yes */
    KIND_SELECT,                     /* one argument that selects 0..choices-1;
                                        any other number selects 0 */
} CodeKind;

typedef struct CodeRow {
    uint8_t kind;
    uint8_t number;                  /* of the game's instruction */
    uint8_t choices;
    bool    acts;                    /* changes the state of the game, */
    bool    idle_at_0;               /* but not where 0 is selected */
    bool    gives_operand;           /* may give its operand, not lo..hi */
    int32_t lo, hi;                  /* what it gives */
} CodeRow;

/* When does IF take its second argument? */
typedef enum CodeTruth {
    CODE_TRUE_ONE,
    CODE_TRUE_NONZERO,
    CODE_TRUE_POSITIVE
} CodeTruth;

typedef struct Compiler Compiler;

/* A compiler for programs of up to `nodes` nodes; rows[i] describes row i of
 * the language's table and is copied. */
Compiler *compile_new(const CodeRow *rows, size_t count, CodeTruth truth,
                      size_t nodes, Err *err);
void      compile_free(Compiler *compiler);

/* Compiles a valid program. False if it has a primitive that has no code or
 * goes past a limit of code.h; then it can only be walked. */
bool compile_tree(Compiler *compiler, const Tree *tree, Code *code);

#endif
