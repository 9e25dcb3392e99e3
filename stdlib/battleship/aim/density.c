/* density.c -- counting places, kept up to date shot by shot.
 *
 * sum[square] is the weight of all living places through it. A place dies once:
 * when one of its squares is blocked, or its ship is sunk; its weight is then
 * taken from its squares. Weights are whole numbers, so nothing drifts, and
 * test_battleship compares the sums with a count from scratch.
 *
 * Only the type of a sunk ship is announced, so which hits were its own is a
 * guess that may be wrong. If then no place is left, misses alone are believed.
 */
#include "density.h"

#include <string.h>

/* ---- priors -------------------------------------------------------------- */

static void add_place(uint64_t sum[], const Fleet *fleet, int len, int place,
                      uint64_t weight) {
    int at = fleet->first[len][place], stride = fleet->stride[len][place];
    for (int k = 0; k < len; k++, at += stride) sum[at] += weight;
}

void density_sum(Prior *prior, const Fleet *fleet) {
    memset(prior->sum, 0, sizeof prior->sum);
    for (int i = 0; i < fleet->ships; i++)
        for (int p = 0; p < fleet->places[fleet->len[i]]; p++)
            add_place(prior->sum, fleet, fleet->len[i], p, prior->weight[i][p]);
}

void density_uniform(Prior *prior, const Fleet *fleet) {
    for (int i = 0; i < SHIPS_MAX; i++)
        for (int p = 0; p < PLACES_MAX; p++) prior->weight[i][p] = 1;
    prior->spaced = false;
    density_sum(prior, fleet);
}

/* ---- keeping the sums ---------------------------------------------------- */

void density_init(Density *d, const Waters *sea, const Prior *prior) {
    d->sea = sea;
    d->prior = prior;
    d->blocked = d->live = 0;
    d->offset = 0;
    d->power = DENSITY_POWER;
    memcpy(d->sum, prior->sum, sizeof d->sum);
    memset(d->dead, 0, sizeof d->dead);
}

static void kill_place(Density *d, int ship, int place) {
    if (d->dead[ship][place]) return;
    d->dead[ship][place] = 1;
    uint64_t weight = d->prior->weight[ship][place];
    add_place(d->sum, d->sea->fleet, d->sea->fleet->len[ship], place,
              0 - weight);
}

static void block(Density *d, int cell) {
    const Fleet *fleet = d->sea->fleet;
    d->blocked |= cells_one(cell);
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i], n = fleet->through_count[len][cell];
        for (int k = 0; k < n; k++)
            kill_place(d, i, fleet->through[len][cell][k]);
    }
}

void density_told(Density *d, int cell, ShotResult result, Rng *rng) {
    if (result == SHOT_MISS) {
        block(d, cell);
        return;
    }
    d->live |= cells_one(cell);
    if (result != SHOT_SUNK) return;
    int ship = d->sea->last_sunk, len = d->sea->fleet->len[ship];
    Cells gone = waters_guess_sunk(d->sea, d->live, cell, rng);
    for (int p = 0; p < d->sea->fleet->places[len]; p++) kill_place(d, ship, p);
    d->live &= ~gone;
    for (; gone; gone &= gone - 1) block(d, cells_first(gone));
}

/* ---- beliefs ------------------------------------------------------------- */

/* Adds a place through live hits to the squares that are still open. */
static void add_wounded(const Density *d, int ship, int place,
                        uint64_t value[]) {
    const Fleet *fleet = d->sea->fleet;
    int len = fleet->len[ship];
    Cells squares = fleet->place[len][place];
    int hits = cells_count(squares & d->live);
    if (hits == len) return;                  /* it would have been announced */
    uint64_t weight = d->prior->weight[ship][place];
    for (int k = 1; k < hits; k++) weight *= d->power;
    for (squares &= ~d->sea->shot; squares; squares &= squares - 1)
        value[cells_first(squares)] += weight;
}

/* Places through at least one live hit, each once. */
static void wounded(const Density *d, uint64_t value[]) {
    const Fleet *fleet = d->sea->fleet;
    for (Cells left = d->live; left; left &= left - 1) {
        int cell = cells_first(left);
        Cells before = d->live & (cells_one(cell) - 1);
        for (int i = 0; i < fleet->ships; i++) {
            int len = fleet->len[i];
            for (int k = 0; k < fleet->through_count[len][cell]; k++) {
                int p = fleet->through[len][cell][k];
                if (d->dead[i][p] || (fleet->place[len][p] & before)) continue;
                add_wounded(d, i, p, value);
            }
        }
    }
}

/* Places that agree with the misses alone: after a wrong guess. */
static void despair(const Density *d, uint64_t value[]) {
    const Fleet *fleet = d->sea->fleet;
    Cells misses = d->sea->shot & ~d->sea->hit;
    for (int i = 0; i < fleet->ships; i++) {
        if (d->sea->sunk >> i & 1) continue;
        int len = fleet->len[i];
        for (int p = 0; p < fleet->places[len]; p++) {
            Cells squares = fleet->place[len][p];
            if (squares & misses) continue;
            for (squares &= ~d->sea->shot; squares; squares &= squares - 1)
                value[cells_first(squares)]++;
        }
    }
}

static uint64_t greatest(const uint64_t value[], int n) {
    uint64_t most = 0;
    for (int i = 0; i < n; i++) most = value[i] > most ? value[i] : most;
    return most;
}

/* No ship is known to be hit: the sums, on the lattice six fifths of them. */
static void unwounded(const Density *d, uint64_t value[]) {
    const Fleet *fleet = d->sea->fleet;
    memcpy(value, d->sum, (size_t)fleet->cells * sizeof *value);
    int step = waters_shortest(d->sea);
    if (!d->prior->spaced || step == 0) return;
    Cells lattice = fleet_lattice(fleet, step, d->offset);
    for (int i = 0; i < fleet->cells; i++)
        value[i] *= cells_has(lattice, i) ? 6 : 5;
}

void density_belief(const Density *d, uint64_t value[]) {
    int n = d->sea->fleet->cells;
    if (d->live) {
        memset(value, 0, (size_t)n * sizeof *value);
        wounded(d, value);
    } else {
        unwounded(d, value);
    }
    if (greatest(value, n) == 0) despair(d, value);
}

static int pick_greatest(const uint64_t value[], int n, Rng *rng) {
    uint64_t most = greatest(value, n);
    int tied[CELLS_MAX], ties = 0;
    for (int i = 0; i < n; i++) {
        tied[ties] = i;
        ties += value[i] == most;
    }
    return tied[ties > 1 ? rng_below(rng, (uint32_t)ties) : 0];
}

int density_target(const Density *d, Rng *rng) {
    uint64_t value[CELLS_MAX];
    density_belief(d, value);
    int cell = pick_greatest(value, d->sea->fleet->cells, rng);
    if (!cells_has(d->sea->shot, cell)) return cell;
    Cells open = d->sea->fleet->board & ~d->sea->shot;
    return cells_first(open);
}

void density_play(const Prior *prior, Waters *sea, Rng *rng) {
    Density d;
    density_init(&d, sea, prior);
    if (prior->spaced) d.offset = (int)rng_below(rng, LATTICE_SHIFTS);
    while (sea->left > 0) {
        int cell = density_target(&d, rng);
        density_told(&d, cell, waters_fire(sea, cell), rng);
    }
}
