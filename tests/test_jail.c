/* The jail, each time in a process of its own: what it refuses and what still
 * works, behind both of its walls and behind each alone. */
#define _GNU_SOURCE
#include "greatest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/jail.h"

static char folder[] = "/tmp/ludus-jail-XXXXXX";

typedef bool Attempt(void);

/* Which of its walls the jail has. */
typedef enum Walls { FILES = 1, CALLS = 2, BOTH = FILES | CALLS } Walls;

static Jail closed(Walls walls) {
    Jail jail = { false, false };
    if (walls == BOTH) return jail_close(folder, "/usr");
    if (walls == FILES) jail.files = jail_close_files(folder, "/usr");
    if (walls == CALLS) jail.calls = jail_close_calls();
    return jail;
}

/* Does the attempt succeed behind those walls? */
static bool inside(Walls walls, Attempt *attempt, Jail *jail) {
    int report[2], status;
    if (pipe(report) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        Jail made = closed(walls);
        if (write(report[1], &made, sizeof made) != sizeof made) _exit(9);
        _exit(attempt() ? 0 : 1);
    }
    close(report[1]);
    if (read(report[0], jail, sizeof *jail) != sizeof *jail)
        *jail = (Jail){ 0 };
    close(report[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool opens(const char *path, int flags) {
    int fd = open(path, flags, 0600);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

static bool read_elsewhere(void) { return opens("/etc/passwd", O_RDONLY); }
static bool read_process(void) { return opens("/proc/self/environ", O_RDONLY); }
static bool list_elsewhere(void) {
    return opens("/etc", O_RDONLY | O_DIRECTORY);
}
static bool read_given(void) { return opens("/usr", O_RDONLY | O_DIRECTORY); }

static bool write_given(void) {
    return opens("/usr/ludus-jail-test", O_WRONLY | O_CREAT);
}

static bool work_in_folder(void) {
    char path[64];
    snprintf(path, sizeof path, "%s/file", folder);
    return opens(path, O_RDWR | O_CREAT) && opens(path, O_RDWR | O_TRUNC) &&
           unlink(path) == 0;
}

static bool forks(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    return child > 0;
}

static bool executes(void) {
    char *words[] = { (char[]){ "true" }, NULL };
    execv("/usr/bin/true", words);
    return false;                    /* a success ends with status 0 */
}

static bool talks(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool signals_parent(void) { return kill(getppid(), 0) == 0; }
static bool signals_self(void) { return pthread_kill(pthread_self(), 0) == 0; }

static bool maps(int protection) {
    return mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}

static bool makes_code(void) { return maps(PROT_READ | PROT_EXEC); }

static bool turns_code(void) {
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                      0);
    const int code = PROT_READ | PROT_EXEC;
    return mprotect(page, 4096, code) == 0 ||
           syscall(SYS_pkey_mprotect, page, 4096, code, -1) == 0;
}

static bool maps_memory(void) { return maps(PROT_READ | PROT_WRITE); }
static bool changes_mode(void) { return chmod(folder, 0777) == 0; }

static void *nothing(void *arg) { return arg; }

static bool starts_thread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 &&
           pthread_join(thread, NULL) == 0;
}

/* ---- calls of the kernel by their numbers -------------------------------- */

static const int passing[] = {
#define CALL(name) __NR_##name,
#include "base/system/jail_calls.def"
#undef CALL
    __NR_clone, __NR_mmap, __NR_mprotect, __NR_ioctl, __NR_fcntl, __NR_tgkill,
};

static bool passes(long number) {
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
        if (passing[i] == number) return true;
    return false;
}

static bool refused(long number, long a, long b, long c) {
    long wanted = number == __NR_clone3 ? ENOSYS : EPERM;
    errno = 0;
    if (syscall(number, a, b, c, 0, 0, 0) == -1 && errno == wanted) return true;
    printf("call %ld: errno %d\n", number, errno);
    return false;
}

/* Every call there is, and those of years to come, but the ones of the table. */
static bool calls_anything_else(void) {
    for (long n = 0; n < 1024; n++)
        if (!passes(n) && !refused(n, 0, 0, 0)) return true;
    for (long n = 0x40000000; n < 0x40000400; n++)         /* x32 */
        if (!refused(n, 0, 0, 0)) return true;
    return false;
}

/* Calls that pass, with arguments that do not. */
static bool asks_too_much(void) {
    static const long rows[][4] = {
        { __NR_ioctl, 0, TIOCSTI, 0 },
        { __NR_ioctl, 0, TIOCSWINSZ, 0 },
        { __NR_ioctl, 0, TCSETS, 0 },
        { __NR_fcntl, 0, F_SETOWN, 1 },
        { __NR_fcntl, 0, F_SETFL, O_ASYNC },
        { __NR_fcntl, 0, F_SETLEASE, 0 },
        { __NR_clone, SIGCHLD, 0, 0 },
        { __NR_clone, CLONE_THREAD | CLONE_NEWNET, 0, 0 },
        { __NR_clone, CLONE_VFORK | CLONE_VM, 0, 0 },
        { __NR_tgkill, 1, 1, 0 },
        { __NR_mprotect, 0, 0, PROT_EXEC },
        { __NR_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!refused(rows[i][0], rows[i][1], rows[i][2], rows[i][3]))
            return true;
    return false;
}

/* ---- what is tried --------------------------------------------------------- */

typedef struct Row {
    const char *name;
    Attempt *attempt;
    Walls    wall;                   /* that decides */
    bool     works;
} Row;

static const Row rows[] = {
    { "read elsewhere", read_elsewhere, FILES, false },
    { "read its environment", read_process, FILES, false },
    { "list elsewhere", list_elsewhere, FILES, false },
    { "write where it may read", write_given, FILES, false },
    { "read where it may", read_given, FILES, true },
    { "work in its folder", work_in_folder, BOTH, true },
    { "fork", forks, CALLS, false },
    { "execute", executes, BOTH, false },
    { "talk", talks, CALLS, false },
    { "signal its parent", signals_parent, CALLS, false },
    { "signal itself", signals_self, CALLS, true },
    { "make code", makes_code, CALLS, false },
    { "turn data into code", turns_code, CALLS, false },
    { "map memory", maps_memory, CALLS, true },
    { "change a mode", changes_mode, CALLS, false },
    { "start a thread", starts_thread, CALLS, true },
    { "call what is not in the table", calls_anything_else, CALLS, false },
    { "ask too much of a call", asks_too_much, CALLS, false },
};

static bool stands(Jail jail, Walls walls) {
    return (!(walls & FILES) || jail.files) && (!(walls & CALLS) || jail.calls);
}

/* Each row behind both walls, and behind the wall that decides alone. */
TEST the_kernel_holds_what_is_inside(void) {
    ASSERT(mkdtemp(folder));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const Row *row = &rows[i];
        for (Walls walls = FILES; walls <= BOTH; walls++) {
            Jail jail;
            bool works = inside(walls, row->attempt, &jail);
            if ((walls & row->wall) && stands(jail, walls))
                ASSERT_EQm(row->name, row->works, works);
        }
    }
    rmdir(folder);
    PASS();
}

SUITE(test_jail) { RUN_TEST(the_kernel_holds_what_is_inside); }
