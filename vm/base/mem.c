/* mem.c -- checked allocation.
 *
 * Sizes are multiplied here and nowhere else, so an overflow is an ordinary
 * failure. The countdown that lets tests fail the n-th request is atomic:
 * worker threads allocate too.
 *
 * The limit counts what the C library really gave. It is for a process that
 * runs code of strangers; without it nothing is counted.
 */
#define _GNU_SOURCE
#include "mem.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

static atomic_long fail_countdown = -1;

void mem_fail_after(long n) { atomic_store(&fail_countdown, n); }

static bool refused(void) {
    long left = atomic_load_explicit(&fail_countdown, memory_order_relaxed);
    if (left < 0) return false;
    if (left == 0) return true;
    atomic_fetch_sub(&fail_countdown, 1);
    return false;
}

/* ---- the limit ----------------------------------------------------------- */

static atomic_llong limit, used;     /* bytes; a limit of 0 is none */
static atomic_bool  relaxed;

void mem_limit(size_t bytes) {
    atomic_store(&used, 0);
    atomic_store(&relaxed, false);
    atomic_store(&limit, (long long)bytes);
}

void mem_relax(void) {
    if (atomic_load(&limit) && !atomic_exchange(&relaxed, true))
        atomic_fetch_add(&limit, MEM_RESERVE);
}

static long long size_of(void *block) {
    return block ? (long long)malloc_usable_size(block) : 0;
}

/* May a block of `had` bytes become one of `bytes`? */
static bool too_much(long long had, size_t bytes) {
    long long most = atomic_load_explicit(&limit, memory_order_relaxed);
    if (most == 0) return false;
    if (bytes <= (size_t)had) return false;
    if (bytes > (size_t)most) return true;
    return atomic_load(&used) + (long long)bytes - had > most;
}

static void *counted(void *block, long long had) {
    if (block && atomic_load_explicit(&limit, memory_order_relaxed))
        atomic_fetch_add(&used, size_of(block) - had);
    return block;
}

static void *resize(void *block, size_t bytes) {
    bool counting = atomic_load_explicit(&limit, memory_order_relaxed) != 0;
    long long had = counting ? size_of(block) : 0;
    return too_much(had, bytes) ? NULL : counted(realloc(block, bytes), had);
}

void *mem_alloc(void *unused, void *block, size_t old, size_t size) {
    (void)unused;
    if (size) {
        void *new = resize(block, size);
        return new || !block || size > old ? new : block;
    }
    mem_free(block);
    return NULL;
}

/* ---- blocks -------------------------------------------------------------- */

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

/* Asks for huge pages where the block covers them: populations and the score
 * cache are read at random, and finding small pages would take longer than
 * reading. */
static void *in_huge_pages(void *block, size_t bytes) {
    uintptr_t mask = ~(uintptr_t)(HUGE_PAGE - 1);
    uintptr_t first = ((uintptr_t)block + HUGE_PAGE - 1) & mask;
    uintptr_t end = ((uintptr_t)block + bytes) & ~(uintptr_t)(HUGE_PAGE - 1);
    if (block && first < end)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
    return block;
}

void *mem_new(size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    bool no = refused() || too_much(0, bytes);
    void *block = no ? NULL : counted(calloc(1, bytes), 0);
    return checked(in_huge_pages(block, bytes), bytes, err);
}

/* Clears a block. Of a large one whole pages are given back, and come again as
 * zeros when they are used: of a population that is spread over processes each
 * uses a part. */
static void clear(void *block, size_t bytes) {
#ifdef __linux__
    enum { PAGE = 65536, LARGE = 1 << 26 };      /* no page is larger */
    if (bytes >= LARGE) {
        char *start = block, *end = start + bytes;
        char *first = start + (PAGE - (uintptr_t)start % PAGE) % PAGE;
        char *last = end - (uintptr_t)end % PAGE;
        if (madvise(first, (size_t)(last - first), MADV_DONTNEED) == 0) {
            memset(start, 0, (size_t)(first - start));
            memset(last, 0, (size_t)(end - last));
            return;
        }
    }
#endif
    memset(block, 0, bytes);
}

void *mem_new_aligned(size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    void *block = NULL;
    if (refused() || too_much(0, bytes) ||
        posix_memalign(&block, ALIGNMENT, bytes) != 0)
        block = NULL;
    if (block) clear(in_huge_pages(block, bytes), bytes);
    counted(block, 0);
    return checked(block, bytes, err);
}

void *mem_resize(void *block, size_t count, size_t size, Err *err) {
    size_t bytes = total(count, size, err);
    if (!bytes) return NULL;
    return checked(refused() ? NULL : resize(block, bytes), bytes, err);
}

char *mem_text(const char *text, size_t len, Err *err) {
    char *copy = mem_new(len + 1, 1, err);
    if (copy && len) memcpy(copy, text, len);
    return copy;
}

void mem_free(void *block) {
    if (atomic_load_explicit(&limit, memory_order_relaxed))
        atomic_fetch_sub(&used, size_of(block));
    free(block);
}
