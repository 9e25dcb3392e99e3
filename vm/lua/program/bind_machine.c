/* bind_machine.c -- ludus.core.machine: Moore machines for scripts.
 *
 *     local m = machine.parse "c01 d01"
 *     m:minimise()  m:equivalent(q)  m:draw()  m:compact()  m:play "ddc"
 *     m:alphabet().moves  m:match(q, 200, { c = { c = 3, d = 0 }, d = ... })
 *
 * A machine is a value: it never changes, == compares states one by one, and
 * tostring() gives the text that parse() reads.
 */
#include "bind_machine.h"

#include <string.h>

#include "lua/sandbox.h"
#include "base/mem.h"
#include "program/machine/machine_match.h"
#include "program/machine/machine_species.h"

static const char CLASS[] = "ludus.machine";
static const char SPECIES[] = "ludus.species.machine";

/* What a machine is in Lua. That of the dilemma ends behind a Machine: a list
 * of many takes less room. */
typedef struct MachineValue {
    const Alphabet *alphabet;
    MachineRoom     room;
    Alphabet        own;             /* what `alphabet` points to, if another */
} MachineValue;

void bind_push_machine_of(lua_State *L, const Alphabet *a, const Machine *m) {
    bool dilemma = alphabet_is_dilemma(a);
    size_t size = dilemma ? offsetof(MachineValue, room) + sizeof(Machine)
                          : sizeof(MachineValue);
    MachineValue *value = lua_newuserdatauv(L, size, 0);
    value->alphabet = &alphabet_dilemma;
    if (!dilemma) {
        value->own = *a;
        value->alphabet = &value->own;
    }
    machine_copy(a, &value->room.m, m);
    luaL_setmetatable(L, CLASS);
}

void bind_push_machine(lua_State *L, const Machine *m) {
    bind_push_machine_of(L, &alphabet_dilemma, m);
}

static const MachineValue *value_at(lua_State *L, int arg) {
    return luaL_checkudata(L, arg, CLASS);
}

const Machine *bind_machine_for(lua_State *L, int arg, const Alphabet *a) {
    const MachineValue *value = value_at(L, arg);
    if (alphabet_same(value->alphabet, a)) return &value->room.m;
    Buf *buf = bind_buf(L);
    buf_text(buf, "a machine with the moves ");
    names_list(&a->moves, "", " and ", buf);
    buf_text(buf, " expected, got one with ");
    names_list(&value->alphabet->moves, "", " and ", buf);
    luaL_argerror(L, arg, buf_get(buf));
    return NULL;
}

const Machine *bind_machine(lua_State *L, int arg) {
    return bind_machine_for(L, arg, &alphabet_dilemma);
}

const Machine *bind_test_machine(lua_State *L, int arg) {
    const MachineValue *value = luaL_testudata(L, arg, CLASS);
    bool fits = value && alphabet_is_dilemma(value->alphabet);
    return fits ? &value->room.m : NULL;
}

/* ---- alphabets ----------------------------------------------------------- */

static void read_names(lua_State *L, int arg, const char *field, Names *names) {
    Err err;
    *names = (Names){ 0 };
    if (lua_getfield(L, arg, field) != LUA_TTABLE)
        luaL_error(L, "field '%s': expected a list of names", field);
    lua_Integer n = luaL_len(L, -1);
    for (lua_Integer i = 1; i <= n; i++) {
        size_t len;
        if (lua_geti(L, -1, i) != LUA_TSTRING)
            luaL_error(L, "field '%s': number %I is no name", field, i);
        const char *name = lua_tolstring(L, -1, &len);
        if (!names_add(names, name, len, &err))
            luaL_error(L, "field '%s': %s", field, err.text);
        lua_pop(L, 1);
    }
    if (!names->count) luaL_error(L, "field '%s': expected a name", field);
    lua_pop(L, 1);
}

void bind_alphabet(lua_State *L, int arg, Alphabet *alphabet) {
    read_names(L, arg, "moves", &alphabet->moves);
    read_names(L, arg, "sees", &alphabet->sees);
}

static void push_names(lua_State *L, const Names *names, const char *field) {
    lua_createtable(L, names->count, 0);
    for (int i = 0; i < names->count; i++) {
        lua_pushstring(L, names->name[i]);
        lua_seti(L, -2, i + 1);
    }
    lua_setfield(L, -2, field);
}

void bind_push_alphabet(lua_State *L, const Alphabet *alphabet) {
    lua_createtable(L, 0, 2);
    push_names(L, &alphabet->moves, "moves");
    push_names(L, &alphabet->sees, "sees");
}

/* The alphabet at `arg`, or that of the dilemma if there is none. */
static void opt_alphabet(lua_State *L, int arg, Alphabet *alphabet) {
    if (lua_istable(L, arg)) bind_alphabet(L, arg, alphabet);
    else *alphabet = alphabet_dilemma;
}

/* ---- making -------------------------------------------------------------- */

static int push_parsed(lua_State *L, const Source *src) {
    MachineRoom room;
    Alphabet alphabet;
    Err err;
    if (!machine_parse(&alphabet, &room, src, &err)) return bind_raise(L, &err);
    bind_push_machine_of(L, &alphabet, &room.m);
    return 1;
}

static int machine_from_text(lua_State *L) {
    size_t len;
    const char *text = luaL_checklstring(L, 1, &len);
    return push_parsed(L,
                       &(Source){ luaL_optstring(L, 2, "machine"), text, len });
}

static int machine_from_file(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    sandbox_deny(L, "reading files");
    Buf *buf = bind_buf(L);
    Err err;
    if (!buf_file(buf, path, MACHINE_TEXT_MAX, &err))
        return bind_raise(L, &err);
    return push_parsed(L, &(Source){ path, buf_get(buf), buf->len });
}

/* random(seed, number, states, alphabet) */
static int machine_by_chance(lua_State *L) {
    lua_Integer states = luaL_checkinteger(L, 3);
    luaL_argcheck(L, states >= 1 && states <= MACHINE_STATES_MAX, 3,
                  "must be 1 to 64 states");
    Rng rng = rng_key((uint64_t)luaL_checkinteger(L, 1), 0,
                      (uint64_t)luaL_checkinteger(L, 2), RNG_INIT);
    MachineRoom room;
    Alphabet alphabet;
    opt_alphabet(L, 4, &alphabet);
    machine_random(&alphabet, &room.m, &rng, (int)states);
    bind_push_machine_of(L, &alphabet, &room.m);
    return 1;
}

/* species(states, least, most, alphabet) */
static int machine_species(lua_State *L) {
    Alphabet alphabet;
    opt_alphabet(L, 4, &alphabet);
    Box *box = bind_box(L, SPECIES, mem_free);
    Err err;
    MachineSpecies *s = box->object = mem_new(1, sizeof *s, &err);
    if (!s || !machine_species_init(s, &alphabet, (int)luaL_checkinteger(L, 1),
                                    (int)luaL_checkinteger(L, 2),
                                    (int)luaL_checkinteger(L, 3), &err))
        return bind_raise(L, &err);
    return 1;
}

/* ---- values -------------------------------------------------------------- */

static int push_text(lua_State *L, void (*write)(const Alphabet *a,
                                                 const Machine *m, Buf *out)) {
    const MachineValue *value = value_at(L, 1);
    Buf *buf = bind_buf(L);
    write(value->alphabet, &value->room.m, buf);
    return bind_text(L, buf);
}

static int m_tostring(lua_State *L) { return push_text(L, machine_print); }
static int m_draw(lua_State *L) { return push_text(L, machine_draw); }

static int m_compact(lua_State *L) {
    const MachineValue *value = value_at(L, 1);
    Buf *buf = bind_buf(L);
    if (!machine_compact(value->alphabet, &value->room.m, buf))
        return luaL_error(L, "the compact notation needs moves of one letter");
    return bind_text(L, buf);
}

static int m_dot(lua_State *L) {
    const MachineValue *value = value_at(L, 1);
    const char *title = luaL_optstring(L, 2, NULL);
    Buf *buf = bind_buf(L);
    machine_dot(value->alphabet, &value->room.m, title, buf);
    return bind_text(L, buf);
}

static int m_eq(lua_State *L) {
    const MachineValue *a = luaL_testudata(L, 1, CLASS);
    const MachineValue *b = luaL_testudata(L, 2, CLASS);
    lua_pushboolean(L, a && b && alphabet_same(a->alphabet, b->alphabet) &&
                           machine_same(a->alphabet, &a->room.m, &b->room.m));
    return 1;
}

static int m_len(lua_State *L) {
    lua_pushinteger(L, value_at(L, 1)->room.m.states);
    return 1;
}

static int m_minimise(lua_State *L) {
    const MachineValue *value = value_at(L, 1);
    MachineRoom room;
    machine_minimise(value->alphabet, &room.m, &value->room.m);
    bind_push_machine_of(L, value->alphabet, &room.m);
    return 1;
}

static int m_trim(lua_State *L) {
    const MachineValue *value = value_at(L, 1);
    MachineRoom room;
    machine_trim(value->alphabet, &room.m, &value->room.m);
    bind_push_machine_of(L, value->alphabet, &room.m);
    return 1;
}

static int m_equivalent(lua_State *L) {
    const Alphabet *a = value_at(L, 1)->alphabet;
    lua_pushboolean(L, machine_equivalent(a, bind_machine_for(L, 1, a),
                                          bind_machine_for(L, 2, a)));
    return 1;
}

static int m_start(lua_State *L) {
    lua_pushinteger(L, value_at(L, 1)->room.m.start);
    return 1;
}

static int m_alphabet(lua_State *L) {
    bind_push_alphabet(L, value_at(L, 1)->alphabet);
    return 1;
}

/* state(i): output, then the successors in the order of the observations; nil
 * if there is no such state. */
static int m_state(lua_State *L) {
    const MachineValue *value = value_at(L, 1);
    const Alphabet *a = value->alphabet;
    lua_Integer i = luaL_checkinteger(L, 2);
    if (i < 0 || i >= value->room.m.states) return 0;
    const uint8_t *row = machine_at(a, &value->room.m, (int)i);
    luaL_checkstack(L, 1 + ALPHABET_MAX, NULL);
    lua_pushstring(L, a->moves.name[row[0]]);
    for (int k = 1; k <= a->sees.count; k++) lua_pushinteger(L, row[k]);
    return 1 + a->sees.count;
}

/* ---- playing ------------------------------------------------------------- */

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
static int play_list(lua_State *L, const MachineValue *value) {
    const Alphabet *a = value->alphabet;
    const Machine *m = &value->room.m;
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
    if (lua_istable(L, 2)) return play_list(L, value_at(L, 1));
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
    const Alphabet *a = value_at(L, 1)->alphabet;
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

static const luaL_Reg methods[] = {
    { "compact", m_compact },   { "draw", m_draw },
    { "dot", m_dot },           { "minimise", m_minimise },
    { "trim", m_trim },         { "equivalent", m_equivalent },
    { "start", m_start },       { "state", m_state },
    { "play", m_play },         { "alphabet", m_alphabet },
    { "match", m_match },
    { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", m_tostring },
    { "__eq", m_eq },
    { "__len", m_len },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "parse", machine_from_text }, { "read", machine_from_file },
    { "random", machine_by_chance }, { "species", machine_species },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "states", MACHINE_STATES_MAX },
    { "alphabet", ALPHABET_MAX },
    { NULL, 0 },
};

int open_machine(lua_State *L);

int open_machine(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    bind_class(L, SPECIES, bind_none, bind_boxed);
    bind_mark(L, SPECIES, "ludus_species");
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
