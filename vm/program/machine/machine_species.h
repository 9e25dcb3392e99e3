/* machine_species.h -- machines as a species: how they are made and varied.
 *
 * The edits are the four operators of Laran (Piccolo and Squillero 2011) and
 * two more. Each changes a machine in place and keeps it valid.
 */
#ifndef LUDUS_MACHINE_SPECIES_H
#define LUDUS_MACHINE_SPECIES_H

#include "machine.h"
#include "program/species.h"

typedef struct MachineSpecies {
    Species  species;                /* first member; its shape is ... */
    Alphabet alphabet;               /* ... this */
    int      states;                 /* most states of a child */
    int      first[2];               /* fewest and most states at the start */
} MachineSpecies;

/* False with a reason unless 1 <= least <= most <= states, within the limit.
 * The species must stay where it is. */
bool machine_species_init(MachineSpecies *species, const Alphabet *alphabet,
                          int states, int least, int most, Err *err);

/* The rows of the operators, ended by one without a name. */
extern const Operator machine_operators[];

/* ---- edits --------------------------------------------------------------- */

/* Any state, the present one included, becomes the start. Returns it. */
int machine_restart(Machine *m, Rng *rng);

/* A new state with a random output, random successors and one random transition
 * that leads to it. False if there are `limit` states already. */
bool machine_grow(const Alphabet *a, Machine *m, Rng *rng, int limit);

/* Removes a state; what led to it leads to its successor on the observation
 * `via`, or on the next one, round about, if that is the state itself, or
 * anywhere. The last state takes the free number. Needs at least two states. */
void machine_remove(const Alphabet *a, Machine *m, Rng *rng, int state,
                    int via);

/* One random transition leads to a random state, perhaps the same. */
void machine_redirect(const Alphabet *a, Machine *m, Rng *rng);

#endif
