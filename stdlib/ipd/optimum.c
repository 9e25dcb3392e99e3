/* optimum.c -- backward induction, one turn after the other.
 *
 * Values are ordered by the goal first and by the other payoff second, so that
 * of many best plays the outcome is the same on every machine.
 */
#include "optimum.h"

#include <string.h>

/* Costs: less is better whatever the payoff says. */
typedef struct Value {
    double own, other;
} Value;

static bool better(Value a, Value b, Goal goal) {
    double x = goal == GOAL_OWN ? a.own : a.own - a.other;
    double y = goal == GOAL_OWN ? b.own : b.own - b.other;
    if (x != y) return x < y;
    return goal == GOAL_OWN ? a.other > b.other : a.own < b.own;
}

static Value after(const Machine *m, int state, int mine, const Value *later,
                   const Payoff *payoff) {
    int theirs = m->at[state].out;
    Value v = later[m->at[state].next[mine]];
    v.own += payoff_cost(payoff, mine, theirs);
    v.other += payoff_cost(payoff, theirs, mine);
    return v;
}

Optimum optimum_play(const Machine *m, int state, uint32_t turns,
                     const Payoff *payoff, Goal goal) {
    Value later[MACHINE_STATES_MAX] = { { 0, 0 } }, now[MACHINE_STATES_MAX];
    for (uint32_t t = 0; t < turns; t++) {
        for (int s = 0; s < m->states; s++) {
            Value c = after(m, s, MOVE_C, later, payoff);
            Value d = after(m, s, MOVE_D, later, payoff);
            now[s] = better(d, c, goal) ? d : c;
        }
        memcpy(later, now, m->states * sizeof *now);
    }
    double sign = payoff->minimise ? 1 : -1;
    return (Optimum){ sign * later[state].own, sign * later[state].other };
}
