/* bind_ipd_matches.c -- matches of the prisoner's dilemma in bulk, for Lua. */
#include "bind_ipd.h"

#include <string.h>

#include "bulk.h"
#include "repeated.h"
#include "lua/program/bind_machine.h"

enum { MATCHES_MAX = 10000000 };

void *bind_ipd_scratch(lua_State *L, size_t count, size_t size) {
    void *block = lua_newuserdatauv(L, count * size + 1, 0);
    memset(block, 0, count * size + 1);
    return block;
}

static size_t read_players(lua_State *L, Bulk *b) {
    lua_getfield(L, 1, "players");
    luaL_checktype(L, -1, LUA_TTABLE);
    int table = lua_gettop(L);
    size_t n = bind_length(L, table);
    b->players = bind_ipd_scratch(L, n, sizeof *b->players);
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
    b->list = bind_ipd_scratch(L, n, sizeof *b->list);
    for (size_t i = 0; i < n; i++) {
        lua_Integer m[3];
        for (size_t k = 0; k < 3; k++) {
            lua_geti(L, table, (lua_Integer)(3 * i + k) + 1);
            m[k] = luaL_checkinteger(L, -1);
            lua_pop(L, 1);
            if (k < 2 && (m[k] < 1 || m[k] > (lua_Integer)players))
                luaL_error(L, "match %d: there is no player %I", (int)i + 1,
                           m[k]);
        }
        b->list[i] = (BulkMatch){ (size_t)m[0] - 1, (size_t)m[1] - 1,
                                  (uint64_t)m[2] };
    }
    return n;
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
int bind_ipd_matches(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    Bulk b = { .rules = bind_ipd_rules(L, 1) };
    b.seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                    LUA_MAXINTEGER);
    size_t n = b.count = read_list(L, &b, read_players(L, &b));
    b.tallies = bind_ipd_scratch(L, n, sizeof *b.tallies);
    if (bind_boolean(L, 1, "records")) {
        uint8_t *moves = bind_ipd_scratch(L, n * b.rules.turns, 1);
        b.records = bind_ipd_scratch(L, n, sizeof *b.records);
        for (size_t i = 0; i < n; i++)
            b.records[i].moves = moves + i * b.rules.turns;
    }
    Err err;
    Pool *pool = bind_pool(L,
                           bind_integer(L, 1, "threads", 0, POOL_THREADS_MAX));
    if (!bulk_play(&b, pool, &err)) return bind_raise(L, &err);
    lua_createtable(L, (int)(4 * n), 0);
    lua_Integer place = 1;
    for (size_t i = 0; i < n; i++) push_tally(L, &b.tallies[i], &place);
    if (!b.records) return 1;
    push_records(L, &b, n);
    return 2;
}

/* measure(machines, turns, repeats, way): CPU seconds for every machine against
 * every other, and a sum that keeps the work from being skipped. */
int bind_ipd_measure(lua_State *L) {
    static const char *const ways[] = { "plain", "many", "cycle", NULL };
    luaL_checktype(L, 1, LUA_TTABLE);
    Machine *m = bind_ipd_scratch(L, REPEATED_OPPONENTS_MAX, sizeof *m);
    int n = bind_ipd_machines(L, 1, "machines", m, REPEATED_OPPONENTS_MAX);
    BulkMeasure b = { .machines = m, .count = (size_t)n };
    b.turns = (uint32_t)bind_integer(L, 1, "turns", 1, RULES_TURNS_MAX);
    b.repeats = (int)bind_integer(L, 1, "repeats", 1, 1000000);
    b.way = (BulkWay)luaL_checkoption(L, 2, "plain", ways);
    Err err;
    if (!bulk_measure(&b, &err)) return bind_raise(L, &err);
    lua_pushnumber(L, b.seconds);
    lua_pushinteger(L, (lua_Integer)b.sum);
    return 2;
}
