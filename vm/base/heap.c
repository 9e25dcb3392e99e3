/* heap.c -- small blocks in lists, by size.
 *
 * Sizes are rounded up to a multiple of HEAP_STEP, and for each there is a list
 * of free blocks, each of which begins with the next one. Where the list is
 * empty a block is cut off a chunk; chunks go back when the heap does. Who
 * frees tells the size, so nothing is stored beside a block. Larger blocks are
 * those of mem.c.
 *
 *     chunk | next chunk | block | block | block |  left .... |
 */
#include "heap.h"

#include <assert.h>
#include <string.h>

#include "mem.h"

typedef struct Free {
    struct Free *next;
} Free;

typedef union Chunk {
    union Chunk *next;
    char start[HEAP_STEP];           /* blocks are aligned as it is */
} Chunk;

struct Heap {
    Free  *list[HEAP_SMALL / HEAP_STEP + 1];
    char  *left, *end;               /* of the last chunk */
    Chunk *chunks;
};

Heap *heap_new(Err *err) { return mem_new(1, sizeof(Heap), err); }

void heap_free(Heap *heap) {
    while (heap && heap->chunks) {
        Chunk *next = heap->chunks->next;
        mem_free(heap->chunks);
        heap->chunks = next;
    }
    mem_free(heap);
}

static size_t steps(size_t size) { return (size + HEAP_STEP - 1) / HEAP_STEP; }

static bool is_small(size_t size) { return size <= HEAP_SMALL; }

static void put_back(Heap *heap, void *block, size_t size) {
    Free *first = block;
    first->next = heap->list[steps(size)];
    heap->list[steps(size)] = first;
}

/* A chunk more. What is left of the one before becomes a free block. */
static bool grow(Heap *heap) {
    Chunk *chunk = mem_alloc(NULL, NULL, 0, HEAP_CHUNK);
    if (!chunk) return false;
    size_t rest = (size_t)(heap->end - heap->left);
    if (rest) put_back(heap, heap->left, rest);
    chunk->next = heap->chunks;
    heap->chunks = chunk;
    heap->left = chunk[1].start;
    heap->end = (char *)chunk + HEAP_CHUNK;
    return true;
}

static void *take(Heap *heap, size_t size) {
    Free *first = heap->list[steps(size)];
    if (first) {
        heap->list[steps(size)] = first->next;
        __builtin_prefetch(first->next, 1);      /* who comes next reads it */
        return first;
    }
    size_t bytes = steps(size) * HEAP_STEP;
    if ((size_t)(heap->end - heap->left) < bytes && !grow(heap)) return NULL;
    heap->left += bytes;
    return heap->left - bytes;
}

/* A block moves between the two kinds. */
static void *move(Heap *heap, void *block, size_t old, size_t size) {
    void *new = heap_alloc(heap, NULL, 0, size);
    if (!new) return NULL;
    memcpy(new, block, old < size ? old : size);
    heap_alloc(heap, block, old, 0);
    return new;
}

void *heap_alloc(void *of, void *block, size_t old, size_t size) {
    Heap *heap = of;
    if (!block) {
        if (size == 0) return NULL;
        return is_small(size) ? take(heap, size)
                              : mem_alloc(NULL, NULL, 0, size);
    }
    if (!is_small(old)) {
        return size && is_small(size) ? move(heap, block, old, size)
                                      : mem_alloc(NULL, block, old, size);
    }
    if (size == 0) {
        put_back(heap, block, old);
        return NULL;
    }
    return steps(old) == steps(size) ? block : move(heap, block, old, size);
}
