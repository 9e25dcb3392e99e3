/* rules_match.h -- rules by which two programs meet.
 *
 * Rules for two have the variable `judged`: the player, 1 or 2, whose score is
 * asked for. Trees, linear programs and vectors take turns, and `player` says
 * whose it is; machines move at once: `value` is the move of player 1, `other`
 * that of player 2, and each sees the other's. Both spend one budget.
 *
 * A turn is one run of a tree, the lines of a linear program up to an
 * instruction that gives something else than 0, or for a vector once `turn`,
 * with its genes in place. A game with rivals plays each case as so many
 * matches: every rival, from both seats, seat 1 first.
 */
#ifndef LUDUS_RULES_MATCH_H
#define LUDUS_RULES_MATCH_H

#include "rules_game.h"
#include "rules_linear.h"
#include "rules_machine.h"

enum { RULES_RIVALS_MAX = 100 };

/* Who plays: a tree, for vectors the one that does nothing; of other kinds the
 * genome. */
typedef struct RulesWho {
    Tree        tree;
    const void *genome;
} RulesWho;

typedef struct RulesRivals {
    size_t   count;
    RulesWho who[RULES_RIVALS_MAX];  /* the caller's */
} RulesRivals;

/* Whose doing it is that something has changed. */
typedef enum RulesDoer {
    DOER_MINE,                       /* the program's that is judged */
    DOER_OTHER,
    DOER_ENGINE                      /* whose turn it is, its genes, moves */
} RulesDoer;

/* Who looks on while a match is played. */
typedef struct RulesLooker {
    void (*did)(void *data, RulesState *g, RulesDoer who);
    void (*turn)(void *data, RulesState *g, bool mine);  /* one begins */
    RulesOnlooker  line;             /* of the program that is judged */
    RulesSpectator round;
    void *data;
} RulesLooker;

/* A match that is played. */
typedef struct RulesMatch {
    const RulesGame *game;
    RulesScratch *scratch;
    RulesState   *g;
    RulesWho      who[2];            /* the one that is judged, and the other */
    int           judged;            /* the first one's seat, 1 or 2 */
    bool          sits;              /* whoever's turn it is has been seated */
    uint32_t      turns;             /* that have been taken */
    LinearRun     line[2];           /* by seat */
    RulesRun      run;
    int           at[2];             /* states of machines, by seat */
    const RulesLooker *looker;       /* NULL: nobody */
} RulesMatch;

/* Are these rules for two? Says what they lack. */
bool rules_match_can(const RulesGame *game, Err *err);

/* Gives the game, whose rules are for two, rivals that outlive it. */
bool rules_match_rivals(RulesGame *game, const RulesWho *rival, size_t count,
                        Err *err);

/* The entrant as a player. */
RulesWho rules_match_who(const RulesGame *game, Entrant who);

/* Matches of a game with rivals for each case. */
size_t rules_match_count(const RulesGame *game);

/* Plays match `number` of a game with rivals. */
RulesCase rules_match_play(const RulesGame *game, RulesScratch *scratch,
                           Entrant who, size_t number);

/* Two programs meet in all cases of a game without rivals: see GameClass. */
bool rules_class_meet(const Game *game, Entrants two, int seat, void *scratch,
                      Score *out, Err *err);
bool rules_class_meets(const Game *game, Err *why);

/* What the class of rules is the same in for every kind of program. */
#define RULES_CLASS                                                           \
    .name = "rules", .alone = rules_class_alone,                              \
    .scratch_new = rules_class_scratch, .scratch_free = rules_scratch_free,   \
    .score = rules_class_score, .each = rules_class_each,                     \
    .meet = rules_class_meet, .meets = rules_class_meets,                     \
    .results = rules_class_results, .words = &rules_words,                    \
    .elsewhere = 1u << ABILITY_TRACE | 1u << ABILITY_PLAY |                   \
                 1u << ABILITY_DESCRIBE

/* ---- one match, turn by turn ---- */

/* Seats the program for match `number` of a game with rivals; or two programs,
 * the first on that seat, in a scratch with rooms. Then the state is the one in
 * which the match begins. */
void rules_match_seat(RulesMatch *match, RulesWho who, size_t number);
void rules_match_meet(RulesMatch *match, const RulesWho two[2], int seat,
                      size_t case_number);

/* What happens before the first turn. */
void rules_match_begin(RulesMatch *match);

/* Whose turn is next. */
int rules_match_player(const RulesMatch *match);

/* The next turn, or round of machines; false if the match is over. */
bool rules_match_turn(RulesMatch *match);

RulesCase rules_match_end(RulesMatch *match);

/* Another program in the place of one of the two: 0 or 1 as in `who`. */
void rules_match_change(RulesMatch *match, int which, const RulesWho *who);

/* One instruction of whoever's turn it is; what it gave. False if the match is
 * over. */
bool rules_match_instruct(RulesMatch *match, int rule, bool test,
                          int32_t *gave);

/* A round of machines in which the one that is judged makes that move; `seen`
 * is the other's. */
bool rules_match_move(RulesMatch *match, int move, int *seen);

#endif
