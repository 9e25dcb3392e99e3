/* The jail, each time in a process of its own. */
#define _GNU_SOURCE
#include "greatest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/jail.h"

static char folder[] = "/tmp/ludus-jail-XXXXXX";

typedef bool Attempt(void);

/* Does the attempt succeed behind a jail with that folder? */
static bool inside(Attempt *attempt, Jail *jail) {
    int report[2], status;
    if (pipe(report) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        Jail made = jail_close(folder, "/usr");
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

typedef struct Row {
    const char *name;
    Attempt *attempt;
    bool files, works;
} Row;

static const Row rows[] = {
    { "read elsewhere", read_elsewhere, true, false },
    { "read its environment", read_process, true, false },
    { "list elsewhere", list_elsewhere, true, false },
    { "write where it may read", write_given, true, false },
    { "read where it may", read_given, true, true },
    { "work in its folder", work_in_folder, true, true },
    { "fork", forks, false, false },
    { "execute", executes, false, false },
    { "talk", talks, false, false },
    { "signal its parent", signals_parent, false, false },
    { "signal itself", signals_self, false, true },
    { "make code", makes_code, false, false },
    { "turn data into code", turns_code, false, false },
    { "map memory", maps_memory, false, true },
    { "change a mode", changes_mode, false, false },
    { "start a thread", starts_thread, false, true },
};

TEST the_kernel_holds_what_is_inside(void) {
    ASSERT(mkdtemp(folder));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Jail jail;
        bool works = inside(rows[i].attempt, &jail);
        if (rows[i].files ? jail.files : jail.calls)
            ASSERT_EQm(rows[i].name, rows[i].works, works);
    }
    rmdir(folder);
    PASS();
}

SUITE(test_jail) { RUN_TEST(the_kernel_holds_what_is_inside); }
