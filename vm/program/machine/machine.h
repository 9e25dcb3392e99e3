/* machine.h -- Moore machines: programs for games of two moves.
 *
 * A machine is a list of states. Each state has an output, the move it makes,
 * and the next state for either move of the other player. It is a flat genome:
 * no pointers, copied and compared as bytes. Functions borrow their arguments.
 */
#ifndef LUDUS_MACHINE_H
#define LUDUS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/rng.h"

enum {
    MACHINE_STATES_MAX = 64,
    MACHINE_TEXT_MAX = 1 << 20,      /* bytes of a file that holds a machine */
};

/* The two moves of a game: to cooperate and to defect. */
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

/* Bytes in use; those behind them have no meaning. */
size_t machine_bytes(const Machine *m);

/* True if counts, outputs and transitions are within bounds. */
bool machine_check(const Machine *m, size_t bytes, Err *err);

/* True if both have the same states in the same order. */
bool machine_same(const Machine *a, const Machine *b);

/* A machine of exactly that many states, all else by chance. */
void machine_random(Machine *m, Rng *rng, int states);

/* ---- form ---------------------------------------------------------------- */

/* The states that can be reached, numbered as a walk over c, then d, meets
 * them; the start becomes 0. Unused bytes are cleared. `to` may be `from`. */
void machine_trim(Machine *to, const Machine *from);

/* The machine with the fewest states that behaves the same, in the form of
 * machine_trim(): two machines behave the same exactly if these are equal. */
void machine_minimise(Machine *to, const Machine *from);

/* True if no sequence of moves tells the two apart. */
bool machine_equivalent(const Machine *a, const Machine *b);

/* The same, begun in the states given. */
bool machine_equivalent_from(const Machine *a, int state_a, const Machine *b,
                             int state_b);

/* A hash of the trimmed form: equal for machines that differ only in numbering
 * or in states that are never reached. Never 0. */
uint64_t machine_hash(const Machine *m);

/* ---- text ---------------------------------------------------------------- */

/* Reads either notation:
 *
 *     start 0                  c01 d01
 *     0: C c->0 d->1
 *     1: D c->0 d->1
 *
 * `start` may be left out and is then 0. Comments run from // to the line's
 * end. In the compact one a group is a state: its output and both successors,
 * with a point between them where numbers exceed 9 (c10.11). */
bool machine_parse(Machine *m, const Source *text, Err *err);

void machine_print(const Machine *m, Buf *out);
void machine_compact(const Machine *m, Buf *out);

/* ---- pictures ------------------------------------------------------------ */

/* A drawing of lines for the terminal, in UTF-8: c runs on the right, d on the
 * left. */
void machine_draw(const Machine *m, Buf *out);

/* The same for Graphviz; `title` may be NULL. */
void machine_dot(const Machine *m, const char *title, Buf *out);

#endif
