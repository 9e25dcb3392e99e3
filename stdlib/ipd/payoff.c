/* payoff.c -- the two usual payoffs, and sums over tallies. */
#include "payoff.h"

Payoff payoff_paper(void) { return (Payoff){ { { 1, 7 }, { 0, 6 } }, true }; }

Payoff payoff_axelrod(void) {
    return (Payoff){ { { 3, 0 }, { 5, 1 } }, false };
}

Tally payoff_swap(Tally t) {
    uint64_t spare = t.n[0][1];
    t.n[0][1] = t.n[1][0];
    t.n[1][0] = spare;
    return t;
}

double payoff_sum(const Payoff *payoff, Tally t) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) sum += payoff->of[i][j] * (double)t.n[i][j];
    return sum;
}
