/* place.c -- the placements of the paper's Figure 2.
 *
 * A strategy that finds no room for a ship starts over, a fixed number of
 * times, and then falls back on random placement: on other boards the corners
 * may be too near each other, or the bottom row too short.
 */
#include "place.h"

#include <string.h>

#include "base/suggest.h"
#include "base/mem.h"

enum {
    TRIES = 100,
    QUADRANT_PERCENT = 80,           /* how strongly the quadrant is favoured */
};

/* A place of a ship within `within` that is free; 0 if there is none. */
static Cells free_place(const Fleet *fleet, Rng *rng, int len, Cells within,
                        Cells taken) {
    Cells fit[PLACES_MAX];
    uint32_t n = 0;
    for (int k = 0; k < fleet->places[len]; k++) {
        Cells place = fleet->place[len][k];
        if (!(place & taken) && !(place & ~within)) fit[n++] = place;
    }
    return n ? fit[rng_below(rng, n)] : 0;
}

static void draw_uniform(const Fleet *fleet, Rng *rng, Cells ship[]) {
    for (int tries = 0; tries < 10 * TRIES; tries++) {
        Cells taken = 0;
        int i = 0;
        for (; i < fleet->ships; i++) {
            int len = fleet->len[i];
            uint32_t n = (uint32_t)fleet->places[len];
            ship[i] = fleet->place[len][rng_below(rng, n)];
            if (ship[i] & taken) break;
            taken |= ship[i];
        }
        if (i == fleet->ships) return;
    }
    fleet_draw(fleet, rng, ship);
}

/* ---- lower left ---------------------------------------------------------- */

static Cells lower_left(const Fleet *fleet) {
    Cells squares = 0;
    for (int cell = 0; cell < fleet->cells; cell++)
        if (cell / fleet->cols >= fleet->rows / 2 &&
            cell % fleet->cols < (fleet->cols + 1) / 2)
            squares |= cells_one(cell);
    return squares;
}

static bool try_quadrant(const Fleet *fleet, Rng *rng, Cells ship[]) {
    Cells taken = 0, quadrant = lower_left(fleet);
    for (int i = 0; i < fleet->ships; i++) {
        bool inside = rng_below(rng, 100) < QUADRANT_PERCENT;
        Cells within = inside ? quadrant : fleet->board;
        ship[i] = free_place(fleet, rng, fleet->len[i], within, taken);
        if (!ship[i])
            ship[i] = free_place(fleet, rng, fleet->len[i], fleet->board,
                                 taken);
        if (!ship[i]) return false;
        taken |= ship[i];
    }
    return true;
}

/* ---- bottom row ---------------------------------------------------------- */

static bool try_bottom(const Fleet *fleet, Rng *rng, Cells ship[]) {
    Cells taken = 0;
    for (int i = 0; i < fleet->ships; i++) {
        int col = (int)rng_below(rng, (uint32_t)fleet->cols);
        int len = fleet->len[i], bottom = fleet->cells - fleet->cols + col;
        if (len > fleet->rows) return false;
        ship[i] = 0;
        for (int k = 0; k < len; k++)
            ship[i] |= cells_one(bottom - k * fleet->cols);
        if (ship[i] & taken) return false;
        taken |= ship[i];
    }
    return true;
}

/* ---- corners ------------------------------------------------------------- */

static int corner(const Fleet *fleet, int k) {
    int right = fleet->cols - 1, bottom = fleet->cells - fleet->cols;
    const int corners[4] = { 0, right, bottom, bottom + right };
    return corners[k];
}

/* A ship through the corner, along the row or the column. */
static Cells corner_place(const Fleet *fleet, Rng *rng, int len, int cell) {
    int n = fleet->through_count[len][cell];
    if (n == 0) return 0;
    return fleet
        ->place[len][fleet->through[len][cell][rng_below(rng, (uint32_t)n)]];
}

static bool try_corners(const Fleet *fleet, Rng *rng, Cells ship[]) {
    int order[SHIPS_MAX];
    for (int i = 0; i < fleet->ships; i++) order[i] = i;
    rng_shuffle(rng, order, (size_t)fleet->ships, sizeof *order);
    Cells taken = 0;
    for (int k = 0; k < fleet->ships; k++) {
        int i = order[k], len = fleet->len[i];
        ship[i] = k < 4 ? corner_place(fleet, rng, len, corner(fleet, k))
                        : free_place(fleet, rng, len, fleet->board, taken);
        if (!ship[i] || (ship[i] & taken)) return false;
        taken |= ship[i];
    }
    return true;
}

/* ---- upright, and in the shape of a T ----------------------------------- */

static Cells upright(const Fleet *fleet, Rng *rng, int len, Cells taken) {
    Cells fit[PLACES_MAX];
    uint32_t n = 0;
    for (int k = 0; k < fleet->places[len]; k++)
        if (fleet->stride[len][k] == fleet->cols &&
            !(fleet->place[len][k] & taken))
            fit[n++] = fleet->place[len][k];
    return n ? fit[rng_below(rng, n)] : 0;
}

static bool try_upright(const Fleet *fleet, Rng *rng, Cells ship[]) {
    Cells taken = 0;
    for (int i = 0; i < fleet->ships; i++) {
        ship[i] = upright(fleet, rng, fleet->len[i], taken);
        if (!ship[i]) return false;
        taken |= ship[i];
    }
    return true;
}

/* A place whose end touches the middle of the ship `bar`, at a right angle. */
static Cells stem(const Fleet *fleet, Rng *rng, int len, const Cells *bar,
                  Cells taken) {
    int first = cells_first(*bar), size = cells_count(*bar);
    bool along_row = first % fleet->cols < fleet->cols - 1 &&
                     cells_has(*bar, first + 1);
    int middle = first + size / 2 * (along_row ? 1 : fleet->cols);
    Cells fit[2];
    uint32_t n = 0;
    for (int side = 0; side < 2; side++) {
        int at = middle, dir = (along_row ? 0 : 2) + side, k = 0;
        for (fit[n] = 0; k < len; k++) {
            at = fleet_step(fleet, at, dir);
            if (at < 0 || cells_has(taken, at)) break;
            fit[n] |= cells_one(at);
        }
        n += k == len;
    }
    return n ? fit[rng_below(rng, n)] : 0;
}

/* Ships in pairs, longest first; of an odd number the last lies alone. */
static bool try_tee(const Fleet *fleet, Rng *rng, Cells ship[]) {
    Cells taken = 0;
    for (int i = 0; i < fleet->ships; i++) {
        int len = fleet->len[i];
        ship[i] = i % 2 == 0 ? free_place(fleet, rng, len, fleet->board, taken)
                             : stem(fleet, rng, len, &ship[i - 1], taken);
        if (!ship[i]) return false;
        taken |= ship[i];
    }
    return true;
}

/* ---- the rows ------------------------------------------------------------ */

typedef bool TryDraw(const Fleet *fleet, Rng *rng, Cells ship[]);

static void draw_or_random(TryDraw *try_draw, const Fleet *fleet, Rng *rng,
                           Cells ship[]) {
    for (int i = 0; i < TRIES; i++)
        if (try_draw(fleet, rng, ship)) return;
    fleet_draw(fleet, rng, ship);
}

static void draw_quadrant(const Fleet *fleet, Rng *rng, Cells ship[]) {
    draw_or_random(try_quadrant, fleet, rng, ship);
}

static void draw_bottom(const Fleet *fleet, Rng *rng, Cells ship[]) {
    draw_or_random(try_bottom, fleet, rng, ship);
}

static void draw_corners(const Fleet *fleet, Rng *rng, Cells ship[]) {
    draw_or_random(try_corners, fleet, rng, ship);
}

static void draw_upright(const Fleet *fleet, Rng *rng, Cells ship[]) {
    draw_or_random(try_upright, fleet, rng, ship);
}

static void draw_tee(const Fleet *fleet, Rng *rng, Cells ship[]) {
    draw_or_random(try_tee, fleet, rng, ship);
}

static void draw_combination(const Fleet *fleet, Rng *rng, Cells ship[]) {
    placements[rng_below(rng, 4)].draw(fleet, rng, ship);
}

const Placement placements[] = {
    { .name = "random", .help = "each ship in turn at a random free place",
      .draw = fleet_draw },
    { .name = "lower-left",
      .help = "in the lower left quadrant, four times in five",
      .draw = draw_quadrant },
    { .name = "bottom", .help = "upright, from the bottom row upwards",
      .draw = draw_bottom },
    { .name = "corners", .help = "a ship in each corner, the others at random",
      .draw = draw_corners },
    { .name = "combination", .help = "any of the four above, anew in each game",
      .draw = draw_combination },
    { .name = "uniform", .help = "every legal fleet equally likely",
      .draw = draw_uniform },
    { .name = "upright", .help = "every ship upright, at a random free place",
      .draw = draw_upright },
    { .name = "tee",
      .help = "two by two in the shape of a T, the last at random",
      .draw = draw_tee },
    { .name = NULL },
};

const Placement *placement_find(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (const Placement *p = placements; p->name; p++) {
        if (strcmp(p->name, name) == 0) return p;
        suggest_offer(&near, p->name);
    }
    err_set(err, "no placement '%.60s'%s%s%s", name,
            near.best ? "; did you mean '" : "", near.best ? near.best : "",
            near.best ? "'?" : "");
    return NULL;
}

void placement_count(const Placement *placement, const Fleet *fleet,
                     uint64_t seed, uint64_t first, uint64_t last,
                     uint32_t count[]) {
    for (uint64_t i = first; i < last; i++) {
        Rng rng = rng_key(seed, i, 0, RNG_CASES);
        Cells ship[SHIPS_MAX], all = 0;
        placement_draw(placement, fleet, &rng, ship);
        for (int k = 0; k < fleet->ships; k++) all |= ship[k];
        for (; all; all &= all - 1) count[cells_first(all)]++;
    }
}

/* ---- many fleets --------------------------------------------------------- */

enum { COVER_CHUNK = 4096 };         /* fleets a worker takes at a time */

typedef struct Cover {
    PlacementSample sample;
    uint32_t        count[POOL_THREADS_MAX][CELLS_MAX];
} Cover;

static void cover_some(void *context, int worker, size_t first, size_t last) {
    Cover *c = context;
    placement_count(c->sample.placement, c->sample.fleet, c->sample.seed, first,
                    last, c->count[worker]);
}

bool placement_cover(const PlacementSample *sample, Pool *pool,
                     uint64_t count[], Err *err) {
    Cover *c = mem_new(1, sizeof *c, err);
    if (!c) return false;
    c->sample = *sample;
    pool_run(pool, sample->fleets, COVER_CHUNK, cover_some, c);
    for (int i = 0; i < sample->fleet->cells; i++) {
        count[i] = 0;
        for (int w = 0; w < POOL_THREADS_MAX; w++) count[i] += c->count[w][i];
    }
    mem_free(c);
    return true;
}
