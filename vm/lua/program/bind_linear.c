/* bind_linear.c -- linear programs as Lua values.
 *
 *     p == q   #p   tostring(p)   p:set()   p:block(i)   p:vary(rng, "swap")
 */
#include "bind_linear.h"

#include <string.h>

#include "bind_operator.h"

static const char PROGRAM[] = "ludus.linear.program";

typedef struct Program {
    const LinearSet *set;            /* user value 1 keeps it alive */
    uint8_t          code[];
} Program;

uint8_t *bind_linear_new(lua_State *L, int set) {
    set = lua_absindex(L, set);
    const LinearSet *s = bind_linear_set(L, set)->set;
    Program *p = lua_newuserdatauv(L, sizeof *p + linear_bytes(s),
                                   BIND_LINEAR_READER);
    p->set = s;
    memset(p->code, 0, linear_bytes(s));
    lua_pushvalue(L, set);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, PROGRAM);
    return p->code;
}

const uint8_t *bind_linear(lua_State *L, int arg, const LinearSet **set) {
    const Program *p = luaL_checkudata(L, arg, PROGRAM);
    if (set) *set = p->set;
    return p->code;
}

static int p_tostring(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    Buf *buf = bind_buf(L);
    Err err;
    if (!linear_print(set, code, buf, &err)) return bind_raise(L, &err);
    return bind_text(L, buf);
}

static int p_eq(lua_State *L) {
    const Program *a = luaL_testudata(L, 1, PROGRAM);
    const Program *b = luaL_testudata(L, 2, PROGRAM);
    lua_pushboolean(L, a && b && linear_bytes(a->set) == linear_bytes(b->set) &&
                           strcmp(a->set->name, b->set->name) == 0 &&
                           memcmp(a->code, b->code, linear_bytes(a->set)) == 0);
    return 1;
}

static int p_len(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    lua_pushinteger(L, (lua_Integer)linear_size(set, code));
    return 1;
}

static int p_set(lua_State *L) {
    bind_linear(L, 1, NULL);
    lua_getiuservalue(L, 1, 1);
    return 1;
}

/* block(i): the names of its instructions. */
static int p_block(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    lua_Integer b = luaL_checkinteger(L, 2);
    luaL_argcheck(L, b >= 1 && (size_t)b <= set->block_count, 2,
                  "no such block");
    size_t n = linear_len(set, code, (size_t)b - 1);
    size_t at = linear_start(set, (size_t)b - 1);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushstring(L, set->instrs[code[at + i]].name);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* vary(rng, operator, mate, params): a child; mate only where it takes two. */
static int p_vary(lua_State *L) {
    const LinearSet *set, *other;
    const void *parents[2] = { bind_linear(L, 1, &set), NULL };
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    lua_settop(L, 5);
    lua_getiuservalue(L, 1, 1);
    int owner = 6;
    const Species *species = &bind_linear_set(L, owner)->species;
    Err err;
    const Operator *op = species_operator(species, luaL_checkstring(L, 3),
                                          &err);
    if (!op) return bind_raise(L, &err);
    if (op->parents == 2) {
        parents[1] = bind_linear(L, 4, &other);
        luaL_argcheck(L, other == set, 4, "is of another set");
    }
    double param[OPERATOR_NUMBERS] = { 0 };
    bind_params(L, 5, op, param);
    Origin origin;
    op->apply(species, param, rng, parents, bind_linear_new(L, owner), &origin);
    return 1;
}

static const luaL_Reg program_methods[] = {
    { "set", p_set }, { "block", p_block }, { "vary", p_vary }, { NULL, NULL },
};

static const luaL_Reg program_meta[] = {
    { "__tostring", p_tostring }, { "__eq", p_eq }, { "__len", p_len },
    { NULL, NULL },
};

void bind_linear_class(lua_State *L) {
    bind_class(L, PROGRAM, program_methods, program_meta);
}
