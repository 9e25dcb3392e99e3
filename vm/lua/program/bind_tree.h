/* bind_tree.h -- tree programs as Lua values, for the bindings of games.
 *
 * A program is immutable. It keeps its vocabulary alive, and that keeps the
 * game it was made for alive.
 */
#ifndef LUDUS_BIND_TREE_H
#define LUDUS_BIND_TREE_H

#include "lua/bind.h"
#include "program/tree/tree.h"

/* Pushes the vocabulary of that language and shape. The userdata at `owner`, a
 * game whose user value 1 is free for this, caches it and is kept alive. */
const Vocab *bind_vocab(lua_State *L, int owner, const Language *language,
                        const Shape *shape);

/* The vocabulary at `arg`. */
const Vocab *bind_vocab_at(lua_State *L, int arg);

/* Pushes an empty program of the vocabulary at stack index `vocab` whose genome
 * takes so many bytes; the caller fills them in at once. */
void *bind_tree_new(lua_State *L, int vocab, size_t bytes);

/* The program at `arg`; where that is known to be one. */
Tree bind_tree(lua_State *L, int arg);
Tree bind_tree_known(lua_State *L, int arg);

/* Pushes the game in whose vocabulary the program at `arg` is written. */
void bind_tree_owner(lua_State *L, int arg);

/* The place of the node whose number is at `arg`. */
size_t bind_node(lua_State *L, int arg, const Tree *tree);

/* Pushes the program read from the text at `text` (a string; `name` stands in
 * messages), or raises. */
void bind_tree_read(lua_State *L, int owner, const Language *language, int text,
                    const char *name);

/* The program at `arg` in that language, pushed: itself, or translated by
 * names. Raises if it uses what the language does not have. */
Tree bind_tree_for(lua_State *L, int arg, int owner, const Language *language);

/* Pushes a species of the language from the table at `settings`:
 * { adfs = { 3, 2 }, nodes, depth = { 1, 5 }, max_depth, method }. */
void bind_tree_species(lua_State *L, int owner, const Language *language,
                       int settings);

/* Pushes a list of the language's rows: name, arity, help, for the manual. */
void bind_prims(lua_State *L, const Language *language);

/* For the opener: make the classes of vocabularies, species and subtrees; the
 * last adds what programs do with subtrees to the methods of that class. */
void bind_vocab_open(lua_State *L);
void bind_subtree(lua_State *L, const char *program);

#endif
