/* lattice.c -- a minimum vertex cover, by augmenting paths.
 *
 * A square costs COST, less up to a BONUS for its value. Dark squares are fed
 * as much as they cost, light ones drain as much. When nothing more can flow,
 * the squares that the unspent feed still reaches tell the cover: the light
 * ones reached, and the dark ones not reached.
 */
#include "lattice.h"

#include <string.h>

enum { COST = 10000, BONUS = 3000 };

typedef struct Flow {
    const Fleet *fleet;
    uint8_t      edge[CELLS_MAX];    /* bit d: joined with its neighbour d */
    int          left[CELLS_MAX];    /* to be fed or drained */
    int          flow[CELLS_MAX][4]; /* from a dark square to neighbour d */
    Cells        seen;
} Flow;

static int least(int a, int b) { return a < b ? a : b; }

static int colour_of(const Fleet *fleet, int cell) {
    return (cell / fleet->cols + cell % fleet->cols) & 1;
}

static bool join(const Flow *f, int cell, int dir, int *to) {
    if (!(f->edge[cell] >> dir & 1)) return false;
    *to = fleet_step(f->fleet, cell, dir);
    return true;
}

static int feed(Flow *f, int cell, int amount);

/* Takes back what light square `light` gets from other dark ones, and lets
 * these send it elsewhere. */
static int divert(Flow *f, int light, int amount) {
    int back;
    f->seen |= cells_one(light);
    for (int d = 0; d < 4; d++) {
        if (!join(f, light, d, &back) || f->flow[back][d ^ 1] == 0) continue;
        int got = feed(f, back, least(amount, f->flow[back][d ^ 1]));
        f->flow[back][d ^ 1] -= got;
        if (got) return got;
    }
    return 0;
}

/* Sends up to `amount` from a dark square along one path; what arrived. */
static int feed(Flow *f, int cell, int amount) {
    int to;
    if (cells_has(f->seen, cell)) return 0;
    f->seen |= cells_one(cell);
    for (int d = 0; d < 4; d++) {
        if (!join(f, cell, d, &to) || f->left[to] == 0) continue;
        int got = least(amount, f->left[to]);
        f->left[to] -= got;
        f->flow[cell][d] += got;
        return got;
    }
    for (int d = 0; d < 4; d++) {
        if (!join(f, cell, d, &to) || cells_has(f->seen, to)) continue;
        int got = divert(f, to, amount);
        f->flow[cell][d] += got;
        if (got) return got;
    }
    return 0;
}

static void start(Flow *f, const PlaceSet *twos, const double value[],
                  int colour) {
    const Fleet *fleet = f->fleet;
    double most = 1e-9;
    for (int p = placeset_next(twos, 0); p < PLACES_MAX;
         p = placeset_next(twos, p + 1)) {
        int bow = fleet->first[2][p], stride = fleet->stride[2][p];
        bool across = fleet_step(fleet, bow, 3) == bow + stride;
        f->edge[bow] |= (uint8_t)(across ? 8 : 2);
        f->edge[bow + stride] |= (uint8_t)(across ? 4 : 1);
    }
    for (int c = 0; c < fleet->cells; c++)
        if (f->edge[c] && value[c] > most) most = value[c];
    for (int c = 0; c < fleet->cells; c++)
        if (f->edge[c])
            f->left[c] = COST - (int)(BONUS * value[c] / most) +
                         (colour_of(fleet, c) != colour);
}

Cells lattice_least(const Fleet *fleet, const PlaceSet *twos,
                    const double value[], int colour) {
    Flow f;
    memset(&f, 0, sizeof f);
    f.fleet = fleet;
    start(&f, twos, value, colour);
    Cells reached = 0, set = 0;
    for (int c = 0; c < fleet->cells; c++) {
        if (colour_of(fleet, c) != 0) continue;
        for (int got = 1; f.left[c] > 0 && got > 0; f.left[c] -= got) {
            f.seen = 0;
            got = feed(&f, c, f.left[c]);
        }
    }
    f.seen = 0;
    for (int c = 0; c < fleet->cells; c++)
        if (colour_of(fleet, c) == 0 && f.left[c] > 0) feed(&f, c, f.left[c]);
    reached = f.seen;
    for (int c = 0; c < fleet->cells; c++)
        if (f.edge[c] && cells_has(reached, c) == (colour_of(fleet, c) == 1))
            set |= cells_one(c);
    return set;
}
