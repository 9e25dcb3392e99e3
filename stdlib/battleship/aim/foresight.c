/* foresight.c -- chances with a ship hit, plans without.
 *
 * The numbers of `tastes` and BESIDES were fitted to 1.2 million games, each
 * gone on with from a position by one of six shots at the same fleets: by how
 * much a shot cost more than the others, explained by what is seen of it.
 *
 * A plan keeps for each length the places that are left, and per square how
 * many of them go through it, so a shot costs only the places that it kills.
 * Squares of the plan's lattice count a fifth more.
 */
#include "foresight.h"

#include <string.h>

#include "lattice.h"

enum { FIRST_SHOTS = 6 };            /* that are judged */

static const double FAVOUR = 1.2;    /* of the lattice's squares */
static const double ALMOST = 0.9999; /* surely found: a plan ends */
static const double BESIDES = 0.3;   /* of what a miss tells, beside a hit */
static const double SLIGHT = 0.001;  /* chance of a ship that is hit */

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

/* Squares of every len-th diagonal that goes down to the right. */
static Cells other_way(const Fleet *fleet, int len, int shift) {
    Cells set = 0;
    for (int c = 0; c < fleet->cells; c++) {
        int diagonal = c / fleet->cols - c % fleet->cols + shift;
        if (diagonal % len == 0) set |= cells_one(c);
    }
    return set;
}

/* The lattice of the shortest ship that has fewest squares left. */
static Cells sparsest(const Plan *plan, int len, int offset) {
    const Fleet *fleet = plan->fleet;
    Cells open = 0, best = 0;
    int fewest = CELLS_MAX + 1;
    for (int c = 0; c < fleet->cells; c++)
        if (plan->value[c] > 0) open |= cells_one(c);
    for (int k = 0; k < 2 * len; k++) {
        Cells set = k < len ? fleet_lattice(fleet, len, offset + k)
                            : other_way(fleet, len, LATTICE_SHIFTS + k);
        int n = cells_count(set & open);
        if (n < fewest) fewest = n, best = set;
    }
    return best;
}

static Cells lattice_of(const Plan *plan, const Belief *b, int offset) {
    int len = waters_shortest(b->sea);
    if (len != 2) return sparsest(plan, len, offset);
    return lattice_least(plan->fleet, &plan->kind[plan->kinds - 1].left,
                         plan->value, offset & 1);
}

/* ---- the first shot of a plan -------------------------------------------- */

/* What a first shot is worth, in shots, by how many ships are afloat: see the
 * head of foresight.h. */
typedef struct Taste {
    double plan;                     /* per shot that its plan costs */
    double density;                  /* if no square has more places */
    double lattice;                  /* if it is on the lattice */
    double corner, third;            /* per square shot at diagonally beside,
                                        and three steps away */
} Taste;

static const Taste tastes[] = {
    [1] = { 0.800, 0.03, 0,     0,     0     },
    [2] = { 0.570, 0.13, 0,     0,     0     },
    [3] = { 0.375, 0.14, 0.067, 0.030, 0.024 },
    [4] = { 0.150, 0.04, 0.040, 0.053, 0.010 },
    [5] = { 0.020, 0.10, 0.054, 0.070, 0.120 },
};

enum { TASTES = 5 };

/* How many of the squares four steps lead to were shot at. */
static int shot_around(const Waters *sea, int cell, const int step[4][2]) {
    const Fleet *fleet = sea->fleet;
    int n = 0;
    for (int k = 0; k < 4; k++) {
        int row = cell / fleet->cols + step[k][0];
        int col = cell % fleet->cols + step[k][1];
        if (row < 0 || row >= fleet->rows || col < 0 || col >= fleet->cols)
            continue;
        n += cells_has(sea->shot, row * fleet->cols + col);
    }
    return n;
}

/* What pleases about a square, its plan apart. */
static double charm(const Taste *taste, const Waters *sea, int cell,
                    double density, bool on_lattice) {
    static const int corner[4][2] = {
        { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 }
    };
    static const int third[4][2] = { { -3, 0 }, { 3, 0 }, { 0, -3 }, { 0, 3 } };
    return taste->density * density + taste->lattice * on_lattice +
           taste->corner * shot_around(sea, cell, corner) +
           taste->third * shot_around(sea, cell, third);
}

static double most_of(const double value[], int n) {
    double most = 1e-9;
    for (int c = 0; c < n; c++) most = value[c] > most ? value[c] : most;
    return most;
}

/* No ship is known to be hit. */
static int plan_ahead(const Belief *b, int offset) {
    const Waters *sea = b->sea;
    int n = sea->fleet->cells, best = -1;
    const Taste *taste = &tastes[sea->left < TASTES ? sea->left : TASTES];
    Plan plan;
    plan_start(&plan, b);
    Cells lattice = lattice_of(&plan, b, offset);
    double favour[CELLS_MAX], value[CELLS_MAX], least = CELLS_MAX;
    double most = most_of(plan.value, n);
    for (int c = 0; c < n; c++) {
        favour[c] = cells_has(lattice, c) ? FAVOUR : 1;
        value[c] = plan.value[c];
    }
    for (int k = 0; k < FIRST_SHOTS; k++) {
        int cell = dearest(value, favour, n);
        if (cell < 0) break;
        value[cell] = 0;
        double cost = -charm(taste, sea, cell, plan.value[cell] / most,
                             cells_has(lattice, cell));
        cost += taste->plan *
                plan_cost(&plan, cell, favour, (least - cost) / taste->plan);
        if (cost < least) least = cost, best = cell;
    }
    return best;
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

/* A shot at a ship that is hit may miss; then it should tell much of others. */
static void add_besides(const Belief *b, double chance[]) {
    Plan plan;
    plan_start(&plan, b);
    int n = b->sea->fleet->cells;
    double most = most_of(plan.value, n);
    for (int c = 0; c < n; c++)
        if (b->wounded[c] >= SLIGHT * b->all)
            chance[c] += BESIDES * plan.value[c] / most;
}

/* An open square of the greatest chance, by lot. */
static int likeliest(const Belief *b, Rng *rng) {
    double chance[CELLS_MAX], most = -1;
    int tied[CELLS_MAX];
    uint32_t ties = 0;
    chances(b, chance);
    if (b->live) add_besides(b, chance);
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
