/* hunt.c -- orders of shooting: random, patterned, filtered.
 *
 * All orders walk a list of squares prepared when the game starts. The filtered
 * ones pass over squares that no ship afloat can cover; the lattices first over
 * those off the lattice of the longest (as the paper prints) or shortest ship.
 */
#include "hunt.h"

#include <string.h>

#include "base/suggest.h"

const HuntRow hunts[HUNT_KINDS] = {
    [HUNT_RANDOM]       = { "random", "squares in random order" },
    [HUNT_CHECKERBOARD] = { "checkerboard",
                            "one colour at random, then the other" },
    [HUNT_SCAN]         = { "scan", "one colour row by row, then the other" },
    [HUNT_ROWS]         = { "rows", "row by row from the top" },
    [HUNT_FILTERED]     = { "filtered",
                            "checkerboard where a ship afloat fits" },
    [HUNT_LARGEST]      = { "largest",
                            "lattice of the longest ship, filtered" },
    [HUNT_SMALLEST]     = { "smallest",
                            "lattice of the shortest ship, filtered" },
};

int hunt_find(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (int i = 0; i < HUNT_KINDS; i++) {
        if (strcmp(hunts[i].name, name) == 0) return i;
        suggest_offer(&near, hunts[i].name);
    }
    err_set(err, "no targeting '%.60s'%s%s%s", name,
            near.best ? "; did you mean '" : "", near.best ? near.best : "",
            near.best ? "'?" : "");
    return -1;
}

static bool colour(const Fleet *fleet, int cell) {
    return (cell / fleet->cols + cell % fleet->cols) & 1;
}

/* Lists the squares of one colour, then those of the other. */
static void by_colour(Hunt *hunt, const Fleet *fleet, Rng *rng, bool shuffled) {
    int n = 0, first = 0;
    for (int k = 0; k < 2; k++) {
        for (int cell = 0; cell < fleet->cells; cell++)
            if (colour(fleet, cell) == ((hunt->offset ^ k) & 1))
                hunt->order[n++] = (uint8_t)cell;
        if (shuffled)
            rng_shuffle(rng, hunt->order + first, (size_t)(n - first), 1);
        first = n;
    }
}

void hunt_init(Hunt *hunt, HuntKind kind, const Fleet *fleet, Rng *rng) {
    hunt->kind = kind;
    hunt->next = 0;
    hunt->offset = (int)rng_below(rng, LATTICE_SHIFTS);
    if (kind == HUNT_CHECKERBOARD || kind == HUNT_FILTERED ||
        kind == HUNT_SCAN) {
        by_colour(hunt, fleet, rng, kind != HUNT_SCAN);
        return;
    }
    for (int i = 0; i < fleet->cells; i++) hunt->order[i] = (uint8_t)i;
    if (kind != HUNT_ROWS)
        rng_shuffle(rng, hunt->order, (size_t)fleet->cells, 1);
}

void hunt_ranked(Hunt *hunt, HuntKind kind, const Fleet *fleet,
                 const float value[], int offset) {
    hunt->kind = kind;
    hunt->next = 0;
    hunt->offset = offset;
    for (int i = 0; i < fleet->cells; i++) {     /* of equals the first stays */
        int j = i;
        for (; j > 0 && value[hunt->order[j - 1]] < value[i]; j--)
            hunt->order[j] = hunt->order[j - 1];
        hunt->order[j] = (uint8_t)i;
    }
}

static int first_of(const Hunt *hunt, Cells allowed) {
    int i = 0;
    while (!cells_has(allowed, hunt->order[i])) i++;
    return hunt->order[i];
}

int hunt_target(Hunt *hunt, const Waters *sea) {
    while (cells_has(sea->shot, hunt->order[hunt->next])) hunt->next++;
    if (hunt->kind < HUNT_FILTERED) return hunt->order[hunt->next];
    Cells allowed = waters_possible(sea);
    if (hunt->kind != HUNT_FILTERED) {
        int step = hunt->kind == HUNT_LARGEST ? waters_longest(sea)
                                              : waters_shortest(sea);
        Cells lattice = fleet_lattice(sea->fleet, step, hunt->offset) & allowed;
        if (lattice) allowed = lattice;
    }
    return first_of(hunt, allowed);
}
