/* game.h -- what evolution must know of a game: how good a program is at it.
 *
 * Concrete games embed a Game as their first member. A game does not change
 * once it is made, so all threads share it; what a thread needs to play is in
 * its scratch. The same genome always gets the same score, on any thread.
 *
 * To score is what every game can. What else it can it says by filling in the
 * optional parts of its class; who needs one asks game_can() before work
 * starts, or game_need(), which names what is lacking.
 */
#ifndef LUDUS_GAME_H
#define LUDUS_GAME_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "program/species.h"
#include "program/vocab.h"

typedef struct Game Game;

struct Trace;                        /* engine/walk/trace.h */

typedef struct Score {
    double   raw;                    /* as the paper counts it; see `max` */
    double   standardized;           /* 0 is perfect, less is better */
    uint64_t steps;                  /* the program spent, over all cases */
    uint32_t hits;                   /* cases won or solved */
} Score;

/* What a game may be able to do besides scoring. */
typedef enum Ability {
    ABILITY_CASES,                   /* each() */
    ABILITY_TRACE,
    ABILITY_SUMMARY,
    ABILITY_PLAY,
    ABILITY_BEHAVIOUR,
    ABILITY_DESCRIBE,
    ABILITIES
} Ability;

typedef struct AbilityRow {
    const char *name;                /* as people write it: "trace" */
    const char *help;
} AbilityRow;

extern const AbilityRow game_abilities[ABILITIES];

/* How one case ended. */
typedef struct CaseEnd {
    double      raw;
    uint64_t    steps;
    const char *end;                 /* "won", ...: lives as long as the game */
    Buf        *picture;             /* the caller's */
} CaseEnd;

enum { CASE_FIELDS_MAX = 6 };

/* What one case gave. */
typedef struct CaseResult {
    double   raw;
    uint64_t steps;
    double   field[CASE_FIELDS_MAX]; /* as the class's CaseWords name them */
    uint8_t  end;                    /* likewise */
    bool     hit;                    /* it counts in Score.hits */
} CaseResult;

/* What a class calls its results; NULL ends either list. */
typedef struct CaseWords {
    const char *const *ends;         /* "won", ...: by CaseResult.end */
    const char *const *fields;       /* "uncovered", ... */
} CaseWords;

/* Who is told what a case is: field(context, "mine.row", 3) for each field. */
typedef struct CaseTeller {
    void (*field)(void *context, const char *name, double value);
    void *context;
} CaseTeller;

/* Who plays: a genome, and what its species says is needed to read it (for
 * trees the Vocab, see species.h). */
typedef struct Entrant {
    const void *shape, *genome;
} Entrant;

/* Several of one shape. */
typedef struct Entrants {
    const void        *shape;
    const void *const *genomes;
    size_t             count;        /* at most Game.brood */
} Entrants;

typedef struct GameClass {
    const char *name;                /* "minesweeper" */
    const char *kind;                /* the species it scores: "tree", ... */

    /* Can it read genomes of that shape (see score())? NULL: all of its
     * kind. */
    bool (*reads)(const Game *game, const void *shape);

    /* Can programs of that shape, which it reads, be evolved for it, whatever
     * evolution makes of them? False with the reason. NULL: they can. */
    bool (*suits)(const Game *game, const void *shape, Err *err);

    void *(*scratch_new)(const Game *game, Err *err);
    void (*scratch_free)(void *scratch);     /* the game may be gone already */

    /* Scores one genome over all cases; `shape` is what its species says is
     * needed to read it (for trees the Vocab, see species.h). False with a
     * reason if the game itself failed, for instance in a script. */
    bool (*score)(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *score, Err *err);

    /* Scores several at once, each as score() does, to the bit: what they have
     * in common may be done once. NULL: they are scored one by one. */
    bool (*many)(const Game *game, Entrants who, void *scratch, Score *scores,
                 Err *err);

    /* A hash under which equal behaviour may be cached, or 0 for "do not
     * cache". Called right before score() with the same scratch, so that work
     * done here, such as compiling, is not done twice. NULL: hash the
     * genome. */
    uint64_t (*key)(const Game *game, const void *shape, void *scratch,
                    const void *genome);
    bool key_tells_all;              /* equal keys: equal results(), not scores
                                        alone */

    /* Must one thread alone play it, as things are? Then says why. NULL: any
     * number may. */
    bool (*alone)(const Game *game, Err *why);

    /* ---- what else it can; NULL where it cannot ---- */

    /* The language of a game for trees: with it the binding of all games reads,
     * lists and breeds its programs (see bind_game.h). */
    const Language *(*language)(const Game *game);

    /* Scores as score() does, to the bit, and writes down what each case gave:
     * each[i] is the raw score of case i, and their sum is score->raw unless
     * the game says how else it is made of them. `each` has room for all
     * cases. */
    bool (*each)(const Game *game, Entrant who, void *scratch, Score *score,
                 double *each, Err *err);

    /* Scores the first of two genomes by meeting the second in all cases, from
     * that seat, 1 or 2, or with 0 from both: the mean of the two. Two games of
     * a program against itself are two meetings. NULL: programs of the game do
     * not meet. */
    bool (*meet)(const Game *game, Entrants two, int seat, void *scratch,
                 Score *score, Err *err);

    /* Do programs of this very game meet? Else says why not. NULL: of every
     * game of the class that has meet(). */
    bool (*meets)(const Game *game, Err *why);

    /* each() with all that a case gave. NULL: raw scores are all there is. */
    bool (*results)(const Game *game, Entrant who, void *scratch, Score *score,
                    CaseResult *results, Err *err);
    const CaseWords *words;          /* of results() */

    /* Plays a case and writes down the position it ends in: game->squares whole
     * numbers, whose meaning the game's page tells. */
    bool (*position)(const Game *game, Entrant who, void *scratch,
                     size_t case_number, int32_t *squares, Err *err);

    /* Plays a case by the reference engine and writes everything down in the
     * empty trace (see trace.h), which the caller frees, also after a
     * failure. */
    bool (*trace)(const Game *game, Entrant who, size_t case_number,
                  struct Trace *trace, Err *err);

    /* Appends the score in the game's own words, without raw and steps: "7
     * won, 3 lost". No newline. */
    void (*summary)(const Game *game, const Score *score, Buf *out);

    /* Plays one case, with the result that score() counts, and appends to
     * end->picture how it looks at its end, for people; lines end with a
     * newline. */
    bool (*play)(const Game *game, Entrant who, void *scratch,
                 size_t case_number, CaseEnd *end, Err *err);

    /* What the program does, a hash per case: two programs that act alike in a
     * case have the same one, whatever steps they take. `each` has room for
     * all cases. */
    bool (*behaviour)(const Game *game, Entrant who, void *scratch,
                      uint64_t *each, Err *err);

    /* Tells what a case is before anyone plays it, field by field: the same
     * fields in the same order for all cases. Two fields that end in `row` and
     * `col` are a place on a board. */
    void (*describe)(const Game *game, size_t case_number,
                     const CaseTeller *teller);

    /* Abilities that its binding or its Lua gives, as bits 1 << ability. */
    unsigned elsewhere;
} GameClass;

struct Game {
    const GameClass *class;
    double           max;            /* greatest raw score, or NAN if unknown */
    size_t           cases;
    bool             minimise;       /* raw scores are errors: less is better,
                                        also in each case */
    size_t           squares;        /* of a position(); 0: it gives none */
    size_t           brood;          /* programs that many() likes to get at
                                        once; 0: none */
};

/* What stands for the score of a case that is no number: NaN, an infinity, or
 * beyond this. It is as bad as can be: a sum with one in it is no better. */
#define GAME_WORST 1e30
static inline double game_tame(double raw, bool minimise) {
    if (fabs(raw) <= GAME_WORST) return raw;
    return minimise ? GAME_WORST : -GAME_WORST;  /* NaN, too */
}

/* Does a score hold such a case? */
bool game_is_lost(const Score *score);

/* Has the game that ability? */
bool game_can(const Game *game, Ability ability);

/* The same; if not, the reason names what is lacking and what there is. */
bool game_need(const Game *game, Ability ability, Err *err);

/* The ability of that name, or -1 with a reason that names all. */
int game_ability(const char *name, Err *err);

/* Scores the program and writes down what each case gave, as much of it as the
 * game can tell: raw at least. The game has ABILITY_CASES by its class. */
bool game_results(const Game *game, Entrant who, void *scratch, Score *score,
                  CaseResult *results, Err *err);

/* Must one thread alone play it, as things are? Then says why. */
bool game_is_alone(const Game *game, Err *why);

/* Do programs of the game meet each other? Else says why not. */
bool game_meets(const Game *game, Err *why);

/* Can the game score programs of the species? False with the reason if not. */
bool game_fits(const Game *game, const Species *species, Err *err);

/* The same of all programs that evolution may make of the species. */
bool game_suits(const Game *game, const Species *species, Err *err);

#endif
