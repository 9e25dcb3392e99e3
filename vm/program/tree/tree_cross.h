/* tree_cross.h -- crossovers that look at sizes and places: as Operator.apply.
 *
 * Their parameters are in the rows of tree_operators, in tree_species.c.
 */
#ifndef LUDUS_TREE_CROSS_H
#define LUDUS_TREE_CROSS_H

#include "program/species.h"

bool tree_cross_size_fair(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin);

bool tree_cross_homologous(const Species *species, const double *param,
                           Rng *rng, const void *const parents[], void *child,
                           Origin *origin);

bool tree_cross_one_point(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin);

bool tree_cross_uniform(const Species *species, const double *param, Rng *rng,
                        const void *const parents[], void *child,
                        Origin *origin);

#endif
