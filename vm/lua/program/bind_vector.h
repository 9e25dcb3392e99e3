/* bind_vector.h -- vectors as Lua values, for the bindings of games.
 *
 * A vector is immutable and keeps its species alive.
 */
#ifndef LUDUS_BIND_VECTOR_H
#define LUDUS_BIND_VECTOR_H

#include "lua/bind.h"
#include "program/vector/vector_species.h"

/* Pushes a vector of the species at stack index `species`, all zeroes; the
 * caller fills in its genome at once. */
void *bind_vector_new(lua_State *L, int species);

/* The genome of the vector at `arg`, and its species. */
const void *bind_vector(lua_State *L, int arg, const VectorSpecies **species);

/* The vector species at `arg`. */
const VectorSpecies *bind_vector_species(lua_State *L, int arg);

/* Pushes a gene, from 0: a whole number unless genes are reals. */
void bind_push_gene(lua_State *L, const VectorShape *shape, const void *genome,
                    size_t i);

/* The user value of a program that is the game that read it, if one did. */
enum { BIND_VECTOR_READER = 2 };

/* Pushes the vector of the text at stack index `text`, of the species at
 * `species`; `name` stands in messages. */
void bind_vector_parse(lua_State *L, int species, int text, const char *name);

/* For the opener: makes the class of vectors. */
void bind_vector_class(lua_State *L);

#endif
