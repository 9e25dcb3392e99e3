/* genes.c -- plays vectors with a script's functions.
 *
 * A vector is read in one of two ways. As a whole: each turn `move` gets the
 * genes as a list and gives a value, without `move` the list itself is it. As a
 * plan: each turn has the next gene for its value, and behind the last one the
 * case is over, or with `repeats` the first comes again. `turn` is told the
 * value; without `repeats` a vector that is no plan has one turn. `score` gets
 * the genes.
 *
 * Each turn costs the game's `cost`. A list of genes is made anew for each
 * case, in the frame where a tree has its ARGs: what a function changes in it
 * is gone by the next.
 */
#include "call.h"

#include "lua/program/bind_vector.h"

static bool is_rival(const LuaPlayer *p) { return p->now != &p->mine; }

/* Pushes the list of the genes of whoever has the turn. */
static void push_list(lua_State *L, LuaPlayer *p) {
    int frame = FRAME_FIRST + is_rival(p);
    const VectorShape *shape = p->game->genes;
    if (lua_rawgeti(L, lua_upvalueindex(UP_FRAMES), frame) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_createtable(L, (int)shape->length, 0);
    for (size_t i = 0; i < shape->length; i++) {
        bind_push_gene(L, shape, p->now->genes, i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_pushvalue(L, -1);
    lua_rawseti(L, lua_upvalueindex(UP_FRAMES), frame);
}

static void forget_lists(lua_State *L) {
    for (int i = 0; i < 2; i++) {
        lua_pushnil(L);
        lua_rawseti(L, lua_upvalueindex(UP_FRAMES), FRAME_FIRST + i);
    }
}

/* Pushes the value of a vector that is read as a whole. */
static void push_whole(lua_State *L, LuaPlayer *p) {
    if (!p->has[LUA_MOVE]) {
        push_list(L, p);
        return;
    }
    luacall_push_part(L, LUA_MOVE);
    lua_pushvalue(L, 1);
    push_list(L, p);
    lua_pushinteger(L, p->player);
    luacall_run(L, p, PRIM_ROWS_MAX + LUA_MOVE, 3);
}

/* Is there a next gene? Behind the last a plan begins again, if it repeats. */
static bool has_next(const LuaPlayer *p, size_t *next) {
    if (!p->game->plan || *next < p->game->genes->length) return true;
    *next = 0;
    return p->game->repeats;
}

/* The turn of a vector; false if the case is over. */
static bool take(lua_State *L, LuaPlayer *p, size_t *next) {
    if (!has_next(p, next) || !luacall_spend(p, p->game->node_cost))
        return false;
    int32_t step = luawritten_enter(p, (uint32_t)(p->game->plan ? *next : 0));
    if (p->game->plan)
        bind_push_gene(L, p->game->genes, p->now->genes, (*next)++);
    else push_whole(L, p);
    luawritten_value(L, p, step);
    bool over = luacase_turn(L, p);
    luawritten_leave(p, step, 0);
    return !over;
}

/* The turn of a function instead; what it gives where there is no other turn is
 * what the game judges. */
static bool ask(lua_State *L, LuaPlayer *p) {
    if (!luacase_ask(L, p) || lua_isnil(L, 2)) return false;
    if (!p->has[LUA_TURN]) {
        lua_pushvalue(L, 2);
        lua_rawseti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
    }
    return !luacase_turn(L, p);
}

void luagenes_play(lua_State *L, LuaPlayer *p) {
    size_t next[2] = { 0, 0 };       /* of the one judged, and of its rival */
    bool again = p->game->plan || p->game->repeats;
    forget_lists(L);
    p->now = &p->mine;
    if (!p->mine.asks) {
        push_list(L, p);
        lua_rawseti(L, lua_upvalueindex(UP_FRAMES), FRAME_VALUE);
    }
    for (p->player = 2;;) {
        int64_t before = p->steps;
        luacase_next(L, p);
        bool goes_on = p->now->asks ? ask(L, p)
                                    : take(L, p, &next[is_rival(p)]);
        if (!goes_on || !again || p->steps == before) return;
    }
}
