/* bind_alphabet.h -- alphabets of machines as Lua tables. */
#ifndef LUDUS_BIND_ALPHABET_H
#define LUDUS_BIND_ALPHABET_H

#include "lua/bind.h"
#include "program/machine/machine.h"

/* Reads an alphabet from the table at `arg`: { moves = names, sees =
 * names }. */
void bind_alphabet(lua_State *L, int arg, Alphabet *alphabet);

/* The same, or the alphabet of the dilemma if there is no table. */
void bind_opt_alphabet(lua_State *L, int arg, Alphabet *alphabet);

/* Pushes such a table. */
void bind_push_alphabet(lua_State *L, const Alphabet *alphabet);

#endif
