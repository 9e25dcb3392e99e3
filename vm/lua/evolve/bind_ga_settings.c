/* bind_ga_settings.c -- settings of the genetic algorithm from Lua tables, and
 * the words and limits for the library that checks them.
 */
#include "bind_ga.h"

#include <string.h>

#include "lua/program/bind_operator.h"
#include "base/suggest.h"

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

/* ---- for the library ---------------------------------------------------- */

static void push_names(lua_State *L, const GaName *rows, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_createtable(L, 0, 2);
        bind_set_text(L, "name", rows[i].name);
        bind_set_text(L, "help", rows[i].help);
        lua_seti(L, -2, i + 1);
    }
}

static const BindLimit limits[] = {
    { "population", GA_POPULATION_MAX }, { "pressure", GA_PRESSURE_MAX },
    { "crowd", GA_CROWD_MAX },           { "scaling", GA_SCALING_MAX },
    { "distinct", GA_DISTINCT_MAX },     { "tries", GA_TRIES_MAX },
    { NULL, 0 },
};

void bind_ga_words(lua_State *L) {
    push_names(L, ga_schemes, GA_SCHEMES);
    lua_setfield(L, -2, "schemes");
    push_names(L, ga_selects, GA_SELECTS);
    lua_setfield(L, -2, "selects");
    push_names(L, ga_stops, GA_STOPS);
    lua_setfield(L, -2, "stops");
    bind_limits(L, limits);
}
