/* buf.h -- text that grows.
 *
 * A Buf starts as all zeroes. Once memory runs out it stays failed and ignores
 * what is added, so a writer checks once, at the end, with buf_ok().
 */
#ifndef LUDUS_BUF_H
#define LUDUS_BUF_H

#include <stdbool.h>
#include <stddef.h>

#include "err.h"

typedef struct Buf {
    char  *text;                     /* zero-terminated once it holds any */
    size_t len;
    size_t room;
    bool   failed;
} Buf;

void buf_free(Buf *buf);             /* leaves an empty, usable Buf */

void buf_char(Buf *buf, char c);
void buf_text(Buf *buf, const char *text);
void buf_bytes(Buf *buf, const void *bytes, size_t n);
void buf_format(Buf *buf, const char *fmt, ...) ERR_PRINTF(2, 3);

/* False, with the reason in `err`, if anything could not be added. */
bool buf_ok(const Buf *buf, Err *err);

/* The contents; never NULL. Borrowed until the next change. */
const char *buf_get(const Buf *buf);

/* Reads a whole file of at most `limit` bytes. A folder, an unreadable or a
 * larger file is an error that names it; so is a device that never ends. */
bool buf_file(Buf *buf, const char *path, size_t limit, Err *err);

#endif
