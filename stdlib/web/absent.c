/* absent.c -- what a browser has not: a terminal, a server, programs.
 *
 * Takes the place of terminal.c and http.c of vm/base/system, and of what the
 * C library of emscripten lacks, in the program for browsers. Whatever is asked
 * for fails.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <spawn.h>

#include "base/system/http.h"
#include "base/system/terminal.h"

/* ---- terminal.h --------------------------------------------------------- */

Terminal *terminal_new(TerminalComplete *complete, void *context, Err *err) {
    (void)complete;
    (void)context;
    err_set(err, "there is no terminal in a browser");
    return NULL;
}

void terminal_free(void *terminal) { (void)terminal; }

void terminal_load(Terminal *terminal, const char *path) {
    (void)terminal;
    (void)path;
}

bool terminal_save(Terminal *terminal, const char *path, Err *err) {
    (void)terminal;
    return err_set(err, "%s: there is no terminal in a browser", path);
}

bool terminal_append(const char *path, const char *text, Err *err) {
    (void)text;
    return err_set(err, "%s: there is no terminal in a browser", path);
}

void terminal_remember(Terminal *terminal, const char *text) {
    (void)terminal;
    (void)text;
}

TerminalEnd terminal_read(Terminal *terminal, const char *prompt,
                          const char **line, size_t *len) {
    (void)terminal;
    (void)prompt;
    *line = "";
    *len = 0;
    return TERMINAL_CLOSED;
}

bool terminal_key(int cols, int rows, int milliseconds, char name[16]) {
    (void)cols;
    (void)rows;
    (void)milliseconds;
    name[0] = '\0';
    return false;
}

/* ---- http.h ------------------------------------------------------------- */

Http *http_open(const HttpSetup *setup, Err *err) {
    (void)setup;
    err_set(err, "there is no server in a browser");
    return NULL;
}

void http_close(void *http) { (void)http; }

int http_port(const Http *http) {
    (void)http;
    return 0;
}

bool http_wait(Http *http, int milliseconds) {
    (void)http;
    (void)milliseconds;
    return false;
}

/* ---- emscripten's C library --------------------------------------------- */

int posix_spawnp(pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const words[],
                 char *const environment[]) {
    (void)pid;
    (void)file;
    (void)actions;
    (void)attributes;
    (void)words;
    (void)environment;
    return ENOSYS;
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    (void)pid;
    (void)size;
    (void)set;
    errno = ENOSYS;                  /* pool.c: one core */
    return -1;
}

int __sched_cpucount(size_t size, const cpu_set_t *set);

int __sched_cpucount(size_t size, const cpu_set_t *set) {
    (void)size;
    (void)set;
    return 1;
}
