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

static Packed birth_bytes(lua_State *L, lua_Integer generation, size_t count) {
    size_t n;
    lua_geti(L, -1, generation);
    const char *bytes = lua_tolstring(L, -1, &n);
    if (!bytes || (n != count * BIRTH_BYTES && n != count * BIRTH_WIDE))
        luaL_error(L, "the births of generation %I are missing", generation);
    lua_pop(L, 1);                   /* the list keeps it alive */
    return (Packed){ (const unsigned char *)bytes, n / count };
}

/* An array of pointers, one per element, that Lua collects. */
static const void **pointers(lua_State *L, size_t n) {
    const void **block = lua_newuserdatauv(L, n * sizeof *block, 0);
    memset((void *)block, 0, n * sizeof *block);
    return block;
}

static const Packed *read_births(lua_State *L, size_t last, size_t count) {
    Packed *births = lua_newuserdatauv(L, (last + 1) * sizeof *births, 0);
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

/* Pushes what made a program: an operator, or the steps of its part. */
static void push_how(lua_State *L, const Plan *plan, const Ancestor *a) {
    const Birth *b = &a->birth;
    if (b->vary == BIRTH_KEPT) {
        lua_pushliteral(L, "kept");
    } else if (b->vary == BIRTH_FIRST) {
        lua_pushstring(L, b->parent[1] ? "planted" : "random");
    } else if (!plan->parts) {
        lua_pushstring(L, plan->vary[b->vary].op->name);
    } else {
        const Part *part = &plan->part[b->vary];
        luaL_Buffer text;
        luaL_buffinit(L, &text);
        for (size_t i = 0; i < part->steps; i++) {
            if (i) luaL_addstring(&text, " ");
            luaL_addstring(&text, part->step[i].op->name);
        }
        luaL_pushresult(&text);
    }
}

static void push_ancestor(lua_State *L, const Pedigree *p, size_t g,
                          const Ancestor *a, const char *text) {
    const Origin *origin = &a->made.origin;
    lua_createtable(L, 0, 12);
    bind_set_count(L, "generation", g);
    bind_set_integer(L, "slot", a->slot + 1);
    push_how(L, g > 0 ? p->plans[g] : NULL, a);
    lua_setfield(L, -2, "operator");
    if (g > 0) bind_set_integer(L, "mother", a->birth.parent[0] + 1);
    if (a->made.crossed) bind_set_integer(L, "father", a->birth.parent[1] + 1);
    bind_set_integer(L, "part", origin->part + 1);
    bind_set_integer(L, "at", origin->at[0] + 1);
    bind_set_integer(L, "from", origin->at[1] + 1);
    bind_set_integer(L, "removed", origin->len[0]);
    bind_set_integer(L, "added", origin->len[1]);
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
    p.births = read_births(L, p.last, count);
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
