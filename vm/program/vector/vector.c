/* vector.c -- shapes, genes, text and checks of vectors.
 *
 * All types are read and written through vector_get() and vector_set(), in
 * doubles, which hold every int32_t exactly. Breeding, which must be fast,
 * works on the blocks themselves (vector_species.c). Reals are printed with the
 * fewest digits that read back to the same value.
 */
#include "vector.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vector_lex.h"
#include "base/mem.h"

enum {
    NUMBER_TEXT_MAX = 64,            /* bytes of one number in a text */
    BITS_PER_RUN = 8,                /* printed bits between two blanks */
};

/* ---- shapes ------------------------------------------------------------- */

static bool whole(double x) { return x == floor(x); }

static bool range_ok(VectorType type, VectorRange r, Err *err) {
    if (!isfinite(r.lo) || !isfinite(r.hi) || r.lo > r.hi)
        return err_set(err,
                       "a gene's range must be two numbers in order, got "
                       "%g..%g",
                       r.lo, r.hi);
    if (type == VECTOR_REALS) {
        if (isfinite(r.hi - r.lo)) return true;
        return err_set(err, "the range %g..%g is too wide", r.lo, r.hi);
    }
    if (!whole(r.lo) || !whole(r.hi))
        return err_set(err,
                       "the range of an integer gene must be whole "
                       "numbers, got %g..%g",
                       r.lo, r.hi);
    if (r.lo < -VECTOR_INTEGER_MAX || r.hi > VECTOR_INTEGER_MAX)
        return err_set(err, "integer genes lie within -%d..%d, got %.0f..%.0f",
                       VECTOR_INTEGER_MAX, VECTOR_INTEGER_MAX, r.lo, r.hi);
    return true;
}

bool vector_init(VectorShape *shape, VectorType type, size_t length,
                 VectorRange range, Err *err) {
    *shape = (VectorShape){ .type = type, .length = length };
    if (length < 1 || length > VECTOR_LENGTH_MAX)
        return err_set(err, "a vector has 1 to %d genes, not %zu",
                       VECTOR_LENGTH_MAX, length);
    if (type == VECTOR_BITS) range = (VectorRange){ 0, 1 };
    if (!range_ok(type, range, err)) return false;
    shape->ranges = mem_new(length, sizeof *shape->ranges, err);
    if (!shape->ranges) return false;
    for (size_t i = 0; i < length; i++) shape->ranges[i] = range;
    return true;
}

void vector_free(VectorShape *shape) {
    mem_free(shape->ranges);
    shape->ranges = NULL;
}

bool vector_range(VectorShape *shape, size_t gene, VectorRange range,
                  Err *err) {
    assert(gene < shape->length);
    if (shape->type == VECTOR_BITS)
        return err_set(err, "bits have no ranges of their own");
    if (!range_ok(shape->type, range, err)) return false;
    shape->ranges[gene] = range;
    return true;
}

bool vector_same(const VectorShape *a, const VectorShape *b) {
    return a->type == b->type && a->length == b->length;
}

bool vector_steps(VectorShape *shape, double step, Err *err) {
    if (shape->type != VECTOR_REALS)
        return err_set(err, "only reals have step sizes");
    if (!(step >= VECTOR_STEP_LEAST && step <= 1))
        return err_set(err, "the first step size must be %g to 1 range, got %g",
                       VECTOR_STEP_LEAST, step);
    shape->step = step;
    return true;
}

size_t vector_bytes(const VectorShape *shape) {
    switch (shape->type) {
    case VECTOR_INTEGERS: return shape->length * sizeof(int32_t);
    case VECTOR_BITS:     return (shape->length + 63) / 64 * sizeof(uint64_t);
    case VECTOR_REALS:
        return shape->length * sizeof(double) * (shape->step > 0 ? 2 : 1);
    }
    return 0;
}

/* ---- genes -------------------------------------------------------------- */

double vector_get(const VectorShape *shape, const void *genome, size_t gene) {
    assert(gene < shape->length);
    switch (shape->type) {
    case VECTOR_INTEGERS: return ((const int32_t *)genome)[gene];
    case VECTOR_BITS:
        return (int)(((const uint64_t *)genome)[gene / 64] >> (gene % 64) & 1);
    case VECTOR_REALS: return ((const double *)genome)[gene];
    }
    return 0;
}

void vector_set(const VectorShape *shape, void *genome, size_t gene,
                double value) {
    assert(gene < shape->length);
    VectorRange r = shape->ranges[gene];
    if (shape->type != VECTOR_REALS) value = round(value);
    if (!(value >= r.lo)) value = r.lo;        /* also takes care of NaN */
    if (value > r.hi) value = r.hi;
    switch (shape->type) {
    case VECTOR_INTEGERS: ((int32_t *)genome)[gene] = (int32_t)value; return;
    case VECTOR_BITS: {
        uint64_t *word = (uint64_t *)genome + gene / 64;
        uint64_t bit = (uint64_t)1 << (gene % 64);
        *word = value > 0.5 ? *word | bit : *word & ~bit;
        return;
    }
    case VECTOR_REALS: ((double *)genome)[gene] = value; return;
    }
}

double vector_step(const VectorShape *shape, const void *genome, size_t gene) {
    assert(gene < shape->length && shape->step > 0);
    return ((const double *)genome)[shape->length + gene];
}

/* A gene whose range is one value never moves. */
static double span_of(const VectorShape *shape, size_t gene) {
    double span = shape->ranges[gene].hi - shape->ranges[gene].lo;
    return span > 0 ? span : 1;
}

void vector_set_step(const VectorShape *shape, void *genome, size_t gene,
                     double value) {
    assert(gene < shape->length && shape->step > 0);
    double span = span_of(shape, gene), least = VECTOR_STEP_LEAST * span;
    if (!(value >= least)) value = least;
    if (value > span) value = span;
    ((double *)genome)[shape->length + gene] = value;
}

void vector_begin_steps(const VectorShape *shape, void *genome) {
    for (size_t i = 0; shape->step > 0 && i < shape->length; i++)
        vector_set_step(shape, genome, i, shape->step * span_of(shape, i));
}

static double bits_distance(const uint64_t *a, const uint64_t *b,
                            size_t words) {
    int n = 0;
    for (size_t i = 0; i < words; i++) n += __builtin_popcountll(a[i] ^ b[i]);
    return n;
}

double vector_distance(const VectorShape *shape, const void *a, const void *b) {
    if (shape->type == VECTOR_BITS)
        return bits_distance(a, b, (shape->length + 63) / 64);
    double sum = 0;
    for (size_t i = 0; i < shape->length; i++) {
        double d = fabs(vector_get(shape, a, i) - vector_get(shape, b, i));
        double span = shape->ranges[i].hi - shape->ranges[i].lo;
        if (shape->type == VECTOR_INTEGERS) sum += d != 0;
        else if (span > 0) sum += d / span;
    }
    return sum;
}

/* ---- text --------------------------------------------------------------- */

/* The fewest digits that read back to the same double. */
static void print_real(double x, Buf *out) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x) break;
    }
    buf_text(out, text);
}

static void print_gene(const VectorShape *shape, const void *genome, size_t i,
                       Buf *out) {
    double x = vector_get(shape, genome, i);
    switch (shape->type) {
    case VECTOR_BITS:
        if (i && i % BITS_PER_RUN == 0) buf_char(out, ' ');
        buf_char(out, x > 0 ? '1' : '0');
        return;
    case VECTOR_INTEGERS: buf_format(out, i ? ", %d" : "%d", (int)x); return;
    case VECTOR_REALS:
        if (i) buf_text(out, ", ");
        print_real(x, out);
        return;
    }
}

void vector_print(const VectorShape *shape, const void *genome, Buf *out) {
    buf_char(out, '(');
    for (size_t i = 0; i < shape->length; i++)
        print_gene(shape, genome, i, out);
    for (size_t i = 0; shape->step > 0 && i < shape->length; i++) {
        buf_text(out, i ? ", " : " | ");
        print_real(vector_step(shape, genome, i), out);
    }
    buf_char(out, ')');
}

typedef struct Reader {
    const VectorShape *shape;
    const Source      *src;
    void              *genome;
    Err               *err;
    size_t             from, at;     /* the current word */
    VectorToken        token;
    size_t             genes;        /* read so far, step sizes included */
    bool               steps;        /* those are read */
} Reader;

static void advance(Reader *r) {
    r->token = lex_vector(r->src, &r->at, &r->from);
}

static bool unexpected(Reader *r, const char *expected) {
    if (r->token == VECTOR_TOK_END)
        return err_at(r->err, r->src, r->from, "expected %s, got the end",
                      expected);
    size_t len = r->at - r->from;
    return err_at(r->err, r->src, r->from, "expected %s, got '%.*s'", expected,
                  len > 32 ? 32 : (int)len, r->src->text + r->from);
}

static bool store_step(Reader *r, size_t place, double value) {
    const VectorShape *s = r->shape;
    size_t gene = r->genes - s->length;
    if (gene == s->length)
        return err_at(r->err, r->src, place,
                      "too many step sizes: this vector has %zu", s->length);
    double span = span_of(s, gene);
    if (!(value >= VECTOR_STEP_LEAST * span && value <= span))
        return err_at(r->err, r->src, place,
                      "step size %zu must be %g to %g, got %g", gene,
                      VECTOR_STEP_LEAST * span, span, value);
    vector_set_step(s, r->genome, gene, value);
    r->genes++;
    return true;
}

static bool store(Reader *r, size_t place, double value) {
    const VectorShape *s = r->shape;
    if (r->steps) return store_step(r, place, value);
    if (r->genes == s->length)
        return err_at(r->err, r->src, place,
                      "too many genes: this vector has "
                      "%zu",
                      s->length);
    VectorRange range = s->ranges[r->genes];
    if (!(value >= range.lo && value <= range.hi))
        return err_at(r->err, r->src, place,
                      "gene %zu must be %g to %g, got "
                      "%g",
                      r->genes, range.lo, range.hi, value);
    if (s->type != VECTOR_REALS && !whole(value))
        return err_at(r->err, r->src, place,
                      "gene %zu must be a whole number, "
                      "got %g",
                      r->genes, value);
    vector_set(s, r->genome, r->genes++, value);
    return true;
}

static bool read_bits(Reader *r) {
    for (size_t i = r->from; i < r->at; i++) {
        char c = r->src->text[i];
        if (c != '0' && c != '1') return unexpected(r, "bits 0 and 1");
        if (!store(r, i, c - '0')) return false;
    }
    return true;
}

static bool read_number(Reader *r) {
    if (r->shape->type == VECTOR_BITS) return read_bits(r);
    char text[NUMBER_TEXT_MAX + 1];
    size_t len = r->at - r->from;
    if (len > NUMBER_TEXT_MAX)
        return err_at(r->err, r->src, r->from,
                      "a number of %zu characters; "
                      "the limit is %d",
                      len, NUMBER_TEXT_MAX);
    memcpy(text, r->src->text + r->from, len);
    text[len] = '\0';
    return store(r, r->from, strtod(text, NULL));
}

static bool read_genes(Reader *r) {
    bool after_comma = true;         /* no comma before the first gene */
    for (;; advance(r)) {
        if (r->token == VECTOR_TOK_NUMBER) {
            if (!read_number(r)) return false;
            after_comma = false;
        } else if (r->token == VECTOR_TOK_COMMA && !after_comma) {
            after_comma = true;
        } else if (r->token == VECTOR_TOK_BAR && r->shape->step > 0 &&
                   !after_comma && r->genes == r->shape->length) {
            r->steps = after_comma = true;
        } else if (r->token == VECTOR_TOK_CLOSE && !(after_comma && r->genes)) {
            return true;
        } else {
            return unexpected(r, after_comma ? "a number" : "a number or ')'");
        }
    }
}

bool vector_parse(const VectorShape *shape, const Source *text, void *genome,
                  Err *err) {
    Reader r = { .shape = shape, .src = text, .genome = genome, .err = err };
    memset(genome, 0, vector_bytes(shape));
    vector_begin_steps(shape, genome);
    advance(&r);
    if (r.token != VECTOR_TOK_OPEN) return unexpected(&r, "'('");
    advance(&r);
    if (!read_genes(&r)) return false;
    if (r.genes < shape->length)
        return err_at(err, text, r.from,
                      "too few genes: this vector has %zu, "
                      "got %zu",
                      shape->length, r.genes);
    if (r.steps && r.genes < 2 * shape->length)
        return err_at(err, text, r.from,
                      "too few step sizes: this vector has %zu, got %zu",
                      shape->length, r.genes - shape->length);
    advance(&r);
    return r.token == VECTOR_TOK_END || unexpected(&r, "the end");
}

/* ---- checks ------------------------------------------------------------- */

bool vector_check(const VectorShape *shape, const void *genome, size_t bytes,
                  Err *err) {
    if (bytes != vector_bytes(shape))
        return err_set(err, "a genome of %zu bytes, expected %zu", bytes,
                       vector_bytes(shape));
    size_t used = shape->length % 64;
    if (shape->type == VECTOR_BITS && used &&
        ((const uint64_t *)genome)[shape->length / 64] >> used)
        return err_set(err, "bits are set past the last gene");
    for (size_t i = 0; i < shape->length; i++) {
        double x = vector_get(shape, genome, i);
        if (!(x >= shape->ranges[i].lo && x <= shape->ranges[i].hi))
            return err_set(err, "gene %zu is %g, out of its range", i, x);
    }
    for (size_t i = 0; shape->step > 0 && i < shape->length; i++) {
        double x = vector_step(shape, genome, i), span = span_of(shape, i);
        if (!(x >= VECTOR_STEP_LEAST * span && x <= span))
            return err_set(err, "step size %zu is %g, out of its range", i, x);
    }
    return true;
}
