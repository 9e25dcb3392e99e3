/* bind_evolve.c -- evolutions for Lua: making, keeping and feeding one.
 *
 * A generation is a few calls: step(plan), stats(), perhaps births() and
 * save(); see bind_evolve_step.c, bind_evolve_told.c and
 * bind_evolve_members.c. The evolution keeps its game and species alive by its
 * user value.
 */
#include "bind_evolve.h"

#include "bind_batch.h"
#include "lua/program/bind_genome.h"
#include "bind_plan.h"
#include "lua/program/bind_species.h"
#include "lua/bind_cluster.h"
#include "evolve/cache.h"
#include "evolve/lineage.h"

static const char CLASS[] = "ludus.evolution";

/* ---- one at work --------------------------------------------------------- */

Evolution *bind_evolve(lua_State *L) { return bind_object(L, 1, CLASS); }

Evolution *bind_evolve_idle(lua_State *L) { return bind_idle(L, 1, CLASS); }

int bind_evolve_change(lua_State *L, lua_CFunction change) {
    return bind_change(L, CLASS, change);
}

Evolution *bind_evolve_started(lua_State *L) {
    Evolution *e = bind_evolve(L);
    if (!evolve_started(e))
        luaL_error(L, "the evolution has no programs yet: start() it first");
    return e;
}

Evolution *bind_evolve_settled(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    if (!evolve_settled(e))
        luaL_error(L, "%d programs wait for their scores",
                   (int)evolve_waiting(e));
    return e;
}

int bind_evolve_species(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);
    lua_remove(L, -2);
    return lua_gettop(L);
}

size_t bind_evolve_slot(lua_State *L, int arg, const Evolution *e) {
    lua_Integer slot = luaL_checkinteger(L, arg);
    luaL_argcheck(L, slot >= 1 && (size_t)slot <= evolve_count(e), arg,
                  "no such program");
    return (size_t)slot - 1;
}

/* ---- making -------------------------------------------------------------- */

/* new(species, game, { population, seed, threads, cache, plan, cluster }):
 * without a game, scores are told; a plan is checked, and room is made for its
 * brood; with `cluster` it is spread over the ranks there are. */
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
    lua_getfield(L, 3, "cluster");
    if (lua_toboolean(L, -1)) options.cluster = cluster_current(L);
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

/* game(game, keep): all are scored anew, or keep the scores they have. */
static int change_game(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
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

static int m_game(lua_State *L) { return bind_evolve_change(L, change_game); }

/* renew(game): the next step scores by it, each program once. */
static int m_renew(lua_State *L) {
    Evolution *e = bind_evolve_idle(L);
    const Game *game = bind_game(L, 2);
    Err err;
    bool ok = evolve_renew(e, game, &err);
    lua_getiuservalue(L, 1, 1);      /* the old one was kept until now */
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_plant(lua_State *L) {
    Evolution *e = bind_evolve_idle(L);
    size_t slot = bind_evolve_slot(L, 2, e);
    void *genome = bind_genome_read(L, 3, evolve_species(e),
                                    luaL_optstring(L, 4, "(program)"));
    evolve_plant(e, slot, genome);
    return 0;
}

static int m_save(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    Buf *buf = bind_buf(L);
    Err err;
    if (!evolve_save(e, buf, &err)) return bind_raise(L, &err);
    return bind_text(L, buf);
}

static int m_restore(lua_State *L) {
    size_t n;
    Evolution *e = bind_evolve_idle(L);
    const char *bytes = luaL_checklstring(L, 2, &n);
    Err err;
    return evolve_restore(e, bytes, n, &err) ? 0 : bind_raise(L, &err);
}

static int m_births(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    Buf *buf = bind_buf(L);
    lineage_pack(e, buf);
    return bind_text(L, buf);
}

static const luaL_Reg methods[] = {
    { "game", m_game },       { "renew", m_renew },   { "plant", m_plant },
    { "save", m_save },       { "restore", m_restore },
    { "births", m_births },   { NULL, NULL },
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

/* meets(game): can programs of the game meet each other? Else nil and why. */
static int f_meets(lua_State *L) {
    Err why;
    bool meets = game_meets(bind_game(L, 1), &why);
    if (!meets) return luaL_pushfail(L), lua_pushstring(L, why.text), 2;
    lua_pushboolean(L, 1);
    return 1;
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
    { "meets", f_meets },
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
    bind_add(L, CLASS, bind_evolve_steps);
    bind_add(L, CLASS, bind_evolve_told);
    bind_add(L, CLASS, bind_evolve_members);
    luaL_newlib(L, functions);
    luaL_setfuncs(L, bind_species_functions, 0);
    bind_plan_words(L);
    return 1;
}
