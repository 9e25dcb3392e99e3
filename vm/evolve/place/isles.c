/* isles.c -- islands of a living population, and journeys between them.
 *
 * What breeds and survives works on the population it sees. To enter an island
 * makes it see that island alone: `order` is then a copy of the island's part,
 *
 *     order    a0 a1 a2 | b0 b1 b2 | A A A | B B B | . . . .
 *     in b     b0 b1 b2 | B B B | . . .
 *
 * and leaving writes it back, so that nothing else has to know of islands.
 * Slots are only ever exchanged, which keeps every slot in `order` once.
 */
#include "evolve/evolve_inner.h"

#include <assert.h>

#include "base/mem.h"

/* ---- room ---------------------------------------------------------------- */

void isles_free(Isles *x) {
    for (size_t i = 0; x->list && i < x->count; i++)
        select_free(&x->list[i].selector);
    mem_free(x->list);
    mem_free(x->order);
    mem_free(x->next);
    mem_free(x->edges);
    mem_free(x->moves);
    mem_free(x->climbers);
    *x = (Isles){ 0 };
}

static bool make_list(Evolution *e, size_t count, Err *err) {
    Isles *x = &e->isles;
    isles_free(x);
    if (!(x->list = mem_new(count, sizeof *x->list, err))) return false;
    x->count = count;
    for (size_t i = 0; i < count; i++) {
        Isle *isle = &x->list[i];
        isle->first = islands_first(e->count, count, i);
        isle->count = islands_first(e->count, count, i + 1) - isle->first;
        if (!select_init(&isle->selector, isle->count, err)) return false;
    }
    return true;
}

static bool make_edges(Isles *x, const Islands *islands, Err *err) {
    mem_free(x->edges);
    mem_free(x->moves);
    x->edge_count = islands_edges(islands, NULL);
    x->edges = mem_new(x->edge_count + 1, sizeof *x->edges, err);
    x->moves = mem_new(x->edge_count * islands->migrants + 1, sizeof *x->moves,
                       err);
    if (x->edges) islands_edges(islands, x->edges);
    return x->edges && x->moves;
}

size_t isles_spare(const Plan *plan) {
    const Islands *x = &plan->islands;
    size_t n = x->every ? islands_edges(x, NULL) * x->migrants : 0, most = 0;
    for (size_t i = 0; i < x->count; i++) {
        const Plan *own = plan_island(plan, i);
        size_t elite = plan_is_in_place(own) ? own->elite : 0;
        if (elite > most) most = elite;
    }
    if (n < most) n = most;
    return n + (x->layers.gap ? plan_island(plan, 0)->elite : 0);
}

/* Those of the lowest layer that are drawn anew are as many as live there. */
const Plan *isles_plan(const Evolution *e, const Plan *plan, size_t i,
                       Plan *fresh) {
    const Plan *own = plan_island(plan, i);
    const Islands *x = &plan->islands;
    if (i > 0 || !islands_are(x) ||
        !layers_renew(&x->layers, e->generation + 1))
        return own;
    *fresh = *own;
    fresh->restart = true;
    fresh->unique = false;
    return fresh;
}

static bool make_climbers(Isles *x, size_t count, Err *err) {
    if (!x->climbers)
        x->climbers = mem_new(2 * count, sizeof *x->climbers, err);
    return x->climbers;
}

/* After room was made for all slots. */
bool isles_prepare(Evolution *e, const Plan *plan, Err *err) {
    Isles *x = &e->isles;
    size_t room = e->slots.count;
    if (x->count != plan->islands.count &&
        !make_list(e, plan->islands.count, err)) {
        isles_free(x);
        return false;
    }
    if (x->room < room) {
        mem_free(x->order);
        mem_free(x->next);
        x->order = mem_new(room, sizeof *x->order, err);
        x->next = mem_new(room, sizeof *x->next, err);
        x->room = x->order && x->next ? room : 0;
        if (!x->room) return false;
    }
    for (size_t i = 0; i < x->count; i++)
        x->list[i].brood = x->list[i].children = 0;
    return make_edges(x, &plan->islands, err) &&
           (!plan->islands.layers.gap || make_climbers(x, e->count, err));
}

/* ---- entering and leaving ------------------------------------------------ */

/* Slots that an island sees behind its children. */
static size_t spare_of(const Isle *isle, const Plan *plan) {
    size_t n = plan_brood(plan, isle->count) - isle->children;
    return n + (plan_is_in_place(plan) ? plan->elite : 0);
}

/* The same piece of the population's order and of the island's. */
typedef struct Piece {
    size_t whole, own, n;
} Piece;

enum { PIECES = 3 };                 /* that are written back */

static void pieces_of(const Isle *isle, const Outside *out, size_t spare,
                      Piece piece[PIECES]) {
    size_t n = isle->count, m = isle->children;
    piece[0] = (Piece){ isle->first, 0, n };
    piece[1] = (Piece){ out->count + isle->brood, n, m };
    piece[2] = (Piece){ out->count + out->children, n + m, spare };
}

/* Behind all that a layer of age can change stand the members of the one below,
 * who may be fathers there. */
static void see_below(Evolution *e, size_t i, size_t room) {
    if (!e->aged || i == 0) return;
    const Isle *below = &e->isles.list[i - 1];
    assert(room + below->count <= e->isles.room);
    memcpy(e->isles.order + room, e->order + below->first,
           below->count * sizeof *e->order);
}

size_t isles_place(const Evolution *e, const Plan *plan, size_t i,
                   size_t parent) {
    const Isle *isle = &e->isles.list[i];
    size_t room = isle->count + isle->children + spare_of(isle, plan);
    if (parent < room) return isle->first + parent;
    return e->isles.list[i - 1].first + parent - room;
}

void isles_enter(Evolution *e, size_t i, const Plan *plan, Outside *out) {
    Isle *isle = &e->isles.list[i];
    *out = (Outside){ .order = e->order,
                      .next = e->next,
                      .count = e->count,
                      .children = e->children,
                      .places = e->places,
                      .room = e->room,
                      .first = e->origin,
                      .seed = e->seed,
                      .spare = spare_of(isle, plan),
                      .selector = e->selector };
    Piece piece[PIECES];
    pieces_of(isle, out, out->spare, piece);
    assert(piece[2].whole + out->spare <= e->slots.count);
    for (int k = 0; k < PIECES; k++)
        memcpy(e->isles.order + piece[k].own, e->order + piece[k].whole,
               piece[k].n * sizeof *e->order);
    size_t room = isle->count + isle->children + out->spare;
    see_below(e, i, room);
    e->order = e->isles.order;
    e->next = e->isles.next;
    e->count = isle->count;
    e->children = isle->children;
    e->room = room;
    e->origin = isle->first;
    e->seed = islands_seed(out->seed, i);
    e->isles.whole = out->count;
    e->isles.seed = out->seed;
    e->selector = isle->selector;
}

void isles_leave(Evolution *e, size_t i, const Outside *out) {
    Isle *isle = &e->isles.list[i];
    Piece piece[PIECES];
    pieces_of(isle, out, out->spare, piece);
    for (int k = 0; k < PIECES; k++)
        memcpy(out->order + piece[k].whole, e->order + piece[k].own,
               piece[k].n * sizeof *e->order);
    e->isles.order = e->order;
    e->isles.next = e->next;
    isle->selector = e->selector;
    e->order = out->order;
    e->next = out->next;
    e->count = out->count;
    e->children = out->children;
    e->places = out->places;
    e->room = out->room;
    e->origin = out->first;
    e->seed = out->seed;
    e->isles.whole = 0;
    e->selector = out->selector;
}

/* ---- journeys ------------------------------------------------------------ */

/* Brings `n` members of an island, all different, to the front of a list of its
 * places; those of equal score in their order. */
static void choose(const Evolution *e, const Isle *isle, Whom whom, size_t n,
                   Rng *rng) {
    uint32_t *list = e->isles.order;
    for (size_t i = 0; i < isle->count; i++)
        list[i] = (uint32_t)(isle->first + i);
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        if (whom == WHOM_RANDOM)
            at += rng_below(rng, (uint32_t)(isle->count - i));
        for (size_t k = i + 1; whom != WHOM_RANDOM && k < isle->count; k++) {
            double a = evolve_cost(e, e->order[list[k]]);
            double b = evolve_cost(e, e->order[list[at]]);
            bool before = whom == WHOM_BEST ? a < b : a > b;
            if (before || (!(a < b) && !(a > b) && list[k] < list[at])) at = k;
        }
        uint32_t place = list[i];
        list[i] = list[at];
        list[at] = place;
    }
}

/* Copies those who leave into slots that nobody uses. */
static void depart(Evolution *e, const Islands *islands) {
    size_t moved = 0;
    for (size_t k = 0; k < e->isles.edge_count; k++) {
        uint32_t from = e->isles.edges[k].from;
        Rng rng = rng_key(islands_seed(e->seed, from), e->generation,
                          KEY_LEAVE + k, RNG_BREED);
        choose(e, &e->isles.list[from], islands->leave, islands->migrants,
               &rng);
        for (size_t i = 0; i < islands->migrants; i++, moved++) {
            uint32_t to = e->order[e->count + moved];
            uint32_t slot = e->order[e->isles.order[i]];
            evolve_copy_slot(e, slot, to);
            e->slots.births[to] = e->slots.births[slot];
        }
    }
}

/* Puts the copies in the place of members. */
static void arrive(Evolution *e, const Islands *islands, size_t island) {
    size_t n = 0;
    for (size_t k = 0; k < e->isles.edge_count; k++) {
        if (e->isles.edges[k].to != island) continue;
        for (size_t i = 0; i < islands->migrants; i++)
            e->isles.moves[n++] = (uint32_t)(k * islands->migrants + i);
    }
    Rng rng = rng_key(islands_seed(e->seed, island), e->generation, KEY_ARRIVE,
                      RNG_BREED);
    choose(e, &e->isles.list[island], islands->make_room, n, &rng);
    for (size_t i = 0; i < n; i++) {
        uint32_t *a = &e->order[e->isles.order[i]];
        uint32_t *b = &e->order[e->count + e->isles.moves[i]];
        uint32_t slot = *a;
        *a = *b;
        *b = slot;
    }
}

void isles_travel(Evolution *e, const Plan *plan) {
    const Islands *islands = &plan->islands;
    if (!islands->every || e->generation % islands->every) return;
    depart(e, islands);
    for (size_t i = 0; i < e->isles.count; i++) arrive(e, islands, i);
}
