/* brood.c -- a brood before it is bred: how large it is, by what its parents
 * are chosen, and all that must be known for that.
 *
 * The work of a generation that is done once; breed.c does the work per child.
 */
#include <assert.h>

#include "base/mem.h"
#include "evolve_inner.h"

/* Children of a brood whose score the limit of evaluations still allows, after
 * those of other islands. */
static size_t affordable(const Evolution *e, const Plan *plan, size_t brood) {
    if (!plan->evaluations || plan->restart) return brood;
    uint64_t full = 1 + (uint64_t)plan->tries;
    uint64_t used = e->totals.evaluations + e->promised * full;
    uint64_t left = used < plan->evaluations ? plan->evaluations - used : 0;
    uint64_t n = (left + full - 1) / full;
    return n < brood ? (size_t)n : brood;
}

/* What parents are chosen by in the place of scores; NULL for those. The caller
 * frees it. */
static bool find_costs(Evolution *e, const Plan *plan, double **costs,
                       Err *err) {
    *costs = NULL;
    bool fronts = plan_has_fronts(plan), weights = plan->weights.kind;
    if (!fronts && !weights && !plan->novelty.near && !plan->sharing.by)
        return true;
    *costs = mem_new(e->count, sizeof **costs, err);
    bool ok = *costs;
    if (ok && plan->novelty.near) ok = novelty_costs(e, plan, *costs, err);
    else if (ok && plan->sharing.by) ok = sharing_costs(e, plan, *costs, err);
    else if (ok && weights) ok = weights_costs(e, plan, *costs, err);
    else if (ok) ok = goals_costs(e, *costs, err);
    if (ok) return true;
    mem_free(*costs);
    return false;
}

/* `cut`: the brood is cut short. */
static bool prepare_selection(Evolution *e, const Plan *plan, bool cut,
                              Err *err) {
    Candidates all = { .scores = e->slots.scores,
                       .sizes = e->slots.sizes,
                       .order = e->order,
                       .minimise = e->game && e->game->minimise };
    e->places = plan_places(plan, e->count);
    Demand demand = { .places = e->places, .sorted = plan->elite > 0 || cut };
    if (select_draws_all(plan->selection.method) ||
        plan->selection.tarpeian > 0)
        demand.rng = rng_key(e->seed, e->generation + 1, KEY_PICKS, RNG_BREED);
    double *costs = NULL;
    if (!find_costs(e, plan, &costs, err)) return false;
    all.costs = costs;
    if (plan->grid.axes) all.count = e->filled;
    if (e->ready) all.count = e->ready;
    bool ok = select_prepare(&e->selector, &plan->selection, &all, &demand,
                             err);
    mem_free(costs);
    for (size_t i = all.count; ok && all.count && i < e->count; i++)
        e->selector.order[i] = (uint32_t)i;      /* the last of the order */
    return ok && (plan->selection.method != SELECT_LEXICASE ||
                  cases_pick(e, plan, err));
}

bool brood_prepare(Evolution *e, const Plan *plan, Err *err) {
    assert(!e->plan && evolve_settled(e));
    bool islands = islands_are(&plan->islands);
    e->children = 0;
    e->bred = 0;
    e->promised = 0;
    e->scored = e->told = false;
    if (!reals_prepare(e, plan, err) || !evolve_reserve(e, plan, err))
        return false;
    for (size_t i = 0; !e->bare && i < e->count; i++)
        e->slots.was[e->order[i]] = (uint32_t)i;
    if (plan->restart) return true;
    if (!plan->parts || select_reads_sizes(&plan->selection) || islands)
        score_measure_all(e);
    ages_prepare(e, plan);
    if (plan->unlike) score_key_all(e);
    return (!plan_reads_cases(plan) || evolve_know_cases(e, err)) &&
           goals_ask(e, plan, err) && grid_reserve(e, plan, err) &&
           novelty_reserve(e, plan, err) && weights_prepare(e, plan, err) &&
           informed_prepare(e, plan, err);
}

bool brood_choose(Evolution *e, const Plan *plan, Err *err) {
    if (plan->scheme == SCHEME_PLUS && !plan->restart) survive_sort(e);
    if (plan->grid.axes && !plan->restart) grid_settle(e, plan, e->count);
    size_t brood = reals_brood(e, plan), n = affordable(e, plan, brood);
    if (!plan->restart && !prepare_selection(e, plan, n < brood, err))
        return false;
    e->children = n;
    const uint32_t *children = e->order + e->count;
    bool *copied = e->slots.copied;
    for (size_t i = 0; e->marked && i < n; i++) copied[children[i]] = false;
    return true;
}
