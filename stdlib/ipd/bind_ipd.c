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

#include "lua/bind_machine.h"
#include "base/clock.h"
#include "fingerprint.h"
#include "match.h"
#include "base/mem.h"
#include "optimum.h"
#include "base/pool.h"
#include "repeated.h"
#include "strategies.h"

static const char GAME[] = "ludus.ipd.game";

enum { MATCHES_MAX = 10000000, FINGERPRINT_POINTS_MAX = 512 };

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

/* ---- matches ------------------------------------------------------------- */

typedef struct Bulk {
    const Player **players;
    lua_Integer   *list;             /* i, j, number for each match */
    Tally         *tallies;
    Record        *records;          /* or NULL */
    Rules          rules;
    uint64_t       seed;
    Err           *errors;           /* one per worker */
} Bulk;

static void play_matches(void *context, int worker, size_t first, size_t last) {
    Bulk *b = context;
    for (size_t i = first; i < last; i++) {
        const lua_Integer *m = &b->list[3 * i];
        Meeting meeting = { b->players[m[0] - 1], b->players[m[1] - 1],
                            &b->rules, b->seed, (uint64_t)m[2] };
        player_match(&meeting, &b->tallies[i],
                     b->records ? &b->records[i] : NULL, &b->errors[worker]);
    }
}

/* Zeroed memory that goes when Lua's collector takes it: the stack's top. */
static void *scratch(lua_State *L, size_t count, size_t size) {
    void *block = lua_newuserdatauv(L, count * size + 1, 0);
    memset(block, 0, count * size + 1);
    return block;
}

static size_t read_players(lua_State *L, Bulk *b) {
    lua_getfield(L, 1, "players");
    luaL_checktype(L, -1, LUA_TTABLE);
    int table = lua_gettop(L);
    size_t n = bind_length(L, table);
    b->players = scratch(L, n, sizeof *b->players);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, table, (lua_Integer)i + 1);
        b->players[i] = bind_ipd_player(L, lua_gettop(L));
        lua_pop(L, 1);
    }
    return n;
}

static size_t read_list(lua_State *L, Bulk *b, size_t players) {
    lua_getfield(L, 1, "list");
    luaL_checktype(L, -1, LUA_TTABLE);
    int table = lua_gettop(L);
    size_t n = bind_length(L, table) / 3;
    if (n > MATCHES_MAX)
        luaL_error(L, "at most %d matches at once", MATCHES_MAX);
    b->list = scratch(L, 3 * n, sizeof *b->list);
    for (size_t i = 0; i < 3 * n; i++) {
        lua_geti(L, table, (lua_Integer)i + 1);
        b->list[i] = luaL_checkinteger(L, -1);
        lua_pop(L, 1);
        if (i % 3 < 2 && (b->list[i] < 1 || b->list[i] > (lua_Integer)players))
            luaL_error(L, "match %d: there is no player %I", (int)(i / 3) + 1,
                       b->list[i]);
    }
    return n;
}

static void run_bulk(lua_State *L, Bulk *b, size_t n) {
    Err err = { "" };
    Pool *pool = pool_new((int)bind_integer(L, 1, "threads", 0,
                                            POOL_THREADS_MAX), &err);
    if (!pool) bind_raise(L, &err);
    int threads = pool_threads(pool);
    b->errors = mem_new((size_t)threads, sizeof *b->errors, &err);
    size_t chunk = n > 10000 ? 64 : 1;   /* learners take long */
    if (b->errors) pool_run(pool, n, chunk, play_matches, b);
    for (int i = 0; b->errors && i < threads; i++)
        if (b->errors[i].text[0]) err = b->errors[i];
    mem_free(b->errors);
    pool_free(pool);
    if (err.text[0]) bind_raise(L, &err);
}

static void push_tally(lua_State *L, const Tally *t, lua_Integer *place) {
    for (int i = 0; i < 4; i++) {
        lua_pushinteger(L, (lua_Integer)t->n[i >> 1][i & 1]);
        lua_seti(L, -2, (*place)++);
    }
}

/* Both players' moves as two strings. */
static void push_moves(lua_State *L, const uint8_t *moves, uint32_t turns) {
    for (int shift = 1; shift >= 0; shift--) {
        luaL_Buffer text;
        luaL_buffinitsize(L, &text, turns);
        for (uint32_t i = 0; i < turns; i++)
            luaL_addchar(&text, "cd"[moves[i] >> shift & 1]);
        luaL_pushresult(&text);
        lua_setfield(L, -2, shift ? "mine" : "theirs");
    }
}

static void push_records(lua_State *L, const Bulk *b, size_t n) {
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        const Record *r = &b->records[i];
        lua_createtable(L, 0, 5);
        push_moves(L, r->moves, b->rules.turns);
        bind_set_boolean(L, "learnt", r->learnt);
        bind_set_boolean(L, "foreseen", r->foreseen);
        bind_push_machine(L, &r->model);
        lua_setfield(L, -2, "model");
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
}

/* matches { players, list, rules, seed, threads, records }: tallies, flat (cc,
 * cd, dc, dd of match 1, ...), then a table per match if records is true. */
static int play_bulk(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    Bulk b = { .rules = bind_ipd_rules(L, 1) };
    b.seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                    LUA_MAXINTEGER);
    size_t n = read_list(L, &b, read_players(L, &b));
    b.tallies = scratch(L, n, sizeof *b.tallies);
    if (bind_boolean(L, 1, "records")) {
        uint8_t *moves = scratch(L, n * b.rules.turns, 1);
        b.records = scratch(L, n, sizeof *b.records);
        for (size_t i = 0; i < n; i++)
            b.records[i].moves = moves + i * b.rules.turns;
    }
    run_bulk(L, &b, n);
    lua_createtable(L, (int)(4 * n), 0);
    lua_Integer place = 1;
    for (size_t i = 0; i < n; i++) push_tally(L, &b.tallies[i], &place);
    if (!b.records) return 1;
    push_records(L, &b, n);
    return 2;
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
            lua_pushnumber(L, fingerprint_at(m, (double)i * step,
                                             (double)j * step, rules.turns,
                                             &rules.payoff));
            lua_seti(L, -2, i + 1);
        }
        lua_seti(L, -2, j + 1);
    }
    return 1;
}

static bool feed(Replicator *r, const char *mine, const char *theirs, size_t n,
                 int generations) {
    for (size_t i = 0; i < n; i++) {
        if (!strchr("cd", mine[i]) || !strchr("cd", theirs[i])) return false;
        replicator_see(r, mine[i] == 'd', theirs[i] == 'd');
        replicator_evolve(r, generations);
    }
    return true;
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
    Machine *standards = scratch(L, REPLICATOR_STANDARDS_MAX,
                                 sizeof *standards);
    int count = bind_ipd_machines(L, 1, "standards", standards,
                                  REPLICATOR_STANDARDS_MAX);
    int generations = (int)bind_integer(L, 1, "generations", 0, 1000000);
    uint64_t seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                           LUA_MAXINTEGER);
    Err err;
    Box *box = bind_box(L, "ludus.replicator", replicator_box_free);
    ReplicatorTask task = { &payoff, standards, count, (uint32_t)n };
    Replicator *r = box->object =
        replicator_new(&options, &task, player_rng(seed, 0, 1), &err);
    if (!r) return bind_raise(L, &err);
    if (!feed(r, mine, theirs, n, generations))
        return luaL_error(L, "moves are c and d");
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
    if (!machine_parse(&m, &src, &err)) return bind_raise(L, &err);
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

/* ---- measuring ----------------------------------------------------------- */

/* measure(machines, turns, repeats, way): CPU seconds for every machine against
 * every other, and a sum that keeps the work from being skipped. */
static int measure(lua_State *L) {
    static const char *const ways[] = { "plain", "many", "cycle", NULL };
    luaL_checktype(L, 1, LUA_TTABLE);
    Machine *m = scratch(L, REPEATED_OPPONENTS_MAX, sizeof *m);
    int n = bind_ipd_machines(L, 1, "machines", m, REPEATED_OPPONENTS_MAX);
    uint32_t turns = (uint32_t)bind_integer(L, 1, "turns", 1, RULES_TURNS_MAX);
    int repeats = (int)bind_integer(L, 1, "repeats", 1, 1000000);
    int way = luaL_checkoption(L, 2, "plain", ways);
    MatchTable *tables = scratch(L, (size_t)n, sizeof *tables);
    const MatchTable **of = scratch(L, (size_t)n, sizeof *of);
    Tally *tallies = scratch(L, (size_t)n, sizeof *tallies);
    uint64_t sum = 0;
    double start = clock_thread();
    for (int k = 0; k < repeats; k++) {
        for (int i = 0; i < n; i++) {
            match_table(&tables[i], &m[i]);
            of[i] = &tables[i];
        }
        for (int i = 0; i < n; i++) {
            if (way == 1) match_many(&tables[i], of, (size_t)n, turns, tallies);
            for (int j = 0; way != 1 && j < n; j++)
                tallies[j] = way ? match_cycle(&m[i], &m[j], turns)
                                 : match_plain(&m[i], &m[j], turns);
            for (int j = 0; j < n; j++) sum += tallies[j].n[0][1];
        }
    }
    lua_pushnumber(L, clock_thread() - start);
    lua_pushinteger(L, (lua_Integer)sum);
    return 2;
}

/* ---- opening ------------------------------------------------------------- */

static const luaL_Reg game_methods[] = {
    { "read", game_read }, { "score", game_score }, { "facts", game_facts },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "strategies", push_strategies },   { "find", find_strategy },
    { "player", bind_ipd_player_new },   { "matches", play_bulk },
    { "optimum", find_optimum },         { "explain", explain },
    { "fingerprint", find_fingerprint }, { "game", game_new },
    { "measure", measure },              { NULL, NULL },
};

int open_ipd(lua_State *L);

int open_ipd(lua_State *L) {
    bind_require(L, "ludus.core.machine");
    bind_ipd_player_class(L);
    bind_class(L, GAME, game_methods, bind_boxed);
    bind_mark(L, GAME, "ludus_game");
    bind_class(L, "ludus.replicator", bind_none, bind_boxed);
    luaL_newlib(L, functions);
    return 1;
}
