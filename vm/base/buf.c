/* buf.c -- text that grows, by doubling.
 *
 * Invariant: room == 0 and text == NULL, or len < room and text[len] == 0.
 */
#define _POSIX_C_SOURCE 200809L
#include "buf.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "mem.h"

void buf_free(Buf *buf) {
    mem_free(buf->text);
    *buf = (Buf){ 0 };
}

/* Makes room for n more bytes and the zero. */
static bool reserve(Buf *buf, size_t n) {
    assert(buf->text ? buf->len < buf->room : buf->len == 0);
    if (buf->failed) return false;
    if (buf->len + n + 1 <= buf->room) return true;
    size_t room = buf->room ? buf->room : 64;
    while (room < buf->len + n + 1) room *= 2;
    char *text = mem_resize(buf->text, room, 1, NULL);
    if (!text) {
        buf->failed = true;
        return false;
    }
    buf->text = text;
    buf->room = room;
    return true;
}

void buf_bytes(Buf *buf, const void *bytes, size_t n) {
    if (!reserve(buf, n)) return;
    if (n) memcpy(buf->text + buf->len, bytes, n);
    buf->len += n;
    buf->text[buf->len] = '\0';
}

void buf_char(Buf *buf, char c) { buf_bytes(buf, &c, 1); }

void buf_text(Buf *buf, const char *text) {
    buf_bytes(buf, text, strlen(text));
}

void buf_format(Buf *buf, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n >= 0 && reserve(buf, (size_t)n)) {
        vsnprintf(buf->text + buf->len, (size_t)n + 1, fmt, again);
        buf->len += (size_t)n;
    }
    va_end(again);
}

bool buf_ok(const Buf *buf, Err *err) {
    return buf->failed ? err_set(err, "out of memory while building a text")
                       : true;
}

const char *buf_get(const Buf *buf) { return buf->text ? buf->text : ""; }

/* ---- files -------------------------------------------------------------- */

static bool read_all(Buf *buf, FILE *f, const char *path, size_t limit,
                     Err *err) {
    char block[16384];
    size_t n;
    while ((n = fread(block, 1, sizeof block, f)) > 0) {
        if (buf->len + n > limit)
            return err_set(err, "%s: larger than the limit of %zu bytes", path,
                           limit);
        buf_bytes(buf, block, n);
    }
    if (ferror(f)) return err_set(err, "%s: %s", path, strerror(errno));
    return buf_ok(buf, err);
}

bool buf_file(Buf *buf, const char *path, size_t limit, Err *err) {
    struct stat st;
    if (!*path) return err_set(err, "the name of the file is empty");
    if (stat(path, &st) != 0)
        return err_set(err, "%s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode))
        return err_set(err, "%s: is a folder, expected a file", path);
    if (S_ISREG(st.st_mode) && (size_t)st.st_size > limit)
        return err_set(err, "%s: %lld bytes, larger than the limit of %zu",
                       path, (long long)st.st_size, limit);
    FILE *f = fopen(path, "rb");
    if (!f) return err_set(err, "%s: %s", path, strerror(errno));
    bool ok = read_all(buf, f, path, limit, err);
    fclose(f);
    return ok;
}
