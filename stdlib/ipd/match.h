/* match.h -- matches between two machines.
 *
 * match_plain() is the meaning; the others give the same tally, faster. All
 * tallies are from the first machine's seat.
 */
#ifndef LUDUS_MATCH_H
#define LUDUS_MATCH_H

#include <stddef.h>

#include "engine/walk/trace.h"
#include "program/machine/machine.h"
#include "payoff.h"
#include "base/rng.h"

/* Turn by turn. */
Tally match_plain(const Machine *a, const Machine *b, uint64_t turns);

/* In closed form: two machines repeat themselves after at most as many turns
 * as there are pairs of states, and from then on whole rounds are added. */
Tally match_cycle(const Machine *a, const Machine *b, uint64_t turns);

/* Turn by turn; either move is reversed with chance `noise`, and both players
 * see the moves as they fell. */
Tally match_noisy(const Machine *a, const Machine *b, uint64_t turns,
                  double noise, Rng *rng);

/* What is played of one match, and where its moves go, a letter a turn. */
typedef struct MatchRecord {
    uint64_t turns;
    double   noise;
    TraceIf  suppose;                /* of b: 0 that it cooperates, 1 that it
                                        does not; always: whenever a is in
                                        that state */
    char    *mine, *theirs;
} MatchRecord;

/* match_noisy(), written down. */
void match_record(const Machine *a, const Machine *b, const MatchRecord *record,
                  Rng *rng);

/* ---- many at once -------------------------------------------------------- */

/* A machine laid out for speed: one byte to load per turn. */
typedef struct MatchTable {
    uint8_t start;                   /* state * 2 + its output */
    uint8_t step[2 * MACHINE_STATES_MAX];  /* by state * 2 + other's move */
} MatchTable;

void match_table(MatchTable *table, const Machine *m);

/* Plays a against each of b[0..n-1], turn by turn, eight matches side by side
 * so that their loads overlap. */
void match_many(const MatchTable *a, const MatchTable *const *b, size_t n,
                uint32_t turns, Tally *tallies);

#endif
