/* host.c -- a Lua state with the Ludus library in it.
 *
 * Modules are found by one searcher that stands before Lua's own: C bindings by
 * the rows of modules.def and stdlib/games.def, Lua files by LUDUS_PATH or by
 * the copy embedded in the binary. What scripts may not do is taken away here
 * and in ludus/strict.lua: bytecode (load and friends are forced to text mode)
 * and undeclared globals.
 */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lualib.h>

#include "bind.h"
#include "games.h"
#include "library.h"
#include "limit.h"
#include "sandbox.h"
#include "base/heap.h"
#include "base/mem.h"
#include "base/suggest.h"

#if LUA_VERSION_NUM != 504
#error "Ludus needs Lua 5.4"
#endif

#define MODULE(name, opener) int opener(lua_State *L);
#include "modules.def"
#undef MODULE

static const luaL_Reg core_modules[] = {
#define MODULE(name, opener) { name, opener },
#include "modules.def"
#undef MODULE
    { NULL, NULL },
};

/* ---- finding modules ----------------------------------------------------- */

static bool load_core(lua_State *L, const char *name) {
    for (const luaL_Reg *m = core_modules; m->name; m++) {
        if (strcmp(m->name, name) != 0) continue;
        lua_pushcfunction(L, m->func);
        return true;
    }
    const GameRow *game = game_row_of(name);
    if (game) lua_pushcfunction(L, game->open);
    return game != NULL;
}

/* Loads a library file from the developer's folder instead of the binary. */
static bool load_from_folder(lua_State *L, const char *root,
                             const LibraryFile *f) {
    const char *path = lua_pushfstring(L, "%s/%s", root, f->path);
    if (luaL_loadfilex(L, path, "t") != LUA_OK) lua_error(L);
    lua_remove(L, -2);
    return true;
}

static bool load_library(lua_State *L, const char *name) {
    const char *root = getenv("LUDUS_PATH");
    for (const LibraryFile *f = library_files; f->module; f++) {
        if (strcmp(f->module, name) != 0) continue;
        if (root && *root) return load_from_folder(L, root, f);
        const char *chunk = lua_pushfstring(
            L, strncmp(f->path, "ludus/", 6) == 0 ? "@%s" : "@ludus/%s",
            f->path);
        if (luaL_loadbufferx(L, f->text, f->len, chunk, "t") != LUA_OK)
            lua_error(L);
        lua_remove(L, -2);
        return true;
    }
    return false;
}

static int search_ludus(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    if (load_core(L, name) || load_library(L, name)) return 1;
    lua_pushfstring(L, "no module '%s' in Ludus", name);
    return 1;
}

/* Lua files on package.path, as text only. */
static int search_path(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    lua_getfield(L, lua_upvalueindex(1), "searchpath");
    lua_pushvalue(L, 1);
    lua_getfield(L, lua_upvalueindex(1), "path");
    lua_call(L, 2, 2);
    if (lua_isnil(L, -2)) return 1;
    const char *path = lua_tostring(L, -2);
    if (luaL_loadfilex(L, path, "t") != LUA_OK) {
        lua_pushfstring(L, "error loading module '%s':\n\t%s", name,
                        lua_tostring(L, -1));
        return lua_error(L);
    }
    lua_pushstring(L, path);
    return 2;
}

/* The last searcher, asked when no other has found the module: Lua's own list
 * of all the places it looked at helps nobody. */
static int search_nowhere(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    Suggest near = suggest_start(name);
    for (const LibraryFile *f = library_files; f->module; f++)
        suggest_offer(&near, f->module);
    luaL_where(L, 2);
    lua_pushfstring(L, "no module '%s', neither in Ludus nor on Lua's paths",
                    name);
    if (near.best) lua_pushfstring(L, "; did you mean '%s'?", near.best);
    lua_concat(L, near.best ? 3 : 2);
    return lua_error(L);
}

/* Puts our searcher after package.preload. */
static void add_searcher(lua_State *L) {
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_Integer n = luaL_len(L, -1);
    for (lua_Integer i = n; i >= 2; i--) {
        lua_geti(L, -1, i);
        lua_seti(L, -2, i + 1);
    }
    lua_pushcfunction(L, search_ludus);
    lua_seti(L, -2, 2);
    lua_pop(L, 2);
}

/* In a state of our own. */
static void replace_searchers(lua_State *L) {
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, search_path, 1);
    lua_seti(L, -2, 3);
    lua_pushcfunction(L, search_nowhere);
    lua_seti(L, -2, luaL_len(L, -2) + 1);
    lua_pop(L, 2);
}

void host_install(lua_State *L) { add_searcher(L); }

/* ---- a state of our own -------------------------------------------------- */

static int prepare(lua_State *L) {
    Sandbox *sandbox = lua_touserdata(L, 1);
    luaL_openlibs(L);
    host_install(L);
    replace_searchers(L);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.script.strict");
    lua_call(L, 1, 0);
    limit_guard(L);
    if (sandbox) sandbox_join(L, sandbox);
    return 0;
}

/* What luaL_newstate() gives a state: `warn` writes to stderr when it is on. */
static void warn_off(void *L, const char *text, int more);
static void warn_more(void *L, const char *text, int more);

static void warn_on(void *L, const char *text, int more) {
    if (!more && strcmp(text, "@off") == 0) {
        lua_setwarnf(L, warn_off, L);
        return;
    }
    if (!more && text[0] == '@') return;
    fputs("Lua warning: ", stderr);
    warn_more(L, text, more);
}

static void warn_more(void *L, const char *text, int more) {
    fprintf(stderr, "%s%s", text, more ? "" : "\n");
    lua_setwarnf(L, more ? warn_more : warn_on, L);
}

static void warn_off(void *L, const char *text, int more) {
    if (!more && strcmp(text, "@on") == 0) lua_setwarnf(L, warn_on, L);
}

static int panic(lua_State *L) {
    bool text = lua_type(L, -1) == LUA_TSTRING;
    fprintf(stderr, "ludus: an error that nothing caught: %s\n",
            text ? lua_tostring(L, -1) : luaL_typename(L, -1));
    return 0;
}

/* Sanitizers are to see each block by itself. */
static lua_State *new_state(Err *err) {
#ifdef LUDUS_CHECKED
    (void)err;
    return lua_newstate(mem_alloc, NULL);
#else
    Heap *heap = heap_new(err);
    lua_State *L = heap ? lua_newstate(heap_alloc, heap) : NULL;
    if (!L) heap_free(heap);
    return L;
#endif
}

lua_State *host_new(Sandbox *sandbox, Err *err) {
    lua_State *L = new_state(err);
    if (!L) {
        err_set(err, "out of memory: no room for a Lua state");
        return NULL;
    }
    lua_atpanic(L, panic);
    lua_setwarnf(L, warn_off, L);
    lua_pushcfunction(L, prepare);
    lua_pushlightuserdata(L, sandbox);
    if (host_call(L, 1, 0, err)) return L;
    host_close(L);
    return NULL;
}

void host_close(lua_State *L) {
    if (!L) return;
    void *heap;
    bool ours = lua_getallocf(L, &heap) == heap_alloc;
    lua_close(L);
    if (ours) heap_free(heap);
}

/* ---- calling ------------------------------------------------------------- */

int host_traceback(lua_State *L) {
    const char *message = lua_tostring(L, 1);
    if (!message) {
        if (luaL_callmeta(L, 1, "__tostring")) return 1;   /* an error object */
        message = lua_pushfstring(L, "(error object is a %s value)",
                                  luaL_typename(L, 1));
    }
    luaL_traceback(L, L, message, 1);
    return 1;
}

static int to_text(lua_State *L) {
    luaL_tolstring(L, 1, NULL);
    return 1;
}

const char *host_text(lua_State *L) {
    const char *type = luaL_typename(L, -1);
    lua_pushcfunction(L, to_text);
    lua_insert(L, -2);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK) return lua_tostring(L, -1);
    lua_pop(L, 1);
    lua_pushnil(L);
    return type;
}

bool host_call(lua_State *L, int args, int results, Err *err) {
    int handler = lua_gettop(L) - args;
    lua_pushcfunction(L, host_traceback);
    lua_insert(L, handler);
    int status = lua_pcall(L, args, results, handler);
    lua_remove(L, handler);
    if (status == LUA_OK) return true;
    const char *message = lua_tostring(L, -1);
    err_set(err, "%s", message ? message : "unknown error");
    lua_pop(L, 1);
    return false;
}

/* ---- a command ----------------------------------------------------------- */

typedef struct Words {
    int count;
    char **at;
} Words;

/* Calls require("ludus.cli").main(words...); the words are a light userdata, so
 * that memory is asked for only here, where a refusal is caught. */
static int command(lua_State *L) {
    const Words *words = lua_touserdata(L, 1);
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.cli");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "main");
    luaL_checkstack(L, words->count, "too many words");
    for (int i = 0; i < words->count; i++) lua_pushstring(L, words->at[i]);
    lua_call(L, words->count, 1);
    return 1;
}

int host_command(int count, char **words) {
    int status = 1;
    Err err;
    Words all = { count, words };
    lua_State *L = host_new(NULL, &err);
    if (!L) goto failed;
    lua_pushcfunction(L, command);
    lua_pushlightuserdata(L, &all);
    if (!host_call(L, 1, 1, &err)) goto failed;
    status = (int)lua_tointeger(L, -1);
    host_close(L);
    return status;
failed:
    fprintf(stderr, "ludus: %s\n", err.text);
    host_close(L);
    return status;
}

/* ---- as a module of stock lua5.4 ----------------------------------------- */

__attribute__((visibility("default"))) int luaopen_ludus(lua_State *L);

int luaopen_ludus(lua_State *L) {
    host_install(L);
    lua_settop(L, 0);
    load_library(L, "ludus");
    lua_pushstring(L, "ludus");
    lua_call(L, 1, 1);
    return 1;
}
