/* bind_vector.c -- vectors as Lua values.
 *
 *     v[1]  #v  v:table()  v:steps()  tostring(v)  v == w  v:vary(rng, "point")
 *
 * A vector never changes, and tostring() gives the text that its species'
 * read() takes. Genes are numbered from 1, as in all Lua lists.
 */
#include "bind_vector.h"

#include <string.h>

#include "bind_operator.h"

static const char CLASS[] = "ludus.vector";

typedef struct Vector {
    const VectorSpecies *species;    /* user value 1 keeps it alive */
    uint64_t             genome[];
} Vector;

void *bind_vector_new(lua_State *L, int species) {
    species = lua_absindex(L, species);
    const VectorSpecies *s = bind_vector_species(L, species);
    size_t bytes = (s->species.slot + 7) / 8 * 8;
    Vector *v = lua_newuserdatauv(L, sizeof *v + bytes, BIND_VECTOR_READER);
    v->species = s;
    memset(v->genome, 0, bytes);
    lua_pushvalue(L, species);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, CLASS);
    return v->genome;
}

const void *bind_vector(lua_State *L, int arg, const VectorSpecies **species) {
    Vector *v = luaL_checkudata(L, arg, CLASS);
    if (species) *species = v->species;
    return v->genome;
}

static int v_tostring(lua_State *L) {
    const VectorSpecies *s;
    const void *genome = bind_vector(L, 1, &s);
    Buf *buf = bind_buf(L);
    vector_print(&s->shape, genome, buf);
    return bind_text(L, buf);
}

static bool same_shape(const VectorSpecies *a, const VectorSpecies *b) {
    return vector_same(&a->shape, &b->shape) &&
           (a->shape.step > 0) == (b->shape.step > 0);
}

static int v_eq(lua_State *L) {
    Vector *a = luaL_testudata(L, 1, CLASS), *b = luaL_testudata(L, 2, CLASS);
    lua_pushboolean(
        L, a && b && same_shape(a->species, b->species) &&
               memcmp(a->genome, b->genome, a->species->species.slot) == 0);
    return 1;
}

static int v_len(lua_State *L) {
    const VectorSpecies *s;
    bind_vector(L, 1, &s);
    lua_pushinteger(L, (lua_Integer)s->shape.length);
    return 1;
}

void bind_push_gene(lua_State *L, const VectorShape *shape, const void *genome,
                    size_t i) {
    double x = vector_get(shape, genome, i);
    if (shape->type == VECTOR_REALS) lua_pushnumber(L, x);
    else lua_pushinteger(L, (lua_Integer)x);
}

/* v[i] is a gene, v.name a method. */
static int v_index(lua_State *L) {
    const VectorSpecies *s;
    const void *genome = bind_vector(L, 1, &s);
    int whole;
    lua_Integer i = lua_tointegerx(L, 2, &whole);
    if (whole && lua_type(L, 2) == LUA_TNUMBER) {
        if (i < 1 || (size_t)i > s->shape.length) lua_pushnil(L);
        else bind_push_gene(L, &s->shape, genome, (size_t)i - 1);
        return 1;
    }
    luaL_getmetafield(L, 1, "methods");
    lua_pushvalue(L, 2);
    lua_gettable(L, -2);
    return 1;
}

static int v_table(lua_State *L) {
    const VectorSpecies *s;
    const void *genome = bind_vector(L, 1, &s);
    lua_createtable(L, (int)s->shape.length, 0);
    for (size_t i = 0; i < s->shape.length; i++) {
        bind_push_gene(L, &s->shape, genome, i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* steps(): a list of the step sizes; nil if there are none. */
static int v_steps(lua_State *L) {
    const VectorSpecies *s;
    const void *genome = bind_vector(L, 1, &s);
    if (s->shape.step == 0) return 0;
    lua_createtable(L, (int)s->shape.length, 0);
    for (size_t i = 0; i < s->shape.length; i++) {
        lua_pushnumber(L, vector_step(&s->shape, genome, i));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int v_species(lua_State *L) {
    bind_vector(L, 1, NULL);
    lua_getiuservalue(L, 1, 1);
    return 1;
}

static int v_distance(lua_State *L) {
    const VectorSpecies *s, *t;
    const void *a = bind_vector(L, 1, &s), *b = bind_vector(L, 2, &t);
    luaL_argcheck(L, same_shape(s, t), 2, "has another shape");
    lua_pushnumber(L, vector_distance(&s->shape, a, b));
    return 1;
}

/* vary(rng, operator, mate, params): a child; mate only where it takes two. */
static int v_vary(lua_State *L) {
    const VectorSpecies *s, *t;
    const void *parents[2] = { bind_vector(L, 1, &s), NULL };
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    Err err;
    const Operator *op = species_operator(&s->species, luaL_checkstring(L, 3),
                                          &err);
    if (!op) return bind_raise(L, &err);
    if (op->parents == 2) {
        parents[1] = bind_vector(L, 4, &t);
        luaL_argcheck(L, same_shape(s, t), 4, "has another shape");
    }
    double param[OPERATOR_NUMBERS] = { 0 };
    bind_params(L, 5, op, param);
    Origin origin;
    lua_getiuservalue(L, 1, 1);
    void *child = bind_vector_new(L, -1);
    op->apply(&s->species, param, rng, parents, child, &origin);
    return 1;
}

static const luaL_Reg vector_methods[] = {
    { "table", v_table },       { "species", v_species },
    { "distance", v_distance }, { "vary", v_vary },
    { "steps", v_steps },
    { NULL, NULL },
};

static const luaL_Reg vector_meta[] = {
    { "__tostring", v_tostring }, { "__eq", v_eq },
    { "__len", v_len },           { "__index", v_index },
    { NULL, NULL },
};

void bind_vector_class(lua_State *L) {
    bind_class(L, CLASS, vector_methods, vector_meta);
}
