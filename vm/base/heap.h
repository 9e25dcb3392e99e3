/* heap.h -- memory for the objects of one Lua state, small ones at once.
 *
 * A state takes and frees small blocks all the time, thousands of them in a row
 * when it collects; from the C library that costs more than what is done with
 * them. A heap is for one thread at a time. */
#ifndef LUDUS_HEAP_H
#define LUDUS_HEAP_H

#include <stddef.h>

#include "err.h"

enum { HEAP_SMALL = 128, HEAP_STEP = 16, HEAP_CHUNK = 1 << 14 };

typedef struct Heap Heap;

Heap *heap_new(Err *err);

/* Releases it with all small blocks; large ones must be free. */
void heap_free(Heap *heap);

/* A Lua allocator, for a `heap`: `block` of `old` bytes becomes one of `size`.
 * A small block becomes a small one again; what has been small once stays with
 * the heap. To become smaller never fails. */
void *heap_alloc(void *heap, void *block, size_t old, size_t size);

#endif
