/* fuzz_lua.c -- the harnesses that are written in Lua (targets.lua,
 * api.lua, twins.lua): the readers of the games, what is stored, words of the
 * command line, calls of the whole library, games in two languages. */
#include <lauxlib.h>
#include <lua.h>

#include "base/hash.h"
#include "fuzz.h"
#include "lua/host.h"

/* libFuzzer looks at these as it does at its own counters: it learns which
 * lines of Lua an input reaches. */
enum { LINES = 1 << 14 };
__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t reached[LINES];

static void on_line(lua_State *L, lua_Debug *ar) {
    lua_getinfo(L, "S", ar);
    uintptr_t file = (uintptr_t)ar->source >> 4;
    reached[(file * 31 + (uintptr_t)ar->currentline) % LINES]++;
}

/* A state in which that file was run; its table of harnesses is on top. */
static lua_State *new_state(const char *path) {
    Err err;
    lua_State *L = host_new(NULL, &err);
    fuzz_demand(L != NULL, "a Lua state");
    fuzz_demand(luaL_loadfile(L, path) == LUA_OK, path);
    bool ok = host_call(L, 0, 1, &err);
    fuzz_demand(ok, ok ? "" : err.text);
    lua_sethook(L, on_line, LUA_MASKLINE, 0);
    return L;
}

static void call_in(lua_State *L, const char *name, const uint8_t *bytes,
                    size_t n) {
    Err err;
    lua_getfield(L, -1, name);
    lua_pushlstring(L, n ? (const char *)bytes : "", n);
    bool ok = host_call(L, 1, 0, &err);
    fuzz_demand(ok, ok ? "" : err.text);
}

static void call(const char *name, const uint8_t *bytes, size_t n) {
    static lua_State *L;
    if (!L) L = new_state("tests/fuzz/targets.lua");
    call_in(L, name, bytes, n);
}

/* In a state of its own: it replaces functions of the library. */
void fuzz_api(const uint8_t *bytes, size_t n) {
    static lua_State *L;
    if (!L) L = new_state("tests/fuzz/api.lua");
    call_in(L, "run", bytes, n);
}

void fuzz_twins(const uint8_t *bytes, size_t n) {
    static lua_State *L;
    if (!L) L = new_state("tests/fuzz/twins.lua");
    call_in(L, "run", bytes, n);
}

/* Who forges a checkpoint seals it, too: the last bytes become the hash of what
 * stands between the first, which chooses the kind, and them. */
void fuzz_checkpoint(const uint8_t *bytes, size_t n) {
    Buf sealed = { 0 };
    uint64_t seal;
    if (n > 1 + sizeof seal) {
        seal = hash_bytes(bytes + 1, n - 1 - sizeof seal);
        buf_bytes(&sealed, bytes, n - sizeof seal);
        buf_bytes(&sealed, &seal, sizeof seal);
        bytes = (const uint8_t *)buf_get(&sealed);
    }
    call("checkpoint", bytes, n);
    buf_free(&sealed);
}

void fuzz_program(const uint8_t *bytes, size_t n) { call("program", bytes, n); }

void fuzz_plan(const uint8_t *bytes, size_t n) { call("plan", bytes, n); }

void fuzz_store(const uint8_t *bytes, size_t n) { call("store", bytes, n); }

void fuzz_numbers(const uint8_t *bytes, size_t n) { call("numbers", bytes, n); }

void fuzz_set(const uint8_t *bytes, size_t n) { call("set", bytes, n); }
