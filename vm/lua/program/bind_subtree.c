/* bind_subtree.c -- parts of tree programs as Lua values.
 *
 *     p:subtree(i)  p:places(s)  p:graft(i, s)
 *     tostring(s)  s:size()  s:depth()  #s
 *
 * A subtree remembers the branch it was taken from only by what it contains:
 * grafting checks that every symbol may stand where it goes.
 */
#include "bind_tree.h"

#include <string.h>

#include "program/tree/tree_own.h"

static const char SUBTREE[] = "ludus.subtree";

typedef struct Subtree {
    const Vocab *vocab;              /* user value 1 keeps it alive */
    size_t       len;
    uint8_t      own[8 * VOCAB_OWN]; /* of the program it is from */
    uint8_t      code[];
} Subtree;

static int m_subtree(lua_State *L) {
    Tree t = bind_tree(L, 1);
    size_t at = bind_node(L, 2, &t), n = tree_span(t.vocab, t.code + at);
    Subtree *s = lua_newuserdatauv(L, sizeof *s + n, 1);
    s->vocab = t.vocab;
    s->len = n;
    memcpy(s->code, t.code + at, n);
    memcpy(s->own, t.own, 8 * (size_t)t.vocab->own);
    lua_getiuservalue(L, 1, 1);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, SUBTREE);
    return 1;
}

/* places(subtree): the nodes whose place the subtree may take. */
static int m_places(lua_State *L) {
    Tree t = bind_tree(L, 1);
    Subtree *s = luaL_checkudata(L, 2, SUBTREE);
    luaL_argcheck(L, vocab_same(s->vocab, t.vocab), 2,
                  "is of another language or shape");
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < tree_size(&t); i++) {
        if (!tree_may_stand(&t, i, s->code, s->len)) continue;
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

/* graft(i, subtree): a new program with that subtree in place of node i's. */
static int m_graft(lua_State *L) {
    Tree t = bind_tree(L, 1);
    size_t at = bind_node(L, 2, &t);
    Subtree *s = luaL_checkudata(L, 3, SUBTREE);
    luaL_argcheck(L, vocab_same(s->vocab, t.vocab), 3,
                  "is of another language or shape");
    Err err;
    if (!tree_may_graft(&t, at, s->code, s->len, &err))
        luaL_argerror(L, 3, err.text);
    size_t cut = tree_span(t.vocab, t.code + at);
    lua_getiuservalue(L, 1, 1);
    void *genome = bind_tree_new(L, -1, tree_bytes(&t) - cut + s->len);
    Tree child = tree_at(t.vocab, genome);
    tree_splice(&child, &t, at, cut, s->code, s->len);
    tree_own_settle(&child, t.own, (TreeGraft){ at, s->len, s->own, NULL });
    if (!tree_check(&child, TREE_NODES_MAX, &err)) bind_raise(L, &err);
    return 1;
}

static int s_tostring(lua_State *L) {
    Subtree *s = luaL_checkudata(L, 1, SUBTREE);
    Buf *buf = bind_buf(L);
    tree_print_code(s->vocab, s->own, s->code, buf);
    return bind_text(L, buf);
}

static int s_size(lua_State *L) {
    Subtree *s = luaL_checkudata(L, 1, SUBTREE);
    lua_pushinteger(L, (lua_Integer)s->len);
    return 1;
}

static int s_depth(lua_State *L) {
    Subtree *s = luaL_checkudata(L, 1, SUBTREE);
    lua_pushinteger(L, (lua_Integer)tree_depth(s->vocab, s->code, s->len));
    return 1;
}

static const luaL_Reg program_methods[] = {
    { "subtree", m_subtree },
    { "places", m_places },
    { "graft", m_graft },
    { NULL, NULL },
};

static const luaL_Reg subtree_methods[] = {
    { "size", s_size },
    { "depth", s_depth },
    { NULL, NULL },
};

static const luaL_Reg subtree_meta[] = {
    { "__tostring", s_tostring },
    { "__len", s_size },
    { NULL, NULL },
};

void bind_subtree(lua_State *L, const char *program) {
    bind_class(L, SUBTREE, subtree_methods, subtree_meta);
    bind_add(L, program, program_methods);
}
