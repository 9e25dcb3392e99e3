/* machine.c -- Moore machines as flat arrays of states.
 *
 *     c01 d01        byte   0       1      2    3       4       5    6 ...
 *     (tit for tat)         states  start  out  next c  next d  out  ...
 *                           2       0      c    0       1       d
 *
 * Invariant: start and all successors are less than the number of states, which
 * is at least 1. machine_check() proves it for blocks from elsewhere.
 *
 * The canonical form is a breadth-first numbering; since every state has
 * exactly two ordered successors, equal walks mean equal machines up to
 * renaming.
 */
#include "machine.h"

#include <string.h>

#include "base/hot.h"

size_t machine_bytes(const Machine *m) {
    return offsetof(Machine, at) + m->states * sizeof m->at[0];
}

bool machine_check(const Machine *m, size_t bytes, Err *err) {
    if (bytes < offsetof(Machine, at) || m->states < 1 ||
        m->states > MACHINE_STATES_MAX)
        return err_set(err, "not a machine: 1 to %d states",
                       MACHINE_STATES_MAX);
    if (bytes < machine_bytes(m)) return err_set(err, "the machine is cut off");
    bool good = m->start < m->states;
    for (int i = 0; i < m->states; i++)
        good = good && m->at[i].out <= MOVE_D && m->at[i].next[0] < m->states &&
               m->at[i].next[1] < m->states;
    return good || err_set(err, "the machine leads to a state it lacks");
}

bool machine_same(const Machine *a, const Machine *b) {
    return a->states == b->states && memcmp(a, b, machine_bytes(a)) == 0;
}

void machine_random(Machine *m, Rng *rng, int states) {
    assert(states >= 1 && states <= MACHINE_STATES_MAX);
    memset(m, 0, sizeof *m);
    m->states = (uint8_t)states;
    m->start = (uint8_t)rng_below(rng, (uint32_t)states);
    for (int i = 0; i < states; i++) {
        m->at[i].out = (uint8_t)rng_below(rng, 2);
        for (int k = 0; k < 2; k++)
            m->at[i].next[k] = (uint8_t)rng_below(rng, (uint32_t)states);
    }
}

/* ---- walks --------------------------------------------------------------- */

enum { UNSEEN = 0xff };

/* Fills order[] with the reachable states as met and name[] with their places
 * in it; returns how many. */
static int walk(const Machine *m, uint8_t *order, uint8_t *name) {
    assert(m->start < m->states && m->states <= MACHINE_STATES_MAX);
    memset(name, UNSEEN, m->states);
    int found = 1;
    order[0] = m->start;
    name[m->start] = 0;
    for (int i = 0; i < found; i++) {
        for (int k = 0; k < 2; k++) {
            uint8_t next = m->at[order[i]].next[k];
            if (name[next] != UNSEEN) continue;
            name[next] = (uint8_t)found;
            order[found++] = next;
        }
    }
    return found;
}

void machine_trim(Machine *to, const Machine *from) {
    uint8_t order[MACHINE_STATES_MAX], name[MACHINE_STATES_MAX];
    Machine m = { 0 };
    m.states = (uint8_t)walk(from, order, name);
    for (int i = 0; i < m.states; i++) {
        const MachineState *s = &from->at[order[i]];
        m.at[i] = (MachineState){ s->out,
                                  { name[s->next[0]], name[s->next[1]] } };
    }
    *to = m;
}

uint64_t machine_hash(const Machine *m) {
    uint8_t order[MACHINE_STATES_MAX], name[MACHINE_STATES_MAX];
    int n = walk(m, order, name);
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < n; i++) {
        const MachineState *s = &m->at[order[i]];
        uint64_t row = (uint64_t)s->out << 16 |
                       (uint64_t)name[s->next[0]] << 8 | name[s->next[1]];
        h = (h ^ row) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    h = rng_mix(h);
    return h ? h : 1;
}

/* ---- behaviour ----------------------------------------------------------- */

/* Splits classes of states until equal classes mean equal behaviour (Moore
 * 1956); returns how many classes there are. */
static int refine(const Machine *m, uint8_t *class) {
    int classes = 1;
    for (int i = 0; i < m->states; i++) class[i] = m->at[i].out;
    for (;;) {
        uint8_t next[MACHINE_STATES_MAX], leader[MACHINE_STATES_MAX];
        int found = 0;
        for (int i = 0; i < m->states; i++) {
            const MachineState *s = &m->at[i];
            int c = 0;
            for (; c < found; c++) {
                const MachineState *l = &m->at[leader[c]];
                if (class[i] == class[leader[c]] &&
                    class[s->next[0]] == class[l->next[0]] &&
                    class[s->next[1]] == class[l->next[1]])
                    break;
            }
            if (c == found) leader[found++] = (uint8_t)i;
            next[i] = (uint8_t)c;
        }
        assert(found >= classes);    /* classes only split */
        memcpy(class, next, m->states);
        if (found == classes) return found;
        classes = found;
    }
}

void machine_minimise(Machine *to, const Machine *from) {
    Machine trim, merged = { 0 };
    uint8_t class[MACHINE_STATES_MAX];
    machine_trim(&trim, from);
    merged.states = (uint8_t)refine(&trim, class);
    merged.start = class[0];
    for (int i = 0; i < trim.states; i++) {
        const MachineState *s = &trim.at[i];
        merged.at[class[i]] = (MachineState){
            s->out, { class[s->next[0]], class[s->next[1]] }
        };
    }
    machine_trim(to, &merged);
    hot_assert(machine_check(to, sizeof *to, NULL));
}

bool machine_equivalent(const Machine *a, const Machine *b) {
    return machine_equivalent_from(a, a->start, b, b->start);
}

bool machine_equivalent_from(const Machine *a, int state_a, const Machine *b,
                             int state_b) {
    assert(state_a < a->states && state_b < b->states);
    Machine x = *a, y = *b;
    x.start = (uint8_t)state_a;
    y.start = (uint8_t)state_b;
    machine_minimise(&x, &x);
    machine_minimise(&y, &y);
    return machine_same(&x, &y);
}
