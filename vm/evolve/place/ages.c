/* ages.c -- layers of age in a living population: see layers.h.
 *
 * By slot `since` has the generation in which the first of a program's
 * ancestors was drawn. Layers are islands; what is said of members below is
 * said of those of the layer that is seen, as in isles.c.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "evolve/evolve_inner.h"

static bool are(const Plan *plan) {
    return islands_are(&plan->islands) && plan->islands.layers.gap;
}

void ages_prepare(Evolution *e, const Plan *plan) {
    if (!are(plan)) e->aged = false;
    if (!are(plan) || e->aged) return;
    memset(e->slots.since, 0, e->slots.count * sizeof *e->slots.since);
    e->aged = true;
}

/* ---- parents ------------------------------------------------------------- */

/* Is a program of the slot too old for a layer of that limit when the next
 * generation is there? */
static bool is_old(const Evolution *e, uint32_t slot, uint64_t limit) {
    assert(e->slots.since[slot] <= e->generation);
    return e->generation + 1 - e->slots.since[slot] >= limit;
}

size_t ages_ready(Evolution *e, const Plan *plan, size_t layer) {
    const Islands *x = &plan->islands;
    if (!are(plan)) return e->count;
    uint64_t limit = layers_limit(&x->layers, layer, x->count);
    size_t young = 0, old = 0;
    for (size_t i = 0; i < e->count; i++) {
        uint32_t slot = e->order[i];
        if (is_old(e, slot, limit)) e->next[old++] = slot;
        else e->order[young++] = slot;
    }
    memcpy(e->order + young, e->next, old * sizeof *e->next);
    return young ? young : e->count;
}

const Isle *ages_below(const Evolution *e, const Plan *plan, size_t layer) {
    if (!are(plan) || layer == 0) return NULL;
    const Isle *below = &e->isles.list[layer - 1];
    return below->places ? below : NULL;
}

void ages_inherit(Evolution *e, const Plan *plan) {
    uint32_t *since = e->slots.since;
    for (size_t i = 0; i < e->children; i++) {
        uint32_t child = e->order[e->count + i];
        const Birth *b = &e->slots.births[child];
        since[child] = (uint32_t)(e->generation + 1);
        if (plan->restart) continue;
        int parents = plan->parts ? OPERATOR_PARENTS
                                  : plan->vary[b->vary].op->parents;
        for (int k = 0; k < parents; k++) {
            uint32_t first = since[e->order[b->parent[k]]];
            if (first < since[child]) since[child] = first;
        }
    }
}

/* ---- moving up ----------------------------------------------------------- */

static int by_cost(const void *a, const void *b) {
    const Climber *x = a, *y = b;
    if (x->old != y->old) return x->old ? -1 : 1;
    if (x->cost < y->cost) return -1;
    if (x->cost > y->cost) return 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* All members of a layer, the old ones first, the best of them first; returns
 * how many are old. */
static size_t list_layer(const Evolution *e, const Islands *x, size_t layer,
                         Climber *list) {
    const Isle *isle = &e->isles.list[layer];
    uint64_t limit = layers_limit(&x->layers, layer, x->count);
    size_t old = 0;
    for (size_t i = 0; i < isle->count; i++) {
        uint32_t place = (uint32_t)(isle->first + i), slot = e->order[place];
        list[i] = (Climber){ evolve_cost(e, slot), place,
                             is_old(e, slot, limit) };
        old += list[i].old;
    }
    qsort(list, isle->count, sizeof *list, by_cost);
    return old;
}

/* A copy takes the other's place. */
static void climb(Evolution *e, uint32_t from, uint32_t to) {
    uint32_t a = e->order[from], b = e->order[to];
    Birth birth = e->slots.births[a];
    evolve_copy_slot(e, a, b);
    e->slots.births[b] = birth;
}

/* Those too old for a layer, the best first, take the places of members of the
 * next: first of those too old for that, the worst first, then of any that are
 * worse than they. */
static void climb_from(Evolution *e, const Islands *x, size_t layer) {
    Climber *here = e->isles.climbers, *above = here + e->count;
    size_t n = e->isles.list[layer + 1].count;
    size_t movers = list_layer(e, x, layer, here);
    size_t old = list_layer(e, x, layer + 1, above);
    for (size_t i = 0; i < movers && i < n; i++) {
        const Climber *victim = i < old ? &above[old - 1 - i]
                                        : &above[n - 1 - (i - old)];
        if (!victim->old && !(here[i].cost < victim->cost)) return;
        climb(e, here[i].place, victim->place);
    }
}

void ages_climb(Evolution *e, const Plan *plan) {
    if (!are(plan)) return;
    for (size_t i = e->isles.count - 1; i-- > 0;)
        climb_from(e, &plan->islands, i);
}

/* ---- saving -------------------------------------------------------------- */

void ages_save(const Evolution *e, Buf *out) {
    for (size_t i = 0; i < e->count; i++)
        buf_bytes(out, &e->slots.since[e->order[i]], sizeof(uint32_t));
}

bool ages_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    const char *from = bytes;
    if (n != e->count * sizeof(uint32_t))
        return err_set(err, "the checkpoint's ages are those of %zu programs",
                       n / sizeof(uint32_t));
    for (size_t i = 0; i < e->count; i++) {
        uint32_t since;
        memcpy(&since, from + i * sizeof since, sizeof since);
        if (since > e->generation)
            return err_set(err,
                           "the checkpoint's program %zu is younger than "
                           "it can be",
                           i + 1);
        e->slots.since[e->order[i]] = since;
    }
    e->aged = true;
    return true;
}
