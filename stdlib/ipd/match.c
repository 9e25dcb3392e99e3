/* match.c -- matches between two machines.
 *
 * The closed form uses Brent's search for a cycle (1980): a marked pair of
 * states is moved ahead by powers of two, and when the pair comes again the
 * tally since the mark is that of one round. It needs no memory.
 */
#include "match.h"

#include <string.h>

static inline void turn(const Machine *a, const Machine *b, int *x, int *y,
                        Tally *t) {
    int mine = a->at[*x].out, theirs = b->at[*y].out;
    t->n[mine][theirs]++;
    *x = a->at[*x].next[theirs];
    *y = b->at[*y].next[mine];
}

Tally match_plain(const Machine *a, const Machine *b, uint64_t turns) {
    Tally t = { 0 };
    int x = a->start, y = b->start;
    for (uint64_t i = 0; i < turns; i++) turn(a, b, &x, &y, &t);
    return t;
}

static void add_rounds(Tally *t, const Tally *mark, uint64_t rounds) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            t->n[i][j] += (t->n[i][j] - mark->n[i][j]) * rounds;
}

Tally match_cycle(const Machine *a, const Machine *b, uint64_t turns) {
    Tally t = { 0 }, mark = { 0 };
    int x = a->start, y = b->start, mark_x = x, mark_y = y;
    uint64_t marked = 0, power = 1, i = 0;
    while (i < turns) {
        turn(a, b, &x, &y, &t);
        i++;
        if (x == mark_x && y == mark_y) {
            uint64_t round = i - marked, rounds = (turns - i) / round;
            add_rounds(&t, &mark, rounds);
            i += rounds * round;
            break;
        }
        if (i - marked == power) {
            mark = t;
            mark_x = x;
            mark_y = y;
            marked = i;
            power *= 2;
        }
    }
    for (; i < turns; i++) turn(a, b, &x, &y, &t);
    return t;
}

Tally match_noisy(const Machine *a, const Machine *b, uint64_t turns,
                  double noise, Rng *rng) {
    Tally t = { 0 };
    int x = a->start, y = b->start;
    for (uint64_t i = 0; i < turns; i++) {
        int mine = a->at[x].out ^ (rng_real(rng) < noise);
        int theirs = b->at[y].out ^ (rng_real(rng) < noise);
        t.n[mine][theirs]++;
        x = a->at[x].next[theirs];
        y = b->at[y].next[mine];
    }
    return t;
}

/* Is b supposed to play otherwise in that turn, a being in state x? */
static bool supposed(const TraceIf *s, uint64_t turn, int x, int *place) {
    if (!s->given || turn < s->step) return false;
    if (turn == s->step) *place = x;
    return turn == s->step || (s->always && x == *place);
}

void match_record(const Machine *a, const Machine *b, const MatchRecord *r,
                  Rng *rng) {
    int x = a->start, y = b->start, place = -1;
    for (uint64_t i = 0; i < r->turns; i++) {
        int mine = a->at[x].out ^ (rng_real(rng) < r->noise);
        int theirs = b->at[y].out ^ (rng_real(rng) < r->noise);
        if (supposed(&r->suppose, i, x, &place)) theirs = r->suppose.value != 0;
        r->mine[i] = mine ? 'd' : 'c';
        r->theirs[i] = theirs ? 'd' : 'c';
        x = a->at[x].next[theirs];
        y = b->at[y].next[mine];
    }
}

/* ---- many at once -------------------------------------------------------- */

enum { ABREAST = 8 };

static uint8_t packed(const Machine *m, int state) {
    return (uint8_t)(state * 2 + m->at[state].out);
}

void match_table(MatchTable *table, const Machine *m) {
    table->start = packed(m, m->start);
    for (int i = 0; i < m->states; i++)
        for (int k = 0; k < 2; k++)
            table->step[i * 2 + k] = packed(m, m->at[i].next[k]);
}

static Tally tally_of(uint32_t turns, uint32_t a, uint32_t b, uint32_t both) {
    Tally t;
    t.n[0][0] = turns - a - b + both;
    t.n[0][1] = b - both;
    t.n[1][0] = a - both;
    t.n[1][1] = both;
    return t;
}

static void play_abreast(const MatchTable *a, const MatchTable *const *b,
                         uint32_t turns, Tally *tallies) {
    uint32_t x[ABREAST], y[ABREAST];
    uint32_t da[ABREAST] = { 0 }, db[ABREAST] = { 0 }, dd[ABREAST] = { 0 };
    for (int k = 0; k < ABREAST; k++) {
        x[k] = a->start;
        y[k] = b[k]->start;
    }
    for (uint32_t i = 0; i < turns; i++) {
        for (int k = 0; k < ABREAST; k++) {
            uint32_t mine = x[k] & 1, theirs = y[k] & 1;
            da[k] += mine;
            db[k] += theirs;
            dd[k] += mine & theirs;
            x[k] = a->step[x[k] - mine + theirs];
            y[k] = b[k]->step[y[k] - theirs + mine];
        }
    }
    for (int k = 0; k < ABREAST; k++)
        tallies[k] = tally_of(turns, da[k], db[k], dd[k]);
}

void match_many(const MatchTable *a, const MatchTable *const *b, size_t n,
                uint32_t turns, Tally *tallies) {
    size_t i = 0;
    for (; i + ABREAST <= n; i += ABREAST)
        play_abreast(a, b + i, turns, tallies + i);
    if (i == n) return;
    const MatchTable *rest[ABREAST];     /* the last ones, filled up */
    Tally spare[ABREAST];
    for (size_t k = 0; k < ABREAST; k++) rest[k] = b[i + k < n ? i + k : i];
    play_abreast(a, rest, turns, spare);
    memcpy(tallies + i, spare, (n - i) * sizeof *spare);
}
