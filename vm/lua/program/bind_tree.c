/* bind_tree.c -- tree programs as Lua values.
 *
 *     p:size()  p:depth()  p:branches()  p:node(i)
 *     tostring(p)  p:pretty(80)  p == q  #p
 *
 * Nodes are numbered from 1 over all branches, RPB first.
 */
#include "bind_tree.h"

#include <string.h>

#include "program/tree/tree_own.h"
#include "program/tree/tree_species.h"

static const char PROGRAM[] = "ludus.tree";

typedef struct Program {
    const Vocab *vocab;
    uint16_t     genome[];           /* lengths, then code */
} Program;

/* ---- programs ------------------------------------------------------------ */

void *bind_tree_new(lua_State *L, int vocab, size_t bytes) {
    vocab = lua_absindex(L, vocab);
    Program *p = lua_newuserdatauv(L, sizeof *p + bytes, 1);
    memset(p->genome, 0, bytes);
    p->vocab = bind_vocab_at(L, vocab);
    lua_pushvalue(L, vocab);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, PROGRAM);
    return p->genome;
}

Tree bind_tree(lua_State *L, int arg) {
    luaL_checkudata(L, arg, PROGRAM);
    return bind_tree_known(L, arg);
}

Tree bind_tree_known(lua_State *L, int arg) {
    Program *p = lua_touserdata(L, arg);
    return tree_at(p->vocab, p->genome);
}

void bind_tree_owner(lua_State *L, int arg) {
    lua_getiuservalue(L, arg, 1);
    lua_getiuservalue(L, -1, 1);
    lua_remove(L, -2);
}

/* Parses into scratch memory that Lua collects, then keeps what was used. */
void bind_tree_read(lua_State *L, int owner, const Language *language, int text,
                    const char *name) {
    owner = lua_absindex(L, owner);
    Source src = { .name = name };
    src.text = luaL_checklstring(L, text, &src.len);
    Err err;
    Shape shape;
    if (!tree_parse_shape(&src, &language->normal, &shape, &err))
        bind_raise(L, &err);
    const Vocab *vocab = bind_vocab(L, owner, language, &shape);
    int vocab_index = lua_gettop(L);
    void *scratch = lua_newuserdatauv(L, tree_slot(vocab, TREE_NODES_MAX), 0);
    if (!tree_parse(vocab, &src, TREE_NODES_MAX, scratch, &err))
        bind_raise(L, &err);
    Tree tree = tree_at(vocab, scratch);
    size_t bytes = tree_bytes(&tree);
    memcpy(bind_tree_new(L, vocab_index, bytes), scratch, bytes);
    lua_replace(L, vocab_index);
    lua_settop(L, vocab_index);
}

Tree bind_tree_for(lua_State *L, int arg, int owner, const Language *language) {
    owner = lua_absindex(L, owner);
    Tree tree = bind_tree(L, arg);
    if (tree.vocab->language == language) {      /* its own: no need to look */
        lua_pushvalue(L, arg);
        return tree;
    }
    const Vocab *vocab = bind_vocab(L, owner, language, &tree.vocab->shape);
    if (vocab_same(vocab, tree.vocab)) {
        lua_pop(L, 1);
        lua_pushvalue(L, arg);
        return tree;
    }
    Err err;
    void *genome = bind_tree_new(L, -1, tree_bytes(&tree));
    if (!tree_translate(&tree, vocab, genome, &err)) bind_raise(L, &err);
    lua_remove(L, -2);
    return tree_at(vocab, genome);
}

/* ---- methods ------------------------------------------------------------- */

size_t bind_node(lua_State *L, int arg, const Tree *tree) {
    return bind_place(L, arg, "node", tree_size(tree));
}

static int m_size(lua_State *L) {
    Tree tree = bind_tree(L, 1);
    lua_pushinteger(L, (lua_Integer)tree_size(&tree));
    return 1;
}

static int m_depth(lua_State *L) {
    Tree tree = bind_tree(L, 1);
    lua_pushinteger(L, (lua_Integer)tree_deepest(&tree));
    return 1;
}

/* branches(): a list of { name, nodes, depth, first, arity }. */
static int m_branches(lua_State *L) {
    Tree t = bind_tree(L, 1);
    lua_newtable(L);
    size_t at = 0;
    for (int b = 0; b < t.vocab->branches; at += t.len[b++]) {
        lua_createtable(L, 0, 5);
        bind_set_text(L, "name", vocab_branch_name(t.vocab, b));
        bind_set_integer(L, "nodes", t.len[b]);
        lua_pushinteger(
            L, (lua_Integer)tree_depth(t.vocab, t.code + at, t.len[b]));
        lua_setfield(L, -2, "depth");
        bind_set_integer(L, "first", (lua_Integer)at + 1);
        bind_set_integer(L, "arity", vocab_branch_arity(t.vocab, b));
        lua_seti(L, -2, b + 1);
    }
    return 1;
}

/* node(i): { name, branch, arity, span }. */
static int m_node(lua_State *L) {
    Tree t = bind_tree(L, 1);
    size_t at = bind_node(L, 2, &t);
    lua_createtable(L, 0, 4);
    char text[VOCAB_NAME_MAX];
    bind_set_text(L, "name",
                  tree_symbol_text(t.vocab, t.own, t.code[at], text));
    bind_set_text(L, "branch",
                  vocab_branch_name(t.vocab, tree_branch_of(&t, at)));
    bind_set_integer(L, "arity", t.vocab->arity[t.code[at]]);
    bind_set_integer(L, "span", (lua_Integer)tree_span(t.vocab, t.code + at));
    return 1;
}

static int m_tostring(lua_State *L) {
    Tree tree = bind_tree(L, 1);
    Buf *buf = bind_buf(L);
    tree_print(&tree, buf);
    return bind_text(L, buf);
}

enum { PRETTY_MAX = 1000000 };       /* columns */

/* pretty(width): branches broken into indented lines. */
static int m_pretty(lua_State *L) {
    Tree t = bind_tree(L, 1);
    lua_Integer wanted = luaL_optinteger(L, 2, 80);
    int width = wanted < 0 ? 0 : wanted > PRETTY_MAX ? PRETTY_MAX : (int)wanted;
    Buf *buf = bind_buf(L);
    tree_print_lines(&t, width, buf);
    return bind_text(L, buf);
}

static int m_eq(lua_State *L) {
    Tree a = bind_tree(L, 1), b = bind_tree(L, 2);
    lua_pushboolean(L, tree_same(&a, &b));
    return 1;
}

static const luaL_Reg program_methods[] = {
    { "size", m_size },         { "depth", m_depth },
    { "branches", m_branches }, { "node", m_node },
    { "pretty", m_pretty },     { NULL, NULL },
};

static const luaL_Reg program_meta[] = {
    { "__tostring", m_tostring },
    { "__eq", m_eq },
    { "__len", m_size },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "adfs", VOCAB_ADFS_MAX },  { "arguments", PRIM_ARGS_MAX },
    { "nodes", TREE_NODES_MAX }, { "max_depth", TREE_DEPTH_MAX },
    { "depth", TREE_FIRST_DEPTH_MAX },
    { NULL, 0 },
};

int open_tree(lua_State *L);

int open_tree(lua_State *L) {
    bind_class(L, PROGRAM, program_methods, program_meta);
    bind_subtree(L, PROGRAM);
    bind_vocab_open(L);
    lua_newtable(L);
    bind_methods(L, PROGRAM);
    bind_limits(L, limits);
    return 1;
}
