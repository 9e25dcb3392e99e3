/* fingerprint.c -- follows the chances of each (state, last move) of a machine.
 *
 * The probe answers the machine's last move, so the pair of the machine's state
 * and that move is all there is to know. Before the first turn the probe takes
 * the machine to have cooperated.
 */
#include "fingerprint.h"

#include <string.h>

/* The chance that the probe cooperates after the machine's move. */
static double probe(double x, double y, int last) {
    if (x + y <= 1) return x + (1 - x - y) * (last == MOVE_C);
    double c = 1 - y, d = 1 - x;     /* the reverse: Anti Tit For Tat */
    return c + (1 - c - d) * (last == MOVE_D);
}

double fingerprint_at(const Machine *m, double x, double y, uint32_t turns,
                      const Payoff *payoff) {
    double now[MACHINE_STATES_MAX][2] = { { 0 } }, sum = 0;
    now[m->start][MOVE_C] = 1;
    for (uint32_t t = 0; t < turns; t++) {
        double next[MACHINE_STATES_MAX][2] = { { 0 } };
        for (int s = 0; s < m->states; s++) {
            for (int last = 0; last < 2; last++) {
                if (now[s][last] == 0) continue;
                double c = probe(x, y, last);
                int out = m->at[s].out;
                for (int theirs = 0; theirs < 2; theirs++) {
                    double p = now[s][last] * (theirs ? 1 - c : c);
                    sum += p * payoff->of[out][theirs];
                    next[m->at[s].next[theirs]][out] += p;
                }
            }
        }
        memcpy(now, next, sizeof now);
    }
    return sum / turns;
}
