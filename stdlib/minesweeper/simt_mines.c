/* simt_mines.c -- the SIMT engine for Minesweeper: which machine, and for what.
 *
 * The portable one is measured slower than the scalar engine on 36 cases, so
 * it is used only where it is asked for.
 */
#include "simt_mines.h"

#include "engine/lanes/lanes.h"
#include "base/mem.h"

static bool is_byte(int32_t k) { return k >= INT8_MIN && k <= INT8_MAX; }

const MachineKind *simt_mines_kind(const Mines *mines) {
    const MinesRules *r = &mines->options.rules;
    bool fits = is_byte(r->unc_new) && is_byte(r->num_covered) &&
                (r->unc_argument || is_byte(r->unc_old));
    if (!fits || mines->options.engine == ENGINE_SCALAR) return NULL;
    if (mines->options.engine == ENGINE_PORTABLE) return &simt_mines_plain;
    if (lanes_avx2()) return &simt_mines_avx2;
    return mines->options.engine == ENGINE_SIMT ? &simt_mines_plain : NULL;
}

void simt_mines_free(MinesMachine *machine) { mem_free(machine); }

bool simt_mines_takes(const Groups *g) {
    const Thread *t = &g->now.thread;
    if (g->code->wide || !is_byte(t->acc)) return false;
    for (uint32_t i = 0; i < t->live; i++)
        if (!is_byte(t->slot[i])) return false;
    return true;
}
