/* place_model.c -- the sequential Monte Carlo sampler of fleets.
 *
 * Particles are fleets that grow ship by ship. Each takes its next ship from
 * the free places in proportion to their weight; the sum over those places is
 * the particle's own weight, by which the particles are then resampled. After
 * the last ship one of them is taken by chance.
 */
#include "place_model.h"

#include <math.h>
#include <string.h>

void place_habit_add(Habit *habit, const Fleet *fleet, const uint8_t shots[],
                     int n) {
    habit->games++;
    for (int i = 0; i < n; i++) {
        float early = 1 - (float)i / (float)fleet->cells;
        habit->early[shots[i]] += early;
        habit->squares[shots[i]] += early * early;
    }
}

/* Compares the spread of the squares' means with the spread that games alone
 * would give them. After one game that is a guess: random shots spread by a
 * tenth. */
double place_habit_share(const Habit *habit, const Fleet *fleet) {
    double n = habit->games, all = 0, between = 0, within = 0;
    if (n < 1) return 0;
    for (int c = 0; c < fleet->cells; c++) all += (double)habit->early[c] / n;
    all /= fleet->cells;
    for (int c = 0; c < fleet->cells; c++) {
        double mean = (double)habit->early[c] / n;
        between += (mean - all) * (mean - all);
        if (n > 1)
            within += ((double)habit->squares[c] - n * mean * mean) / (n - 1);
    }
    between /= fleet->cells;
    within = n > 1 ? within / fleet->cells : 0.1;
    if (between <= 0 || within / n >= between) return 0;
    return 1 - within / n / between;
}

void place_model_weights(const Fleet *fleet, const float base[],
                         const Habit *habit, double heed, double weight[]) {
    double games = habit->games ? habit->games : 1, sum = 0;
    heed *= place_habit_share(habit, fleet);
    for (int c = 0; c < fleet->cells; c++) {
        double cover = base[c] > 1e-6f ? (double)base[c] : 1e-6;
        weight[c] = exp(-heed * (double)habit->early[c] / games) / cover;
        sum += weight[c];
    }
    for (int c = 0; c < fleet->cells; c++) weight[c] *= fleet->cells / sum;
}

/* ---- the sampler --------------------------------------------------------- */

typedef struct Particle {
    Cells taken;
    Cells ship[SHIPS_MAX];
} Particle;

typedef struct Sampler {
    const Fleet *fleet;
    double       place[PLACES_MAX];  /* weights for the ship at hand */
    Particle     now[ANCHOR_PARTICLES], next[ANCHOR_PARTICLES];
    double       mass[ANCHOR_PARTICLES];
} Sampler;

static void weigh_places(Sampler *s, const double weight[], int len) {
    for (int p = 0; p < s->fleet->places[len]; p++) {
        double product = 1;
        for (Cells c = s->fleet->place[len][p]; c; c &= c - 1)
            product *= weight[cells_first(c)];
        s->place[p] = product;
    }
}

/* Adds a ship by chance; returns the sum over the places that were free. */
static double grow(const Sampler *s, Particle *particle, int ship, Rng *rng) {
    int len = s->fleet->len[ship], last = -1;
    double sum = 0;
    for (int p = 0; p < s->fleet->places[len]; p++)
        if (!(s->fleet->place[len][p] & particle->taken)) sum += s->place[p];
    double left = rng_real(rng) * sum;
    for (int p = 0; p < s->fleet->places[len]; p++) {
        if (s->fleet->place[len][p] & particle->taken) continue;
        last = p;
        left -= s->place[p];
        if (left < 0) break;
    }
    if (last < 0) return 0;
    particle->ship[ship] = s->fleet->place[len][last];
    particle->taken |= particle->ship[ship];
    return sum;
}

/* Draws the particles anew in proportion to their mass, evenly spaced. */
static bool resample(Sampler *s, Rng *rng) {
    double sum = 0;
    for (int i = 0; i < ANCHOR_PARTICLES; i++) sum += s->mass[i];
    if (!(sum > 0)) return false;
    double step = sum / ANCHOR_PARTICLES, at = rng_real(rng) * step;
    double reached = s->mass[0];
    for (int i = 0, from = 0; i < ANCHOR_PARTICLES; i++, at += step) {
        while (reached <= at && from < ANCHOR_PARTICLES - 1)
            reached += s->mass[++from];
        s->next[i] = s->now[from];
    }
    memcpy(s->now, s->next, sizeof s->now);
    return true;
}

void place_model_draw(const Fleet *fleet, const double weight[], Rng *rng,
                      Cells ship[]) {
    Sampler s = { .fleet = fleet };
    for (int i = 0; i < fleet->ships; i++) {
        weigh_places(&s, weight, fleet->len[i]);
        for (int k = 0; k < ANCHOR_PARTICLES; k++)
            s.mass[k] = grow(&s, &s.now[k], i, rng);
        if (!resample(&s, rng)) {             /* no room left in any particle */
            fleet_draw(fleet, rng, ship);
            return;
        }
    }
    const Particle *one = &s.now[rng_below(rng, ANCHOR_PARTICLES)];
    memcpy(ship, one->ship, (size_t)fleet->ships * sizeof *ship);
    for (int i = 0; i < fleet->ships; i++)
        if (!ship[i]) {
            fleet_draw(fleet, rng, ship);
            return;
        }
}

void place_model_cover(const Fleet *fleet, const double weight[], uint64_t seed,
                       uint64_t fleets, float count[]) {
    for (int i = 0; i < fleet->cells; i++) count[i] = 0;
    for (uint64_t i = 0; i < fleets; i++) {
        Rng rng = rng_key(seed, i, 0, RNG_CASES);
        Cells ship[SHIPS_MAX];
        place_model_draw(fleet, weight, &rng, ship);
        for (int k = 0; k < fleet->ships; k++)
            for (Cells s = ship[k]; s; s &= s - 1) count[cells_first(s)] += 1;
    }
}
