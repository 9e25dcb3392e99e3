/* bind_tree_game.c -- the methods of games of trees, as their language and
 * class alone say.
 *
 *     g:read(text)  g:prims()  g:species(settings)  g:facts()
 *     g:score(p)  g:play(p, case)  g:record(p, case)  g:behaviour(p)
 */
#include "bind_game.h"

#include <math.h>

#include "bind_case.h"
#include "bind_trace.h"
#include "lua/program/bind_tree.h"

static const char SCORE[] = "ludus.score";
static const char WALK[]  = "ludus.inspect.trace_walk";

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
    seat.scratch = bind_game_scratch(L, seat.game)->object;
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
    bind_game_need(L, bind_game(L, 1), ABILITY_PLAY);
    Seat s = take_seat(L);
    size_t i = bind_place(L, 3, "case", s.game->cases);
    return bind_case_play(L, s.game, entrant(&s), s.scratch, i);
}

/* record(program, case, if): all that happens in it; see bind_trace.c. */
static int m_record(lua_State *L) {
    const Game *game = bind_game(L, 1);
    bind_game_need(L, game, ABILITY_TRACE);
    TraceIf suppose = bind_trace_if(L, 4);
    size_t i = bind_place(L, 3, "case", game->cases);
    Tree tree = bind_tree_for(L, 2, 1, language_of(L, game));
    Trace *trace = bind_trace_new(L, 1);
    Err err;
    trace_init(trace, &err);
    trace->suppose = suppose;
    Entrant who = { tree.vocab, tree.len };
    if (!game->class->trace(game, who, i, trace, &err))
        return bind_raise(L, &err);
    return 1;
}

/* behaviour(program): eight bytes a case. */
static int m_behaviour(lua_State *L) {
    bind_game_need(L, bind_game(L, 1), ABILITY_BEHAVIOUR);
    Seat s = take_seat(L);
    return bind_case_behaviour(L, s.game, entrant(&s), s.scratch);
}

static const luaL_Reg of_trees[] = {
    { "read", m_read },   { "prims", m_prims },   { "species", m_species },
    { "facts", m_facts }, { "score", m_score },   { "play", m_play },
    { "record", m_record }, { "behaviour", m_behaviour }, { NULL, NULL },
};

void bind_tree_game_class(lua_State *L, const char *name, const char *tracer) {
    bind_require(L, "ludus.core.tree");
    bind_game_class(L, name, tracer ? tracer : WALK);
    bind_add(L, name, of_trees);
    luaL_newmetatable(L, SCORE);     /* ludus.inspect says how it is shown */
    lua_pop(L, 1);
}
