/* features.c -- the rows of the feature table, and each feature by itself.
 *
 * A row's count and squares are separate because C6 counts a square several
 * times and C2 and C5 show squares where no disc stands.
 */
#include "features.h"

#include <string.h>

#include "base/suggest.h"

static uint64_t empties(Board b) { return ~(b.me | b.you); }

/* ---- what is counted ---------------------------------------------------- */

static uint64_t own_discs(Board b) { return b.me; }
static uint64_t own_moves(Board b) { return oth_moves(b); }
static uint64_t touched(Board b) { return oth_neighbours(b.me) & b.you; }
static uint64_t frontier(Board b) { return oth_neighbours(empties(b)) & b.me; }
static uint64_t liberties(Board b) { return oth_neighbours(b.me) & empties(b); }
static uint64_t corners(Board b) { return b.me & OTH_CORNERS; }

static uint64_t edge_discs(Board b) {
    return b.me & UINT64_C(0xff818181818181ff);
}

static int count_discs(Board b) { return oth_count(own_discs(b)); }
static int count_moves(Board b) { return oth_count(own_moves(b)); }
static int count_touched(Board b) { return oth_count(touched(b)); }
static int count_frontier(Board b) { return oth_count(frontier(b)); }
static int count_liberties(Board b) { return oth_count(liberties(b)); }
static int count_pairs(Board b) { return oth_pairs(b.me, empties(b)); }
static int count_corners(Board b) { return oth_count(corners(b)); }

const Feature oth_features[FEATURES] = {
    { "C1", "discs", 100, "discs of each side", count_discs, own_discs },
    { "C2", "mobility", 100, "legal moves of each side", count_moves,
      own_moves },
    { "C3", "contact", 100, "opponent's discs beside own discs", count_touched,
      touched },
    { "C4", "frontier", 100, "own discs beside an empty square", count_frontier,
      frontier },
    { "C5", "liberties", 100, "empty squares beside own discs", count_liberties,
      liberties },
    { "C6", "openness", 100,
      "empty squares beside own discs, counted once per disc", count_pairs,
      liberties },
    { "C7", "corners", 200.0f / 3, "corners taken", count_corners, corners },
    { "C8", "edges", 4 * EDGE_MAX, "edge stability, from the edge table", NULL,
      edge_discs },
};

/* ---- looking at them ---------------------------------------------------- */

int oth_feature_find(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (int i = 0; i < FEATURES; i++) {
        const Feature *f = &oth_features[i];
        if (suggest_distance(name, f->symbol) == 0) return i;
        if (suggest_distance(name, f->name) == 0) return i;
        suggest_offer(&near, f->name);
    }
    err_set(err, "no feature '%s'%s%s%s", name,
            near.best ? "; did you mean '" : "; they are C1 to C8",
            near.best ? near.best : "", near.best ? "'?" : "");
    return -1;
}

float oth_feature(const Tables *t, int feature, Board b) {
    const Feature *f = &oth_features[feature];
    if (!f->count) return oth_edges(t, b);
    return oth_ratio(t, f->count(b), f->count(oth_pass(b)));
}

void oth_feature_all(const Tables *t, Board b, float values[FEATURES]) {
    for (int i = 0; i < FEATURES; i++)
        values[i] = oth_feature(t, i, b) * (100 / oth_features[i].bound);
}
