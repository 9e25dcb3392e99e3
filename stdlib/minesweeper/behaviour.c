/* behaviour.c -- what a program does to boards, as a number to compare.
 *
 * The reference engine, with a hash that every opening square goes into.
 */
#include <string.h>

#include "base/mem.h"
#include "trace.h"
#include "walker.h"

struct MinesActor {
    MINES_WALKER
    uint64_t          hash;
    uint16_t          span[VOCAB_BRANCHES * TREE_NODES_MAX];
};

static uint64_t mixed(uint64_t hash, uint64_t x) {
    hash = (hash ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

#define MINES_OPENED(g, q) \
    ((g)->hash = mixed((g)->hash, (uint64_t)((q) - (g)->board) + 1))
#define WALK_STATE     MinesActor
#include "board_rules.inc"
#include "program_rules.inc"
#define WALK_CASES     "minesweeper/walk_cases.inc"
#define WALK_OPS       MinesOp
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE(g, x) mines_true((g)->rules, x)
#include "engine/walk/walk.inc"

MinesActor *mines_actor_new(const Mines *mines, Err *err) {
    MinesActor *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    if (sit_down(g, mines, err)) return g;
    mines_actor_free(g);
    return NULL;
}

void mines_actor_free(void *actor) {
    MinesActor *g = actor;
    if (!g) return;
    get_up(g);
    mem_free(g);
}

void mines_actor_program(MinesActor *g, const Tree *tree) {
    walk_program(&g->walk, tree, g->span);
}

uint64_t mines_actor_play(MinesActor *g, size_t case_number) {
    g->hash = 1;
    play_calls(g, case_number, walk);
    return mixed(g->hash, (uint64_t)end_of(g) << 32);
}
