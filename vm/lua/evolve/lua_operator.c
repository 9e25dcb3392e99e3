/* lua_operator.c -- operators and selections that are Lua functions.
 *
 *     function(rng, mother, father) return mother:graft(...) end       trees
 *     function(rng, mother, father) return mother:vary(rng, "flip") end
 *     function(rng, all) return the number of a parent end
 *
 * A child that breaks the limits of its species, or nil, means a copy of the
 * mother, as with operators in C that found no place to cut.
 */
#include "lua_operator.h"

#include <string.h>

#include "lua/bind_rng.h"
#include "lua/program/bind_genome.h"
#include "lua/host.h"
#include "lua/limit.h"

typedef struct Custom {
    lua_State   *L;
    int          plan, species;      /* stack indices of the C function */
    int          seconds;            /* of one call */
    const Species *of;
} Custom;

static const Operator script_operator = {
    "lua", 2, "an operator of the script", { { 0 } }, NULL
};

typedef struct Call {                /* what one call needs */
    Custom            *custom;
    int                row;
    Rng               *rng;
    const void *const *parents;
    void              *child;
    bool               made;
} Call;

/* Arguments: the call, the function, the species. */
static int call_operator(lua_State *L) {
    Call *call = lua_touserdata(L, 1);
    lua_pushvalue(L, 2);
    bind_rng_push(L, call->rng);
    for (int k = 0; k < OPERATOR_PARENTS; k++)
        bind_genome_push(L, 3, call->parents[k]);
    lua_call(L, 3, 1);
    if (lua_isnil(L, -1)) return 0;
    if (!bind_genome_is(L, -1)) {
        lua_Debug ar;
        lua_pushvalue(L, 2);
        lua_getinfo(L, ">S", &ar);
        lua_pushfstring(L,
                        "%s:%d: an operator must give a program or nil, "
                        "gave a %s",
                        ar.short_src, ar.linedefined, luaL_typename(L, -1));
        return lua_error(L);
    }
    Err err;
    call->made = bind_genome_take(L, -1, call->custom->of, call->child, &err);
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
    lua_pushvalue(L, c->species);
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

/* Pushes { { score of a case, ... }, ... }, a list for each program. */
static void push_cases(lua_State *L, const Chooser *c) {
    const Evolution *e = c->evolution;
    lua_createtable(L, (int)c->count, 0);
    for (size_t i = 0; i < c->count; i++) {
        bind_numbers(L, evolve_cases(e, c->first + i), evolve_width(e));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* Pushes { count, raw = {}, standardized = {}, size = {}, hits = {} }; with
 * `cases` if the plan asks for them. */
static void push_population(lua_State *L, const Chooser *c) {
    static const char *const names[] = { "raw", "standardized", "size",
                                         "hits" };
    const Evolution *e = c->evolution;
    size_t n = c->count;
    const Species *species = evolve_species(e);
    lua_createtable(L, 0, 5);
    bind_set_count(L, "count", n);
    for (int k = 0; k < 4; k++) lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        const Score *s = evolve_score_of(e, c->first + i);
        const void *genome = evolve_genome(e, c->first + i);
        lua_Integer at = (lua_Integer)i + 1;
        lua_pushnumber(L, s->raw);
        lua_rawseti(L, -5, at);
        lua_pushnumber(L, s->standardized);
        lua_rawseti(L, -4, at);
        lua_pushinteger(L, (lua_Integer)species->class->size(species, genome));
        lua_rawseti(L, -3, at);
        lua_pushinteger(L, s->hits);
        lua_rawseti(L, -2, at);
    }
    for (int k = 3; k >= 0; k--) lua_setfield(L, -2 - k, names[k]);
    if (!c->plan->cases) return;
    push_cases(L, c);
    lua_setfield(L, -2, "cases");
}

static uint32_t pick(lua_State *L, const Chooser *c, int population, Rng *rng) {
    lua_pushvalue(L, c->select);
    bind_rng_push(L, rng);
    lua_pushvalue(L, population);
    if (limit_pcall(L, 2, 1, 0, c->seconds) != LUA_OK) {
        lua_pushfstring(L, "%s\n  in 'select'", host_text(L));
        lua_error(L);
    }
    int whole;
    lua_Integer slot = lua_tointegerx(L, -1, &whole);
    if (!whole || slot < 1 || (size_t)slot > c->count) {
        lua_Debug ar;
        const char *got = luaL_tolstring(L, -1, NULL);
        lua_pushvalue(L, c->select);
        lua_getinfo(L, ">S", &ar);
        lua_pushfstring(L,
                        "%s:%d: a selection must give a number of 1 to %I, "
                        "gave %s",
                        ar.short_src, ar.linedefined, (lua_Integer)c->count,
                        got);
        lua_error(L);
    }
    lua_pop(L, 1);
    return (uint32_t)(slot - 1);
}

const uint32_t *lua_operator_pick(lua_State *L, const Chooser *c) {
    size_t places = plan_places(c->plan, c->count);
    uint32_t *picks = lua_newuserdatauv(L, places * sizeof *picks, 0);
    push_population(L, c);
    int population = lua_gettop(L);
    for (size_t i = 0; i < places; i++) {
        Rng rng = rng_key(c->seed, evolve_generation(c->evolution) + 1, i,
                          RNG_SELECT);
        picks[i] = pick(L, c, population, &rng);
    }
    lua_pop(L, 1);
    return picks;
}
