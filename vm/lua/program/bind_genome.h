/* bind_genome.h -- genomes of any species as Lua values.
 *
 * A genome comes out as a program: a tree, a linear program, a machine or a
 * vector. It goes in as one, or as a text.
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

/* Pushes a genome of the species at `index` as a program. */
void bind_genome_push(lua_State *L, int index, const void *genome);

/* Is there a program at `arg`, of whatever kind? */
bool bind_genome_is(lua_State *L, int arg);

/* Copies the program at `arg` to `genome`, a slot of the species. False with
 * the reason if it breaks the limits of the species; raises if it is one of
 * another kind or game. */
bool bind_genome_take(lua_State *L, int arg, const Species *species,
                      void *genome, Err *err);

/* Pushes a block with the genome at `arg`, a program or a text that messages
 * call `name`; raises if it is none of the species. */
void *bind_genome_read(lua_State *L, int arg, const Species *species,
                       const char *name);

#endif
