/* sharing.c -- fitness that is shared with those who are alike.
 *
 * Everyone is compared with everyone, in the order of their places; any thread
 * may compare any of them.
 */
#include "sharing.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "base/real.h"
#include "evolve_inner.h"

enum { CHUNK = 16 };

const char *const sharing_names[SHARINGS + 1] = {
    [SHARING_NONE] = "none",
    [SHARING_MEASURES] = "measures",
    [SHARING_CASES] = "cases",
    [SHARING_PROGRAM] = "program",
};

bool sharing_check(const SharingRule *rule, Err *err) {
    if (rule->by == SHARING_NONE) return true;
    if (!(rule->radius > 0 && rule->radius < INFINITY))
        return err_set(err, "fitness is shared within a radius above 0, not %g",
                       rule->radius);
    if (!(rule->power > 0 && rule->power <= SHARING_POWER_MAX))
        return err_set(err,
                       "sharing falls by a power above 0 and up to %g, not %g",
                       SHARING_POWER_MAX, rule->power);
    return true;
}

/* ---- distances ----------------------------------------------------------- */

/* Cases in which two differ, counted as far as they matter. */
static double by_cases(const Evolution *e, uint32_t a, uint32_t b,
                       double radius) {
    const double *x = cases_row(e, a), *y = cases_row(e, b);
    double n = 0;
    for (size_t k = 0; k < e->width && n < radius; k++)
        n += x[k] < y[k] || x[k] > y[k];
    return n;
}

static double distance(const Evolution *e, const SharingRule *rule, uint32_t a,
                       uint32_t b) {
    size_t width = e->goal_width;
    switch (rule->by) {
    case SHARING_MEASURES:
        return goals_distance(e->goals + a * width, e->goals + b * width,
                              width);
    case SHARING_CASES: return by_cases(e, a, b, rule->radius);
    case SHARING_PROGRAM:
        return species_distance(e->species, evolve_slot(e, a),
                                evolve_slot(e, b));
    case SHARING_NONE:
    case SHARINGS: break;
    }
    return INFINITY;
}

/* ---- niches -------------------------------------------------------------- */

/* The living while they are compared. */
typedef struct Crowd {
    const Evolution   *e;
    const SharingRule *rule;
    double            *near;         /* by place: how many are near */
} Crowd;

static double count_near(const Crowd *c, size_t i) {
    const Evolution *e = c->e;
    const SharingRule *rule = c->rule;
    double sum = 0;
    for (size_t k = 0; k < e->count; k++) {
        double d = k == i ? 0 : distance(e, rule, e->order[i], e->order[k]);
        double x = d / rule->radius;
        if (!(x < 1)) continue;
        bool plain = rule->power == 1 || x <= 0;
        sum += 1 - (plain ? x : real_exp(rule->power * real_log(x)));
    }
    return sum;
}

static void count_chunk(void *context, int worker, size_t first, size_t last) {
    const Crowd *c = context;
    (void)worker;
    for (size_t i = first; i < last; i++) c->near[i] = count_near(c, i);
}

/* ---- fitness ------------------------------------------------------------- */

/* More is better, none is below 0 or no number. */
static void find_fitness(const Evolution *e, double *fitness) {
    double least = 0;
    for (size_t i = 0; i < e->count; i++) {
        const Score *s = &e->slots.scores[e->order[i]];
        fitness[i] = !e->game || e->game->minimise
                         ? 1 / (1 + fmax(0, s->standardized))
                         : s->raw;
        if (isfinite(fitness[i])) least = fmin(least, fitness[i]);
    }
    for (size_t i = 0; i < e->count; i++)
        fitness[i] = isfinite(fitness[i]) ? fitness[i] - least : 0;
}

bool sharing_costs(const Evolution *e, const Plan *plan, double *costs,
                   Err *err) {
    double *near = mem_new(e->count, sizeof *near, err);
    if (!near) return false;
    Crowd crowd = { e, &plan->sharing, near };
    pool_run(e->pool, e->count, CHUNK, count_chunk, &crowd);
    find_fitness(e, costs);
    double most = 0;
    for (size_t i = 0; i < e->count; i++) {
        assert(near[i] >= 1);
        costs[i] /= near[i];
        most = fmax(most, costs[i]);
    }
    for (size_t i = 0; i < e->count; i++) costs[i] = most - costs[i];
    mem_free(near);
    return true;
}
