/* bind_game.c -- the methods that every game has in Lua.
 *
 *     g:can "trace"  g:need "trace"  g:abilities()  g:summary(score)
 *     g:goal()  g:with { ... }  g:trace(p, case)  g:tracer()
 *     g:results(species, program)  g:case_fields()  g:fits(species)
 *     g:describe(case)
 *
 * and, for games of trees, what follows from their language and class alone:
 *
 *     g:read(text)  g:prims()  g:species(settings)  g:facts()
 *     g:score(p)  g:play(p, case)  g:record(p, case)  g:behaviour(p)
 *
 * What a class lacks is refused by name before anything is played.
 */
#include "bind_game.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bind_case.h"
#include "bind_trace.h"
#include "lua/program/bind_genome.h"
#include "lua/program/bind_tree.h"

static const char SCRATCH[] = "ludus.game.scratch";
static const char SCORE[]   = "ludus.score";
static const char WALK[]    = "ludus.inspect.trace_walk";

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

static void need(lua_State *L, const Game *game, Ability ability) {
    Err err;
    if (!game_need(game, ability, &err)) bind_raise(L, &err);
}

/* need(name): the game, if it has that ability; else an error that says what
 * it has. */
static int m_need(lua_State *L) {
    need(L, bind_game(L, 1), check_ability(L, 2));
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
    need(L, bind_game(L, 1), ABILITY_TRACE);
    luaL_getmetafield(L, 1, "ludus_tracer");
    return 1;
}

/* trace(program, case): by the game's tracer. */
static int m_trace(lua_State *L) {
    need(L, bind_game(L, 1), ABILITY_TRACE);
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
    need(L, game, ABILITY_SUMMARY);
    Score score = { .raw = field(L, 2, "raw"),
                    .standardized = field(L, 2, "standardized"),
                    .steps = (uint64_t)field(L, 2, "steps"),
                    .hits = (uint32_t)field(L, 2, "won") };
    Buf *words = bind_buf(L);
    game->class->summary(game, &score, words);
    return bind_text(L, words);
}

/* fits(species): the game, if it can score such programs; else an error that
 * says why not. */
static int m_fits(lua_State *L) {
    Err err;
    if (!game_fits(bind_game(L, 1), bind_species(L, 2), &err))
        return bind_raise(L, &err);
    lua_settop(L, 1);
    return 1;
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
    Box *box = bind_box(L, SCRATCH, game->class->scratch_free);
    box->object = game->class->scratch_new(game, &err);
    Score score;
    if (!box->object ||
        !game_results(game, who, box->object, &score, rows, &err))
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
    need(L, game, ABILITY_DESCRIBE);
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

/* ---- games of trees ------------------------------------------------------ */

static const Language *language_of(lua_State *L, const Game *game) {
    if (!game->class->language)
        luaL_error(L, "%s is a game of trees, but its class has no language",
                   game->class->name);
    return game->class->language(game);
}

static int m_read(lua_State *L) {
    const Game *game = bind_game(L, 1);
    bind_tree_read(L, 1, language_of(L, game), 2,
                   luaL_optstring(L, 3, "(text)"));
    return 1;
}

static int m_prims(lua_State *L) {
    bind_prims(L, language_of(L, bind_game(L, 1)));
    return 1;
}

static int m_species(lua_State *L) {
    bind_tree_species(L, 1, language_of(L, bind_game(L, 1)), 2);
    return 1;
}

/* facts(): cases, and the greatest score if it is known. */
static int m_facts(lua_State *L) {
    const Game *game = bind_game(L, 1);
    lua_createtable(L, 0, 2);
    bind_set_count(L, "cases", game->cases);
    if (!isnan(game->max)) bind_set(L, "max", game->max);
    return 1;
}

/* The game at 1 with a scratch pushed; the program at 2 in its language. */
typedef struct Seat {
    const Game *game;
    void       *scratch;
    Tree        tree;
} Seat;

static Seat take_seat(lua_State *L) {
    Seat seat = { .game = bind_game(L, 1) };
    const GameClass *class = seat.game->class;
    seat.tree = bind_tree_for(L, 2, 1, class->language(seat.game));
    Box *box = bind_box(L, SCRATCH, class->scratch_free);
    Err err;
    box->object = seat.scratch = class->scratch_new(seat.game, &err);
    if (!box->object) bind_raise(L, &err);
    return seat;
}

static Entrant entrant(const Seat *seat) {
    return (Entrant){ seat->tree.vocab, seat->tree.len };
}

static void push_raw(lua_State *L, const void *each, size_t i) {
    lua_createtable(L, 0, 1);
    bind_set(L, "raw", ((const double *)each)[i]);
}

/* score(program): totals; `won`, `summary` and `cases` where there are. */
static int m_score(lua_State *L) {
    Seat s = take_seat(L);
    const GameClass *class = s.game->class;
    double *each = lua_newuserdatauv(L, s.game->cases * sizeof *each + 1, 0);
    Score score;
    Err err;
    bool ok = class->each ? class->each(s.game, entrant(&s), s.scratch, &score,
                                        each, &err)
                          : class->score(s.game, s.tree.vocab, s.scratch,
                                         s.tree.len, &score, &err);
    if (!ok) return bind_raise(L, &err);
    Buf *words = bind_buf(L);
    bind_score(L, &score, s.game->max);
    luaL_setmetatable(L, SCORE);
    bind_set_count(L, "won", score.hits);
    if (class->each) bind_cases(L, s.game->cases, each, push_raw);
    if (!class->summary) return 1;
    class->summary(s.game, &score, words);
    bind_text(L, words);
    lua_setfield(L, -2, "summary");
    return 1;
}

/* play(program, case): one case, with the picture it ends in. */
static int m_play(lua_State *L) {
    need(L, bind_game(L, 1), ABILITY_PLAY);
    Seat s = take_seat(L);
    size_t i = bind_place(L, 3, "case", s.game->cases);
    CaseEnd end = { .picture = bind_buf(L) };
    Err err;
    if (!s.game->class->play(s.game, entrant(&s), s.scratch, i, &end, &err))
        return bind_raise(L, &err);
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", end.raw);
    bind_set_count(L, "steps", end.steps);
    bind_set_text(L, "end", end.end);
    bind_text(L, end.picture);
    lua_setfield(L, -2, "picture");
    return 1;
}

/* record(program, case): everything that happens in it; see bind_trace.c. */
static int m_record(lua_State *L) {
    const Game *game = bind_game(L, 1);
    need(L, game, ABILITY_TRACE);
    size_t i = bind_place(L, 3, "case", game->cases);
    Tree tree = bind_tree_for(L, 2, 1, language_of(L, game));
    Trace *trace = bind_trace_new(L, 1);
    Err err;
    trace_init(trace, &err);
    Entrant who = { tree.vocab, tree.len };
    if (!game->class->trace(game, who, i, trace, &err))
        return bind_raise(L, &err);
    return 1;
}

/* behaviour(program): eight bytes a case. */
static int m_behaviour(lua_State *L) {
    need(L, bind_game(L, 1), ABILITY_BEHAVIOUR);
    Seat s = take_seat(L);
    uint64_t *each = lua_newuserdatauv(L, s.game->cases * sizeof *each + 1, 0);
    Err err;
    if (!s.game->class->behaviour(s.game, entrant(&s), s.scratch, each, &err))
        return bind_raise(L, &err);
    lua_pushlstring(L, (const char *)each, s.game->cases * sizeof *each);
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

static const luaL_Reg of_trees[] = {
    { "read", m_read },   { "prims", m_prims },   { "species", m_species },
    { "facts", m_facts }, { "score", m_score },   { "play", m_play },
    { "record", m_record }, { "behaviour", m_behaviour }, { NULL, NULL },
};

void bind_game_class(lua_State *L, const char *name, const char *tracer) {
    bind_mark(L, name, "ludus_game");
    bind_add(L, name, shared);
    luaL_getmetatable(L, name);
    bind_set_text(L, "ludus_tracer", tracer);
    lua_pop(L, 1);
    bind_class(L, SCRATCH, bind_none, bind_boxed);
}

void bind_tree_game_class(lua_State *L, const char *name, const char *tracer) {
    bind_require(L, "ludus.core.tree");
    bind_game_class(L, name, tracer ? tracer : WALK);
    bind_add(L, name, of_trees);
    luaL_newmetatable(L, SCORE);     /* ludus.inspect says how it is shown */
    lua_pop(L, 1);
}
