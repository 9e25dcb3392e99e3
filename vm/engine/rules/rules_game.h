/* rules_game.h -- a game whose primitives are rules, for tree programs.
 *
 * A game owns its rules, their bytecode, their native code if there is any, and
 * the first values of each case. Once its cases are filled in it never changes,
 * so all threads share it.
 */
#ifndef LUDUS_RULES_GAME_H
#define LUDUS_RULES_GAME_H

#include "engine/game.h"
#include "rules.h"
#include "engine/rules/native/rules_c.h"
#include "rules_code.h"
#include "engine/rules/columns/rules_columns.h"
#include "rules_group.h"
#include "rules_state.h"

enum {
    RULES_CASES_MAX = 1 << 21,
    RULES_TABLE_MAX = 1 << 26,       /* ints of all cases */
    RULES_MANY = 512,                /* programs put together at once */
    RULES_BROOD = 256,               /* and at most by evolution */
    LANES_PAY = 24,                  /* cases from which lanes are worth it */
    LANES_TWICE = 4,                 /* if more than 1 case in so many must be
                                        played again, */
    LANES_REST = 15,                 /* so many programs are played without */
};

typedef enum RulesEngine {
    RULES_AUTO, /* native if it can be built, else bytecode */
    RULES_LANES, /* many cases at once, native if it can be built */
    RULES_NATIVE,
    RULES_BYTECODE,
    RULES_PLAIN, /* the reference */
    RULES_COLUMNS, /* for pure rules: all cases at once */
    RULES_ENGINES
} RulesEngine;

typedef struct RulesOptions {
    size_t   cases;
    uint32_t budget;                 /* steps per case */
    uint32_t passes;                 /* runs of the program per case, at most */
    uint64_t seed;                   /* of random draws */
    double   max;                    /* greatest raw score, or NAN */
    bool     minimise;               /* scores are errors: 0 is perfect */
    const RulesGiven *given;         /* names, while they are read; or NULL */
} RulesOptions;

struct RulesLinear;
struct RulesVector;
struct RulesMachine;
struct RulesRivals;
struct RulesGame;

/* Variables of rules by which two programs meet, see rules_match.h; 0: none. */
typedef struct RulesTwo {
    int judged, player, other;
} RulesTwo;

/* Who executes the primitives that the rules only declare. Each scratch has a
 * seat; `call` finds it in the state, and after a failure ends the case. */
typedef struct RulesOuter {
    void *(*seat_new)(const struct RulesGame *game, Err *err);
    void (*seat_free)(void *seat);   /* the game may be gone already */
    int32_t (*call)(RulesState *state, int rule, const int32_t *arg);
    const Err *(*failure)(const void *seat);     /* NULL: none */
    bool (*alone)(const void *functions, Err *why);      /* see game.h */
    void (*free)(void *functions);
} RulesOuter;

typedef struct RulesGame {
    Game         game;
    struct RulesLinear *linear; /* NULL: tree programs; see rules_linear.h */
    struct RulesVector *vector; /* NULL: see rules_vector.h */
    struct RulesMachine *machine;    /* NULL: see rules_machine.h */
    RulesTwo     two;
    struct RulesRivals *rivals;      /* NULL: programs play alone */
    const RulesOuter *outer;         /* NULL: nobody */
    void        *functions;          /* of `outer`, which frees them */
    Rules       *rules;
    RulesCode   *code;
    RulesNative *native;
    RulesGroups *groups;             /* of native code; NULL: case by case */
    RulesColumns *columns;           /* NULL: the rules are not pure */
    const char  *no_columns;         /* why not */
    ColumnKernels *kernels;
    LanesPlan    plan;               /* of lanes; made by rules_game_engine */
    bool         portable;           /* lanes without AVX2 */
    RulesLanesRun *lanes;            /* native or bytecode; NULL: none */
    FlatTable    lanes_flat;
    RulesPlay   *begin, *finish;     /* of a case that is played in lanes */
    RulesEngine  engine;             /* which one plays: never RULES_AUTO */
    RulesPlay   *play;
    RulesCall   *call;
    RulesOptions options;
    int32_t     *vars;               /* [case * rules->var_count + variable] */
    double      *reals;              /* as vars; NULL where there are none */
    int32_t     *cells;              /* [case * rules->cell_count + cell] */
} RulesGame;

typedef enum RulesEnd {
    RULES_FINISHED,                  /* the program came to its end */
    RULES_DONE_END,                  /* `done` said so */
    RULES_TIMED_OUT,                 /* the budget or the fuel was spent */
} RulesEnd;

typedef struct RulesCase {
    double   score;                  /* never NaN: see game_tame() */
    uint32_t steps, free_steps;
    RulesEnd end;
    bool     won;
} RulesCase;

typedef struct RulesTotal {
    double   raw;                    /* summed in the order of the cases */
    uint64_t steps, free_steps;
    uint32_t ends[3], won;
} RulesTotal;

/* What evolution sees of the game; its functions serve linear programs, too.
 */
extern const GameClass rules_class;
extern const CaseWords rules_words;
bool  rules_class_alone(const Game *game, Err *why);
void *rules_class_scratch(const Game *game, Err *err);
bool  rules_class_score(const Game *game, const void *shape, void *scratch,
                       const void *genome, Score *out, Err *err);
bool  rules_class_each(const Game *game, Entrant who, void *scratch, Score *out,
                      double *each, Err *err);
bool  rules_class_results(const Game *game, Entrant who, void *scratch,
                         Score *out, CaseResult *results, Err *err);

/* "auto", "lanes", "native", "bytecode", "plain", "columns"; and "finished",
 * "done", "timed_out". */
const char *rules_engine_name(RulesEngine engine);
const char *rules_end_name(RulesEnd end);

/* The engine of that name, or -1. */
int rules_engine_find(const char *name);

/* A game by the rules at script->text[from..to), all cases with the first
 * values that the rules state; the engine is bytecode. */
RulesGame *rules_game_new(const Source *script, size_t from, size_t to,
                          const RulesOptions *options, Err *err);
void       rules_game_free(void *game);

/* The first values of a case, to be filled in before the first play. */
int32_t *rules_game_vars(RulesGame *game, size_t case_number);
double  *rules_game_reals(RulesGame *game, size_t case_number);
int32_t *rules_game_cells(RulesGame *game, size_t case_number, int grid);

/* Fills cells of a grid from a picture, a line for each row: blanks and dots
 * are 0, '#' is 1, digits are themselves; what a short line leaves out stays as
 * it was. */
bool rules_picture(const RulesGrid *grid, const char *picture, int32_t *cell,
                   Err *err);

/* Chooses the engine. False with the reason if native code or lanes are wanted
 * and cannot be had; then it is the next best one. RULES_AUTO takes lanes where
 * they pay. */
bool rules_game_engine(RulesGame *game, RulesEngine engine, Err *err);

/* Cases of a block: about as many as there are lanes, shared out evenly. */
size_t rules_game_block(const RulesGame *game);

/* ---- playing: rules_play.c ----------------------------------------------- */

typedef struct RulesScratch RulesScratch;

RulesScratch *rules_scratch_new(const RulesGame *game, Err *err);
void          rules_scratch_free(void *scratch);

/* True unless a primitive that others execute has failed since the scratch was
 * made; then scores mean nothing. */
bool rules_scratch_ok(const RulesScratch *scratch, Err *err);

/* Where one of two programs lies, ready to be walked. */
typedef struct RulesRoom {
    RulesNode   node[VOCAB_BRANCHES * TREE_NODES_MAX];
    uint16_t    span[VOCAB_BRANCHES * TREE_NODES_MAX];
    const RulesNode *branch[VOCAB_BRANCHES];
    double      value[VOCAB_SYMBOLS_MAX];        /* constants, if real */
} RulesRoom;

/* Sees to it that the scratch has rooms 0 and 1, as it has from the beginning
 * if the game has rivals; and gives one of them. */
bool       rules_scratch_rooms(RulesScratch *scratch, Err *err);
RulesRoom *rules_scratch_room(RulesScratch *scratch, int which);

/* The state that is played in, between cases. */
RulesState *rules_scratch_playing(RulesScratch *scratch);

/* The genes that play from now on, if the game is one for vectors; they are the
 * caller's. */
void rules_scratch_genes(RulesScratch *scratch, const void *genes);

/* Prepares a case in the scratch; its state, for engines of their own. */
RulesState *rules_game_begin(const RulesGame *game, RulesScratch *scratch,
                             size_t case_number);

/* Scores n programs of one vocabulary, all cases of all of them: what they have
 * in common is computed once where the engine is that of columns. */
bool rules_game_many(const RulesGame *game, RulesScratch *scratch,
                     const Tree *tree, size_t n, RulesTotal *total, Err *err);

/* The tree that plays: the program itself, or for a vector one that does
 * nothing; see rules_vector.h. */
Tree rules_tree(const RulesGame *game, Entrant who, RulesScratch *scratch);

/* Gives the program, in its place, better constants of its own by so many steps
 * of least squares. False with the reason where these rules have none. */
bool rules_game_tune(const RulesGame *game, RulesScratch *scratch, Tree *tree,
                     int steps, Err *err);

/* Plays all cases, or one; `each` receives a row per case. */
RulesTotal rules_game_score(const RulesGame *game, RulesScratch *scratch,
                            const Tree *tree, RulesCase *each);
RulesCase  rules_game_play(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number);

/* The same for a program of any kind. */
RulesTotal rules_program_score(const RulesGame *game, RulesScratch *scratch,
                               Entrant who, RulesCase *each);
RulesCase  rules_program_play(const RulesGame *game, RulesScratch *scratch,
                             Entrant who, size_t case_number);

/* Plays a case by the reference, whichever engine the game has. */
RulesCase rules_game_walk(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number);

/* A case by hand, on the reference: it begins, each move is one run of a
 * program (false: the case is over), and it ends. */
void      rules_hands_begin(const RulesGame *game, RulesScratch *scratch,
                       size_t case_number);
bool      rules_hands_move(RulesScratch *scratch, const Tree *tree);
RulesCase rules_hands_end(const RulesGame *game, RulesScratch *scratch);

/* The same where a move is a number: `turn` is told it. Gives false if the case
 * is over, else what the rule gave. */
bool rules_hands_turn(const RulesGame *game, RulesScratch *scratch,
                      int32_t move, int32_t *gave);

/* The program's nodes, in its order, while it is walked. */
const RulesNode *rules_scratch_nodes(const RulesScratch *scratch);

/* Room for a row per case, which the scratch keeps. */
RulesCase *rules_scratch_each(RulesScratch *scratch, const RulesGame *game,
                              Err *err);

/* Do the rules say which cases are won? By 'won', or where two meet by the
 * score: the greatest there is, or no error. Else who is done has won. */
bool rules_game_says(const RulesGame *game);

/* How the case ended that an engine has finished. */
RulesCase rules_case_of(const RulesGame *game, const RulesState *state);

/* Adds a case to a total; a total as evolution wants it. */
void  rules_total_add(RulesTotal *total, const RulesCase *one);
Score rules_game_result(const RulesGame *game, const RulesTotal *total);

/* Less is better, 0 is perfect; where no maximum is known nothing is perfect.
 */
double rules_game_standardized(const RulesGame *game, double raw);

/* The grids that differ between cases played as one; see rules_group.h. */
uint64_t rules_game_vary(const RulesGame *game);

/* How it is played in lanes, or why it is not. */
LanesPlan rules_game_plan(const RulesGame *game);

/* The state after the last play: variables and cells as they ended. */
const RulesState *rules_scratch_state(const RulesScratch *scratch);

#endif
