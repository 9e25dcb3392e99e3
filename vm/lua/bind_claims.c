/* bind_claims.c -- who makes which run: claims among processes.
 *
 *     local claims = core.open("ludus.db-claims")
 *     if claims:take(key) then ... claims:give(key) end
 *     claims:take(key, true)         -- waits until it can be had
 *
 * A claim is a lock on one byte of a file, at a place that the key says. It
 * belongs to the open file, so the system takes it back when the process ends,
 * however that happens. Nothing is ever written to the file. (Not to the store
 * itself: to close a second descriptor of it would release SQLite's locks.)
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bind.h"
#include "sandbox.h"
#include "base/hash.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.claims";

static void close_claims(void *object) {
    close(*(int *)object);
    mem_free(object);
}

static int f_open(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    sandbox_deny(L, "claiming runs");
    Err err;
    Box *box = bind_box(L, CLASS, close_claims);
    int *fd = mem_new(1, sizeof *fd, &err);
    if (!fd) return bind_raise(L, &err);
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*fd < 0) {
        int reason = errno;
        mem_free(fd);
        return luaL_error(L, "%s: %s", path, strerror(reason));
    }
    box->object = fd;
    return 1;
}

static bool lock(lua_State *L, short kind, bool wait) {
    size_t n;
    int fd = *(int *)bind_object(L, 1, CLASS);
    const char *key = luaL_checklstring(L, 2, &n);
    struct flock place = { .l_type = kind,
                           .l_whence = SEEK_SET,
                           .l_start = (off_t)(hash_bytes(key, n) >> 2),
                           .l_len = 1 };
    int status;
    do status = fcntl(fd, wait ? F_OFD_SETLKW : F_OFD_SETLK, &place);
    while (status != 0 && errno == EINTR);
    if (status == 0) return true;
    if (errno == EAGAIN || errno == EACCES) return false;
    return luaL_error(L, "a claim failed: %s", strerror(errno)) != 0;
}

/* take(key, wait): true if nobody else has it. */
static int m_take(lua_State *L) {
    lua_pushboolean(L, lock(L, F_WRLCK, lua_toboolean(L, 3)));
    return 1;
}

static int m_give(lua_State *L) {
    lock(L, F_UNLCK, false);
    return 0;
}

static const luaL_Reg methods[] = {
    { "take", m_take },
    { "give", m_give },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "open", f_open },
    { NULL, NULL },
};

int open_claims(lua_State *L);

int open_claims(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    luaL_newlib(L, functions);
    return 1;
}
