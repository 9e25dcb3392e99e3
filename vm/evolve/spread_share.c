/* spread_share.c -- which rank does what.
 *
 * Shares are ranges of children, or of islands where there are several: who is
 * near in the population is mostly at home on the same rank.
 *
 *     0        edge[1]     edge[2]            1
 *     | rank 0    | rank 1    | rank 2        |   x so many units
 *
 * Programs do not cost the same: neighbours are alike, so one end of a
 * population may take much longer than the other. The ranks tell each other the
 * CPU time of their threads, and the edges move to where it would have been the
 * same for all. No bit of a run depends on where they are.
 */
#include <string.h>

#include "spread.h"

/* Units of each rank below which a share says little about the next; what the
 * busiest may have more than its part, in percent; and the smallest part. */
enum { LEAST_UNITS = 16, SLACK = 2, LEAST_PART = 8 };

/* ---- ranges -------------------------------------------------------------- */

/* Do all ranks share what is seen? */
static bool is_whole(const Spread *s) {
    return s->team.count == s->cluster->ranks;
}

/* Where the k-th share of n items begins. */
static size_t bound(const Spread *s, int k, size_t n) {
    const Team *team = &s->team;
    if (is_whole(s)) return (size_t)(s->edge[k] * (double)n + 0.5);
    return n / (size_t)team->count * (size_t)k +
           n % (size_t)team->count * (size_t)k / (size_t)team->count;
}

Range spread_share(const Evolution *e, size_t n) {
    const Spread *s = e->spread;
    int k = s->cluster->rank - s->team.first;
    if (k < 0 || k >= s->team.count) return (Range){ 0, 0 };
    return (Range){ bound(s, k, n), bound(s, k + 1, n) };
}

void spread_counts(const Evolution *e, size_t n, size_t one, size_t *counts) {
    const Spread *s = e->spread;
    memset(counts, 0, (size_t)s->cluster->ranks * sizeof *counts);
    for (int k = 0; k < s->team.count; k++)
        counts[s->team.first + k] = (bound(s, k + 1, n) - bound(s, k, n)) * one;
}

void spread_own(Evolution *e, const uint32_t *slots, size_t n,
                size_t (*first_of)(const Evolution *e, size_t unit),
                size_t units) {
    const Spread *s = e->spread;
    for (int k = 0; k < s->team.count; k++) {
        size_t from = bound(s, k, units), to = bound(s, k + 1, units);
        if (first_of) {
            from = first_of(e, from);
            to = first_of(e, to);
        }
        for (size_t i = from; i < to && i < n; i++)
            s->owner[slots[i]] = (uint16_t)(s->team.first + k);
    }
}

void spread_team(Evolution *e, size_t island, size_t islands) {
    Spread *s = e->spread;
    if (!s) return;
    size_t ranks = (size_t)s->cluster->ranks;
    if (islands == 0) island = 0, islands = 1;
    size_t first = island * ranks / islands;
    size_t next = (island + 1) * ranks / islands;
    s->team = (Team){ (int)first, next > first ? (int)(next - first) : 1 };
}

bool spread_has(const Evolution *e, uint32_t slot) {
    const Spread *s = e->spread;
    return !s || !s->apart || s->owner[slot] == s->cluster->rank;
}

/* ---- by cost ------------------------------------------------------------- */

/* Moves each edge half of the way to where everybody would have had the same,
 * if what a rank had cost the same everywhere in its share. */
static void move_edges(Spread *s, double fair) {
    int ranks = s->cluster->ranks;
    double *edge = s->edge, *next = edge + ranks + 1;
    double before = 0;               /* the work of ranks 0..j-1 */
    next[0] = 0;
    next[ranks] = 1;
    for (int k = 1, j = 0; k < ranks; k++) {
        while (j < ranks - 1 && before + s->work[j] < fair * k)
            before += s->work[j++];
        double part = (fair * k - before) / s->work[j];
        double to = edge[j] + (edge[j + 1] - edge[j]) * part;
        next[k] = (edge[k] + to) / 2;
    }
    for (int k = 0; k < ranks; k++)
        if ((next[k + 1] - next[k]) * ranks * LEAST_PART < 1) return;
    memcpy(edge, next, (size_t)(ranks + 1) * sizeof *edge);
}

void spread_balance(Evolution *e, size_t n) {
    Spread *s = e->spread;
    int ranks = s->cluster->ranks;
    double sum = 0, most = 0;
    bool known = is_whole(s) && n / (size_t)ranks >= LEAST_UNITS;
    for (int r = 0; r < ranks; r++) {
        sum += s->work[r];
        if (s->work[r] > most) most = s->work[r];
        known = known && s->work[r] > 0;
    }
    if (known && most * ranks * 100 > sum * (100 + SLACK))
        move_edges(s, sum / ranks);
    memset(s->work, 0, (size_t)ranks * sizeof *s->work);
}
