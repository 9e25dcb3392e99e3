/* informed.c -- samples of cases that tell programs apart.
 *
 * What is learnt is part of a checkpoint: those it was learnt from may be long
 * dead.
 */
#include "informed.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "evolve_inner.h"

enum { WORD = 64 };

/* ---- drawing ------------------------------------------------------------- */

static size_t bits_of(uint64_t word) {
    size_t n = 0;
    for (; word; word &= word - 1) n++;
    return n;
}

/* Programs that solve one of two cases only. */
static size_t apart(const Informed *x, size_t a, size_t b) {
    size_t n = 0;
    for (size_t i = 0; i < x->words; i++)
        n += bits_of(x->solved[a * x->words + i] ^ x->solved[b * x->words + i]);
    return n;
}

/* The place from n on of the case that is farthest; of equals any. */
static size_t farthest(const size_t *far, const uint32_t *cases, size_t n,
                       size_t width, Rng *rng) {
    size_t best = n;
    uint32_t equals = 1;
    for (size_t i = n + 1; i < width; i++) {
        size_t own = far[cases[i]], other = far[cases[best]];
        if (own < other) continue;
        equals = own > other ? 1 : equals + 1;
        if (own > other || rng_below(rng, equals) == 0) best = i;
    }
    return best;
}

bool informed_draw(const Informed *x, size_t count, Rng *rng, uint32_t *cases,
                   Err *err) {
    assert(x->solved && count >= 1 && count <= x->width);
    size_t *far = mem_new(x->width, sizeof *far, err);
    if (!far) return false;
    for (size_t k = 0; k < x->width; k++)
        cases[k] = (uint32_t)k, far[k] = SIZE_MAX;
    for (size_t n = 0; n < count; n++) {
        size_t at = farthest(far, cases, n, x->width, rng);
        uint32_t chosen = cases[at];
        cases[at] = cases[n];
        cases[n] = chosen;
        for (size_t i = n + 1; i < x->width; i++) {
            size_t d = apart(x, chosen, cases[i]);
            if (d < far[cases[i]]) far[cases[i]] = d;
        }
    }
    mem_free(far);
    return true;
}

/* ---- learning ------------------------------------------------------------ */

void informed_free(Evolution *e) {
    mem_free(e->informed.solved);
    e->informed = (Informed){ 0 };
}

/* The selection of the plan, or of its first island, that wants it; or NULL. */
static const LexicaseRule *rule_of(const Plan *plan) {
    size_t n = islands_are(&plan->islands) ? plan->islands.count : 1;
    for (size_t i = 0; i < n; i++) {
        const Selection *s = &(n > 1 ? plan_island(plan, i) : plan)->selection;
        if (s->method == SELECT_LEXICASE && s->lexicase.informed > 0)
            return &s->lexicase;
    }
    return NULL;
}

static double cost_at(const Evolution *e, uint32_t slot, size_t k) {
    double raw = game_tame(cases_row(e, slot)[k], e->game->minimise);
    return e->game->minimise ? raw : -raw;
}

/* Notes who of the first n of `who`, places, is the best of all at each
 * case. */
static void note(const Evolution *e, Informed *x, const uint32_t *who,
                 size_t n) {
    for (size_t k = 0; k < x->width; k++) {
        double best = INFINITY;
        for (size_t i = 0; i < e->count; i++)
            best = fmin(best, cost_at(e, e->order[i], k));
        uint64_t *solved = x->solved + k * x->words;
        for (size_t i = 0; i < n; i++)
            if (cost_at(e, e->order[who[i]], k) <= best)
                solved[i / WORD] |= (uint64_t)1 << i % WORD;
    }
}

static bool learn(Evolution *e, const LexicaseRule *rule, Err *err) {
    size_t n = (size_t)ceil(rule->informed * (double)e->count);
    Informed x = { e->width, (n + WORD - 1) / WORD, NULL, e->generation };
    uint32_t *who = mem_new(e->count, sizeof *who, err);
    x.solved = mem_new(x.width * x.words, sizeof *x.solved, err);
    if (!who || !x.solved) {
        mem_free(who);
        mem_free(x.solved);
        return false;
    }
    Rng rng = rng_key(e->seed, e->generation + 1, KEY_INFORMED, RNG_SELECT);
    for (size_t i = 0; i < e->count; i++) who[i] = (uint32_t)i;
    rng_shuffle(&rng, who, e->count, sizeof *who);
    note(e, &x, who, n);
    mem_free(who);
    informed_free(e);
    e->informed = x;
    return true;
}

bool informed_prepare(Evolution *e, const Plan *plan, Err *err) {
    const LexicaseRule *rule = rule_of(plan);
    const Informed *x = &e->informed;
    if (!rule) {
        informed_free(e);
        return true;
    }
    assert(e->known);
    bool fresh = x->solved && x->width == e->width &&
                 e->generation >= x->since &&
                 e->generation - x->since < rule->every;
    return fresh || learn(e, rule, err);
}

/* ---- as bytes ------------------------------------------------------------ */

typedef struct Saved {
    uint64_t width, words, since;
} Saved;

void informed_save(const Evolution *e, Buf *out) {
    const Informed *x = &e->informed;
    Saved saved = { x->width, x->words, x->since };
    buf_bytes(out, &saved, sizeof saved);
    buf_bytes(out, x->solved, x->width * x->words * sizeof *x->solved);
}

bool informed_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    static const char damaged[] = "the checkpoint's sample of cases is damaged";
    Saved saved;
    if (n < sizeof saved) return err_set(err, damaged);
    memcpy(&saved, bytes, sizeof saved);
    n -= sizeof saved;
    if (saved.width < 1 || saved.words < 1 || saved.words > EVOLVE_COUNT_MAX ||
        saved.width > n || n % sizeof(uint64_t) != 0 ||
        saved.width * saved.words != n / sizeof(uint64_t))
        return err_set(err, damaged);
    Informed x = { saved.width, saved.words, NULL, saved.since };
    x.solved = mem_new(x.width * x.words, sizeof *x.solved, err);
    if (!x.solved) return false;
    memcpy(x.solved, (const char *)bytes + sizeof saved, n);
    informed_free(e);
    e->informed = x;
    return true;
}
