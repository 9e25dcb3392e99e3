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

#include <stddef.h>

#include "lua/sandbox.h"

static const char CLASS[] = "ludus.machine";

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
    MachineValue *value = lua_newuserdatauv(L, size, BIND_MACHINE_READER);
    value->alphabet = &alphabet_dilemma;
    if (!dilemma) {
        value->own = *a;
        value->alphabet = &value->own;
    }
    machine_copy(a, &value->room.m, m);
    luaL_setmetatable(L, CLASS);
}

static const MachineValue *value_at(lua_State *L, int arg) {
    return luaL_checkudata(L, arg, CLASS);
}

const Alphabet *bind_machine_alphabet(lua_State *L, int arg) {
    return value_at(L, arg)->alphabet;
}

int bind_machine_read(lua_State *L, int arg, const Alphabet *a,
                      const char *name) {
    Source text = { .name = name };
    MachineRoom room;
    Err err;
    text.text = luaL_checklstring(L, arg, &text.len);
    if (!machine_parse_for(a, &room.m, &text, &err)) return bind_raise(L, &err);
    bind_require(L, "ludus.core.machine");
    bind_push_machine_of(L, a, &room.m);
    return 1;
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

const Machine *bind_test_machine(lua_State *L, int arg) {
    const MachineValue *value = luaL_testudata(L, arg, CLASS);
    bool fits = value && alphabet_is_dilemma(value->alphabet);
    return fits ? &value->room.m : NULL;
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
    bind_opt_alphabet(L, 4, &alphabet);
    machine_random(&alphabet, &room.m, &rng, (int)states);
    bind_push_machine_of(L, &alphabet, &room.m);
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

static int push_changed(lua_State *L,
                        void (*change)(const Alphabet *a, Machine *to,
                                       const Machine *from)) {
    const MachineValue *value = value_at(L, 1);
    MachineRoom room;
    change(value->alphabet, &room.m, &value->room.m);
    bind_push_machine_of(L, value->alphabet, &room.m);
    lua_getiuservalue(L, 1, BIND_MACHINE_READER);
    lua_setiuservalue(L, -2, BIND_MACHINE_READER);
    return 1;
}

static int m_minimise(lua_State *L) {
    return push_changed(L, machine_minimise);
}
static int m_trim(lua_State *L) { return push_changed(L, machine_trim); }

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

static const luaL_Reg methods[] = {
    { "compact", m_compact },   { "draw", m_draw },
    { "dot", m_dot },           { "minimise", m_minimise },
    { "trim", m_trim },         { "equivalent", m_equivalent },
    { "start", m_start },       { "state", m_state },
    { "alphabet", m_alphabet }, { NULL, NULL },
};

static const luaL_Reg meta[] = {
    { "__tostring", m_tostring },
    { "__eq", m_eq },
    { "__len", m_len },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "parse", machine_from_text }, { "read", machine_from_file },
    { "random", machine_by_chance }, { "species", bind_machine_species },
    { NULL, NULL },
};

static const BindLimit limits[] = {
    { "states", MACHINE_STATES_MAX }, { "alphabet", ALPHABET_MAX }, { NULL, 0 },
};

int open_machine(lua_State *L);

int open_machine(lua_State *L) {
    bind_class(L, CLASS, methods, meta);
    bind_add(L, CLASS, bind_machine_play);
    bind_machine_species_class(L, CLASS);
    luaL_newlib(L, functions);
    bind_methods(L, CLASS);
    bind_limits(L, limits);
    return 1;
}
