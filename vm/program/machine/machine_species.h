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
    Species species;                 /* first member */
    int     states;                  /* most states of a child */
    int     first[2];                /* fewest and most states at the start */
} MachineSpecies;

/* False with a reason unless 1 <= least <= most <= states, within the limit. */
bool machine_species_init(MachineSpecies *species, int states, int least,
                          int most, Err *err);

/* The rows of the operators, ended by one without a name. */
extern const Operator machine_operators[];

/* ---- edits --------------------------------------------------------------- */

/* Any state, the present one included, becomes the start. Returns it. */
int machine_restart(Machine *m, Rng *rng);

/* A new state with a random output, random successors and one random transition
 * that leads to it. False if there are `limit` states already. */
bool machine_grow(Machine *m, Rng *rng, int limit);

/* Removes a state; what led to it leads to its successor on `via`, or to the
 * other one if that is the state itself, or anywhere. The last state takes the
 * free number. Needs at least two states. */
void machine_remove(Machine *m, Rng *rng, int state, Move via);

/* One random transition leads to a random state, perhaps the same. */
void machine_redirect(Machine *m, Rng *rng);

#endif
