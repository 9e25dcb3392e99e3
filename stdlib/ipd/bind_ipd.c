/* bind_ipd.c -- ludus.core.ipd: the prisoner's dilemma for Lua, in bulk.
 *
 *     core.matches { players = {...}, list = { i, j, number, ... }, rules... }
 *     core.optimum(machine, rules, "own")   core.explain { mine=, theirs= }
 *     core.fingerprint(machine, points, rules)   core.game { opponents=, ... }
 *
 * Every field is set; stdlib/ipd/init.lua has checked names and filled in
 * defaults.
 */
#include "bind_ipd.h"

#include <string.h>

#include "lua/engine/bind_game.h"
#include "lua/engine/bind_trace.h"
#include "lua/program/bind_machine.h"
#include "bookkeeper.h"
#include "fingerprint.h"
#include "laran.h"
#include "learner.h"
#include "veteran.h"
#include "base/mem.h"
#include "optimum.h"
#include "repeated.h"
#include "strategies.h"

static const char GAME[] = "ludus.ipd.game";

enum { FINGERPRINT_POINTS_MAX = 512 };

/* ---- names --------------------------------------------------------------- */

static int push_strategies(lua_State *L) {
    static const char *const kinds[] = { "machine", "memory", "lookup" };
    lua_newtable(L);
    for (lua_Integer i = 0; strategies[i].name; i++) {
        const Strategy *s = &strategies[i];
        lua_createtable(L, 0, 7);
        bind_set_text(L, "kind", kinds[s->kind]);
        bind_set_text(L, "name", s->name);
        bind_set_text(L, "known_as", s->known_as);
        bind_set_text(L, "text", s->text);
        bind_set_text(L, "help", s->help);
        bind_set_text(L, "source", s->source);
        bind_set_boolean(L, "paper", i < STRATEGY_PAPER_COUNT);
        lua_seti(L, -2, i + 1);
    }
    return 1;
}

/* find(name): the place of a strategy in the list, or nil and why. */
static int find_strategy(lua_State *L) {
    Err err;
    const Strategy *s = strategy_find(luaL_checkstring(L, 1), &err);
    if (!s) {
        lua_pushnil(L);
        lua_pushstring(L, err.text);
        return 2;
    }
    lua_pushinteger(L, s - strategies + 1);
    return 1;
}

/* ---- single questions ---------------------------------------------------- */

/* optimum(machine, rules, goal): what perfect play gets, and the other. */
static int find_optimum(lua_State *L) {
    const Machine *m = bind_machine(L, 1);
    Rules rules = bind_ipd_rules(L, 2);
    static const char *const goals[] = { "own", "difference", NULL };
    Goal goal = (Goal)luaL_checkoption(L, 3, "own", goals);
    Optimum o = optimum_play(m, m->start, rules.turns, &rules.payoff, goal);
    lua_pushnumber(L, o.own);
    lua_pushnumber(L, o.other);
    return 2;
}

/* fingerprint(machine, points, rules): rows of y from 0, each of x from 0. */
static int find_fingerprint(lua_State *L) {
    const Machine *m = bind_machine(L, 1);
    lua_Integer points = luaL_checkinteger(L, 2);
    luaL_argcheck(L, points >= 2 && points <= FINGERPRINT_POINTS_MAX, 2,
                  "must be 2 to 512 points");
    Rules rules = bind_ipd_rules(L, 3);
    double step = 1.0 / (double)(points - 1);
    lua_createtable(L, (int)points, 0);
    for (lua_Integer j = 0; j < points; j++) {
        lua_createtable(L, (int)points, 0);
        for (lua_Integer i = 0; i < points; i++) {
            lua_pushnumber(L,
                           fingerprint_at(m, (double)i * step, (double)j * step,
                                          rules.turns, &rules.payoff));
            lua_seti(L, -2, i + 1);
        }
        lua_seti(L, -2, j + 1);
    }
    return 1;
}

static void replicator_box_free(void *r) { replicator_free(r); }

/* explain { mine, theirs, seed, ... }: the machine a replicator believes in
 * after that history, its state, and how many moves it replays. */
static int explain(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    ReplicatorOptions options = bind_ipd_replicator(L, 1);
    Payoff payoff = bind_ipd_payoff(L, 1, "payoff");
    const char *mine = bind_string(L, 1, "mine");
    const char *theirs = bind_string(L, 1, "theirs");
    size_t n = strlen(mine);
    if (strlen(theirs) != n || n > RULES_TURNS_MAX)
        return luaL_error(L, "mine and theirs must be equally long, at most %d",
                          RULES_TURNS_MAX);
    Machine *standards = bind_ipd_scratch(L, REPLICATOR_STANDARDS_MAX,
                                          sizeof *standards);
    int count = bind_ipd_machines(L, 1, "standards", standards,
                                  REPLICATOR_STANDARDS_MAX);
    int generations = (int)bind_integer(L, 1, "generations", 0, 1000000);
    uint64_t seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                           LUA_MAXINTEGER);
    Err err;
    Box *box = bind_box(L, "ludus.replicator", replicator_box_free);
    ReplicatorTask task = { &payoff, standards, count, (uint32_t)n };
    Replicator *r = box->object = replicator_new(&options, &task,
                                                 player_rng(seed, 0, 1), &err);
    if (!r) return bind_raise(L, &err);
    if (!replicator_feed(r, mine, theirs, generations, &err))
        return bind_raise(L, &err);
    Model model = replicator_best(r);
    bind_push_machine(L, model.machine);
    lua_pushinteger(L, model.state);
    lua_pushinteger(L, model.hits);
    return 3;
}

/* ---- the game machines evolve for ---------------------------------------- */

static int game_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    Err err;
    Box *box = bind_box(L, GAME, mem_free);
    Repeated *r = box->object = mem_new(1, sizeof *r, &err);
    if (!r) return bind_raise(L, &err);
    Rules rules = bind_ipd_rules(L, 1);
    r->payoff = rules.payoff;
    r->turns = rules.turns;
    r->noise = rules.noise;
    r->rounds = (int)bind_integer(L, 1, "rounds", 1, REPEATED_ROUNDS_MAX);
    r->seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                     LUA_MAXINTEGER);
    r->opponents = bind_ipd_machines(L, 1, "opponents", r->opponent,
                                     REPEATED_OPPONENTS_MAX);
    if (!repeated_init(r, &err)) return bind_raise(L, &err);
    return 1;
}

static int game_read(lua_State *L) {
    bind_object(L, 1, GAME);
    Source src = { .name = luaL_optstring(L, 3, "(text)") };
    src.text = luaL_checklstring(L, 2, &src.len);
    Machine m;
    Err err;
    if (!machine_parse_for(&alphabet_dilemma, &m, &src, &err))
        return bind_raise(L, &err);
    bind_push_machine(L, &m);
    return 1;
}

static int game_score(lua_State *L) {
    const Repeated *r = bind_object(L, 1, GAME);
    const Machine *m = bind_machine(L, 2);
    Err err;
    Score score;
    if (!r->game.class->score(&r->game, NULL, NULL, m, &score, &err))
        return bind_raise(L, &err);
    lua_createtable(L, 0, 6);
    bind_set_number(L, "raw", score.raw);
    bind_set_number(L, "best", r->best);
    bind_set_number(L, "standardized", score.standardized);
    bind_set_number(L, "adjusted", 1 / (1 + score.standardized));
    bind_set_count(L, "steps", score.steps);
    bind_set_integer(L, "states", m->states);
    return 1;
}

static int game_facts(lua_State *L) {
    const Repeated *r = bind_object(L, 1, GAME);
    lua_createtable(L, 0, 2);
    bind_set_integer(L, "cases", r->opponents);
    bind_set_number(L, "max", r->best);
    return 1;
}

/* record(machine, case, if): the moves of both in the first match against that
 * opponent, as two texts. */
static int game_record(lua_State *L) {
    const Repeated *r = bind_object(L, 1, GAME);
    const Machine *m = bind_machine(L, 2);
    size_t i = bind_place(L, 3, "case", (size_t)r->opponents);
    MatchRecord record = { .turns = r->turns,
                           .noise = r->noise,
                           .suppose = bind_trace_if(L, 4) };
    record.mine = lua_newuserdatauv(L, r->turns, 0);
    record.theirs = lua_newuserdatauv(L, r->turns, 0);
    Rng rng = rng_key(r->seed, i, 0, RNG_PLAY);
    match_record(m, &r->opponent[i], &record, &rng);
    lua_pushlstring(L, record.mine, r->turns);
    lua_pushlstring(L, record.theirs, r->turns);
    return 2;
}

/* ---- opening ------------------------------------------------------------- */

static const luaL_Reg game_methods[] = {
    { "read", game_read }, { "score", game_score }, { "facts", game_facts },
    { "record", game_record }, { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "strategies", push_strategies },   { "find", find_strategy },
    { "player", bind_ipd_player_new },   { "matches", bind_ipd_matches },
    { "optimum", find_optimum },         { "explain", explain },
    { "fingerprint", find_fingerprint }, { "game", game_new },
    { "measure", bind_ipd_measure },     { NULL, NULL },
};

static const BindLimit limits[] = {
    { "turns", RULES_TURNS_MAX },       { "rounds", REPEATED_ROUNDS_MAX },
    { "points", FINGERPRINT_POINTS_MAX }, { "depth", LARAN_DEPTH_MAX },
    { "models", REPLICATOR_POPULATION_MAX },
    { "beam", LEARNER_BEAM_MAX },       { "samples", LEARNER_SAMPLES_MAX },
    { "search", LINEUP_DEPTH_MAX },     { "ahead", VETERAN_HORIZON_MAX },
    { "patience", RETREAT_PATIENCE_MAX },
    { "courses", BOOKKEEPER_DEPTH_MAX }, { "planned", BOOKKEEPER_HORIZON_MAX },
    { NULL, 0 },
};

int open_ipd(lua_State *L);

int open_ipd(lua_State *L) {
    bind_require(L, "ludus.core.machine");
    bind_ipd_player_class(L);
    bind_class(L, GAME, game_methods, bind_boxed);
    bind_game_class(L, GAME, "ludus.ipd.trace");
    bind_class(L, "ludus.replicator", bind_none, bind_boxed);
    luaL_newlib(L, functions);
    bind_limits(L, limits);
    return 1;
}
