/* absent.c -- what a browser has not: a terminal, other programs, cores.
 *
 * Takes the place of vm/base/terminal.c, and of what emscripten's C library
 * lacks, in the program for browsers. Whatever is asked for fails.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <spawn.h>

#include "base/terminal.h"

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
