/* bind_machine.c -- ludus.core.machine: Moore machines for scripts.
 *
 *     local m = machine.parse "c01 d01"
 *     m:minimise()  m:equivalent(q)  m:draw()  m:compact()  m:play "ddc"
 *
 * A machine is a value: it never changes, == compares states one by one, and
 * tostring() gives the text that parse() reads.
 */
#include "bind_machine.h"

#include <string.h>

#include "lua/sandbox.h"
#include "base/mem.h"
#include "program/machine/machine_species.h"

static const char CLASS[] = "ludus.machine";
static const char SPECIES[] = "ludus.species.machine";

void bind_push_machine(lua_State *L, const Machine *m) {
    Machine *box = lua_newuserdatauv(L, sizeof *box, 0);
    memset(box, 0, sizeof *box);
    memcpy(box, m, machine_bytes(m));
    luaL_setmetatable(L, CLASS);
}

const Machine *bind_machine(lua_State *L, int arg) {
    return luaL_checkudata(L, arg, CLASS);
}

const Machine *bind_test_machine(lua_State *L, int arg) {
    return luaL_testudata(L, arg, CLASS);
}

/* ---- making -------------------------------------------------------------- */

static int push_parsed(lua_State *L, const Source *src) {
    Machine m;
    Err err;
    if (!machine_parse(&m, src, &err)) return bind_raise(L, &err);
    bind_push_machine(L, &m);
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

/* random(seed, number, states) */
static int machine_by_chance(lua_State *L) {
    lua_Integer states = luaL_checkinteger(L, 3);
    luaL_argcheck(L, states >= 1 && states <= MACHINE_STATES_MAX, 3,
                  "must be 1 to 64 states");
    Rng rng = rng_key((uint64_t)luaL_checkinteger(L, 1), 0,
                      (uint64_t)luaL_checkinteger(L, 2), RNG_INIT);
    Machine m;
    machine_random(&m, &rng, (int)states);
    bind_push_machine(L, &m);
    return 1;
}

/* species(states, least, most) */
static int machine_species(lua_State *L) {
    Box *box = bind_box(L, SPECIES, mem_free);
    Err err;
    MachineSpecies *s = box->object = mem_new(1, sizeof *s, &err);
    if (!s || !machine_species_init(s, (int)luaL_checkinteger(L, 1),
                                    (int)luaL_checkinteger(L, 2),
                                    (int)luaL_checkinteger(L, 3), &err))
        return bind_raise(L, &err);
    return 1;
}

/* ---- values -------------------------------------------------------------- */

static int push_text(lua_State *L, void (*write)(const Machine *m, Buf *out)) {
    const Machine *m = bind_machine(L, 1);
    Buf *buf = bind_buf(L);
    write(m, buf);
    return bind_text(L, buf);
}

static int m_tostring(lua_State *L) { return push_text(L, machine_print); }
static int m_compact(lua_State *L) { return push_text(L, machine_compact); }
static int m_draw(lua_State *L) { return push_text(L, machine_draw); }

static int m_dot(lua_State *L) {
    const Machine *m = bind_machine(L, 1);
    const char *title = luaL_optstring(L, 2, NULL);
    Buf *buf = bind_buf(L);
    machine_dot(m, title, buf);
    return bind_text(L, buf);
}

static int m_eq(lua_State *L) {
    const Machine *a = bind_test_machine(L, 1), *b = bind_test_machine(L, 2);
    lua_pushboolean(L, a && b && machine_same(a, b));
    return 1;
}

static int m_len(lua_State *L) {
    lua_pushinteger(L, bind_machine(L, 1)->states);
    return 1;
}

static int m_minimise(lua_State *L) {
    Machine m;
    machine_minimise(&m, bind_machine(L, 1));
    bind_push_machine(L, &m);
    return 1;
}

static int m_trim(lua_State *L) {
    Machine m;
    machine_trim(&m, bind_machine(L, 1));
    bind_push_machine(L, &m);
    return 1;
}

static int m_equivalent(lua_State *L) {
    lua_pushboolean(L,
                    machine_equivalent(bind_machine(L, 1), bind_machine(L, 2)));
    return 1;
}

static int m_start(lua_State *L) {
    lua_pushinteger(L, bind_machine(L, 1)->start);
    return 1;
}

/* state(i): output, successor on c, successor on d; nil if there is none. */
static int m_state(lua_State *L) {
    const Machine *m = bind_machine(L, 1);
    lua_Integer i = luaL_checkinteger(L, 2);
    if (i < 0 || i >= m->states) return 0;
    lua_pushstring(L, m->at[i].out ? "d" : "c");
    lua_pushinteger(L, m->at[i].next[0]);
    lua_pushinteger(L, m->at[i].next[1]);
    return 3;
}

/* play(moves): its own moves, one more than the other's, and the last state. */
static int m_play(lua_State *L) {
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

static const luaL_Reg methods[] = {
    { "compact", m_compact },   { "draw", m_draw },
    { "dot", m_dot },           { "minimise", m_minimise },
    { "trim", m_trim },         { "equivalent", m_equivalent },
    { "start", m_start },       { "state", m_state },
    { "play", m_play },         { NULL, NULL },
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
