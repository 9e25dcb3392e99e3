/* jail.c -- asks the kernel to hold a process that runs code of strangers.
 *
 * Two walls, each of which stands alone. Files by Landlock: everything the
 * running kernel can forbid is forbidden, then two folders are given back.
 * System calls by a seccomp filter: those that a run needs pass, all others,
 * known and to come, fail with "operation not permitted". The filter is
 *
 *     another machine's calls?        -> refuse
 *     load the number of the call
 *     equal to a row of `calls`?      -> allow
 *     equal to a row of `looks`, and its argument as it shall be?  -> allow
 *     ...
 *     refuse
 *
 * Looked at: clone() may make threads only, mmap() and mprotect() nothing
 * executable, tgkill() may reach this process only, ioctl() and fcntl() ask
 * for no more than a terminal's size and the locks of SQLite.
 */
#define _GNU_SOURCE
#include "jail.h"

#ifdef __linux__

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

/* What the process executes gains no rights; the kernel asks for that first. */
static bool gives_up_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* ---- files -------------------------------------------------------------- */

enum {
    READ = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
    WRITE = READ | LANDLOCK_ACCESS_FS_WRITE_FILE |
            LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE,
    TRUNCATE = 1 << 14,              /* newer than some headers */
};

/* Rights by version of Landlock: 13 at first, then linking, truncating,
 * devices. */
static uint64_t known_rights(long version) {
    int bits = version == 1 ? 13 : version == 2 ? 14 : version < 5 ? 15 : 16;
    return (UINT64_C(1) << bits) - 1;
}

static void give_back(int rules, const char *folder, uint64_t rights) {
    int fd = folder ? open(folder, O_PATH | O_CLOEXEC) : -1;
    if (fd < 0) return;
    struct landlock_path_beneath_attr row = { .allowed_access = rights,
                                              .parent_fd = fd };
    syscall(__NR_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &row, 0);
    close(fd);
}

bool jail_close_files(const char *writable, const char *readable) {
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0,
                           LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1 || !gives_up_privileges()) return false;
    uint64_t all = known_rights(version);
    struct landlock_ruleset_attr attr = { .handled_access_fs = all };
    int rules = (int)syscall(__NR_landlock_create_ruleset, &attr, sizeof attr,
                             0);
    if (rules < 0) return false;
    give_back(rules, writable, (WRITE | TRUNCATE) & all);
    give_back(rules, readable, READ & all);
    bool ok = syscall(__NR_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return ok;
}

/* ---- system calls ------------------------------------------------------- */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/* The calls that pass as they are. */
static const int calls[] = {
#define CALL(name) __NR_##name,
#include "jail_calls.def"
#undef CALL
};

/* A call that passes if its argument `arg`, of which only the bits of `mask`
 * are looked at, is `value`. Several rows of a call: one of them is enough. */
typedef struct Look {
    int      number;
    int      arg;
    uint32_t mask, value;
} Look;

enum {
    NAMESPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                 CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
    WHOLE = -1,
};

static const Look looks[] = {
    { __NR_clone, 0, CLONE_THREAD | NAMESPACES, CLONE_THREAD },
    { __NR_mmap, 2, PROT_EXEC, 0 },
    { __NR_mprotect, 2, PROT_EXEC, 0 },
    { __NR_ioctl, 1, (uint32_t)WHOLE, TCGETS },        /* isatty() */
    { __NR_ioctl, 1, (uint32_t)WHOLE, TIOCGWINSZ },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_GETFD },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_SETFD },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_GETFL },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_GETLK },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_SETLK },
    { __NR_fcntl, 1, (uint32_t)WHOLE, F_DUPFD_CLOEXEC },
};

enum {
    CALLS = sizeof calls / sizeof calls[0],
    LOOKS = sizeof looks / sizeof looks[0],
    LOOK_SIZE = 6, HEAD = 6, TAIL = 1,           /* instructions */
    SIZE = HEAD + 2 * CALLS + LOOK_SIZE * (LOOKS + 1) + TAIL,
};

#define NUMBER (uint32_t) offsetof(struct seccomp_data, nr)
#define ARG(n) \
    (uint32_t)(offsetof(struct seccomp_data, args) + 8u * (unsigned)(n))
#define LOAD(at)     (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define KEEP(mask) \
    (struct sock_filter) BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask)
#define RETURN(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, what)
#define EQUAL(value, yes, no) \
    (struct sock_filter)      \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), yes, no)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)

/* Needs the number of the call loaded, and leaves it so. */
static size_t write_look(struct sock_filter *f, Look look) {
    size_t at = 0;
    f[at++] = EQUAL(look.number, 0, LOOK_SIZE - 1);
    f[at++] = LOAD(ARG(look.arg));
    f[at++] = KEEP(look.mask);
    f[at++] = EQUAL(look.value, 0, 1);
    f[at++] = ALLOW;
    f[at++] = LOAD(NUMBER);
    assert(at == LOOK_SIZE);
    return at;
}

static size_t write_filter(struct sock_filter *f) {
    const Look self = { __NR_tgkill, 0, (uint32_t)WHOLE, (uint32_t)getpid() };
    size_t at = 0;
    f[at++] = LOAD((uint32_t)offsetof(struct seccomp_data, arch));
    f[at++] = EQUAL(ARCHITECTURE, 1, 0);
    f[at++] = REFUSE(EPERM);
    f[at++] = LOAD(NUMBER);
    f[at++] = EQUAL(__NR_clone3, 0, 1);          /* the C library then clones */
    f[at++] = REFUSE(ENOSYS);
    for (size_t i = 0; i < CALLS; i++) {
        f[at++] = EQUAL(calls[i], 0, 1);
        f[at++] = ALLOW;
    }
    for (size_t i = 0; i < LOOKS; i++) at += write_look(f + at, looks[i]);
    at += write_look(f + at, self);
    f[at++] = REFUSE(EPERM);
    assert(at == SIZE);
    return at;
}

bool jail_close_calls(void) {
    struct sock_filter rows[SIZE];
    struct sock_fprog filter = { 0, rows };
    filter.len = (unsigned short)write_filter(rows);
    return gives_up_privileges() &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#else

bool jail_close_calls(void) { return false; }

#endif

#else

bool jail_close_files(const char *writable, const char *readable) {
    (void)writable;
    (void)readable;
    return false;
}

bool jail_close_calls(void) { return false; }

#endif

Jail jail_close(const char *writable, const char *readable) {
    Jail jail;
    jail.files = jail_close_files(writable, readable);
    jail.calls = jail_close_calls();
    return jail;
}
