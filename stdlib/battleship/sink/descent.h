/* descent.h -- sinking logic evolved from random programs, beyond the paper.
 *
 * A population of lines of descent. Each begins with the best of many random
 * programs. In a step a parent has one child, by a few small changes, now and
 * then crossed with another line's program first; the child takes its parent's
 * place if it needs no more shots over the games of the round, or not many
 * more. How many is drawn for each child, `warmth` on average, and the caller
 * lowers it from round to round: programs that need two changes at once to get
 * better can be reached over a worse one.
 *
 * A child is dropped as soon as the games played so far say that it is too bad,
 * which is nearly always after two, and one that played a few games like its
 * parent is taken for the same program written differently. So a step costs a
 * few dozen games rather than hundreds, and lines drift through programs of
 * equal behaviour. Some of these equals are none: every few of them, and at the
 * end of a round, the line's program must prove over all games that it is as
 * good as the last that did, or that one comes back.
 *
 * The lines lie on a ring, and only neighbours compete. So what is best at the
 * moment takes many rounds to spread, while others, from other beginnings,
 * catch up with it.
 */
#ifndef BATTLESHIP_DESCENT_H
#define BATTLESHIP_DESCENT_H

#include "drill.h"

enum {
    DESCENT_LINES_MAX = 1000,
    DESCENT_GAMES_MAX = 10000,       /* of a round */
    DESCENT_LOOPS = 5,               /* more in one game: it is lost */
};

typedef struct DescentOptions {
    int    lines;                    /* of descent */
    int    start;                    /* random programs a line chooses from */
    int    length;                   /* of their blocks, at most */
    int    steps;                    /* children of each line in a round */
    double crossing;                 /* share of children with two parents */
    double brevity;                  /* what a line costs, in shots */
} DescentOptions;

/* One line of descent: its program now, and the shots of that program and of
 * its child in each game of the round. */
typedef struct DescentLine {
    uint8_t  *code;
    uint8_t  *proven;                /* the last that played all games */
    uint16_t *shots, *child;
    int       drifted;               /* equals taken since then */
    double    score;                 /* mean of `shots` */
} DescentLine;

typedef struct Descent {
    const Fleet     *fleet;
    const LinearSet *set;
    DescentOptions   options;
    uint64_t         seed;
    size_t           bytes;          /* of a program */
    uint8_t         *code;           /* all lines' programs ... */
    uint8_t         *proven;
    uint8_t         *before;         /* ... and as they were before the round */
    uint16_t        *shots;
    DescentLine     *line;
} Descent;

/* Lines without programs yet. NULL with a reason if the options make no sense
 * or memory is short. */
Descent *descent_new(const Fleet *fleet, const LinearSet *set,
                     const DescentOptions *options, uint64_t seed, Err *err);
void     descent_free(Descent *descent);

/* Gives every line the best of its random programs in these games. */
void descent_start(Descent *descent, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n);

typedef struct DescentRound {
    uint64_t number;                 /* keys the chance */
    double   warmth;                 /* shots more it may need, a mean */
} DescentRound;

/* `steps` children of every line. */
void descent_round(Descent *descent, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n, const DescentRound *round);

/* Takes away every instruction without which a line's program plays these games
 * in the same way; programs are then short again and have room to grow. */
void descent_prune(Descent *descent, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n);

/* So many times a line drawn gives way to a copy of one of its two neighbours,
 * if that is better. */
void descent_cull(Descent *descent, uint64_t round, int count);

#endif
