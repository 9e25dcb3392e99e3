/* bind_species.c -- what scripts ask of a species: its operators, for one
 * program at a time; rows for help. Functions of ludus.core.evolve.
 */
#include "bind_species.h"

#include "bind_genome.h"
#include "bind_operator.h"
#include "lua/evolve/bind_plan.h"

/* vary(species, operator, params, rng seed, mother text, father text): the
 * child's text, whether it is new, and where it was cut. */
static int f_vary(lua_State *L) {
    const Species *species = bind_species(L, 1);
    Err err;
    const char *name = luaL_checkstring(L, 2);
    const Operator *op = species_operator(species, name, &err);
    if (!op) return bind_raise(L, &err);
    double param[OPERATOR_NUMBERS] = { 0 };
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_pushvalue(L, 3);
    bind_plan_params(L, op, param);
    lua_pop(L, 1);
    Rng *rng = luaL_checkudata(L, 4, "ludus.rng");
    const void *parents[OPERATOR_PARENTS];
    parents[0] = bind_genome_read(L, 5, species, "(mother)");
    parents[1] = op->parents > 1 ? bind_genome_read(L, 6, species, "(father)")
                                 : parents[0];
    void *child = bind_genome_new(L, species);
    Origin o = { 0 };
    bool made = op->apply(species, param, rng, parents, child, &o);
    bind_genome_text(L, species, child);
    lua_pushboolean(L, made);
    lua_createtable(L, 0, 5);
    bind_set_integer(L, "part", o.part + 1);
    bind_set_integer(L, "at", o.at[0] + 1);
    bind_set_integer(L, "from", o.at[1] + 1);
    bind_set_integer(L, "removed", o.len[0]);
    bind_set_integer(L, "added", o.len[1]);
    return 3;
}

/* reads(species, program, name): an error if it is no such program, nor its
 * text. */
static int f_reads(lua_State *L) {
    bind_genome_read(L, 2, bind_species(L, 1), luaL_checkstring(L, 3));
    return 0;
}

/* random(species, rng): the text of a random program. */
static int f_random(lua_State *L) {
    const Species *species = bind_species(L, 1);
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    void *genome = bind_genome_new(L, species);
    species->class->random(species, rng, 0, 1, genome);
    bind_genome_text(L, species, genome);
    return 1;
}

/* memory(species, population, cases): the bytes it takes, about, if so many
 * cases are kept of each program. */
static int f_memory(lua_State *L) {
    const Species *species = bind_species(L, 1);
    lua_Integer count = luaL_checkinteger(L, 2);
    luaL_argcheck(L, count > 0, 2, "must be positive");
    lua_Integer cases = luaL_optinteger(L, 3, 0);
    luaL_argcheck(L, cases >= 0, 3, "must be 0 or more");
    lua_pushnumber(L, evolve_memory(species, (size_t)count, (size_t)cases));
    return 1;
}

/* kind(game): the kind of programs that a game scores. */
static int f_kind(lua_State *L) {
    lua_pushstring(L, bind_game(L, 1)->class->kind);
    return 1;
}

/* species_kind(species): the kind of its programs. */
static int f_species_kind(lua_State *L) {
    lua_pushstring(L, bind_species(L, 1)->class->name);
    return 1;
}

/* fits(species, game): raises if the game cannot score its programs. */
static int f_fits(lua_State *L) {
    Err err;
    if (game_suits(bind_game(L, 2), bind_species(L, 1), &err)) return 0;
    return bind_raise(L, &err);
}

/* operators(species): rows of name, parents, help, params, for help and
 * checks; without a species those of all kinds, with kind and type. */
static int f_operators(lua_State *L) {
    if (lua_isnoneornil(L, 1)) bind_every_operator(L);
    else bind_operators(L, bind_species(L, 1));
    return 1;
}

/* selections(): rows of name, param, default, min, max, help, cases. */
static int f_selections(lua_State *L) {
    lua_newtable(L);
    for (int m = 0; m < SELECT_METHODS; m++) {
        const SelectRow *row = &select_rows[m];
        lua_createtable(L, 0, 7);
        bind_set_text(L, "name", row->name);
        bind_set_text(L, "param", row->param);
        bind_set_number(L, "default", row->normal);
        bind_set_number(L, "min", row->min);
        bind_set_number(L, "max", row->max);
        bind_set_text(L, "help", row->help);
        lua_pushboolean(L, select_reads_cases((SelectMethod)m));
        lua_setfield(L, -2, "cases");
        lua_seti(L, -2, m + 1);
    }
    return 1;
}

const luaL_Reg bind_species_functions[] = {
    { "vary", f_vary },
    { "random", f_random },
    { "reads", f_reads },
    { "kind", f_kind },
    { "species_kind", f_species_kind },
    { "fits", f_fits },
    { "memory", f_memory },
    { "operators", f_operators },
    { "selections", f_selections },
    { NULL, NULL },
};
