/* bind_evolve.c -- evolutions for Lua: ludus.evolution wraps it.
 *
 * A generation is a few calls: step(plan), stats(), perhaps births() and
 * save(). Programs come out as text. The evolution keeps its game and species
 * alive by its user value.
 */
#include "bind_evolve.h"

#include <stdio.h>
#include <string.h>

#include "bind_custom.h"
#include "bind_limit.h"
#include "bind_operator.h"
#include "evolve/cache.h"
#include "evolve/lineage.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.evolution";

/* ---- plans --------------------------------------------------------------- */

static SelectMethod read_method(lua_State *L) {
    const char *name = luaL_checkstring(L, -1);
    for (int m = 0; m < SELECT_METHODS; m++)
        if (strcmp(select_rows[m].name, name) == 0) return (SelectMethod)m;
    luaL_error(L, "unknown selection '%s'", name);
    return SELECT_TOURNAMENT;
}

static Selection read_selection(lua_State *L, int arg) {
    Selection s = { 0 };
    luaL_checktype(L, arg, LUA_TTABLE);
    lua_getfield(L, arg, "method");
    s.method = read_method(L);
    lua_pop(L, 1);
    const SelectRow *row = &select_rows[s.method];
    lua_getfield(L, arg, "param");
    s.param = luaL_optnumber(L, -1, row->normal);
    if (row->param && !(s.param >= row->min && s.param <= row->max))
        luaL_error(L, "%s: %s must be %f to %f, got %f", row->name, row->param,
                   row->min, row->max, s.param);
    lua_getfield(L, arg, "parsimony");
    s.parsimony = lua_toboolean(L, -1);
    lua_getfield(L, arg, "near");
    lua_Integer near = luaL_optinteger(L, -1, 0);
    luaL_argcheck(L, near >= 0 && near <= EVOLVE_COUNT_MAX, arg,
                  "near must be 0 or more slots");
    s.near = (uint32_t)near;
    lua_pop(L, 3);
    return s;
}

/* The parameters of an operator from the table at the top of the stack. */
static void read_params(lua_State *L, const Operator *op, double *param) {
    for (int k = 0; op->params[k].name; k++) {
        const OperatorParam *row = &op->params[k];
        lua_getfield(L, -1, row->name);
        param[k] = luaL_optnumber(L, -1, row->normal);
        lua_pop(L, 1);
        if (!(param[k] >= row->min && param[k] <= row->max))
            luaL_error(L, "%s: %s must be %f to %f, got %f", op->name,
                       row->name, row->min, row->max, param[k]);
    }
}

/* CPU seconds one call of a function in the plan at `arg` may take. */
static int call_seconds(lua_State *L, int arg) {
    lua_getfield(L, arg, "seconds");
    lua_Integer seconds = luaL_optinteger(L, -1, LIMIT_SECONDS);
    luaL_argcheck(L, seconds >= 0 && seconds <= LIMIT_SECONDS_MAX, arg,
                  "field 'seconds' is out of range");
    lua_pop(L, 1);
    return (int)seconds;
}

/* Row `row` of the plan at `plan`, from the table at the top of the stack. */
static void read_vary(lua_State *L, int plan, int species_at, int row,
                      int seconds, Vary *vary) {
    Err err;
    const Species *species = bind_species(L, species_at);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_geti(L, -1, 1);
    vary->share = luaL_checknumber(L, -1);
    if (lua_geti(L, -2, 2) == LUA_TFUNCTION) {
        bind_custom(L, plan, species_at, row, seconds, vary);
        lua_pop(L, 2);
        return;
    }
    vary->op = species_operator(species, luaL_checkstring(L, -1), &err);
    if (!vary->op) bind_raise(L, &err);
    if (lua_geti(L, -3, 3) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    read_params(L, vary->op, vary->param);
    lua_pop(L, 3);
}

Plan *bind_plan(lua_State *L, int arg, int species, size_t count) {
    luaL_checktype(L, arg, LUA_TTABLE);
    arg = lua_absindex(L, arg);
    species = lua_absindex(L, species);
    Plan *plan = lua_newuserdatauv(L, sizeof *plan, 1);
    int at = lua_gettop(L);
    *plan = (Plan){ .selection = { SELECT_TOURNAMENT, 2, false, 0 } };
    if (lua_getfield(L, arg, "select") != LUA_TFUNCTION)
        plan->selection = read_selection(L, lua_gettop(L));
    lua_pop(L, 1);
    plan->elite = (size_t)bind_integer(L, arg, "elite", 0, (lua_Integer)count);
    lua_getfield(L, arg, "keep_better");
    plan->keep_better = lua_toboolean(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, arg, "vary");
    luaL_checktype(L, -1, LUA_TTABLE);
    int seconds = call_seconds(L, arg);
    lua_Integer n = luaL_len(L, -1);
    if (n < 1 || n > EVOLVE_VARY_MAX)
        luaL_error(L, "vary must list 1 to %d operators, got %I",
                   EVOLVE_VARY_MAX, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        read_vary(L, at, species, (int)i - 1, seconds, &plan->vary[i - 1]);
        lua_pop(L, 1);
    }
    plan->vary_count = (int)n;
    lua_pop(L, 1);
    return plan;
}

/* ---- making -------------------------------------------------------------- */

static Evolution *to_evolution(lua_State *L) {
    return bind_object(L, 1, CLASS);
}

/* new(species, game, { population, seed, threads, cache }) */
static int f_new(lua_State *L) {
    const Species *species = bind_species(L, 1);
    const Game *game = bind_game(L, 2);
    size_t count = (size_t)bind_integer(L, 3, "population", 1,
                                        EVOLVE_COUNT_MAX);
    uint64_t seed = (uint64_t)bind_integer(L, 3, "seed", LUA_MININTEGER,
                                           LUA_MAXINTEGER);
    int threads = (int)bind_integer(L, 3, "threads", 0, 256);
    int cache = (int)bind_integer(L, 3, "cache", 0, CACHE_BITS_MAX);
    Box *box = bind_box(L, CLASS, evolve_free);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_seti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    lua_setiuservalue(L, -2, 1);
    Err err;
    EvolveOptions options = { count, seed, threads, cache };
    box->object = evolve_new(species, game, &options, &err);
    return box->object ? 1 : bind_raise(L, &err);
}

static Evolution *idle_evolution(lua_State *L) {
    return bind_idle(L, 1, CLASS);
}

static int change_game(lua_State *L) {
    Evolution *e = to_evolution(L);
    const Game *game = bind_game(L, 2);
    Err err;
    bool ok = evolve_set_game(e, game, &err);
    lua_getiuservalue(L, 1, 1);      /* the old one was kept until now */
    lua_pushvalue(L, 2);
    lua_seti(L, -2, 2);
    return ok && evolve_rescore(e, &err) ? 0 : bind_raise(L, &err);
}

static int m_game(lua_State *L) { return bind_change(L, CLASS, change_game); }

static size_t check_slot(lua_State *L, int arg, const Evolution *e) {
    lua_Integer slot = luaL_checkinteger(L, arg);
    luaL_argcheck(L, slot >= 1 && (size_t)slot <= evolve_count(e), arg,
                  "no such program");
    return (size_t)slot - 1;
}

/* Parses the string at `text` into a block that Lua collects. */
static void *parse_genome(lua_State *L, const Species *species, int text,
                          const char *name) {
    Source src = { .name = name };
    src.text = luaL_checklstring(L, text, &src.len);
    void *genome = lua_newuserdatauv(L, species->slot, 0);
    memset(genome, 0, species->slot);
    Err err;
    if (!species->class->parse(species, &src, genome, &err))
        bind_raise(L, &err);
    return genome;
}

static int m_plant(lua_State *L) {
    Evolution *e = idle_evolution(L);
    size_t slot = check_slot(L, 2, e);
    void *genome = parse_genome(L, evolve_species(e), 3,
                                luaL_optstring(L, 4, "(program)"));
    evolve_plant(e, slot, genome);
    return 0;
}

static int start(lua_State *L) {
    Err err;
    bool ok = evolve_start(to_evolution(L), lua_toboolean(L, 2), &err);
    return ok ? 0 : bind_raise(L, &err);
}

static int m_start(lua_State *L) { return bind_change(L, CLASS, start); }

static int step(lua_State *L) {
    Evolution *e = to_evolution(L);
    lua_getiuservalue(L, 1, 1);
    lua_geti(L, -1, 1);              /* the species */
    Plan *plan = bind_plan(L, 2, -1, evolve_count(e));
    if (lua_getfield(L, 2, "select") == LUA_TFUNCTION)
        plan->picks = bind_picks(L, -1, call_seconds(L, 2), e);
    Err err;
    return evolve_step(e, plan, &err) ? 0 : bind_raise(L, &err);
}

static int m_step(lua_State *L) { return bind_change(L, CLASS, step); }

/* ---- looking ------------------------------------------------------------- */

static int m_stats(lua_State *L) {
    Evolution *e = to_evolution(L);
    Stats s = evolve_stats(e);
    const Totals *t = evolve_totals(e);
    const Score *best = evolve_score(e, s.best);
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
    bind_set_count(L, "evaluations", t->evaluations);
    bind_set_count(L, "total_steps", t->steps);
    bind_set_count(L, "cached", t->cached);
    bind_set_number(L, "breeding", t->breeding);
    bind_set_number(L, "scoring", t->scoring);
    return 1;
}

static int m_text(lua_State *L) {
    Evolution *e = to_evolution(L);
    size_t slot = check_slot(L, 2, e);
    const Species *species = evolve_species(e);
    Buf *buf = bind_buf(L);
    Err err;
    if (!species->class->print(species, evolve_genome(e, slot), buf, &err))
        return bind_raise(L, &err);
    return bind_text(L, buf);
}

static int m_score(lua_State *L) {
    Evolution *e = to_evolution(L);
    const Score *s = evolve_score(e, check_slot(L, 2, e));
    lua_createtable(L, 0, 4);
    bind_set_number(L, "raw", s->raw);
    bind_set_number(L, "standardized", s->standardized);
    bind_set_count(L, "steps", s->steps);
    bind_set_integer(L, "hits", s->hits);
    return 1;
}

static int m_digest(lua_State *L) {
    char text[17];
    snprintf(text, sizeof text, "%016llx",
             (unsigned long long)evolve_digest(to_evolution(L)));
    lua_pushstring(L, text);
    return 1;
}

static int m_save(lua_State *L) {
    Evolution *e = to_evolution(L);
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
    Evolution *e = to_evolution(L);
    Buf *buf = bind_buf(L);
    lineage_pack(e, buf);
    return bind_text(L, buf);
}

/* ---- operators, one program at a time ------------------------------------ */

/* vary(species, operator, params, rng seed, mother text, father text): the
 * child's text, whether it is new, and where it was cut. */
static int f_vary(lua_State *L) {
    const Species *species = bind_species(L, 1);
    Err err;
    const char *name = luaL_checkstring(L, 2);
    const Operator *op = species_operator(species, name, &err);
    if (!op) return bind_raise(L, &err);
    double param[OPERATOR_PARAMS] = { 0 };
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_pushvalue(L, 3);
    read_params(L, op, param);
    lua_pop(L, 1);
    Rng *rng = luaL_checkudata(L, 4, "ludus.rng");
    const void *parents[OPERATOR_PARENTS];
    parents[0] = parse_genome(L, species, 5, "(mother)");
    parents[1] = op->parents > 1 ? parse_genome(L, species, 6, "(father)")
                                 : parents[0];
    void *child = lua_newuserdatauv(L, species->slot, 0);
    memset(child, 0, species->slot);
    Origin o = { 0 };
    bool made = op->apply(species, param, rng, parents, child, &o);
    Buf *buf = bind_buf(L);
    if (!species->class->print(species, child, buf, &err))
        return bind_raise(L, &err);
    bind_text(L, buf);
    lua_pushboolean(L, made);
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", o.part + 1);
    bind_set_integer(L, "at", o.at[0] + 1);
    bind_set_integer(L, "from", o.at[1] + 1);
    bind_set_integer(L, "removed", o.len[0]);
    bind_set_integer(L, "added", o.len[1]);
    return 3;
}

/* random(species, rng): the text of a random program. */
static int f_random(lua_State *L) {
    const Species *species = bind_species(L, 1);
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    void *genome = lua_newuserdatauv(L, species->slot, 0);
    memset(genome, 0, species->slot);
    species->class->random(species, rng, 0, 1, genome);
    Buf *buf = bind_buf(L);
    Err err;
    if (!species->class->print(species, genome, buf, &err))
        return bind_raise(L, &err);
    return bind_text(L, buf);
}

/* kind(game): the kind of programs that a game scores. */
static int f_kind(lua_State *L) {
    lua_pushstring(L, bind_game(L, 1)->class->kind);
    return 1;
}

/* operators(species): rows of name, parents, help, params, for help and
 * checks; without a species those of all kinds, with kind and type. */
static int f_operators(lua_State *L) {
    if (lua_isnoneornil(L, 1)) bind_every_operator(L);
    else bind_operators(L, bind_species(L, 1));
    return 1;
}

/* selections(): rows of name, param, default, min, max, help. */
static int f_selections(lua_State *L) {
    lua_newtable(L);
    for (int m = 0; m < SELECT_METHODS; m++) {
        const SelectRow *row = &select_rows[m];
        lua_createtable(L, 0, 6);
        bind_set_text(L, "name", row->name);
        bind_set_text(L, "param", row->param);
        bind_set_number(L, "default", row->normal);
        bind_set_number(L, "min", row->min);
        bind_set_number(L, "max", row->max);
        bind_set_text(L, "help", row->help);
        lua_seti(L, -2, m + 1);
    }
    return 1;
}

static const luaL_Reg methods[] = {
    { "game", m_game },     { "plant", m_plant },     { "start", m_start },
    { "step", m_step },     { "stats", m_stats },     { "text", m_text },
    { "score", m_score },   { "digest", m_digest },   { "save", m_save },
    { "restore", m_restore }, { "births", m_births }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__gc", bind_box_gc },
    { "__close", bind_box_close },
    { NULL, NULL },
};

/* sound(state): is it what save() gave, to the bit? */
static int f_sound(lua_State *L) {
    size_t n;
    const char *bytes = luaL_checklstring(L, 1, &n);
    lua_pushboolean(L, evolve_sound(bytes, n));
    return 1;
}

static const luaL_Reg functions[] = {
    { "new", f_new },
    { "sound", f_sound },
    { "vary", f_vary },
    { "random", f_random },
    { "kind", f_kind },
    { "operators", f_operators },
    { "selections", f_selections },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "population", EVOLVE_COUNT_MAX }, { "vary", EVOLVE_VARY_MAX },
    { "cache", CACHE_BITS_MAX },        { "seconds", LIMIT_SECONDS_MAX },
    { NULL, 0 },
};

int open_evolve(lua_State *L);

int open_evolve(lua_State *L) {
    bind_require(L, "ludus.core.rng");
    bind_class(L, CLASS, methods, meta);
    luaL_newlib(L, functions);
    bind_limits(L, limits);
    return 1;
}
