/* faults.c -- a library to be preloaded (LD_PRELOAD) that makes the system
 * fail, so that tests can see what a whole process does then.
 *
 *     FAULT_ALLOC=n    the n-th request for memory fails; with FAULT_LASTING=1
 *     FAULT_WRITE=n    the n-th write to a file fails: all later ones do, too
 *     FAULT_SYNC=n     the n-th fsync fails
 *     FAULT_OPEN=n     the n-th file cannot be opened (EMFILE)
 *     FAULT_READ=n     the n-th read of a file fails, and all later ones (EIO)
 *     FAULT_THREAD=n   the n-th thread cannot be made
 *     FAULT_ERRNO=n    what failed writes and syncs say (ENOSPC)
 *     FAULT_LANDLOCK=1 the kernel knows no Landlock
 *     FAULT_SHORT=1    writes write half of what was asked
 *     FAULT_CLOCK=1    every look at the calendar jumps years to and fro
 *     FAULT_HURRY=n    the timers of the program ring n times as early
 *     FAULT_SECONDS=n  after which the process is killed: it hangs
 *     FAULT_REPORT=F   how many requests, writes, syncs, threads, opened files
 *                      and reads there were
 *     FAULT_STEP=k, FAULT_LAST=m
 *                      requests n, n + k, ... up to m fail, each in a child
 *
 * Counting starts when the library is loaded and ends with main(). Processes
 * that the program starts are spared. Only Linux with glibc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t n);
extern void *__libc_memalign(size_t alignment, size_t n);

/* One kind of fault: how often it was met, and when it strikes (0: never). */
typedef struct Fault {
    atomic_long met;
    long        at;
} Fault;

static Fault alloc, writing, syncing, threads, opening, reading;
static bool  ready, lasting, halves, jumping, unlocked;
static int   reason = ENOSPC;
static long  seconds, step, last, hurry;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

static int set_timer(timer_t timer, int flags, const struct itimerspec *span,
                     struct itimerspec *before) {
    typedef int Set(timer_t, int, const struct itimerspec *,
                    struct itimerspec *);
    void *real = dlsym(RTLD_NEXT, "timer_settime");
    return (*(Set **)&real)(timer, flags, span, before);
}

/* SIGKILL, which nobody can catch or block. */
static void limit_time(void) {
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL,
                              .sigev_signo = SIGKILL };
    struct itimerspec span = { .it_value.tv_sec = seconds };
    timer_t timer;
    if (seconds && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        set_timer(timer, 0, &span, NULL);
}

__attribute__((constructor)) static void begin(void) {
    alloc.at = number("FAULT_ALLOC");
    writing.at = number("FAULT_WRITE");
    syncing.at = number("FAULT_SYNC");
    threads.at = number("FAULT_THREAD");
    opening.at = number("FAULT_OPEN");
    reading.at = number("FAULT_READ");
    if (number("FAULT_ERRNO")) reason = (int)number("FAULT_ERRNO");
    lasting = number("FAULT_LASTING");
    halves = number("FAULT_SHORT");
    jumping = number("FAULT_CLOCK");
    unlocked = number("FAULT_LANDLOCK");
    seconds = number("FAULT_SECONDS");
    step = number("FAULT_STEP");
    last = number("FAULT_LAST");
    hurry = number("FAULT_HURRY");
    if (!step) limit_time();
    unsetenv("LD_PRELOAD");
    ready = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_REPORT");
    ready = false;
    FILE *f = path ? fopen(path, "w") : NULL;
    if (!f) return;
    fprintf(f, "%ld %ld %ld %ld %ld %ld\n", alloc.met, writing.met, syncing.met,
            threads.met, opening.met, reading.met);
    fclose(f);
}

/* ---- many faults of one process ------------------------------------------ */

/* With FAULT_STEP the process itself meets no fault. At each place it forks a
 * child that does, and waits for it. That saves the way to the place, as long
 * as no file is open that both would write. The child works in the folder that
 * bears the place's number, where it finds what it is to find; there its output
 * goes, behind what was printed before the fork, and its status. */

static void redirect(int fd, const char *path) {
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    off_t at = 0;
    while (sendfile(file, fd, &at, 1 << 20) > 0) {}
    dup2(file, fd);
    close(file);
}

static void note(long n, int status) {
    char path[32];
    snprintf(path, sizeof path, "%ld/status", n);
    int file = open(path, O_CREAT | O_WRONLY, 0600);
    dprintf(file, "%d\n",
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    close(file);
}

/* True in the child. Files that are being read are the child's, too: afterwards
 * they are where they were. fork() would give the child's thread another
 * number, and it would wait for ever for a mutex that SQLite holds. */
static bool branch(Fault *fault) {
    enum { FILES = 32 };
    off_t at[FILES];
    char folder[24];
    int status = -1;
    for (int fd = 3; fd < FILES; fd++) at[fd] = lseek(fd, 0, SEEK_CUR);
    pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        step = 0;
        snprintf(folder, sizeof folder, "%ld", fault->at);
        if (chdir(folder) != 0) abort();
        redirect(1, "out");
        redirect(2, "err");
        limit_time();
        return true;
    }
    waitpid(child, &status, 0);
    for (int fd = 3; fd < FILES; fd++) lseek(fd, at[fd], SEEK_SET);
    ready = false;                   /* what follows takes requests, too */
    note(fault->at, status);
    ready = true;
    fault->at += step;
    if (fault->at > last) _exit(0);
    return false;
}

static bool strikes(Fault *fault, bool stays) {
    if (!ready) return false;
    long n = atomic_fetch_add(&fault->met, 1) + 1;
    if (step && n == fault->at) return branch(fault);
    return fault->at > 0 && (stays ? n >= fault->at : n == fault->at);
}

/* ---- memory ------------------------------------------------------------- */

void *malloc(size_t n) {
    if (!strikes(&alloc, lasting)) return __libc_malloc(n);
    errno = ENOMEM;
    return NULL;
}

void *calloc(size_t n, size_t size) {
    if (!strikes(&alloc, lasting)) return __libc_calloc(n, size);
    errno = ENOMEM;
    return NULL;
}

void *realloc(void *block, size_t n) {
    if (!strikes(&alloc, lasting)) return __libc_realloc(block, n);
    errno = ENOMEM;
    return NULL;
}

int posix_memalign(void **block, size_t alignment, size_t n) {
    if (strikes(&alloc, lasting)) return ENOMEM;
    *block = __libc_memalign(alignment, n);
    return *block ? 0 : ENOMEM;
}

/* ---- files -------------------------------------------------------------- */

static size_t asked(size_t n) { return halves && n > 1 ? n / 2 : n; }

ssize_t write(int fd, const void *bytes, size_t n) {
    if (fd > 2 && strikes(&writing, true)) {
        errno = reason;
        return -1;
    }
    return syscall(SYS_write, fd, bytes, fd > 2 ? asked(n) : n);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) {
    if (strikes(&writing, true)) {
        errno = reason;
        return -1;
    }
    return syscall(SYS_pwrite64, fd, bytes, asked(n), at);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
    return pwrite64(fd, bytes, n, at);
}

int fsync(int fd) {
    if (!strikes(&syncing, true)) return (int)syscall(SYS_fsync, fd);
    errno = reason;
    return -1;
}

int fdatasync(int fd) {
    if (!strikes(&syncing, true)) return (int)syscall(SYS_fdatasync, fd);
    errno = reason;
    return -1;
}

/* A file of the program's own is opened; libraries of the system are spared,
 * and so is the clock's zone. */
static bool cannot_open(const char *path) {
    static const char *const spared[] = { "/etc/", "/usr/",  "/lib",
                                          "/sys/", "/proc/", "/dev/" };
    for (size_t i = 0; i < sizeof spared / sizeof spared[0]; i++)
        if (strncmp(path, spared[i], strlen(spared[i])) == 0) return false;
    if (!strikes(&opening, false)) return false;
    errno = EMFILE;
    return true;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (cannot_open(path)) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open64(path, flags, mode);
}

FILE *fopen64(const char *restrict path, const char *restrict mode) {
    typedef FILE *Open(const char *, const char *);
    if (cannot_open(path)) return NULL;
    void *real = dlsym(RTLD_NEXT, "fopen64");
    return (*(Open **)&real)(path, mode);
}

FILE *fopen(const char *restrict path, const char *restrict mode) {
    return fopen64(path, mode);
}

static bool cannot_read(int fd) {
    if (fd <= 2 || !strikes(&reading, true)) return false;
    errno = EIO;
    return true;
}

ssize_t read(int fd, void *bytes, size_t n) {
    return cannot_read(fd) ? -1 : syscall(SYS_read, fd, bytes, n);
}

ssize_t pread64(int fd, void *bytes, size_t n, off64_t at) {
    return cannot_read(fd) ? -1 : syscall(SYS_pread64, fd, bytes, n, at);
}

ssize_t pread(int fd, void *bytes, size_t n, off_t at) {
    return pread64(fd, bytes, n, at);
}

/* ---- the kernel --------------------------------------------------------- */

/* What has no function in the C library is called by its number. */
long syscall(long call, ...) {
    typedef long Call(long, ...);
    static void *real;
    long a[6];
    va_list rest;
    va_start(rest, call);
    for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
    va_end(rest);
    if (unlocked && call == SYS_landlock_create_ruleset) {
        errno = ENOSYS;
        return -1;
    }
    if (!real) real = dlsym(RTLD_NEXT, "syscall");
    return (*(Call **)&real)(call, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* ---- threads ------------------------------------------------------------ */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                   void *(*start)(void *), void *argument) {
    typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                       void *);
    if (strikes(&threads, true)) return EAGAIN;
    void *real = dlsym(RTLD_NEXT, "pthread_create");
    return (*(Create **)&real)(thread, attributes, start, argument);
}

/* ---- the calendar ------------------------------------------------------- */

enum { YEAR = 365 * 24 * 3600 };

/* Forward four years, back nine, and so on. */
static long jump(void) {
    static atomic_long looks;
    if (!jumping) return 0;
    return atomic_fetch_add(&looks, 1) % 2 ? -9L * YEAR : 4L * YEAR;
}

int clock_gettime(clockid_t id, struct timespec *t) {
    int status = (int)syscall(SYS_clock_gettime, id, t);
    if (id == CLOCK_REALTIME) t->tv_sec += jump();
    return status;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    t->tv_sec = now.tv_sec;
    t->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *t) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (t) *t = now.tv_sec;
    return now.tv_sec;
}

/* ---- timers ------------------------------------------------------------- */

static struct timespec sooner(struct timespec t) {
    const long billion = 1000000000;
    long long ns = (t.tv_sec * (long long)billion + t.tv_nsec) / hurry;
    return (struct timespec){ ns / billion, (long)(ns % billion) };
}

int timer_settime(timer_t timer, int flags,
                  const struct itimerspec *restrict span,
                  struct itimerspec *restrict before) {
    if (!hurry) return set_timer(timer, flags, span, before);
    struct itimerspec early = { sooner(span->it_interval),
                                sooner(span->it_value) };
    return set_timer(timer, flags, &early, before);
}

/* ---- the end ------------------------------------------------------------ */

typedef int Main(int argc, char **argv, char **environment);

static Main *program;

/* Nothing fails after main(): what follows is not the program's own. Under
 * MODE=cover gcov writes its counters then, and it crashes without memory. */
static int until_its_end(int argc, char **argv, char **environment) {
    int status = program(argc, argv, environment);
    ready = false;
    return status;
}

int __libc_start_main(Main *, int, char **, void (*)(void), void (*)(void),
                      void (*)(void), void *);

int __libc_start_main(Main *given, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*unload)(void), void *stack) {
    typedef int Start(Main *, int, char **, void (*)(void), void (*)(void),
                      void (*)(void), void *);
    void *real = dlsym(RTLD_NEXT, "__libc_start_main");
    program = given;
    return (*(Start **)&real)(until_its_end, argc, argv, init, fini, unload,
                              stack);
}
