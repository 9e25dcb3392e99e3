/* bind_field.h -- numbers, lists and fields of tables, in and out.
 *
 * What comes in is checked: a wrong value raises an error that names the
 * argument or the field. What goes out becomes a field of the table at the top
 * of the stack.
 */
#ifndef LUDUS_BIND_FIELD_H
#define LUDUS_BIND_FIELD_H

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>

#include "engine/game.h"

/* The whole number at `arg`, 1 to `most`, counted from 0: which of so many. A
 * message calls it `what`. */
size_t bind_place(lua_State *L, int arg, const char *what, size_t most);

/* The length of the list at `index`, which is one that memory could hold. */
size_t bind_length(lua_State *L, int index);

/* Fields of the table at `arg`. A missing or wrong one raises an error that
 * names the field; the Lua library has filled in defaults before. */
lua_Integer bind_integer(lua_State *L, int arg, const char *field,
                         lua_Integer min, lua_Integer max);
double      bind_number(lua_State *L, int arg, const char *field);
bool        bind_boolean(lua_State *L, int arg, const char *field);
const char *bind_string(lua_State *L, int arg, const char *field);

/* A copy of the text in the field, which the caller frees; NULL if there is
 * none. */
char *bind_copy(lua_State *L, int arg, const char *field);

/* The place among `names`, ended by NULL, of the text in the field. */
int bind_choice(lua_State *L, int arg, const char *field,
                const char *const names[]);

/* Pushes a number, a whole one where it is. */
void bind_push(lua_State *L, double x);

/* Set a field of the table at the top; a text may be NULL, for nil. bind_set()
 * sets it to a number, a whole one where it is. */
void bind_set(lua_State *L, const char *field, double x);
void bind_set_integer(lua_State *L, const char *field, lua_Integer n);
void bind_set_count(lua_State *L, const char *field, uint64_t n);
void bind_set_number(lua_State *L, const char *field, double x);
void bind_set_boolean(lua_State *L, const char *field, bool b);
void bind_set_text(lua_State *L, const char *field, const char *text);

/* The greatest value of a field of scripts. */
typedef struct BindLimit {
    const char *field;               /* NULL ends the rows */
    lua_Integer most;
} BindLimit;

/* Sets `limits` of the module at the top: the Lua library checks what it is
 * given by the numbers that the C code itself knows. */
void bind_limits(lua_State *L, const BindLimit *rows);

/* Pushes a table of totals: raw, max (if known), steps and, unless it is NAN,
 * standardized with adjusted. Games add what else they count. */
void bind_score(lua_State *L, const Score *total, double max);

/* The same into the table at the top. */
void bind_score_fields(lua_State *L, const Score *total, double max);

/* Pushes a table of one score: raw, standardized, steps, hits. */
void bind_one_score(lua_State *L, const Score *score);

/* Pushes a digest as people compare it: 16 digits. */
void bind_digest(lua_State *L, uint64_t digest);

/* Pushes a list of numbers. */
void bind_numbers(lua_State *L, const double *numbers, size_t count);

/* Sets `cases` of the table at the top to a list: push(L, each, i) pushes each
 * one. */
void bind_cases(lua_State *L, size_t count, const void *each,
                void (*push)(lua_State *L, const void *each, size_t i));

#endif
