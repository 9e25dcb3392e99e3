/* contest.h -- Othello as a game to evolve for: play against teachers.
 *
 * A genome is scored by games against each teacher, one per colour, from the
 * usual start or from random openings. A game gives a bonus for a win or a draw
 * plus the disc difference shifted to be positive, as in the paper. A genome is
 * a vector (eight weights, or 64 bits that spell them) or a tree program over
 * the features.
 */
#ifndef OTHELLO_CONTEST_H
#define OTHELLO_CONTEST_H

#include "engine/game.h"
#include "match.h"
#include "program.h"
#include "program/vector/vector.h"

enum {
    CONTEST_TEACHERS_MAX = 64,
    CONTEST_OPENINGS_MAX = 10000,
    WEIGHT_BITS = 8,
    WEIGHT_MIN = -127,               /* the byte 0 */
};

typedef struct ContestRules {
    double         win, draw;        /* bonus per game */
    double         shift;            /* added to the disc difference */
    int            openings;         /* each played with both colours */
    int            plies;            /* random ones; 0 for the usual start */
    uint64_t       seed;             /* of the openings */
    PlayerSettings settings;         /* of those who are scored */
} ContestRules;

typedef struct Contest {
    Game                 game;
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
bool oth_contest_init(Contest *contest, bool trees, const ContestRules *rules,
                      const Tables *tables, Teachers teachers, Err *err);

/* The points of one game that ended with that lead for whom it is counted. */
double oth_contest_points(const ContestRules *rules, int lead);

/* The eight weights a vector stands for: 64 bits, most significant first, a
 * byte b meaning b - 127; or eight numbers as they are. False for another
 * shape. */
bool oth_weights(const VectorShape *shape, const void *genome,
                 double weights[FEATURES], Err *err);

#endif
