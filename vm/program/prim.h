/* prim.h -- one row per primitive of a tree language.
 *
 * A game's primitives are rows of a .def file; its enum, the checker, the
 * printer, the engines and the manual are all expansions of those rows. What
 * every integer game shares (core.def) and what a game adds make up its table.
 */
#ifndef LUDUS_PRIM_H
#define LUDUS_PRIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PRIM_ARGS_MAX = 8,               /* arguments of a primitive or an ADF */
    PRIM_ROWS_MAX = 64,              /* rows of one game's table */
};

typedef struct Prim {
    const char *name;                /* as programs write it: "UNC" */
    uint8_t     arity;
    const char *help;                /* one sentence for the manual */
    uint8_t     kind;                /* of the result; 0 where all are alike */
    uint8_t     arg_kind[PRIM_ARGS_MAX];
} Prim;

/* What a primitive does, as far as a program can be written shorter by it. */
typedef enum Sense {
    SENSE_ACTS,                      /* anything */
    SENSE_VALUE,                     /* it gives a value and changes nothing;
                                        nor do those below */
    SENSE_PROGN,                     /* the second of two */
    SENSE_IF,                        /* the second of three if the first is 1,
                                        the third if it is 0 */
    SENSE_CHOICE,                    /* the first or the second of two, by the
                                        state of the game */
    SENSE_ADD, SENSE_SUB, SENSE_MUL, /* whole numbers, wrapping at 32 bits */
    SENSE_EQ, SENSE_GT, SENSE_LT,    /* 1 or 0, of whole numbers */
    SENSE_AND, SENSE_OR, SENSE_NOT,  /* as in core.def; or truth values */
    SENSE_OPPOSITE,                  /* of a truth value */
    SENSE_REAL_SUB, SENSE_REAL_MUL,
} Sense;

typedef struct PrimSense {
    Sense does;
    bool  strict;                    /* a choice evaluates what it does not
                                        take, too */
    bool  truths;                    /* arguments and result are truth values */
} PrimSense;

/* Operation numbers of a language: three that every language has, then its
 * table's rows in order. */
enum { OP_CONST, OP_ARG, OP_ADF, OP_FIRST_PRIM };

#endif
