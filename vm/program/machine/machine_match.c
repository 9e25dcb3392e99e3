/* machine_match.c -- a match between two machines of any alphabet.
 *
 * The round is found by Brent's search (1980): a marked pair of states is moved
 * ahead by powers of two, and when the pair comes again the moves since then
 * are those of one round. The round is played once more to be counted, so that
 * no second tally need be kept.
 */
#include "machine_match.h"

#include <string.h>

typedef struct Match {
    const Alphabet       *alphabet;
    const Machine *const *players;
    int                   state[2];
} Match;

bool machine_can_meet(const Alphabet *a) {
    Alphabet seen = { a->moves, a->moves };
    return alphabet_same(a, &seen);
}

static Match begin(const Alphabet *a, const Machine *const players[2]) {
    return (Match){ a, players, { players[0]->start, players[1]->start } };
}

/* One turn; counted `times` times. */
static void turn(Match *m, uint64_t times, MachineTally *t) {
    const uint8_t *mine = machine_at(m->alphabet, m->players[0], m->state[0]);
    const uint8_t *theirs = machine_at(m->alphabet, m->players[1], m->state[1]);
    t->n[mine[0]][theirs[0]] += times;
    m->state[0] = mine[1 + theirs[0]];
    m->state[1] = theirs[1 + mine[0]];
}

static void play(Match *m, uint64_t turns, uint64_t times, MachineTally *t) {
    for (uint64_t i = 0; i < turns; i++) turn(m, times, t);
}

void machine_match_plain(const Alphabet *a, const Machine *const players[2],
                         uint64_t turns, MachineTally *tally) {
    assert(machine_can_meet(a));
    Match m = begin(a, players);
    memset(tally, 0, sizeof *tally);
    play(&m, turns, 1, tally);
}

/* Plays until a pair of states comes again; returns the turns since it did, and
 * 0 if the match is over before. */
static uint64_t find_round(Match *m, uint64_t turns, uint64_t *played,
                           MachineTally *t) {
    int mark[2] = { m->state[0], m->state[1] };
    uint64_t marked = 0, power = 1;
    for (*played = 0; *played < turns;) {
        turn(m, 1, t);
        ++*played;
        if (m->state[0] == mark[0] && m->state[1] == mark[1])
            return *played - marked;
        if (*played - marked < power) continue;
        memcpy(mark, m->state, sizeof mark);
        marked = *played;
        power *= 2;
    }
    return 0;
}

void machine_match(const Alphabet *a, const Machine *const players[2],
                   uint64_t turns, MachineTally *tally) {
    assert(machine_can_meet(a));
    Match m = begin(a, players);
    uint64_t played;
    memset(tally, 0, sizeof *tally);
    uint64_t round = find_round(&m, turns, &played, tally);
    if (!round) return;
    uint64_t left = turns - played, rounds = left / round;
    if (rounds) play(&m, round, rounds, tally);
    play(&m, left % round, 1, tally);
}
