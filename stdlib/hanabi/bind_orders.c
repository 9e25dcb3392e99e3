/* bind_orders.c -- games of orders of rules: score, play, behaviour, facts.
 *
 * Reading is done in Lua (see order.lua), which knows the rules by name.
 */
#include "bind_hanabi.h"

#include <math.h>

#include "lua/engine/bind_case.h"
#include "lua/engine/bind_game.h"
#include "lua/program/bind_vector.h"

static const char SCORE[] = "ludus.score";   /* of bind_tree_game_class() */

/* The order at 2, and scratch to play it. */
typedef struct Seat {
    const Game *game;
    Entrant     who;
    void       *scratch;
} Seat;

static Seat take_seat(lua_State *L) {
    const VectorSpecies *species;
    Seat s = { .game = &bind_hanabi(L, 1)->game };
    s.who.genome = bind_vector(L, 2, &species);
    s.who.shape = species->species.shape;
    s.scratch = bind_game_scratch(L, s.game)->object;
    return s;
}

/* score(order): totals, with all that each case gave. */
static int m_score(lua_State *L) {
    Seat s = take_seat(L);
    size_t cases = s.game->cases;
    CaseResult *rows = lua_newuserdatauv(L, cases * sizeof *rows, 0);
    Score score;
    Err err;
    if (!game_results(s.game, s.who, s.scratch, &score, rows, &err))
        return bind_raise(L, &err);
    Buf *words = bind_buf(L);
    s.game->class->summary(s.game, &score, words);
    bind_score(L, &score, s.game->max);
    luaL_setmetatable(L, SCORE);
    bind_set_count(L, "won", score.hits);
    bind_text(L, words);
    lua_setfield(L, -2, "summary");
    lua_createtable(L, (int)cases, 0);
    for (size_t i = 0; i < cases; i++) {
        bind_case_push(L, s.game, &rows[i], i);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "cases");
    return 1;
}

/* play(order, case): one case, with the picture it ends in. */
static int m_play(lua_State *L) {
    Seat s = take_seat(L);
    size_t i = bind_place(L, 3, "case", s.game->cases);
    return bind_case_play(L, s.game, s.who, s.scratch, i);
}

/* behaviour(order): eight bytes a case. */
static int m_behaviour(lua_State *L) {
    Seat s = take_seat(L);
    return bind_case_behaviour(L, s.game, s.who, s.scratch);
}

static int m_facts(lua_State *L) {
    const Hanabi *game = bind_hanabi(L, 1);
    lua_createtable(L, 0, 3);
    bind_set_count(L, "cases", game->game.cases);
    bind_set(L, "max", game->game.max);
    bind_set_integer(L, "players", game->options.players);
    return 1;
}

static const luaL_Reg methods[] = {
    { "score", m_score },         { "play", m_play },
    { "behaviour", m_behaviour }, { "facts", m_facts },
    { NULL, NULL },
};

void bind_orders_class(lua_State *L, const char *name) {
    bind_class(L, name, methods, bind_boxed);
    bind_game_class(L, name, "ludus.hanabi.inspect");
}
