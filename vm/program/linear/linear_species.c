/* linear_species.c -- how linear programs are made, crossed and mutated.
 *
 * Bridon's crossover swaps one chunk of equal size (1 to half the block's
 * capacity) between the same block of two parents, at different places; Nops
 * take part, so programs grow and shrink, and are packed to the end afterwards.
 * Every operator stays inside blocks and leaves the Nops last: that is the one
 * invariant here, and its tests prove it for each row.
 */
#include "linear_species.h"

#include <assert.h>
#include <string.h>

static const LinearSet *set_of(const Species *species) {
    return ((const LinearSpecies *)species)->set;
}

/* The child begins as a copy of the first parent. */
static const LinearSet *begin(const Species *species,
                              const void *const parents[], void *child) {
    const LinearSet *set = set_of(species);
    memcpy(child, parents[0], linear_bytes(set));
    return set;
}

/* The lines of a block. */
typedef struct Lines {
    uint8_t *at;
    size_t   len, capacity;          /* lines in use, and room */
} Lines;

static Lines lines_of(const LinearSet *set, void *code, size_t block) {
    return (Lines){ (uint8_t *)code + linear_start(set, block),
                    linear_len(set, code, block), set->blocks[block].capacity };
}

/* Lines that are put somewhere. */
typedef struct Stretch {
    const uint8_t *at;
    size_t         len;
} Stretch;

static uint8_t any_instr(const LinearSet *set, Rng *rng) {
    assert(set->instr_count > 1 && set->instr_count <= LINEAR_INSTRS_MAX);
    return (uint8_t)(1 + rng_below(rng, (uint32_t)set->instr_count - 1));
}

/* ---- making -------------------------------------------------------------- */

void linear_random(const LinearSet *set, Rng *rng, uint8_t *code) {
    for (size_t b = 0; b < set->block_count; b++) {
        size_t capacity = set->blocks[b].capacity;
        size_t n = 1 + rng_below(rng, (uint32_t)capacity);
        for (size_t i = 0; i < capacity; i++)
            *code++ = i < n ? any_instr(set, rng) : 0;
    }
}

/* ---- the paper's operators ----------------------------------------------- */

Origin linear_swap_chunk(const LinearSet *set, Rng *rng, uint8_t *a,
                         uint8_t *b) {
    uint32_t block = rng_below(rng, (uint32_t)set->block_count);
    uint32_t capacity = set->blocks[block].capacity;
    uint32_t n = 1 + rng_below(rng, capacity > 1 ? capacity / 2 : 1);
    assert(n >= 1 && n <= capacity);
    uint32_t i = rng_below(rng, capacity - n + 1);
    uint32_t j = rng_below(rng, capacity - n + 1);
    size_t start = linear_start(set, block);
    for (uint32_t k = 0; k < n; k++) {
        uint8_t *x = a + start + i + k, *y = b + start + j + k, keep = *x;
        *x = *y;
        *y = keep;
    }
    linear_pack(set, a);
    linear_pack(set, b);
    return (Origin){ block, { i, j }, { n, n } };
}

/* Changes one line of a block to any instruction, the Nop included: a Nop takes
 * the line away, and the line behind the last one adds to the block. */
static void mutate_block(const LinearSet *set, Rng *rng, size_t block,
                         uint8_t *code) {
    size_t len = linear_len(set, code, block),
           cap = set->blocks[block].capacity;
    size_t at = rng_below(rng, (uint32_t)(len < cap ? len + 1 : cap));
    code[linear_start(set, block) + at] = (uint8_t)rng_below(
        rng, (uint32_t)set->instr_count);
}

void linear_mutate(const LinearSet *set, Rng *rng, double rate, uint8_t *code) {
    for (size_t b = 0; b < set->block_count; b++)
        if (rng_real(rng) < rate) mutate_block(set, rng, b, code);
    linear_pack(set, code);
}

static bool apply_chunk(const Species *species, const double *param, Rng *rng,
                        const void *const parents[], void *child,
                        Origin *origin) {
    const LinearSet *set = begin(species, parents, child);
    uint8_t mate[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    memcpy(mate, parents[1], linear_bytes(set));
    *origin = linear_swap_chunk(set, rng, child, mate);
    linear_mutate(set, rng, param[0], child);
    return true;
}

static bool apply_mutate(const Species *species, const double *param, Rng *rng,
                         const void *const parents[], void *child,
                         Origin *origin) {
    (void)origin;
    linear_mutate(begin(species, parents, child), rng, param[0], child);
    return true;
}

/* ---- general operators --------------------------------------------------- */

/* A block with at least `least` lines in use in `code` and `free` that are not,
 * or -1. */
static int used_block(const LinearSet *set, Rng *rng, const uint8_t *code,
                      size_t least, size_t free) {
    int fit[LINEAR_BLOCKS_MAX];
    uint32_t n = 0;
    for (size_t b = 0; b < set->block_count; b++) {
        size_t len = linear_len(set, code, b);
        if (len >= least && len + free <= set->blocks[b].capacity)
            fit[n++] = (int)b;
    }
    return n ? fit[rng_below(rng, n)] : -1;
}

/* Puts lines in place of lines [i, i+n) of a block; false if it cannot hold the
 * result. */
static bool splice(Lines to, size_t i, size_t n, Stretch fresh) {
    assert(i + n <= to.len && to.len <= to.capacity);
    size_t len = to.len - n + fresh.len;
    if (len > to.capacity) return false;
    memmove(to.at + i + fresh.len, to.at + i + n, to.len - i - n);
    if (fresh.len) memcpy(to.at + i, fresh.at, fresh.len);
    if (to.len > len) memset(to.at + len, 0, to.len - len);
    return true;
}

/* Replaces a stretch of one block of the child by one of the second parent:
 * from a cut to the end (one point) or between two cuts. */
static bool exchange(const Species *species, Rng *rng,
                     const void *const parents[], void *child, Origin *origin,
                     bool two_points) {
    const LinearSet *set = begin(species, parents, child);
    size_t b = rng_below(rng, (uint32_t)set->block_count);
    Lines mine = lines_of(set, child, b);
    const uint8_t *theirs = (const uint8_t *)parents[1] + linear_start(set, b);
    uint32_t len = (uint32_t)mine.len, capacity = (uint32_t)mine.capacity;
    uint32_t other = (uint32_t)linear_len(set, parents[1], b);
    uint32_t i = rng_below(rng, len + 1), j = rng_below(rng, other + 1);
    uint32_t n = len - i, m = other - j;
    if (two_points) {
        n = rng_below(rng, n + 1);
        m = rng_below(rng, m + 1);
    }
    if (m > capacity - len + n) m = capacity - len + n;
    if (!splice(mine, i, n, (Stretch){ theirs + j, m })) return false;
    *origin = (Origin){ (uint32_t)b, { i, j }, { n, m } };
    linear_pack(set, child);
    return true;
}

/* How many lines go, and how many come. */
typedef struct Edit {
    uint32_t out, in;
} Edit;

/* Replaces lines of one block by random ones: insert, delete, replace. */
static bool edit(const Species *species, Rng *rng, const void *const parents[],
                 void *child, Origin *origin, Edit e) {
    const LinearSet *set = begin(species, parents, child);
    int b = used_block(set, rng, child, e.out, e.in > e.out ? e.in - e.out : 0);
    if (b < 0) return false;
    Lines lines = lines_of(set, child, (size_t)b);
    uint32_t i = rng_below(rng, (uint32_t)(lines.len - e.out + 1));
    uint8_t fresh = any_instr(set, rng);
    splice(lines, i, e.out, (Stretch){ &fresh, e.in });
    linear_pack(set, child);
    *origin = (Origin){ (uint32_t)b, { i, 0 }, { e.out, e.in } };
    return true;
}

/* Rows without parameters that share their doing. */
#define APPLY(name, doing, ...)                                             \
    static bool name(const Species *species, const double *param, Rng *rng, \
                     const void *const parents[], void *child,              \
                     Origin *origin) {                                      \
        (void)param;                                                        \
        return doing(species, rng, parents, child, origin, __VA_ARGS__);    \
    }

APPLY(apply_one, exchange, false)
APPLY(apply_two, exchange, true)
APPLY(apply_insert, edit, (Edit){ 0, 1 })
APPLY(apply_delete, edit, (Edit){ 1, 0 })
APPLY(apply_replace, edit, (Edit){ 1, 1 })
#undef APPLY

static bool apply_swap(const Species *species, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    (void)param;
    const LinearSet *set = begin(species, parents, child);
    int b = used_block(set, rng, child, 2, 0);
    if (b < 0) return false;
    Lines lines = lines_of(set, child, (size_t)b);
    uint32_t i = rng_below(rng, (uint32_t)lines.len);
    uint32_t j = rng_below(rng, (uint32_t)lines.len);
    uint8_t keep = lines.at[i];
    lines.at[i] = lines.at[j];
    lines.at[j] = keep;
    linear_pack(set, child);
    *origin = (Origin){ (uint32_t)b, { i, j }, { 1, 1 } };
    return true;
}

/* ---- larger changes ------------------------------------------------------ */

/* Inserts lines into a block, if it has room for them. */
static bool insert_lines(const LinearSet *set, Rng *rng, size_t block,
                         Stretch fresh, void *child, Origin *origin) {
    Lines lines = lines_of(set, child, block);
    uint32_t i = rng_below(rng, (uint32_t)lines.len + 1);
    if (!splice(lines, i, 0, fresh)) return false;
    linear_pack(set, child);
    *origin = (Origin){ (uint32_t)block, { i, 0 }, { 0, (uint32_t)fresh.len } };
    return true;
}

static bool apply_move(const Species *species, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    (void)param;
    const LinearSet *set = begin(species, parents, child);
    int b = used_block(set, rng, child, 2, 0);
    if (b < 0) return false;
    Lines lines = lines_of(set, child, (size_t)b);
    uint32_t from = rng_below(rng, (uint32_t)lines.len);
    uint8_t moved = lines.at[from];
    splice(lines, from, 1, (Stretch){ NULL, 0 });
    uint32_t to = rng_below(rng, (uint32_t)lines.len);
    lines.len--;
    splice(lines, to, 0, (Stretch){ &moved, 1 });
    linear_pack(set, child);
    *origin = (Origin){ (uint32_t)b, { from, to }, { 1, 1 } };
    return true;
}

static bool apply_pair(const Species *species, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    (void)param;
    const LinearSet *set = begin(species, parents, child);
    uint8_t tests[LINEAR_INSTRS_MAX], pair[2];
    uint32_t n = 0;
    for (size_t i = 1; i < set->instr_count; i++)
        if (set->instrs[i].kind == LINEAR_TEST) tests[n++] = (uint8_t)i;
    size_t block = rng_below(rng, (uint32_t)set->block_count);
    if (n == 0) return false;
    pair[0] = tests[rng_below(rng, n)];
    pair[1] = any_instr(set, rng);
    return insert_lines(set, rng, block, (Stretch){ pair, 2 }, child, origin);
}

static bool apply_copy(const Species *species, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    const LinearSet *set = begin(species, parents, child);
    int from = used_block(set, rng, child, 1, 0);
    size_t to = rng_below(rng, (uint32_t)set->block_count);
    if (from < 0) return false;
    uint32_t len = (uint32_t)linear_len(set, child, (size_t)from);
    uint32_t n = 1 + rng_below(rng, (uint32_t)param[0]);
    uint32_t i = rng_below(rng, len);
    if (i + n > len) n = len - i;
    assert(n >= 1);
    const uint8_t *lines = (const uint8_t *)parents[0] +
                           linear_start(set, (size_t)from) + i;
    return insert_lines(set, rng, to, (Stretch){ lines, n }, child, origin);
}

static bool apply_block(const Species *species, const double *param, Rng *rng,
                        const void *const parents[], void *child,
                        Origin *origin) {
    (void)param;
    const LinearSet *set = begin(species, parents, child);
    uint32_t b = rng_below(rng, (uint32_t)set->block_count);
    uint32_t n = set->blocks[b].capacity;
    size_t start = linear_start(set, b);
    memcpy((uint8_t *)child + start, (const uint8_t *)parents[1] + start, n);
    *origin = (Origin){ b, { 0, 0 }, { n, n } };
    return true;
}

#define RATE \
    { "mutation", 0.1, 0, 1, "chance per block of one new instruction" }

const Operator linear_operators[] = {
    { "chunk", 2, "swap a chunk of one block, then mutate", { RATE },
      apply_chunk },
    { "onepoint", 2, "the rest of a block from the other parent", { { 0 } },
      apply_one },
    { "twopoint", 2, "a stretch of a block from the other parent", { { 0 } },
      apply_two },
    { "block", 2, "a whole block from the other parent", { { 0 } },
      apply_block },
    { "mutate", 1, "one new instruction per block, by chance", { RATE },
      apply_mutate },
    { "insert", 1, "one instruction more", { { 0 } }, apply_insert },
    { "delete", 1, "one instruction less", { { 0 } }, apply_delete },
    { "replace", 1, "one instruction changed", { { 0 } }, apply_replace },
    { "swap", 1, "two instructions change places", { { 0 } }, apply_swap },
    { "move", 1, "one instruction goes elsewhere in its block", { { 0 } },
      apply_move },
    { "pair", 1, "a test and an instruction behind it more", { { 0 } },
      apply_pair },
    { "copy", 1, "a stretch of a block once more, in any block",
      { { "longest", 8, 1, 1000, "lines of the stretch" } }, apply_copy },
    { NULL, 0, NULL, { { 0 } }, NULL },
};

/* ---- as a species -------------------------------------------------------- */

static void species_random(const Species *species, Rng *rng, size_t index,
                           size_t count, void *genome) {
    (void)index;
    (void)count;
    linear_random(set_of(species), rng, genome);
}

static size_t species_size(const Species *species, const void *genome) {
    return linear_size(set_of(species), genome);
}

static size_t species_bytes(const Species *species, const void *genome) {
    (void)genome;
    return linear_bytes(set_of(species));
}

static bool species_print(const Species *species, const void *genome, Buf *out,
                          Err *err) {
    return linear_print(set_of(species), genome, out, err);
}

static bool species_parse(const Species *species, const Source *text,
                          void *genome, Err *err) {
    return linear_parse(set_of(species), text, genome, err);
}

static bool species_check(const Species *species, const void *genome,
                          size_t bytes, Err *err) {
    return linear_check(set_of(species), genome, bytes, err);
}

static const SpeciesClass linear_class = {
    .name = "linear",
    .operators = linear_operators,
    .random = species_random,
    .size = species_size,
    .bytes = species_bytes,
    .print = species_print,
    .parse = species_parse,
    .check = species_check,
};

void linear_species_init(LinearSpecies *linear, const LinearSet *set) {
    linear->species = (Species){ &linear_class, linear_bytes(set), set };
    linear->set = set;
}
