/* strategy.c -- playing the move that is rated highest, and weights for many
 * numbers of a position or a move.
 */
#include "strategy.h"

#include "base/mem.h"
#include "base/rng.h"

/* ---- strategies --------------------------------------------------------- */

Choice oth_rated_best(const Evaluator *strategy, Board b) {
    Choice best = { -1, 0 };
    for (uint64_t moves = oth_moves(b); moves; moves &= moves - 1) {
        int square = oth_first(moves);
        float v = strategy->rate(strategy, b, square);
        if (best.square < 0 || v > best.value) best = (Choice){ square, v };
    }
    return best;
}

float oth_rated_value(const Evaluator *strategy, Board b, uint64_t moves) {
    (void)moves;
    return oth_rated_best(strategy, b).value;
}

/* ---- chance ------------------------------------------------------------- */

static float random_rate(const Evaluator *strategy, Board b, int square) {
    (void)strategy;
    uint64_t mixed = rng_mix(rng_mix(b.me) ^ b.you);
    return (float)(rng_mix(mixed + (uint64_t)square) >> 40);
}

Evaluator *oth_random_new(Err *err) {
    Evaluator *e = mem_new(1, sizeof *e, err);
    if (e) *e = (Evaluator){ oth_rated_value, random_rate };
    return e;
}

/* ---- weights ------------------------------------------------------------ */

bool oth_is_weights(size_t count) {
    return count == FEATURES || count == FEATURES_ALL ||
           count == 2 * FEATURES_ALL || count == TRAITS || count == 2 * TRAITS;
}

/* How large a trait is. */
static const float unit[TRAITS] = {
#define TRAIT(id, unit) unit,
#include "traits.def"
#undef TRAIT
};

/* What a weight counts for: features are scaled to +-100, traits to +-1. */
static float scale_of(bool strategy, int i) {
    if (strategy) return 1 / unit[i];
    return i < FEATURES ? 100 / oth_features[i].bound : 1;
}

static Evaluator broad_base(bool strategy) {
    const Kernel *kernel = oth_kernel();
    return strategy ? (Evaluator){ oth_rated_value, kernel->rate }
                    : (Evaluator){ kernel->broad, NULL };
}

void oth_broad(Broad *broad, const Tables *tables, const double *weights,
               size_t count) {
    bool strategy = count == TRAITS || count == 2 * TRAITS;
    broad->base = broad_base(strategy);
    broad->tables = tables;
    broad->count = strategy ? TRAITS : FEATURES_ALL;
    size_t late = count - (size_t)broad->count;      /* where the end begins */
    for (int i = 0; i < broad->count; i++) {
        float scale = scale_of(strategy, i);
        broad->early[i] = (float)weights[i] * scale;
        broad->late[i] = (float)weights[late + (size_t)i] * scale;
    }
}

Evaluator *oth_broad_new(const Tables *tables, const double *weights,
                         size_t count, Err *err) {
    Broad *broad = mem_new(1, sizeof *broad, err);
    if (!broad) return NULL;
    oth_broad(broad, tables, weights, count);
    return &broad->base;
}
