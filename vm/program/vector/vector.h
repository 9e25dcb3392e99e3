/* vector.h -- programs that are lists of numbers.
 *
 * A vector's shape says how many genes there are, whether they are whole
 * numbers, bits or reals, and the range of each. Its genome is a plain block:
 *
 *     integers   one int32_t per gene
 *     bits       64 genes per uint64_t, gene 0 lowest; unused bits are zero
 *     reals      one double per gene, always finite; where vectors carry their
 *                step sizes, one more per gene behind them
 *
 * As text, a vector is a list in parentheses; commas and blanks both separate,
 * `//` starts a comment. Bits may be written in runs.
 *
 *     (14, 4, 8, 0)      (10110100 01)      (0.5, -1.25, 1e-3)
 *     (0.5, -1.25 | 0.1, 0.07)                          with step sizes
 *
 * Every function borrows its arguments; whoever makes a shape frees it.
 */
#ifndef LUDUS_VECTOR_H
#define LUDUS_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    VECTOR_LENGTH_MAX = 65536,       /* genes */
    VECTOR_INTEGER_MAX = 1 << 30,    /* ranges lie within +- this */
};

#define VECTOR_STEP_LEAST 1e-12      /* of the range */

typedef enum VectorType {
    VECTOR_INTEGERS,
    VECTOR_BITS,
    VECTOR_REALS,
} VectorType;

typedef struct VectorRange {
    double lo, hi;                   /* both included; whole for integers */
} VectorRange;

typedef struct VectorShape {
    VectorType   type;
    size_t       length;             /* genes, at least 1 */
    VectorRange *ranges;             /* one per gene; {0, 1} for bits */
    double       step;               /* of reals: each gene has a step size, at
                                      * first so much of its range; 0: none */
} VectorShape;

/* Makes a shape whose genes all have that range; false with the reason if
 * length or range is out of bounds. */
bool vector_init(VectorShape *shape, VectorType type, size_t length,
                 VectorRange range, Err *err);
void vector_free(VectorShape *shape);

/* Gives one gene a range of its own. */
bool vector_range(VectorShape *shape, size_t gene, VectorRange range, Err *err);

/* Do both have as many genes of one type? Ranges may differ. */
bool vector_same(const VectorShape *a, const VectorShape *b);

/* Gives each gene of reals a step size, at first so much of its range. */
bool vector_steps(VectorShape *shape, double step, Err *err);

/* The step size of a gene, of shapes that have them. `set` keeps it within
 * VECTOR_STEP_LEAST and 1, of the range. */
double vector_step(const VectorShape *shape, const void *genome, size_t gene);
void   vector_set_step(const VectorShape *shape, void *genome, size_t gene,
                     double value);

/* Gives a genome the first step sizes, if its shape has them. */
void vector_begin_steps(const VectorShape *shape, void *genome);

/* Bytes of a genome. */
size_t vector_bytes(const VectorShape *shape);

/* One gene's value. `set` brings the value into the gene's range, rounding to a
 * whole number where the type asks for one. */
double vector_get(const VectorShape *shape, const void *genome, size_t gene);
void   vector_set(const VectorShape *shape, void *genome, size_t gene,
                double value);

/* How different two genomes are: genes that differ for integers and bits, the
 * sum of differences in units of the ranges for reals. */
double vector_distance(const VectorShape *shape, const void *a, const void *b);

/* Text and back: what is printed reads back to the same bytes. */
void vector_print(const VectorShape *shape, const void *genome, Buf *out);
bool vector_parse(const VectorShape *shape, const Source *text, void *genome,
                  Err *err);

/* True if the block holds a genome of this shape, every gene in its range. */
bool vector_check(const VectorShape *shape, const void *genome, size_t bytes,
                  Err *err);

#endif
