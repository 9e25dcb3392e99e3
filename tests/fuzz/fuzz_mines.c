/* fuzz_mines.c -- a tree program, played by every Minesweeper engine: the first
 * byte chooses the game, the second a budget, the others the program. */
#include "arena_kit.h"
#include "fuzz.h"

static Arena *arena(uint32_t variant, uint32_t budget) {
    static const int64_t budgets[] = { 0, 17, 333 };
    static Arena arenas[VARIANTS][3];
    Arena *a = &arenas[variant][budget];
    if (!a->pool)
        fuzz_demand(arena_init(a, &variants[variant], budgets[budget]),
                    "a game");
    return a;
}

void fuzz_mines(const uint8_t *bytes, size_t n) {
    FuzzBytes in = { bytes, n };
    uint32_t variant = fuzz_below(&in, VARIANTS);
    Arena *a = arena(variant, fuzz_below(&in, 3));
    double raw;
    fuzz_tree_make(&in, &a->vocab, NODES, a->pool);
    fuzz_demand(agree(a, a->pool, 0, &raw), "all engines play alike");
}
