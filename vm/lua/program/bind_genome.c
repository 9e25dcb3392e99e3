/* bind_genome.c -- genomes of any species as Lua values. */
#include "bind_genome.h"

#include <string.h>

#include "bind_linear.h"
#include "bind_machine.h"
#include "bind_tree.h"
#include "bind_vector.h"
#include "program/tree/tree_species.h"

static const char *const classes[] = { "ludus.tree", "ludus.linear.program",
                                       "ludus.machine", "ludus.vector", NULL };

static bool is_kind(const Species *species, const char *kind) {
    return strcmp(species->class->name, kind) == 0;
}

void *bind_genome_new(lua_State *L, const Species *species) {
    void *genome = lua_newuserdatauv(L, species->slot, 0);
    memset(genome, 0, species->slot);
    return genome;
}

void *bind_genome_parse(lua_State *L, const Species *species, int text,
                        const char *name) {
    Source src = { .name = name };
    src.text = luaL_checklstring(L, text, &src.len);
    void *genome = bind_genome_new(L, species);
    Err err;
    if (!species->class->parse(species, &src, genome, &err))
        bind_raise(L, &err);
    return genome;
}

void bind_genome_text(lua_State *L, const Species *species,
                      const void *genome) {
    Buf *buf = bind_buf(L);
    Err err;
    if (!species->class->print(species, genome, buf, &err)) bind_raise(L, &err);
    bind_text(L, buf);
    lua_remove(L, -2);
}

/* ---- out ----------------------------------------------------------------- */

void bind_genome_push(lua_State *L, int index, const void *genome) {
    index = lua_absindex(L, index);
    const Species *species = bind_species(L, index);
    size_t bytes = species->class->bytes(species, genome);
    if (is_kind(species, "tree")) {
        lua_getiuservalue(L, index, 1);      /* its vocabulary */
        memcpy(bind_tree_new(L, -1, bytes), genome, bytes);
        lua_remove(L, -2);
    } else if (is_kind(species, "linear")) {
        memcpy(bind_linear_new(L, index), genome, bytes);
    } else if (is_kind(species, "machine")) {
        bind_push_machine_of(L, species->shape, genome);
    } else {
        memcpy(bind_vector_new(L, index), genome, bytes);
    }
}

/* ---- in ------------------------------------------------------------------ */

bool bind_genome_is(lua_State *L, int arg) {
    for (int i = 0; classes[i]; i++)
        if (luaL_testudata(L, arg, classes[i])) return true;
    return false;
}

static bool take_tree(lua_State *L, int arg, const Species *species,
                      void *genome, Err *err) {
    const TreeSpecies *sp = (const TreeSpecies *)species;
    Tree t = bind_tree(L, arg);
    if (!vocab_same(t.vocab, sp->vocab))
        luaL_error(L, "the program is one of another game or shape");
    if (!tree_species_fits(sp, &t))
        return err_set(err, "the program is larger than the experiment allows");
    memcpy(genome, t.len, tree_bytes(&t));
    return true;
}

static bool take_linear(lua_State *L, int arg, const Species *species,
                        void *genome, Err *err) {
    const LinearSpecies *sp = (const LinearSpecies *)species;
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, arg, &set);
    size_t bytes = linear_bytes(set);
    if (set != sp->set && (strcmp(set->name, sp->set->name) != 0 ||
                           bytes != linear_bytes(sp->set)))
        luaL_error(L, "the program is one of another set");
    if (!species->class->check(species, code, bytes, err)) return false;
    memcpy(genome, code, bytes);
    return true;
}

static bool take_block(const Species *species, const void *from, size_t bytes,
                       void *genome, Err *err) {
    if (!species->class->check(species, from, bytes, err)) return false;
    memcpy(genome, from, bytes);
    return true;
}

bool bind_genome_take(lua_State *L, int arg, const Species *species,
                      void *genome, Err *err) {
    if (is_kind(species, "tree"))
        return take_tree(L, arg, species, genome, err);
    if (is_kind(species, "linear"))
        return take_linear(L, arg, species, genome, err);
    if (is_kind(species, "machine")) {
        const Machine *m = bind_machine_for(L, arg, species->shape);
        return take_block(species, m, machine_bytes(species->shape, m), genome,
                          err);
    }
    const VectorSpecies *other;
    const void *from = bind_vector(L, arg, &other);
    return take_block(species, from, other->species.slot, genome, err);
}

void *bind_genome_read(lua_State *L, int arg, const Species *species,
                       const char *name) {
    if (!bind_genome_is(L, arg))
        return bind_genome_parse(L, species, arg, name);
    void *genome = bind_genome_new(L, species);
    Err err;
    if (!bind_genome_take(L, arg, species, genome, &err)) bind_raise(L, &err);
    return genome;
}
