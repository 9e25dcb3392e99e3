/* mem.h -- the one door to memory.
 *
 * Nothing else calls malloc. Blocks come zeroed; a failed request fills the Err
 * and returns NULL, leaving what was there as it was. Whoever asks, owns.
 */
#ifndef LUDUS_MEM_H
#define LUDUS_MEM_H

#include <stddef.h>

#include "err.h"

/* `count` zeroed objects of `size` bytes. A count of 0 still gives a block. */
void *mem_new(size_t count, size_t size, Err *err);

/* The same, aligned for vectors and cache lines (64 bytes). */
void *mem_new_aligned(size_t count, size_t size, Err *err);

/* `block` grown or shrunk to `count` objects; new bytes are not zeroed. On
 * failure `block` is still valid. */
void *mem_resize(void *block, size_t count, size_t size, Err *err);

/* A copy of `len` bytes with a zero behind them. */
char *mem_text(const char *text, size_t len, Err *err);

/* Releases a block of any of the above; NULL is nothing. */
void mem_free(void *block);

/* From now on all blocks together may have `bytes` (0: any); requests past that
 * fail. Blocks of before are not counted. */
void mem_limit(size_t bytes);

/* Lets the process use MEM_RESERVE bytes more than the limit, once: to say what
 * went wrong. */
enum { MEM_RESERVE = 16 << 20 };
void mem_relax(void);

/* A Lua allocator whose blocks count. To become smaller never fails. */
void *mem_alloc(void *unused, void *block, size_t old, size_t size);

/* Makes the n-th request from now on (0 is the next), and all after it, fail; a
 * negative number ends that. For tests; this and the limit are the only mutable
 * variables at file scope in the core. */
void mem_fail_after(long n);

#endif
