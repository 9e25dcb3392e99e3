/* heap.c -- small blocks in lists, by size.
 *
 * Sizes are rounded up to a multiple of HEAP_STEP, and for each there is a list
 * of free blocks, each of which begins with the next one. Where the list is
 * empty a block is cut off a chunk; chunks go back when the heap does. Who
 * frees tells the size, so nothing is stored beside a block. Larger blocks are
 * those of mem.c, with room for a chunk of one small block.
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

static void *change_large(void *block, size_t old, size_t size) {
    enum { LEAST = sizeof(Chunk) + HEAP_SMALL };
    return mem_alloc(NULL, block, old, size && size < LEAST ? LEAST : size);
}

/* A block moves between the two kinds. */
static void *move(Heap *heap, void *block, size_t old, size_t size) {
    void *new = heap_alloc(heap, NULL, 0, size);
    if (!new) return NULL;
    memcpy(new, block, old < size ? old : size);
    heap_alloc(heap, block, old, 0);
    return new;
}

/* A large block as a chunk of one small block. */
static void *chunk_of(Heap *heap, void *block, size_t size) {
    memmove((char *)block + sizeof(Chunk), block, size);
    Chunk *chunk = block;
    chunk->next = heap->chunks;
    heap->chunks = chunk;
    return chunk[1].start;
}

/* To become less never fails: without memory a block stays where it is. */
static void *shrink(Heap *heap, void *block, size_t old, size_t size) {
    void *new = move(heap, block, old, size);
    if (new) return new;
    return is_small(old) ? block : chunk_of(heap, block, size);
}

void *heap_alloc(void *of, void *block, size_t old, size_t size) {
    Heap *heap = of;
    if (!block) {
        if (size == 0) return NULL;
        return is_small(size) ? take(heap, size) : change_large(NULL, 0, size);
    }
    if (!is_small(old)) {
        return size && is_small(size) ? shrink(heap, block, old, size)
                                      : change_large(block, old, size);
    }
    if (size == 0) {
        put_back(heap, block, old);
        return NULL;
    }
    if (steps(old) == steps(size)) return block;
    return size < old ? shrink(heap, block, old, size)
                      : move(heap, block, old, size);
}
