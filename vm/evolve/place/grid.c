/* grid.c -- a map of elites: its cells, and who of a population has which. */
#include "grid.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"
#include "evolve/evolve_inner.h"

/* Nobody has the cell. */
static const uint32_t NOBODY = UINT32_MAX;

size_t grid_cells(const Grid *grid) {
    size_t n = 1;
    for (size_t i = 0; i < grid->axes && n <= GRID_CELLS_MAX; i++) {
        assert(grid->axis[i].cells <= GRID_CELLS_MAX);
        n *= grid->axis[i].cells;
    }
    return n;
}

static size_t along(const Axis *axis, double value) {
    double share = (value - axis->low) / (axis->high - axis->low);
    double at = floor(share * axis->cells);
    if (!(at >= 0)) return 0;
    return at < axis->cells ? (size_t)at : axis->cells - 1;
}

size_t grid_cell(const Grid *grid, const double *values) {
    size_t cell = 0;
    for (size_t i = grid->axes; i-- > 0;)
        cell = cell * grid->axis[i].cells + along(&grid->axis[i], values[i]);
    assert(cell < grid_cells(grid));
    return cell;
}

bool grid_check(const Grid *grid, size_t count, Err *err) {
    for (size_t i = 0; i < grid->axes; i++) {
        const Axis *axis = &grid->axis[i];
        if (axis->cells < 1 || axis->cells > GRID_CELLS_MAX)
            return err_set(err, "axis %zu of the map: 1 to %d cells, not %u",
                           i + 1, GRID_CELLS_MAX, axis->cells);
        if (!(axis->low < axis->high) || !isfinite(axis->high - axis->low))
            return err_set(err,
                           "axis %zu of the map: from %g to %g is no range",
                           i + 1, axis->low, axis->high);
    }
    size_t cells = grid_cells(grid);
    if (cells > GRID_CELLS_MAX)
        return err_set(err, "a map of more than %d cells", GRID_CELLS_MAX);
    if (cells > count)
        return err_set(err, "a map of %zu cells in a population of %zu", cells,
                       count);
    return true;
}

/* ---- of a population ----------------------------------------------------- */

bool grid_reserve(Evolution *e, const Plan *plan, Err *err) {
    size_t cells = plan->grid.axes ? grid_cells(&plan->grid) : 0;
    if (cells <= e->cell_room) return true;
    uint32_t *elites = mem_new(cells, sizeof *elites, err);
    if (!elites) return false;
    mem_free(e->elites);
    e->elites = elites;
    e->cell_room = cells;
    return true;
}

/* Notes the best of each cell, by its place among the first n; of equals the
 * first. Returns how many cells are filled. */
static size_t find_elites(const Evolution *e, const Plan *plan, size_t n) {
    size_t cells = grid_cells(&plan->grid), filled = 0;
    assert(e->goal_width == plan->grid.axes && cells <= e->cell_room);
    for (size_t i = 0; i < cells; i++) e->elites[i] = NOBODY;
    for (size_t i = 0; i < n; i++) {
        uint32_t slot = e->order[i];
        size_t cell = grid_cell(&plan->grid,
                                e->goals + (size_t)slot * e->goal_width);
        uint32_t *elite = &e->elites[cell];
        filled += *elite == NOBODY;
        if (*elite == NOBODY ||
            evolve_cost(e, slot) < evolve_cost(e, e->order[*elite]))
            *elite = (uint32_t)i;
    }
    return filled;
}

void grid_settle(Evolution *e, const Plan *plan, size_t n) {
    size_t cells = grid_cells(&plan->grid), kept = 0;
    e->filled = find_elites(e, plan, n);
    for (size_t c = 0; c < cells; c++) {
        if (e->elites[c] == NOBODY) continue;
        uint32_t *slot = &e->order[e->elites[c]];
        e->next[kept++] = *slot;
        *slot = NOBODY;
    }
    assert(kept == e->filled);
    for (size_t i = 0; i < n; i++)
        if (e->order[i] != NOBODY) e->next[kept++] = e->order[i];
    memcpy(e->order, e->next, n * sizeof *e->order);
}

size_t evolve_map(Evolution *e, const Plan *plan, const uint32_t **elites,
                  Err *err) {
    if (!evolve_gather(e, err) ||
        (plan_reads_cases(plan) && !evolve_know_cases(e, err)) ||
        !goals_ask(e, plan, err) || !grid_reserve(e, plan, err))
        return 0;
    *elites = e->elites;
    return find_elites(e, plan, e->count);
}
