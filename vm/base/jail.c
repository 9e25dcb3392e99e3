/* jail.c -- asks the kernel to hold a process that runs code of strangers.
 *
 * Files by Landlock: everything the running kernel can forbid is forbidden,
 * then two folders are given back. System calls by a seccomp filter: those of
 * the table fail with "operation not permitted". The filter is a list of
 *
 *     load the number of the call
 *     equal to a row?  -> refuse
 *     ...
 *     allow
 *
 * with three calls looked at more closely: clone() may make threads only,
 * mmap() and mprotect() nothing executable, tgkill() may reach this process
 * only.
 */
#define _GNU_SOURCE
#include "jail.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

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

static bool close_files(const char *writable, const char *readable) {
    long version = syscall(__NR_landlock_create_ruleset, NULL, 0,
                           LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return false;
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

static const int refused[] = {
    __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv,
    __NR_process_vm_writev, __NR_kill, __NR_tkill, __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo, __NR_pidfd_open, __NR_pidfd_send_signal,
    __NR_pidfd_getfd, __NR_socket, __NR_socketpair, __NR_connect, __NR_bind,
    __NR_listen, __NR_accept, __NR_accept4, __NR_sendto, __NR_sendmsg,
    __NR_sendmmsg, __NR_io_uring_setup, __NR_memfd_create, __NR_mount,
    __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_chdir, __NR_fchdir,
    __NR_unshare, __NR_setns, __NR_bpf, __NR_perf_event_open, __NR_userfaultfd,
    __NR_add_key, __NR_request_key, __NR_keyctl, __NR_init_module,
    __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_reboot,
    __NR_open_by_handle_at, __NR_name_to_handle_at, __NR_fchmodat,
    __NR_fchownat, __NR_setxattr, __NR_lsetxattr, __NR_removexattr,
    __NR_utimensat, __NR_setpriority, __NR_personality, __NR_msgget,
    __NR_semget, __NR_shmget, __NR_mq_open, __NR_pkey_mprotect,
#ifdef __NR_fork
    __NR_fork, __NR_vfork, __NR_chmod, __NR_chown, __NR_lchown, __NR_utime,
    __NR_utimes, __NR_futimesat,
#endif
};

enum { REFUSED = sizeof refused / sizeof refused[0], EXTRA = 32 };

#define ARG(n) \
    (uint32_t)(offsetof(struct seccomp_data, args) + 8u * (unsigned)(n))
#define LOAD(at)     (struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define RETURN(what) (struct sock_filter) BPF_STMT(BPF_RET | BPF_K, what)
#define JUMP(test, value, yes, no) \
    (struct sock_filter)           \
        BPF_JUMP(BPF_JMP | test | BPF_K, (uint32_t)(value), yes, no)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define ALLOW RETURN(SECCOMP_RET_ALLOW)

/* Call `number` passes if its argument `n` has a bit of `bits` (`wanted`), or
 * has none of them; otherwise it is refused. */
static size_t look_at_bits(struct sock_filter *f, int number, int n,
                           uint32_t bits, bool wanted) {
    size_t at = 0;
    f[at++] = JUMP(BPF_JEQ, number, 0, 4);
    f[at++] = LOAD(ARG(n));
    f[at++] = JUMP(BPF_JSET, bits, wanted ? 1 : 0, wanted ? 0 : 1);
    f[at++] = REFUSE(EPERM);
    f[at++] = ALLOW;
    return at;
}

static size_t write_filter(struct sock_filter *f) {
    size_t at = 0;
    f[at++] = LOAD((uint32_t)offsetof(struct seccomp_data, arch));
    f[at++] = JUMP(BPF_JEQ, ARCHITECTURE, 1, 0);
    f[at++] = REFUSE(EPERM);
    f[at++] = LOAD((uint32_t)offsetof(struct seccomp_data, nr));
    f[at++] = JUMP(BPF_JGE, 0x40000000, 0, 1);   /* the x32 calls */
    f[at++] = REFUSE(EPERM);
    f[at++] = JUMP(BPF_JEQ, __NR_clone3, 0, 1);  /* the C library then clones */
    f[at++] = REFUSE(ENOSYS);
    for (size_t i = 0; i < REFUSED; i++) {
        f[at++] = JUMP(BPF_JEQ, refused[i], 0, 1);
        f[at++] = REFUSE(EPERM);
    }
    at += look_at_bits(f + at, __NR_clone, 0, CLONE_THREAD, true);
    at += look_at_bits(f + at, __NR_mmap, 2, PROT_EXEC, false);
    at += look_at_bits(f + at, __NR_mprotect, 2, PROT_EXEC, false);
    f[at++] = JUMP(BPF_JEQ, __NR_tgkill, 0, 3);
    f[at++] = LOAD(ARG(0));
    f[at++] = JUMP(BPF_JEQ, getpid(), 1, 0);
    f[at++] = REFUSE(EPERM);
    f[at++] = ALLOW;
    return at;
}

static bool close_calls(void) {
    struct sock_filter rows[2 * REFUSED + EXTRA];
    struct sock_fprog filter = { 0, rows };
    filter.len = (unsigned short)write_filter(rows);
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

#else

static bool close_calls(void) { return false; }

#endif

Jail jail_close(const char *writable, const char *readable) {
    Jail jail = { false, false };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return jail;
    jail.files = close_files(writable, readable);
    jail.calls = close_calls();
    return jail;
}

#else

Jail jail_close(const char *writable, const char *readable) {
    (void)writable;
    (void)readable;
    return (Jail){ false, false };
}

#endif
