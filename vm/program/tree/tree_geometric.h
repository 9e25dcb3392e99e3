/* tree_geometric.h -- operators on what trees answer: as Operator.apply. */
#ifndef LUDUS_TREE_GEOMETRIC_H
#define LUDUS_TREE_GEOMETRIC_H

#include "tree_species.h"

bool tree_geometric_cross(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin);

bool tree_geometric_mutate(const Species *species, const double *param,
                           Rng *rng, const void *const parents[], void *child,
                           Origin *origin);

/* Can the language say what the operator writes? False with what is lacking. */
bool tree_geometric_suits(const TreeSpecies *species, const Operator *op,
                          Err *err);

#endif
