/* terminal.c -- line editing by libedit, single keys by termios.
 *
 * While a line is edited the terminal makes no signals: Ctrl-C and Ctrl-Z are
 * keys like others, so nothing can arrive in the middle of the editor. At any
 * other time they are signals and somebody else's business.
 */
#define _GNU_SOURCE
#include "terminal.h"

#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "base/mem.h"

enum { HISTORY_BYTES_MAX = 1 << 20 };

struct Terminal {
    EditLine         *editor;
    History          *history;
    const char       *prompt;
    bool              cancelled;
    TerminalComplete *complete;
    void             *context;
};

/* ---- what libedit calls ------------------------------------------------- */

static Terminal *terminal_of(EditLine *editor) {
    void *terminal = NULL;
    el_get(editor, EL_CLIENTDATA, &terminal);
    return terminal;
}

static char *show_prompt(EditLine *editor) {
    return (char *)(size_t)terminal_of(editor)->prompt;
}

static unsigned char on_cancel(EditLine *editor, int key) {
    (void)key;
    terminal_of(editor)->cancelled = true;
    fputs("^C\n", stdout);
    fflush(stdout);
    return CC_NEWLINE;
}

static unsigned char on_suspend(EditLine *editor, int key) {
    (void)key;
    el_set(editor, EL_PREP_TERM, 0);
    raise(SIGTSTP);
    el_set(editor, EL_PREP_TERM, 1);
    return CC_REDISPLAY;
}

static unsigned char on_complete(EditLine *editor, int key) {
    (void)key;
    Terminal *t = terminal_of(editor);
    const LineInfo *line = el_line(editor);
    const char *list = NULL;
    size_t before = (size_t)(line->cursor - line->buffer);
    const char *insert = t->complete(t->context, line->buffer, before, &list);
    if (insert && *insert && el_insertstr(editor, insert) != 0) return CC_ERROR;
    if (!list) return insert && *insert ? CC_REFRESH : CC_REFRESH_BEEP;
    printf("\n%s\n", list);
    fflush(stdout);
    return CC_REDISPLAY;
}

/* ---- life --------------------------------------------------------------- */

static void set_up(Terminal *t) {
    EditLine *e = t->editor;
    HistEvent event;
    el_set(e, EL_CLIENTDATA, t);
    el_set(e, EL_SIGNAL, 0);
    el_set(e, EL_PROMPT_ESC, show_prompt, '\1');
    el_set(e, EL_EDITOR, "emacs");
    el_set(e, EL_ADDFN, "ludus-complete", "complete the word", on_complete);
    el_set(e, EL_ADDFN, "ludus-cancel", "give the line up", on_cancel);
    el_set(e, EL_ADDFN, "ludus-suspend", "back to the shell", on_suspend);
    el_set(e, EL_BIND, "\t", "ludus-complete", NULL);
    el_set(e, EL_BIND, "^C", "ludus-cancel", NULL);
    el_set(e, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(e, EL_BIND, "^Z", "ludus-suspend", NULL);
    el_set(e, EL_SETTY, "-d", "-isig", NULL);
    history(t->history, &event, H_SETSIZE, TERMINAL_HISTORY_MAX);
    history(t->history, &event, H_SETUNIQUE, 1);
    el_set(e, EL_HIST, history, t->history);
}

Terminal *terminal_new(TerminalComplete *complete, void *context, Err *err) {
    Terminal *t = mem_new(1, sizeof *t, err);
    if (!t) return NULL;
    t->complete = complete;
    t->context = context;
    t->prompt = "";
    t->history = history_init();
    t->editor = el_init("ludus", stdin, stdout, stderr);
    if (t->history && t->editor) {
        set_up(t);
        return t;
    }
    err_set(err, "the terminal cannot be used for line editing");
    terminal_free(t);
    return NULL;
}

void terminal_free(void *terminal) {
    Terminal *t = terminal;
    if (!t) return;
    if (t->editor) el_end(t->editor);
    if (t->history) history_end(t->history);
    mem_free(t);
}

/* ---- history ------------------------------------------------------------ */

/* A device or a pipe keeps no history, and libedit would make it private to
 * the person: root's history in /dev/null locked everybody else out. */
static bool is_special(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) &&
           !S_ISDIR(info.st_mode);
}

/* A file that has grown long is written anew, with what is still remembered. */
static void shorten(Terminal *t, const char *path) {
    struct stat info;
    if (stat(path, &info) != 0 || info.st_size <= HISTORY_BYTES_MAX) return;
    HistEvent event;
    mode_t mask = umask(077);
    history(t->history, &event, H_SAVE, path);
    umask(mask);
}

void terminal_load(Terminal *t, const char *path) {
    if (is_special(path)) return;
    HistEvent event;
    history(t->history, &event, H_LOAD, path);
    shorten(t, path);
}

/* The text as libedit writes it: what is not plain as \ooo, spaces too. */
static void put_visible(FILE *file, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c > ' ' && c < 127 && c != '\\') putc(c, file);
        else fprintf(file, "\\%03o", c);
    }
    putc('\n', file);
}

/* Sessions append their lines as they come, each in one write under a lock, so
 * that none overwrites another's and none is lost with its session. */
bool terminal_append(const char *path, const char *text, Err *err) {
    if (is_special(path)) return true;
    mode_t mask = umask(077);
    FILE *file = fopen(path, "a");
    umask(mask);
    if (!file) return err_set(err, "%s: cannot write the history", path);
    flock(fileno(file), LOCK_EX);
    struct stat info;
    if (fstat(fileno(file), &info) == 0 && info.st_size == 0)
        fputs("_HiStOrY_V2_\n", file);
    put_visible(file, text);
    bool ok = fclose(file) == 0;
    return ok || err_set(err, "%s: cannot write the history", path);
}

void terminal_remember(Terminal *t, const char *text) {
    HistEvent event;
    history(t->history, &event, H_ENTER, text);
}

/* ---- lines -------------------------------------------------------------- */

TerminalEnd terminal_read(Terminal *t, const char *prompt, const char **line,
                          size_t *len) {
    t->prompt = prompt;
    t->cancelled = false;
    int count = 0;
    const char *text = el_gets(t->editor, &count);
    t->prompt = "";
    if (t->cancelled) return TERMINAL_CANCELLED;
    if (!text || count <= 0) return TERMINAL_CLOSED;
    size_t n = (size_t)count;
    while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r')) n--;
    *line = text;                    /* from the history: several lines */
    *len = n;
    return TERMINAL_LINE;
}

/* ---- keys --------------------------------------------------------------- */

static bool more_input(int milliseconds) {
    struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
    return poll(&in, 1, milliseconds) > 0;
}

static bool resized(int cols, int rows) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col &&
           (size.ws_col != cols || size.ws_row != rows);
}

/* Waits for a key while the size is this and time is left: NULL once there is
 * one, or what ended the waiting. A signal that came while nobody waited would
 * be lost, so the size is looked at. */
static const char *wait_key(int cols, int rows, int milliseconds) {
    while (cols != 0 || milliseconds >= 0) {
        if (cols != 0 && resized(cols, rows)) return "resize";
        bool last = milliseconds >= 0 && milliseconds <= TERMINAL_SIZE_WAIT;
        if (more_input(last ? milliseconds : TERMINAL_SIZE_WAIT)) return NULL;
        if (last) return "none";
        if (milliseconds >= 0) milliseconds -= TERMINAL_SIZE_WAIT;
    }
    return NULL;
}

/* The bytes of one key: a character, or ESC and what follows at once. */
static size_t read_key(char *bytes, size_t room) {
    size_t n = 0;
    while (n < room) {
        if (read(STDIN_FILENO, bytes + n, 1) != 1) break;
        n++;
        char c = bytes[n - 1];
        if (bytes[0] != 27) break;
        bool final = n > 2 && c >= '@' && c <= '~';
        if (final || !more_input(TERMINAL_KEY_WAIT)) break;
    }
    return n;
}

static const struct {
    const char *bytes, *name;
} sequences[] = {
    { "\033[A", "up" },        { "\033OA", "up" },    { "\033[B", "down" },
    { "\033OB", "down" },      { "\033[C", "right" }, { "\033OC", "right" },
    { "\033[D", "left" },      { "\033OD", "left" },  { "\033[H", "home" },
    { "\033[1~", "home" },     { "\033OH", "home" },  { "\033[F", "end" },
    { "\033[4~", "end" },      { "\033OF", "end" },   { "\033[5~", "pageup" },
    { "\033[6~", "pagedown" }, { "\n", "enter" },     { "\r", "enter" },
    { "\3", "interrupt" },
};

static void name_key(const char *bytes, size_t n, char *name) {
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
        if (strlen(sequences[i].bytes) == n &&
            memcmp(sequences[i].bytes, bytes, n) == 0) {
            strcpy(name, sequences[i].name);
            return;
        }
    if (bytes[0] == 27) strcpy(name, "escape");
    else {
        name[0] = bytes[0];
        name[1] = 0;
    }
}

bool terminal_key(int cols, int rows, int milliseconds, char name[16]) {
    struct termios before, raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0) return false;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    char bytes[8];
    const char *ended = wait_key(cols, rows, milliseconds);
    size_t n = ended ? 0 : read_key(bytes, sizeof bytes);
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (ended) strcpy(name, ended);
    else if (n == 0) return false;
    else name_key(bytes, n, name);
    return true;
}
