/* bind_ga_batch.c -- many runs of the genetic algorithm, and how fast games
 * score, for scripts. What is needed meanwhile is memory that Lua collects.
 */
#include "bind_ga.h"
#include "lua/program/bind_genome.h"

/* The games of a list, in memory that Lua collects. */
static const Game **read_games(lua_State *L, int arg, const Species *species,
                               size_t *count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    size_t n = *count = bind_length(L, arg);
    if (n == 0) luaL_error(L, "a batch needs a game");
    const Game **games = lua_newuserdatauv(L, n * sizeof *games, 0);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, arg, (lua_Integer)i + 1);
        games[i] = bind_game_for(L, -1, species);
        if (games[i]->class != games[0]->class)
            luaL_error(L, "the games of a batch must be of one kind");
        lua_pop(L, 1);
    }
    return games;
}

static void push_results(lua_State *L, const GaResult *results, size_t runs) {
    static const char *const names[] = { "best",        "raw",
                                         "evaluations", "generations",
                                         "seconds",     "stop" };
    lua_createtable(L, 0, 8);
    for (int k = 0; k < 6; k++) {
        lua_createtable(L, (int)runs, 0);
        for (size_t i = 0; i < runs; i++) {
            const GaResult *r = &results[i];
            switch (k) {
            case 0: lua_pushnumber(L, r->best.standardized); break;
            case 1: lua_pushnumber(L, r->best.raw); break;
            case 2: lua_pushinteger(L, (lua_Integer)r->evaluations); break;
            case 3: lua_pushinteger(L, (lua_Integer)r->generations); break;
            case 4: lua_pushnumber(L, r->seconds); break;
            default: lua_pushstring(L, ga_stops[r->stop].name); break;
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
        ga_trace_at(trace, runs, rows, g, &mean, &deviation);
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
        lua_pushvalue(L, 1);
        bind_genome_push(L, species, genomes + i * species->slot);
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
    }
}

static bool wants(lua_State *L, int arg, const char *field) {
    if (!lua_istable(L, arg)) return false;
    lua_getfield(L, arg, field);
    bool yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

enum { RUNS_MAX = 10000000, TRACE_MAX = 1 << 28 };   /* figures of all runs */

/* Room for a figure per run and generation, or NULL if no trace is wanted. */
static double *new_trace(lua_State *L, size_t runs, uint64_t generations) {
    if (!wants(L, 7, "trace")) return NULL;
    if (generations >= TRACE_MAX / runs)
        luaL_error(L,
                   "a trace holds at most %d figures: %I runs of %I "
                   "generations are more",
                   TRACE_MAX, (lua_Integer)runs, (lua_Integer)generations);
    return lua_newuserdatauv(L, runs * (generations + 1) * sizeof(double), 0);
}

/* batch(species, games, settings, seed, runs, threads, { trace=, programs= })
 */
int bind_ga_batch(lua_State *L) {
    const Species *species = bind_species(L, 1);
    GaSettings set = bind_ga_settings(L, 3, species);
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 4);
    lua_Integer n = luaL_checkinteger(L, 5);
    luaL_argcheck(L, n >= 1 && n <= RUNS_MAX, 5, "must be 1 to 10000000 runs");
    size_t runs = (size_t)n, ngames, rows = (size_t)set.generations + 1;
    lua_settop(L, 7);
    const Game **games = read_games(L, 2, species, &ngames);
    Pool *pool = bind_pool(L, luaL_optinteger(L, 6, 0));
    GaResult *results = lua_newuserdatauv(L, runs * sizeof *results, 0);
    double *trace = new_trace(L, runs, set.generations);
    char *genomes = NULL;
    if (wants(L, 7, "programs"))
        genomes = lua_newuserdatauv(L, runs * species->slot, 0);
    Err err;
    GaBatch batch = { species, games, ngames, &set, seed, runs };
    if (!ga_batch(&batch, pool, results, trace, genomes, &err))
        return bind_raise(L, &err);
    push_results(L, results, runs);
    if (trace) {
        push_trace(L, trace, runs, rows);
        lua_setfield(L, -2, "trace");
    }
    if (genomes) {
        push_programs(L, species, genomes, runs);
        lua_setfield(L, -2, "programs");
    }
    return 1;
}

/* ---- measuring --------------------------------------------------------- */

/* scoring(species, game, n): CPU seconds that n scores take, of 256 random
 * genomes in turn: for benchmarks. */
int bind_ga_scoring(lua_State *L) {
    const Species *species = bind_species(L, 1);
    const Game *game = bind_game_for(L, 2, species);
    lua_Integer n = luaL_checkinteger(L, 3);
    double seconds;
    Err err;
    if (!ga_scoring(species, game, n > 0 ? (uint64_t)n : 0, &seconds, &err))
        return bind_raise(L, &err);
    lua_pushnumber(L, seconds);
    return 1;
}
