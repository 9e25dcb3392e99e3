/* bind_case.h -- what a case gave, as a table in Lua.
 *
 *     { number = 1, raw = 68, steps = 2546, hit = false, end = "exploded",
 *       finished = false, won = false, exploded = true, timed_out = false,
 *       uncovered = 34 }
 *
 * `end` is a word of the game, each such word is a field too, true or false;
 * then come the numbers that only this game has. A game that tells no more has
 * number and raw.
 */
#ifndef LUDUS_BIND_CASE_H
#define LUDUS_BIND_CASE_H

#include "lua/bind.h"

enum { CASE_NEW = -1 };

/* Sets the fields of the table at the top to what case `number` (from 0) gave.
 * `before` is the end that the table tells of, or CASE_NEW. */
void bind_case_set(lua_State *L, const Game *game, const CaseResult *result,
                   size_t number, int before);

/* Pushes such a table. */
void bind_case_push(lua_State *L, const Game *game, const CaseResult *result,
                    size_t number);

/* Pushes the list of the names of all its fields. */
void bind_case_names(lua_State *L, const Game *game);

/* Raises the error that a case of this game has no field of that name. */
int bind_case_lacks(lua_State *L, const Game *game, const char *name);

/* Pushes the position that the case ended in, as a list, playing it again; or
 * of a game of rules a table of its variables and grids. False, and nothing is
 * pushed, if the game can give none. */
bool bind_case_position(lua_State *L, const Game *game, Entrant who,
                        void *scratch, size_t number);

/* Plays the case and pushes how it ended: raw, steps, end, picture. */
int bind_case_play(lua_State *L, const Game *game, Entrant who, void *scratch,
                   size_t number);

/* Pushes what the program does, as a text: eight bytes a case. */
int bind_case_behaviour(lua_State *L, const Game *game, Entrant who,
                        void *scratch);

#endif
