/* linear_run.h -- the reference engine of linear programs.
 *
 * It defines the meaning: one call of linear_run_step() is one step. A step
 * executes one line, or starts a block again whose end was reached; an If that
 * fails also passes over the next line (or lines, see `nested`) in the same
 * step. What instructions do is the game's business: it gives the table of
 * functions below. A game that wants another block next changes `block` and
 * `line` itself.
 */
#ifndef LUDUS_LINEAR_RUN_H
#define LUDUS_LINEAR_RUN_H

#include "program/linear/linear.h"

/* The game behind a program. `op` is the number in the instruction's row. */
typedef struct LinearHost {
    bool (*act)(void *game, int op);           /* false: the game has ended */
    bool (*test)(void *game, int op);
    void (*show)(void *game, size_t reg, Buf *out);   /* a register's value */
} LinearHost;

typedef struct LinearRun {
    const LinearSet  *set;
    const uint8_t    *code;
    const LinearHost *host;
    void             *game;
    bool              nested;        /* a skipped If skips its own line, too */
    size_t            block;
    size_t            line;          /* the next to execute, from 0 */
    uint64_t          steps;         /* spent so far */
    int               forced;        /* 1: a test holds, -1: it fails, whatever
                                        the game says; 0: as it says */
} LinearRun;

/* The instruction that the next step executes; NULL if it starts a block
 * again. */
const LinearInstr *linear_run_next(const LinearRun *run);

/* Spends one step. False if the game ended with it. */
bool linear_run_step(LinearRun *run);

/* Steps until the game ends or `budget` more steps are spent, exactly; true if
 * the game ended. */
bool linear_run(LinearRun *run, uint64_t budget);

/* Appends what the next step will do and the registers before it, as one line:
 * `Locking 3 MoveFwd TargetPos=4,5 ...`. */
void linear_run_show(const LinearRun *run, Buf *out);

/* linear_run(), with such a line before each of the first `lines` steps. */
bool linear_run_trace(LinearRun *run, uint64_t budget, uint64_t lines,
                      Buf *out);

#endif
