/* machine_match.h -- a match between two machines of any alphabet.
 *
 * Each sees the other's move, so the observations must be the moves. A match is
 * summed up by how often each pair of moves came: counts are exact, and what
 * they are worth is up to the caller.
 */
#ifndef LUDUS_MACHINE_MATCH_H
#define LUDUS_MACHINE_MATCH_H

#include "machine.h"

/* Pairs of moves counted from the first machine's seat: n[mine][theirs]. */
typedef struct MachineTally {
    uint64_t n[ALPHABET_MAX][ALPHABET_MAX];
} MachineTally;

/* Can machines of that alphabet meet? */
bool machine_can_meet(const Alphabet *a);

/* Turn by turn: the meaning of a match. */
void machine_match_plain(const Alphabet *a, const Machine *const players[2],
                         uint64_t turns, MachineTally *tally);

/* The same in closed form: two machines repeat themselves after at most as many
 * turns as there are pairs of states, and from then on whole rounds are
 * added. */
void machine_match(const Alphabet *a, const Machine *const players[2],
                   uint64_t turns, MachineTally *tally);

#endif
