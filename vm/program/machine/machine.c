/* machine.c -- Moore machines as flat arrays of states.
 *
 *     c01 d01        byte   0       1      2    3       4       5    6 ...
 *     (tit for tat)         states  start  out  next c  next d  out  ...
 *                           2       0      c    0       1       d
 *
 * A state has as many successors as there are observations. Invariant: start
 * and all successors are less than the number of states, which is at least 1,
 * and outputs are moves. machine_check() proves it for blocks from elsewhere.
 *
 * The canonical form is a breadth-first numbering; since the successors of a
 * state are ordered, equal walks mean equal machines up to renaming.
 */
#include "machine.h"

#include <string.h>

#include "base/hot.h"

static size_t row_bytes(const Alphabet *a) { return 1 + (size_t)a->sees.count; }

size_t machine_bytes(const Alphabet *a, const Machine *m) {
    return offsetof(Machine, at) + m->states * row_bytes(a);
}

size_t machine_slot(const Alphabet *a) {
    return offsetof(Machine, at) + MACHINE_STATES_MAX * row_bytes(a);
}

void machine_copy(const Alphabet *a, Machine *to, const Machine *from) {
    size_t used = machine_bytes(a, from);
    memmove(to, from, used);
    memset((char *)to + used, 0, machine_slot(a) - used);
}

bool machine_check(const Alphabet *a, const Machine *m, size_t bytes,
                   Err *err) {
    if (bytes < offsetof(Machine, at) || m->states < 1 ||
        m->states > MACHINE_STATES_MAX)
        return err_set(err, "not a machine: 1 to %d states",
                       MACHINE_STATES_MAX);
    if (bytes < machine_bytes(a, m))
        return err_set(err, "the machine is cut off");
    bool good = m->start < m->states;
    for (int i = 0; i < m->states; i++) {
        const uint8_t *row = machine_at(a, m, i);
        good = good && row[0] < a->moves.count;
        for (int k = 1; k <= a->sees.count; k++)
            good = good && row[k] < m->states;
    }
    return good || err_set(err, "the machine leads to a state it lacks");
}

bool machine_same(const Alphabet *alphabet, const Machine *a,
                  const Machine *b) {
    return a->states == b->states &&
           memcmp(a, b, machine_bytes(alphabet, a)) == 0;
}

void machine_random(const Alphabet *a, Machine *m, Rng *rng, int states) {
    assert(states >= 1 && states <= MACHINE_STATES_MAX);
    memset(m, 0, machine_slot(a));
    m->states = (uint8_t)states;
    m->start = (uint8_t)rng_below(rng, (uint32_t)states);
    for (int i = 0; i < states; i++) {
        uint8_t *row = machine_row(a, m, i);
        row[0] = (uint8_t)rng_below(rng, (uint32_t)a->moves.count);
        for (int k = 1; k <= a->sees.count; k++)
            row[k] = (uint8_t)rng_below(rng, (uint32_t)states);
    }
}

/* ---- walks --------------------------------------------------------------- */

enum { UNSEEN = 0xff };

/* Fills order[] with the reachable states as met and name[] with their places
 * in it; returns how many. */
static int walk(const Alphabet *a, const Machine *m, uint8_t *order,
                uint8_t *name) {
    assert(m->start < m->states && m->states <= MACHINE_STATES_MAX);
    memset(name, UNSEEN, m->states);
    int found = 1;
    order[0] = m->start;
    name[m->start] = 0;
    for (int i = 0; i < found; i++) {
        const uint8_t *row = machine_at(a, m, order[i]);
        for (int k = 1; k <= a->sees.count; k++) {
            if (name[row[k]] != UNSEEN) continue;
            name[row[k]] = (uint8_t)found;
            order[found++] = row[k];
        }
    }
    return found;
}

/* Writes a state whose successors go by other names. */
static void write_row(const Alphabet *a, uint8_t *to, const uint8_t *from,
                      const uint8_t *name) {
    to[0] = from[0];
    for (int k = 1; k <= a->sees.count; k++) to[k] = name[from[k]];
}

void machine_trim(const Alphabet *a, Machine *to, const Machine *from) {
    uint8_t order[MACHINE_STATES_MAX], name[MACHINE_STATES_MAX];
    MachineRoom room;
    room.m.states = (uint8_t)walk(a, from, order, name);
    room.m.start = 0;
    for (int i = 0; i < room.m.states; i++)
        write_row(a, machine_row(a, &room.m, i), machine_at(a, from, order[i]),
                  name);
    machine_copy(a, to, &room.m);
}

/* Successors are mixed in by twos. */
uint64_t machine_hash(const Alphabet *a, const Machine *m) {
    uint8_t order[MACHINE_STATES_MAX], name[MACHINE_STATES_MAX];
    int n = walk(a, m, order, name), last = a->sees.count;
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < n; i++) {
        const uint8_t *row = machine_at(a, m, order[i]);
        uint64_t word = row[0];
        for (int k = 1; k <= last; k++) {
            word = word << 8 | name[row[k]];
            if (k % 2 != 0 && k < last) continue;
            h = (h ^ word) * 0xff51afd7ed558ccdu;
            h ^= h >> 32;
            word = 0;
        }
    }
    h = rng_mix(h);
    return h ? h : 1;
}

/* ---- behaviour ----------------------------------------------------------- */

/* Are two states of one class, and all that follows from them? */
static bool alike(const Alphabet *a, const Machine *m, const uint8_t *class,
                  int i, int j) {
    const uint8_t *x = machine_at(a, m, i), *y = machine_at(a, m, j);
    bool same = class[i] == class[j];
    for (int k = 1; same && k <= a->sees.count; k++)
        same = class[x[k]] == class[y[k]];
    return same;
}

/* Splits classes of states until equal classes mean equal behaviour (Moore
 * 1956); returns how many classes there are. */
static int refine(const Alphabet *a, const Machine *m, uint8_t *class) {
    int classes = 1;
    for (int i = 0; i < m->states; i++) class[i] = machine_at(a, m, i)[0];
    for (;;) {
        uint8_t next[MACHINE_STATES_MAX], leader[MACHINE_STATES_MAX];
        int found = 0;
        for (int i = 0; i < m->states; i++) {
            int c = 0;
            while (c < found && !alike(a, m, class, i, leader[c])) c++;
            if (c == found) leader[found++] = (uint8_t)i;
            next[i] = (uint8_t)c;
        }
        assert(found >= classes);    /* classes only split */
        memcpy(class, next, m->states);
        if (found == classes) return found;
        classes = found;
    }
}

void machine_minimise(const Alphabet *a, Machine *to, const Machine *from) {
    MachineRoom trim, merged;
    uint8_t class[MACHINE_STATES_MAX];
    machine_trim(a, &trim.m, from);
    merged.m.states = (uint8_t)refine(a, &trim.m, class);
    merged.m.start = class[0];
    for (int i = 0; i < trim.m.states; i++)
        write_row(a, machine_row(a, &merged.m, class[i]),
                  machine_at(a, &trim.m, i), class);
    machine_trim(a, to, &merged.m);
    hot_assert(machine_check(a, to, machine_slot(a), NULL));
}

bool machine_equivalent(const Alphabet *alphabet, const Machine *a,
                        const Machine *b) {
    MachineRoom x, y;
    machine_minimise(alphabet, &x.m, a);
    machine_minimise(alphabet, &y.m, b);
    return machine_same(alphabet, &x.m, &y.m);
}

bool machine_equivalent_from(const Machine *a, int state_a, const Machine *b,
                             int state_b) {
    assert(state_a < a->states && state_b < b->states);
    Machine x = *a, y = *b;
    x.start = (uint8_t)state_a;
    y.start = (uint8_t)state_b;
    return machine_equivalent(&alphabet_dilemma, &x, &y);
}
