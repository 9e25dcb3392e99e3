/* bind_lineage.c -- lineages for Lua.
 *
 *     lineage.replay(species, { seed=, population=, births = { [g] = bytes },
 *       plans = { [g] = plan }, planted = { [slot] = text } },
 *       generation, slot)
 *
 * gives a list of the line of mothers, generation 0 first, each with its text.
 */
#include <string.h>

#include "lua/program/bind_genome.h"
#include "bind_plan.h"
#include "evolve/lineage.h"

static const unsigned char *birth_bytes(lua_State *L, lua_Integer generation,
                                        size_t count) {
    size_t n;
    lua_geti(L, -1, generation);
    const char *bytes = lua_tolstring(L, -1, &n);
    if (!bytes || n != count * BIRTH_BYTES)
        luaL_error(L, "the births of generation %I are missing", generation);
    lua_pop(L, 1);                   /* the list keeps it alive */
    return (const unsigned char *)bytes;
}

/* An array of pointers, one per element, that Lua collects. */
static const void **pointers(lua_State *L, size_t n) {
    const void **block = lua_newuserdatauv(L, n * sizeof *block, 0);
    memset((void *)block, 0, n * sizeof *block);
    return block;
}

static const void **read_births(lua_State *L, size_t last, size_t count) {
    const void **births = pointers(L, last + 1);
    lua_getfield(L, 2, "births");
    luaL_checktype(L, -1, LUA_TTABLE);
    for (size_t g = 0; g <= last; g++)
        births[g] = birth_bytes(L, (lua_Integer)g, count);
    lua_pop(L, 1);
    return births;
}

/* Plans that are the same table are read once. */
static const void **read_plans(lua_State *L, size_t last, size_t count) {
    const void **plans = pointers(L, last + 1);
    lua_getfield(L, 2, "plans");
    luaL_checktype(L, -1, LUA_TTABLE);
    int list = lua_gettop(L);
    for (size_t g = 1; g <= last; g++) {
        lua_geti(L, list, (lua_Integer)g);
        lua_geti(L, list, (lua_Integer)g - 1);
        bool same = g > 1 && lua_rawequal(L, -1, -2);
        lua_pop(L, 1);
        if (same) {
            plans[g] = plans[g - 1];
            lua_pop(L, 1);
            continue;
        }
        plans[g] = bind_plan(L, -1, 1, count);
        luaL_checkstack(L, 4, "too many plans");   /* kept there: alive */
    }
    return plans;
}

static const void **read_planted(lua_State *L, const Species *species,
                                 size_t count) {
    if (lua_getfield(L, 2, "planted") != LUA_TTABLE) return NULL;
    int table = lua_gettop(L);
    const void **planted = pointers(L, count);
    for (size_t i = 0; i < count; i++) {
        if (lua_geti(L, table, (lua_Integer)i + 1) == LUA_TSTRING) {
            planted[i] = bind_genome_parse(L, species, -1, "(planted program)");
            lua_remove(L, -2);
            luaL_checkstack(L, 4, "too many planted programs");
        } else {
            lua_pop(L, 1);
        }
    }
    return planted;
}

static void push_ancestor(lua_State *L, const Pedigree *p, size_t g,
                          const Ancestor *a, const char *text) {
    const char *how = a->birth.vary == BIRTH_KEPT    ? "kept"
                      : a->birth.vary != BIRTH_FIRST
                          ? p->plans[g]->vary[a->birth.vary].op->name
                      : a->birth.parent[1] ? "planted"
                                           : "random";
    lua_createtable(L, 0, 12);
    bind_set_count(L, "generation", g);
    bind_set_integer(L, "slot", a->slot + 1);
    bind_set_text(L, "operator", how);
    if (g > 0) bind_set_integer(L, "mother", a->birth.parent[0] + 1);
    if (g > 0 && a->birth.vary < p->plans[g]->vary_count &&
        p->plans[g]->vary[a->birth.vary].op->parents > 1)
        bind_set_integer(L, "father", a->birth.parent[1] + 1);
    bind_set_integer(L, "part", a->origin.part + 1);
    bind_set_integer(L, "at", a->origin.at[0] + 1);
    bind_set_integer(L, "from", a->origin.at[1] + 1);
    bind_set_integer(L, "removed", a->origin.len[0]);
    bind_set_integer(L, "added", a->origin.len[1]);
    bind_set_integer(L, "size", a->size);
    bind_set_count(L, "ancestors", a->ancestors);
    bind_set_text(L, "text", text);
}

static int f_replay(lua_State *L) {
    const Species *species = bind_species(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_Integer last = luaL_checkinteger(L, 3), slot = luaL_checkinteger(L, 4);
    size_t count = (size_t)bind_integer(L, 2, "population", 1,
                                        EVOLVE_COUNT_MAX);
    if (last < 0 || last >= 1000000000)
        return luaL_error(L, "there is no generation %I", last);
    if (slot < 1 || (size_t)slot > count)
        return luaL_error(L, "there is no program %I", slot);
    Pedigree p = { .species = species, .count = count, .last = (size_t)last };
    p.seed = (uint64_t)bind_integer(L, 2, "seed", LUA_MININTEGER,
                                    LUA_MAXINTEGER);
    p.births = (const unsigned char *const *)read_births(L, p.last, count);
    p.plans = (const Plan *const *)read_plans(L, p.last, count);
    p.planted = (const void *const *)read_planted(L, species, count);
    Ancestor *line = lua_newuserdatauv(L, (p.last + 1) * sizeof *line, 0);
    memset(line, 0, (p.last + 1) * sizeof *line);
    void *genome = lua_newuserdatauv(L, species->slot, 0);
    Buf *texts = bind_buf(L);
    Err err;
    if (!lineage_replay(&p, (size_t)slot - 1, line, genome, texts, &err))
        return bind_raise(L, &err);
    lua_createtable(L, (int)p.last + 1, 0);
    const char *text = buf_get(texts);
    for (size_t g = 0; g <= p.last; g++) {
        push_ancestor(L, &p, g, &line[g], text);
        lua_seti(L, -2, (lua_Integer)g + 1);
        text += strlen(text) + 1;
    }
    return 1;
}

static const luaL_Reg functions[] = {
    { "replay", f_replay },
    { NULL, NULL },
};

int open_lineage(lua_State *L);

int open_lineage(lua_State *L) {
    luaL_newlib(L, functions);
    return 1;
}
