/* bind_ga.c -- ludus.core.ga: the genetic algorithm for scripts.
 *
 *     local ga = core.new(species, game or nil, settings, threads)
 *     ga:start(seed, { programs })     ga:step(40)     ga:best()
 *     ga:pending()  ga:tell { scores }  ga:advance()   -- scores from Lua
 *     core.batch(species, { games }, settings, seed, runs, threads, what)
 *
 * Every field of the settings is set: ludus.ga has checked names and filled in
 * defaults. Programs are vectors, or texts for the other species.
 */
#include "bind_ga.h"

#include <math.h>
#include <string.h>

#include "bind_operator.h"
#include "bind_vector.h"
#include "base/suggest.h"

static const char CLASS[] = "ludus.ga";

/* ---- settings ----------------------------------------------------------- */

static int named(lua_State *L, int arg, const char *field, const GaName *rows,
                 int count) {
    const char *name = bind_string(L, arg, field);
    Suggest near = suggest_start(name);
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) return i;
        suggest_offer(&near, rows[i].name);
    }
    return luaL_error(L, "field '%s': unknown '%s'%s%s%s", field, name,
                      near.best ? "; did you mean '" : "",
                      near.best ? near.best : "", near.best ? "'?" : "");
}

static size_t size_field(lua_State *L, int arg, const char *field) {
    return (size_t)bind_integer(L, arg, field, 0, LUA_MAXINTEGER);
}

/* A part of the brood: { children = 36, { "onepoint" }, { "flip" } }. */
static void read_part(lua_State *L, int arg, const Species *species,
                      GaPart *part) {
    part->count = size_field(L, arg, "children");
    part->steps = 0;
    lua_Integer n = luaL_len(L, arg);
    if (n > GA_STEPS_MAX)
        luaL_error(L, "a part of the brood has at most %d steps, not %d",
                   GA_STEPS_MAX, (int)n);
    for (lua_Integer i = 1; i <= n; i++) {
        GaStep *step = &part->step[part->steps++];
        lua_geti(L, arg, i);
        step->op = bind_step(L, -1, species, step->param, &step->rate);
        lua_pop(L, 1);
    }
}

static void read_brood(lua_State *L, int arg, const Species *species,
                       GaSettings *set) {
    lua_getfield(L, arg, "brood");
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = luaL_len(L, -1);
    if (n > GA_PARTS_MAX)
        luaL_error(L, "a brood has at most %d parts, not %d", GA_PARTS_MAX,
                   (int)n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        luaL_checktype(L, -1, LUA_TTABLE);
        read_part(L, lua_gettop(L), species, &set->part[set->parts++]);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_climb(lua_State *L, int arg, const Species *species,
                       GaSettings *set) {
    set->tries = (unsigned)bind_integer(L, arg, "tries", 0, GA_TRIES_MAX);
    if (set->tries == 0) return;
    lua_getfield(L, arg, "climb");
    GaStep *climb = &set->climb;
    climb->op = bind_step(L, -1, species, climb->param, &climb->rate);
    lua_pop(L, 1);
}

GaSettings bind_ga_settings(lua_State *L, int arg, const Species *species) {
    GaSettings set = { 0 };
    set.population = size_field(L, arg, "population");
    set.scheme = (GaScheme)named(L, arg, "scheme", ga_schemes, GA_SCHEMES);
    set.select = (GaSelect)named(L, arg, "select", ga_selects, GA_SELECTS);
    set.pressure = bind_number(L, arg, "pressure");
    set.scaling = bind_number(L, arg, "scaling");
    set.adjusted = bind_boolean(L, arg, "adjusted");
    set.apart = bind_boolean(L, arg, "apart");
    set.young = bind_boolean(L, arg, "young");
    set.elite = size_field(L, arg, "elite");
    set.crowd = size_field(L, arg, "crowd");
    set.distinct = (unsigned)bind_integer(L, arg, "distinct", 0,
                                          GA_DISTINCT_MAX);
    set.unlike = bind_boolean(L, arg, "unlike");
    set.generations = size_field(L, arg, "generations");
    set.evaluations = size_field(L, arg, "evaluations");
    set.seconds = bind_number(L, arg, "seconds");
    set.target = bind_number(L, arg, "target");
    set.converged = bind_boolean(L, arg, "converged");
    set.stalled = size_field(L, arg, "stalled");
    read_brood(L, arg, species, &set);
    read_climb(L, arg, species, &set);
    return set;
}

/* ---- objects ------------------------------------------------------------ */

static void free_ga(void *object) { ga_free(object); }

const Game *bind_game_for(lua_State *L, int arg, const Species *species) {
    const Game *game = bind_game(L, arg);
    Err err;
    if (!game_fits(game, species, &err)) bind_raise(L, &err);
    return game;
}

/* What a Ga borrows hangs on its user value: { species, game, pool }. */
static int f_new(lua_State *L) {
    const Species *species = bind_species(L, 1);
    bool told = lua_isnoneornil(L, 2);
    const Game *game = told ? NULL : bind_game_for(L, 2, species);
    GaSettings set = bind_ga_settings(L, 3, species);
    Box *box = bind_box(L, CLASS, free_ga);
    lua_createtable(L, 3, 0);
    lua_pushvalue(L, 1);
    lua_seti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    Pool *pool = bind_pool(L, luaL_optinteger(L, 4, 0));
    lua_seti(L, -2, 3);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = ga_new(species, game, &set, pool, &err);
    if (!box->object) return bind_raise(L, &err);
    return 1;
}

static Ga *to_ga(lua_State *L) { return bind_object(L, 1, CLASS); }

static Ga *idle_ga(lua_State *L) { return bind_idle(L, 1, CLASS); }

/* Pushes the species of the Ga at index 1. */
static const Species *push_species(lua_State *L) {
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);
    lua_remove(L, -2);
    return bind_species(L, -1);
}

void bind_genome(lua_State *L, const Species *species, const void *genome) {
    if (strcmp(species->class->name, "vector") == 0) {
        void *copy = bind_vector_new(L, -1);
        memcpy(copy, genome, species->slot);
        return;
    }
    Buf *buf = bind_buf(L);
    Err err;
    if (!species->class->print(species, genome, buf, &err)) bind_raise(L, &err);
    bind_text(L, buf);
    lua_remove(L, -2);
}

static void push_score(lua_State *L, const Score *score) {
    lua_createtable(L, 0, 4);
    bind_set_number(L, "raw", score->raw);
    bind_set_number(L, "standardized", score->standardized);
    bind_set_count(L, "steps", score->steps);
    bind_set_integer(L, "hits", score->hits);
}

/* ---- running ------------------------------------------------------------ */

/* Puts the program at the top of the stack into the first population. */
static void plant(lua_State *L, Ga *ga, const Species *species, size_t member) {
    if (strcmp(species->class->name, "vector") == 0) {
        const VectorSpecies *other;
        const void *genome = bind_vector(L, -1, &other);
        Err err;
        if (!species->class->check(species, genome, other->species.slot, &err))
            bind_raise(L, &err);
        ga_plant(ga, member, genome);
        return;
    }
    Source src = { .name = "(program)" };
    src.text = luaL_checklstring(L, -1, &src.len);
    void *genome = lua_newuserdatauv(L, species->slot, 0);
    Err err;
    if (!species->class->parse(species, &src, genome, &err))
        bind_raise(L, &err);
    ga_plant(ga, member, genome);
    lua_pop(L, 1);
}

/* start(seed, programs): a new run; the programs take the first places. */
static int m_start(lua_State *L) {
    Ga *ga = idle_ga(L);
    Err err;
    if (!ga_start(ga, (uint64_t)luaL_checkinteger(L, 2), NULL, &err))
        return bind_raise(L, &err);
    if (lua_istable(L, 3)) {
        const Species *species = push_species(L);
        size_t n = bind_length(L, 3);
        for (size_t i = 0; i < n && i < ga_size(ga); i++) {
            lua_geti(L, 3, (lua_Integer)i + 1);
            plant(L, ga, species, i);
            lua_pop(L, 1);
        }
    }
    lua_settop(L, 1);
    return 1;
}

/* step(n): scores and advances n times; true while no stop has been reached. */
static int step(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer n = luaL_optinteger(L, 2, 1);
    Err err;
    bool more = ga_stop(ga) == GA_RUNNING;
    for (lua_Integer i = 0; more && i < n; i++) {
        if (!ga_score(ga, &err)) return bind_raise(L, &err);
        more = ga_advance(ga);
    }
    lua_pushboolean(L, more);
    return 1;
}

static int m_step(lua_State *L) { return bind_change(L, CLASS, step); }

static int score(lua_State *L) {
    Err err;
    if (!ga_score(to_ga(L), &err)) return bind_raise(L, &err);
    lua_settop(L, 1);
    return 1;
}

static int m_score(lua_State *L) { return bind_change(L, CLASS, score); }

static int m_advance(lua_State *L) {
    lua_pushboolean(L, ga_advance(idle_ga(L)));
    return 1;
}

static int m_pending(lua_State *L) {
    Ga *ga = to_ga(L);
    const Species *species = push_species(L);
    size_t n = ga_stop(ga) == GA_RUNNING ? ga_pending(ga) : 0;
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushvalue(L, -2);
        bind_genome(L, species, ga_pending_genome(ga, i));
        lua_seti(L, -3, (lua_Integer)i + 1);
        lua_pop(L, 1);
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
    Ga *ga = idle_ga(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t n = ga_pending(ga);
    if ((size_t)luaL_len(L, 2) != n)
        return luaL_error(L, "expected %d scores, got %d", (int)n,
                          (int)luaL_len(L, 2));
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, 2, (lua_Integer)i + 1);
        ga_tell(ga, i, read_score(L, (lua_Integer)i + 1));
        lua_pop(L, 1);
    }
    lua_settop(L, 1);
    return 1;
}

/* ---- looking at it ------------------------------------------------------ */

/* birth(i): how the i-th that waits was made, or nil for first ones. */
static int m_birth(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= ga_pending(ga), 2, "no such child");
    const GaBirth *birth = ga_birth(ga, (size_t)i - 1);
    if (!birth) return 0;
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", birth->part + 1);
    bind_set_integer(L, "mother", birth->parent[0] + 1);
    if (birth->crossed) bind_set_integer(L, "father", birth->parent[1] + 1);
    bind_set_integer(L, "at", birth->origin.at[0]);
    bind_set_integer(L, "length", birth->origin.len[1]);
    return 1;
}

/* member(i): a program and its score. */
static int m_member(lua_State *L) {
    Ga *ga = to_ga(L);
    lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && (size_t)i <= ga_size(ga), 2, "no such member");
    const Species *species = push_species(L);
    bind_genome(L, species, ga_genome(ga, (size_t)i - 1));
    Score score = ga_member_score(ga, (size_t)i - 1);
    push_score(L, &score);
    return 2;
}

static int m_best(lua_State *L) {
    Ga *ga = to_ga(L);
    Score score;
    const void *genome = ga_best(ga, &score);
    const Species *species = push_species(L);
    bind_genome(L, species, genome);
    push_score(L, &score);
    return 2;
}

static double mean_cost(const Ga *ga) {
    double sum = 0;
    for (size_t i = 0; i < ga_size(ga); i++)
        sum += ga_member_score(ga, i).standardized;
    return sum / (double)ga_size(ga);
}

/* state(): numbers about the run so far. */
static int m_state(lua_State *L) {
    Ga *ga = to_ga(L);
    Score best;
    ga_best(ga, &best);
    lua_createtable(L, 0, 8);
    bind_set_count(L, "generation", ga_generation(ga));
    bind_set_count(L, "evaluations", ga_evaluations(ga));
    bind_set_number(L, "best", best.standardized);
    bind_set_number(L, "raw", best.raw);
    bind_set_number(L, "mean", mean_cost(ga));
    bind_set_count(L, "distinct", ga_distinct(ga));
    lua_pushfstring(L, "%s", ga_stops[ga_stop(ga)].name);
    lua_setfield(L, -2, "stop");
    char digest[17];
    snprintf(digest, sizeof digest, "%016llx",
             (unsigned long long)ga_digest(ga));
    bind_set_text(L, "digest", digest);
    return 1;
}

/* ---- as a module -------------------------------------------------------- */

static void push_names(lua_State *L, const GaName *rows, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", rows[i].name);
        bind_set_text(L, "help", rows[i].help);
        lua_seti(L, -2, i + 1);
    }
}

static const luaL_Reg methods[] = {
    { "start", m_start },     { "step", m_step },   { "score", m_score },
    { "advance", m_advance }, { "tell", m_tell },   { "pending", m_pending },
    { "birth", m_birth },     { "best", m_best },   { "member", m_member },
    { "state", m_state },     { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "batch", bind_ga_batch },
    { "scoring", bind_ga_scoring },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "population", GA_POPULATION_MAX }, { "pressure", GA_PRESSURE_MAX },
    { "crowd", GA_CROWD_MAX },           { "scaling", GA_SCALING_MAX },
    { "distinct", GA_DISTINCT_MAX },     { "tries", GA_TRIES_MAX },
    { NULL, 0 },
};

int open_ga(lua_State *L);

int open_ga(lua_State *L) {
    bind_require(L, "ludus.core.vector");
    bind_class(L, CLASS, methods, bind_boxed);
    luaL_newlib(L, functions);
    push_names(L, ga_schemes, GA_SCHEMES);
    lua_setfield(L, -2, "schemes");
    push_names(L, ga_selects, GA_SELECTS);
    lua_setfield(L, -2, "selects");
    push_names(L, ga_stops, GA_STOPS);
    lua_setfield(L, -2, "stops");
    bind_limits(L, limits);
    return 1;
}
