/* home.h -- where the functions of a game live, and who plays there.
 *
 * Functions live in Lua states. Of a script's game each thread that plays has a
 * state of its own, in which the script is loaded again and the game is found
 * by its key, so that threads share nothing. A game declared outside a script
 * (in the REPL) is played in the state it was made in, its home, by one thread
 * alone. So is a script's game while the script is still being loaded there:
 * another state would load it again, and play again, without end. Any number of
 * players may be at home, each in a thread of Lua: they play one at a time.
 */
#ifndef LUDUS_LUAGAME_HOME_H
#define LUDUS_LUAGAME_HOME_H

#include <lua.h>
#include <stdbool.h>

#include "base/err.h"

struct Sandbox;

typedef struct LuaHome {
    char           *script, *source; /* NULL: declared outside a script */
    char           *key;             /* which game of the script */
    struct Sandbox *sandbox;         /* of the states, or NULL */
    lua_State      *state;           /* where it was declared */
    int             parts;           /* reference to its functions there */
    const bool     *loading;         /* is the script, in that state? */
} LuaHome;

/* A state to play in: one of its own, or a thread of the home. */
typedef struct LuaRoom {
    lua_State *L;
    lua_State *home;                 /* NULL: L is its own */
    int        anchor;               /* of L in the home's registry */
} LuaRoom;

/* Says that the script of this state is about to be loaded, or has been. */
void luahome_loading(lua_State *L, bool now);

/* Is the game played at home? */
bool luahome_stays(const LuaHome *home);

/* The same; if so, says why one thread alone can play it. */
bool luahome_alone(const LuaHome *home, Err *why);

/* Makes the state of L the home of the functions in the table at the top, which
 * is popped. The texts are the caller's to fill in; all of them are freed with
 * the home. */
void luahome_init(LuaHome *home, lua_State *L);
void luahome_free(LuaHome *home);

/* Finds a state to play in: a thread of the home, with the functions' table on
 * its stack, if the game stays there; else a new one, empty but for the
 * library. */
bool luahome_enter(const LuaHome *home, LuaRoom *room, Err *err);
void luahome_leave(LuaRoom *room);

#endif
