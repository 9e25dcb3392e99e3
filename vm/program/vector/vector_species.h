/* vector_species.h -- vectors as a species that evolution can breed.
 *
 * Each type has the operators that mean something for it:
 *
 *     all        onepoint twopoint uniform point reset insert delete swap
 *     bits       flip
 *     integers   gaussian (steps rounded to whole numbers)
 *     reals      gaussian blend
 *
 * An operator with two parents makes the other twin when it is applied again
 * with the parents exchanged and a generator in the same state: what it draws
 * never depends on what the parents hold.
 */
#ifndef LUDUS_VECTOR_SPECIES_H
#define LUDUS_VECTOR_SPECIES_H

#include "program/species.h"
#include "vector.h"

typedef struct VectorSpecies {
    Species     species;
    VectorShape shape;
} VectorSpecies;

/* The rows of the operators of each type, ended by one without a name. */
extern const Operator vector_integer_operators[], vector_bit_operators[],
    vector_real_operators[], vector_step_operators[];

/* Those that only vectors with step sizes have. */
extern const Operator vector_steps_alone[];

/* The shape of a species of vectors of reals; NULL of any other. */
const VectorShape *vector_reals(const Species *species);

/* Makes a species of the shape, which it takes over; free it with
 * vector_species_free(). It must stay where it is: games read `shape` through
 * the species. */
void vector_species_init(VectorSpecies *vector, VectorShape shape);
void vector_species_free(VectorSpecies *vector);

#endif
