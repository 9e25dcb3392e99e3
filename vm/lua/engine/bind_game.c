/* bind_game.c -- the methods that every game has in Lua.
 *
 *     g:can "trace"  g:need "trace"  g:abilities()  g:summary(score)
 *     g:goal()  g:with { ... }  g:trace(p, case)  g:tracer()
 *     g:results(species, program)  g:case_fields()  g:fits(species)
 *     g:describe(case)
 * * What a class lacks is refused by name before anything is played.
 */
#include "bind_game.h"

#include <math.h>

#include "bind_case.h"
#include "lua/program/bind_genome.h"

static const char SCRATCH[] = "ludus.game.scratch";

/* ---- abilities ----------------------------------------------------------- */

static Ability check_ability(lua_State *L, int arg) {
    Err err;
    int ability = game_ability(luaL_checkstring(L, arg), &err);
    if (ability < 0) luaL_argerror(L, arg, err.text);
    return (Ability)ability;
}

static int m_can(lua_State *L) {
    const Game *game = bind_game(L, 1);
    lua_pushboolean(L, game_can(game, check_ability(L, 2)));
    return 1;
}

void bind_game_need(lua_State *L, const Game *game, Ability ability) {
    Err err;
    if (!game_need(game, ability, &err)) bind_raise(L, &err);
}

/* need(name): the game, if it has that ability; else an error that says what
 * it has. */
static int m_need(lua_State *L) {
    bind_game_need(L, bind_game(L, 1), check_ability(L, 2));
    lua_settop(L, 1);
    return 1;
}

/* abilities(): the names of what the game can. */
static int m_abilities(lua_State *L) {
    const Game *game = bind_game(L, 1);
    lua_newtable(L);
    lua_Integer n = 0;
    for (int a = 0; a < ABILITIES; a++) {
        if (!game_can(game, (Ability)a)) continue;
        lua_pushstring(L, game_abilities[a].name);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

/* goal(): the class of the game, its cases, the greatest score if it is known,
 * and whether less is better: what success and comparisons need. */
static int m_goal(lua_State *L) {
    const Game *game = bind_game(L, 1);
    lua_createtable(L, 0, 4);
    bind_set_text(L, "class", game->class->name);
    bind_set_count(L, "cases", game->cases);
    if (!isnan(game->max)) bind_set(L, "max", game->max);
    lua_pushboolean(L, game->minimise);
    lua_setfield(L, -2, "minimise");
    return 1;
}

/* ---- traces -------------------------------------------------------------- */

/* tracer(): the name of the module that traces this game's programs. */
static int m_tracer(lua_State *L) {
    bind_game_need(L, bind_game(L, 1), ABILITY_TRACE);
    luaL_getmetafield(L, 1, "ludus_tracer");
    return 1;
}

/* trace(program, case): by the game's tracer. */
static int m_trace(lua_State *L) {
    bind_game_need(L, bind_game(L, 1), ABILITY_TRACE);
    lua_getglobal(L, "require");
    luaL_getmetafield(L, 1, "ludus_tracer");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "trace");
    lua_insert(L, 1);
    lua_pop(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* with(changes): the game made again with some fields changed. */
static int m_with(lua_State *L) {
    bind_game(L, 1);
    lua_settop(L, 2);
    lua_getglobal(L, "require");
    lua_pushliteral(L, "ludus.script.recipes");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "with");
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    return 1;
}

/* ---- scores -------------------------------------------------------------- */

static double field(lua_State *L, int table, const char *name) {
    lua_getfield(L, table, name);
    double x = luaL_optnumber(L, -1, 0);
    lua_pop(L, 1);
    return x;
}

/* summary(score): the game's own words for what score() gave. */
static int m_summary(lua_State *L) {
    const Game *game = bind_game(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    bind_game_need(L, game, ABILITY_SUMMARY);
    Score score = { .raw = field(L, 2, "raw"),
                    .standardized = field(L, 2, "standardized"),
                    .steps = (uint64_t)field(L, 2, "steps"),
                    .hits = (uint32_t)field(L, 2, "won") };
    Buf *words = bind_buf(L);
    game->class->summary(game, &score, words);
    return bind_text(L, words);
}

/* fits(species, threads): the game, if it can score such programs, on so many
 * threads (default: any that will do); else an error that says why not. */
static int m_fits(lua_State *L) {
    const Game *game = bind_game(L, 1);
    lua_Integer threads = luaL_optinteger(L, 3, 0);
    Err err;
    if (!game_suits(game, bind_species(L, 2), &err) ||
        (threads > 1 && game_is_alone(game, &err)))
        return bind_raise(L, &err);
    lua_settop(L, 1);
    return 1;
}

Box *bind_game_scratch(lua_State *L, const Game *game) {
    Box *box = bind_box(L, SCRATCH, game->class->scratch_free);
    Err err;
    box->object = game->class->scratch_new(game, &err);
    if (!box->object) bind_raise(L, &err);
    return box;
}

/* results(species, program): the score, and a list of what each case gave. The
 * program is a text, or a vector. */
static int m_results(lua_State *L) {
    const Game *game = bind_game(L, 1);
    const Species *species = bind_species(L, 2);
    Err err;
    if (!game_need(game, ABILITY_CASES, &err) ||
        !game_fits(game, species, &err))
        return bind_raise(L, &err);
    Entrant who = { species->shape,
                    bind_genome_read(L, 3, species, "(program)") };
    CaseResult *rows = lua_newuserdatauv(L, game->cases * sizeof *rows + 1, 0);
    Box *box = bind_game_scratch(L, game);
    Score score;
    if (!game_results(game, who, box->object, &score, rows, &err))
        return bind_raise(L, &err);
    bind_one_score(L, &score);
    lua_createtable(L, (int)game->cases, 0);
    for (size_t i = 0; i < game->cases; i++) {
        bind_case_push(L, game, &rows[i], i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    game->class->scratch_free(box->object);      /* its seat may be wanted */
    box->object = NULL;
    return 2;
}

/* case_fields(): the names of what a case of this game gives. */
static int m_case_fields(lua_State *L) {
    bind_case_names(L, bind_game(L, 1));
    return 1;
}

/* field(context): appends { name, value } to the list on top of the stack. */
static void put_field(void *context, const char *name, double value) {
    lua_State *L = context;
    lua_createtable(L, 2, 0);
    lua_pushstring(L, name);
    lua_rawseti(L, -2, 1);
    if (value == floor(value) && fabs(value) < 1e15)
        lua_pushinteger(L, (lua_Integer)value);
    else lua_pushnumber(L, value);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* describe(case): what it is before anyone plays it, a list of { name, value }.
 * Cases of scripts are known in Lua. */
static int m_describe(lua_State *L) {
    const Game *game = bind_game(L, 1);
    bind_game_need(L, game, ABILITY_DESCRIBE);
    size_t i = bind_place(L, 2, "case", game->cases);
    if (!game->class->describe) {
        lua_getglobal(L, "require");
        lua_pushliteral(L, "ludus.inspect.cases");
        lua_call(L, 1, 1);
        lua_getfield(L, -1, "own");
        lua_pushvalue(L, 1);
        lua_pushinteger(L, (lua_Integer)i + 1);
        lua_call(L, 2, 1);
        return 1;
    }
    lua_newtable(L);
    luaL_checkstack(L, 4, NULL);
    CaseTeller teller = { put_field, L };
    game->class->describe(game, i, &teller);
    return 1;
}

/* ---- classes ------------------------------------------------------------- */

static const luaL_Reg shared[] = {
    { "can", m_can },         { "need", m_need }, { "abilities", m_abilities },
    { "summary", m_summary }, { "tracer", m_tracer }, { "trace", m_trace },
    { "goal", m_goal },       { "with", m_with }, { "fits", m_fits },
    { "results", m_results }, { "case_fields", m_case_fields },
    { "describe", m_describe },
    { NULL, NULL },
};

void bind_game_class(lua_State *L, const char *name, const char *tracer) {
    bind_mark(L, name, "ludus_game");
    bind_add(L, name, shared);
    luaL_getmetatable(L, name);
    bind_set_text(L, "ludus_tracer", tracer);
    lua_pop(L, 1);
    bind_class(L, SCRATCH, bind_none, bind_boxed);
}
