/* fingerprint.h -- how a machine fares against a whole square of opponents.
 *
 * Ashlock's fingerprint: the opponent plays Tit For Tat, but cooperates with
 * chance x and defects with chance y instead. Beyond the diagonal x + y = 1 it
 * is the reverse, Anti Tit For Tat with 1 - y and 1 - x.
 */
#ifndef LUDUS_FINGERPRINT_H
#define LUDUS_FINGERPRINT_H

#include "program/machine/machine.h"
#include "payoff.h"

/* The machine's expected payoff per turn over so many turns, exactly: chances
 * are followed, nothing is drawn. */
double fingerprint_at(const Machine *m, double x, double y, uint32_t turns,
                      const Payoff *payoff);

#endif
