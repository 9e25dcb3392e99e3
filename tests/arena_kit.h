/* arena_kit.h -- one game of Minesweeper played by every engine, for suites and
 * for fuzzing: games that differ in size, mines, cases and in each choice of
 * the rules, and the comparison of what the engines make of a program. */
#ifndef LUDUS_ARENA_KIT_H
#define LUDUS_ARENA_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minesweeper/groups.h"

enum { NODES = 200, POOL = 24, CASES = 700 };

/* The engines that compile do so at once, but for the last two: one scouts for
 * as long as it can, one does what users get. */
static const struct {
    MinesEngine engine;
    uint32_t scout;
} engines[] = {
    { ENGINE_REFERENCE, 0 },
    { ENGINE_SCALAR, 0 },
    { ENGINE_SIMT, 0 },
    { ENGINE_PORTABLE, 0 },
    { ENGINE_SCALAR, MINES_BUDGET_MAX },
    { ENGINE_AUTO, MINES_SCOUT },
};
enum { ENGINES = sizeof engines / sizeof *engines };

/* ---- games -------------------------------------------------------------- */

typedef struct Arena {               /* one game, played by every engine */
    const char   *name;
    Mines        *mines[ENGINES];
    MinesScratch *scratch[ENGINES];
    Vocab         vocab;
    size_t        slot;
    uint8_t      *pool;              /* genomes that evolve */
    double        raw[POOL];
} Arena;

typedef struct Variant {
    const char *name;
    int         rows, cols, mines, sample;    /* sample 0: all placings */
    uint64_t    extras;
    Shape       shape;
    MinesRules  rules;
} Variant;

#define PAPER_RULES                                                         \
    .wrap = true, .truth = TRUTH_ONE, .mov = 9, .unc_new = 9, .mrk = 10,    \
    .unmrk = 0, .num_covered = 1, .unc_argument = true, .iter_limit = 5,    \
    .registers = 4, .calls = 1, .idle_limit = 1
#define PAPER_SHAPE    \
    {                  \
        3, { 3, 2, 1 } \
    }
#define BIT(op)     (UINT64_C(1) << (op))
#define EXTRAS      (~UINT64_C(0) << MINES_MINES)    /* all of them */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const Variant variants[] = {
    { "paper", 6, 6, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "edges", 6, 6, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES, .wrap = false } },
    { "protect", 6, 6, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES, .protect = true } },
    { "flood", 6, 6, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES, .flood = true } },
    { "nonzero", 6, 6, 1, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .truth = TRUTH_NONZERO } },
    { "positive", 6, 6, 1, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .truth = TRUTH_POSITIVE } },
    { "codes", 6, 6, 1, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .mov = 1, .unc_new = 0, .mrk = -3, .unmrk = 5,
        .num_covered = -1, .unc_argument = false, .unc_old = 2 } },
    { "wide", 6, 6, 1, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .mov = 100, .unc_new = 1, .mrk = 40000, .unmrk = -40000 } },
    { "wider", 5, 6, 1, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .mov = INT32_MAX, .unc_new = 2000000000,
        .mrk = INT32_MIN, .num_covered = 300 } },
    { "smallest", 2, 2, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "narrow", 2, 9, 3, 50, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "eight", 8, 8, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "nine", 9, 9, 10, 40, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "two mines", 6, 6, 2, 100, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "all two", 6, 6, 2, 0, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "crowded", 4, 5, 15, 64, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "only one safe", 3, 3, 8, 0, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "five hundred", 7, 5, 4, 512, 0, PAPER_SHAPE,
      { PAPER_RULES, .truth = TRUTH_NONZERO } },
    { "sixteen", 16, 16, 40, 36, 0, PAPER_SHAPE,
      { PAPER_RULES, .wrap = false, .protect = true } },
    { "larger", 17, 5, 2, 20, 0, PAPER_SHAPE, { PAPER_RULES } },
    { "constants", 6, 7, 2, 30, BIT(MINES_MINES) | BIT(MINES_ROWS) |
      BIT(MINES_COLS), PAPER_SHAPE, { PAPER_RULES } },
    { "registers", 5, 5, 1, 0, BIT(MINES_ITER) | BIT(MINES_LOAD) |
      BIT(MINES_STORE), PAPER_SHAPE, { PAPER_RULES } },
    { "no ADFs", 6, 6, 1, 0, 0, { 0, { 0 } }, { PAPER_RULES } },
    { "eight ADFs", 6, 6, 1, 0, 0, { 8, { 8, 0, 3, 2, 1, 1, 2, 0 } },
      { PAPER_RULES } },
    { "floods", 8, 8, 10, 200, 0, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .wrap = false } },
    { "first", 6, 6, 2, 0, 0, PAPER_SHAPE,
      { PAPER_RULES, .first = FIRST_SAFE } },
    { "zero", 7, 6, 6, 600, 0, PAPER_SHAPE,
      { PAPER_RULES, .first = FIRST_ZERO, .truth = TRUTH_NONZERO } },
    { "calls", 6, 6, 1, 0, 0, PAPER_SHAPE, { PAPER_RULES, .calls = 7 } },
    { "real", 8, 8, 10, 200, 0, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .wrap = false, .first = FIRST_SAFE,
        .calls = MINES_BUDGET_MAX } },
    { "protected", 6, 6, 4, 100, 0, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .protect = true, .first = FIRST_ZERO,
        .calls = MINES_BUDGET_MAX, .truth = TRUTH_NONZERO } },
    { "wide floods", 16, 16, 20, 40, 0, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .protect = true, .first = FIRST_SAFE,
        .calls = 50 } },
    { "calls of registers", 5, 5, 3, 40, BIT(MINES_ITER) | BIT(MINES_LOAD) |
      BIT(MINES_STORE), PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .first = FIRST_SAFE, .calls = 9 } },
    { "sets of neighbours", 6, 6, 5, 60, EXTRAS, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .wrap = false, .first = FIRST_SAFE,
        .calls = 20, .truth = TRUTH_NONZERO } },
    { "sweeps", 6, 5, 4, 40, EXTRAS, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .wrap = false, .protect = true,
        .first = FIRST_SAFE, .calls = MINES_BUDGET_MAX, .sweep = true,
        .idle_limit = 3, .num_covered = 9, .sees_marks = true,
        .num_marked = 10, .truth = TRUTH_NONZERO } },
    { "wide sweeps", 11, 13, 20, 20, EXTRAS, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .wrap = false, .protect = true,
        .first = FIRST_SAFE, .calls = MINES_BUDGET_MAX, .sweep = true,
        .idle_limit = 2, .num_covered = 9, .truth = TRUTH_NONZERO } },
    { "sweeps round", 6, 7, 5, 20, EXTRAS, PAPER_SHAPE,
      { PAPER_RULES, .flood = true, .protect = true, .calls = 300,
        .sweep = true, .idle_limit = 2 } },
};
#pragma GCC diagnostic pop
enum { VARIANTS = sizeof variants / sizeof *variants };

static inline void arena_free(Arena *a) {
    for (int e = 0; e < ENGINES; e++) {
        mines_scratch_free(a->scratch[e]);
        mines_free(a->mines[e]);
    }
    free(a->pool);
}

static inline bool arena_init(Arena *a, const Variant *v, int64_t budget) {
    Err err;
    memset(a, 0, sizeof *a);
    a->name = v->name;
    MinesOptions o = mines_options();
    o.rows = v->rows;
    o.cols = v->cols;
    o.mines = v->mines;
    o.all = v->sample == 0;
    o.sample = v->sample;
    o.extras = v->extras;
    o.rules = v->rules;
    o.budget = budget;
    for (int e = 0; e < ENGINES; e++) {
        o.engine = engines[e].engine;
        o.scout = engines[e].scout;
        a->mines[e] = mines_new(&o, &err);
        if (!a->mines[e]) return false;
        a->scratch[e] = mines_scratch_new(a->mines[e], &err);
        if (!a->scratch[e]) return false;
    }
    if (!vocab_init(&a->vocab, &a->mines[0]->language, &v->shape, &err))
        return false;
    a->slot = tree_slot(&a->vocab, NODES);
    a->pool = calloc(POOL, a->slot);
    return a->pool && a->mines[0]->game.cases <= CASES;
}

/* ---- comparing ---------------------------------------------------------- */

static inline void complain(Arena *a, int e, const Tree *t,
                            const MinesCase *want, const MinesCase *got,
                            uint64_t number) {
    Buf out = { 0 };
    tree_print(t, &out);
    printf("program %llu, game '%s', engine %s, scout %u:\n%s\n",
           (unsigned long long)number, a->name,
           mines_engine_name(engines[e].engine), engines[e].scout, out.text);
    for (size_t c = 0; c < a->mines[0]->game.cases; c++)
        if (want[c].raw != got[c].raw || want[c].steps != got[c].steps ||
            want[c].end != got[c].end) {
            printf("case %zu: %d %u %s, expected %d %u %s\n", c, got[c].raw,
                   got[c].steps, mines_end_name(got[c].end), want[c].raw,
                   want[c].steps, mines_end_name(want[c].end));
            break;
        }
    buf_free(&out);
}

static inline bool same_case(const MinesCase *a, const MinesCase *b) {
    return a->raw == b->raw && a->steps == b->steps && a->end == b->end;
}

/* Plays the program by all engines; false if one differs. */
static inline bool agree(Arena *a, void *genome, uint64_t number, double *raw) {
    static MinesCase want[CASES], got[CASES];
    Tree t = tree_at(&a->vocab, genome);
    size_t cases = a->mines[0]->game.cases;
    MinesTotal first = mines_score(a->mines[0], a->scratch[0], &t, want);
    for (int e = 1; e < ENGINES; e++) {
        memset(got, 0xff, sizeof got);
        MinesTotal total = mines_score(a->mines[e], a->scratch[e], &t, got);
        bool same = total.raw == first.raw && total.steps == first.steps &&
                    !memcmp(total.ends, first.ends, sizeof total.ends);
        for (size_t c = 0; c < cases; c++) same &= same_case(&want[c], &got[c]);
        if (same) continue;
        complain(a, e, &t, want, got, number);
        return false;
    }
    *raw = (double)first.raw;
    return true;
}

#endif
