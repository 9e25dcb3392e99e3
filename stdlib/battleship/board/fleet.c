/* fleet.c -- boards, ships, and every place a ship can take.
 *
 * Drawing never hangs: a ship that finds no room restarts the fleet, a fixed
 * number of times, and then the fleet found when the tables were made is used.
 */
#include "fleet.h"

#include <string.h>

enum { TRIES = 400, RESTARTS = 2000 };

/* ---- tables -------------------------------------------------------------- */

static void add_place(Fleet *fleet, int len, int cell, int stride) {
    Cells squares = 0;
    for (int k = 0; k < len; k++) squares |= cells_one(cell + k * stride);
    int n = fleet->places[len]++;
    fleet->place[len][n] = squares;
    fleet->first[len][n] = (uint8_t)cell;
    fleet->stride[len][n] = (uint8_t)stride;
    fleet->starts[len][stride != 1] |= cells_one(cell);
    for (int k = 0; k < len; k++) {
        int at = cell + k * stride, m = fleet->through_count[len][at]++;
        fleet->through[len][at][m] = (uint8_t)n;
        placeset_add(&fleet->across[len][at], n);
    }
}

static void list_places(Fleet *fleet, int len) {
    for (int row = 0; row < fleet->rows; row++)
        for (int col = 0; col < fleet->cols; col++) {
            int cell = row * fleet->cols + col;
            if (col + len <= fleet->cols) add_place(fleet, len, cell, 1);
            if (row + len <= fleet->rows && len > 1)
                add_place(fleet, len, cell, fleet->cols);
        }
}

static void list_lattices(Fleet *fleet, int len) {
    for (int shift = 0; shift < len; shift++)
        for (int cell = 0; cell < fleet->cells; cell++) {
            int diagonal = cell / fleet->cols + cell % fleet->cols;
            if ((diagonal + shift) % len == 0)
                fleet->lattice[len][shift] |= cells_one(cell);
        }
}

static void sort_ships(Fleet *fleet, const int *lens) {
    for (int i = 0; i < fleet->ships; i++) {
        int j = i;
        for (; j > 0 && fleet->len[j - 1] < lens[i]; j--)
            fleet->len[j] = fleet->len[j - 1];
        fleet->len[j] = lens[i];
    }
}

static bool check(int rows, int cols, const int *lens, int ships, Err *err) {
    if (rows < 1 || rows > SIDE_MAX || cols < 1 || cols > SIDE_MAX ||
        rows * cols > CELLS_MAX)
        return err_set(err,
                       "a board has 1 to %d rows and columns and at most %d "
                       "squares, not %d x %d",
                       SIDE_MAX, CELLS_MAX, rows, cols);
    if (ships < 1 || ships > SHIPS_MAX)
        return err_set(err, "ships: expected 1 to %d, got %d", SHIPS_MAX,
                       ships);
    for (int i = 0; i < ships; i++)
        if (lens[i] < 1 || lens[i] > SHIP_LEN_MAX)
            return err_set(err, "ship %d: length must be 1 to %d, got %d",
                           i + 1, SHIP_LEN_MAX, lens[i]);
    return true;
}

/* ---- drawing ------------------------------------------------------------- */

static bool draw_once(const Fleet *fleet, Rng *rng, Cells ship[]) {
    Cells taken = 0;
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i], tries = 0;
        uint32_t n = (uint32_t)fleet->places[len];
        if (n == 0) return false;
        do {
            if (tries++ == TRIES) return false;
            ship[i] = fleet->place[len][rng_below(rng, n)];
        } while (ship[i] & taken);
        taken |= ship[i];
    }
    return true;
}

void fleet_draw(const Fleet *fleet, Rng *rng, Cells ship[]) {
    for (int i = 0; i < RESTARTS; i++)
        if (draw_once(fleet, rng, ship)) return;
    memcpy(ship, fleet->sample, sizeof fleet->sample);
}

bool fleet_init(Fleet *fleet, int rows, int cols, const int *lens, int ships,
                Err *err) {
    if (!check(rows, cols, lens, ships, err)) return false;
    memset(fleet, 0, sizeof *fleet);
    fleet->rows = rows;
    fleet->cols = cols;
    fleet->cells = rows * cols;
    fleet->ships = ships;
    margin_init(&fleet->ring, rows, cols);
    for (int i = 0; i < fleet->cells; i++) fleet->board |= cells_one(i);
    sort_ships(fleet, lens);
    for (int len = 1; len <= SHIP_LEN_MAX; len++) {
        list_places(fleet, len);
        list_lattices(fleet, len);
    }
    Rng rng = rng_seed(1);
    for (int i = 0; i < RESTARTS; i++)
        if (draw_once(fleet, &rng, fleet->sample)) return true;
    return err_set(err, "the ships do not fit a board of %d x %d", rows, cols);
}

/* ---- where ships still fit ----------------------------------------------- */

static Cells reach(Cells open, Cells starts, int len, int stride) {
    for (int k = 0; k < len; k++) starts &= open >> (k * stride);
    Cells covered = 0;
    for (int k = 0; k < len; k++) covered |= starts << (k * stride);
    return covered;
}

Cells fleet_reach(const Fleet *fleet, int len, Cells blocked) {
    Cells open = fleet->board & ~blocked;
    return reach(open, fleet->starts[len][0], len, 1) |
           reach(open, fleet->starts[len][1], len, fleet->cols);
}

/* ---- checking ------------------------------------------------------------ */

static bool is_place(const Fleet *fleet, int len, Cells ship) {
    for (int p = 0; p < fleet->places[len]; p++)
        if (fleet->place[len][p] == ship) return true;
    return false;
}

bool fleet_legal(const Fleet *fleet, const Cells ship[], Err *err) {
    Cells taken = 0;
    for (int i = 0; i < fleet->ships; i++) {
        if (!is_place(fleet, fleet->len[i], ship[i]))
            return err_set(err, "ship %d must be %d squares in a line", i + 1,
                           fleet->len[i]);
        if (ship[i] & taken)
            return err_set(err, "ship %d lies on another", i + 1);
        taken |= ship[i];
    }
    return true;
}
