/* grid.h -- a map of elites: cells over measures of behaviour, and in each cell
 * the best program found there (MAP-Elites).
 *
 * The population is the map. Its first programs are the elites, one for each
 * cell that is filled, in the order of the cells; they alone have children. The
 * others only fill the places that are left.
 */
#ifndef LUDUS_GRID_H
#define LUDUS_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { GRID_AXES_MAX = 8, GRID_CELLS_MAX = 1000000 };

/* A measure, parted evenly; what lies beyond counts to the cell at the end. */
typedef struct Axis {
    double   low, high;
    uint32_t cells;
} Axis;

typedef struct Grid {
    size_t axes;                     /* 0: there is no map */
    Axis   axis[GRID_AXES_MAX];
} Grid;

/* How many cells there are; more than GRID_CELLS_MAX if there are too many. */
size_t grid_cells(const Grid *grid);

/* The cell of a program with such measures, one for each axis. The first axis
 * runs fastest. */
size_t grid_cell(const Grid *grid, const double *values);

/* False with the reason if it makes no sense for a population of so many. */
bool grid_check(const Grid *grid, size_t count, Err *err);

#endif
