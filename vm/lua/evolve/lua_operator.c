/* lua_operator.c -- operators and selections that are Lua functions.
 *
 *     function(rng, mother, father) return mother:graft(...) end
 *     function(rng, all) return the number of a parent end
 *
 * A child that breaks the limits of its species, or nil, means a copy of the
 * mother, as with operators in C that found no place to cut.
 */
#include "lua_operator.h"

#include <string.h>

#include "lua/bind_rng.h"
#include "lua/program/bind_tree.h"
#include "lua/host.h"
#include "lua/limit.h"
#include "program/tree/tree_species.h"

typedef struct Custom {
    lua_State   *L;
    int          plan, species;      /* stack indices of the C function */
    int          seconds;            /* of one call */
    const Species *of;
} Custom;

static const Operator script_operator = {
    "lua", 2, "an operator of the script", { { 0 } }, NULL
};

/* Pushes a genome as the program scripts see; the vocabulary is at `vocab`. */
static void push_program(lua_State *L, int vocab, const Species *species,
                         const void *genome) {
    size_t bytes = species->class->bytes(species, genome);
    memcpy(bind_tree_new(L, vocab, bytes), genome, bytes);
}

/* Is the program at the top within the limits of the species? */
static bool take_child(lua_State *L, const Species *species, void *child) {
    const TreeSpecies *sp = (const TreeSpecies *)species;
    Tree t = bind_tree(L, -1);
    if (!vocab_same(t.vocab, sp->vocab))
        luaL_error(L, "the child is a program of another game or shape");
    if (!tree_species_fits(sp, &t)) return false;
    memcpy(child, t.len, tree_bytes(&t));
    return true;
}

typedef struct Call {                /* what one call needs */
    Custom            *custom;
    int                row;
    Rng               *rng;
    const void *const *parents;
    void              *child;
    bool               made;
} Call;

/* Arguments: the call, the function, the vocabulary. */
static int call_operator(lua_State *L) {
    Call *call = lua_touserdata(L, 1);
    const Species *species = call->custom->of;
    lua_pushvalue(L, 2);
    bind_rng_push(L, call->rng);
    push_program(L, 3, species, call->parents[0]);
    push_program(L, 3, species, call->parents[1]);
    lua_call(L, 3, 1);
    if (lua_isnil(L, -1)) return 0;
    if (!luaL_testudata(L, -1, "ludus.tree")) {
        lua_Debug ar;
        lua_pushvalue(L, 2);
        lua_getinfo(L, ">S", &ar);
        lua_pushfstring(L,
                        "%s:%d: an operator must give a program or nil, "
                        "gave a %s",
                        ar.short_src, ar.linedefined, luaL_typename(L, -1));
        return lua_error(L);
    }
    call->made = take_child(L, species, call->child);
    return 0;
}

static bool apply(void *context, int row, Rng *rng, const void *const parents[],
                  void *child, Err *err) {
    Custom *c = context;
    lua_State *L = c->L;
    Call call = { c, row, rng, parents, child, false };
    int top = lua_gettop(L);
    luaL_checkstack(L, 8, NULL);
    lua_pushcfunction(L, call_operator);
    lua_pushlightuserdata(L, &call);
    lua_getiuservalue(L, c->plan, 1);
    lua_geti(L, -1, row + 1);
    lua_remove(L, -2);
    lua_getiuservalue(L, c->species, 1);
    if (limit_pcall(L, 3, 0, 0, c->seconds) != LUA_OK) {
        err_set(err, "%s\n  in operator %d of 'vary'", host_text(L), row + 1);
        lua_settop(L, top);
        return false;
    }
    if (!call.made)
        memcpy(child, parents[0], c->of->class->bytes(c->of, parents[0]));
    return true;
}

void lua_operator_set(lua_State *L, int plan, int species, int row, int seconds,
                      Vary *vary) {
    const Species *of = bind_species(L, species);
    if (strcmp(of->class->name, "tree") != 0)
        luaL_error(L,
                   "operators in Lua work on tree programs, not on %s "
                   "programs",
                   of->class->name);
    plan = lua_absindex(L, plan);
    if (lua_getiuservalue(L, plan, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, plan, 1);
    }
    lua_pushvalue(L, -2);
    lua_seti(L, -2, row + 1);
    Custom *c = lua_newuserdatauv(L, sizeof *c, 0);
    *c = (Custom){ L, plan, lua_absindex(L, species), seconds, of };
    lua_seti(L, -2, -(row + 1));
    lua_pop(L, 1);
    vary->op = &script_operator;
    vary->custom = apply;
    vary->context = c;
}

/* ---- selection ---------------------------------------------------------- */

/* Pushes { count, raw = {}, standardized = {}, size = {}, hits = {} }. */
static void push_population(lua_State *L, const Evolution *e) {
    static const char *const names[] = { "raw", "standardized", "size",
                                         "hits" };
    size_t n = evolve_count(e);
    const Species *species = evolve_species(e);
    lua_createtable(L, 0, 5);
    bind_set_count(L, "count", n);
    for (int k = 0; k < 4; k++) lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        const Score *s = evolve_score(e, i);
        lua_Integer at = (lua_Integer)i + 1;
        lua_pushnumber(L, s->raw);
        lua_rawseti(L, -5, at);
        lua_pushnumber(L, s->standardized);
        lua_rawseti(L, -4, at);
        lua_pushinteger(
            L, (lua_Integer)species->class->size(species, evolve_genome(e, i)));
        lua_rawseti(L, -3, at);
        lua_pushinteger(L, s->hits);
        lua_rawseti(L, -2, at);
    }
    for (int k = 3; k >= 0; k--) lua_setfield(L, -2 - k, names[k]);
}

static uint32_t pick(lua_State *L, int select, int population, int seconds,
                     size_t count, Rng *rng) {
    lua_pushvalue(L, select);
    bind_rng_push(L, rng);
    lua_pushvalue(L, population);
    if (limit_pcall(L, 2, 1, 0, seconds) != LUA_OK) {
        lua_pushfstring(L, "%s\n  in 'select'", host_text(L));
        lua_error(L);
    }
    int whole;
    lua_Integer slot = lua_tointegerx(L, -1, &whole);
    if (!whole || slot < 1 || (size_t)slot > count) {
        lua_Debug ar;
        const char *got = luaL_tolstring(L, -1, NULL);
        lua_pushvalue(L, select);
        lua_getinfo(L, ">S", &ar);
        lua_pushfstring(L,
                        "%s:%d: a selection must give a number of 1 to %I, "
                        "gave %s",
                        ar.short_src, ar.linedefined, (lua_Integer)count, got);
        lua_error(L);
    }
    lua_pop(L, 1);
    return (uint32_t)(slot - 1);
}

const uint32_t *lua_operator_pick(lua_State *L, int select, int seconds,
                                  const Evolution *e) {
    select = lua_absindex(L, select);
    size_t n = evolve_count(e);
    size_t bytes = n * OPERATOR_PARENTS * sizeof(uint32_t);
    uint32_t *picks = lua_newuserdatauv(L, bytes, 0);
    push_population(L, e);
    int population = lua_gettop(L);
    for (size_t i = 0; i < n; i++) {
        for (uint64_t k = 0; k < OPERATOR_PARENTS; k++) {
            Rng rng = rng_key(evolve_seed(e), evolve_generation(e) + 1,
                              i * OPERATOR_PARENTS + k, RNG_SELECT);
            picks[i * OPERATOR_PARENTS + k] = pick(L, select, population,
                                                   seconds, n, &rng);
        }
    }
    lua_pop(L, 1);
    return picks;
}
