/* bind_tree.c -- tree programs as Lua values.
 *
 *     p:size()  p:depth()  p:branches()  p:node(i)  p:subtree(i)  p:graft(i, s)
 *     tostring(p)  p:pretty(80)  p == q  #p
 *
 * Nodes are numbered from 1 over all branches, RPB first. A subtree remembers
 * the branch it was taken from only by what it contains: grafting checks that
 * every symbol may stand where it goes.
 */
#include "bind_tree.h"

#include <string.h>

#include "base/mem.h"
#include "program/tree/tree_species.h"

static const char PROGRAM[] = "ludus.tree";
static const char SUBTREE[] = "ludus.subtree";
static const char VOCAB[]   = "ludus.vocab";
static const char SPECIES[] = "ludus.tree.species";

typedef struct Program {
    const Vocab *vocab;
    uint16_t     genome[];           /* lengths, then code */
} Program;

typedef struct Subtree {
    const Vocab *vocab;
    size_t       len;
    uint8_t      code[];
} Subtree;

/* ---- vocabularies -------------------------------------------------------- */

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

/* ---- programs ------------------------------------------------------------ */

void *bind_tree_new(lua_State *L, int vocab, size_t bytes) {
    vocab = lua_absindex(L, vocab);
    Program *p = lua_newuserdatauv(L, sizeof *p + bytes, 1);
    memset(p->genome, 0, bytes);
    p->vocab = luaL_checkudata(L, vocab, VOCAB);
    lua_pushvalue(L, vocab);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, PROGRAM);
    return p->genome;
}

Tree bind_tree(lua_State *L, int arg) {
    Program *p = luaL_checkudata(L, arg, PROGRAM);
    return tree_at(p->vocab, p->genome);
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
    const char *name = bind_string(L, settings, "method");
    return strcmp(name, "grow") == 0   ? TREE_GROW
           : strcmp(name, "full") == 0 ? TREE_FULL
                                       : TREE_RAMPED;
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

/* ---- methods ------------------------------------------------------------- */

static size_t check_node(lua_State *L, int arg, const Tree *tree) {
    return bind_place(L, arg, "node", tree_size(tree));
}

static int m_size(lua_State *L) {
    Tree tree = bind_tree(L, 1);
    lua_pushinteger(L, (lua_Integer)tree_size(&tree));
    return 1;
}

static size_t deepest(const Tree *tree) {
    size_t most = 0, at = 0;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++]) {
        size_t d = tree_depth(tree->vocab, tree->code + at, tree->len[b]);
        if (d > most) most = d;
    }
    return most;
}

static int m_depth(lua_State *L) {
    Tree tree = bind_tree(L, 1);
    lua_pushinteger(L, (lua_Integer)deepest(&tree));
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
    size_t at = check_node(L, 2, &t);
    lua_createtable(L, 0, 4);
    bind_set_text(L, "name", t.vocab->symbol[t.code[at]].name);
    bind_set_text(L, "branch",
                  vocab_branch_name(t.vocab, tree_branch_of(&t, at)));
    bind_set_integer(L, "arity", t.vocab->arity[t.code[at]]);
    bind_set_integer(L, "span", (lua_Integer)tree_span(t.vocab, t.code + at));
    return 1;
}

static int m_subtree(lua_State *L) {
    Tree t = bind_tree(L, 1);
    size_t at = check_node(L, 2, &t), n = tree_span(t.vocab, t.code + at);
    Subtree *s = lua_newuserdatauv(L, sizeof *s + n, 1);
    s->vocab = t.vocab;
    s->len = n;
    memcpy(s->code, t.code + at, n);
    lua_getiuservalue(L, 1, 1);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, SUBTREE);
    return 1;
}

static bool may_stand(const Tree *t, size_t at, const Subtree *s) {
    int branch = tree_branch_of(t, at);
    for (size_t i = 0; i < s->len; i++)
        if (!vocab_allows(t->vocab, branch, s->code[i])) return false;
    const Symbol *symbol = t->vocab->symbol;
    return symbol[t->code[at]].kind == symbol[s->code[0]].kind;
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
        if (!may_stand(&t, i, s)) continue;
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

/* graft(i, subtree): a new program with that subtree in place of node i's. */
static int m_graft(lua_State *L) {
    Tree t = bind_tree(L, 1);
    size_t at = check_node(L, 2, &t);
    Subtree *s = luaL_checkudata(L, 3, SUBTREE);
    luaL_argcheck(L, vocab_same(s->vocab, t.vocab), 3,
                  "is of another language or shape");
    int branch = tree_branch_of(&t, at);
    for (size_t i = 0; i < s->len; i++)
        if (!vocab_allows(t.vocab, branch, s->code[i]))
            luaL_argerror(L, 3, lua_pushfstring(
                L, "'%s' may not stand in %s", t.vocab->symbol[s->code[i]].name,
                vocab_branch_name(t.vocab, branch)));
    size_t cut = tree_span(t.vocab, t.code + at);
    luaL_argcheck(L, t.len[branch] - cut + s->len <= TREE_NODES_MAX, 3,
                  "makes the branch too long");
    lua_getiuservalue(L, 1, 1);
    void *genome = bind_tree_new(L, -1, tree_bytes(&t) - cut + s->len);
    Tree child = tree_at(t.vocab, genome);
    tree_splice(&child, &t, at, cut, s->code, s->len);
    Err err;
    if (!tree_check(&child, TREE_NODES_MAX, &err)) bind_raise(L, &err);
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
    size_t at = 0;
    for (int b = 0; b < t.vocab->branches; at += t.len[b++]) {
        buf_format(buf, "%s ", vocab_branch_name(t.vocab, b));
        tree_print_pretty(t.vocab, t.code + at, 2, width, buf);
        buf_char(buf, '\n');
    }
    return bind_text(L, buf);
}

static int m_eq(lua_State *L) {
    Tree a = bind_tree(L, 1), b = bind_tree(L, 2);
    lua_pushboolean(L, tree_same(&a, &b));
    return 1;
}

static int s_tostring(lua_State *L) {
    Subtree *s = luaL_checkudata(L, 1, SUBTREE);
    Buf *buf = bind_buf(L);
    tree_print_code(s->vocab, s->code, buf);
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
    { "size", m_size },         { "depth", m_depth },
    { "branches", m_branches }, { "node", m_node },
    { "subtree", m_subtree },   { "graft", m_graft },
    { "places", m_places },
    { "pretty", m_pretty },     { NULL, NULL },
};

static const luaL_Reg program_meta[] = {
    { "__tostring", m_tostring },
    { "__eq", m_eq },
    { "__len", m_size },
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

static const BindLimit limits[] = {
    { "adfs", VOCAB_ADFS_MAX },  { "arguments", PRIM_ARGS_MAX },
    { "nodes", TREE_NODES_MAX }, { "max_depth", TREE_DEPTH_MAX },
    { "depth", TREE_FIRST_DEPTH_MAX },
    { NULL, 0 },
};

int open_tree(lua_State *L);

int open_tree(lua_State *L) {
    bind_class(L, PROGRAM, program_methods, program_meta);
    bind_class(L, SUBTREE, subtree_methods, subtree_meta);
    bind_class(L, VOCAB, bind_none, bind_none);
    bind_class(L, SPECIES, bind_none, bind_boxed);
    bind_mark(L, SPECIES, "ludus_species");
    lua_newtable(L);
    bind_methods(L, PROGRAM);
    bind_limits(L, limits);
    return 1;
}
