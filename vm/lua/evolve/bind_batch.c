/* bind_batch.c -- many runs at once, and how fast games score, for scripts.
 * What is needed meanwhile is memory that Lua collects.
 */
#include "bind_batch.h"

#include "bind_plan.h"
#include "lua/program/bind_genome.h"

static const Game *game_for(lua_State *L, int arg, const Species *species) {
    const Game *game = bind_game(L, arg);
    Err err;
    if (!game_fits(game, species, &err)) bind_raise(L, &err);
    return game;
}

/* The games of a list, in memory that Lua collects. */
static const Game **read_games(lua_State *L, int arg, const Species *species,
                               size_t *count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    size_t n = *count = bind_length(L, arg);
    if (n == 0) luaL_error(L, "a batch needs a game");
    const Game **games = lua_newuserdatauv(L, n * sizeof *games, 0);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, arg, (lua_Integer)i + 1);
        games[i] = game_for(L, -1, species);
        if (games[i]->class != games[0]->class)
            luaL_error(L, "the games of a batch must be of one kind");
        lua_pop(L, 1);
    }
    return games;
}

static void push_results(lua_State *L, const RunResult *results, size_t runs) {
    static const char *const names[] = { "best",        "raw",
                                         "evaluations", "generations",
                                         "seconds",     "stop" };
    lua_createtable(L, 0, 8);
    for (int k = 0; k < 6; k++) {
        lua_createtable(L, (int)runs, 0);
        for (size_t i = 0; i < runs; i++) {
            const RunResult *r = &results[i];
            switch (k) {
            case 0: lua_pushnumber(L, r->best.standardized); break;
            case 1: lua_pushnumber(L, r->best.raw); break;
            case 2: lua_pushinteger(L, (lua_Integer)r->evaluations); break;
            case 3: lua_pushinteger(L, (lua_Integer)r->generations); break;
            case 4: lua_pushnumber(L, r->seconds); break;
            default: lua_pushstring(L, ends_rows[r->end].name); break;
            }
            lua_seti(L, -2, (lua_Integer)i + 1);
        }
        lua_setfield(L, -2, names[k]);
    }
}

/* Mean and deviation over the runs of the best by each generation. */
static void push_trace(lua_State *L, const double *trace, size_t runs,
                       size_t rows) {
    lua_createtable(L, (int)rows, 0);
    for (size_t g = 0; g < rows; g++) {
        double mean, deviation;
        batch_trace_at(trace, runs, rows, g, &mean, &deviation);
        lua_createtable(L, 0, 2);
        bind_set_number(L, "mean", mean);
        bind_set_number(L, "deviation", deviation);
        lua_seti(L, -2, (lua_Integer)g + 1);
    }
}

static void push_programs(lua_State *L, const Species *species,
                          const char *genomes, size_t runs) {
    lua_createtable(L, (int)runs, 0);
    for (size_t i = 0; i < runs; i++) {
        bind_genome_push(L, 1, genomes + i * species->slot);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
}

static bool wants(lua_State *L, const char *field) {
    lua_getfield(L, 3, field);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

enum { RUNS_MAX = 10000000, TRACE_MAX = 1 << 28 };   /* figures of all runs */

/* Room for a figure per run and generation, or NULL if no trace is wanted. */
static double *new_trace(lua_State *L, size_t runs, uint64_t generations) {
    if (!wants(L, "trace")) return NULL;
    if (generations >= TRACE_MAX / runs)
        luaL_error(L,
                   "a trace holds at most %d figures: %I runs of %I "
                   "generations are more",
                   TRACE_MAX, (lua_Integer)runs, (lua_Integer)generations);
    return lua_newuserdatauv(L, runs * (generations + 1) * sizeof(double), 0);
}

/* Pushes the results as a table. */
static void push_all(lua_State *L, const Batch *batch, const BatchRoom *room) {
    push_results(L, room->results, batch->runs);
    if (room->trace) {
        push_trace(L, room->trace, batch->runs,
                   (size_t)batch->ends->generations + 1);
        lua_setfield(L, -2, "trace");
    }
    if (room->genomes) {
        push_programs(L, batch->species, room->genomes, batch->runs);
        lua_setfield(L, -2, "programs");
    }
}

int bind_batch(lua_State *L) {
    Batch batch = { .species = bind_species(L, 1) };
    lua_settop(L, 3);
    batch.count = (size_t)bind_integer(L, 3, "population", 1, EVOLVE_COUNT_MAX);
    batch.runs = (size_t)bind_integer(L, 3, "runs", 1, RUNS_MAX);
    batch.seed = (uint64_t)bind_integer(L, 3, "seed", LUA_MININTEGER,
                                        LUA_MAXINTEGER);
    lua_Integer threads = bind_integer(L, 3, "threads", 0, POOL_THREADS_MAX);
    lua_getfield(L, 3, "ends");
    Ends ends = bind_ends(L, lua_gettop(L));
    lua_getfield(L, 3, "plan");
    batch.plan = bind_plan(L, -1, 1, batch.count);
    if (plan_is_custom(batch.plan))
        return luaL_error(L, "operators in Lua cannot breed on all threads of "
                             "a batch");
    batch.ends = &ends;
    batch.games = read_games(L, 2, batch.species, &batch.ngames);
    Pool *pool = bind_pool(L, threads);
    BatchRoom room = { 0 };
    room.results = lua_newuserdatauv(L, batch.runs * sizeof *room.results, 0);
    room.trace = new_trace(L, batch.runs, ends.generations);
    if (wants(L, "programs"))
        room.genomes = lua_newuserdatauv(L, batch.runs * batch.species->slot,
                                         0);
    Err err;
    if (!batch_run(&batch, pool, &room, &err)) return bind_raise(L, &err);
    push_all(L, &batch, &room);
    return 1;
}

/* ---- measuring --------------------------------------------------------- */

/* scoring(species, game, n): CPU seconds that n scores take, of 256 random
 * genomes in turn: for benchmarks. */
int bind_scoring(lua_State *L) {
    const Species *species = bind_species(L, 1);
    const Game *game = game_for(L, 2, species);
    lua_Integer n = luaL_checkinteger(L, 3);
    double seconds;
    Err err;
    if (!batch_scoring(species, game, n > 0 ? (uint64_t)n : 0, &seconds, &err))
        return bind_raise(L, &err);
    lua_pushnumber(L, seconds);
    return 1;
}
