/* goals.c -- what a plan wants to be little, and the ranks of a population by
 * it.
 *
 * Values are kept by slot from the moment a plan asks for them. Like rows of
 * cases they are not part of a checkpoint: they follow from the programs.
 */
#include "goals.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "evolve_inner.h"

const char *const goals_names[GOAL_CASE + 1] = {
    [GOAL_SCORE] = "score",
    [GOAL_SIZE] = "size",
    [GOAL_STEPS] = "steps",
    [GOAL_MISSES] = "misses",
};

bool goals_read_cases(const Goals *goals) {
    for (size_t k = 0; k < goals->count; k++)
        if (goals->list[k].kind == GOAL_CASE) return true;
    return false;
}

static double case_cost(const Subject *s, const Game *game, size_t number) {
    assert(s->cases && number < s->width);
    return game->minimise ? s->cases[number] : -s->cases[number];
}

bool goals_value(const Goals *goals, size_t k, const Subject *s,
                 const Game *game, double *value, Err *err) {
    const Goal *goal = &goals->list[k];
    switch (goal->kind) {
    case GOAL_SCORE:  *value = s->score->standardized; break;
    case GOAL_SIZE:   *value = (double)s->size; break;
    case GOAL_STEPS:  *value = (double)s->score->steps; break;
    case GOAL_MISSES: *value = -(double)s->score->hits; break;
    case GOAL_CASE:   *value = case_cost(s, game, goal->number); break;
    case GOAL_CUSTOM:
        if (!goals->custom(goals->context, (int)goal->number, s, value, err))
            return false;
        break;
    case GOALS: break;
    }
    if (isnan(*value)) *value = INFINITY;
    return true;
}

/* ---- of a population ----------------------------------------------------- */

static bool fill(Evolution *e, const Plan *plan, uint32_t slot, Err *err) {
    const Goals *goals = &plan->goals;
    const void *genome = evolve_slot(e, slot);
    Subject s = { .genome = genome,
                  .score = &e->slots.scores[slot],
                  .size = e->species->class->size(e->species, genome),
                  .cases = cases_row(e, slot),
                  .width = e->width };
    for (size_t k = 0; k < goals->count; k++)
        if (!goals_value(goals, k, &s, e->game,
                         &e->goals[(size_t)slot * goals->count + k], err))
            return false;
    return true;
}

/* Room for all slots. */
static bool reserve(Evolution *e, const Plan *plan, Err *err) {
    size_t need = e->slots.count * plan->goals.count;
    if (need > e->goal_room) {
        double *goals = mem_new(need, sizeof *goals, err);
        if (!goals) return false;
        mem_free(e->goals);
        e->goals = goals;
        e->goal_room = need;
        e->aimed = false;
    }
    if (e->goal_width != plan->goals.count) e->aimed = false;
    e->goal_width = plan->goals.count;
    return true;
}

bool goals_ask(Evolution *e, const Plan *plan, Err *err) {
    if (!plan->goals.count) return true;
    if (!reserve(e, plan, err)) return false;
    for (size_t i = 0; !e->aimed && i < e->count; i++)
        if (!fill(e, plan, e->order[i], err)) return false;
    return e->aimed = true;
}

bool goals_brood(Evolution *e, const Plan *plan, Err *err) {
    if (!plan || !plan->goals.count || e->first) return true;
    assert(e->aimed);
    for (size_t i = 0; i < e->children; i++)
        if (!fill(e, plan, e->order[e->count + i], err)) return false;
    return true;
}

double goals_distance(const double *a, const double *b, size_t width) {
    double sum = 0;
    for (size_t k = 0; k < width; k++) {
        double d = a[k] - b[k];
        sum += isnan(d) ? 0 : d * d;
    }
    return sqrt(sum);
}

/* ---- ranks --------------------------------------------------------------- */

/* The living are ranked as they are; where they compete with children for
 * places, copies of a point would crowd out all others. */
bool goals_rank(const Evolution *e, size_t n, Pareto *p, Err *err) {
    size_t width = e->goal_width;
    double *points = mem_new(n * width, sizeof *points, err);
    if (!points || !pareto_init(p, n, width, err)) {
        mem_free(points);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        memcpy(points + i * width, e->goals + (size_t)e->order[i] * width,
               width * sizeof *points);
    p->points = points;
    p->once = n > e->count;
    pareto_sort(p);
    mem_free(points);
    p->points = NULL;
    return true;
}

bool goals_costs(const Evolution *e, double *costs, Err *err) {
    Pareto p;
    if (!goals_rank(e, e->count, &p, err)) return false;
    double cost = 0;
    for (size_t i = 0; i < e->count; i++) {
        uint32_t a = p.order[i], b = p.order[i ? i - 1 : 0];
        if (p.front[a] != p.front[b] || p.apart[a] < p.apart[b])
            cost = (double)i;
        costs[a] = cost;
    }
    pareto_free(&p);
    return true;
}

const double *evolve_goals(const Evolution *e, size_t slot) {
    assert(slot < e->count && e->aimed);
    return e->goals + (size_t)e->order[slot] * e->goal_width;
}

bool evolve_fronts(Evolution *e, const Plan *plan, uint32_t *front, Err *err) {
    Pareto p;
    if (!evolve_gather(e, err) ||
        (plan_reads_cases(plan) && !evolve_know_cases(e, err)) ||
        !goals_ask(e, plan, err) || !goals_rank(e, e->count, &p, err))
        return false;
    memcpy(front, p.front, e->count * sizeof *front);
    pareto_free(&p);
    return true;
}
