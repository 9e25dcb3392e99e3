/* mines_kit.h -- a Minesweeper game with programs read from text, for suites. */
#ifndef LUDUS_MINES_KIT_H
#define LUDUS_MINES_KIT_H

#include <stdlib.h>
#include <string.h>

#include "minesweeper/mines.h"
#include "program/tree/tree_species.h"

typedef struct Kit {
    Mines        *mines;
    MinesScratch *scratch;
    Vocab         vocab;
    TreeSpecies   species;
    uint16_t      genome[VOCAB_BRANCHES * (TREE_NODES_MAX + 2) / 2 + 8];
    Err           err;
} Kit;

static inline Kit *kit_new(const MinesOptions *options, const Shape *shape) {
    Kit *kit = calloc(1, sizeof *kit);
    kit->mines = mines_new(options, &kit->err);
    if (!kit->mines) return kit;
    kit->scratch = mines_scratch_new(kit->mines, &kit->err);
    vocab_init(&kit->vocab, &kit->mines->language,
               shape ? shape : &kit->mines->language.normal, &kit->err);
    TreeLimits limits = { 200, TREE_DEPTH_MAX, 1, 5, TREE_RAMPED };
    tree_species_init(&kit->species, &kit->vocab, &limits, &kit->err);
    return kit;
}

static inline void kit_free(Kit *kit) {
    mines_scratch_free(kit->scratch);
    mines_free(kit->mines);
    free(kit);
}

/* Reads the text as a whole program of the kit's vocabulary. */
static inline bool kit_read(Kit *kit, const char *text) {
    Source src = { "p.gp", text, strlen(text) };
    return tree_parse(&kit->vocab, &src, TREE_NODES_MAX, kit->genome,
                      &kit->err);
}

static inline Tree kit_tree(Kit *kit) {
    return tree_at(&kit->vocab, kit->genome);
}

#endif
