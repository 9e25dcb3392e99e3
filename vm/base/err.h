/* err.h -- errors as values.
 *
 * A function that can fail takes an `Err *` last, fills it and returns false
 * (or NULL). Only main, the REPL and the Lua bindings decide to print, exit or
 * raise. Every function borrows its arguments; an Err owns its text and needs
 * no release.
 */
#ifndef LUDUS_ERR_H
#define LUDUS_ERR_H

#include <stdbool.h>
#include <stddef.h>

enum { ERR_TEXT_MAX = 1024 };        /* bytes, the terminating zero included */

typedef struct Err {
    char text[ERR_TEXT_MAX];         /* empty while nothing has failed */
} Err;

/* A piece of text that a message can point into. */
typedef struct Source {
    const char *name;                /* as the person knows it: a file's path */
    const char *text;
    size_t      len;
} Source;

#if defined(__GNUC__)
#define ERR_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ERR_PRINTF(fmt, args)
#endif

/* Writes the message and returns false, so that failing is one statement. A
 * null `err` means the caller does not care why. */
bool err_set(Err *err, const char *fmt, ...) ERR_PRINTF(2, 3);

/* The same, with `name:line:column: ` before the message and the line itself
 * with a caret below it. `at` is a byte offset into the source. */
bool err_at(Err *err, const Source *src, size_t at, const char *fmt, ...)
    ERR_PRINTF(4, 5);

/* Line and column (both from 1, columns in bytes) of an offset. */
void source_place(const Source *src, size_t at, size_t *line, size_t *column);

#endif
