/* reals.c -- broods of real vectors that schemes make by themselves.
 *
 * Under the scheme `cma` children are drawn from a distribution that learns
 * from each brood (cma.h); under `differential` each child is made of four
 * programs (differential.h). Both are keyed by (seed, generation, child), so
 * that any thread may make any child, and what a child was before its gene was
 * brought back into its range is not kept but drawn again.
 *
 * Genes of the distribution are 0 to 1. What lies outside is mirrored at the
 * borders, so the distribution sees a landscape without borders.
 */
#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "evolve/evolve_inner.h"
#include "program/vector/vector_species.h"

struct Reals {
    Cma      *cma;                   /* NULL under `differential` */
    CmaRule   rule;                  /* of the last plan */
    uint32_t  best;                  /* of the living, while a brood is bred */
    uint32_t *rank;                  /* of a brood, */
    double   *cost;                  /* and what it costs */
    size_t    room;                  /* of these two */
};

static const VectorShape *shape_of(const Evolution *e) {
    return vector_reals(e->species);
}

/* ---- genes --------------------------------------------------------------- */

/* Back into 0..1, as by mirrors. */
static double mirror(double u) {
    double t = u - 2 * floor(u / 2);
    t = t > 1 ? 2 - t : t;
    return t >= 0 && t <= 1 ? t : 0.5;           /* not a number */
}

static void to_genome(const VectorShape *s, const double *unit, void *genome) {
    for (size_t i = 0; i < s->length; i++) {
        double span = s->ranges[i].hi - s->ranges[i].lo;
        vector_set(s, genome, i, s->ranges[i].lo + span * mirror(unit[i]));
    }
}

static void to_unit(const VectorShape *s, const void *genome, double *unit) {
    for (size_t i = 0; i < s->length; i++) {
        double span = s->ranges[i].hi - s->ranges[i].lo;
        double x = vector_get(s, genome, i) - s->ranges[i].lo;
        unit[i] = span > 0 ? x / span : 0.5;
    }
}

/* ---- life ---------------------------------------------------------------- */

void reals_free(Evolution *e) {
    Reals *r = e->reals;
    if (!r) return;
    cma_free(r->cma);
    mem_free(r->rank);
    mem_free(r->cost);
    mem_free(r);
    e->reals = NULL;
}

/* The best of the living. */
static uint32_t best_place(const Evolution *e) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < e->count; i++)
        if (evolve_cost(e, e->order[i]) < evolve_cost(e, e->order[best]))
            best = i;
    return best;
}

static bool reserve(Reals *r, size_t brood, Err *err) {
    if (brood <= r->room) return true;
    uint32_t *rank = mem_resize(r->rank, brood, sizeof *rank, err);
    if (!rank) return false;
    r->rank = rank;
    double *cost = mem_resize(r->cost, brood, sizeof *cost, err);
    if (!cost) return false;
    r->cost = cost;
    r->room = brood;
    return true;
}

static bool make(Evolution *e, Err *err) {
    return e->reals || (e->reals = mem_new(1, sizeof *e->reals, err));
}

static bool begin(Evolution *e, const CmaRule *rule, Err *err) {
    if (e->reals->cma) return true;
    double *mean = (double *)(void *)e->workers[0].spare[0];
    to_unit(shape_of(e), evolve_member(e, e->reals->best), mean);
    e->reals->cma = cma_new(shape_of(e)->length, e->count, mean, rule->sigma,
                            err);
    return e->reals->cma;
}

bool reals_learns(const Evolution *e) { return e->reals && e->reals->cma; }

bool reals_spent(const Evolution *e) {
    const Reals *r = e->reals;
    return r && r->cma && cma_restarts(r->cma) >= r->rule.restarts &&
           cma_is_spent(r->cma);
}

bool reals_fit(const Species *species, const Plan *plan, Err *err) {
    if (!plan_makes_reals(plan)) return true;
    const VectorShape *s = vector_reals(species);
    const char *scheme = plan_schemes[plan->scheme].name;
    if (!s)
        return err_set(err, "the scheme '%s' is for vectors of reals", scheme);
    if (plan->scheme == SCHEME_CMA && s->length > CMA_GENES_MAX)
        return err_set(err, "the scheme 'cma' takes up to %d genes, not %zu",
                       CMA_GENES_MAX, s->length);
    return true;
}

bool reals_prepare(Evolution *e, const Plan *plan, Err *err) {
    if (plan->scheme != SCHEME_CMA || plan->restart) reals_free(e);
    if (!plan_makes_reals(plan) || plan->restart) return true;
    if (!reals_fit(e->species, plan, err) || !make(e, err)) return false;
    Reals *r = e->reals;
    r->best = best_place(e);
    if (plan->scheme != SCHEME_CMA) return true;
    if (!begin(e, &plan->cma, err)) return false;
    r->rule = plan->cma;
    if (cma_is_spent(r->cma) && cma_restarts(r->cma) < plan->cma.restarts) {
        Rng rng = rng_key(e->seed, e->generation + 1, KEY_PICKS, RNG_BREED);
        if (!cma_restart(r->cma, &plan->cma, &rng, err)) return false;
    }
    return reserve(r, cma_brood(r->cma), err);
}

size_t reals_brood(const Evolution *e, const Plan *plan) {
    return plan->scheme == SCHEME_CMA && reals_learns(e)
               ? cma_brood(e->reals->cma)
               : plan_brood(plan, e->count);
}

/* ---- by a distribution --------------------------------------------------- */

/* Child i of the generation that is bred, before it is brought home. */
static void draw(const Evolution *e, size_t i, double *unit, double *room) {
    Rng rng = rng_key(e->seed, e->generation + 1, i, RNG_VARY);
    cma_draw(e->reals->cma, &rng, unit, room);
}

static void draw_child(Evolution *e, Worker *w, size_t i, uint32_t slot) {
    double *unit = (double *)(void *)w->spare[0];
    draw(e, i, unit, (double *)(void *)w->spare[1]);
    memset(evolve_slot(e, slot), 0, e->species->slot);
    vector_begin_steps(shape_of(e), evolve_slot(e, slot));
    to_genome(shape_of(e), unit, evolve_slot(e, slot));
    e->slots.births[slot] = (Birth){ .child = (uint32_t)i };
}

static void draw_again(void *context, size_t i, double *unit) {
    Evolution *e = context;
    draw(e, i, unit, (double *)(void *)e->workers[0].spare[1]);
}

/* Learns from the children, who are sorted. */
void reals_learn(Evolution *e) {
    Reals *r = e->reals;
    if (e->children < cma_brood(r->cma)) return;   /* cut short */
    for (size_t k = 0; k < e->children; k++) {
        uint32_t slot = e->order[e->count + k];
        r->rank[k] = e->slots.births[slot].child;
        r->cost[k] = evolve_cost(e, slot);
    }
    CmaBrood brood = { draw_again, e, r->rank, r->cost };
    cma_learn(r->cma, &brood);
}

/* ---- by differences ------------------------------------------------------ */

static void parents_of(const Child *c, size_t count, uint32_t *places) {
    Rng rng = rng_key(c->seed, c->generation, c->birth->child, RNG_BREED);
    differential_parents(&c->plan->differential, &rng, count, c->birth->child,
                         c->birth->parent[1], places);
}

int reals_parents(const Child *c, size_t count,
                  uint32_t places[DIFFERENTIAL_PARENTS]) {
    const Birth *b = c->birth;
    if (b->child >= count || b->parent[1] >= count ||
        c->plan->scheme != SCHEME_DIFFERENTIAL || b->parent[0] != b->child)
        return 0;
    parents_of(c, count, places);
    return DIFFERENTIAL_PARENTS;
}

void reals_replay(const Child *c, void *genome) {
    Rng rng = rng_key(c->seed, c->generation, c->birth->child, RNG_VARY);
    differential_make(&c->plan->differential, vector_reals(c->species), &rng,
                      c->parents, genome);
}

static void make_child(Evolution *e, size_t i, uint32_t slot) {
    Birth birth = { .parent = { (uint32_t)i, e->reals->best },
                    .child = (uint32_t)i };
    uint32_t places[DIFFERENTIAL_PARENTS];
    const void *parents[DIFFERENTIAL_PARENTS];
    Child child = { .species = e->species,
                    .seed = e->seed,
                    .generation = e->generation + 1,
                    .birth = &birth,
                    .plan = e->plan,
                    .parents = parents };
    parents_of(&child, e->count, places);
    birth.parent[1] = places[1];
    for (int k = 0; k < DIFFERENTIAL_PARENTS; k++)
        parents[k] = evolve_member(e, places[k]);
    reals_replay(&child, evolve_slot(e, slot));
    e->slots.births[slot] = birth;
}

/* ---- a brood ------------------------------------------------------------- */

void reals_breed(Evolution *e, Worker *w, size_t first, size_t last) {
    bool drawn = e->plan->scheme == SCHEME_CMA;
    for (size_t i = first; i < last; i++) {
        uint32_t slot = e->order[e->count + i];
        if (drawn) draw_child(e, w, i, slot);
        else make_child(e, i, slot);
    }
    score_measure(e, e->order + e->count + first, last - first);
}

/* ---- saving -------------------------------------------------------------- */

void reals_save(const Evolution *e, Buf *out) {
    buf_bytes(out, &e->reals->rule, sizeof e->reals->rule);
    cma_save(e->reals->cma, out);
}

bool reals_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    const VectorShape *s = shape_of(e);
    if (!s || n < sizeof(CmaRule))
        return err_set(err, "the checkpoint's distribution is damaged");
    if (!make(e, err)) return false;
    Reals *r = e->reals;
    cma_free(r->cma);
    memcpy(&r->rule, bytes, sizeof r->rule);
    r->cma = cma_load((const char *)bytes + sizeof r->rule, n - sizeof r->rule,
                      s->length, err);
    if (r->cma) return true;
    reals_free(e);
    return false;
}
