/* bind.h -- what every binding shares.
 *
 * A binding gives Lua one noun: arguments in, results out. Each opens as a
 * module `ludus.core.NOUN` listed in modules.def; the Lua library wraps it for
 * people. Nothing in C that a Lua error can leave holds memory of its own: a
 * userdata is made, and given its metatable, before it acquires anything.
 */
#ifndef LUDUS_BIND_H
#define LUDUS_BIND_H

#include <lauxlib.h>
#include <lua.h>

#include "bind_field.h"
#include "base/buf.h"
#include "base/err.h"
#include "engine/game.h"
#include "base/pool.h"
#include "program/species.h"

/* Raises the error's text as it is, without a place in front: an Err names its
 * own place, and one of a wrong argument is raised by luaL_argerror. */
int bind_raise(lua_State *L, const Err *err);

/* Makes the metatable of a class whose name users see in messages, with methods
 * in __index and the metamethods given; leaves nothing on the stack. Upvalue 1
 * of them all is the name. */
void bind_class(lua_State *L, const char *name, const luaL_Reg *methods,
                const luaL_Reg *meta);

/* No methods, and the metamethods of boxes (see below), for bind_class(). */
extern const luaL_Reg bind_none[], bind_boxed[];

/* Adds methods to a class; those that it has already stay. */
void bind_add(lua_State *L, const char *name, const luaL_Reg *methods);

/* Puts the methods of a class into the table at the top, a module: the Lua
 * library adds to them. */
void bind_methods(lua_State *L, const char *name);

/* Opens another binding, so that its classes exist. */
void bind_require(lua_State *L, const char *module);

/* A userdata that owns a C object and frees it when collected. The pointer is
 * NULL until the caller fills it. `name` is a class of bind_class() whose __gc
 * is bind_box_gc. */
typedef struct Box {
    void *object;
    void (*free)(void *object);
    bool  busy;                      /* during bind_change() */
} Box;

enum { BOX_VALUES = 2 };             /* user values of a box */

Box *bind_box(lua_State *L, const char *name, void (*free)(void *object));

/* __gc, __close or a method of a class of boxes: frees the object. */
int bind_box_gc(lua_State *L);

/* The program at the top was read by the game at that index: its user value of
 * that number keeps it. Returns 1, for methods that do so last. */
int bind_read_by(lua_State *L, int game, int slot);

/* The object of the box at `arg`, which must be of that class. */
void *bind_object(lua_State *L, int arg, const char *name);

/* The same for a method that changes the object: raises if another is about to
 * and has called a function of a script. */
void *bind_idle(lua_State *L, int arg, const char *name);

/* Calls `change` with the same arguments, of which the first is a box of that
 * class; it is busy until then, also if an error passes. */
int bind_change(lua_State *L, const char *name, lua_CFunction change);

/* Marks a class, for instance as one of species, so that evolution accepts its
 * boxes (games: see bind_game.h). */
void bind_mark(lua_State *L, const char *name, const char *mark);

/* The object of the box at `arg`, whose class must have that mark; a message
 * calls it `what`. */
void *bind_marked(lua_State *L, int arg, const char *mark, const char *what);
Game          *bind_game(lua_State *L, int arg);
const Species *bind_species(lua_State *L, int arg);

/* A buffer that is released even if a Lua error passes: pushes a box. */
Buf *bind_buf(lua_State *L);

/* Pushes what it holds, or raises if that could not be held; returns 1. */
int bind_text(lua_State *L, const Buf *buf);

/* Worker threads that are released whatever happens: pushes a box. 0 threads
 * are one per core. */
Pool *bind_pool(lua_State *L, lua_Integer threads);

#endif
