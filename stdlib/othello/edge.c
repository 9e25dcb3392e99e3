/* edge.c -- the edge table: static values, then five sweeps of expectation.
 *
 * A sweep looks at edges from the fullest to the emptiest, so that what a move
 * leads to has been looked at already. For the side to move each empty square
 * is a move that is possible with some probability: certain if it flips discs
 * along the edge, otherwise a guess from what stands beside it, since the
 * capture would have to come from inside the board. The mover takes the best
 * possible one, so the value is an expectation over moves sorted from best to
 * worst; not playing on the edge at all is one of them and always possible.
 */
#include "edge.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

typedef enum Hold { STABLE, SEMI_STABLE, UNSTABLE } Hold;

/* Static worth by square and hold: corner, C, A, B, mirrored. */
static const float worth[EDGE_LEN / 2][3] = {
    { 700, 700, 700 },
    { 1200, 200, -25 },
    { 1000, 200, 75 },
    { 1000, 200, 50 },
};

/* The chance to play beside `a` own and `b` opposing discs without capturing
 * along the edge; halved where the opponent could capture there. */
static const double chance_beside[3][3] = {
    { 0.10, 0.40, 0.70 },
    { 0.05, 0.30, 0.30 },
    { 0.01, 0.05, 0.05 },
};

static const double CHANCE_CORNER = 0.1;

/* ---- an edge as digits -------------------------------------------------- */

typedef struct Edge {
    int at[EDGE_LEN];                /* 0 empty, 1 the mover, 2 the opponent */
} Edge;

static Edge edge_of(int index) {
    Edge e;
    for (int i = 0; i < EDGE_LEN; i++, index /= 3) e.at[i] = index % 3;
    return e;
}

static int index_of(const Edge *e) {
    int index = 0;
    for (int i = EDGE_LEN; i-- > 0;) index = 3 * index + e->at[i];
    return index;
}

static int discs_on(const Edge *e) {
    int n = 0;
    for (int i = 0; i < EDGE_LEN; i++) n += e->at[i] != 0;
    return n;
}

static Edge swapped(const Edge *e) {
    Edge s;
    for (int i = 0; i < EDGE_LEN; i++) s.at[i] = e->at[i] ? 3 - e->at[i] : 0;
    return s;
}

/* The digit at `i`, or -1 beyond either end. */
static int digit(const Edge *e, int i) {
    return i >= 0 && i < EDGE_LEN ? e->at[i] : -1;
}

/* ---- static value ------------------------------------------------------- */

/* How safe the disc on `square` is, by what bounds its run of equal discs:
 * beside one empty square and one opposing disc it can be taken at once;
 * between two of a kind it can be taken after a preparing move; against a
 * corner never. */
static Hold hold_of(const Edge *e, int square) {
    int own = e->at[square], other = 3 - own, low = square, high = square;
    if (square == 0 || square == EDGE_LEN - 1) return STABLE;
    while (digit(e, low) == own) low--;
    while (digit(e, high) == own) high++;
    int a = digit(e, low), b = digit(e, high);
    if ((a == 0 && b == other) || (a == other && b == 0)) return UNSTABLE;
    if (a == 0 && b == 0) return SEMI_STABLE;
    if (a == other && b == other && discs_on(e) < EDGE_LEN) return SEMI_STABLE;
    return STABLE;
}

static float static_value(const Edge *e) {
    float sum = 0;
    for (int i = 0; i < EDGE_LEN; i++) {
        if (!e->at[i]) continue;
        int place = i < EDGE_LEN / 2 ? i : EDGE_LEN - 1 - i;
        float v = worth[place][hold_of(e, i)];
        sum += e->at[i] == 1 ? v : -v;
    }
    return sum;
}

/* ---- expectation -------------------------------------------------------- */

/* Puts a disc of `who` on `square`; true if that flips discs along the edge. */
static bool capture(Edge *e, int square, int who) {
    bool any = false;
    e->at[square] = who;
    for (int step = -1; step <= 1; step += 2) {
        int i = square + step;
        while (digit(e, i) == 3 - who) i += step;
        if (digit(e, i) != who || i == square + step) continue;
        any = true;
        for (int j = square + step; j != i; j += step) e->at[j] = who;
    }
    return any;
}

static double chance_without_capture(const Edge *e, int square) {
    if (square == 0 || square == EDGE_LEN - 1) return CHANCE_CORNER;
    int own = (e->at[square - 1] == 1) + (e->at[square + 1] == 1);
    int other = (e->at[square - 1] == 2) + (e->at[square + 1] == 2);
    Edge reply = *e;
    double halved = capture(&reply, square, 2) ? 0.5 : 1;
    return halved * chance_beside[own][other];
}

typedef struct Option {
    double chance, value;
} Option;

/* The options on an edge sorted from the best; returns how many. */
static int options_of(const Tables *t, int index, Option *options) {
    Edge e = edge_of(index);
    int n = 0;
    options[n++] = (Option){ 1, t->edge[index] };
    for (int square = 0; square < EDGE_LEN; square++) {
        if (e.at[square]) continue;
        Edge next = e;
        double chance = 1;
        if (!capture(&next, square, 1))
            chance = chance_without_capture(&e, square);
        next = swapped(&next);
        Option option = { chance, -t->edge[index_of(&next)] };
        int j = n++;
        for (; j > 0 && options[j - 1].value < option.value; j--)
            options[j] = options[j - 1];
        options[j] = option;
    }
    return n;
}

static float expected(const Tables *t, int index) {
    Option options[EDGE_LEN + 1];
    int n = options_of(t, index, options);
    double left = 1, value = 0;
    for (int i = 0; i < n && left > 0; i++) {
        value += left * options[i].chance * options[i].value;
        left *= 1 - options[i].chance;
    }
    return (float)value;
}

static void sweep(Tables *t) {
    for (int discs = EDGE_LEN - 1; discs >= 0; discs--)
        for (int i = 0; i < EDGE_COUNT; i++) {
            Edge e = edge_of(i);
            if (discs_on(&e) == discs) t->edge[i] = expected(t, i);
        }
}

static void scale(Tables *t) {
    float top = 0;
    for (int i = 0; i < EDGE_COUNT; i++) top = fmaxf(top, fabsf(t->edge[i]));
    for (int i = 0; i < EDGE_COUNT; i++) t->edge[i] *= (float)EDGE_MAX / top;
}

/* ---- the tables --------------------------------------------------------- */

static void fill_ternary(Tables *t) {
    for (unsigned bits = 0; bits < 256; bits++) {
        unsigned power = 1, sum = 0;
        for (int i = 0; i < EDGE_LEN; i++, power *= 3)
            if (bits >> i & 1) sum += power;
        t->ternary[bits] = (uint16_t)sum;
    }
}

Tables *oth_tables_new(Err *err) {
    Tables *t = mem_new(1, sizeof *t, err);
    if (!t) return NULL;
    fill_ternary(t);
    for (int n = 0; n < RATIO_MAX; n++) t->inverse[n] = 100.0f / (float)(n + 2);
    for (int i = 0; i < EDGE_COUNT; i++) {
        Edge e = edge_of(i);
        t->edge[i] = static_value(&e);
    }
    for (int i = 0; i < EDGE_SWEEPS; i++) sweep(t);
    scale(t);
    return t;
}
