/* graph.h -- many programs as one graph of operations on columns.
 *
 * A program's nodes are put in from the leaves up. An operation that is there
 * already, with the same operands, is not put in again, so what is equal in a
 * brood is computed once, within a program and between them. Nothing is taken
 * for equal that is not: operands are not swapped, and no algebra is done.
 *
 *     (+ (* x x) (* x x))      leaves   x
 *                              0        x * x
 *                              1        0 + 0
 *
 * graph_run() then orders the operations, fuses those that are used once with
 * their user, gives each value a block for as long as it is needed and runs all
 * tiles. A program's score does not depend on what else is in the graph.
 */
#ifndef LUDUS_GRAPH_H
#define LUDUS_GRAPH_H

#include "base/err.h"
#include "columns.h"

enum {
    GRAPH_NODES  = 1 << 16,          /* operations at most */
    GRAPH_ROOTS  = 2048,             /* values that are added up or counted */
    GRAPH_LEAVES = 1024,             /* columns and constants */
};

typedef struct Graph Graph;

/* A value: a leaf (its number) or an operation. -1: the graph is full. */
typedef int32_t GraphId;

Graph *graph_new(Err *err);
void   graph_free(Graph *graph);

/* Empties it, leaves and all. */
void graph_clear(Graph *graph);

/* Leaves come before the first operation: a column of the data, a real, a truth
 * value. Each call makes the next one, from 0 on. */
GraphId graph_column(Graph *graph, ColumnPlace place);
GraphId graph_real(Graph *graph, double value);
GraphId graph_bit(Graph *graph, bool value);

/* The operation of those operands, of which it has up to three. */
GraphId graph_op(Graph *graph, ColumnOp op, const GraphId operand[3]);

/* How many leaves there are: the first operation has that number. Of an
 * operation, what it does and its operands. */
GraphId  graph_leaves(const Graph *graph);
ColumnOp graph_node(const Graph *graph, GraphId id, GraphId operand[3]);

/* Adds up the value over all cases, or counts those where it is true. Equal
 * values are done once. The number of the result, or -1: there are too many. */
int graph_sum(Graph *graph, GraphId id);
int graph_count(Graph *graph, GraphId id);

/* Operations that are in it, for measurements. */
size_t graph_size(const Graph *graph);

typedef struct GraphSettings {
    const ColumnData *data;
    ColumnKernels    *kernels;
    ColumnGuard       guard;
    double            worst;
    double           *each[2];       /* of the first two results, by case, or
                                        NULL */
} GraphSettings;

/* Runs everything over all cases. False if there is no memory. */
bool graph_run(Graph *graph, const GraphSettings *settings, Err *err);

/* A result: the sum, or how many. */
double graph_result(const Graph *graph, int result);

#endif
