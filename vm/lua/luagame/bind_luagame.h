/* bind_luagame.h -- games declared in Lua: what making and playing them
 * share.
 *
 * A LuaGame is what a script's `ludus.game { ... }` says in plain data. Its
 * functions live in Lua states: each thread that plays has a state of its
 * own, in which the script is loaded again and the game is found by its key,
 * so that threads share nothing. A game declared outside a script (in the
 * REPL) is played in the state it was made in, by one thread at a time.
 */
#ifndef LUDUS_BIND_LUAGAME_H
#define LUDUS_BIND_LUAGAME_H

#include "lua/bind_tree.h"
#include "program/linear/linear.h"
#include "program/machine/machine.h"

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

/* The home state's one seat; lives until the game and the player are gone. */
typedef struct LuaHome {
    int  users;
    bool taken;
} LuaHome;

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
    const LinearSet *set;            /* its programs are linear ones of it */
    bool       nested;               /* a skipped test skips its line, too */
    char      *script, *source;      /* NULL: declared outside a script */
    char      *key, *changes;        /* which game of the script, changed how */
    struct Sandbox *sandbox;         /* its players' states have, or NULL */
    lua_State *home;                 /* where it was made */
    int        home_parts;           /* reference to its functions there */
    LuaHome   *turn;                 /* who may play there */
} LuaGame;

/* What one case came to. */
typedef struct LuaCase {
    double  raw;
    int64_t steps;
    bool    won;
} LuaCase;

/* Calls and CPU seconds of a function, for `ludus bench SCRIPT`. */
typedef struct LuaTally {
    uint64_t calls;
    double   seconds;                /* arguments that are lazy included */
} LuaTally;

/* Functions of a game besides its primitives. */
enum { LUA_START, LUA_DONE, LUA_SCORE, LUA_WON, LUA_TURN, LUA_SHOW, LUA_PARTS };
extern const char *const luagame_parts[LUA_PARTS];

typedef struct LuaPlayer LuaPlayer;

/* Lets go of a seat; the last user frees it. */
void luahome_leave(LuaHome *home);

/* A player for one thread, with its own Lua state if the game has a script. */
LuaPlayer *luaplayer_new(const LuaGame *game, Err *err);
void       luaplayer_free(void *player);

/* Gets ready for a program, which must stay until the last case is played.
 * False if a rival cannot be read as a program of the same shape. */
bool luaplayer_program(LuaPlayer *player, const Tree *tree, Err *err);

/* The same for a machine, if the game is one of machines: each round costs a
 * step; `turn` gets its move and gives the other one, or gets both. */
bool luaplayer_machine(LuaPlayer *player, const Machine *machine, Err *err);

/* The same for a linear program, if the game has a set. */
bool luaplayer_linear(LuaPlayer *player, const uint8_t *code, Err *err);

/* Plays case `i` (from 0); false with a message for the person if a function of
 * the script failed. */
bool luaplayer_case(LuaPlayer *player, size_t i, LuaCase *result, Err *err);

/* Appends the picture of the state the last case ended in, if the game shows
 * one. */
bool luaplayer_show(LuaPlayer *player, Buf *out, Err *err);

/* Notes calls and times from now on: PRIM_ROWS_MAX + LUA_PARTS entries, the
 * primitives first. NULL ends it. */
void luaplayer_tally(LuaPlayer *player, LuaTally *tally);

/* Adds up cases into the score of a program. */
Score luagame_total(const LuaGame *game, const LuaCase *each);

extern const GameClass luagame_class, luagame_machine_class,
    luagame_linear_class;

#endif
