/* prim.h -- one row per primitive of a tree language.
 *
 * A game's primitives are rows of a .def file; its enum, the checker, the
 * printer, the engines and the manual are all expansions of those rows. What
 * every integer game shares (core.def) and what a game adds make up its table.
 */
#ifndef LUDUS_PRIM_H
#define LUDUS_PRIM_H

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

/* Operation numbers of a language: three that every language has, then its
 * table's rows in order. */
enum { OP_CONST, OP_ARG, OP_ADF, OP_FIRST_PRIM };

#endif
