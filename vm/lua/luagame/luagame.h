/* luagame.h -- games declared in Lua.
 *
 * What a script's `ludus.game { ... }` says in plain data, which all threads
 * share. Its functions live in Lua states: see home.h.
 */
#ifndef LUDUS_LUAGAME_H
#define LUDUS_LUAGAME_H

#include "home.h"
#include "engine/game.h"
#include "program/linear/linear.h"
#include "program/machine/alphabet.h"
#include "program/vector/vector.h"
#include "program/vocab.h"

enum {
    LUAGAME_BUDGET_MAX = 1000000000, /* cost of one case */
    LUAGAME_COST_MAX   = 1000000,    /* cost of one node */
    LUAGAME_NODES_MAX  = 50000000,   /* nodes of one case, whatever they cost */
    LUAGAME_LAZY_MAX   = 150,        /* lazy primitives inside one another: Lua
                                        allows about 200 calls through C */
    LUAGAME_SECONDS_MAX = 1000000,   /* CPU time of one call of a function */
    LUAGAME_RIVALS_MAX = 100,
    LUAGAME_MEMORY_MAX = 65536,      /* megabytes of one thread */
};

/* How a primitive is evaluated. The last three are run by the engine: see
 * native.lua, which says in Lua what they do. */
typedef enum LuaHow {
    LUA_STRICT,                      /* its function gets values */
    LUA_LAZY,                        /* its function gets thunks */
    LUA_LAST,                        /* all arguments; the value of the last */
    LUA_CHOOSE,                      /* its function chooses one of two */
    LUA_BRANCH,                      /* the first chooses one of two others */
    LUA_HOWS
} LuaHow;

typedef struct LuaGame {
    Game       game;
    Language   language;
    Prim       prims[PRIM_ROWS_MAX];
    int32_t    cost[PRIM_ROWS_MAX];  /* by row */
    LuaHow     how[PRIM_ROWS_MAX];
    bool       any_lazy;             /* one passes thunks */
    bool       any_skips;            /* one may pass over an argument */
    int32_t    node_cost;            /* of constants, ARGs and ADFs */
    double     constants[VOCAB_SYMBOLS_MAX];
    bool       whole[VOCAB_SYMBOLS_MAX];         /* written as a whole number
                                                    that doubles hold */
    uint8_t    constant_kind[VOCAB_SYMBOLS_MAX];
    int64_t    budget;               /* of one case */
    size_t     memory;               /* bytes a thread may use more */
    int        seconds;              /* CPU time of one call of a function */
    double     case_max;             /* greatest score of a case, or NAN */
    bool       repeats, minimise;
    char      *rivals[LUAGAME_RIVALS_MAX];       /* texts of programs */
    size_t     rival_count;          /* each is met from both seats */
    bool       machines;             /* its programs are machines, not trees */
    Alphabet   alphabet;             /* of those */
    const LinearSet *set;            /* its programs are linear ones of it */
    const VectorShape *genes;        /* its programs are vectors of it */
    bool       plan;                 /* read gene by gene */
    bool       nested;               /* a skipped test skips its line, too */
    LuaHome    home;                 /* of its functions */
    char      *changes;              /* made to the script's game, or NULL */
} LuaGame;

/* How a case ended. */
typedef enum LuaEnd {
    LUA_FINISHED,                    /* the program came to its end */
    LUA_ENDED,                       /* `done` said so */
    LUA_TIMED_OUT,                   /* the budget was spent */
} LuaEnd;

/* What one case came to. */
typedef struct LuaCase {
    double  raw;
    int64_t steps;
    LuaEnd  end;
    bool    won;
} LuaCase;

/* Functions of a game besides its primitives. */
enum {
    LUA_START, LUA_DONE, LUA_SCORE, LUA_WON, LUA_TURN, LUA_SHOW,
    LUA_LOOK,                        /* the plain fields of a state, as text */
    LUA_PLAYER,                      /* a function that plays, see player.h */
    LUA_MOVE,                        /* what the genes of a vector do */
    LUA_MOVES,                       /* what a tree rates, if it rates moves */
    LUA_PARTS
};
extern const char *const luagame_parts[LUA_PARTS];

/* A game without primitives, constants or home. */
LuaGame *luagame_new(Err *err);
void     luagame_free(void *game);

/* The next row of primitives, empty. The caller fills it in, then says how it
 * is evaluated and what it costs. */
Prim *luagame_add(LuaGame *game);
void  luagame_added(LuaGame *game, LuaHow how, int32_t cost);

/* Adds a constant; `whole` if it was written as a whole number. */
void luagame_constant(LuaGame *game, double value, bool whole, uint8_t kind);

/* Sets the number of cases, of which each is played against every rival from
 * both seats, and the greatest score of one, or NAN. */
void luagame_scores(LuaGame *game, size_t cases, bool minimise, double max);

/* Adds up cases into the score of a program. */
Score luagame_total(const LuaGame *game, const LuaCase *each);

/* A case as every game tells it. */
CaseResult luagame_result(const LuaCase *one);

/* Is it a game declared in Lua? Then its scratch is a LuaPlayer, which this
 * gets ready for a program (see player.h). */
struct LuaPlayer;
bool luagame_is(const Game *game);
bool luagame_ready(const Game *game, Entrant who, struct LuaPlayer *player,
                   Err *err);

/* Less is better; without a greatest score nothing is perfect: 0 is approached,
 * never reached. */
double luagame_standardize(const Game *game, double raw);

extern const GameClass luagame_class, luagame_machine_class,
    luagame_linear_class, luagame_vector_class;

#endif
