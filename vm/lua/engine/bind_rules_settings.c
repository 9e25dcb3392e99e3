/* bind_rules_settings.c -- settings of a game of rules from Lua tables. */
#include "bind_rules.h"

#include <math.h>

#include "lua/bind_table.h"
#include "lua/limit.h"
#include "lua/sandbox.h"
#include "engine/rules/rules_linear.h"
#include "engine/rules/rules_machine.h"
#include "engine/rules/rules_vector.h"
#include "lua/program/bind_alphabet.h"
#include "lua/program/bind_vector.h"
#include "lua/luagame/rules_lua.h"

RulesEngine bind_rules_engine(lua_State *L) {
    const char *name = bind_string(L, 1, "engine");
    int engine = rules_engine_find(name);
    if (engine < 0)
        luaL_error(L,
                   "field 'engine': expected auto, columns, lanes, native, "
                   "bytecode or plain, got '%s'",
                   name);
    return (RulesEngine)engine;
}

RulesEngine bind_rules_allowed(lua_State *L, const RulesGame *game,
                               RulesEngine engine) {
    bool builds = engine == RULES_AUTO || engine == RULES_NATIVE;
    if (!builds || !sandbox_get(L)) return engine;
    return game->columns && !game->linear ? RULES_COLUMNS
           : game->code                   ? RULES_BYTECODE
                                          : RULES_PLAIN;
}

RulesOptions bind_rules_options(lua_State *L) {
    RulesOptions o = { .max = NAN };
    lua_getfield(L, 1, "cases");
    const DataView *view = bind_table_view(L, -1);
    if (!view) luaL_checktype(L, -1, LUA_TTABLE);
    o.cases = view ? view->rows : bind_length(L, -1);
    if (lua_getfield(L, 1, "max") == LUA_TNUMBER)
        o.max = lua_tonumber(L, -1) * (double)o.cases;
    lua_pop(L, 2);
    o.minimise = bind_boolean(L, 1, "minimise");
    o.budget = (uint32_t)bind_integer(L, 1, "budget", 1, RULES_BUDGET_MAX);
    o.passes = (uint32_t)bind_integer(L, 1, "passes", 1, UINT32_MAX);
    o.seed = (uint64_t)bind_integer(L, 1, "seed", LUA_MININTEGER,
                                    LUA_MAXINTEGER);
    return o;
}

/* The text at the top, which is popped and kept by the table at `keeper`: a
 * list that a script gave may make its items anew whenever it is asked. */
static const char *keep_text(lua_State *L, int keeper) {
    const char *text = lua_tostring(L, -1);
    lua_rawseti(L, keeper, (lua_Integer)lua_rawlen(L, keeper) + 1);
    return text;
}

/* Row { name, lines } at the top. */
static LinearBlock take_block(lua_State *L, int keeper) {
    if (!lua_istable(L, -1))
        luaL_error(L, "field 'blocks': expected rows { name, lines }");
    lua_geti(L, -1, 2);
    lua_geti(L, -2, 1);
    lua_Integer lines = lua_tointeger(L, -2);
    if (lua_type(L, -1) != LUA_TSTRING || lines < 1 || lines > LINEAR_LINES_MAX)
        luaL_error(L,
                   "field 'blocks': expected rows { name, lines of 1 to %d }",
                   LINEAR_LINES_MAX);
    LinearBlock block = { keep_text(L, keeper), (uint16_t)lines };
    lua_pop(L, 1);
    return block;
}

void bind_rules_blocks(lua_State *L, RulesGame *game) {
    LinearBlock block[LINEAR_BLOCKS_MAX];
    int top = lua_gettop(L);
    Err err;
    bool there = lua_getfield(L, 1, "blocks") == LUA_TTABLE;
    size_t n = there ? bind_length(L, -1) : 0;
    if (n > LINEAR_BLOCKS_MAX)
        luaL_error(L, "field 'blocks': at most %d", LINEAR_BLOCKS_MAX);
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -2, (lua_Integer)i + 1);
        block[i] = take_block(L, top + 2);
        lua_pop(L, 1);
    }
    bool nested = bind_boolean(L, 1, "nested");
    if (n && !rules_linear_game(game, block, n, nested, &err))
        bind_raise(L, &err);
    lua_settop(L, top);
}

/* Pushes an array of the n texts in the list at the top, and what keeps them;
 * NULL if there is no list, or nothing in it. */
static const char **take_names(lua_State *L, size_t n) {
    size_t has = lua_istable(L, -1) ? bind_length(L, -1) : 0;
    if (has == 0) return NULL;
    if (has != n)
        luaL_error(L, "field 'genes': %d names of %d genes", (int)has, (int)n);
    const char **names = lua_newuserdatauv(L, n * sizeof *names, 0);
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        lua_geti(L, -3, (lua_Integer)i + 1);
        luaL_checkstring(L, -1);
        names[i] = keep_text(L, lua_gettop(L) - 1);
    }
    return names;
}

/* The species stays with the game, which is the last userdata below. */
void bind_rules_genes(lua_State *L, RulesGame *game) {
    int top = lua_gettop(L);
    Err err;
    if (lua_getfield(L, 1, "vectors") != LUA_TNIL) {
        const VectorShape *shape = &bind_vector_species(L, -1)->shape;
        lua_getfield(L, 1, "gene_names");
        const char **names = take_names(L, shape->length);
        if (!rules_vector_game(game, shape, names, &err)) bind_raise(L, &err);
        lua_createtable(L, 0, 1);
        lua_getfield(L, 1, "vectors");
        lua_setfield(L, -2, "(set)");
        lua_setiuservalue(L, top, 1);
    }
    lua_settop(L, top);
}

bool bind_rules_alphabet(lua_State *L, Alphabet *alphabet, RulesGiven *given) {
    bool there = lua_getfield(L, 1, "alphabet") != LUA_TNIL;
    Err err;
    if (there) bind_alphabet(L, lua_gettop(L), alphabet);
    lua_pop(L, 1);
    if (there && !rules_machine_names(alphabet, given, &err))
        bind_raise(L, &err);
    return there;
}

void bind_rules_machines(lua_State *L, RulesGame *game,
                         const Alphabet *alphabet) {
    Err err;
    bind_require(L, "ludus.core.machine");
    if (!rules_machine_game(game, alphabet, &err)) bind_raise(L, &err);
}

/* Every function belongs to a primitive and the other way round; the table is
 * at the top of the stack. How many there are. */
static int check_functions(lua_State *L, const Rules *r) {
    int count = 0;
    for (size_t i = 0; i < r->rule_count; i++) {
        if (r->rule[i].kind != RULE_OUTER) continue;
        count++;
        if (lua_getfield(L, -1, r->rule[i].name) != LUA_TFUNCTION)
            luaL_error(L,
                       "field 'functions': the rules declare 'lua %s': a "
                       "function of that name is missing",
                       r->rule[i].name);
        lua_pop(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2)
                                                          : "(no name)";
        int k = rules_find(r, NAME_PRIM, name);
        if (k < 0 || r->rule[k].kind != RULE_OUTER)
            luaL_error(L,
                       "field 'functions': '%s' is not declared in the "
                       "rules: write 'lua %s' there",
                       name, name);
    }
    return count;
}

void bind_rules_functions(lua_State *L, RulesGame *game) {
    Err err;
    lua_getfield(L, 1, "functions");
    luaL_checktype(L, -1, LUA_TTABLE);
    if (check_functions(L, game->rules) == 0) {
        lua_pop(L, 1);
        return;
    }
    RulesLua *f = rules_lua_new(game, &err);
    if (!f) bind_raise(L, &err);
    f->home.script = bind_copy(L, 1, "script_path");
    f->home.source = bind_copy(L, 1, "script_source");
    f->home.key = bind_copy(L, 1, "key");
    f->seconds = (int)bind_integer(L, 1, "seconds", 1, LIMIT_SECONDS_MAX);
    luahome_init(&f->home, L);
}
