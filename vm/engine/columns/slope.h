/* slope.h -- how a value of a graph changes with one of its constants.
 *
 * Derivatives are exact, by the rules of calculus on each operation, and are
 * operations of the same graph: they share what the value has computed, and are
 * evaluated for all cases at once. Where a division is protected, and for what
 * jumps (floor, the choice of an if), the derivative is that of the part that
 * is chosen, or 0.
 */
#ifndef LUDUS_SLOPE_H
#define LUDUS_SLOPE_H

#include "graph.h"

/* Reals that derivatives are made of: leaves, so they come before the first
 * operation. */
typedef struct SlopeLeaves {
    GraphId zero, one;
    GraphId low, high;               /* of the guard of divisions */
} SlopeLeaves;

SlopeLeaves slope_leaves(Graph *graph, ColumnGuard guard);

typedef struct Slope Slope;          /* room to work in */

Slope *slope_new(Err *err);
void   slope_free(Slope *slope);

/* The derivative of a value by a leaf; -1: the graph is full. */
GraphId slope_of(Slope *slope, Graph *graph, SlopeLeaves leaves, GraphId value,
                 GraphId leaf);

#endif
