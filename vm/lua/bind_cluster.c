/* bind_cluster.c -- ludus.core.cluster: processes that work together.
 *
 *     local c = cluster.open "/usr/lib/ludus/ludus-mpi.so"
 *     c.rank, c.ranks, c.host
 *     c:gather("text")        -- those of all ranks, a list
 *     c:broadcast("text")     -- that of rank 0
 *     c:send(2, "text")       c:receive() --> rank, text
 *     c:sent()                -- bytes that this rank gave away
 *     c:fail("why")  c:abort(1)  c:close()
 *
 * There is one in a process; evolutions find it by cluster_current().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind_cluster.h"
#include "bind_system.h"

static const char CLASS[] = "ludus.cluster";
static const char KEY[] = "ludus.cluster.current";

Cluster *cluster_current(lua_State *L) {
    Cluster *c = NULL;
    if (lua_getfield(L, LUA_REGISTRYINDEX, KEY) == LUA_TLIGHTUSERDATA)
        c = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return c;
}

static Cluster *to_cluster(lua_State *L) {
    Cluster *c = cluster_current(L);
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!c) luaL_error(L, "the cluster is closed");
    return c;
}

/* Called by a handler of nothing: one waits, and may write. */
static void lost(const Cluster *c) {
    if (c->rank != 0) return;
    static const char text[] =
        "ludus: rank 0: the job is ended, and other ranks did not come; the "
        "run is stored as of its last checkpoint\n";
    ssize_t unused = write(STDERR_FILENO, text, sizeof text - 1);
    (void)unused;
}

static void failed(const char *text) { fprintf(stderr, "ludus: %s\n", text); }

/* mpirun gives the first rank a terminal, whatever it writes to itself. Does it
 * write to one? */
static bool parent_has_terminal(void) {
    char path[40];
    snprintf(path, sizeof path, "/proc/%ld/fd/1", (long)getppid());
    int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK);
    bool terminal = fd >= 0 && isatty(fd);
    if (fd >= 0) close(fd);
    return terminal;
}

static int f_open(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    sandbox_deny(L, "joining a cluster");
    if (cluster_current(L)) return luaL_error(L, "the cluster is open already");
    void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!module) return luaL_error(L, "%s", dlerror());
    union {
        void        *symbol;
        ClusterOpen *open;
    } found = { .symbol = dlsym(module, CLUSTER_OPEN) };
    if (!found.symbol) return luaL_error(L, "%s: no module for clusters", path);
    char why[200];
    Cluster *c = found.open(why, sizeof why);
    if (!c) return luaL_error(L, "%s", why);
    c->ending = system_interrupted;
    c->lost = lost;
    c->failed = failed;
    if (c->rank != 0 && !freopen("/dev/null", "w", stdout))
        return luaL_error(L, "/dev/null cannot be opened");
    if (!parent_has_terminal()) setenv("TERM", "dumb", 1);
    lua_pushlightuserdata(L, c);
    lua_setfield(L, LUA_REGISTRYINDEX, KEY);
    lua_createtable(L, 0, 3);
    bind_set_integer(L, "rank", c->rank);
    bind_set_integer(L, "ranks", c->ranks);
    bind_set_text(L, "host", c->host);
    luaL_setmetatable(L, CLASS);
    return 1;
}

/* ---- all together -------------------------------------------------------- */

/* gather(text): the texts of all ranks. */
static int m_gather(lua_State *L) {
    Cluster *c = to_cluster(L);
    size_t n, at = 0, total = 0;
    const char *text = luaL_checklstring(L, 2, &n);
    size_t *eight = lua_newuserdatauv(L, 2 * (size_t)c->ranks * sizeof *eight,
                                      0);
    size_t *counts = eight + c->ranks;
    for (int r = 0; r < c->ranks; r++) eight[r] = sizeof n;
    c->gather(c, &n, counts, eight);
    for (int r = 0; r < c->ranks; r++) total += counts[r];
    char *all = lua_newuserdatauv(L, total + 1, 0);
    c->gather(c, text, all, counts);
    lua_createtable(L, c->ranks, 0);
    for (int r = 0; r < c->ranks; at += counts[r], r++) {
        lua_pushlstring(L, all + at, counts[r]);
        lua_seti(L, -2, r + 1);
    }
    return 1;
}

/* broadcast(text): that of rank 0. */
static int m_broadcast(lua_State *L) {
    Cluster *c = to_cluster(L);
    size_t n = 0;
    const char *text = c->rank == 0 ? luaL_checklstring(L, 2, &n) : NULL;
    c->broadcast(c, 0, &n, sizeof n);
    char *bytes = lua_newuserdatauv(L, n + 1, 0);
    if (text) memcpy(bytes, text, n);
    c->broadcast(c, 0, bytes, n);
    lua_pushlstring(L, bytes, n);
    return 1;
}

/* ---- messages ------------------------------------------------------------ */

static int m_send(lua_State *L) {
    Cluster *c = to_cluster(L);
    size_t n;
    lua_Integer to = luaL_checkinteger(L, 2);
    const char *text = luaL_checklstring(L, 3, &n);
    luaL_argcheck(L, to >= 0 && to < c->ranks, 2, "no such rank");
    c->send(c, (int)to, text, n);
    return 0;
}

static int m_receive(lua_State *L) {
    Cluster *c = to_cluster(L);
    int from;
    size_t n = c->wait(c, &from);
    char *bytes = lua_newuserdatauv(L, n + 1, 0);
    c->receive(c, from, bytes, n);
    lua_pushinteger(L, from);
    lua_pushlstring(L, bytes, n);
    return 2;
}

static int m_sent(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)to_cluster(L)->sent);
    return 1;
}

/* ---- the end ------------------------------------------------------------- */

static int m_close(lua_State *L) {
    Cluster *c = to_cluster(L);
    c->close(c);
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, KEY);
    return 0;
}

static int m_abort(lua_State *L) {
    Cluster *c = to_cluster(L);
    fflush(NULL);
    c->abort(c, (int)luaL_checkinteger(L, 2));
    return 0;
}

static int m_fail(lua_State *L) {
    Cluster *c = to_cluster(L);
    c->fail(c, luaL_checkstring(L, 2));
    return 0;
}

static const luaL_Reg methods[] = {
    { "gather", m_gather }, { "broadcast", m_broadcast },
    { "send", m_send },     { "receive", m_receive },
    { "sent", m_sent },     { "close", m_close },
    { "abort", m_abort },   { "fail", m_fail },
    { NULL, NULL },
};

static const luaL_Reg functions[] = {
    { "open", f_open },
    { NULL, NULL },
};

int open_cluster(lua_State *L);

int open_cluster(lua_State *L) {
    luaL_newmetatable(L, CLASS);
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
