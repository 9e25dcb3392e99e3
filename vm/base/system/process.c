/* process.c -- another program, talked to by lines.
 *
 * A socket in place of two pipes: writing to one whose other end is closed can
 * be an error and no signal, and one descriptor is waited for in either
 * direction. What was read beyond a line is kept for the next.
 */
#define _POSIX_C_SOURCE 200809L
#include "process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

extern char **environ;

struct Process {
    pid_t  pid;                      /* 0 once it has been waited for */
    int    socket;
    size_t used;                     /* bytes read and not given yet */
    char   bytes[PROCESS_LINE_MAX];
};

/* ---- starting and ending ------------------------------------------------- */

static bool open_sockets(int pair[2], Err *err) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return err_set(err, "no socket: %s", strerror(errno));
    for (int i = 0; i < 2; i++) fcntl(pair[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool start(Process *p, const char *const words[], int theirs, Err *err) {
    posix_spawn_file_actions_t files;
    union {
        const char *const *in;
        char *const *out;
    } argv = { .in = words };
    if (posix_spawn_file_actions_init(&files) != 0)
        return err_set(err, "no memory to start %.100s", words[0]);
    posix_spawn_file_actions_adddup2(&files, theirs, 0);
    posix_spawn_file_actions_adddup2(&files, theirs, 1);
    int failed = posix_spawnp(&p->pid, words[0], &files, NULL, argv.out,
                              environ);
    posix_spawn_file_actions_destroy(&files);
    return !failed || err_set(err, "'%.100s' cannot be started: %s", words[0],
                              strerror(failed));
}

Process *process_open(const char *const words[], Err *err) {
    int pair[2];
    Process *p = mem_new(1, sizeof *p, err);
    if (!p || !open_sockets(pair, err)) {
        mem_free(p);
        return NULL;
    }
    bool ok = start(p, words, pair[1], err);
    close(pair[1]);
    p->socket = pair[0];
    if (ok) return p;
    close(pair[0]);
    mem_free(p);
    return NULL;
}

/* Has it ended? Waits for that, but not long. */
static bool gone(Process *p) {
    enum { TRIES = 50 };
    const struct timespec moment = { 0, 10000000 };
    for (int i = 0; i < TRIES; i++) {
        pid_t found = waitpid(p->pid, NULL, WNOHANG);
        if (found == p->pid || (found < 0 && errno != EINTR)) return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

void process_stop(const Process *p) { kill(p->pid, SIGTERM); }

double process_cpu(const Process *p) {
    clockid_t id;
    struct timespec t;
    if (clock_getcpuclockid(p->pid, &id) != 0) return -1;
    if (clock_gettime(id, &t) != 0) return -1;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void process_close(void *process) {
    Process *p = process;
    if (!p) return;
    shutdown(p->socket, SHUT_RDWR);
    close(p->socket);
    if (!gone(p)) {
        kill(p->pid, SIGKILL);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) continue;
    }
    mem_free(p);
}

/* ---- lines --------------------------------------------------------------- */

/* Waits until the socket can be read or written; false once `end` has come. */
static bool ready(const Process *p, short what, double end) {
    for (;;) {
        double left = end - clock_wall();
        if (left <= 0) return false;
        struct pollfd fd = { .fd = p->socket, .events = what };
        int n = poll(&fd, 1, left > 1000 ? 1000000 : (int)(left * 1000) + 1);
        if (n > 0) return true;
        if (n < 0 && errno != EINTR) return true;    /* reading will tell */
    }
}

static bool ended(Err *err) { return err_set(err, "the program has ended"); }

static bool too_slow(double seconds, Err *err) {
    return err_set(err, "no answer within %g seconds", seconds);
}

static bool send_all(Process *p, const char *bytes, size_t n, double end,
                     Err *err) {
    while (n > 0) {
        if (!ready(p, POLLOUT, end))
            return err_set(err, "the program does not read what it is sent");
        ssize_t done = send(p->socket, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (done < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (done <= 0) return ended(err);
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

bool process_send(Process *p, const char *line, size_t len, double seconds,
                  Err *err) {
    double end = clock_wall() + seconds;
    if (len >= PROCESS_LINE_MAX || memchr(line, '\n', len))
        return err_set(err, "what is sent must be one line of at most %d bytes",
                       PROCESS_LINE_MAX - 1);
    return send_all(p, line, len, end, err) && send_all(p, "\n", 1, end, err);
}

/* Gives the first `len` bytes and drops them with the newline behind them. */
static void take(Process *p, size_t len, Buf *line) {
    assert(len < p->used);
    size_t kept = len && p->bytes[len - 1] == '\r' ? len - 1 : len;
    buf_bytes(line, p->bytes, kept);
    p->used -= len + 1;
    memmove(p->bytes, p->bytes + len + 1, p->used);
}

bool process_receive(Process *p, double seconds, Buf *line, Err *err) {
    double end = clock_wall() + seconds;
    for (;;) {
        const char *newline = memchr(p->bytes, '\n', p->used);
        if (newline) {
            take(p, (size_t)(newline - p->bytes), line);
            return buf_ok(line, err);
        }
        if (p->used == PROCESS_LINE_MAX)
            return err_set(err, "its line is longer than %d bytes",
                           PROCESS_LINE_MAX - 1);
        if (!ready(p, POLLIN, end)) return too_slow(seconds, err);
        ssize_t n = recv(p->socket, p->bytes + p->used,
                         PROCESS_LINE_MAX - p->used, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return ended(err);
        p->used += (size_t)n;
    }
}
