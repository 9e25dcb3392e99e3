/* retreat.c -- poor turns are counted from one change of mind to the next. */
#include "retreat.h"

/* Where poor begins, between mutual defection (0) and cooperation (1). */
#define POOR 0.25

Retreat retreat_start(int patience, const Payoff *payoff) {
    Retreat r = { .patience = patience };
    for (int i = 0; i < 4; i++)
        r.cost[i >> 1][i & 1] = payoff_cost(payoff, i >> 1, i & 1);
    r.poor = r.cost[1][1] + POOR * (r.cost[0][0] - r.cost[1][1]);
    return r;
}

static void change(Retreat *r) {
    if (r->calm && r->patience < RETREAT_PATIENCE_MAX) r->patience *= 2;
    r->calm = !r->calm;
    r->sum = 0;
    r->turns = r->offered = 0;
}

/* War is judged by its latest turns, peace by all since the offer. */
void retreat_see(Retreat *r, Move mine, Move theirs) {
    r->last = theirs;
    if (r->patience == 0) return;
    if (r->calm && r->offered < RETREAT_OFFER) {
        r->offered++;
        return;
    }
    bool poor = r->cost[mine][theirs] >= r->poor;
    r->turns++;
    r->sum += r->cost[mine][theirs];
    if (r->calm) {
        if (r->turns >= 5 && r->sum > r->poor * r->turns) change(r);
        return;
    }
    if (!poor) {
        r->turns = 0;
        r->sum = 0;
    } else if (r->turns >= r->patience) {
        change(r);
    }
}
