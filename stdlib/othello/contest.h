/* contest.h -- Othello as a game to evolve for: play against teachers.
 *
 * A genome is scored by games against each teacher, one per colour, from the
 * usual start or from random openings. A game gives a bonus for a win or a draw
 * plus the disc difference shifted to be positive, as in the paper. A genome is
 * a vector (eight weights, or 64 bits that spell them; or weights as in
 * strategy.h) or a tree program: over the eight features, over all features, or
 * over the traits of a move, a strategy.
 */
#ifndef OTHELLO_CONTEST_H
#define OTHELLO_CONTEST_H

#include "engine/game.h"
#include "match.h"
#include "program.h"
#include "program/vector/vector.h"
#include "strategy.h"

enum {
    CONTEST_TEACHERS_MAX = 64,
    CONTEST_OPENINGS_MAX = 10000,
    WEIGHT_BITS = 8,
    WEIGHT_MIN = -127,               /* the byte 0 */
    WEIGHT_MOST = 10000,             /* and least; as of players */
};

typedef struct ContestRules {
    double         win, draw;        /* bonus per game */
    double         shift;            /* added to the disc difference */
    int            openings;         /* each played with both colours */
    int            plies;            /* random ones; 0 for the usual start */
    uint64_t       seed;             /* of the openings */
    PlayerSettings settings;         /* of those who are scored */
} ContestRules;

/* What plays. */
typedef enum ContestKind {
    CONTEST_VECTOR, CONTEST_TREE, CONTEST_WIDE, CONTEST_STRATEGY,
} ContestKind;

typedef struct Contest {
    Game                 game;
    const Language      *language;   /* of trees; the first one of vectors */
    ContestRules         rules;
    const Tables        *tables;
    size_t               teachers;
    const Player *const *teacher;
} Contest;

/* The paper's rules: 1000 for a win, 500 for a draw, shift 64, the usual start.
 * */
ContestRules oth_contest_rules(void);

/* Those who are played against. */
typedef struct Teachers {
    const Player *const *player;
    size_t               count;
} Teachers;

/* Fills in a contest that borrows the teachers. */
bool oth_contest_init(Contest *contest, ContestKind kind,
                      const ContestRules *rules, const Tables *tables,
                      Teachers teachers, Err *err);

/* The points of one game that ended with that lead for whom it is counted. */
double oth_contest_points(const ContestRules *rules, int lead);

/* The weights a vector stands for, 0 for another shape: eight by 64 bits, most
 * significant first, a byte b meaning b - 127; or as many numbers as
 * oth_is_weights() accepts, as they are. */
size_t oth_weights(const VectorShape *shape, const void *genome,
                   double weights[WEIGHTS_MAX], Err *err);

#endif
