/* bind_evolve_step.c -- a generation for Lua, whole or in parts: step(plan), or
 * evaluate(plan), settle(plan) and breed(plan).
 *
 * A plan whose selection is a Lua function has its parents chosen before the
 * step begins, here; threads then only read the block of answers.
 */
#include "bind_evolve.h"

#include "bind_plan.h"
#include "lua_operator.h"

/* ---- plans --------------------------------------------------------------- */

/* The parents that a function of the plan's table at `arg` chooses among the
 * places of the chooser; NULL if there is no function. */
static const uint32_t *pick_parents(lua_State *L, int arg, Chooser chooser) {
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION) return NULL;
    Err err;
    if (!evolve_gather(bind_evolve(L), &err)) bind_raise(L, &err);
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

Plan *bind_evolve_plan(lua_State *L, int arg, bool breeds) {
    Evolution *e = bind_evolve(L);
    Plan *plan = bind_plan(L, arg, bind_evolve_species(L), evolve_count(e));
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

/* ---- steps --------------------------------------------------------------- */

/* Like bind_evolve_plan(), or NULL if there is none. */
static const Plan *optional_plan(lua_State *L, int arg) {
    return lua_isnoneornil(L, arg) ? NULL : bind_evolve_plan(L, arg, false);
}

/* start(unique, plan): draws the first programs and scores them. */
static int start(lua_State *L) {
    Evolution *e = bind_evolve(L);
    Err err;
    const Plan *plan = optional_plan(L, 3);
    bool ok = evolve_draw(e, lua_toboolean(L, 2), &err) &&
              evolve_score(e, plan, &err) && evolve_settle(e, NULL, &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_start(lua_State *L) { return bind_evolve_change(L, start); }

/* draw(unique): draws the first programs, which wait. */
static int m_draw(lua_State *L) {
    Err err;
    bool ok = evolve_draw(bind_evolve_idle(L), lua_toboolean(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int step(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    Err err;
    return evolve_step(e, bind_evolve_plan(L, 2, true), &err)
               ? 0
               : bind_raise(L, &err);
}

static int m_step(lua_State *L) { return bind_evolve_change(L, step); }

static int breed(lua_State *L) {
    Evolution *e = bind_evolve_settled(L);
    Err err;
    return evolve_breed(e, bind_evolve_plan(L, 2, true), &err)
               ? 0
               : bind_raise(L, &err);
}

static int m_breed(lua_State *L) { return bind_evolve_change(L, breed); }

static int evaluate(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    Err err;
    bool ok = evolve_score(e, optional_plan(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_evaluate(lua_State *L) { return bind_evolve_change(L, evaluate); }

static int m_settle(lua_State *L) {
    Evolution *e = bind_evolve_idle(L);
    bind_evolve_started(L);
    Err err;
    bool ok = evolve_settle(e, bind_evolve_plan(L, 2, false), &err);
    return ok ? 0 : bind_raise(L, &err);
}

/* follow(plan, ends, times): scores, settles and breeds so often; the name of
 * the end, or nil. */
static int follow(lua_State *L) {
    Evolution *e = bind_evolve_started(L);
    Ends ends = bind_ends(L, 3);
    lua_Integer times = luaL_checkinteger(L, 4);
    const Plan *plan = bind_evolve_plan(L, 2, false);
    End end;
    Err err;
    if (!ends_follow(&ends, e, plan, times > 0 ? (uint64_t)times : 0, &end,
                     &err))
        return bind_raise(L, &err);
    if (end == END_NONE) return 0;
    lua_pushstring(L, ends_rows[end].name);
    return 1;
}

static int m_follow(lua_State *L) { return bind_evolve_change(L, follow); }

/* ended(ends): the name of the end that is reached, or nil. */
static int m_ended(lua_State *L) {
    Ends ends = bind_ends(L, 2);
    End end = ends_reached(&ends, bind_evolve_settled(L));
    if (end == END_NONE) return 0;
    lua_pushstring(L, ends_rows[end].name);
    return 1;
}

const luaL_Reg bind_evolve_steps[] = {
    { "start", m_start },       { "draw", m_draw },
    { "step", m_step },         { "breed", m_breed },
    { "evaluate", m_evaluate }, { "settle", m_settle },
    { "follow", m_follow },     { "ended", m_ended },
    { NULL, NULL },
};
