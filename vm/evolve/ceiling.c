/* ceiling.c -- a limit of size that grows with what is gained. */
#include "ceiling.h"

#include "evolve_inner.h"

uint32_t ceiling_measure(const Ceiling *limit, const Species *species,
                         const void *genome) {
    const SpeciesClass *class = species->class;
    return (uint32_t)(limit->depth ? class->depth(species, genome)
                                   : class->size(species, genome));
}

bool ceiling_check(const Ceiling *limit, const Species *species, Err *err) {
    if (!limit->start || !limit->depth || species->class->depth) return true;
    return err_set(err, "%s programs have no depth to limit",
                   species->class->name);
}

/* The child becomes a copy of its mother, known by her number until births are
 * noted. */
static void refuse(Evolution *e, uint32_t slot) {
    uint32_t mother = e->slots.births[slot].parent[0];
    evolve_copy_slot(e, e->order[mother], slot);
    e->slots.births[slot] = (Birth){ { mother, 0 }, 0, 0, BIRTH_KEPT, 0 };
}

void ceiling_children(Evolution *e, const Plan *plan) {
    const Ceiling *limit = &plan->ceiling;
    if (!limit->start || plan->restart) return;
    if (e->ceiling < limit->start) e->ceiling = limit->start;
    for (size_t i = 0; i < e->children; i++) {
        uint32_t slot = e->order[e->count + i];
        uint32_t found = ceiling_measure(limit, e->species,
                                         evolve_slot(e, slot));
        bool best = evolve_cost(e, slot) < e->record;
        if (found > e->ceiling && !best) {
            refuse(e, slot);
            continue;
        }
        if (found > e->ceiling) e->ceiling = found;
        if (best) e->record = evolve_cost(e, slot);
    }
}

uint32_t evolve_ceiling(const Evolution *e) { return e->ceiling; }

void ceiling_save(const Evolution *e, Buf *out) {
    buf_bytes(out, &e->ceiling, sizeof e->ceiling);
}

bool ceiling_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    if (n != sizeof e->ceiling)
        return err_set(err, "the checkpoint's limit has %zu bytes", n);
    memcpy(&e->ceiling, bytes, n);
    return true;
}
