/* machine.h -- Moore machines: programs for games of moves.
 *
 * A machine is a list of states. Each state has an output, the move it makes,
 * and the next state for everything it may see. It is a flat genome: no
 * pointers, copied and compared as bytes. What the moves and observations are
 * an Alphabet says, which is not part of it. Functions borrow their arguments.
 *
 * The struct below is laid out for the alphabet of the dilemma, of two moves. A
 * machine of another alphabet lies in a MachineRoom or a slot of that size, and
 * its states are reached by machine_row().
 */
#ifndef LUDUS_MACHINE_H
#define LUDUS_MACHINE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alphabet.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"

enum {
    MACHINE_STATES_MAX = 64,
    MACHINE_TEXT_MAX = 1 << 20,      /* bytes of a file that holds a machine */
};

/* The two moves of the dilemma: to cooperate and to defect. */
typedef enum Move { MOVE_C, MOVE_D } Move;

typedef struct MachineState {
    uint8_t out;                     /* a Move */
    uint8_t next[2];                 /* by the other player's Move */
} MachineState;

typedef struct Machine {
    uint8_t      states;             /* 1..MACHINE_STATES_MAX */
    uint8_t      start;
    MachineState at[MACHINE_STATES_MAX];
} Machine;

/* Room for a machine of any alphabet. */
typedef union MachineRoom {
    Machine m;
    uint8_t
        bytes[offsetof(Machine, at) + MACHINE_STATES_MAX * (1 + ALPHABET_MAX)];
} MachineRoom;

/* A state as bytes: its output, then a successor per observation. */
static inline uint8_t *machine_row(const Alphabet *a, Machine *m, int state) {
    assert(state < MACHINE_STATES_MAX);
    return (uint8_t *)m + offsetof(Machine, at) +
           (size_t)state * (1 + (size_t)a->sees.count);
}

static inline const uint8_t *machine_at(const Alphabet *a, const Machine *m,
                                        int state) {
    assert(state < MACHINE_STATES_MAX);
    return (const uint8_t *)m + offsetof(Machine, at) +
           (size_t)state * (1 + (size_t)a->sees.count);
}

/* Bytes in use; those behind them have no meaning. */
size_t machine_bytes(const Alphabet *a, const Machine *m);

/* Bytes of the largest machine of that alphabet. */
size_t machine_slot(const Alphabet *a);

/* Copies the bytes in use and clears the rest of the slot. */
void machine_copy(const Alphabet *a, Machine *to, const Machine *from);

/* True if counts, outputs and transitions are within bounds. */
bool machine_check(const Alphabet *a, const Machine *m, size_t bytes, Err *err);

/* True if both have the same states in the same order. */
bool machine_same(const Alphabet *alphabet, const Machine *a, const Machine *b);

/* A machine of exactly that many states, all else by chance. */
void machine_random(const Alphabet *a, Machine *m, Rng *rng, int states);

/* ---- form ---------------------------------------------------------------- */

/* The states that can be reached, numbered as a walk over the observations in
 * their order meets them; the start becomes 0. Unused bytes of the slot are
 * cleared. `to` may be `from`. */
void machine_trim(const Alphabet *a, Machine *to, const Machine *from);

/* The machine with the fewest states that behaves the same, in the form of
 * machine_trim(): two machines behave the same exactly if these are equal. */
void machine_minimise(const Alphabet *a, Machine *to, const Machine *from);

/* True if no sequence of observations tells the two apart. */
bool machine_equivalent(const Alphabet *alphabet, const Machine *a,
                        const Machine *b);

/* The same for two machines of the dilemma, begun in the states given. */
bool machine_equivalent_from(const Machine *a, int state_a, const Machine *b,
                             int state_b);

/* A hash of the trimmed form: equal for machines that differ only in numbering
 * or in states that are never reached. Never 0. */
uint64_t machine_hash(const Alphabet *a, const Machine *m);

/* ---- text ---------------------------------------------------------------- */

/* Reads either notation:
 *
 *     start 0                  c01 d01
 *     0: C c->0 d->1
 *     1: D c->0 d->1
 *
 * `start` may be left out and is then 0. Comments run from // to the line's
 * end. In the compact one a group is a state: its output and its successors,
 * with points between them where numbers exceed 9 (c10.11). Machines of another
 * alphabet than the dilemma's begin with it; observations that are the moves
 * need not be named:
 *
 *     moves rock paper scissors
 *     0: rock rock->0 paper->1 scissors->0
 *     ...
 */
bool machine_parse(Alphabet *a, MachineRoom *m, const Source *text, Err *err);

/* The same where the alphabet must be a certain one. */
bool machine_parse_for(const Alphabet *a, Machine *m, const Source *text,
                       Err *err);

void machine_print(const Alphabet *a, const Machine *m, Buf *out);

/* False if the moves have no names of one letter. */
bool machine_compact(const Alphabet *a, const Machine *m, Buf *out);

/* ---- pictures ------------------------------------------------------------ */

/* A drawing for the terminal, in UTF-8. Of two observations the first runs in
 * lines on the right, the other on the left; more of them make a table. */
void machine_draw(const Alphabet *a, const Machine *m, Buf *out);

/* The same for Graphviz; `title` may be NULL. */
void machine_dot(const Alphabet *a, const Machine *m, const char *title,
                 Buf *out);

#endif
