/* player.h -- a thread's Lua state that plays a game in Lua.
 *
 * What a player holds is shared by the files that make players (player.c), walk
 * trees (tree.c), play lines and machines (lines.c) and whole cases (case.c),
 * and write down what happens (written.c).
 */
#ifndef LUDUS_LUAGAME_PLAYER_H
#define LUDUS_LUAGAME_PLAYER_H

#include "luagame.h"
#include "base/buf.h"
#include "engine/walk/trace.h"
#include "lua/limit.h"
#include "program/machine/machine.h"
#include "program/tree/tree.h"

/* Upvalues of the closures, places in FRAMES, places of the closures on the
 * player's stack; see call.h. */
enum {
    UP_NODE = 1,
    UP_PLAYER,
    UP_FRAMES,
    UP_THUNKS,
    UP_CASES,
    UP_PARTS,
    UP_PRIMS = UP_PARTS + LUA_PARTS,
    UP_MAX = UP_PRIMS + PRIM_ROWS_MAX
};
enum { FRAME_STATE = 1, FRAME_VALUE, FRAME_FIRST };
enum { AT_RUN = 1, AT_FINISH, AT_SHOW, AT_LAST = AT_SHOW };   /* of the stack */

/* All the walker needs to know of a symbol. */
typedef enum LuaSymbolHow {
    SYMBOL_STRICT = LUA_STRICT, SYMBOL_LAZY = LUA_LAZY, SYMBOL_LAST = LUA_LAST,
    SYMBOL_CHOOSE = LUA_CHOOSE, SYMBOL_BRANCH = LUA_BRANCH,
    SYMBOL_CONST = LUA_HOWS, SYMBOL_ARG, SYMBOL_ADF,
} LuaSymbolHow;

typedef struct LuaSymbol {
    uint8_t how;                     /* a LuaSymbolHow */
    uint8_t arity;
    uint8_t row;                     /* of the primitive; k of ARGk, ADFk */
    int32_t cost;
    int32_t need;                    /* steps that must be left: 1 at least */
} LuaSymbol;

/* The symbols of a vocabulary. */
typedef struct LuaWords {
    const Vocab *vocab;
    LuaSymbol    symbol[VOCAB_SYMBOLS_MAX];
} LuaWords;

/* What a rival that is a tree is read in: its ADFs are its own. */
typedef struct LuaReading {
    Vocab    vocab;
    LuaWords words;
} LuaReading;

/* A program, ready to be walked. */
typedef struct Walked {
    const LuaWords *words;           /* of a tree */
    const uint8_t *code;             /* of a tree or linear program */
    const Machine *machine;          /* instead of it */
    const void    *genes;            /* instead of both */
    size_t         size;             /* nodes of all branches */
    uint16_t      *span;             /* of each node, to skip it */
    uint32_t       branch[VOCAB_BRANCHES];       /* where each begins */
    void          *genome;           /* a rival's own */
    LuaReading    *reading;          /* and what it is read in, if a tree */
    int            asks;             /* instead of a program: a function's place
                                        in the registry; 0 if none */
} Walked;

/* Where the walker is. A script may catch the error of an argument, which then
 * leaves C functions that would have put this back: see luacall_run(). */
typedef struct LuaPlace {
    const uint8_t *pc;
    int            frame, frame_top; /* of the ADF being called, in FRAMES */
    int            lazy_depth;
    int            running;          /* a row, or PRIM_ROWS_MAX + a part */
    int32_t        step;             /* of the trace: whose arguments run now */
} LuaPlace;

/* Calls and CPU seconds of a function, for `ludus bench SCRIPT`. */
typedef struct LuaTally {
    uint64_t calls;
    double   seconds;                /* arguments that are lazy included */
} LuaTally;

/* A case that is being written down. */
typedef struct LuaWritten {
    Trace *trace;                    /* the caller's */
    Buf    fields, picture;          /* of the state at the last look */
} LuaWritten;

typedef struct LuaPlayer {
    const LuaGame  *game;
    LuaRoom         room;
    lua_State      *L;               /* that of the room */
    struct LuaPlayer **handle;       /* lives as long as the closures */
    bool            has[LUA_PARTS];

    LuaWords        words;           /* of the program */
    LuaPlace        at;
    const Walked   *now;             /* the program whose turn it is */
    Walked          mine, *rivals;   /* the one judged; those it meets */
    const Walked   *rival;           /* in this match, or NULL */
    int             player, judged;  /* 1 or 2: whose turn it is; whose score */
    Walked          guest;           /* met instead of the rivals */
    bool            meets;           /* the guest is a program */
    int             seat;            /* then the one judged has, 1 or 2 */

    int64_t         steps, last;     /* spent; the budget, -1 if stopped */
    uint32_t        nodes;
    LuaEnd          end;             /* of the case */
    bool            stopped;         /* the case is over; nothing acts now */
    bool            reseed;          /* math.random is still unused */
    LuaTally       *tally;
    LuaWritten     *written;         /* or NULL */

    Limit          *limit;           /* of its state */
    lua_Alloc       alloc;           /* the state's first allocator */
    void           *alloc_data;
    size_t          used, most;      /* bytes */
    char            place[LUA_IDSIZE + 16];      /* where memory ran out */
} LuaPlayer;

/* A player for one thread, with its own Lua state if the game has a script. */
LuaPlayer *luaplayer_new(const LuaGame *game, Err *err);
void       luaplayer_free(void *player);

/* Gets ready for a program, which must stay until the last case is played.
 * False if a rival cannot be read. */
bool luaplayer_program(LuaPlayer *player, const Tree *tree, Err *err);

/* The same for a machine, if the game is one of machines: each round costs a
 * step; `turn` gets its move and gives the other one, or gets both. */
bool luaplayer_machine(LuaPlayer *player, const Machine *machine, Err *err);

/* The same for a linear program, if the game has a set. */
bool luaplayer_linear(LuaPlayer *player, const uint8_t *code, Err *err);

/* The same for a vector, if the game has genes. */
bool luaplayer_vector(LuaPlayer *player, const void *genes, Err *err);

/* From now on functions of Lua play, by their places in the registry of the
 * player's state: one instead of the program (or 0), one as a guest (or 0) whom
 * it meets instead of the rivals, from that seat, 1 or 2. A function gets the
 * state and whose turn it is and gives what a run of a program would have
 * given; nothing ends the case. Three zeroes take all that back. */
void luaplayer_sit(LuaPlayer *player, int mine, int guest, int seat);

/* From now on the program meets that guest, of its own shape, from a seat, 1 or
 * 2. luaplayer_sit() with zeroes takes it back. */
bool luaplayer_meet(LuaPlayer *player, Entrant guest, int seat, Err *err);

/* Notes calls and times from now on: PRIM_ROWS_MAX + LUA_PARTS entries, the
 * primitives first. NULL ends it. */
void luaplayer_tally(LuaPlayer *player, LuaTally *tally);

/* ---- case.c -------------------------------------------------------------- */

/* Plays case `i` (from 0); false with a message for the person if a function of
 * the script failed. */
bool luacase_play(LuaPlayer *player, size_t i, LuaCase *result, Err *err);

/* Pushes the FRAMES and CASES of call.h, in which the last case has left its
 * state and value; not to be called inside a closure. */
void luacase_push(LuaPlayer *player);

/* Appends the picture of the state the last case ended in, if the game shows
 * one. */
bool luacase_show(LuaPlayer *player, Buf *out, Err *err);

/* The bodies of the closures, in the order of their places. */
extern const lua_CFunction luacase_bodies[AT_LAST];

/* The next player takes its turn. */
void luacase_next(lua_State *L, LuaPlayer *player);

/* The game answers the value at stack index 2, which is popped; true if that
 * has ended the case. */
bool luacase_turn(lua_State *L, LuaPlayer *player);

/* ---- written.c ----------------------------------------------------------- */

/* Writes the cases that are played into written->trace, which is empty, until
 * luawritten_end(). */
void luawritten_begin(LuaPlayer *player, LuaWritten *written);
void luawritten_end(LuaPlayer *player);

/* A step at that place of the program begins and ends; none if nothing is
 * written down or it is a rival's. */
int32_t luawritten_enter(LuaPlayer *player, uint32_t place);
void    luawritten_leave(LuaPlayer *player, int32_t step, int32_t value);

/* What is supposed of a step: that its test holds (1) or fails (-1), or nothing
 * (0); which of `sees` observations it makes, else `see`. */
int luawritten_forced(const LuaPlayer *player, int32_t step);
int luawritten_seen(const LuaPlayer *player, int32_t step, int see, int sees);

/* The step gave the value at the top of the stack, which stays unless another
 * is supposed; or it has that to say. */
void luawritten_value(lua_State *L, LuaPlayer *player, int32_t step);
void luawritten_say(LuaPlayer *player, int32_t step, const char *text);

/* The state, at stack index 1, may have changed. */
void luawritten_look(lua_State *L, LuaPlayer *player);

/* ---- call.h: functions that play ----------------------------------------- */

/* Asks the function whose turn it is and pushes what it gives; false if no step
 * is left for it. */
bool luacase_ask(lua_State *L, LuaPlayer *player);

/* ---- tree.c, lines.c, genes.c: inside the closures of call.h ------------- */

/* Pushes the value of the program whose turn it is. */
void luatree_eval(lua_State *L, LuaPlayer *player);

/* Play a case of machines, linear programs or vectors to its end. */
void lualines_machine(lua_State *L, LuaPlayer *player);
void lualines_linear(lua_State *L, LuaPlayer *player);
void luagenes_play(lua_State *L, LuaPlayer *player);

#endif
