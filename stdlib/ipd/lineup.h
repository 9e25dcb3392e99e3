/* lineup.h -- machines of which one may be the opponent, and a search of moves.
 *
 * The machines stand one after the other as one list of states. A suspect is a
 * state of that list, where one of them would be by now, and its weight:
 *
 *     machine   TFT          AD     Grudger
 *     state     0     1      2      3     4
 *     out       c     d      d      c     d
 *     next c/d  0/1   0/1    2/2    3/4   4/4
 *
 * lineup_search() looks for the move of least expected cost: all sequences of
 * own moves and of answers, `depth` turns deep; each answer parts the suspects
 * in those that give it and those that do not. Below that a suspect costs what
 * it would if one knew from there on that it is the one, or what always c or
 * always d would cost against all that are left: `optimism` is the share of the
 * first.
 */
#ifndef LUDUS_LINEUP_H
#define LUDUS_LINEUP_H

#include <stddef.h>

#include "base/err.h"
#include "payoff.h"
#include "program/machine/machine.h"

enum { LINEUP_DEPTH_MAX = 16 };      /* turns searched move by move */

typedef struct Lineup {
    uint8_t  *out;                   /* the move in a state */
    uint32_t (*next)[2];             /* the state after one's own move */
    size_t    states, room;
} Lineup;

/* An empty one with room for so many states. */
bool lineup_init(Lineup *lineup, size_t room, Err *err);
void lineup_free(Lineup *lineup);

/* Appends a machine, for which there must be room; returns its first state. The
 * machine's own state k is k further on. */
uint32_t lineup_add(Lineup *lineup, const Machine *m);

typedef struct Suspect {
    uint32_t state;
    double   weight;
} Suspect;

/* How one goes on: as is best against each, or with one move for ever. */
typedef enum Plan { PLAN_BEST, PLAN_C, PLAN_D, PLANS } Plan;

typedef struct Search {
    const Lineup *lineup;
    double        cost[2][2];        /* by my move and theirs, none below 0 */
    double        optimism;
    int           depth;
    /* The cost to go of each plan from each state, by depth in the search; of
     * PLAN_BEST alone if optimism is 1. */
    const double *value[PLANS][LINEUP_DEPTH_MAX + 1];
    Suspect      *room;              /* see lineup_room() */
    size_t        suspects;          /* the most there can be */
} Search;

/* A payoff as costs above the least one: totals over as many turns compare the
 * same, and a partial sum bounds the whole from below. */
void lineup_costs(Search *search, const Payoff *payoff);

/* How many suspects `room` must hold. */
static inline size_t lineup_room(size_t suspects) {
    return suspects * (2 * LINEUP_DEPTH_MAX);
}

/* The costs to go with one turn more, from those with `later` turns. */
void lineup_value(const Search *search, double *const later[PLANS],
                  double *now[PLANS]);

/* The move to play against `n` suspects, all of which agree with what was
 * played. */
Move lineup_search(const Search *search, const Suspect *suspects, size_t n);

#endif
