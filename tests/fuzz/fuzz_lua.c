/* fuzz_lua.c -- the harnesses that are written in Lua (targets.lua): the
 * readers of the games, what is stored, and words of the command line. */
#include <lauxlib.h>
#include <lua.h>

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

/* A state in which targets.lua was run; its table of harnesses is on top. */
static lua_State *state(void) {
    static lua_State *L;
    Err err;
    if (L) return L;
    L = host_new(NULL, &err);
    fuzz_demand(L != NULL, "a Lua state");
    bool ok = luaL_loadfile(L, "tests/fuzz/targets.lua") == LUA_OK &&
              host_call(L, 0, 1, &err);
    fuzz_demand(ok, ok ? "" : err.text);
    lua_sethook(L, on_line, LUA_MASKLINE, 0);
    return L;
}

static void call(const char *name, const uint8_t *bytes, size_t n) {
    lua_State *L = state();
    Err err;
    lua_getfield(L, -1, name);
    lua_pushlstring(L, n ? (const char *)bytes : "", n);
    bool ok = host_call(L, 1, 0, &err);
    fuzz_demand(ok, ok ? "" : err.text);
}

void fuzz_checkpoint(const uint8_t *bytes, size_t n) {
    call("checkpoint", bytes, n);
}

void fuzz_program(const uint8_t *bytes, size_t n) { call("program", bytes, n); }

void fuzz_plan(const uint8_t *bytes, size_t n) { call("plan", bytes, n); }

void fuzz_store(const uint8_t *bytes, size_t n) { call("store", bytes, n); }

void fuzz_numbers(const uint8_t *bytes, size_t n) { call("numbers", bytes, n); }

void fuzz_set(const uint8_t *bytes, size_t n) { call("set", bytes, n); }
