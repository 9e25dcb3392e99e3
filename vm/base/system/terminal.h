/* terminal.h -- a person at a terminal: lines with editing and history, keys.
 *
 * Knows nothing of Lua: what completes a word is a function of the caller's.
 * All functions borrow their arguments.
 */
#ifndef LUDUS_TERMINAL_H
#define LUDUS_TERMINAL_H

#include <stddef.h>

#include "base/err.h"

enum {
    TERMINAL_HISTORY_MAX = 2000,     /* inputs kept */
    TERMINAL_KEY_WAIT    = 50,       /* ms for the rest of a key's sequence */
    TERMINAL_SIZE_WAIT   = 100,      /* ms between looks at the size */
};

typedef struct Terminal Terminal;

typedef enum TerminalEnd {
    TERMINAL_LINE,                   /* a line was entered */
    TERMINAL_CANCELLED,              /* Ctrl-C */
    TERMINAL_CLOSED,                 /* Ctrl-D, or the terminal is gone */
} TerminalEnd;

/* What completes: gets the text before the cursor, returns what to insert
 * there; `list` receives lines to show above the prompt, or NULL. Both belong
 * to the completer and are used before it is called again. */
typedef const char *TerminalComplete(void *context, const char *text,
                                     size_t len, const char **list);

/* An editor on standard input and output, or NULL with the reason. */
Terminal *terminal_new(TerminalComplete *complete, void *context, Err *err);
void      terminal_free(void *terminal);

/* Reads the history of earlier sessions; no file is no history. */
void terminal_load(Terminal *terminal, const char *path);

/* Adds an input to the file, which only the person can read; false with the
 * reason. Sessions may do so at the same time. Nothing is read from or written
 * to a device or a pipe, as /dev/null. */
bool terminal_append(const char *path, const char *text, Err *err);

/* Adds an input to the history: a line, or several with '\n' between them. */
void terminal_remember(Terminal *terminal, const char *text);

/* Reads a line, without its end, into `*line`, which lives until the next call.
 * One that came from the history may be several. */
TerminalEnd terminal_read(Terminal *terminal, const char *prompt,
                          const char **line, size_t *len);

/* Waits for one key on standard input and writes its name: a character, or
 * left, right, up, down, home, end, pageup, pagedown, enter, escape, interrupt.
 * If the terminal has not, or no longer, `cols` columns and `rows` rows the
 * name is resize; 0 columns are any. If none comes within so many milliseconds
 * it is none; less than 0 are for ever. False at the end of input. */
bool terminal_key(int cols, int rows, int milliseconds, char name[16]);

#endif
