/* mem.c -- checked allocation.
 *
 * Sizes are multiplied here and nowhere else, so an overflow is an ordinary
 * failure. The countdown that lets tests fail the n-th request is atomic: worker
 * threads allocate too.
 */
#define _POSIX_C_SOURCE 200809L
#include "mem.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

static atomic_long fail_countdown = -1;

void mem_fail_after(long n) { atomic_store(&fail_countdown, n); }

static bool refused(void) {
    long left = atomic_load_explicit(&fail_countdown, memory_order_relaxed);
    if (left < 0) return false;
    if (left == 0) return true;
    atomic_fetch_sub(&fail_countdown, 1);
    return false;
}

/* The size of a block in bytes, at least 1; or 0 if it has no such size. */
static size_t total(size_t count, size_t size, Err *err) {
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size) {
        err_set(err, "out of memory: %zu objects of %zu bytes", count, size);
        return 0;
    }
    return count && size ? count * size : 1;
}

static void *checked(void *block, size_t bytes, Err *err) {
    if (!block) err_set(err, "out of memory: %zu bytes", bytes);
    return block;
}

void *mem_new(size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    return checked(refused() ? NULL : calloc(1, bytes), bytes, err);
}

void *mem_new_aligned(size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    void *block = NULL;
    if (refused() || posix_memalign(&block, ALIGNMENT, bytes) != 0) block = NULL;
    if (block) memset(block, 0, bytes);
    return checked(block, bytes, err);
}

void *mem_resize(void *block, size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    return checked(refused() ? NULL : realloc(block, bytes), bytes, err);
}

char *mem_text(const char *text, size_t len, Err *err) {
    char *copy = mem_new(len + 1, 1, err);
    if (copy && len) memcpy(copy, text, len);
    return copy;
}

void mem_free(void *block) { free(block); }
