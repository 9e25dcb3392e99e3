/* fuzz_tree.c -- texts of tree programs, in Minesweeper's language with all its
 * primitives and any number of ADFs. */
#include <stdlib.h>

#include "fuzz.h"
#include "minesweeper/mines.h"
#include "program/tree/tree_species.h"

enum { NODES = 2000 };

static const Language *language(void) {
    static Mines *mines;
    Err err;
    MinesOptions o = mines_options();
    o.extras = ~UINT64_C(0) >> (64 - MINES_OP_COUNT);
    if (!mines) mines = mines_new(&o, &err);
    fuzz_demand(mines != NULL, "a game");
    return &mines->language;
}

void fuzz_tree(const uint8_t *bytes, size_t n) {
    static Vocab vocab;
    static TreeSpecies species;
    Source text = fuzz_source(bytes, n);
    Shape shape;
    TreeLimits limits = { NODES, TREE_DEPTH_MAX, 1, 5, TREE_RAMPED };
    Err err = { .text = "" };
    if (!tree_parse_shape(&text, &language()->normal, &shape, &err) ||
        !vocab_init(&vocab, language(), &shape, &err)) {
        fuzz_demand(err.text[0], "a refusal has a reason");
    } else if (tree_species_init(&species, &vocab, &limits, &err)) {
        void *genome = malloc(species.species.slot);
        fuzz_text(&species.species, &text, genome);
        free(genome);
    }
    free((char *)(uintptr_t)text.text);
}
