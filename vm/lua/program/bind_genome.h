/* bind_genome.h -- genomes of any species as Lua values.
 *
 * A vector is a value of its own; programs of the other species are texts.
 */
#ifndef LUDUS_BIND_GENOME_H
#define LUDUS_BIND_GENOME_H

#include "lua/bind.h"

/* Pushes a block of a genome's size, all zero, that Lua collects. */
void *bind_genome_new(lua_State *L, const Species *species);

/* Parses the string at `text` into such a block, which it pushes. */
void *bind_genome_parse(lua_State *L, const Species *species, int text,
                        const char *name);

/* Pushes the text of a genome. */
void bind_genome_text(lua_State *L, const Species *species, const void *genome);

/* Pushes a genome as a value; the species is at the top of the stack. */
void bind_genome_push(lua_State *L, const Species *species, const void *genome);

/* The genome of the value at `arg`, which must be one of the species; pushes
 * what keeps it. */
const void *bind_genome_take(lua_State *L, int arg, const Species *species);

#endif
