/* linear_species.h -- linear programs as a species that evolution can breed. */
#ifndef LUDUS_LINEAR_SPECIES_H
#define LUDUS_LINEAR_SPECIES_H

#include "linear.h"
#include "program/species.h"

typedef struct LinearSpecies {
    Species          species;
    const LinearSet *set;
} LinearSpecies;

/* Fills in a species over a checked set, which it borrows. */
void linear_species_init(LinearSpecies *linear, const LinearSet *set);

/* The rows of the operators: "chunk", "onepoint", "twopoint", "block" cross two
 * programs; "mutate", "insert", "delete", "replace", "swap", "move", "pair" and
 * "copy" change one. Ended by a row without name. */
extern const Operator linear_operators[];

/* The paper's two steps, for engines of their own: swaps chunks of one block
 * between two programs, in place; changes one instruction with probability
 * `rate` per block. Both leave the Nops last. */
Origin linear_swap_chunk(const LinearSet *set, Rng *rng, uint8_t *a,
                         uint8_t *b);
void linear_mutate(const LinearSet *set, Rng *rng, double rate, uint8_t *code);

/* A random program: each block of random length, at least one line. */
void linear_random(const LinearSet *set, Rng *rng, uint8_t *code);

#endif
