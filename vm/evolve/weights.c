/* weights.c -- how much each case counts, as the population stands.
 *
 * Sums run over the places in their order, so they are the same on any number
 * of threads. Weights that are learnt step by step are part of a checkpoint;
 * the others follow from what the living scored.
 */
#include "weights.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "evolve_inner.h"

const char *const weights_names[WEIGHTS + 1] = {
    [WEIGHTS_EVEN] = "even",
    [WEIGHTS_RARE] = "rare",
    [WEIGHTS_SHARED] = "shared",
    [WEIGHTS_STEPWISE] = "stepwise",
};

bool weights_check(const WeightRule *rule, Err *err) {
    if (rule->kind != WEIGHTS_STEPWISE) return true;
    if (rule->every < 1 || rule->every > WEIGHTS_EVERY_MAX)
        return err_set(err, "weights step every 1 to %d generations, not %u",
                       WEIGHTS_EVERY_MAX, rule->every);
    if (!(rule->add > 0 && rule->add <= WEIGHTS_ADD_MAX))
        return err_set(err,
                       "a step of a weight is above 0 and up to %g, not %g",
                       WEIGHTS_ADD_MAX, rule->add);
    return true;
}

/* ---- costs of cases ------------------------------------------------------ */

/* What program i costs at case k: less is better. */
static double cost_at(const Evolution *e, size_t i, size_t k) {
    double raw = game_tame(cases_row(e, e->order[i])[k], e->game->minimise);
    return e->game->minimise ? raw : -raw;
}

static void find_best(const Evolution *e, double *best) {
    for (size_t k = 0; k < e->width; k++) best[k] = INFINITY;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->width; k++)
            best[k] = fmin(best[k], cost_at(e, i, k));
}

/* How far program i is from the best, by the weights. */
static double distance(const Evolution *e, size_t i, const double *best,
                       const double *weight) {
    double sum = 0;
    for (size_t k = 0; k < e->width; k++)
        sum += weight[k] * (cost_at(e, i, k) - best[k]);
    return sum;
}

/* ---- weights ------------------------------------------------------------- */

static void weigh_rare(const Evolution *e, const double *best, double *weight) {
    memset(weight, 0, e->width * sizeof *weight);
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < e->width; k++)
            weight[k] += cost_at(e, i, k) <= best[k];
    for (size_t k = 0; k < e->width; k++)
        weight[k] = (double)e->count / weight[k];
}

/* The worst of a case is that of those whose score is a number; who is worse
 * gains nothing. Where all are alike, nothing is gained. */
static void weigh_shared(const Evolution *e, const double *best,
                         double *weight) {
    double n = (double)e->count;
    for (size_t k = 0; k < e->width; k++) {
        double worst = best[k], sum = 0;
        for (size_t i = 0; i < e->count; i++) {
            double cost = cost_at(e, i, k);
            if (cost > worst && cost < GAME_WORST) worst = cost;
        }
        for (size_t i = 0; i < e->count; i++)
            sum += fmax(0, worst - cost_at(e, i, k));
        weight[k] = sum > 0 ? n / sum : 0;
    }
}

/* More at each case where somebody is better than the best program, by the
 * weights so far; of equals the first is that. */
static bool step(Evolution *e, const WeightRule *rule, Err *err) {
    Weights *w = &e->weights;
    double *best = mem_new(w->width, sizeof *best, err);
    if (!best) return false;
    find_best(e, best);
    size_t first = 0;
    double least = distance(e, 0, best, w->list);
    for (size_t i = 1; i < e->count; i++) {
        double cost = distance(e, i, best, w->list);
        if (cost < least) least = cost, first = i;
    }
    for (size_t k = 0; k < w->width; k++)
        if (cost_at(e, first, k) > best[k]) w->list[k] += rule->add;
    w->stepped = e->generation;
    mem_free(best);
    return true;
}

static bool begin(Evolution *e, Err *err) {
    Weights *w = &e->weights;
    if (w->list && w->width == e->width) return true;
    weights_free(e);
    w->list = mem_new(e->width, sizeof *w->list, err);
    if (!w->list) return false;
    w->width = e->width;
    for (size_t k = 0; k < w->width; k++) w->list[k] = 1;
    return true;
}

bool weights_prepare(Evolution *e, const Plan *plan, Err *err) {
    const WeightRule *rule = &plan->weights;
    if (rule->kind != WEIGHTS_STEPWISE) {
        weights_free(e);
        return true;
    }
    assert(e->known);
    if (!begin(e, err)) return false;
    bool due = e->generation % rule->every == 0;
    return !due || e->weights.stepped == e->generation || step(e, rule, err);
}

void weights_free(Evolution *e) {
    mem_free(e->weights.list);
    e->weights = (Weights){ 0 };
}

bool weights_costs(const Evolution *e, const Plan *plan, double *costs,
                   Err *err) {
    assert(e->known && e->width >= 1);
    double *best = mem_new(e->width, 2 * sizeof *best, err);
    if (!best) return false;
    double *weight = best + e->width;
    find_best(e, best);
    switch (plan->weights.kind) {
    case WEIGHTS_RARE: weigh_rare(e, best, weight); break;
    case WEIGHTS_SHARED: weigh_shared(e, best, weight); break;
    case WEIGHTS_STEPWISE:
        memcpy(weight, e->weights.list, e->width * sizeof *weight);
        break;
    case WEIGHTS_EVEN:
    case WEIGHTS: break;
    }
    for (size_t i = 0; i < e->count; i++)
        costs[i] = distance(e, i, best, weight);
    mem_free(best);
    return true;
}

/* ---- as bytes ------------------------------------------------------------ */

void weights_save(const Evolution *e, Buf *out) {
    const Weights *w = &e->weights;
    buf_bytes(out, &w->stepped, sizeof w->stepped);
    buf_bytes(out, w->list, w->width * sizeof *w->list);
}

bool weights_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    Weights w = { 0 };
    size_t one = sizeof *w.list;
    if (n < sizeof w.stepped + one || (n - sizeof w.stepped) % one != 0)
        return err_set(err, "the checkpoint's weights of cases are damaged");
    memcpy(&w.stepped, bytes, sizeof w.stepped);
    w.width = (n - sizeof w.stepped) / one;
    w.list = mem_new(w.width, one, err);
    if (!w.list) return false;
    memcpy(w.list, (const char *)bytes + sizeof w.stepped, w.width * one);
    weights_free(e);
    e->weights = w;
    return true;
}
