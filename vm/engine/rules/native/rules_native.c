/* rules_native.c -- building and loading the C file of rules.
 *
 * The object is built beside its final place, sealed and renamed there, so that
 * two processes can do it at once and a killed one leaves nothing that is half
 * made. The seal is the last eight bytes of the file, a hash of all before
 * them: what is damaged would crash the process that loads it, and is built
 * again. Nothing here is fatal: the caller goes on with bytecode and says why.
 */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "rules_c.h"

enum {
    PATH_ROOM  = 1024,
    OBJECT_MAX = 1 << 26,            /* bytes of an object; some have 20,000 */
};

extern char **environ;

/* ---- places -------------------------------------------------------------- */

static bool own_folder(const char *path, Err *err) {
    struct stat st;
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return err_set(err, "%s: %s", path, strerror(errno));
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
        return err_set(err, "%s: not a folder", path);
    if (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))
        return err_set(err, "%s: others may write there", path);
    return true;
}

/* The cache folder, made if it is not there. */
static bool cache_folder(char *path, size_t room, Err *err) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n;
    if (cache && *cache == '/') {
        if (mkdir(cache, 0700) != 0 && errno != EEXIST)
            return err_set(err, "%.200s: %s", cache, strerror(errno));
        n = snprintf(path, room, "%s/ludus", cache);
    } else if (home && *home == '/') {
        n = snprintf(path, room, "%s/.cache", home);
        if (n > 0 && (size_t)n < room && mkdir(path, 0700) != 0 &&
            errno != EEXIST)
            return err_set(err, "%.200s: %s", path, strerror(errno));
        n = snprintf(path, room, "%s/.cache/ludus", home);
    } else {
        return err_set(err,
                       "there is no cache folder: neither XDG_CACHE_HOME nor "
                       "HOME is set");
    }
    if (n < 0 || (size_t)n >= room)
        return err_set(err, "the name of the cache folder is too long");
    return own_folder(path, err);
}

static uint64_t hash_text(const char *text, size_t len, uint64_t h) {
    for (size_t i = 0; i < len; i++) h = rng_mix(h ^ (unsigned char)text[i]);
    return h;
}

/* ---- building ------------------------------------------------------------ */

static bool write_file(const char *path, const Buf *text, Err *err) {
    FILE *f = fopen(path, "wb");
    if (!f) return err_set(err, "%.200s: %s", path, strerror(errno));
    bool ok = fwrite(text->text, 1, text->len, f) == text->len;
    if (fclose(f) != 0) ok = false;
    return ok || err_set(err, "%.200s: cannot be written", path);
}

/* Variables of the game belong in registers of their own: packed into vectors,
 * to be stored together, they are slower to use. */
#define SCALAR "-fno-tree-slp-vectorize"

/* Reals must have the bits that they have in the other engines. */
#define EXACT "-ffp-contract=off"

/* What is built and how. */
typedef struct Unit {
    const char *cc;
    const char *machine[2];          /* options for lanes */
    Buf         text;
} Unit;

/* Runs the compiler without its messages; false if it failed or is missing. */
static bool compile(const Unit *unit, const char *from, const char *to,
                    Err *err) {
    const char *cc = unit->cc;
    const char *const *own = unit->machine;
    const char *const argv[] = { cc,     "-std=c11", "-O2",  SCALAR,    EXACT,
                                 own[0], own[1],     "-fPIC", "-shared", "-w",
                                 "-o",   to,         from,   NULL };
    posix_spawn_file_actions_t files;
    pid_t pid;
    int status = -1;
    if (posix_spawn_file_actions_init(&files) != 0)
        return err_set(err, "no memory to start %.100s", cc);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    union {
        const char *const *in;
        char *const *out;
    } words = { .in = argv };
    int failed = posix_spawnp(&pid, cc, &files, NULL, words.out, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed)
        return err_set(err, "the C compiler '%.100s' cannot be started: %s", cc,
                       strerror(failed));
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return err_set(err, "there is no C compiler '%.100s'", cc);
    return err_set(err, "the C compiler '%.100s' failed", cc);
}

/* Appends the seal and sees to it that the file is on the disk. */
static bool seal(const char *path, Err *err) {
    Buf object = { 0 };
    bool ok = buf_file(&object, path, OBJECT_MAX, err);
    if (ok) {
        uint64_t hash = hash_bytes(object.text, object.len);
        FILE *f = fopen(path, "ab");
        ok = f && fwrite(&hash, sizeof hash, 1, f) == 1 && fflush(f) == 0 &&
             fsync(fileno(f)) == 0;
        if (f && fclose(f) != 0) ok = false;
        if (!ok) err_set(err, "%.200s: %s", path, strerror(errno));
    }
    buf_free(&object);
    return ok;
}

static bool build(const char *folder, const char *object, const Unit *unit,
                  Err *err) {
    char source[PATH_ROOM + 64], made[PATH_ROOM + 64];
    unsigned long thread = (unsigned long)(uintptr_t)&source;
    snprintf(source, sizeof source, "%s/build-%ld-%lx.c", folder,
             (long)getpid(), thread);
    snprintf(made, sizeof made, "%s/build-%ld-%lx.so", folder, (long)getpid(),
             thread);
    bool ok = write_file(source, &unit->text, err) &&
              compile(unit, source, made, err);
    bool none = ok && access(made, R_OK) != 0;
    if (ok && !none) ok = seal(made, err);
    if (ok && (none || rename(made, object) != 0))
        ok = err_set(err, "%.200s: %s", object, strerror(errno));
    remove(source);
    if (!ok) remove(made);
    return ok;
}

/* ---- loading ------------------------------------------------------------- */

static bool is_ours(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0 && S_ISREG(st.st_mode) &&
           st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

/* Is it all there, as it was sealed? */
static bool is_whole(const char *path) {
    Buf object = { 0 };
    Err err;
    uint64_t hash;
    bool whole = buf_file(&object, path, OBJECT_MAX + sizeof hash, &err) &&
                 object.len > sizeof hash;
    if (whole) {
        size_t len = object.len - sizeof hash;
        memcpy(&hash, object.text + len, sizeof hash);
        whole = hash == hash_bytes(object.text, len);
    }
    buf_free(&object);
    return whole;
}

/* ISO C knows no way from an object pointer to a function pointer but by bytes.
 */
static bool find(void *handle, const char *name, void *function) {
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static RulesNative *load(const char *path, const Rules *rules, Err *err) {
    const void *const *(*labels)(void);
    RulesNative *native = mem_new(1, sizeof *native, err);
    if (!native) return NULL;
    native->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (native->handle &&
        find(native->handle, "ludus_rules_play", &native->play) &&
        find(native->handle, "ludus_rules_resume", &native->resume) &&
        find(native->handle, "ludus_rules_begin", &native->begin) &&
        find(native->handle, "ludus_rules_pass", &native->pass) &&
        find(native->handle, "ludus_rules_finish", &native->finish) &&
        find(native->handle, "ludus_rules_call", &native->call) &&
        find(native->handle, "ludus_rules_walks", &native->walks) &&
        find(native->handle, "ludus_rules_labels", &labels)) {
        if (!rules->reals) rules_flat_table(&native->flat, rules, labels());
        if (find(native->handle, "ludus_rules_lanes", &native->lanes)) {
            const void *const *own = native->lanes(NULL, NULL);
            rules_flat_table(&native->lanes_flat, rules, own);
            native->lanes_flat.pair = NULL;
        }
        return native;
    }
    err_set(err, "%.200s: cannot be loaded", path);
    rules_native_free(native);
    return NULL;
}

void rules_native_free(void *native) {
    RulesNative *n = native;
    if (!n) return;
    if (n->handle) dlclose(n->handle);
    mem_free(n);
}

static uint64_t unit_hash(const Unit *unit) {
    uint64_t hash = hash_text(unit->cc, strlen(unit->cc), UINT64_C(0x10d05));
    hash = hash_text(SCALAR EXACT, strlen(SCALAR EXACT), hash);
    for (int i = 0; i < 2; i++)
        hash = hash_text(unit->machine[i], strlen(unit->machine[i]), hash);
    hash = hash_text(LUDUS_VERSION, strlen(LUDUS_VERSION), hash);
    return hash_text(unit->text.text, unit->text.len, hash);
}

RulesNative *rules_native_new(const Rules *rules, uint64_t vary,
                              const LanesPlan *plan, Err *err) {
    char folder[PATH_ROOM], object[PATH_ROOM + 64];
    const char *cc = getenv("LUDUS_CC");
    bool avx2 = plan && !plan->why[0] && plan->avx2;
    Unit unit = { .cc = cc && *cc ? cc : "cc",
                  .machine = { avx2 ? "-mavx2" : "-w",
                               avx2 ? "-mbmi" : "-w" } };
    RulesNative *native = NULL;
    rules_c_print(rules, vary, plan, &unit.text);
    if (!buf_ok(&unit.text, err) || !cache_folder(folder, sizeof folder, err))
        goto done;
    snprintf(object, sizeof object, "%s/rules-%016llx.so", folder,
             (unsigned long long)unit_hash(&unit));
    bool there = is_ours(object) && is_whole(object);
    if (!there && !build(folder, object, &unit, err)) goto done;
    native = load(object, rules, err);
    if (!native && there) {          /* of another machine */
        there = false;
        if (build(folder, object, &unit, err))
            native = load(object, rules, err);
    }
    if (native) native->built = !there;
done:
    buf_free(&unit.text);
    return native;
}
