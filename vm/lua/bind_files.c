/* bind_files.c -- files and folders, for the host: the sandbox has none. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind.h"
#include "bind_system.h"
#include "sandbox.h"
#include "base/hash.h"
#include "base/rng.h"

/* exists(path): "file", "folder", "other" or nil. */
static int f_exists(lua_State *L) {
    struct stat st;
    sandbox_deny(L, "looking for files");
    if (stat(luaL_checkstring(L, 1), &st) != 0) lua_pushnil(L);
    else
        lua_pushstring(L, S_ISREG(st.st_mode)   ? "file"
                          : S_ISDIR(st.st_mode) ? "folder"
                                                : "other");
    return 1;
}

/* read(path, limit): a whole file as a string, or nil and why not. */
static int f_read(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    lua_Integer limit = luaL_checkinteger(L, 2);
    sandbox_deny(L, "reading files");
    Buf *buf = bind_buf(L);
    Err err;
    if (!buf_file(buf, path, (size_t)limit, &err)) {
        lua_pushnil(L);
        lua_pushstring(L, err.text);
        return 2;
    }
    return bind_text(L, buf);
}

/* folder(path): makes it, with those it lies in; true, or nil and why not. */
static int f_folder(lua_State *L) {
    size_t n;
    luaL_checklstring(L, 1, &n);
    sandbox_deny(L, "writing files");
    char *path = lua_newuserdatauv(L, n + 1, 0);
    memcpy(path, lua_tostring(L, 1), n + 1);
    for (size_t i = 1; i <= n; i++) {
        if (i < n && path[i] != '/') continue;
        char at = path[i];
        path[i] = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        if (!made) return luaL_fileresult(L, 0, path);
        path[i] = at;
    }
    lua_pushboolean(L, true);
    return 1;
}

/* hash(path): a hash of the file's content and its length, or nil and why it
 * cannot be read. However long it is, it is read piece by piece. */
static int f_hash(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    sandbox_deny(L, "reading files");
    luaL_Buffer b;
    size_t room = 1 << 16, n;
    char *piece = luaL_buffinitsize(L, &b, room);
    FILE *f = fopen(path, "rb");
    if (!f) return luaL_fileresult(L, 0, path);
    uint64_t hash = 0, all = 0;
    while ((n = fread(piece, 1, room, f)) > 0) {
        hash = rng_mix(hash + 1) ^ hash_bytes(piece, n);
        all += n;
    }
    int reason = ferror(f) ? errno : 0;
    fclose(f);
    if (reason) {
        errno = reason;
        return luaL_fileresult(L, 0, path);
    }
    lua_pushinteger(L, (lua_Integer)hash);
    lua_pushinteger(L, (lua_Integer)all);
    return 2;
}

static void close_folder(void *dir) { closedir(dir); }

/* Not every file system says what an entry is. */
static bool is_folder(DIR *dir, const struct dirent *e) {
    struct stat st;
    if (e->d_type != DT_UNKNOWN && e->d_type != DT_LNK)
        return e->d_type == DT_DIR;
    return fstatat(dirfd(dir), e->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* files(folder): the names in it, folders with a slash behind; nil if it cannot
 * be read. */
static int f_files(lua_State *L) {
    const char *folder = luaL_checkstring(L, 1);
    sandbox_deny(L, "looking for files");
    Box *box = bind_box(L, "ludus.folder", close_folder);
    DIR *dir = box->object = opendir(folder);
    if (!dir) return 0;
    lua_newtable(L);
    lua_Integer n = 0;
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        lua_pushfstring(L, "%s%s", e->d_name, is_folder(dir, e) ? "/" : "");
        lua_seti(L, -2, ++n);
    }
    box->object = NULL;              /* not when it is collected: now */
    closedir(dir);
    return 1;
}

/* write(path, text): true, or nil and why the file does not hold it now. */
static int f_write(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    size_t n;
    const char *text = luaL_checklstring(L, 2, &n);
    sandbox_deny(L, "writing files");
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(text, 1, n, f) == n;
    int reason = errno;
    if (f && fclose(f) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    errno = reason;
    return luaL_fileresult(L, ok, path);
}

/* program(): the file of this program. */
static int f_program(lua_State *L) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    if (n < 0) return luaL_error(L, "/proc/self/exe: %s", strerror(errno));
    lua_pushlstring(L, path, (size_t)n);
    return 1;
}

static const luaL_Reg functions[] = {
    { "program", f_program },
    { "exists", f_exists }, { "read", f_read },     { "files", f_files },
    { "write", f_write },   { "folder", f_folder }, { "hash", f_hash },
    { NULL, NULL },
};

void bind_files(lua_State *L) {
    bind_class(L, "ludus.folder", bind_none, bind_boxed);
    luaL_setfuncs(L, functions, 0);
}
