/* err.c -- messages, and messages that point at a place.
 *
 * A placed message has three lines:
 *
 *     best.gp:2:7: unknown name 'UNK'; did you mean 'UNC'?
 *       RPB (UNK 0)
 *            ^
 *
 * The quoted line is cut to a window around the column, since programs are
 * often one long line, and bytes that a terminal would not survive are shown as
 * dots. Text that does not fit ERR_TEXT_MAX is cut, never overrun.
 */
#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WINDOW = 72 };                /* bytes of source shown with a caret */

bool err_set(Err *err, const char *fmt, ...) {
    if (!err) return false;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    return false;
}

void source_place(const Source *src, size_t at, size_t *line, size_t *column) {
    size_t start = 0;
    *line = 1;
    for (size_t i = 0; i < at && i < src->len; i++)
        if (src->text[i] == '\n') {
            ++*line;
            start = i + 1;
        }
    *column = at - start + 1;
}

static char printable(char c) {
    return (unsigned char)c < 32 || (unsigned char)c > 126 ? '.' : c;
}

/* Appends the source line around `at` and the caret below it. */
static void quote(Err *err, const Source *src, size_t at) {
    size_t from = at, to = at;
    while (from > 0 && src->text[from - 1] != '\n' && at - from < WINDOW / 2)
        from--;
    while (to < src->len && src->text[to] != '\n' && to - from < WINDOW) to++;
    char line[WINDOW + 1];
    size_t n = 0;
    for (size_t i = from; i < to; i++) line[n++] = printable(src->text[i]);
    line[n] = '\0';
    size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, "\n  %s\n  %*s^", line,
             (int)(at - from), "");
}

bool err_at(Err *err, const Source *src, size_t at, const char *fmt, ...) {
    if (!err) return false;
    if (at > src->len) at = src->len;
    size_t line, column;
    source_place(src, at, &line, &column);
    int n = snprintf(err->text, sizeof err->text, "%.200s:%zu:%zu: ", src->name,
                     line, column);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(err->text + n, sizeof err->text - (size_t)n, fmt, ap);
    va_end(ap);
    quote(err, src, at);
    return false;
}
