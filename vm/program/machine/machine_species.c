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

bool machine_grow(const Alphabet *a, Machine *m, Rng *rng, int limit) {
    assert(limit <= MACHINE_STATES_MAX);
    if (m->states >= limit) return false;
    int old = m->states++;
    uint8_t *row = machine_row(a, m, old);
    row[0] = (uint8_t)any(rng, a->moves.count);
    for (int k = 1; k <= a->sees.count; k++)
        row[k] = (uint8_t)any(rng, old + 1);
    int from = any(rng, old);
    machine_row(a, m, from)[1 + any(rng, a->sees.count)] = (uint8_t)old;
    return true;
}

static int heir_of(const Alphabet *a, const Machine *m, Rng *rng, int state,
                   int via) {
    const uint8_t *next = machine_at(a, m, state) + 1;
    for (int k = 0; k < a->sees.count; k++) {
        int heir = next[(via + k) % a->sees.count];
        if (heir != state) return heir;
    }
    int heir = any(rng, m->states - 1);
    assert(heir < m->states - 1);
    return heir + (heir >= state);
}

static void rename_state(const Alphabet *a, Machine *m, int from, int to) {
    for (int i = 0; i < m->states; i++) {
        uint8_t *row = machine_row(a, m, i);
        for (int k = 1; k <= a->sees.count; k++)
            if (row[k] == from) row[k] = (uint8_t)to;
    }
    if (m->start == from) m->start = (uint8_t)to;
}

void machine_remove(const Alphabet *a, Machine *m, Rng *rng, int state,
                    int via) {
    assert(m->states > 1 && state < m->states && via < a->sees.count);
    int last = m->states - 1;
    size_t bytes = 1 + (size_t)a->sees.count;
    rename_state(a, m, state, heir_of(a, m, rng, state, via));
    memmove(machine_row(a, m, state), machine_row(a, m, last), bytes);
    rename_state(a, m, last, state);
    memset(machine_row(a, m, last), 0, bytes);
    m->states = (uint8_t)last;
    hot_assert(machine_check(a, m, machine_slot(a), NULL));
}

void machine_redirect(const Alphabet *a, Machine *m, Rng *rng) {
    int from = any(rng, m->states), see = any(rng, a->sees.count);
    machine_row(a, m, from)[1 + see] = (uint8_t)any(rng, m->states);
}

/* ---- operators ----------------------------------------------------------- */

static int limit_of(const Species *s) {
    return ((const MachineSpecies *)s)->states;
}

static const Alphabet *alphabet_of(const Species *s) { return s->shape; }

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
    return machine_grow(alphabet_of(s), m, rng, limit_of(s));
}

static bool apply_delete(const Species *s, const double *param, Rng *rng,
                         const void *const parents[], void *child,
                         Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    if (m->states < 2) return false;
    const Alphabet *a = alphabet_of(s);
    int state = any(rng, m->states);
    origin->part = (uint32_t)state;
    machine_remove(a, m, rng, state, any(rng, a->sees.count));
    return true;
}

static bool apply_redirect(const Species *s, const double *param, Rng *rng,
                           const void *const parents[], void *child,
                           Origin *origin) {
    (void)param;
    (void)origin;
    machine_redirect(alphabet_of(s), begin(s, parents, child), rng);
    return true;
}

static bool apply_flip(const Species *s, const double *param, Rng *rng,
                       const void *const parents[], void *child,
                       Origin *origin) {
    (void)param;
    Machine *m = begin(s, parents, child);
    int moves = alphabet_of(s)->moves.count, state = any(rng, m->states);
    origin->part = (uint32_t)state;
    if (moves < 2) return false;
    uint8_t *out = machine_row(alphabet_of(s), m, state);
    int by = moves == 2 ? 1 : 1 + any(rng, moves - 1);
    *out = (uint8_t)((*out + by) % moves);
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
    const Alphabet *a = alphabet_of(s);
    for (int i = from; i < from + len; i++) {
        uint8_t *to = machine_row(a, m, i);
        const uint8_t *row = machine_at(a, father, i);
        to[0] = row[0];
        for (int k = 1; k <= a->sees.count; k++)
            to[k] = (uint8_t)(row[k] % m->states);
    }
    hot_assert(machine_check(a, m, machine_slot(a), NULL));
    *origin = (Origin){ .at = { (uint32_t)from, (uint32_t)from },
                        .len = { (uint32_t)len, (uint32_t)len } };
    return true;
}

const Operator machine_operators[] = {
    { "start", 1, "another state, drawn from all, becomes the start", { { 0 } },
      apply_start },
    { "add", 1, "a new state, random but for one transition that leads to it",
      { { 0 } }, apply_add },
    { "delete", 1, "a state goes; what led to it leads to a successor of it",
      { { 0 } }, apply_delete },
    { "redirect", 1, "one transition leads to a random state", { { 0 } },
      apply_redirect },
    { "flip", 1, "the output of one state becomes another move", { { 0 } },
      apply_flip },
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
    machine_random(&self->alphabet, genome, rng,
                   self->first[0] + any(rng, span));
}

static size_t species_size(const Species *s, const void *genome) {
    (void)s;
    return ((const Machine *)genome)->states;
}

static size_t species_bytes(const Species *s, const void *genome) {
    return machine_bytes(alphabet_of(s), genome);
}

static bool species_print(const Species *s, const void *genome, Buf *out,
                          Err *err) {
    machine_print(alphabet_of(s), genome, out);
    return buf_ok(out, err);
}

static bool within(const Species *s, const Machine *m, Err *err) {
    return m->states <= limit_of(s) ||
           err_set(err, "%d states, more than the %d of this species",
                   m->states, limit_of(s));
}

static bool species_parse(const Species *s, const Source *text, void *genome,
                          Err *err) {
    MachineRoom room;
    if (!machine_parse_for(alphabet_of(s), &room.m, text, err) ||
        !within(s, &room.m, err))
        return false;
    species_copy(s, genome, &room.m);
    return true;
}

static bool species_check(const Species *s, const void *genome, size_t bytes,
                          Err *err) {
    return machine_check(alphabet_of(s), genome, bytes, err) &&
           within(s, genome, err);
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

bool machine_species_init(MachineSpecies *species, const Alphabet *alphabet,
                          int states, int least, int most, Err *err) {
    if (states < 1 || states > MACHINE_STATES_MAX)
        return err_set(err, "states must be 1 to %d, got %d",
                       MACHINE_STATES_MAX, states);
    if (least < 1 || least > most || most > states)
        return err_set(err, "first states must be 1 to %d, got %d to %d",
                       states, least, most);
    *species = (MachineSpecies){
        { &machine_class, machine_slot(alphabet), &species->alphabet },
        *alphabet,
        states,
        { least, most },
    };
    return true;
}
