/* bind_vocab.c -- vocabularies of tree programs, and species of them, as Lua
 * values.
 *
 * A game makes a vocabulary for each shape of programs once; whatever is made
 * of it keeps it alive, and with it the game.
 */
#include "bind_tree.h"

#include "base/mem.h"
#include "program/tree/tree_species.h"

static const char VOCAB[]   = "ludus.vocab";
static const char SPECIES[] = "ludus.tree.species";

/* ---- vocabularies -------------------------------------------------------- */

const Vocab *bind_vocab_at(lua_State *L, int arg) {
    return luaL_checkudata(L, arg, VOCAB);
}

/* Pushes the owner's table of vocabularies, made on first use. */
static void push_cache(lua_State *L, int owner) {
    if (lua_getiuservalue(L, owner, 1) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, owner, 1);
}

const Vocab *bind_vocab(lua_State *L, int owner, const Language *language,
                        const Shape *shape) {
    owner = lua_absindex(L, owner);
    push_cache(L, owner);
    lua_pushlstring(L, (const char *)shape->arity, shape->adfs);
    lua_pushvalue(L, -1);
    if (lua_gettable(L, -3) != LUA_TNIL) {
        lua_replace(L, -3);
        lua_pop(L, 1);
        return lua_touserdata(L, -1);
    }
    lua_pop(L, 1);
    Vocab *vocab = lua_newuserdatauv(L, sizeof *vocab, 1);
    luaL_setmetatable(L, VOCAB);
    lua_pushvalue(L, owner);
    lua_setiuservalue(L, -2, 1);
    Err err;
    if (!vocab_init(vocab, language, shape, &err)) bind_raise(L, &err);
    lua_pushvalue(L, -1);
    lua_insert(L, -4);
    lua_settable(L, -3);
    lua_pop(L, 1);
    return vocab;
}

void bind_prims(lua_State *L, const Language *language) {
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < language->prim_count; i++) {
        const Prim *p = &language->prims[i];
        lua_newtable(L);
        bind_set_text(L, "name", p->name);
        bind_set_integer(L, "arity", p->arity);
        bind_set_text(L, "help", p->help);
        bind_set_boolean(L, "enabled", language->enabled >> i & 1);
        lua_seti(L, -2, ++n);
    }
}

/* ---- species ------------------------------------------------------------- */

/* A number of the list in the field, or the default past its end. */
static lua_Integer element(lua_State *L, int table, const char *field,
                           lua_Integer i, lua_Integer normal) {
    lua_getfield(L, table, field);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_geti(L, -1, i);
    lua_Integer n = luaL_optinteger(L, -1, normal);
    lua_pop(L, 2);
    return n;
}

static Shape read_shape(lua_State *L, int settings) {
    Shape shape = { 0 };
    lua_getfield(L, settings, "adfs");
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, -1);
    lua_pop(L, 1);
    if (n > VOCAB_ADFS_MAX)
        luaL_error(L, "field 'adfs': at most %d ADFs, got %I", VOCAB_ADFS_MAX,
                   n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_Integer arity = element(L, settings, "adfs", i, 0);
        if (arity < 0 || arity > PRIM_ARGS_MAX)
            luaL_error(L, "field 'adfs': an ADF has 0 to %d arguments, got %I",
                       PRIM_ARGS_MAX, arity);
        shape.arity[shape.adfs++] = (uint8_t)arity;
    }
    return shape;
}

static TreeMethod read_method(lua_State *L, int settings) {
    static const char *const names[] = {
        [TREE_RAMPED] = "ramped",
        [TREE_GROW] = "grow",
        [TREE_FULL] = "full",
        NULL,
    };
    return (TreeMethod)bind_choice(L, settings, "method", names);
}

void bind_tree_species(lua_State *L, int owner, const Language *language,
                       int settings) {
    luaL_checktype(L, settings, LUA_TTABLE);
    owner = lua_absindex(L, owner);
    settings = lua_absindex(L, settings);
    Shape shape = read_shape(L, settings);
    lua_Integer nodes = bind_integer(L, settings, "nodes", 1, TREE_NODES_MAX);
    lua_Integer deepest = bind_integer(L, settings, "max_depth", 1,
                                       TREE_DEPTH_MAX);
    lua_Integer least = element(L, settings, "depth", 1, 1);
    lua_Integer most = element(L, settings, "depth", 2, least);
    const Vocab *vocab = bind_vocab(L, owner, language, &shape);
    Box *box = bind_box(L, SPECIES, mem_free);
    lua_pushvalue(L, -2);
    lua_setiuservalue(L, -2, 1);
    Err err;
    TreeSpecies *species = box->object = mem_new(1, sizeof *species, &err);
    TreeLimits limits = { (size_t)nodes, (size_t)deepest, (int)least, (int)most,
                          read_method(L, settings) };
    if (!species || !tree_species_init(species, vocab, &limits, &err))
        bind_raise(L, &err);
    lua_remove(L, -2);
}

void bind_vocab_open(lua_State *L) {
    bind_class(L, VOCAB, bind_none, bind_none);
    bind_class(L, SPECIES, bind_none, bind_boxed);
    bind_mark(L, SPECIES, "ludus_species");
}
