/* guess.c -- partial machines and how likely they are.
 *
 * States are numbered as they were met. Of k states in all, m met in a given
 * order can be named in (k-1)(k-2)...(k-m+1) ways and each of e links had k
 * places to go, so the weight of a guess is
 *
 *     sum over k of growth^k (k-1)...(k-m+1) / k^e  *  2^-m  *  bias
 *
 * where bias is how much likelier than by even chance the links lead to such
 * outputs: 1 for even machines, a Polya urn for the others.
 */
#include "guess.h"

#include <math.h>
#include <string.h>

static const double LN2 = 0.69314718055994530942;

static double sum_over_sizes(double growth, int met, int links) {
    double sum = 0;
    for (int k = met > 1 ? met : 1; k <= LEARNER_STATES_MAX; k++) {
        double x = pow(growth, k) / pow(k, links);
        for (int i = 1; i < met; i++) x *= k - i;
        sum += x;
    }
    return sum;
}

/* The chance of a given row of links, so many alike, times 2^links. */
static double urn(const LearnerOptions *o, int links, int alike) {
    double x = 1;
    for (int i = 0; i < alike; i++) x *= o->mirror + i;
    for (int i = 0; i < links - alike; i++) x *= o->oppose + i;
    for (int i = 0; i < links; i++) x *= 2 / (o->mirror + o->oppose + i);
    return x;
}

void guess_prior(Prior *prior, const LearnerOptions *options) {
    for (int m = 0; m < LEARNER_STATES_MAX + 2; m++)
        for (int e = 0; e < GUESS_LINKS; e++)
            prior->whole[m][e] = sum_over_sizes(options->growth, m, e);
    for (int e = 0; e < GUESS_LINKS; e++)
        for (int k = 0; k <= e; k++)
            prior->bias[e][k] = options->even +
                                (1 - options->even) * urn(options, e, k);
}

Guess guess_first(void) {
    Guess g = { .via = GUESS_NONE };
    memset(g.next, GUESS_NONE, sizeof g.next);
    return g;
}

static void weigh(const Prior *prior, Guess *g) {
    g->weight = g->doubt + log(prior->whole[g->states][g->links]) +
                log(prior->bias[g->links][g->alike]) - g->states * LN2;
}

static void join(Guess *g, int from, int move, int to) {
    g->alike = (uint8_t)(g->alike + (g->out[to] == move));
    g->links++;
    g->next[from][move] = (uint8_t)to;
}

static int add_state(Guess *g, int out) {
    g->out[g->states] = (uint8_t)out;
    return g->states++;
}

/* ---- seeing -------------------------------------------------------------- */

static int enter(const Prior *prior, const Guess *g, int to, double doubt,
                 Guess *result) {
    *result = *g;
    join(result, g->at, g->via, to);
    result->at = (uint8_t)to;
    result->via = GUESS_NONE;
    result->doubt += doubt;
    weigh(prior, result);
    return 1;
}

static int enter_new(const Prior *prior, const Guess *g, int out, double doubt,
                     Guess *result) {
    if (g->states == LEARNER_STATES_MAX) return 0;
    Guess more = *g;
    int to = add_state(&more, out);
    if (g->states > 0) return enter(prior, &more, to, doubt, result);
    more.doubt += doubt;
    weigh(prior, &more);
    *result = more;
    return 1;
}

int guess_see(const Prior *prior, const Guess *g, Move move, double noise,
              Guess *to) {
    int n = 0;
    for (int out = 0; out < 2; out++) {
        double chance = out == (int)move ? 1 - noise : noise;
        if (chance <= 0) continue;
        double doubt = log(chance);
        if (g->states && g->via == GUESS_NONE) {
            if (g->out[g->at] != out) continue;
            to[n] = *g;
            to[n].doubt += doubt;
            to[n++].weight += doubt;
            continue;
        }
        for (int s = 0; s < g->states; s++)
            if (g->out[s] == out) n += enter(prior, g, s, doubt, &to[n]);
        n += enter_new(prior, g, out, doubt, &to[n]);
    }
    return n;
}

void guess_step(Guess *g, Move mine) {
    uint8_t next = g->next[g->at][mine];
    if (next != GUESS_NONE) g->at = next;
    else g->via = (uint8_t)mine;
}

/* ---- completing ---------------------------------------------------------- */

static int draw_successor(const Prior *prior, Guess *g, int move, Rng *rng) {
    double chance[LEARNER_STATES_MAX + 2], sum = 0;
    int m = g->states, e = g->links + 1;
    const double *bias = &prior->bias[e][g->alike];
    for (int s = 0; s < m; s++)
        sum += chance[s] = bias[g->out[s] == move] * prior->whole[m][e];
    for (int out = 0; out < 2; out++)
        sum += chance[m + out] = m == LEARNER_STATES_MAX
                                     ? 0
                                     : 0.5 * bias[out == move] *
                                           prior->whole[m + 1][e];
    double x = rng_real(rng) * sum;
    int pick = 0;
    while (pick < m + 1 && (x -= chance[pick]) >= 0) pick++;
    if (pick < m) return pick;
    if (m == LEARNER_STATES_MAX) return m - 1;   /* only by rounding */
    return add_state(g, pick - m);
}

void guess_complete(const Prior *prior, Guess *g, Rng *rng) {
    if (g->states == 0) add_state(g, (int)rng_below(rng, 2));
    if (g->via != GUESS_NONE) {
        int to = draw_successor(prior, g, g->via, rng);
        join(g, g->at, g->via, to);
        g->at = (uint8_t)to;
        g->via = GUESS_NONE;
    }
    for (int s = 0; s < g->states; s++)
        for (int k = 0; k < 2; k++)
            if (g->next[s][k] == GUESS_NONE)
                join(g, s, k, draw_successor(prior, g, k, rng));
}
