/* bind_machine_play.c -- machines at play: against a list of observations, and
 * against each other.
 *
 *     m:play "ddc"  m:play { "rock", "paper" }
 *     m:match(q, 200, { c = { c = 3, d = 0 }, d = ... })
 */
#include "bind_machine.h"

#include "program/machine/machine_match.h"

/* The observation at the top, or an error. */
static int see_at(lua_State *L, const Alphabet *a, lua_Integer i) {
    size_t len;
    const char *name = lua_type(L, -1) == LUA_TSTRING
                           ? lua_tolstring(L, -1, &len)
                           : NULL;
    int see = name ? names_find(&a->sees, name, len) : -1;
    if (see < 0) {
        Buf *buf = bind_buf(L);
        buf_format(buf, "number %lld is none of ", (long long)i);
        names_list(&a->sees, "", " and ", buf);
        luaL_argerror(L, 2, buf_get(buf));
    }
    return see;
}

/* play(list): the list of its own moves, one more, and the last state. */
static int play_list(lua_State *L) {
    const Alphabet *a = bind_machine_alphabet(L, 1);
    const Machine *m = bind_machine_for(L, 1, a);
    lua_Integer n = luaL_len(L, 2);
    int state = m->start;
    lua_newtable(L);
    for (lua_Integer i = 1;; i++) {
        const uint8_t *row = machine_at(a, m, state);
        lua_pushstring(L, a->moves.name[row[0]]);
        lua_seti(L, 3, i);
        if (i > n) break;
        lua_geti(L, 2, i);
        state = row[1 + see_at(L, a, i)];
        lua_settop(L, 3);
    }
    lua_pushinteger(L, state);
    return 2;
}

/* play(moves): the same for a text of c and d, and gives one. */
static int m_play(lua_State *L) {
    lua_settop(L, 2);
    if (lua_istable(L, 2)) return play_list(L);
    const Machine *m = bind_machine(L, 1);
    size_t len;
    const char *moves = luaL_checklstring(L, 2, &len);
    luaL_Buffer out;
    luaL_buffinit(L, &out);
    int state = m->start;
    for (size_t i = 0; i < len; i++) {
        bool d = moves[i] == 'd' || moves[i] == 'D';
        if (!d && moves[i] != 'c' && moves[i] != 'C')
            return luaL_argerror(L, 2, "moves are c and d");
        luaL_addchar(&out, "cd"[m->at[state].out]);
        state = m->at[state].next[d];
    }
    luaL_addchar(&out, "cd"[m->at[state].out]);
    luaL_pushresult(&out);
    lua_pushinteger(L, state);
    return 2;
}

/* What the pair of moves is worth to the player at that seat: payoff[mine]
 * [theirs] of the table at `arg`, by names. */
static double worth(lua_State *L, int arg, const Alphabet *a, int mine,
                    int theirs) {
    const char *move = a->moves.name[mine], *other = a->moves.name[theirs];
    if (lua_getfield(L, arg, move) != LUA_TTABLE)
        luaL_error(L, "payoff: no row for the move %s", move);
    if (lua_getfield(L, -1, other) != LUA_TNUMBER)
        luaL_error(L, "payoff: no number for %s against %s", move, other);
    double value = lua_tonumber(L, -1);
    lua_pop(L, 2);
    return value;
}

/* match(other, turns, payoff): the points of both, and how often each pair of
 * moves came, counts[mine][theirs]. */
static int m_match(lua_State *L) {
    const Alphabet *a = bind_machine_alphabet(L, 1);
    const Machine *players[2] = { bind_machine_for(L, 1, a),
                                  bind_machine_for(L, 2, a) };
    lua_Integer turns = luaL_checkinteger(L, 3);
    luaL_argcheck(L, turns >= 0, 3, "must be 0 turns or more");
    luaL_argcheck(L, machine_can_meet(a), 1,
                  "sees other things than moves: it cannot meet a machine");
    bool valued = lua_istable(L, 4);
    MachineTally tally;
    machine_match(a, players, (uint64_t)turns, &tally);
    double mine = 0, theirs = 0;
    lua_createtable(L, 0, a->moves.count);
    for (int i = 0; i < a->moves.count; i++) {
        lua_createtable(L, 0, a->moves.count);
        for (int j = 0; j < a->moves.count; j++) {
            double n = (double)tally.n[i][j];
            if (valued) mine += n * worth(L, 4, a, i, j);
            if (valued) theirs += n * worth(L, 4, a, j, i);
            lua_pushinteger(L, (lua_Integer)tally.n[i][j]);
            lua_setfield(L, -2, a->moves.name[j]);
        }
        lua_setfield(L, -2, a->moves.name[i]);
    }
    lua_pushnumber(L, mine);
    lua_pushnumber(L, theirs);
    lua_rotate(L, -3, 2);
    return 3;
}

const luaL_Reg bind_machine_play[] = {
    { "play", m_play },
    { "match", m_match },
    { NULL, NULL },
};
