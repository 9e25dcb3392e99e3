/* behave.c -- what a program does to boards, as a number to compare.
 *
 * The reference engine, with a hash that every opening square goes into.
 */
#include <string.h>

#include "mem.h"
#include "stdlib/minesweeper/trace.h"
#include "walk.h"

struct MinesActor {
    Walk              walk;
    const Mines      *mines;
    const MinesRules *rules;
    const uint16_t   *neighbour;
    uint8_t          *board;
    uint32_t          at;
    int               open;
    bool              exploded;
    int32_t           reg[MINES_REGISTERS_MAX];
    uint16_t         *flood;
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
#include "stdlib/minesweeper/rules.inc"
#define WALK_CASES     "stdlib/minesweeper/walk_cases.inc"
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE      is_true
#include "walk.inc"

MinesActor *mines_actor_new(const Mines *mines, Err *err) {
    MinesActor *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->mines = mines;
    g->rules = &mines->options.rules;
    g->neighbour = mines->neighbour;
    g->board = mem_new((size_t)mines->squares, 1, err);
    g->flood = mem_new((size_t)mines->squares, sizeof *g->flood, err);
    if (g->board && g->flood) return g;
    mines_actor_free(g);
    return NULL;
}

void mines_actor_free(void *actor) {
    MinesActor *g = actor;
    if (!g) return;
    mem_free(g->flood);
    mem_free(g->board);
    mem_free(g);
}

void mines_actor_program(MinesActor *g, const Tree *tree) {
    walk_program(&g->walk, tree, g->span);
}

uint64_t mines_actor_play(MinesActor *g, size_t case_number) {
    size_t squares = (size_t)g->mines->squares;
    memcpy(g->board, g->mines->boards + case_number * squares, squares);
    memset(g->reg, 0, sizeof g->reg);
    g->at = 0;
    g->open = 0;
    g->exploded = false;
    g->hash = 1;
    walk_start(&g->walk, g->mines->budget);
    walk(g, NULL);
    return mixed(g->hash, (uint64_t)end_of(g) << 32);
}
