/* bind_luainner.h -- a thread that plays a game in Lua: what the files that
 * walk trees (bind_luaplay.c), play lines and machines (bind_luarounds.c) and
 * make players (bind_luaplayer.c) share.
 */
#ifndef LUDUS_BIND_LUAINNER_H
#define LUDUS_BIND_LUAINNER_H

#include "lua/bind_limit.h"
#include "bind_luagame.h"

/* Upvalues of the closures, places in FRAMES, places of the closures on the
 * player's stack; see bind_luaplay.c. */
enum { UP_NODE = 1, UP_PLAYER, UP_FRAMES, UP_THUNKS, UP_CASES, UP_PARTS,
       UP_PRIMS = UP_PARTS + LUA_PARTS, UP_MAX = UP_PRIMS + PRIM_ROWS_MAX };
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

/* A program, ready to be walked. */
typedef struct Walked {
    const uint8_t *code;             /* of a tree or linear program */
    const Machine *machine;          /* instead of it */
    size_t         size;             /* nodes of all branches */
    uint16_t      *span;             /* of each node, to skip it */
    uint32_t       branch[VOCAB_BRANCHES];       /* where each begins */
    void          *genome;           /* a rival's own */
} Walked;

/* Where the walker is. A script may catch the error of an argument, which then
 * leaves C functions that would have put this back: see luaplay_call(). */
typedef struct LuaPlace {
    const uint8_t *pc;
    int            frame, frame_top; /* of the ADF being called, in FRAMES */
    int            lazy_depth;
    int            running;          /* a row, or PRIM_ROWS_MAX + a part */
} LuaPlace;

struct LuaPlayer {
    const LuaGame  *game;
    lua_State      *L;               /* its own, or a thread of `home` */
    int             anchor;          /* of that thread in the registry */
    lua_State      *home;            /* NULL: the state is its own */
    LuaHome        *seat;            /* in the home state */
    LuaPlayer     **handle;          /* lives as long as the closures */
    bool            has[LUA_PARTS];

    const Vocab    *vocab;           /* of the program */
    LuaSymbol       symbol[VOCAB_SYMBOLS_MAX];
    LuaPlace        at;
    const Walked   *now;             /* the program whose turn it is */
    Walked          mine, *rivals;   /* the one judged; those it meets */
    const Walked   *rival;           /* in this match, or NULL */
    int             player, judged;  /* 1 or 2: whose turn it is; whose score */

    int64_t         steps, last;     /* spent; the budget, -1 if stopped */
    uint32_t        nodes;
    bool            stopped;         /* the case is over; nothing acts now */
    bool            reseed;          /* math.random is still unused */
    LuaTally       *tally;

    Limit          *limit;           /* of its state */
    lua_Alloc       alloc;           /* the state's first allocator */
    void           *alloc_data;
    size_t          used, room;      /* bytes */
    char            place[LUA_IDSIZE + 16];      /* where memory ran out */
};

/* The bodies of the closures, in the order of their places. */
extern const lua_CFunction luaplay_bodies[AT_LAST];

/* Calls a function with its arguments on the stack; `what` is a row, or
 * PRIM_ROWS_MAX + a part. The walker then is where it was, whatever errors the
 * function has caught. */
void luaplay_call(lua_State *L, LuaPlayer *player, int what, int args);

/* Calls the function of a row with the state alone; is its value true? */
bool luaplay_ask(lua_State *L, LuaPlayer *player, int row);

/* Is the case over, in the game's own words? */
bool luaplay_done(lua_State *L, LuaPlayer *player);

/* The next player takes its turn. */
void luaplay_next(lua_State *L, LuaPlayer *player);

/* Spends steps; false if so many are not left. */
bool luaplay_spend(LuaPlayer *player, int32_t cost);

/* Play a case of machines or linear programs to its end. The state is at stack
 * index 1; the calling closure has the upvalues of bind_luaplay.c. */
void luarounds_machine(lua_State *L, LuaPlayer *player);
void luarounds_linear(lua_State *L, LuaPlayer *player);

#endif
