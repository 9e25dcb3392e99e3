/* bind_vector.c -- ludus.core.vector: vectors for scripts.
 *
 *     local species = vector.new { type = "integers", length = 15, max = 18 }
 *     local v = species:read "(14, 4, 8, ...)"
 *     v[1]  #v  v:table()  tostring(v)  v == w  v:vary(rng, "point")
 *
 * A vector is a value: it never changes, and tostring() gives the text that
 * read() takes. Genes are numbered from 1, as in all Lua lists.
 */
#include "bind_vector.h"

#include <string.h>

#include "bind_operator.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.vector";
static const char SPECIES[] = "ludus.species.vector";

typedef struct Vector {
    const VectorSpecies *species;    /* user value 1 keeps it alive */
    uint64_t             genome[];
} Vector;

const VectorSpecies *bind_vector_species(lua_State *L, int arg) {
    return bind_object(L, arg, SPECIES);
}

void *bind_vector_new(lua_State *L, int species) {
    species = lua_absindex(L, species);
    const VectorSpecies *s = bind_vector_species(L, species);
    size_t bytes = (s->species.slot + 7) / 8 * 8;
    Vector *v = lua_newuserdatauv(L, sizeof *v + bytes, 1);
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

/* ---- species ------------------------------------------------------------ */

static void species_free(void *object) {
    vector_species_free(object);
    mem_free(object);
}

static VectorRange read_range(lua_State *L, int index) {
    VectorRange range;
    luaL_checktype(L, index, LUA_TTABLE);
    lua_geti(L, index, 1);
    lua_geti(L, index, 2);
    range.lo = luaL_checknumber(L, -2);
    range.hi = luaL_checknumber(L, -1);
    lua_pop(L, 2);
    return range;
}

/* ranges = { { lo, hi }, ... }: one for each gene from the first on. */
static void read_ranges(lua_State *L, VectorSpecies *v) {
    if (lua_getfield(L, 1, "ranges") == LUA_TTABLE) {
        size_t n = bind_length(L, -1);
        if (n > v->shape.length)
            luaL_error(L, "field 'ranges': %d ranges for %d genes", (int)n,
                       (int)v->shape.length);
        for (size_t i = 0; i < n; i++) {
            Err err;
            lua_geti(L, -1, (lua_Integer)i + 1);
            if (!vector_range(&v->shape, i, read_range(L, lua_gettop(L)), &err))
                bind_raise(L, &err);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

static int f_new(lua_State *L) {
    static const char *const types[] = { "integers", "bits", "reals" };
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *name = bind_string(L, 1, "type");
    int type = 0;
    while (type < 3 && strcmp(types[type], name) != 0) type++;
    if (type == 3) return luaL_error(L, "field 'type': unknown '%s'", name);
    lua_Integer length = bind_integer(L, 1, "length", 1, VECTOR_LENGTH_MAX);
    VectorRange range = { bind_number(L, 1, "min"), bind_number(L, 1, "max") };
    Box *box = bind_box(L, SPECIES, species_free);
    Err err;
    VectorSpecies *v = box->object = mem_new(1, sizeof *v, &err);
    VectorShape shape;
    if (!v || !vector_init(&shape, (VectorType)type, (size_t)length, range,
                           &err))
        return bind_raise(L, &err);
    vector_species_init(v, shape);
    read_ranges(L, v);
    return 1;
}

static int s_read(lua_State *L) {
    const VectorSpecies *s = bind_vector_species(L, 1);
    Source src = { .name = luaL_optstring(L, 3, "(text)") };
    src.text = luaL_checklstring(L, 2, &src.len);
    Err err;
    void *genome = bind_vector_new(L, 1);
    if (!vector_parse(&s->shape, &src, genome, &err))
        return bind_raise(L, &err);
    return 1;
}

/* of(list): a vector with these genes; values are brought into their ranges. */
static int s_of(lua_State *L) {
    const VectorSpecies *s = bind_vector_species(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    if ((size_t)luaL_len(L, 2) != s->shape.length)
        return luaL_error(L, "expected a list of %d genes, got %d",
                          (int)s->shape.length, (int)luaL_len(L, 2));
    void *genome = bind_vector_new(L, 1);
    for (size_t i = 0; i < s->shape.length; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        vector_set(&s->shape, genome, i, luaL_checknumber(L, -1));
        lua_pop(L, 1);
    }
    return 1;
}

/* random(rng): a vector drawn by the generator. */
static int s_random(lua_State *L) {
    const VectorSpecies *s = bind_vector_species(L, 1);
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    void *genome = bind_vector_new(L, 1);
    s->species.class->random(&s->species, rng, 0, 1, genome);
    return 1;
}

/* operators(): the rows, for help. */
static int s_operators(lua_State *L) {
    bind_operators(L, &bind_vector_species(L, 1)->species);
    return 1;
}

static int s_len(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)bind_vector_species(L, 1)->shape.length);
    return 1;
}

/* ---- vectors ------------------------------------------------------------ */

static int v_tostring(lua_State *L) {
    const VectorSpecies *s;
    const void *genome = bind_vector(L, 1, &s);
    Buf *buf = bind_buf(L);
    vector_print(&s->shape, genome, buf);
    return bind_text(L, buf);
}

static bool same_shape(const VectorSpecies *a, const VectorSpecies *b) {
    return a->shape.type == b->shape.type && a->shape.length == b->shape.length;
}

static int v_eq(lua_State *L) {
    Vector *a = luaL_testudata(L, 1, CLASS), *b = luaL_testudata(L, 2, CLASS);
    lua_pushboolean(L, a && b && same_shape(a->species, b->species) &&
        memcmp(a->genome, b->genome, a->species->species.slot) == 0);
    return 1;
}

static int v_len(lua_State *L) {
    const VectorSpecies *s;
    bind_vector(L, 1, &s);
    lua_pushinteger(L, (lua_Integer)s->shape.length);
    return 1;
}

static void push_gene(lua_State *L, const VectorShape *shape,
                      const void *genome, size_t i) {
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
        else push_gene(L, &s->shape, genome, (size_t)i - 1);
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
        push_gene(L, &s->shape, genome, i);
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
    double param[OPERATOR_PARAMS] = { 0 };
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
    { NULL, NULL },
};

static const luaL_Reg vector_meta[] = {
    { "__tostring", v_tostring }, { "__eq", v_eq },
    { "__len", v_len },           { "__index", v_index },
    { NULL, NULL },
};

static const luaL_Reg species_methods[] = {
    { "read", s_read },           { "of", s_of },
    { "random", s_random },       { "operators", s_operators },
    { NULL, NULL },
};

static const luaL_Reg species_meta[] = {
    { "__gc", bind_box_gc },
    { "__len", s_len },
    { NULL, NULL },
};

static const luaL_Reg functions[] = { { "new", f_new }, { NULL, NULL } };

static const BindLimit limits[] = {
    { "length", VECTOR_LENGTH_MAX },
    { NULL, 0 },
};

int open_vector(lua_State *L);

int open_vector(lua_State *L) {
    bind_require(L, "ludus.core.rng");
    bind_class(L, CLASS, vector_methods, vector_meta);
    bind_class(L, SPECIES, species_methods, species_meta);
    bind_mark(L, SPECIES, "ludus_species");
    luaL_newlib(L, functions);
    bind_limits(L, limits);
    return 1;
}
