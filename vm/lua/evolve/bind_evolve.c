/* bind_evolve.c -- evolutions for Lua: ludus.evolution wraps it.
 *
 * A generation is a few calls: step(plan), stats(), perhaps births() and
 * save(). Programs come out as text. The evolution keeps its game and species
 * alive by its user value.
 */
#include "lua/program/bind_genome.h"
#include "bind_plan.h"
#include "lua/program/bind_species.h"
#include "lua/limit.h"
#include "lua_operator.h"
#include "evolve/cache.h"
#include "evolve/lineage.h"

static const char CLASS[] = "ludus.evolution";

/* ---- making -------------------------------------------------------------- */

static Evolution *to_evolution(lua_State *L) {
    return bind_object(L, 1, CLASS);
}

/* new(species, game, { population, seed, threads, cache }) */
static int f_new(lua_State *L) {
    const Species *species = bind_species(L, 1);
    const Game *game = bind_game(L, 2);
    size_t count = (size_t)bind_integer(L, 3, "population", 1,
                                        EVOLVE_COUNT_MAX);
    uint64_t seed = (uint64_t)bind_integer(L, 3, "seed", LUA_MININTEGER,
                                           LUA_MAXINTEGER);
    int threads = (int)bind_integer(L, 3, "threads", 0, 256);
    int cache = (int)bind_integer(L, 3, "cache", 0, CACHE_BITS_MAX);
    Box *box = bind_box(L, CLASS, evolve_free);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_seti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    lua_setiuservalue(L, -2, 1);
    Err err;
    EvolveOptions options = { count, seed, threads, cache };
    box->object = evolve_new(species, game, &options, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

static Evolution *idle_evolution(lua_State *L) {
    return bind_idle(L, 1, CLASS);
}

static int change_game(lua_State *L) {
    Evolution *e = to_evolution(L);
    const Game *game = bind_game(L, 2);
    Err err;
    bool ok = evolve_set_game(e, game, &err);
    lua_getiuservalue(L, 1, 1);      /* the old one was kept until now */
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    return ok && evolve_rescore(e, &err) ? 0 : bind_raise(L, &err);
}

static int m_game(lua_State *L) { return bind_change(L, CLASS, change_game); }

static size_t check_slot(lua_State *L, int arg, const Evolution *e) {
    lua_Integer slot = luaL_checkinteger(L, arg);
    luaL_argcheck(L, slot >= 1 && (size_t)slot <= evolve_count(e), arg,
                  "no such program");
    return (size_t)slot - 1;
}

static int m_plant(lua_State *L) {
    Evolution *e = idle_evolution(L);
    size_t slot = check_slot(L, 2, e);
    void *genome = bind_genome_parse(L, evolve_species(e), 3,
                                     luaL_optstring(L, 4, "(program)"));
    evolve_plant(e, slot, genome);
    return 0;
}

static int start(lua_State *L) {
    Err err;
    bool ok = evolve_start(to_evolution(L), lua_toboolean(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_start(lua_State *L) { return bind_change(L, CLASS, start); }

static int step(lua_State *L) {
    Evolution *e = to_evolution(L);
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);              /* the species */
    Plan *plan = bind_plan(L, 2, -1, evolve_count(e));
    if (lua_getfield(L, 2, "select") == LUA_TFUNCTION)
        plan->picks = lua_operator_pick(L, -1, bind_plan_seconds(L, 2), e);
    Err err;
    return evolve_step(e, plan, &err) ? 0 : bind_raise(L, &err);
}

static int m_step(lua_State *L) { return bind_change(L, CLASS, step); }

/* ---- looking ------------------------------------------------------------- */

static int m_stats(lua_State *L) {
    Evolution *e = to_evolution(L);
    Stats s = evolve_stats(e);
    const Totals *t = evolve_totals(e);
    const Score *best = evolve_score(e, s.best);
    lua_createtable(L, 0, 20);
    bind_set_count(L, "generation", evolve_generation(e));
    bind_set_count(L, "slot", s.best + 1);
    bind_set_number(L, "raw", best->raw);
    bind_set_number(L, "standardized", best->standardized);
    bind_set_count(L, "steps", best->steps);
    bind_set_integer(L, "hits", best->hits);
    const Species *sp = evolve_species(e);
    bind_set_count(L, "size", sp->class->size(sp, evolve_genome(e, s.best)));
    bind_set_number(L, "raw_mean", s.raw_mean);
    bind_set_number(L, "raw_deviation", s.raw_deviation);
    bind_set_number(L, "standardized_mean", s.standardized_mean);
    bind_set_number(L, "size_mean", s.size_mean);
    bind_set_integer(L, "size_max", s.size_max);
    bind_set_count(L, "distinct", s.distinct);
    bind_set_count(L, "evaluations", t->evaluations);
    bind_set_count(L, "total_steps", t->steps);
    bind_set_count(L, "cached", t->cached);
    bind_set_number(L, "breeding", t->breeding);
    bind_set_number(L, "scoring", t->scoring);
    return 1;
}

static int m_text(lua_State *L) {
    Evolution *e = to_evolution(L);
    size_t slot = check_slot(L, 2, e);
    const Species *species = evolve_species(e);
    bind_genome_text(L, species, evolve_genome(e, slot));
    return 1;
}

static int m_score(lua_State *L) {
    Evolution *e = to_evolution(L);
    bind_one_score(L, evolve_score(e, check_slot(L, 2, e)));
    return 1;
}

static int m_digest(lua_State *L) {
    bind_digest(L, evolve_digest(to_evolution(L)));
    return 1;
}

static int m_save(lua_State *L) {
    Evolution *e = to_evolution(L);
    Buf *buf = bind_buf(L);
    Err err;
    if (!evolve_save(e, buf, &err)) return bind_raise(L, &err);
    return bind_text(L, buf);
}

static int m_restore(lua_State *L) {
    size_t n;
    Evolution *e = idle_evolution(L);
    const char *bytes = luaL_checklstring(L, 2, &n);
    Err err;
    return evolve_restore(e, bytes, n, &err) ? 0 : bind_raise(L, &err);
}

static int m_births(lua_State *L) {
    Evolution *e = to_evolution(L);
    Buf *buf = bind_buf(L);
    lineage_pack(e, buf);
    return bind_text(L, buf);
}

static const luaL_Reg methods[] = {
    { "game", m_game },     { "plant", m_plant },     { "start", m_start },
    { "step", m_step },     { "stats", m_stats },     { "text", m_text },
    { "score", m_score },   { "digest", m_digest },   { "save", m_save },
    { "restore", m_restore }, { "births", m_births }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__gc", bind_box_gc },
    { "__close", bind_box_gc },
    { NULL, NULL },
};

/* sound(state): is it what save() gave, to the bit? */
static int f_sound(lua_State *L) {
    size_t n;
    const char *bytes = luaL_checklstring(L, 1, &n);
    lua_pushboolean(L, evolve_sound(bytes, n));
    return 1;
}

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "sound", f_sound },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "population", EVOLVE_COUNT_MAX }, { "vary", EVOLVE_VARY_MAX },
    { "cache", CACHE_BITS_MAX },        { "seconds", LIMIT_SECONDS_MAX },
    { NULL, 0 },
};

int open_evolve(lua_State *L);

int open_evolve(lua_State *L) {
    bind_require(L, "ludus.core.rng");
    bind_class(L, CLASS, methods, meta);
    luaL_newlib(L, functions);
    luaL_setfuncs(L, bind_species_functions, 0);
    bind_limits(L, limits);
    return 1;
}
