/* bind_luaplayer.c -- plays games declared in Lua for a script that asks:
 * score, play, record, sit, tally.
 *
 * They use a player as evolution's threads do. A script's game keeps it, loaded
 * once; one that is played at home gives up its seat at once.
 */
#include "bind_luagame.h"

#include <string.h>

#include "bind_trace.h"
#include "lua/program/bind_linear.h"
#include "lua/program/bind_machine.h"
#include "lua/program/bind_tree.h"
#include "lua/program/bind_vector.h"
#include "lua/luagame/player.h"

static const char PLAYER[] = "ludus.game.player";

/* The game's player of this state, made when it is first needed. */
static LuaPlayer *push_player(lua_State *L, const LuaGame *g) {
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

/* A player in the home state is given back at once: evolution may need it. */
static void give_back(lua_State *L, const LuaGame *g, int player) {
    if (!luahome_stays(&g->home)) return;
    Box *box = lua_touserdata(L, player);
    luaplayer_free(box->object);
    box->object = NULL;
}

static void push_case(lua_State *L, const LuaCase *one) {
    lua_createtable(L, 0, 3);
    bind_set(L, "raw", one->raw);
    bind_set(L, "steps", (double)one->steps);
    bind_set_boolean(L, "won", one->won);
}

static void push_one(lua_State *L, const void *each, size_t i) {
    push_case(L, (const LuaCase *)each + i);
}

static void push_score(lua_State *L, const LuaGame *g, const LuaCase *each) {
    Score total = luagame_total(g, each);
    bind_score(L, &total, g->game.max);
    bind_set(L, "won", total.hits);
    bind_cases(L, g->game.cases, each, push_one);
}

/* The cases first..last, and room for how each went. */
typedef struct LuaCases {
    size_t   first, last;
    LuaCase *each;
} LuaCases;

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

/* Plays cases of the program at stack index 2; raises what went wrong. */
static void play(lua_State *L, const LuaGame *g, LuaPlayer *p, int player,
                 LuaCases cases) {
    Err err;
    bool ok = get_ready(L, g, p, &err);
    for (size_t i = cases.first; ok && i <= cases.last; i++)
        ok = luacase_play(p, i, &cases.each[i - cases.first], &err);
    if (ok) return;
    luaplayer_tally(p, NULL);        /* whoever counts is left by the error */
    luawritten_end(p);
    luaplayer_sit(p, 0, 0, 0);
    give_back(L, g, player);
    bind_raise(L, &err);
}

/* Puts the program of argument 2, in this game's language, into its place. */
static LuaGame *check_program(lua_State *L) {
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
    LuaGame *g = check_program(L);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    play(L, g, p, player, (LuaCases){ 0, g->game.cases - 1, each });
    push_score(L, g, each);
    give_back(L, g, player);
    return 1;
}

/* play(program, case): one case, with a picture if the game shows one. */
static int m_play(lua_State *L) {
    lua_settop(L, 3);
    LuaGame *g = check_program(L);
    size_t i = lua_isnoneornil(L, 3) ? 0
                                     : bind_place(L, 3, "case", g->game.cases);
    Buf *picture = bind_buf(L);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    LuaCase one;
    play(L, g, p, player, (LuaCases){ i, i, &one });
    Err err;
    bool ok = luacase_show(p, picture, &err);
    give_back(L, g, player);
    if (!ok) return bind_raise(L, &err);
    push_case(L, &one);
    if (picture->len) bind_set_text(L, "picture", buf_get(picture));
    return 1;
}

/* record(program, case, if): all that happens in it; see bind_trace.c. */
static int m_record(lua_State *L) {
    lua_settop(L, 4);
    LuaGame *g = check_program(L);
    size_t i = bind_place(L, 3, "case", g->game.cases);
    TraceIf suppose = bind_trace_if(L, 4);
    lua_settop(L, 3);
    Trace *trace = bind_trace_new(L, 1);
    int record = lua_gettop(L);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    Err err;
    trace_init(trace, &err);
    trace->suppose = suppose;
    LuaWritten written = { .trace = trace };
    luawritten_begin(p, &written);
    LuaCase one;
    play(L, g, p, player, (LuaCases){ i, i, &one });
    luawritten_end(p);
    give_back(L, g, player);
    trace->spent = (uint64_t)one.steps;
    if (!trace_end(trace, one.raw, one.won ? "won" : "ended"))
        return bind_raise(L, &err);
    lua_pushvalue(L, record);
    return 1;
}

/* A place in the registry for the function at `arg`, or 0 if there is none. */
static int place_of(lua_State *L, int arg) {
    if (!lua_isfunction(L, arg)) return 0;
    lua_pushvalue(L, arg);
    return luaL_ref(L, LUA_REGISTRYINDEX);
}

/* sit(who, guest, case, seat): a case played by a program or a function,
 * against a function from that seat or, with nil, alone. */
static int m_sit(lua_State *L) {
    lua_settop(L, 5);
    LuaGame *g = lua_isfunction(L, 2) ? bind_luagame(L) : check_program(L);
    luaL_argcheck(L, !g->home.script, 1,
                  "functions play games of their own state: game:at_home()");
    luaL_argcheck(L, lua_isnil(L, 3) || lua_isfunction(L, 3), 3,
                  "must be a function or nil");
    size_t matches = g->rival_count ? 2 * g->rival_count : 1;
    size_t i = bind_place(L, 4, "case", g->game.cases / matches);
    lua_Integer seat = luaL_optinteger(L, 5, 1);
    luaL_argcheck(L, seat == 1 || seat == 2, 5, "must be 1 or 2");
    Buf *picture = bind_buf(L);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L), mine = place_of(L, 2), guest = place_of(L, 3);
    luaplayer_sit(p, mine, guest, (int)seat);
    LuaCase one;
    play(L, g, p, player, (LuaCases){ i, i, &one });
    luaplayer_sit(p, 0, 0, 0);
    luaL_unref(L, LUA_REGISTRYINDEX, mine ? mine : LUA_NOREF);
    luaL_unref(L, LUA_REGISTRYINDEX, guest ? guest : LUA_NOREF);
    Err err;
    bool ok = luacase_show(p, picture, &err);
    give_back(L, g, player);
    if (!ok) return bind_raise(L, &err);
    push_case(L, &one);
    if (picture->len) bind_set_text(L, "picture", buf_get(picture));
    return 1;
}

/* tally(program): a list of { name, calls, seconds } of the game's
 * functions. */
static int m_tally(lua_State *L) {
    LuaGame *g = check_program(L);
    size_t rows = PRIM_ROWS_MAX + LUA_PARTS;
    LuaTally *tally = lua_newuserdatauv(L, rows * sizeof *tally, 0);
    memset(tally, 0, rows * sizeof *tally);
    LuaCase *each = lua_newuserdatauv(L, g->game.cases * sizeof *each, 0);
    LuaPlayer *p = push_player(L, g);
    int player = lua_gettop(L);
    luaplayer_tally(p, tally);
    play(L, g, p, player, (LuaCases){ 0, g->game.cases - 1, each });
    luaplayer_tally(p, NULL);
    give_back(L, g, player);
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
        { "score", m_score }, { "play", m_play }, { "record", m_record },
        { "sit", m_sit },     { "tally", m_tally }, { NULL, NULL },
    };
    bind_class(L, PLAYER, bind_none, bind_boxed);
    bind_add(L, class, methods);
}
