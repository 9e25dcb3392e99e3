/* bind_luaplayer.c -- plays games declared in Lua for a script that asks:
 * score, play, tally; record and sit are in bind_luasit.c.
 *
 * They use a player as evolution's threads do. A script's game keeps it, loaded
 * once; at home, where nothing is loaded, there is one for each call.
 */
#include "bind_luaplayer.h"

#include <string.h>

#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"

static const char PLAYER[] = "ludus.game.player";

LuaPlayer *bind_luaplayer_push(lua_State *L, const LuaGame *g) {
    if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, 1);
    }
    bool stays = luahome_stays(&g->home);
    if (!stays && lua_getfield(L, -1, "(player)") != LUA_TNIL) {
        lua_remove(L, -2);
        return bind_object(L, -1, PLAYER);
    }
    if (!stays) lua_pop(L, 1);
    Box *box = bind_box(L, PLAYER, luaplayer_free);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    Err err;
    box->object = luaplayer_new(g, &err);
    if (!box->object) bind_raise(L, &err);
    if (!stays) {
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "(player)");
    }
    lua_remove(L, -2);
    return box->object;
}

void bind_luaplayer_done(lua_State *L, const LuaGame *g, int player) {
    if (!luahome_stays(&g->home)) return;
    Box *box = lua_touserdata(L, player);
    luaplayer_free(box->object);
    box->object = NULL;
}

void bind_luaplayer_case(lua_State *L, const LuaCase *one) {
    lua_createtable(L, 0, 4);
    bind_set(L, "raw", one->raw);
    bind_set(L, "steps", (double)one->steps);
    bind_set_boolean(L, "won", one->won);
    bind_set_text(L, "end", one->won ? "won" : "finished");
}

static void push_one(lua_State *L, const void *each, size_t i) {
    bind_luaplayer_case(L, (const LuaCase *)each + i);
}

static void push_score(lua_State *L, const LuaGame *g, const LuaCase *each) {
    Score total = luagame_total(g, each);
    bind_score(L, &total, g->game.max);
    bind_set(L, "won", total.hits);
    bind_cases(L, g->game.cases, each, push_one);
}

/* Gets ready for the program at stack index 2; a function sits where it
 * would. */
static bool get_ready(lua_State *L, const LuaGame *g, LuaPlayer *p, Err *err) {
    if (lua_isfunction(L, 2)) return true;
    if (g->machines)
        return luaplayer_machine(p, bind_machine_for(L, 2, &g->alphabet), err);
    if (g->set) return luaplayer_linear(p, bind_linear(L, 2, NULL), err);
    if (g->genes) return luaplayer_vector(p, bind_vector(L, 2, NULL), err);
    Tree tree = bind_tree(L, 2);
    return luaplayer_program(p, &tree, err);
}

void bind_luaplayer_play(lua_State *L, const LuaGame *g, LuaPlayer *p,
                         int player, LuaCases cases) {
    Err err;
    bool ok = get_ready(L, g, p, &err);
    for (size_t i = cases.first; ok && i <= cases.last; i++)
        ok = luacase_play(p, i, &cases.each[i - cases.first], &err);
    if (ok) return;
    luaplayer_tally(p, NULL);        /* whoever counts is left by the error */
    luawritten_end(p);
    luaplayer_sit(p, 0, 0, 0);
    bind_luaplayer_done(L, g, player);
    bind_raise(L, &err);
}

LuaGame *bind_luaplayer_game(lua_State *L) {
    LuaGame *g = bind_luagame(L);
    if (g->machines) {
        bind_machine_for(L, 2, &g->alphabet);
    } else if (g->set) {
        const LinearSet *set;
        bind_linear(L, 2, &set);
        if (set == g->set) return g;
        luaL_tolstring(L, 2, NULL);  /* another game's: read it in this set */
        bind_luagame_set(L);
        bind_linear_parse(L, -1, -2, "program");
        lua_replace(L, 2);
        lua_pop(L, 2);
    } else if (g->genes) {
        const VectorSpecies *species;
        bind_vector(L, 2, &species);
        luaL_argcheck(L, vector_same(&species->shape, g->genes), 2,
                      "has other genes than the game");
    } else {
        bind_tree_for(L, 2, 1, &g->language);
        lua_replace(L, 2);
    }
    return g;
}

/* score(program): a table of totals, and of `cases` in order. */
static int m_score(lua_State *L) {
    LuaGame *g = bind_luaplayer_game(L);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L);
    bind_luaplayer_play(L, g, p, player,
                        (LuaCases){ 0, g->game.cases - 1, each });
    push_score(L, g, each);
    bind_luaplayer_done(L, g, player);
    return 1;
}

/* play(program, case): one case, with a picture if the game shows one. */
static int m_play(lua_State *L) {
    lua_settop(L, 3);
    LuaGame *g = bind_luaplayer_game(L);
    size_t i = lua_isnoneornil(L, 3) ? 0
                                     : bind_place(L, 3, "case", g->game.cases);
    Buf *picture = bind_buf(L);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L);
    LuaCase one;
    bind_luaplayer_play(L, g, p, player, (LuaCases){ i, i, &one });
    Err err;
    bool ok = luacase_show(p, picture, &err);
    bind_luaplayer_done(L, g, player);
    if (!ok) return bind_raise(L, &err);
    bind_luaplayer_case(L, &one);
    if (picture->len) bind_set_text(L, "picture", buf_get(picture));
    return 1;
}

/* tally(program): a list of { name, calls, seconds } of the game's
 * functions. */
static int m_tally(lua_State *L) {
    LuaGame *g = bind_luaplayer_game(L);
    size_t rows = PRIM_ROWS_MAX + LUA_PARTS;
    LuaTally *tally = lua_newuserdatauv(L, rows * sizeof *tally, 0);
    memset(tally, 0, rows * sizeof *tally);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = bind_luaplayer_push(L, g);
    int player = lua_gettop(L);
    luaplayer_tally(p, tally);
    bind_luaplayer_play(L, g, p, player,
                        (LuaCases){ 0, g->game.cases - 1, each });
    luaplayer_tally(p, NULL);
    bind_luaplayer_done(L, g, player);
    lua_newtable(L);
    lua_Integer n = 0;
    for (size_t i = 0; i < rows; i++) {
        if (!tally[i].calls) continue;
        lua_createtable(L, 0, 3);
        lua_pushstring(L, i < PRIM_ROWS_MAX ? g->prims[i].name
                                            : luagame_parts[i - PRIM_ROWS_MAX]);
        lua_setfield(L, -2, "name");
        bind_set(L, "calls", (double)tally[i].calls);
        bind_set_number(L, "seconds", tally[i].seconds);
        lua_seti(L, -2, ++n);
    }
    return 1;
}

void bind_luaplayer(lua_State *L, const char *class) {
    static const luaL_Reg methods[] = {
        { "score", m_score }, { "play", m_play },
        { "record", bind_luarecord }, { "sit", bind_luasit },
        { "tally", m_tally }, { NULL, NULL },
    };
    bind_class(L, PLAYER, bind_none, bind_boxed);
    bind_add(L, class, methods);
}
