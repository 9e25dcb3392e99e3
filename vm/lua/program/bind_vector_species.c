/* bind_vector_species.c -- ludus.core.vector: species of vectors for scripts.
 *
 *     local species = vector.new { type = "integers", length = 15, max = 18 }
 *     local v = species:read "(14, 4, 8, ...)"
 */
#include "bind_vector.h"

#include "bind_operator.h"
#include "base/mem.h"

static const char SPECIES[] = "ludus.species.vector";

const VectorSpecies *bind_vector_species(lua_State *L, int arg) {
    return bind_object(L, arg, SPECIES);
}

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
    static const char *const types[] = { "integers", "bits", "reals", NULL };
    luaL_checktype(L, 1, LUA_TTABLE);
    int type = bind_choice(L, 1, "type", types);
    lua_Integer length = bind_integer(L, 1, "length", 1, VECTOR_LENGTH_MAX);
    VectorRange range = { bind_number(L, 1, "min"), bind_number(L, 1, "max") };
    Box *box = bind_box(L, SPECIES, species_free);
    Err err;
    VectorSpecies *v = box->object = mem_new(1, sizeof *v, &err);
    VectorShape shape;
    if (!v ||
        !vector_init(&shape, (VectorType)type, (size_t)length, range, &err))
        return bind_raise(L, &err);
    double step = bind_number(L, 1, "steps");
    if (step != 0 && !vector_steps(&shape, step, &err)) {
        vector_free(&shape);
        return bind_raise(L, &err);
    }
    vector_species_init(v, shape);
    read_ranges(L, v);
    return 1;
}

void bind_vector_parse(lua_State *L, int species, int text, const char *name) {
    const VectorSpecies *s = bind_vector_species(L, species);
    Source src = { .name = name };
    src.text = luaL_checklstring(L, text, &src.len);
    Err err;
    void *genome = bind_vector_new(L, species);
    if (!vector_parse(&s->shape, &src, genome, &err)) bind_raise(L, &err);
}

static int s_read(lua_State *L) {
    bind_vector_parse(L, 1, 2, luaL_optstring(L, 3, "(text)"));
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
    bind_vector_class(L);
    bind_class(L, SPECIES, species_methods, species_meta);
    bind_mark(L, SPECIES, "ludus_species");
    luaL_newlib(L, functions);
    bind_limits(L, limits);
    return 1;
}
