/* bind_evolve_members.c -- the programs of an evolution for Lua: figures of all
 * of them, the best, one in its slot.
 */
#include "bind_evolve.h"

#include "lua/engine/bind_game.h"
#include "lua/program/bind_genome.h"

/* ---- of all -------------------------------------------------------------- */

/* Brings a program here that may be on another rank. */
static void show_slot(lua_State *L, Evolution *e, size_t slot) {
    Err err;
    if (!evolve_show(e, slot, &err)) bind_raise(L, &err);
}

static int m_stats(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    Stats s = evolve_stats(e);
    const Totals *t = evolve_totals(e);
    const Score *best = evolve_score_of(e, s.best);
    show_slot(L, e, s.best);
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
    bind_set_count(L, "lost", s.lost);
    bind_set_count(L, "evaluations", t->evaluations);
    bind_set_count(L, "total_steps", t->steps);
    bind_set_count(L, "cached", t->cached);
    bind_set_number(L, "breeding", t->breeding);
    bind_set_number(L, "scoring", t->scoring);
    if (evolve_settled(e) && evolve_is_spent(e)) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "spent");
    }
    return 1;
}

/* islands(n): the slots of the best programs of so many islands. */
static int m_islands(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    size_t population = evolve_count(e);
    size_t most = population < ISLANDS_MAX ? population : ISLANDS_MAX;
    size_t n = bind_place(L, 2, "islands", most) + 1;
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        size_t first = islands_first(population, n, i);
        size_t count = islands_first(population, n, i + 1) - first;
        lua_pushinteger(L, (lua_Integer)evolve_best_of(e, first, count) + 1);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* A program by its slot, with the values of its objectives or measures. */
static void push_point(lua_State *L, const Evolution *e, size_t i,
                       size_t width) {
    lua_createtable(L, (int)width, 2);
    bind_set_count(L, "slot", i + 1);
    for (size_t k = 0; k < width; k++) {
        lua_pushnumber(L, evolve_goals(e, i)[k]);
        lua_seti(L, -2, (lua_Integer)k + 1);
    }
}

/* front(plan): whom nobody beats in all objectives: a list of { slot =, and the
 * values of its objectives }. */
static int front(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    const Plan *plan = bind_evolve_plan(L, 2, false);
    size_t n = evolve_count(e), width = plan->goals.count;
    luaL_argcheck(L, width > 0, 2, "a plan without objectives");
    uint32_t *fronts = lua_newuserdatauv(L, n * sizeof *fronts, 0);
    Err err;
    if (!evolve_fronts(e, plan, fronts, &err)) return bind_raise(L, &err);
    lua_newtable(L);
    for (size_t i = 0, found = 0; i < n; i++) {
        if (fronts[i]) continue;
        push_point(L, e, i, width);
        lua_seti(L, -2, (lua_Integer)++found);
    }
    return 1;
}

static int m_front(lua_State *L) { return bind_evolve_change(L, front); }

/* map(plan, count): the elites of its cells, a list of { slot =, cell =, and
 * its measures }; or only how many there are. */
static int map(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    bool counts = lua_toboolean(L, 3);
    const Plan *plan = bind_evolve_plan(L, 2, false);
    luaL_argcheck(L, plan->grid.axes > 0, 2, "a plan without a map");
    const uint32_t *elites;
    Err err;
    size_t filled = evolve_map(e, plan, &elites, &err);
    if (!filled) return bind_raise(L, &err);
    if (counts) {
        lua_pushinteger(L, (lua_Integer)filled);
        return 1;
    }
    lua_createtable(L, (int)filled, 0);
    for (size_t cell = 0, found = 0; found < filled; cell++) {
        if (elites[cell] == UINT32_MAX) continue;
        push_point(L, e, elites[cell], plan->grid.axes);
        bind_set_count(L, "cell", cell + 1);
        lua_seti(L, -2, (lua_Integer)++found);
    }
    return 1;
}

static int m_map(lua_State *L) { return bind_evolve_change(L, map); }

/* best(): the best program of all generations, its score, and from which. */
static int m_best(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    Score score;
    bind_genome_push(L, bind_evolve_species(L), evolve_best(e, &score));
    bind_one_score(L, &score);
    lua_pushinteger(L, (lua_Integer)evolve_improved(e));
    return 3;
}

static int m_digest(lua_State *L) {
    bind_digest(L, evolve_digest(bind_evolve_started(L)));
    return 1;
}

/* ---- of one -------------------------------------------------------------- */

static int m_text(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    size_t slot = bind_evolve_slot(L, 2, e);
    const Species *species = evolve_species(e);
    show_slot(L, e, slot);
    bind_genome_text(L, species, evolve_genome(e, slot));
    return 1;
}

static int m_score(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    bind_one_score(L, evolve_score_of(e, bind_evolve_slot(L, 2, e)));
    return 1;
}

/* cases(slot): what each case gave the program. */
static int cases(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    size_t slot = bind_evolve_slot(L, 2, e);
    Err err;
    if (!evolve_know_cases(e, &err)) return bind_raise(L, &err);
    bind_numbers(L, evolve_cases(e, slot), evolve_width(e));
    return 1;
}

static int m_cases(lua_State *L) { return bind_evolve_change(L, cases); }

/* member(slot): a program and its score. */
static int m_member(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    size_t slot = bind_evolve_slot(L, 2, e);
    show_slot(L, e, slot);
    bind_genome_push(L, bind_evolve_species(L), evolve_genome(e, slot));
    bind_one_score(L, evolve_score_of(e, slot));
    return 2;
}

/* replace(slot, program): puts a program, or its text, in the place of a living
 * one; its score. */
static int replace(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    size_t slot = bind_evolve_slot(L, 2, e);
    Err err;
    const void *genome = bind_genome_read(L, 3, evolve_species(e), "(program)");
    if (!evolve_replace(e, slot, genome, &err)) return bind_raise(L, &err);
    bind_one_score(L, evolve_score_of(e, slot));
    return 1;
}

static int m_replace(lua_State *L) { return bind_evolve_change(L, replace); }

/* limit(): the limit of size as it has grown. */
static int m_limit(lua_State *L) {
    lua_pushinteger(L, evolve_ceiling(bind_evolve_settled(L)));
    return 1;
}

const luaL_Reg bind_evolve_members[] = {
    { "limit", m_limit },
    { "stats", m_stats },     { "islands", m_islands }, { "front", m_front },
    { "map", m_map },
    { "best", m_best },       { "digest", m_digest },   { "text", m_text },
    { "score", m_score },     { "cases", m_cases },     { "member", m_member },
    { "replace", m_replace }, { NULL, NULL },
};
