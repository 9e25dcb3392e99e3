/* plan.c -- plans: their words, their sizes, and whether they make sense. */
#include "plan.h"

#include <assert.h>
#include <string.h>

const PlanRow plan_schemes[SCHEMES] = {
    [SCHEME_GENERATIONAL] = { "generational",
                              "children replace all but the elite" },
    [SCHEME_PLUS]         = { "plus", "the best of parents and children stay" },
    [SCHEME_COMMA]        = { "comma", "the best of the children stay" },
    [SCHEME_STEADY]       = { "steady", "a child as good replaces the worst" },
    [SCHEME_CROWDING]     = { "crowding", "a child replaces the most similar "
                                          "of a few members (De Jong)" },
    [SCHEME_CMA]          = { "cma", "vectors of reals are drawn from a normal "
                                     "distribution that learns from each "
                                     "brood (CMA-ES)" },
    [SCHEME_DIFFERENTIAL] = { "differential", "a vector of reals moved by a "
                                              "difference of two others takes "
                                              "its place if it is as good" },
    [SCHEME_PARETO]       = { "pareto", "of parents and children those whom "
                                        "none or few beat in all objectives "
                                        "stay (NSGA-II)" },
    [SCHEME_MAP]          = { "map", "the best of each cell of a map over "
                                     "measures of behaviour stays and has "
                                     "children (MAP-Elites)" },
};

int plan_find_scheme(const char *name) {
    for (int i = 0; i < SCHEMES; i++)
        if (strcmp(plan_schemes[i].name, name) == 0) return i;
    return -1;
}

/* ---- sizes --------------------------------------------------------------- */

size_t plan_brood(const Plan *plan, size_t count) {
    size_t sum = 0;
    for (size_t p = 0; p < plan->parts; p++) sum += plan->part[p].count;
    if (plan->restart) return count;
    if (plan->parts) return sum;
    if (plan->children) return plan->children;
    return plan->scheme == SCHEME_GENERATIONAL ? count - plan->elite : count;
}

const Plan *plan_island(const Plan *plan, size_t island) {
    assert(island < plan->islands.count || !islands_are(&plan->islands));
    return plan->islands.plans ? plan->islands.plans[island] : plan;
}

/* Programs of an island. */
static size_t island_count(const Plan *plan, size_t count, size_t island) {
    size_t n = plan->islands.count;
    return islands_first(count, n, island + 1) -
           islands_first(count, n, island);
}

size_t plan_children(const Plan *plan, size_t count) {
    if (!islands_are(&plan->islands)) return plan_brood(plan, count);
    size_t sum = 0;
    for (size_t i = 0; i < plan->islands.count; i++)
        sum += plan_brood(plan_island(plan, i), island_count(plan, count, i));
    return sum;
}

size_t plan_places(const Plan *plan, size_t count) {
    size_t brood = plan_brood(plan, count);
    if (!plan->parts) return OPERATOR_PARENTS * (plan->elite + brood);
    size_t odd = plan->part[plan->parts - 1].count % 2;
    return (brood + odd + 1) / 2 * 2;
}

uint64_t plan_mark(const Plan *plan, size_t count) {
    uint64_t parts[] = { plan->scheme,
                         plan->elite,
                         plan->keep_better,
                         plan->unlike,
                         plan->parts,
                         (uint64_t)plan->vary_count,
                         plan_children(plan, count) + plan->restart,
                         plan->goals.count,
                         plan->novelty.near,
                         plan->contest.pairing };
    const Niche *niche = &plan->niche;
    uint64_t limits[] = { niche->near, niche->score, niche->steps,
                          niche->cases };
    uint64_t h = islands_are(&plan->islands) ? plan->islands.count : 1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        h = rng_mix(h + parts[i]);
    for (size_t i = 0; niche->near && i < sizeof limits / sizeof *limits; i++)
        h = rng_mix(h + limits[i]);
    return h | 1;
}

bool plan_makes_reals(const Plan *plan) {
    return plan->scheme == SCHEME_CMA || plan->scheme == SCHEME_DIFFERENTIAL;
}

bool plan_has_fronts(const Plan *plan) {
    return plan->goals.count && !plan->grid.axes && !plan->novelty.near &&
           !plan->sharing.by;
}

bool plan_reads_cases(const Plan *plan) {
    size_t n = plan->islands.plans ? plan->islands.count : 0;
    for (size_t i = 0; i < n; i++)
        if (plan_reads_cases(plan->islands.plans[i])) return true;
    return plan->cases || select_reads_cases(plan->selection.method) ||
           (plan->niche.near && plan->niche.cases) || plan->weights.kind ||
           plan->sharing.by == SHARING_CASES || goals_read_cases(&plan->goals);
}

bool plan_is_in_place(const Plan *plan) {
    return plan->keep_better || plan->niche.near;
}

bool plan_is_custom(const Plan *plan) {
    for (int i = 0; i < plan->vary_count; i++)
        if (plan->vary[i].custom) return true;
    for (size_t p = 0; p < plan->parts; p++)
        for (size_t i = 0; i < plan->part[p].steps; i++)
            if (plan->part[p].step[i].custom) return true;
    return false;
}

/* ---- sense --------------------------------------------------------------- */

static bool check_numbers(const Plan *plan, size_t count, Err *err) {
    if (plan->scheme == SCHEME_CROWDING &&
        (plan->crowd < 1 || plan->crowd > PLAN_CROWD_MAX))
        return err_set(err, "crowding compares 1 to %d members, not %zu",
                       PLAN_CROWD_MAX, plan->crowd);
    if (plan->distinct > PLAN_DISTINCT_MAX)
        return err_set(err, "a copy is bred again up to %d times, not %u",
                       PLAN_DISTINCT_MAX, plan->distinct);
    if (plan->evaluations &&
        plan->evaluations / (1 + (uint64_t)plan->tries) < count)
        return err_set(err,
                       "%llu evaluations are too few to score the first "
                       "population",
                       (unsigned long long)plan->evaluations);
    if (plan->elite > count)
        return err_set(err, "an elite of %zu in a population of %zu",
                       plan->elite, count);
    return true;
}

static bool check_part(const Part *part, size_t number, Err *err) {
    if (part->count < 1 || part->count > PLAN_CHILDREN_MAX)
        return err_set(err, "part %zu of the brood: 1 to %d children, not %zu",
                       number, PLAN_CHILDREN_MAX, part->count);
    if (part->steps > PLAN_STEPS_MAX)
        return err_set(err, "part %zu of the brood: at most %d steps, not %zu",
                       number, PLAN_STEPS_MAX, part->steps);
    return true;
}

/* Schemes that make their children themselves. */
static bool check_reals(const Plan *plan, size_t count, Err *err) {
    const char *name = plan_schemes[plan->scheme].name;
    if (plan->parts || plan->vary_count || plan->children || plan->elite ||
        plan->tries || plan->distinct)
        return err_set(err,
                       "%s: the scheme makes its children itself: it has "
                       "neither operators nor an elite, copies or a search",
                       name);
    if (plan->scheme == SCHEME_DIFFERENTIAL)
        return differential_check(&plan->differential, count, err);
    if (count < CMA_BROOD_LEAST || count > CMA_BROOD_MAX)
        return err_set(err, "cma: a population of %d to %d, not %zu",
                       CMA_BROOD_LEAST, CMA_BROOD_MAX, count);
    return cma_check(&plan->cma, err);
}

static bool check_brood(const Plan *plan, Err *err) {
    if (plan->parts ? plan->parts > PLAN_PARTS_MAX : plan->vary_count < 1)
        return err_set(err, "a brood has 1 to %d parts, not %zu",
                       PLAN_PARTS_MAX, plan->parts);
    if (plan->children > PLAN_CHILDREN_MAX)
        return err_set(err, "a brood has at most %d children, not %zu",
                       PLAN_CHILDREN_MAX, plan->children);
    for (size_t p = 0; p < plan->parts; p++)
        if (!check_part(&plan->part[p], p + 1, err)) return false;
    if (plan->tries > PLAN_TRIES_MAX)
        return err_set(err, "climbing tries up to %d variants, not %u",
                       PLAN_TRIES_MAX, plan->tries);
    const Vary *climb = &plan->climb;
    if (plan->tries && (!climb->op || climb->op->parents != 1 || climb->custom))
        return err_set(err, "climbing needs an operator with one parent");
    return true;
}

/* Do the children fill the population where they must? */
static bool check_fill(const Plan *plan, size_t count, Err *err) {
    size_t brood = plan_brood(plan, count);
    if (plan->scheme == SCHEME_GENERATIONAL && brood + plan->elite < count)
        return err_set(err,
                       "generational: %zu children and an elite of %zu do "
                       "not fill a population of %zu",
                       brood, plan->elite, count);
    if (plan->scheme == SCHEME_COMMA && brood < count)
        return err_set(err,
                       "comma: %zu children do not fill a population of "
                       "%zu",
                       brood, count);
    if (plan->scheme == SCHEME_PARETO && !plan->goals.count)
        return err_set(err, "pareto: there are no objectives");
    return true;
}

static bool check_niche(const Niche *niche, Err *err) {
    if (niche->near && !niche->score && !niche->steps && !niche->cases)
        return err_set(err, "a niche without limits");
    const unsigned limits[] = { niche->score, niche->steps, niche->cases };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i] > PLAN_NICHE_MAX)
            return err_set(err,
                           "a niche has room for up to %d of a kind, not "
                           "%u",
                           PLAN_NICHE_MAX, limits[i]);
    return true;
}

/* Does what goes by places find programs in theirs? */
static bool check_places(const Plan *plan, Err *err) {
    if (plan->scheme == SCHEME_GENERATIONAL) return true;
    if (plan->keep_better)
        return err_set(err, "only under the generational scheme is there a "
                            "place whose better one could be kept");
    if (plan->niche.near)
        return err_set(err, "only under the generational scheme do programs "
                            "have neighbours");
    return true;
}

/* Can a mother stand in for her child? */
static bool check_limit(const Plan *plan, Err *err) {
    if (plan->ceiling.start > CEILING_MAX)
        return err_set(err, "a limit of 1 to %d, not %u", CEILING_MAX,
                       plan->ceiling.start);
    if (!plan->ceiling.start || plan->scheme == SCHEME_GENERATIONAL ||
        plan->scheme == SCHEME_COMMA)
        return true;
    return err_set(err, "a limit needs the scheme generational or comma");
}

/* A map, and novelty, have measures of their own. */
static bool check_behaviour(const Plan *plan, size_t count, Err *err) {
    if ((plan->scheme == SCHEME_MAP) != (plan->grid.axes > 0))
        return err_set(err, plan->grid.axes
                                ? "there is a map, but another scheme"
                                : "the scheme 'map' needs a map");
    if (!plan->grid.axes && !plan->novelty.near) return true;
    if (plan->grid.axes && plan->novelty.near)
        return err_set(err, "either a map or novelty");
    if (plan->grid.axes ? plan->goals.count != plan->grid.axes
                        : !plan->goals.count)
        return err_set(err, "there is no measure of behaviour");
    return plan->grid.axes ? grid_check(&plan->grid, count, err)
                           : novelty_check(&plan->novelty, err);
}

/* What a contest cannot tell, or nobody could compare. */
static bool check_contest(const Plan *plan, Err *err) {
    if (!plan->contest.pairing) return true;
    if (!contest_check(&plan->contest, err)) return false;
    if (plan_reads_cases(plan))
        return err_set(err, "programs that meet each other have no cases");
    if (plan->tries || plan->unlike)
        return err_set(err, "programs that meet each other cannot %s",
                       plan->tries ? "climb" : "be told apart by behaviour");
    return true;
}

/* Whoever stands for the score where parents are chosen is alone. */
static bool check_costs(const Plan *plan, Err *err) {
    bool fronts = plan_has_fronts(plan) || plan->grid.axes;
    int ways = (plan->weights.kind != 0) + (plan->sharing.by != 0) +
               (plan->novelty.near > 0) + fronts;
    if (ways > 1)
        return err_set(err, "parents are chosen in one way: by weights of "
                            "cases, shared fitness, novelty or fronts");
    if ((plan->sharing.by == SHARING_MEASURES) && !plan->goals.count)
        return err_set(err, "there is no measure by which fitness is shared");
    if ((plan->weights.kind || plan->sharing.by) &&
        select_reads_cases(plan->selection.method))
        return err_set(err, "lexicase goes by no score that could be weighted "
                            "or shared");
    return weights_check(&plan->weights, err) &&
           sharing_check(&plan->sharing, err);
}

static bool check_one(const Plan *plan, size_t count, Err *err) {
    return check_numbers(plan, count, err) &&
           (plan_makes_reals(plan) ? check_reals(plan, count, err)
                                   : check_brood(plan, err)) &&
           select_check(&plan->selection, err) &&
           check_fill(plan, count, err) && check_niche(&plan->niche, err) &&
           check_places(plan, err) && check_limit(plan, err) &&
           check_behaviour(plan, count, err) && check_costs(plan, err);
}

/* Do the members of a layer of age make room for who comes from below? */
static bool check_layer(const Plan *plan, Err *err) {
    bool fits = plan->scheme == SCHEME_GENERATIONAL ||
                plan->scheme == SCHEME_COMMA;
    if (fits && !plan_is_in_place(plan)) return true;
    return err_set(err, "a layer of age needs the scheme generational, without "
                        "keep_better and niche, or comma");
}

bool plan_check(const Plan *plan, size_t count, Err *err) {
    if (!check_contest(plan, err)) return false;
    if (!islands_are(&plan->islands)) return check_one(plan, count, err);
    if (!islands_check(&plan->islands, count, err)) return false;
    for (size_t i = 0; i < plan->islands.count; i++) {
        Err why;
        if (plan_makes_reals(plan_island(plan, i)) ||
            plan_island(plan, i)->scheme == SCHEME_MAP)
            return err_set(err, "the scheme '%s' has one population",
                           plan_schemes[plan_island(plan, i)->scheme].name);
        if ((plan->islands.layers.gap &&
             !check_layer(plan_island(plan, i), &why)) ||
            !check_one(plan_island(plan, i), island_count(plan, count, i),
                       &why))
            return err_set(err, "island %zu: %s", i + 1, why.text);
    }
    return true;
}
