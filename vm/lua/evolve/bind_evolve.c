/* bind_evolve.c -- evolutions for Lua.
 *
 * A generation is a few calls: step(plan), stats(), perhaps births() and
 * save(). Its parts can be called one by one: evaluate(plan), settle(plan) and
 * breed(plan), or pending() and tell(scores) in the place of the first. The
 * evolution keeps its game and species alive by its user value.
 */
#include <math.h>

#include "bind_batch.h"
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

/* One that has programs, */
static Evolution *started_evolution(lua_State *L) {
    Evolution *e = to_evolution(L);
    if (!evolve_started(e))
        luaL_error(L, "the evolution has no programs yet: start() it first");
    return e;
}

/* and whose programs have scores. */
static Evolution *settled_evolution(lua_State *L) {
    Evolution *e = started_evolution(L);
    if (!evolve_settled(e))
        luaL_error(L, "%d programs wait for their scores",
                   (int)evolve_waiting(e));
    return e;
}

/* new(species, game, { population, seed, threads, cache, plan }): without a
 * game, scores are told; a plan is checked, and room is made for its brood. */
static int f_new(lua_State *L) {
    const Species *species = bind_species(L, 1);
    const Game *game = lua_isnil(L, 2) ? NULL : bind_game(L, 2);
    Err err;
    if (game && !game_fits(game, species, &err)) return bind_raise(L, &err);
    size_t count = (size_t)bind_integer(L, 3, "population", 1,
                                        EVOLVE_COUNT_MAX);
    uint64_t seed = (uint64_t)bind_integer(L, 3, "seed", LUA_MININTEGER,
                                           LUA_MAXINTEGER);
    int threads = (int)bind_integer(L, 3, "threads", 0, 256);
    int cache = (int)bind_integer(L, 3, "cache", 0, CACHE_BITS_MAX);
    EvolveOptions options = {
        .count = count, .seed = seed, .threads = threads, .cache_bits = cache
    };
    if (lua_getfield(L, 3, "plan") == LUA_TTABLE) {
        const Plan *plan = bind_plan(L, -1, 1, count);
        options.brood = plan_children(plan, count);
        options.cases = plan_reads_cases(plan);
    }
    Box *box = bind_box(L, CLASS, evolve_free);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_seti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    lua_setiuservalue(L, -2, 1);
    box->object = evolve_new(species, game, &options, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

static Evolution *idle_evolution(lua_State *L) {
    return bind_idle(L, 1, CLASS);
}

/* game(game, keep): all are scored anew, or keep the scores they have. */
static int change_game(lua_State *L) {
    Evolution *e = started_evolution(L);
    const Game *game = bind_game(L, 2);
    bool keep = lua_toboolean(L, 3);
    Err err;
    bool ok = evolve_set_game(e, game, &err);
    lua_getiuservalue(L, 1, 1);      /* the old one was kept until now */
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    if (ok && keep) return 0;
    return ok && evolve_rescore(e, &err) ? 0 : bind_raise(L, &err);
}

static int m_game(lua_State *L) { return bind_change(L, CLASS, change_game); }

/* renew(game): the next step scores by it, each program once. */
static int m_renew(lua_State *L) {
    Evolution *e = idle_evolution(L);
    const Game *game = bind_game(L, 2);
    Err err;
    bool ok = evolve_renew(e, game, &err);
    lua_getiuservalue(L, 1, 1);      /* the old one was kept until now */
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    return ok ? 0 : bind_raise(L, &err);
}

static size_t check_slot(lua_State *L, int arg, const Evolution *e) {
    lua_Integer slot = luaL_checkinteger(L, arg);
    luaL_argcheck(L, slot >= 1 && (size_t)slot <= evolve_count(e), arg,
                  "no such program");
    return (size_t)slot - 1;
}

static int m_plant(lua_State *L) {
    Evolution *e = idle_evolution(L);
    size_t slot = check_slot(L, 2, e);
    void *genome = bind_genome_read(L, 3, evolve_species(e),
                                    luaL_optstring(L, 4, "(program)"));
    evolve_plant(e, slot, genome);
    return 0;
}

/* Pushes the species of the evolution at index 1; returns its place. */
static int push_species(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);
    lua_remove(L, -2);
    return lua_gettop(L);
}

/* The parents that a function of the plan's table at `arg` chooses among the
 * places of the chooser; NULL if there is no function. */
static const uint32_t *pick_parents(lua_State *L, int arg, Chooser chooser) {
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION) return NULL;
    chooser.select = lua_gettop(L);
    chooser.seconds = bind_plan_seconds(L, arg);
    return lua_operator_pick(L, &chooser);
}

/* The same on each island; the plans are the ones that were just read. */
static void pick_on_islands(lua_State *L, int arg, Evolution *e,
                            const Islands *islands) {
    lua_getfield(L, arg, "islands");
    lua_getfield(L, -1, "plans");
    int list = lua_gettop(L);
    for (size_t i = 0; i < islands->count; i++) {
        size_t first = islands_first(evolve_count(e), islands->count, i);
        size_t next = islands_first(evolve_count(e), islands->count, i + 1);
        luaL_checkstack(L, 8, "too many islands");
        lua_geti(L, list, (lua_Integer)i + 1);
        Plan *own = (Plan *)islands->plans[i];
        Chooser chooser = { .evolution = e,
                            .plan = own,
                            .first = first,
                            .count = next - first,
                            .seed = islands_seed(evolve_seed(e), i) };
        own->picks = pick_parents(L, lua_gettop(L), chooser);
    }
}

/* The plan at `arg`, with the parents a function of it has chosen if it is for
 * breeding. */
static Plan *plan_at(lua_State *L, int arg, bool breeds) {
    Evolution *e = to_evolution(L);
    Plan *plan = bind_plan(L, arg, push_species(L), evolve_count(e));
    Err err;
    if (!breeds || plan->restart) return plan;
    if (plan->cases && !evolve_know_cases(e, &err)) bind_raise(L, &err);
    Chooser chooser = { .evolution = e,
                        .plan = plan,
                        .count = evolve_count(e),
                        .seed = evolve_seed(e) };
    if (islands_are(&plan->islands)) {
        if (plan->islands.plans) pick_on_islands(L, arg, e, &plan->islands);
    } else {
        plan->picks = pick_parents(L, arg, chooser);
    }
    return plan;
}

/* Like plan_at(), or NULL if there is none. */
static const Plan *optional_plan(lua_State *L, int arg) {
    return lua_isnoneornil(L, arg) ? NULL : plan_at(L, arg, false);
}

/* start(unique, plan): draws the first programs and scores them. */
static int start(lua_State *L) {
    Evolution *e = to_evolution(L);
    Err err;
    const Plan *plan = optional_plan(L, 3);
    bool ok = evolve_draw(e, lua_toboolean(L, 2), &err) &&
              evolve_score(e, plan, &err) && evolve_settle(e, NULL, &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_start(lua_State *L) { return bind_change(L, CLASS, start); }

/* draw(unique): draws the first programs, which wait. */
static int m_draw(lua_State *L) {
    Err err;
    bool ok = evolve_draw(idle_evolution(L), lua_toboolean(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int step(lua_State *L) {
    Evolution *e = settled_evolution(L);
    Err err;
    return evolve_step(e, plan_at(L, 2, true), &err) ? 0 : bind_raise(L, &err);
}

static int m_step(lua_State *L) { return bind_change(L, CLASS, step); }

static int breed(lua_State *L) {
    Evolution *e = settled_evolution(L);
    Err err;
    return evolve_breed(e, plan_at(L, 2, true), &err) ? 0 : bind_raise(L, &err);
}

static int m_breed(lua_State *L) { return bind_change(L, CLASS, breed); }

static int evaluate(lua_State *L) {
    Evolution *e = started_evolution(L);
    Err err;
    bool ok = evolve_score(e, optional_plan(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_evaluate(lua_State *L) { return bind_change(L, CLASS, evaluate); }

static int m_settle(lua_State *L) {
    Evolution *e = idle_evolution(L);
    started_evolution(L);
    Err err;
    bool ok = evolve_settle(e, plan_at(L, 2, false), &err);
    return ok ? 0 : bind_raise(L, &err);
}

/* follow(plan, ends, times): scores, settles and breeds so often; the name of
 * the end, or nil. */
static int follow(lua_State *L) {
    Evolution *e = started_evolution(L);
    Ends ends = bind_ends(L, 3);
    lua_Integer times = luaL_checkinteger(L, 4);
    const Plan *plan = plan_at(L, 2, false);
    End end;
    Err err;
    if (!ends_follow(&ends, e, plan, times > 0 ? (uint64_t)times : 0, &end,
                     &err))
        return bind_raise(L, &err);
    if (end == END_NONE) return 0;
    lua_pushstring(L, ends_rows[end].name);
    return 1;
}

static int m_follow(lua_State *L) { return bind_change(L, CLASS, follow); }

/* ended(ends): the name of the end that is reached, or nil. */
static int m_ended(lua_State *L) {
    Ends ends = bind_ends(L, 2);
    End end = ends_reached(&ends, settled_evolution(L));
    if (end == END_NONE) return 0;
    lua_pushstring(L, ends_rows[end].name);
    return 1;
}

/* ---- scores from outside ------------------------------------------------- */

/* pending(): the programs that wait for a score. */
static int m_pending(lua_State *L) {
    Evolution *e = started_evolution(L);
    int species = push_species(L);
    size_t n = evolve_waiting(e);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        bind_genome_push(L, species, evolve_waiting_genome(e, i));
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static double number_field(lua_State *L, const char *field, double otherwise) {
    double x = lua_getfield(L, -1, field) == LUA_TNUMBER ? lua_tonumber(L, -1)
                                                         : otherwise;
    lua_pop(L, 1);
    return x;
}

/* A score from Lua: a number is the standardized score; or a table. */
static Score read_score(lua_State *L, lua_Integer i) {
    if (lua_type(L, -1) == LUA_TNUMBER) {
        double x = lua_tonumber(L, -1);
        return (Score){ .raw = -x, .standardized = x };
    }
    if (!lua_istable(L, -1))
        luaL_error(L, "score %d: expected a number or a table, got %s", (int)i,
                   luaL_typename(L, -1));
    double x = number_field(L, "standardized", NAN);
    return (Score){ .raw = number_field(L, "raw", -x), .standardized = x };
}

/* tell(scores): one for each that waits, in order. */
static int m_tell(lua_State *L) {
    Evolution *e = idle_evolution(L);
    started_evolution(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t n = evolve_waiting(e);
    if ((size_t)luaL_len(L, 2) != n)
        return luaL_error(L, "expected %d scores, got %d", (int)n,
                          (int)luaL_len(L, 2));
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        evolve_tell(e, i, read_score(L, (lua_Integer)i + 1));
        lua_pop(L, 1);
    }
    return 0;
}

/* birth(i, plan): how the i-th that waits was made, or nil for first ones. */
static int m_birth(lua_State *L) {
    Evolution *e = started_evolution(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= evolve_waiting(e), 2,
                  "no such child");
    const Plan *plan = plan_at(L, 3, false);
    char *spare[EVOLVE_SPARES + 1];
    for (int k = 0; k <= EVOLVE_SPARES; k++)
        spare[k] = bind_genome_new(L, evolve_species(e));
    Birth birth;
    Made made;
    if (!evolve_waiting_birth(e, plan, (size_t)i - 1, spare, &birth, &made))
        return 0;
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", birth.vary + 1);
    bind_set_integer(L, "mother", birth.parent[0] + 1);
    if (made.crossed) bind_set_integer(L, "father", birth.parent[1] + 1);
    bind_set_integer(L, "at", made.origin.at[0]);
    bind_set_integer(L, "length", made.origin.len[1]);
    return 1;
}

/* ---- looking ------------------------------------------------------------- */

static int m_stats(lua_State *L) {
    Evolution *e = started_evolution(L);
    Stats s = evolve_stats(e);
    const Totals *t = evolve_totals(e);
    const Score *best = evolve_score_of(e, s.best);
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
    Evolution *e = started_evolution(L);
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

/* front(plan): whom nobody beats in all objectives: a list of { slot =, and the
 * values of its objectives }. */
static int front(lua_State *L) {
    Evolution *e = settled_evolution(L);
    const Plan *plan = plan_at(L, 2, false);
    size_t n = evolve_count(e), width = plan->goals.count;
    luaL_argcheck(L, width > 0, 2, "a plan without objectives");
    uint32_t *fronts = lua_newuserdatauv(L, n * sizeof *fronts, 0);
    Err err;
    if (!evolve_fronts(e, plan, fronts, &err)) return bind_raise(L, &err);
    lua_newtable(L);
    for (size_t i = 0, found = 0; i < n; i++) {
        if (fronts[i]) continue;
        lua_createtable(L, (int)width, 1);
        bind_set_count(L, "slot", i + 1);
        for (size_t k = 0; k < width; k++) {
            lua_pushnumber(L, evolve_goals(e, i)[k]);
            lua_seti(L, -2, (lua_Integer)k + 1);
        }
        lua_seti(L, -2, (lua_Integer)++found);
    }
    return 1;
}

static int m_front(lua_State *L) { return bind_change(L, CLASS, front); }

static int m_text(lua_State *L) {
    Evolution *e = started_evolution(L);
    size_t slot = check_slot(L, 2, e);
    const Species *species = evolve_species(e);
    bind_genome_text(L, species, evolve_genome(e, slot));
    return 1;
}

static int m_score(lua_State *L) {
    Evolution *e = started_evolution(L);
    bind_one_score(L, evolve_score_of(e, check_slot(L, 2, e)));
    return 1;
}

/* cases(slot): what each case gave the program. */
static int cases(lua_State *L) {
    Evolution *e = settled_evolution(L);
    size_t slot = check_slot(L, 2, e);
    Err err;
    if (!evolve_know_cases(e, &err)) return bind_raise(L, &err);
    bind_numbers(L, evolve_cases(e, slot), evolve_width(e));
    return 1;
}

static int m_cases(lua_State *L) { return bind_change(L, CLASS, cases); }

/* member(slot): a program and its score. */
static int m_member(lua_State *L) {
    Evolution *e = started_evolution(L);
    size_t slot = check_slot(L, 2, e);
    bind_genome_push(L, push_species(L), evolve_genome(e, slot));
    bind_one_score(L, evolve_score_of(e, slot));
    return 2;
}

/* replace(slot, program): puts a program, or its text, in the place of a living
 * one; its score. */
static int replace(lua_State *L) {
    Evolution *e = settled_evolution(L);
    size_t slot = check_slot(L, 2, e);
    Err err;
    const void *genome = bind_genome_read(L, 3, evolve_species(e), "(program)");
    if (!evolve_replace(e, slot, genome, &err)) return bind_raise(L, &err);
    bind_one_score(L, evolve_score_of(e, slot));
    return 1;
}

static int m_replace(lua_State *L) { return bind_change(L, CLASS, replace); }

/* best(): the best program of all generations, its score, and from which. */
static int m_best(lua_State *L) {
    Evolution *e = settled_evolution(L);
    Score score;
    bind_genome_push(L, push_species(L), evolve_best(e, &score));
    bind_one_score(L, &score);
    lua_pushinteger(L, (lua_Integer)evolve_improved(e));
    return 3;
}

static int m_digest(lua_State *L) {
    bind_digest(L, evolve_digest(started_evolution(L)));
    return 1;
}

static int m_save(lua_State *L) {
    Evolution *e = started_evolution(L);
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
    Evolution *e = started_evolution(L);
    Buf *buf = bind_buf(L);
    lineage_pack(e, buf);
    return bind_text(L, buf);
}

static const luaL_Reg methods[] = {
    { "game", m_game },         { "renew", m_renew },
    { "plant", m_plant },
    { "start", m_start },       { "draw", m_draw },
    { "step", m_step },         { "breed", m_breed },
    { "evaluate", m_evaluate }, { "settle", m_settle },
    { "follow", m_follow },     { "ended", m_ended },
    { "pending", m_pending },   { "tell", m_tell },
    { "birth", m_birth },       { "stats", m_stats },
    { "text", m_text },         { "member", m_member },
    { "score", m_score },       { "best", m_best },
    { "digest", m_digest },     { "save", m_save },
    { "restore", m_restore },   { "births", m_births },
    { "replace", m_replace },   { "cases", m_cases },
    { "islands", m_islands },   { "front", m_front },
    { NULL, NULL },
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

/* check(species, plan, population): raises if the plan makes no sense. */
static int f_check(lua_State *L) {
    lua_Integer count = luaL_checkinteger(L, 3);
    luaL_argcheck(L, count >= 1 && count <= EVOLVE_COUNT_MAX, 3,
                  "no such population");
    bind_plan(L, 2, 1, (size_t)count);
    return 0;
}

/* area({ { x, y }, ... }, x, y): what they dominate up to that point. */
static int f_area(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    double reference[] = { luaL_checknumber(L, 2), luaL_checknumber(L, 3) };
    size_t n = bind_length(L, 1);
    double *points = lua_newuserdatauv(L, (n + 1) * 2 * sizeof *points, 0);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 1, (lua_Integer)i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        for (int k = 0; k < 2; k++) {
            lua_geti(L, -1, k + 1);
            points[2 * i + (size_t)k] = luaL_checknumber(L, -1);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pushnumber(L, pareto_area(points, n, reference));
    return 1;
}

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "check", f_check },
    { "area", f_area },
    { "sound", f_sound },
    { "batch", bind_batch },
    { "scoring", bind_scoring },
    { NULL, NULL },
};

int open_evolve(lua_State *L);

int open_evolve(lua_State *L) {
    bind_require(L, "ludus.core.rng");
    bind_class(L, CLASS, methods, meta);
    luaL_newlib(L, functions);
    luaL_setfuncs(L, bind_species_functions, 0);
    bind_plan_words(L);
    return 1;
}
