/* machine_species.c -- machines as a species, one row per operator.
 *
 * Operators that cannot apply, such as deleting the only state, give a copy and
 * say so by returning false.
 */
#include "machine_species.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"

static int any(Rng *rng, int n) { return (int)rng_below(rng, (uint32_t)n); }

/* ---- edits --------------------------------------------------------------- */

int machine_restart(Machine *m, Rng *rng) {
    return m->start = (uint8_t)any(rng, m->states);
}

bool machine_grow(Machine *m, Rng *rng, int limit) {
    assert(limit <= MACHINE_STATES_MAX);
    if (m->states >= limit) return false;
    int old = m->states++;
    m->at[old].out = (uint8_t)any(rng, 2);
    m->at[old].next[0] = (uint8_t)any(rng, old + 1);
    m->at[old].next[1] = (uint8_t)any(rng, old + 1);
    int from = any(rng, old);
    m->at[from].next[any(rng, 2)] = (uint8_t)old;
    return true;
}

static int heir_of(const Machine *m, Rng *rng, int state, Move via) {
    int heir = m->at[state].next[via];
    if (heir == state) heir = m->at[state].next[!via];
    if (heir != state) return heir;
    heir = any(rng, m->states - 1);
    assert(heir < m->states - 1);
    return heir + (heir >= state);
}

static void rename_state(Machine *m, int from, int to) {
    for (int i = 0; i < m->states; i++)
        for (int k = 0; k < 2; k++)
            if (m->at[i].next[k] == from) m->at[i].next[k] = (uint8_t)to;
    if (m->start == from) m->start = (uint8_t)to;
}

void machine_remove(Machine *m, Rng *rng, int state, Move via) {
    assert(m->states > 1 && state < m->states);
    int last = m->states - 1;
    rename_state(m, state, heir_of(m, rng, state, via));
    m->at[state] = m->at[last];
    rename_state(m, last, state);
    m->at[last] = (MachineState){ 0 };
    m->states = (uint8_t)last;
    hot_assert(machine_check(m, sizeof *m, NULL));
}

void machine_redirect(Machine *m, Rng *rng) {
    int from = any(rng, m->states), move = any(rng, 2);
    m->at[from].next[move] = (uint8_t)any(rng, m->states);
}

/* ---- operators ----------------------------------------------------------- */

static int limit_of(const Species *s) {
    return ((const MachineSpecies *)s)->states;
}

static Machine *begin(const Species *s, const void *const parents[],
                      void *child) {
    species_copy(s, child, parents[0]);
    return child;
}

static bool apply_start(const Species *s, const double *param, Rng *rng,
                        const void *const parents[], void *child,
                        Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    origin->part = (uint32_t)machine_restart(m, rng);
    return true;
}

static bool apply_add(const Species *s, const double *param, Rng *rng,
                      const void *const parents[], void *child,
                      Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    origin->part = m->states;
    return machine_grow(m, rng, limit_of(s));
}

static bool apply_delete(const Species *s, const double *param, Rng *rng,
                         const void *const parents[], void *child,
                         Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    if (m->states < 2) return false;
    int state = any(rng, m->states);
    origin->part = (uint32_t)state;
    machine_remove(m, rng, state, (Move)any(rng, 2));
    return true;
}

static bool apply_redirect(const Species *s, const double *param, Rng *rng,
                           const void *const parents[], void *child,
                           Origin *origin) {
    (void)param;
    (void)origin;
    machine_redirect(begin(s, parents, child), rng);
    return true;
}

static bool apply_flip(const Species *s, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    int state = any(rng, m->states);
    origin->part = (uint32_t)state;
    m->at[state].out ^= 1;
    return true;
}

/* States a..b-1 of the mother are replaced by those of the father; transitions
 * to states the child lacks are wrapped around. */
static bool apply_crossover(const Species *s, const double *param, Rng *rng,
                            const void *const parents[], void *child,
                            Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    const Machine *father = parents[1];
    int shared = m->states < father->states ? m->states : father->states;
    int from = any(rng, shared), len = 1 + any(rng, shared - from);
    memcpy(&m->at[from], &father->at[from], (size_t)len * sizeof m->at[0]);
    for (int i = from; i < from + len; i++)
        for (int k = 0; k < 2; k++) m->at[i].next[k] %= m->states;
    hot_assert(machine_check(m, sizeof *m, NULL));
    *origin = (Origin){ .at = { (uint32_t)from, (uint32_t)from },
                        .len = { (uint32_t)len, (uint32_t)len } };
    return true;
}

const Operator machine_operators[] = {
    { "start", 1, "another state, drawn from all, becomes the start", { { 0 } },
      apply_start },
    { "add", 1, "a new state, random but for one transition that leads to it",
      { { 0 } }, apply_add },
    { "delete", 1, "a state goes; what led to it leads to its c or d successor",
      { { 0 } }, apply_delete },
    { "redirect", 1, "one transition leads to a random state", { { 0 } },
      apply_redirect },
    { "flip", 1, "the output of one state is reversed", { { 0 } }, apply_flip },
    { "crossover", 2, "a run of states is taken from the father", { { 0 } },
      apply_crossover },
    { 0 },
};

/* ---- the species --------------------------------------------------------- */

static void species_random(const Species *s, Rng *rng, size_t index,
                           size_t count, void *genome) {
    (void)index;
    (void)count;
    const MachineSpecies *self = (const MachineSpecies *)s;
    int span = self->first[1] - self->first[0] + 1;
    Machine m;
    machine_random(&m, rng, self->first[0] + any(rng, span));
    species_copy(s, genome, &m);
}

static size_t species_size(const Species *s, const void *genome) {
    (void)s;
    return ((const Machine *)genome)->states;
}

static size_t species_bytes(const Species *s, const void *genome) {
    (void)s;
    return machine_bytes(genome);
}

static bool species_print(const Species *s, const void *genome, Buf *out,
                          Err *err) {
    (void)s;
    machine_print(genome, out);
    return buf_ok(out, err);
}

static bool within(const Species *s, const Machine *m, Err *err) {
    return m->states <= limit_of(s) ||
           err_set(err, "%d states, more than the %d of this species",
                   m->states, limit_of(s));
}

static bool species_parse(const Species *s, const Source *text, void *genome,
                          Err *err) {
    Machine m;
    if (!machine_parse(&m, text, err) || !within(s, &m, err)) return false;
    species_copy(s, genome, &m);
    return true;
}

static bool species_check(const Species *s, const void *genome, size_t bytes,
                          Err *err) {
    return machine_check(genome, bytes, err) && within(s, genome, err);
}

static const SpeciesClass machine_class = {
    .name = "machine",
    .operators = machine_operators,
    .random = species_random,
    .size = species_size,
    .bytes = species_bytes,
    .print = species_print,
    .parse = species_parse,
    .check = species_check,
};

bool machine_species_init(MachineSpecies *species, int states, int least,
                          int most, Err *err) {
    if (states < 1 || states > MACHINE_STATES_MAX)
        return err_set(err, "states must be 1 to %d, got %d",
                       MACHINE_STATES_MAX, states);
    if (least < 1 || least > most || most > states)
        return err_set(err, "first states must be 1 to %d, got %d to %d",
                       states, least, most);
    *species = (MachineSpecies){ { &machine_class, sizeof(Machine), NULL },
                                 states,
                                 { least, most } };
    return true;
}
