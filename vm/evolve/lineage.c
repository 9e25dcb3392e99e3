/* lineage.c -- the ancestors of a program, made again.
 *
 * First backwards: a bit per slot and generation says whether the program is an
 * ancestor. Then forwards, generation by generation, making only those. Two
 * blocks of slots suffice, as in evolution itself.
 */
#include "lineage.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* ---- packed births ------------------------------------------------------- */

static void put24(unsigned char *to, uint32_t x) {
    assert(x < UINT32_C(1) << 24);
    to[0] = (unsigned char)x;
    to[1] = (unsigned char)(x >> 8);
    to[2] = (unsigned char)(x >> 16);
}

static uint32_t get24(const unsigned char *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16;
}

/* Does the birth follow from its place, parents and row? */
static bool is_plain(const Birth *b, size_t slot) {
    if (b->vary == BIRTH_KEPT) return true;
    return b->child == slot && b->again == 0 && b->mark == 0;
}

static size_t width(const Evolution *e) {
    for (size_t i = 0; i < evolve_count(e); i++)
        if (!is_plain(evolve_birth(e, i), i)) return BIRTH_WIDE;
    return BIRTH_BYTES;
}

void lineage_pack(const Evolution *evolution, Buf *out) {
    size_t each = width(evolution);
    for (size_t i = 0; i < evolve_count(evolution); i++) {
        const Birth *b = evolve_birth(evolution, i);
        unsigned char packed[BIRTH_WIDE];
        put24(packed, b->parent[0]);
        put24(packed + 3, b->parent[1]);
        packed[6] = b->vary;
        put24(packed + 7, b->child);
        packed[10] = (unsigned char)b->again;
        packed[11] = (unsigned char)(b->again >> 8);
        for (int k = 0; k < 8; k++)
            packed[12 + k] = (unsigned char)(b->mark >> 8 * k);
        buf_bytes(out, packed, each);
    }
}

Birth lineage_birth(const Packed *packed, size_t slot) {
    const unsigned char *p = packed->bytes + slot * packed->each;
    Birth b = { .parent = { get24(p), get24(p + 3) },
                .vary = p[6],
                .child = (uint32_t)slot };
    if (packed->each < BIRTH_WIDE) return b;
    b.child = get24(p + 7);
    b.again = (uint16_t)(p[10] | p[11] << 8);
    for (int k = 0; k < 8; k++) b.mark |= (uint64_t)p[12 + k] << 8 * k;
    return b;
}

Home lineage_home(const Plan *plan, size_t count, uint64_t seed,
                  const Birth *birth) {
    size_t islands = plan->islands.count, mother = birth->parent[0];
    if (!islands_are(&plan->islands) || mother >= count)
        return (Home){ plan, seed, 0 };
    size_t i = islands_of(count, islands, mother);
    return (Home){ plan_island(plan, i), islands_seed(seed, i),
                   islands_first(count, islands, i) };
}

/* ---- backwards ----------------------------------------------------------- */

/* Is it one of the lowest layer of age, when that was drawn anew? */
static bool is_layer_drawn(const Pedigree *p, const Plan *plan,
                           size_t generation, const Birth *birth) {
    const Islands *x = &plan->islands;
    return islands_are(x) && layers_renew(&x->layers, generation) &&
           birth->child < islands_first(p->count, x->count, 1);
}

/* Was the program drawn, at first or by a restart? */
static bool is_drawn(const Pedigree *p, size_t generation, const Birth *birth) {
    if (birth->vary != BIRTH_FIRST || birth->child >= p->count) return false;
    if (generation == 0) return true;
    const Plan *plan = p->plans[generation];
    return plan->restart || is_layer_drawn(p, plan, generation, birth);
}

/* The home of a child is its island; parents are told by their places in the
 * whole population. */
static int parents_of(const Pedigree *p, size_t generation, const Birth *birth,
                      uint32_t places[EVOLVE_PARENTS]) {
    Child child = { .species = p->species,
                    .seed = p->seed,
                    .generation = generation,
                    .birth = birth,
                    .plan = p->plans[generation] };
    if (birth->vary != BIRTH_KEPT)
        child.plan = lineage_home(child.plan, p->count, p->seed, birth).plan;
    return evolve_parents(&child, p->count, places);
}

static bool is_marked(const unsigned char *marks, size_t slot) {
    return marks[slot / 8] >> slot % 8 & 1;
}

static void mark(unsigned char *marks, size_t slot) {
    marks[slot / 8] = (unsigned char)(marks[slot / 8] | 1u << slot % 8);
}

/* Marks all parents of the marked programs of a generation. */
static bool mark_parents(const Pedigree *p, size_t generation,
                         const unsigned char *children, unsigned char *parents,
                         Err *err) {
    for (size_t i = 0; i < p->count; i++) {
        if (!is_marked(children, i)) continue;
        Birth b = lineage_birth(&p->births[generation], i);
        if (is_drawn(p, generation, &b)) continue;
        uint32_t places[EVOLVE_PARENTS];
        int n = parents_of(p, generation, &b, places);
        if (n == 0)
            return err_set(err,
                           "generation %zu: the birth of program %zu is "
                           "damaged",
                           generation, i + 1);
        for (int k = 0; k < n; k++) {
            if (places[k] >= p->count)
                return err_set(err,
                               "generation %zu: program %zu has no "
                               "parent %u",
                               generation, i + 1, places[k] + 1);
            mark(parents, places[k]);
        }
    }
    return true;
}

/* ---- forwards ------------------------------------------------------------ */

/* On the line, before it began. */
#define NOBODY UINT32_MAX

typedef struct Replay {
    const Pedigree *p;
    char           *living, *next;   /* count x slot bytes */
    char           *spare;           /* EVOLVE_SPARES slots */
    unsigned char  *marks;           /* (last + 1) x stride */
    size_t          stride;
    size_t          first;           /* generation where the line begins */
    Ancestor       *line;
    const Midwife  *midwife;
} Replay;

static void *slot_of(const Replay *r, char *block, size_t i) {
    return block + i * r->p->species->slot;
}

static void replay_first(const Replay *r, size_t generation, const Birth *b,
                         size_t i) {
    const Pedigree *p = r->p;
    void *genome = slot_of(r, r->next, i);
    Child child = { .species = p->species,
                    .seed = p->seed,
                    .generation = generation,
                    .birth = b };
    if (b->parent[1] && p->planted && p->planted[b->child])
        species_copy(p->species, genome, p->planted[b->child]);
    else evolve_replay_first(&child, p->count, genome);
}

static bool replay_one(const Replay *r, size_t generation, size_t i, Made *made,
                       Err *err) {
    const Pedigree *p = r->p;
    Birth b = lineage_birth(&p->births[generation], i);
    *made = (Made){ 0 };
    if (is_drawn(p, generation, &b)) {
        replay_first(r, generation, &b, i);
        return true;
    }
    if (generation == 0)
        return err_set(err, "generation 0: the birth of program %zu is damaged",
                       i + 1);
    const void *parents[EVOLVE_PARENTS];
    uint32_t places[EVOLVE_PARENTS] = { 0 };
    parents_of(p, generation, &b, places);
    for (int k = 0; k < EVOLVE_PARENTS; k++)
        parents[k] = slot_of(r, r->living, places[k]);
    char *spare[EVOLVE_SPARES];
    for (size_t k = 0; k < EVOLVE_SPARES; k++)
        spare[k] = slot_of(r, r->spare, k);
    Home home = lineage_home(p->plans[generation], p->count, p->seed, &b);
    b.child -= (uint32_t)home.first;
    Child child = { .species = p->species,
                    .seed = home.seed,
                    .generation = generation,
                    .birth = &b,
                    .plan = home.plan,
                    .parents = parents };
    Err why;
    return evolve_replay(&child, slot_of(r, r->next, i), spare, made, &why) ||
           err_set(err, "generation %zu, program %zu: %s", generation, i + 1,
                   why.text);
}

/* Makes the ancestor in slot i of a generation. */
static bool replay_ancestor(const Replay *r, size_t generation, size_t i,
                            Ancestor *a, Err *err) {
    const Species *species = r->p->species;
    *a = (Ancestor){ .slot = (uint32_t)i,
                     .birth = lineage_birth(&r->p->births[generation], i) };
    if (!replay_one(r, generation, i, &a->made, err)) return false;
    const void *genome = slot_of(r, r->next, i);
    a->size = (uint32_t)species->class->size(species, genome);
    return !r->midwife ||
           r->midwife->sees(r->midwife->context, generation, a, genome, err);
}

static bool replay_generation(Replay *r, size_t generation, Err *err) {
    const unsigned char *marks = r->marks + generation * r->stride;
    size_t slot = r->line[generation].slot, count = 0;
    for (size_t i = 0; i < r->p->count; i++) {
        if (!is_marked(marks, i)) continue;
        Ancestor a;
        if (!replay_ancestor(r, generation, i, &a, err)) return false;
        count++;
        if (i == slot) r->line[generation] = a;
    }
    if (slot != NOBODY) r->line[generation].ancestors = count;
    char *spare = r->living;
    r->living = r->next;
    r->next = spare;
    return true;
}

static bool mark_all(Replay *r, size_t slot, Err *err) {
    const Pedigree *p = r->p;
    mark(r->marks + p->last * r->stride, slot);
    r->line[p->last].slot = (uint32_t)slot;
    for (size_t g = p->last; g > 0; g--) {
        if (r->line[g].slot == NOBODY) r->line[g - 1].slot = NOBODY;
        if (!mark_parents(p, g, r->marks + g * r->stride,
                          r->marks + (g - 1) * r->stride, err))
            return false;
        if (r->line[g].slot == NOBODY) continue;
        Birth b = lineage_birth(&p->births[g], r->line[g].slot);
        bool drawn = is_drawn(p, g, &b);
        if (drawn && p->plans[g]->restart) {
            r->first = g;            /* so was everyone of it */
            break;
        }
        r->line[g - 1].slot = drawn ? NOBODY : b.parent[0];
    }
    return true;
}

bool lineage_replay(const Pedigree *p, size_t slot, Ancestor *line,
                    void *genome, const Midwife *midwife, Err *err) {
    assert(slot < p->count);
    Replay r = {
        .p = p, .stride = (p->count + 7) / 8, .line = line, .midwife = midwife
    };
    r.living = mem_new_aligned(p->count, p->species->slot, err);
    r.next = mem_new_aligned(p->count, p->species->slot, err);
    r.spare = mem_new_aligned(EVOLVE_SPARES, p->species->slot, err);
    r.marks = mem_new(p->last + 1, r.stride, err);
    bool ok = r.living && r.next && r.spare && r.marks &&
              mark_all(&r, slot, err);
    for (size_t g = r.first; ok && g <= p->last; g++)
        ok = replay_generation(&r, g, err);
    if (ok) species_copy(p->species, genome, slot_of(&r, r.living, slot));
    mem_free(r.marks);
    mem_free(r.spare);
    mem_free(r.next);
    mem_free(r.living);
    return ok;
}
