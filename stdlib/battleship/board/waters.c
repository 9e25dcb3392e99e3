/* waters.c -- shots and what is announced about them. */
#include "waters.h"

#include <string.h>

void waters_init(Waters *sea, const Fleet *fleet, const Cells ship[]) {
    memset(sea, 0, sizeof *sea);
    sea->fleet = fleet;
    memcpy(sea->ship, ship, (size_t)fleet->ships * sizeof *ship);
    for (int i = 0; i < fleet->ships; i++) sea->all |= ship[i];
    sea->left = fleet->ships;
    sea->last_sunk = -1;
}

int waters_longest(const Waters *sea) {
    for (int i = 0; i < sea->fleet->ships; i++)
        if (!(sea->sunk >> i & 1)) return sea->fleet->len[i];
    return 0;
}

int waters_shortest(const Waters *sea) {
    for (int i = sea->fleet->ships - 1; i >= 0; i--)
        if (!(sea->sunk >> i & 1)) return sea->fleet->len[i];
    return 0;
}

Cells waters_possible(const Waters *sea) {
    Cells open = sea->fleet->board & ~sea->shot, misses = sea->shot & ~sea->hit;
    Cells can = fleet_reach(sea->fleet, waters_shortest(sea), misses) & open;
    return can ? can : open;
}

Cells waters_guess_sunk(const Waters *sea, Cells live, int cell, Rng *rng) {
    const Fleet *fleet = sea->fleet;
    int len = fleet->len[sea->last_sunk];
    Cells fit[2 * SHIP_LEN_MAX];
    uint32_t n = 0;
    for (int k = 0; k < fleet->through_count[len][cell]; k++) {
        Cells place = fleet->place[len][fleet->through[len][cell][k]];
        if (!(place & ~live)) fit[n++] = place;
    }
    return n ? fit[rng_below(rng, n)] : 0;
}
