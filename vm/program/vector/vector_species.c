/* vector_species.c -- breeding vectors.
 *
 * Crossovers copy the first parent and bring in stretches of the second; for
 * bits a stretch is a mask per word. Rare independent changes are drawn as
 * gaps between them, so flipping 1 bit in 100 costs two draws and not a
 * hundred. A rate of 0 stands for one gene per child on average.
 */
#include "vector_species.h"

#include "vector_bounded.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "vector_steps.h"

static const VectorShape *shape_of(const Species *species) {
    return &((const VectorSpecies *)species)->shape;
}

/* ---- genes -------------------------------------------------------------- */

static double draw(const VectorShape *s, Rng *rng, size_t gene) {
    VectorRange r = s->ranges[gene];
    hot_assert(gene < s->length && r.lo <= r.hi);
    if (s->type == VECTOR_REALS) return r.lo + rng_real(rng) * (r.hi - r.lo);
    return r.lo + rng_below(rng, (uint32_t)(r.hi - r.lo) + 1);
}

/* A value other than the gene's own, where there is one. */
static double draw_other(const VectorShape *s, Rng *rng, size_t gene,
                         double old) {
    VectorRange r = s->ranges[gene];
    uint32_t span = (uint32_t)(r.hi - r.lo);
    if (s->type == VECTOR_REALS || span == 0) return draw(s, rng, gene);
    double x = r.lo + rng_below(rng, span);
    return x < old ? x : x + 1;
}

/* Gives a gene a value that it may have: whole, in its range. */
static inline void put(const VectorShape *s, void *genome, size_t gene,
                       double value) {
    if (s->type == VECTOR_INTEGERS) ((int32_t *)genome)[gene] = (int32_t)value;
    else vector_set(s, genome, gene, value);
}

static size_t width(const VectorShape *s) {
    return s->type == VECTOR_INTEGERS ? sizeof(int32_t) : sizeof(double);
}

/* The bits below `end` of a word that holds those from `base`. */
static uint64_t ones_below(size_t end, size_t base) {
    if (end >= base + 64) return ~(uint64_t)0;
    return end <= base ? 0 : ((uint64_t)1 << (end - base)) - 1;
}

/* The bits from..to-1 of that word. */
static uint64_t mask_between(size_t from, size_t to, size_t base) {
    return ones_below(to, base) & ~ones_below(from, base);
}

/* Puts the genes from..to-1 of `donor` into `child`. */
static void graft(const VectorShape *s, void *child, const void *donor,
                  size_t from, size_t to) {
    assert(from <= to && to <= s->length);
    if (s->type != VECTOR_BITS) {
        size_t w = width(s);
        memcpy((char *)child + from * w, (const char *)donor + from * w,
               (to - from) * w);
        if (!(s->step > 0)) return;
        for (size_t i = from; i < to; i++)
            vector_set_step(s, child, i, vector_step(s, donor, i));
        return;
    }
    uint64_t *a = child;
    const uint64_t *b = donor;
    for (size_t i = from / 64; i * 64 < to; i++) {
        uint64_t mask = mask_between(from, to, i * 64);
        a[i] ^= (a[i] ^ b[i]) & mask;
    }
}

static const VectorShape *begin(const Species *species, const void *parent,
                                void *child) {
    species_copy_slot(species, child, parent);
    return shape_of(species);
}

static uint32_t below(Rng *rng, size_t n) {
    return rng_below(rng, (uint32_t)n);
}

/* ---- two parents -------------------------------------------------------- */

static bool onepoint(const Species *species, const double *param, Rng *rng,
                     const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const VectorShape *s = begin(species, parents[0], child);
    if (s->length < 2) {             /* nowhere to cut */
        *origin = (Origin){ 0 };
        return false;
    }
    uint32_t at = 1 + below(rng, s->length - 1), n = (uint32_t)s->length - at;
    graft(s, child, parents[1], at, s->length);
    *origin = (Origin){ 0, { at, at }, { n, n } };
    return true;
}

static bool twopoint(const Species *species, const double *param, Rng *rng,
                     const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t a = below(rng, s->length + 1), b = below(rng, s->length + 1);
    uint32_t from = a < b ? a : b, n = a < b ? b - a : a - b;
    graft(s, child, parents[1], from, from + n);
    *origin = (Origin){ 0, { from, from }, { n, n } };
    return true;
}

static bool uniform(const Species *species, const double *param, Rng *rng,
                    const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    if (s->type == VECTOR_BITS && param[0] == 0.5) {
        uint64_t *a = child;
        const uint64_t *b = parents[1];
        for (size_t i = 0; i < (s->length + 63) / 64; i++)
            a[i] ^= (a[i] ^ b[i]) & rng_next(rng);
    } else {
        for (size_t i = 0; i < s->length; i++)
            if (rng_real(rng) < param[0]) graft(s, child, parents[1], i, i + 1);
    }
    *origin = (Origin){ 0 };
    return true;
}

/* Each gene lies between its parents', or up to `alpha` of their distance
 * outside. */
static bool blend(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    for (size_t i = 0; i < s->length; i++) {
        double a = vector_get(s, parents[0], i);
        double b = vector_get(s, parents[1], i);
        double f = rng_real(rng) * (1 + 2 * param[0]) - param[0];
        vector_set(s, child, i, a + f * (b - a));
    }
    *origin = (Origin){ 0 };
    return true;
}

static bool sbx(const Species *species, const double *param, Rng *rng,
                const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    for (size_t i = 0; i < s->length; i++)
        vector_set(s, child, i,
                   vector_sbx(s->ranges[i], vector_get(s, parents[0], i),
                              vector_get(s, parents[1], i), param[0], rng));
    *origin = (Origin){ 0 };
    return true;
}

/* ---- one parent --------------------------------------------------------- */

/* Independent changes, each gene with the same chance, as gaps between them. */
typedef struct Gaps {
    double scale;                    /* 1 / log(1 - rate), 0 if all change */
    int    at;                       /* the gene to change */
    int    left;                     /* genes behind it */
} Gaps;

static_assert(VECTOR_LENGTH_MAX <= INT_MAX, "genes are counted by int");

/* The scale of a rate, the first parameter of all that use gaps. */
static double gaps_scale(const Species *species, const double *param) {
    double rate = param[0] > 0 ? param[0]
                               : 1.0 / (double)shape_of(species)->length;
    return rate < 1 ? 1 / log1p(-rate) : 0;
}

static Gaps gaps_start(const Species *species, const double *param) {
    double known = param[OPERATOR_PARAMS];
    return (Gaps){ known != 0 ? known : gaps_scale(species, param), -1,
                   (int)shape_of(species)->length };
}

/* Goes to the next gene to change; false if there is none. */
static bool gaps_next(Gaps *gaps, Rng *rng) {
    hot_assert(gaps->left >= 0);
    double skip = gaps->scale != 0 ? log(1 - rng_real(rng)) * gaps->scale : 0;
    if (!(skip < gaps->left)) return false;      /* also if it is no number */
    gaps->at += 1 + (int)skip;
    gaps->left -= 1 + (int)skip;
    return true;
}

static bool point(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t at = 0;
    for (double n = param[0]; n >= 1; n--) {
        at = below(rng, s->length);
        put(s, child, at, draw_other(s, rng, at, vector_get(s, child, at)));
    }
    *origin = (Origin){ 0, { at, 0 }, { 1, 1 } };
    return true;
}

static bool flip(const Species *species, const double *param, Rng *rng,
                 const void *const parents[], void *child, Origin *origin) {
    begin(species, parents[0], child);
    Gaps gaps = gaps_start(species, param);
    while (gaps_next(&gaps, rng)) {
        unsigned i = (unsigned)gaps.at;
        ((uint64_t *)child)[i / 64] ^= (uint64_t)1 << (i % 64);
    }
    *origin = (Origin){ 0 };
    return true;
}

static bool reset(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    Gaps gaps = gaps_start(species, param);
    while (gaps_next(&gaps, rng))
        put(s, child, (size_t)gaps.at, draw(s, rng, (size_t)gaps.at));
    *origin = (Origin){ 0 };
    return true;
}

static bool gaussian(const Species *species, const double *param, Rng *rng,
                     const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    Gaps gaps = gaps_start(species, param);
    while (gaps_next(&gaps, rng)) {
        size_t i = (size_t)gaps.at;
        double span = s->ranges[i].hi - s->ranges[i].lo;
        vector_set(s, child, i,
                   vector_get(s, child, i) + rng_normal(rng) * param[1] * span);
    }
    *origin = (Origin){ 0 };
    return true;
}

static bool polynomial(const Species *species, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    Gaps gaps = gaps_start(species, param);
    while (gaps_next(&gaps, rng)) {
        size_t i = (size_t)gaps.at;
        vector_set(s, child, i,
                   vector_polynomial(s->ranges[i], vector_get(s, child, i),
                                     param[1], rng));
    }
    *origin = (Origin){ 0 };
    return true;
}

/* Moves genes from..to-1 by one place up or down; ranges are kept by set. */
static void slide(const VectorShape *s, void *child, size_t from, size_t to,
                  bool up) {
    assert(up ? to < s->length : from > 0 && to <= s->length);
    for (size_t k = from; k < to; k++) {
        size_t i = up ? to - 1 - (k - from) : k;
        vector_set(s, child, up ? i + 1 : i - 1, vector_get(s, child, i));
    }
}

static bool insert(const Species *species, const double *param, Rng *rng,
                   const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t at = below(rng, s->length);
    slide(s, child, at, s->length - 1, true);
    put(s, child, at, draw(s, rng, at));
    *origin = (Origin){ 0, { at, 0 }, { 0, 1 } };
    return true;
}

static bool delete (const Species *species, const double *param, Rng *rng,
                    const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t at = below(rng, s->length);
    slide(s, child, at + 1, s->length, false);
    put(s, child, s->length - 1, draw(s, rng, s->length - 1));
    *origin = (Origin){ 0, { at, 0 }, { 1, 0 } };
    return true;
}

static bool swap(const Species *species, const double *param, Rng *rng,
                 const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t a = below(rng, s->length), b = below(rng, s->length);
    double x = vector_get(s, child, a);
    vector_set(s, child, a, vector_get(s, child, b));
    vector_set(s, child, b, x);
    *origin = (Origin){ 0, { a, b }, { 1, 1 } };
    return true;
}

static bool clear(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const VectorShape *s = begin(species, parents[0], child);
    uint32_t at = 0;
    for (double n = param[0]; n >= 1; n--) {
        at = below(rng, s->length);
        vector_set(s, child, at, s->ranges[at].lo);
    }
    *origin = (Origin){ 0, { at, 0 }, { 1, 1 } };
    return true;
}

static bool copy(const Species *species, const double *param, Rng *rng,
                 const void *const parents[], void *child, Origin *origin) {
    (void)param;
    (void)rng;
    begin(species, parents[0], child);
    *origin = (Origin){ 0 };
    return true;
}

/* ---- the rows ----------------------------------------------------------- */

#define RATE \
    { "rate", 0, 0, 1, "chance per gene; 0 means one gene on average" }
#define EVERY_TYPE                                                             \
    { "onepoint",                                                          \
      2,                                                                   \
      "genes past a cut from the other parent",                            \
      { { 0 } },                                                           \
      onepoint },                                                              \
        { "twopoint",                                                      \
          2,                                                               \
          "a stretch of genes from the other parent",                      \
          { { 0 } },                                                       \
          twopoint },                                                      \
        { "uniform",                                                       \
          2,                                                               \
          "each gene from the other parent by chance",                     \
          { { "swap", 0.5, 0, 1, "chance per gene" } },                    \
          uniform },                                                       \
        { "point",                                                         \
          1,                                                               \
          "one gene gets another value",                                   \
          { { "genes", 1, 1, 100, "how many, one after the other" } },     \
          point },                                                         \
        { "reset", 1, "genes are drawn anew by chance", { RATE }, reset }, \
        { "insert",                                                        \
          1,                                                               \
          "a new gene; later ones move up, the last is lost",              \
          { { 0 } },                                                       \
          insert },                                                        \
        { "delete",                                                        \
          1,                                                               \
          "a gene less; later ones move down, the last is new",            \
          { { 0 } },                                                       \
          delete },                                                        \
        { "swap", 1, "two genes change places", { { 0 } }, swap },         \
        { "clear",                                                         \
          1,                                                               \
          "one gene gets its least value, in a plan no move",              \
          { { "genes", 1, 1, 100, "how many, one after the other" } },     \
          clear },                                                         \
    {                                                                      \
        "copy", 1, "the parent as it is", { { 0 } }, copy                  \
    }
#define GAUSSIAN                                                               \
    {                                                                        \
        "gaussian", 1, "genes move by a normal step, by chance",             \
            { RATE,                                                          \
              { "sigma", 0.1, 0, 10, "deviation, in units of the range" } }, \
            gaussian                                                         \
    }
#define BLEND                                                                  \
    {                                                                    \
        "blend", 2, "each gene between its parents', or a little outside", \
            { { "alpha", 0.5, 0, 2, "how far outside, of their distance" } }, \
            blend                                                         \
    }
#define AVERAGE                                                                \
    {                                                               \
        "average", 2, "each gene midway between its parents'", { { 0 } }, \
            vector_average                                           \
    }
#define ADAPT                                                                  \
    {                                                                        \
        "adapt", 1,                                               \
            "step sizes, which `steps` gives vectors, change by " \
            "chance, then genes move by them",                    \
            { { "rate", 1, 0.01, 100,                                        \
                "how fast, in units of the usual rates" } },                 \
            vector_adapt                                                     \
    }
#define LAST \
    { NULL, 0, NULL, { { 0 } }, NULL }

const Operator vector_integer_operators[] = { EVERY_TYPE, GAUSSIAN, LAST };

const Operator vector_bit_operators[] = {
    EVERY_TYPE,
    { "flip", 1, "bits turn over by chance", { RATE }, flip },
    LAST,
};

const Operator vector_real_operators[] = {
    EVERY_TYPE,
    GAUSSIAN,
    BLEND,
    AVERAGE,
    { "sbx", 2, "simulated binary crossover: each gene near one parent's",
      { { "eta", 15, 0, 1000, "the more, the nearer" } }, sbx },
    { "polynomial", 1, "genes move a little within their range, by chance",
      { RATE, { "eta", 20, 0, 1000, "the more, the less" } }, polynomial },
    LAST,
};

const Operator vector_step_operators[] = {
    EVERY_TYPE,
    GAUSSIAN,
    BLEND,
    AVERAGE,
    ADAPT,
    LAST,
};

const Operator vector_steps_alone[] = { ADAPT, LAST };

/* ---- as a species ------------------------------------------------------- */

static void vector_random(const Species *species, Rng *rng, size_t index,
                          size_t count, void *genome) {
    (void)index;
    (void)count;
    const VectorShape *s = shape_of(species);
    memset(genome, 0, species->slot);
    vector_begin_steps(s, genome);
    if (s->type != VECTOR_BITS) {
        for (size_t i = 0; i < s->length; i++)
            put(s, genome, i, draw(s, rng, i));
        return;
    }
    uint64_t *words = genome;
    for (size_t i = 0; i < (s->length + 63) / 64; i++)
        words[i] = rng_next(rng) & mask_between(0, s->length, i * 64);
}

static size_t vector_size(const Species *species, const void *genome) {
    (void)genome;
    return shape_of(species)->length;
}

static size_t vector_used(const Species *species, const void *genome) {
    (void)genome;
    return species->slot;
}

static bool print(const Species *species, const void *genome, Buf *out,
                  Err *err) {
    vector_print(shape_of(species), genome, out);
    buf_char(out, '\n');             /* a file of its own */
    return buf_ok(out, err);
}

static bool parse(const Species *species, const Source *text, void *genome,
                  Err *err) {
    return vector_parse(shape_of(species), text, genome, err);
}

static bool check(const Species *species, const void *genome, size_t bytes,
                  Err *err) {
    return vector_check(shape_of(species), genome, bytes, err);
}

static double distance(const Species *species, const void *a, const void *b) {
    return vector_distance(shape_of(species), a, b);
}

static double derive(const Species *species, const Operator *op,
                     const double *param) {
    bool gaps = op->apply == flip || op->apply == reset ||
                op->apply == gaussian || op->apply == polynomial;
    return gaps ? gaps_scale(species, param) : 0;
}

#define CLASS(rows)                                                            \
    {                                                                          \
        .name = "vector", .operators = rows, .random = vector_random,          \
        .size = vector_size, .bytes = vector_used, .print = print,             \
        .parse = parse, .check = check, .distance = distance,                  \
        .derive = derive,                                                      \
    }

static const SpeciesClass classes[] = {
    [VECTOR_INTEGERS] = CLASS(vector_integer_operators),
    [VECTOR_BITS] = CLASS(vector_bit_operators),
    [VECTOR_REALS] = CLASS(vector_real_operators),
};

/* Of reals that carry their step sizes. */
static const SpeciesClass step_class = CLASS(vector_step_operators);

const VectorShape *vector_reals(const Species *species) {
    bool reals = species->class == &classes[VECTOR_REALS] ||
                 species->class == &step_class;
    return reals ? shape_of(species) : NULL;
}

void vector_species_init(VectorSpecies *vector, VectorShape shape) {
    const SpeciesClass *class = shape.step > 0 ? &step_class
                                               : &classes[shape.type];
    vector->species = (Species){ class, vector_bytes(&shape), &vector->shape };
    vector->shape = shape;
}

void vector_species_free(VectorSpecies *vector) { vector_free(&vector->shape); }
