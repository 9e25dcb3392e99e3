/* lineup.c -- states side by side, and the search over them. */
#include "lineup.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"

bool lineup_init(Lineup *l, size_t room, Err *err) {
    *l = (Lineup){ .room = room };
    l->out = mem_new(room, sizeof *l->out, err);
    l->next = mem_new(room, sizeof *l->next, err);
    if (l->out && l->next) return true;
    lineup_free(l);
    return false;
}

void lineup_free(Lineup *l) {
    mem_free(l->out);
    mem_free(l->next);
    *l = (Lineup){ 0 };
}

uint32_t lineup_add(Lineup *l, const Machine *m) {
    uint32_t base = (uint32_t)l->states;
    assert(l->states + m->states <= l->room);
    for (int i = 0; i < m->states; i++) {
        l->out[base + (uint32_t)i] = m->at[i].out;
        for (int k = 0; k < 2; k++)
            l->next[base + (uint32_t)i][k] = base + m->at[i].next[k];
    }
    l->states += m->states;
    return base;
}

/* ---- costs --------------------------------------------------------------- */

void lineup_costs(Search *s, const Payoff *payoff) {
    double least = INFINITY;
    for (int i = 0; i < 4; i++)
        least = fmin(least, payoff_cost(payoff, i >> 1, i & 1));
    for (int i = 0; i < 4; i++)
        s->cost[i >> 1][i & 1] = payoff_cost(payoff, i >> 1, i & 1) - least;
}

static bool knows_all(const Search *s) { return s->optimism == 1; }

void lineup_value(const Search *s, double *const later[PLANS],
                  double *now[PLANS]) {
    const Lineup *l = s->lineup;
    for (size_t i = 0; i < l->states; i++) {
        uint32_t on_c = l->next[i][0], on_d = l->next[i][1];
        double c = s->cost[0][l->out[i]] + later[PLAN_BEST][on_c];
        double d = s->cost[1][l->out[i]] + later[PLAN_BEST][on_d];
        now[PLAN_BEST][i] = d < c ? d : c;
    }
    if (knows_all(s)) return;        /* nobody asks for the others */
    for (size_t i = 0; i < l->states; i++) {
        now[PLAN_C][i] = s->cost[0][l->out[i]] + later[PLAN_C][l->next[i][0]];
        now[PLAN_D][i] = s->cost[1][l->out[i]] + later[PLAN_D][l->next[i][1]];
    }
}

/* ---- the search ---------------------------------------------------------- */

static double sum_of(const Search *s, const Suspect *of, size_t n, int depth,
                     Plan plan) {
    const double *value = s->value[plan][depth];
    double        sum = 0;
    for (size_t i = 0; i < n; i++) sum += of[i].weight * value[of[i].state];
    return sum;
}

/* What the rest costs: between what it would if one knew the opponent from
 * here on, and what it does if one never learns anything more. */
static double estimate(const Search *s, const Suspect *of, size_t n,
                       int depth) {
    double known = sum_of(s, of, n, depth, PLAN_BEST);
    if (n == 1 || knows_all(s)) return known;
    double blind = fmin(sum_of(s, of, n, depth, PLAN_C),
                        sum_of(s, of, n, depth, PLAN_D));
    return s->optimism * known + (1 - s->optimism) * blind;
}

/* Puts those that cooperate now first; returns how many, and both weights. */
static size_t split(const Lineup *l, const Suspect *of, size_t n, Suspect *to,
                    double *weight) {
    size_t c = 0, d = n;
    weight[0] = weight[1] = 0;
    for (size_t i = 0; i < n; i++) {
        int out = l->out[of[i].state];
        weight[out] += of[i].weight;
        to[out ? --d : c++] = of[i];
    }
    return c;
}

/* The suspects of a node, those that cooperate next before the others. */
typedef struct Fork {
    const Suspect *parts;
    size_t         n, c;             /* all, and those that cooperate */
    double         weight[2];        /* of both kinds */
    Suspect       *ahead;            /* room for n */
    int            depth;
} Fork;

static double explore(const Search *s, const Suspect *of, size_t n, int depth,
                      Move *best);

/* The cost of a move in a node; too high ones need not be exact. */
static double try_move(const Search *s, const Fork *f, int mine, double limit) {
    double cost = f->weight[0] * s->cost[mine][0] +
                  f->weight[1] * s->cost[mine][1];
    for (size_t i = 0; i < f->n; i++)
        f->ahead[i] = (Suspect){ s->lineup->next[f->parts[i].state][mine],
                                 f->parts[i].weight };
    if (cost < limit && f->c > 0)
        cost += explore(s, f->ahead, f->c, f->depth + 1, NULL);
    if (cost < limit && f->c < f->n)
        cost += explore(s, f->ahead + f->c, f->n - f->c, f->depth + 1, NULL);
    return cost;
}

/* The least expected cost from a node to the end, and the move to it. */
static double explore(const Search *s, const Suspect *of, size_t n, int depth,
                      Move *best) {
    if (depth == s->depth || (n == 1 && !best))
        return estimate(s, of, n, depth);
    hot_assert(n <= s->suspects && depth < LINEUP_DEPTH_MAX);
    Suspect *parts = s->room + (size_t)(2 * depth) * s->suspects;
    Fork f = {
        .parts = parts, .n = n, .ahead = parts + s->suspects, .depth = depth
    };
    f.c = split(s->lineup, of, n, parts, f.weight);
    double least = try_move(s, &f, MOVE_C, INFINITY);
    double other = try_move(s, &f, MOVE_D, least);
    bool defect = other < least - 1e-9;
    if (best) *best = defect ? MOVE_D : MOVE_C;
    return defect ? other : least;
}

Move lineup_search(const Search *s, const Suspect *suspects, size_t n) {
    Move move = MOVE_C;
    assert(s->depth >= 1 && s->depth <= LINEUP_DEPTH_MAX);
    explore(s, suspects, n, 0, &move);
    return move;
}
