/* reading.c -- the edits of machines that other readings make. */
#include "reading.h"

#include "program/machine/machine_species.h"

bool reading_check(const Reading *r, int first_states, Err *err) {
    if (r->least_states > first_states || r->least_states < 0)
        return err_set(err, "least_states must be 1 to first_states %d, got %d",
                       first_states, r->least_states);
    if (!(r->weight >= 0))
        return err_set(err, "weight must be at least 0, got %g", r->weight);
    return true;
}

static int any(Rng *rng, int n) { return (int)rng_below(rng, (uint32_t)n); }

/* A new state that leads anywhere, and to which nothing leads yet. */
static MachineState *append(Machine *m, Rng *rng) {
    MachineState *s = &m->at[m->states++];
    s->out = (uint8_t)any(rng, 2);
    for (int k = 0; k < 2; k++) s->next[k] = (uint8_t)any(rng, m->states);
    return s;
}

static void grow_shared(Machine *m, Rng *rng) {
    int old = m->states;
    append(m, rng);
    for (int i = 0; i < 2 * old; i++)
        if (any(rng, old + 1) == 0) m->at[i / 2].next[i % 2] = (uint8_t)old;
}

static void grow_split(Machine *m, Rng *rng) {
    int old = m->states;
    MachineState *s = append(m, rng);
    uint8_t *through = &m->at[any(rng, old)].next[any(rng, 2)];
    s->next[any(rng, 2)] = *through;
    *through = (uint8_t)old;
}

void reading_grow(Grow grow, Machine *m, Rng *rng, int limit) {
    if (m->states >= limit) return;
    switch (grow) {
    case GROW_ONE: machine_grow(&alphabet_dilemma, m, rng, limit); break;
    case GROW_SHARED: grow_shared(m, rng); break;
    case GROW_SPLIT: grow_split(m, rng); break;
    case GROW_COUNT: break;
    }
}

void reading_modify(const Reading *r, Machine *m, Rng *rng, int limit) {
    switch (r->modify) {
    case MODIFY_ONE: machine_redirect(&alphabet_dilemma, m, rng); break;
    case MODIFY_BOTH: {
        MachineState *s = &m->at[any(rng, m->states)];
        for (int k = 0; k < 2; k++) s->next[k] = (uint8_t)any(rng, m->states);
        break;
    }
    case MODIFY_NODE: reading_grow(r->grow, m, rng, limit); break;
    case MODIFY_COUNT: break;
    }
}
