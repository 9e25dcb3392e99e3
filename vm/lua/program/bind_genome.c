/* bind_genome.c -- genomes of any species as Lua values. */
#include "bind_genome.h"

#include <string.h>

#include "bind_vector.h"

static bool is_vector(const Species *species) {
    return strcmp(species->class->name, "vector") == 0;
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

void bind_genome_push(lua_State *L, const Species *species,
                      const void *genome) {
    if (is_vector(species))
        memcpy(bind_vector_new(L, -1), genome, species->slot);
    else bind_genome_text(L, species, genome);
}

const void *bind_genome_take(lua_State *L, int arg, const Species *species) {
    if (!is_vector(species))
        return bind_genome_parse(L, species, arg, "(program)");
    const VectorSpecies *other;
    const void *genome = bind_vector(L, arg, &other);
    Err err;
    if (!species->class->check(species, genome, other->species.slot, &err))
        bind_raise(L, &err);
    lua_pushvalue(L, arg);
    return genome;
}
