/* tree_simplify.h -- an operator that writes programs shorter. */
#ifndef LUDUS_TREE_SIMPLIFY_H
#define LUDUS_TREE_SIMPLIFY_H

#include "tree_species.h"

/* As Operator.apply: the child answers and does what its parent does, in no
 * more steps; false if there is nothing to be left out. */
bool tree_simplify(const Species *species, const double *param, Rng *rng,
                   const void *const parents[], void *child, Origin *origin);

/* Does the language say what its primitives do? False with the reason. */
bool tree_simplify_suits(const TreeSpecies *species, const Operator *op,
                         Err *err);

#endif
