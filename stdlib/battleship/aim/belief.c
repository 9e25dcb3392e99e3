/* belief.c -- explanations, found by taking the first hit not yet explained.
 *
 * Of several ships alike only the first unused one is tried, and weighs as much
 * as they are many. The search stops after a fixed number of steps: what it has
 * found by then must do.
 */
#include "belief.h"

#include <string.h>

enum { SEARCH_MAX = 20000 };

/* ---- what is possible ---------------------------------------------------- */

void belief_init(Belief *b, const Waters *sea) {
    memset(b, 0, sizeof *b);
    b->sea = sea;
    for (int i = 0; i < sea->fleet->ships; i++)
        for (int p = 0; p < sea->fleet->places[sea->fleet->len[i]]; p++)
            placeset_add(&b->open[i], p);
}

static void keep_off(const Fleet *fleet, int len, Cells squares,
                     PlaceSet *set) {
    for (; squares; squares &= squares - 1)
        placeset_remove(set, &fleet->across[len][cells_first(squares)]);
}

static void block(Belief *b, Cells squares) {
    const Fleet *fleet = b->sea->fleet;
    for (int i = 0; i < fleet->ships; i++)
        keep_off(fleet, fleet->len[i], squares, &b->open[i]);
}

/* Drops the ways through hits that were settled since. */
static void narrow(Riddle *r, Cells live) {
    int n = 0;
    for (int i = 0; i < r->ways; i++)
        if (!(r->way[i] & ~live)) r->way[n++] = r->way[i];
    r->ways = n;
}

/* A riddle with one way left is solved, which may solve others. */
static void solve(Belief *b) {
    for (int k = 0; k < b->riddles;) {
        narrow(&b->riddle[k], b->live);
        if (b->riddle[k].ways != 1) {
            k++;
            continue;
        }
        Cells gone = b->riddle[k].way[0];
        b->live &= ~gone;
        block(b, gone);
        b->riddle[k] = b->riddle[--b->riddles];
        k = 0;
    }
}

void belief_told(Belief *b, int cell, ShotResult result) {
    const Fleet *fleet = b->sea->fleet;
    if (result == SHOT_MISS) {
        block(b, cells_one(cell));
        return;
    }
    b->live |= cells_one(cell);
    if (result != SHOT_SUNK) return;
    int len = fleet->len[b->sea->last_sunk];
    Riddle *r = &b->riddle[b->riddles++];
    r->ways = 0;
    for (int k = 0; k < fleet->through_count[len][cell]; k++) {
        Cells way = fleet->place[len][fleet->through[len][cell][k]];
        if (!(way & ~b->live)) r->way[r->ways++] = way;
    }
    solve(b);
}

/* ---- explanations -------------------------------------------------------- */

typedef struct Search {
    Belief  *b;
    unsigned used;                   /* bit i: ship i explains a hit */
    int      most;                   /* ships that may be used */
    int      steps;
    bool     cut;                    /* more ships would explain more */
} Search;

static bool unused(const Search *s, int ship) {
    return belief_afloat(s->b, ship) && !(s->used >> ship & 1);
}

/* Is there an unused ship of that length before this one? */
static bool has_twin(const Search *s, int ship) {
    if (ship == 0) return false;
    const int *len = &s->b->sea->fleet->len[ship];
    return len[-1] == len[0] && unused(s, ship - 1);
}

/* Unused ships of this one's length from it on. */
static int twins(const Search *s, int ship) {
    const Fleet *fleet = s->b->sea->fleet;
    int n = 0;
    for (int i = ship; i < fleet->ships && fleet->len[i] == fleet->len[ship];
         i++)
        n += unused(s, i);
    return n;
}

/* Every hit is explained by the ships on `taken`. */
static void found(Search *s, Cells taken, double weight) {
    Belief *b = s->b;
    const Fleet *fleet = b->sea->fleet;
    Cells fresh = taken & ~b->sea->hit;
    int ways = 0;
    for (int i = 0; i < fleet->ships; i++) {
        if (!unused(s, i)) continue;
        if (!has_twin(s, i)) {
            PlaceSet left = b->clear[i];
            keep_off(fleet, fleet->len[i], fresh, &left);
            ways = placeset_count(&left);
        }
        weight *= ways;
    }
    b->all += weight;
    for (int i = 0; i < fleet->ships; i++)
        if (unused(s, i)) b->unhit[i] += weight;
    for (; fresh; fresh &= fresh - 1) b->wounded[cells_first(fresh)] += weight;
}

static void explain(Search *s, Cells taken, int ships, double weight);

/* Lets a ship explain the hit at `cell` in all ways. */
static void try_ship(Search *s, int ship, int cell, Cells taken, int ships,
                     double weight) {
    const Belief *b = s->b;
    const Fleet *fleet = b->sea->fleet;
    int len = fleet->len[ship];
    weight *= twins(s, ship);
    s->used |= 1u << ship;
    for (int k = 0; k < fleet->through_count[len][cell]; k++) {
        int p = fleet->through[len][cell][k];
        Cells place = fleet->place[len][p];
        if (!placeset_has(&b->open[ship], p) || (place & taken)) continue;
        if (place & ~b->sea->hit) explain(s, taken | place, ships + 1, weight);
    }
    s->used &= ~(1u << ship);
}

static void explain(Search *s, Cells taken, int ships, double weight) {
    Cells left = s->b->live & ~taken;
    if (s->steps++ > SEARCH_MAX) return;
    if (!left) {
        found(s, taken, weight);
        return;
    }
    if (ships == s->most) {
        s->cut = true;
        return;
    }
    for (int i = 0; i < s->b->sea->fleet->ships; i++)
        if (unused(s, i) && !has_twin(s, i))
            try_ship(s, i, cells_first(left), taken, ships, weight);
}

static void unriddle(Search *s, int k, Cells taken) {
    if (k == s->b->riddles) {
        explain(s, taken, 0, 1);
        return;
    }
    const Riddle *r = &s->b->riddle[k];
    for (int i = 0; i < r->ways; i++)
        if (!(r->way[i] & taken)) unriddle(s, k + 1, taken | r->way[i]);
}

/* All explanations with at most so many ships; true if there may be more. */
static bool weigh(Belief *b, int most) {
    Search s = { .b = b, .most = most };
    b->all = 0;
    memset(b->wounded, 0, sizeof b->wounded);
    memset(b->unhit, 0, sizeof b->unhit);
    unriddle(&s, 0, 0);
    return s.cut;
}

void belief_weigh(Belief *b) {
    const Fleet *fleet = b->sea->fleet;
    for (int i = 0; i < fleet->ships; i++) {
        b->clear[i] = b->open[i];
        keep_off(fleet, fleet->len[i], b->live, &b->clear[i]);
        b->places[i] = placeset_count(&b->clear[i]);
    }
    for (int most = 0; most <= fleet->ships; most++) {
        bool more = weigh(b, most);
        if (b->all <= 0) continue;
        if (more && most > 0) weigh(b, most + 1);
        return;
    }
}
