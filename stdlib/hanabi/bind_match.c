/* bind_match.c -- a game at the table, step by step: for traces of orders, and
 * for people among partners.
 *
 *     local m = core.match(game, order, 1)     -- or nil: the seat is ours
 *     m:over()                                 -- "ended", or nil
 *     m:turn()                                 -- seat, is it ours?
 *     m:next()                                 -- makes the move that the
 *         player chose: its text, and the place and code of the rule
 *     m:move(act, seat, what)                  -- makes ours, if it is legal
 *     m:draw(viewer)  m:state(viewer)  m:seat()
 *
 * Seats, places in a hand and cases are counted from 1, colours from 1 in the
 * order of their letters.
 */
#include "bind_hanabi.h"

#include <string.h>

#include "base/mem.h"

static const char CLASS[] = "ludus.hanabi.match";

typedef struct Sitting {
    const Hanabi *game;              /* user value 1 of the box */
    HnbMatch      match;
} Sitting;

static Sitting *to_sitting(lua_State *L) { return bind_object(L, 1, CLASS); }

int bind_match_new(lua_State *L) {
    const Hanabi *game = bind_hanabi(L, 1);
    size_t number = bind_place(L, 3, "case", game->game.cases);
    HnbOrder own = { 0 };
    if (!lua_isnoneornil(L, 2)) own = bind_order(L, 2);
    Box *box = bind_box(L, CLASS, mem_free);
    Err err;
    Sitting *s = box->object = mem_new(1, sizeof *s, &err);
    if (!s) return bind_raise(L, &err);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    s->game = game;
    s->match.own = own;
    hnb_begin(game, &s->match, number);
    return 1;
}

static int m_over(lua_State *L) {
    HnbEnd end = hnb_end(&to_sitting(L)->match.table);
    if (end == HNB_ON) return 0;
    lua_pushstring(L, hnb_ends[end]);
    return 1;
}

static int m_turn(lua_State *L) {
    const HnbMatch *m = &to_sitting(L)->match;
    lua_pushinteger(L, m->table.seat + 1);
    lua_pushboolean(L, hnb_own_turn(m));
    return 2;
}

/* seat(): ours, or nil where all are. */
static int m_seat(lua_State *L) {
    const HnbMatch *m = &to_sitting(L)->match;
    if (m->seat < 0) return 0;
    lua_pushinteger(L, m->seat + 1);
    return 1;
}

static void push_move_text(lua_State *L, const HnbTable *table, HnbMove move) {
    Buf *text = bind_buf(L);
    hnb_move_text(table, move, text);
    bind_text(L, text);
}

/* The order that moves now. */
static const HnbOrder *order_of(const Sitting *s) {
    return hnb_own_turn(&s->match)
               ? &s->match.own
               : &s->game->options.partner[s->match.partner];
}

static int m_next(lua_State *L) {
    Sitting *s = to_sitting(L);
    HnbMatch *m = &s->match;
    if (hnb_end(&m->table) != HNB_ON) return luaL_error(L, "the game is over");
    if (s->game->options.trees && hnb_own_turn(m))
        return luaL_error(L, "trees are traced by their steps");
    const HnbOrder *order = order_of(s);
    HnbMove move = hnb_next(s->game, m);
    push_move_text(L, &m->table, move);
    hnb_move(&m->table, move);
    if (m->fired == order->length) return 1;
    lua_pushinteger(L, m->fired + 1);
    lua_pushinteger(L, order->code[m->fired]);
    return 3;
}

/* move(act, seat, what): its text, or nil if it is not legal. */
static int m_move(lua_State *L) {
    static const char *const acts[] = { "play", "drop", "colour", "number",
                                        NULL };
    HnbTable *t = &to_sitting(L)->match.table;
    int act = luaL_checkoption(L, 2, NULL, acts);
    lua_Integer seat = luaL_checkinteger(L, 3), what = luaL_checkinteger(L, 4);
    if (seat < 1 || seat > HNB_PLAYERS_MAX || what < 1 || what > HNB_HAND_MAX)
        return 0;
    HnbMove move = { .act = (uint8_t)act,
                     .what = (uint8_t)(act == HNB_TELL_NUMBER ? what
                                                              : what - 1) };
    if (act >= HNB_TELL_COLOUR) move.seat = (uint8_t)(seat - 1);
    if (!hnb_legal(t, move)) return 0;
    push_move_text(L, t, move);
    hnb_move(t, move);
    return 1;
}

/* A viewer: a seat, or nil for one that sees everything. */
static int to_viewer(lua_State *L, const HnbTable *t) {
    lua_Integer seat = luaL_optinteger(L, 2, 0);
    luaL_argcheck(L, seat >= 0 && seat <= t->players, 2, "no such seat");
    return (int)seat - 1;
}

static int m_draw(lua_State *L) {
    const HnbTable *t = &to_sitting(L)->match.table;
    int viewer = to_viewer(L, t);
    Buf *picture = bind_buf(L);
    hnb_draw(t, viewer, picture);
    return bind_text(L, picture);
}

/* A card as a table: colour and number (unless it is the viewer's own), the
 * sets that hints leave as lists of truth values. */
static void push_card(lua_State *L, const HnbCard *card, bool seen) {
    lua_createtable(L, 0, 5);
    if (seen) {
        bind_set_integer(L, "colour", hnb_colour(card->kind) + 1);
        bind_set_integer(L, "number", hnb_number(card->kind));
    }
    bind_set_boolean(L, "told", card->told);
    bind_set_integer(L, "colours", card->colours);
    bind_set_integer(L, "numbers", card->numbers);
}

static void push_hands(lua_State *L, const HnbTable *t, int viewer) {
    lua_createtable(L, t->players, 0);
    for (int seat = 0; seat < t->players; seat++) {
        lua_createtable(L, t->held[seat], 0);
        for (int i = 0; i < t->held[seat]; i++) {
            push_card(L, &t->hand[seat][i], seat != viewer);
            lua_seti(L, -2, i + 1);
        }
        lua_seti(L, -2, seat + 1);
    }
}

/* state(viewer): hints, lives, points, deck, fireworks, hands. */
static int m_state(lua_State *L) {
    const HnbTable *t = &to_sitting(L)->match.table;
    int viewer = to_viewer(L, t);
    lua_createtable(L, 0, 8);
    bind_set_integer(L, "seat", t->seat + 1);
    bind_set_integer(L, "players", t->players);
    bind_set_integer(L, "hints", t->hints);
    bind_set_integer(L, "lives", t->lives);
    bind_set_integer(L, "points", t->points);
    bind_set_integer(L, "deck", hnb_deck_left(t));
    lua_createtable(L, HNB_COLOURS, 0);
    for (int c = 0; c < HNB_COLOURS; c++) {
        lua_pushinteger(L, t->height[c]);
        lua_seti(L, -2, c + 1);
    }
    lua_setfield(L, -2, "fireworks");
    push_hands(L, t, viewer);
    lua_setfield(L, -2, "hands");
    return 1;
}

static const luaL_Reg methods[] = {
    { "over", m_over },   { "turn", m_turn }, { "seat", m_seat },
    { "next", m_next },   { "move", m_move }, { "draw", m_draw },
    { "state", m_state }, { NULL, NULL },
};

void bind_match_class(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
}
