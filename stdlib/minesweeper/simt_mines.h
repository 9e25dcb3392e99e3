/* simt_mines.h -- the SIMT engine for Minesweeper, as seen from outside.
 *
 * There are two kinds of machine, by AVX2 and portable, and two sizes of
 * board for each; all of them are made of simt_mines.inc.
 */
#ifndef LUDUS_MINES_MACHINE_H
#define LUDUS_MINES_MACHINE_H

#include "groups.h"

/* Plays groups->now, which has parted, and all that part from it; what it
 * cannot finish waits in groups. */
typedef void MachineRun(Groups *groups);

typedef struct MachineKind {
    MinesMachine *(*make)(const Mines *mines, Err *err);
    MachineRun   *small, *large;     /* boards up to 8 x 8, up to 16 x 16 */
} MachineKind;

extern const MachineKind simt_mines_avx2, simt_mines_plain;

/* The kind for this game on this computer; NULL if none is wanted or what the
 * game's primitives give does not fit a lane. */
const MachineKind *simt_mines_kind(const Mines *mines);

/* Are marks a part of what a call of the program leaves? */
static inline bool simt_mines_marks(const Groups *g) {
    const MinesRules *r = &g->mines->options.rules;
    return r->protect && r->calls > 1;
}

void simt_mines_free(MinesMachine *machine);

/* True if all numbers of groups->now and its code fit a lane. */
bool simt_mines_takes(const Groups *groups);

#endif
