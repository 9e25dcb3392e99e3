/* vocab.h -- the symbols a tree program may be made of.
 *
 * A vocabulary is a game's constants and primitives together with the number
 * and arities of the ADFs. Each symbol has a number below 256, so a program is
 * one byte per node. Symbols are ordered: constants, ARGs, primitives, ADFs.
 *
 * ADF i may call only ADFs with a greater number, so evaluation always ends.
 */
#ifndef LUDUS_VOCAB_H
#define LUDUS_VOCAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "prim.h"

enum {
    VOCAB_SYMBOLS_MAX = 256,
    VOCAB_ADFS_MAX    = 8,
    VOCAB_BRANCHES    = VOCAB_ADFS_MAX + 1,
    VOCAB_NAME_MAX    = 32,          /* bytes of a name, with its zero */
    VOCAB_OWN         = 16,          /* constants of a program's own */
};

/* How many ADFs, and how many arguments each takes. */
typedef struct Shape {
    uint8_t adfs;
    uint8_t arity[VOCAB_ADFS_MAX];
} Shape;

/* What a game offers; borrowed rows must outlive every vocabulary made of
 * it. */
typedef struct Language {
    const char   *game;              /* for messages */
    const Prim   *prims;
    size_t        prim_count;
    uint64_t      enabled;           /* bit i: row i may be used */
    const PrimSense *sense;          /* of each row, or NULL: not known */
    const double *constants;         /* in the order symbols are numbered */
    size_t        constant_count;
    const uint8_t *constant_kind;    /* of each, or NULL where all are alike */
    bool          has_own;           /* programs have constants of their own,
                                        reals: see tree_own.h */
    bool          own_normal;        /* drawn by mean and deviation, */
    double        own[2];            /* else evenly between two ends */
    Shape         normal;            /* the shape of a file that states none */
} Language;

typedef struct Symbol {
    uint8_t op;                      /* OP_CONST, OP_ARG, OP_ADF, a primitive */
    uint8_t arity;
    uint8_t kind, arg_kind[PRIM_ARGS_MAX];
    int32_t k;                       /* constant; index of an ARG or ADF */
    double  value;                   /* of a constant */
    char    name[VOCAB_NAME_MAX];
} Symbol;

typedef struct Vocab {
    const Language *language;
    Shape           shape;
    uint8_t         branches;        /* 1 + shape.adfs; branch 0 is RPB */
    uint16_t        symbols;
    uint16_t        first_arg, first_prim, first_adf;
    uint8_t         own;             /* places for constants of a program's own,
                                        right before first_arg */
    uint8_t         arity[VOCAB_SYMBOLS_MAX];   /* for scans: symbol -> arity */
    uint8_t         op[VOCAB_SYMBOLS_MAX];       /* for engines: symbol -> op */
    int32_t         k[VOCAB_SYMBOLS_MAX];        /* and its k */
    Symbol          symbol[VOCAB_SYMBOLS_MAX];
} Vocab;

/* Fills in a vocabulary; false if it would need more than 256 symbols. */
bool vocab_init(Vocab *vocab, const Language *language, const Shape *shape,
                Err *err);

/* True if programs of one can be used with the other as they are. */
bool vocab_same(const Vocab *a, const Vocab *b);

/* True if its primitives are the rows of that language. */
bool vocab_speaks(const Vocab *vocab, const Language *language);

/* True if the symbol may stand in that branch. */
bool vocab_allows(const Vocab *vocab, int branch, uint8_t symbol);

/* The shortest text that reads back as the same number. */
void vocab_number(char out[VOCAB_NAME_MAX], double value);

/* The symbol of that name or constant, or -1. */
int vocab_find(const Vocab *vocab, const char *name);
int vocab_constant(const Vocab *vocab, double value);

/* The nearest known name, or NULL. */
const char *vocab_nearest(const Vocab *vocab, const char *name);

/* "RPB", "ADF0", ...; lives as long as the vocabulary. */
const char *vocab_branch_name(const Vocab *vocab, int branch);

/* Arguments of a branch: 0 for RPB. */
int vocab_branch_arity(const Vocab *vocab, int branch);

bool vocab_shape_same(const Shape *a, const Shape *b);

#endif
