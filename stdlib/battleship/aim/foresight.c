/* foresight.c -- chances with a ship hit, plans without.
 *
 * A plan keeps for each length the places that are left, and per square how
 * many of them go through it, so a shot costs only the places that it kills.
 * Squares of the plan's lattice count a fifth more.
 */
#include "foresight.h"

#include <string.h>

#include "lattice.h"

enum { FIRST_SHOTS = 4 };            /* tried on each lattice */

static const double FAVOUR = 1.2;    /* of the lattice's squares */
static const double ALMOST = 0.9999; /* surely found: a plan ends */

/* ---- plans --------------------------------------------------------------- */

/* The ships of one length that are afloat. */
typedef struct Kind {
    int      len, ships, places;
    PlaceSet left;
} Kind;

typedef struct Plan {
    const Fleet *fleet;
    int          kinds;
    Kind         kind[SHIPS_MAX];
    double       value[CELLS_MAX];   /* places left through a square */
} Plan;

static void add_place(Plan *plan, const Kind *k, int place, double weight) {
    int at = plan->fleet->first[k->len][place];
    int stride = plan->fleet->stride[k->len][place];
    for (int i = 0; i < k->len; i++, at += stride) plan->value[at] += weight;
}

static void plan_start(Plan *plan, const Belief *b) {
    const Fleet *fleet = b->sea->fleet;
    memset(plan, 0, sizeof *plan);
    plan->fleet = fleet;
    for (int i = 0; i < fleet->ships; i++) {
        if (!belief_afloat(b, i)) continue;
        int last = plan->kinds - 1;
        if (last < 0 || plan->kind[last].len != fleet->len[i])
            plan->kind[plan->kinds++] = (Kind){ fleet->len[i], 0, b->places[i],
                                                b->clear[i] };
        plan->kind[plan->kinds - 1].ships++;
    }
    for (int i = 0; i < plan->kinds; i++) {
        const Kind *k = &plan->kind[i];
        for (int p = placeset_next(&k->left, 0); p < PLACES_MAX;
             p = placeset_next(&k->left, p + 1))
            add_place(plan, k, p, k->ships);
    }
}

/* A miss at `cell`. */
static void plan_miss(Plan *plan, int cell) {
    for (int i = 0; i < plan->kinds; i++) {
        Kind *k = &plan->kind[i];
        PlaceSet gone = plan->fleet->across[k->len][cell];
        for (int w = 0; w < PLACE_WORDS; w++) gone.word[w] &= k->left.word[w];
        placeset_remove(&k->left, &gone);
        for (int p = placeset_next(&gone, 0); p < PLACES_MAX;
             p = placeset_next(&gone, p + 1)) {
            add_place(plan, k, p, -k->ships);
            k->places--;
        }
    }
}

/* The chance that every ship has been met. */
static double all_met(const Plan *plan, const Plan *start) {
    double all = 1;
    for (int i = 0; i < plan->kinds; i++) {
        double left = (double)plan->kind[i].places / start->kind[i].places;
        for (int n = 0; n < plan->kind[i].ships; n++) all *= 1 - left;
    }
    return all;
}

static int dearest(const double value[], const double favour[], int n) {
    double most = 0;
    int best = -1;
    for (int c = 0; c < n; c++) {
        double v = value[c] * favour[c];
        if (v > most) most = v, best = c;
    }
    return best;
}

/* Shots until the last ship is met, if the first is at `cell` and the others
 * are greedy; no less than `enough` if it is dearer. */
static double plan_cost(const Plan *start, int cell, const double favour[],
                        double enough) {
    Plan plan = *start;
    double cost = 0;
    while (cell >= 0 && cost < enough) {
        double met = all_met(&plan, start);
        cost += 1 - met;
        if (met >= ALMOST) break;
        plan_miss(&plan, cell);
        cell = dearest(plan.value, favour, plan.fleet->cells);
    }
    return cost;
}

/* ---- lattices ------------------------------------------------------------ */

typedef struct Choice {
    const Plan *plan;
    double      cost;
    int         cell;
} Choice;

static void try_lattice(Choice *choice, Cells lattice) {
    const Plan *plan = choice->plan;
    double favour[CELLS_MAX], value[CELLS_MAX];
    int n = plan->fleet->cells;
    for (int c = 0; c < n; c++) {
        favour[c] = cells_has(lattice, c) ? FAVOUR : 1;
        value[c] = plan->value[c];
    }
    for (int k = 0; k < FIRST_SHOTS; k++) {
        int cell = dearest(value, favour, n);
        if (cell < 0) return;
        value[cell] = 0;
        double cost = plan_cost(plan, cell, favour, choice->cost);
        if (cost < choice->cost) *choice = (Choice){ plan, cost, cell };
    }
}

/* Squares of every len-th diagonal that goes down to the right. */
static Cells other_way(const Fleet *fleet, int len, int shift) {
    Cells set = 0;
    for (int c = 0; c < fleet->cells; c++) {
        int diagonal = c / fleet->cols - c % fleet->cols + shift;
        if (diagonal % len == 0) set |= cells_one(c);
    }
    return set;
}

/* No ship is known to be hit. */
static int plan_ahead(const Belief *b, int offset) {
    const Fleet *fleet = b->sea->fleet;
    int len = waters_shortest(b->sea);
    Plan plan;
    plan_start(&plan, b);
    Choice choice = { &plan, CELLS_MAX, -1 };
    if (len == 2) {
        const PlaceSet *twos = &plan.kind[plan.kinds - 1].left;
        try_lattice(&choice,
                    lattice_least(fleet, twos, plan.value, offset & 1));
        return choice.cell;
    }
    for (int k = 0; k < len; k++)
        try_lattice(&choice, fleet_lattice(fleet, len, offset + k));
    for (int k = 0; k < len; k++)
        try_lattice(&choice, other_way(fleet, len, LATTICE_SHIFTS + k));
    return choice.cell;
}

/* ---- chances ------------------------------------------------------------- */

/* Ships that are not hit, each with its share of places; and the wounded. */
static void chances(const Belief *b, double chance[]) {
    const Fleet *fleet = b->sea->fleet;
    for (int c = 0; c < fleet->cells; c++) chance[c] = b->wounded[c] / b->all;
    for (int i = 0; i < fleet->ships; i++) {
        if (!belief_afloat(b, i) || b->places[i] == 0) continue;
        double share = b->unhit[i] / b->all / b->places[i];
        const PlaceSet *clear = &b->clear[i];
        for (int p = placeset_next(clear, 0); p < PLACES_MAX;
             p = placeset_next(clear, p + 1))
            for (Cells s = fleet->place[fleet->len[i]][p]; s; s &= s - 1)
                chance[cells_first(s)] += share;
    }
}

/* An open square of the greatest chance, by lot. */
static int likeliest(const Belief *b, Rng *rng) {
    double chance[CELLS_MAX], most = -1;
    int tied[CELLS_MAX];
    uint32_t ties = 0;
    chances(b, chance);
    for (int c = 0; c < b->sea->fleet->cells; c++) {
        if (cells_has(b->sea->shot, c) || chance[c] < most) continue;
        if (chance[c] > most) ties = 0;
        most = chance[c];
        tied[ties++] = c;
    }
    return tied[ties > 1 ? rng_below(rng, ties) : 0];
}

static int target(Belief *b, int offset, Rng *rng) {
    belief_weigh(b);
    int cell = b->live ? -1 : plan_ahead(b, offset);
    if (cell < 0 && b->all > 0) cell = likeliest(b, rng);
    return cell >= 0 ? cell : cells_first(waters_possible(b->sea));
}

void foresight_play(Waters *sea, Rng *rng) {
    Belief b;
    belief_init(&b, sea);
    int offset = (int)rng_below(rng, LATTICE_SHIFTS);
    while (sea->left > 0) {
        int cell = target(&b, offset, rng);
        belief_told(&b, cell, waters_fire(sea, cell));
    }
}
