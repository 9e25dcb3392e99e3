/* vary.c -- making children, for the first time or again.
 *
 * A child bred by its share has two generators: one chooses operator and
 * parents, the other is the operator's own; a replay needs only the second,
 * hence no scores. A pair has one for both. Its births keep where that stood
 * when the parents had been chosen, which a replay looks for from the start.
 *
 * A pair goes through the steps of its part. A step with two parents is applied
 * twice, with the parents exchanged and the same draws, which gives the twins;
 * others are applied to each twin by itself.
 */
#include <assert.h>
#include <string.h>

#include "evolve_inner.h"

enum { DRAWS_MAX = 1 << 22 };        /* to choose the parents of a pair */

/* An operator and what it draws from. */
typedef struct Act {
    const Species *species;
    const Vary    *vary;
    Rng           *rng;
} Act;

static inline bool apply(Act act, const void *const parents[], void *child,
                         Origin *origin, Err *err) {
    const Vary *vary = act.vary;
    if (vary->custom)
        return vary->custom(vary->context, vary->row, act.rng, parents, child,
                            err);
    vary->op->apply(act.species, vary->param, act.rng, parents, child, origin);
    return true;
}

/* ---- one child ----------------------------------------------------------- */

uint64_t vary_base(uint64_t seed, uint64_t generation) {
    return rng_base(seed, generation, RNG_VARY);
}

bool vary_child(const Child *c, uint64_t base, void *genome, Origin *origin,
                Err *err) {
    const Vary *vary = &c->plan->vary[c->birth->vary];
    uint64_t place = KEY_AGAIN * c->birth->again + c->birth->child;
    Rng rng = rng_slot(base, place);
    *origin = (Origin){ 0 };
    return apply((Act){ c->species, vary, &rng }, c->parents, genome, origin,
                 err);
}

/* ---- pairs --------------------------------------------------------------- */

size_t vary_pairs(const Plan *plan) {
    size_t pairs = 0;
    for (size_t p = 0; p < plan->parts; p++)
        pairs += (plan->part[p].count + 1) / 2;
    return pairs;
}

Pair vary_pair_of(const Plan *plan, size_t number) {
    size_t start = 0;
    uint32_t p = 0;
    for (; p + 1 < plan->parts; p++) {
        size_t count = plan->part[p].count;
        if (number < (count + 1) / 2) break;
        number -= (count + 1) / 2;
        start += count;
    }
    size_t end = start + plan->part[p].count, first = start + 2 * number;
    assert(first < end);
    return (Pair){ p, first + 1 < end ? 2 : 1, first, end };
}

static char *elsewhere(const Nest *nest, int k) {
    return nest->now[k] == nest->home[k] ? nest->spare[k] : nest->home[k];
}

static bool cross(Nest *nest, const Vary *step, Rng *rng, Err *err) {
    const void *ab[] = { nest->now[0], nest->now[1] };
    const void *ba[] = { nest->now[1], nest->now[0] };
    char *a = elsewhere(nest, 0), *b = elsewhere(nest, 1);
    hot_assert(a != nest->now[0] && b != nest->now[1] && a != b);
    Rng again = *rng;                /* the same draws for the other twin */
    Act one = { nest->species, step, rng };
    Act other = { nest->species, step, &again };
    if (!apply(one, ab, a, &nest->made[0].origin, err) ||
        !apply(other, ba, b, &nest->made[1].origin, err))
        return false;
    nest->now[0] = a;
    nest->now[1] = b;
    nest->made[0].crossed = nest->made[1].crossed = true;
    return true;
}

static void mutate(Nest *nest, const Vary *step, Rng *rng, int k) {
    char *to = elsewhere(nest, k);
    step->op->apply(nest->species, step->param, rng, &nest->now[k], to,
                    &nest->made[k].origin);
    nest->now[k] = to;
}

static bool happens(const Vary *step, Rng *rng) {
    return step->share >= 1 || rng_real(rng) < step->share;
}

bool vary_pair(Nest *nest, Rng *rng, Err *err) {
    for (size_t i = 0; i < nest->part->steps; i++) {
        const Vary *step = &nest->part->step[i];
        if (step->op->parents == 2) {
            if (happens(step, rng) && !cross(nest, step, rng, err))
                return false;
        } else {
            for (int k = 0; k < 2; k++)
                if (happens(step, rng)) mutate(nest, step, rng, k);
        }
    }
    for (int k = 0; k < 2; k++)
        if (nest->now[k] != nest->home[k])
            evolve_copy(nest->species, nest->home[k], nest->now[k]);
    return true;
}

/* ---- replays ------------------------------------------------------------- */

/* The pair that a child was bred in, by its number, and which twin it is. */
static size_t pair_number(const Plan *plan, size_t child, size_t *twin) {
    size_t number = 0;
    for (size_t p = 0; p < plan->parts; p++) {
        size_t count = plan->part[p].count;
        if (child < count) {
            *twin = child % 2;
            return number + child / 2;
        }
        child -= count;
        number += (count + 1) / 2;
    }
    *twin = 0;
    return number;                   /* no such child: the mark will not fit */
}

/* The generator of a pair, as it was when the parents had been chosen. */
static bool find_mark(const Child *c, size_t place, Rng *rng, Err *err) {
    *rng = rng_key(c->seed, c->generation, place, RNG_BREED);
    for (int i = 0; i < DRAWS_MAX; i++) {
        if (rng->s[0] == c->birth->mark) return true;
        rng_next(rng);
    }
    return err_set(err, "the birth is damaged");
}

static bool replay_pair(const Child *c, void *genome, char *const spare[],
                        Made *made, Err *err) {
    const Birth *b = c->birth;
    size_t twin, number = pair_number(c->plan, b->child, &twin);
    uint64_t place = KEY_PAIR + number;
    if (b->again) {
        twin = 0;
        place = KEY_AGAIN * b->again + b->child;
    }
    Rng rng;
    if (!find_mark(c, place, &rng, err)) return false;
    Made both[2] = { { .crossed = false } };
    Nest nest = { .species = c->species,
                  .made = both,
                  .part = &c->plan->part[b->vary],
                  .now = { c->parents[twin], c->parents[1 - twin] },
                  .spare = { spare[0], spare[1] } };
    nest.home[twin] = genome;
    nest.home[1 - twin] = spare[2];
    bool ok = vary_pair(&nest, &rng, err);
    *made = both[twin];
    return ok;
}

int evolve_parents(const Child *c, size_t count,
                   uint32_t places[EVOLVE_PARENTS]) {
    const Birth *b = c->birth;
    const Plan *plan = c->plan;
    for (int k = 0; k < OPERATOR_PARENTS; k++) places[k] = b->parent[k];
    if (b->vary == BIRTH_KEPT) return 1;
    if (b->vary == BIRTH_FIRST) return 0;
    if (plan_makes_reals(plan)) return reals_parents(c, count, places);
    if (plan->parts) return b->vary < plan->parts ? 2 : 0;
    return b->vary < plan->vary_count ? plan->vary[b->vary].op->parents : 0;
}

bool evolve_replay(const Child *c, void *genome, char *const spare[],
                   Made *made, Err *err) {
    *made = (Made){ 0 };
    if (c->birth->vary == BIRTH_KEPT) {
        evolve_copy(c->species, genome, c->parents[0]);
        return true;
    }
    if (plan_makes_reals(c->plan)) {
        made->crossed = true;
        reals_replay(c, genome);
        return true;
    }
    if (c->plan->parts) return replay_pair(c, genome, spare, made, err);
    made->crossed = c->plan->vary[c->birth->vary].op->parents == 2;
    uint64_t base = vary_base(c->seed, c->generation);
    return vary_child(c, base, genome, &made->origin, err);
}

void evolve_replay_first(const Child *c, size_t count, void *genome) {
    size_t slot = c->birth->child;
    assert(slot < count);
    uint64_t time = KEY_RESTART * c->generation + c->birth->parent[0];
    Rng rng = rng_key(c->seed, time, slot, RNG_INIT);
    c->species->class->random(c->species, &rng, slot, count, genome);
}
