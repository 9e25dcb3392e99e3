/* pool.h -- worker threads that share one loop.
 *
 * pool_run() splits items 0..n-1 into chunks of at most the size asked for and
 * hands them to the workers until none is left. Which worker gets which chunk
 * is chance, so the work must depend on the item alone: draw randomness by
 * rng_key(), write results by item index.
 */
#ifndef LUDUS_POOL_H
#define LUDUS_POOL_H

#include <stddef.h>

#include "err.h"

enum { POOL_THREADS_MAX = 256 };

typedef struct Pool Pool;

/* Works on items first..last-1 as worker number `worker` (0..threads-1), which
 * may be used to pick this thread's scratch memory. */
typedef void PoolWork(void *context, int worker, size_t first, size_t last);

/* A pool of `threads` workers, the calling thread being one of them; 0 means
 * one per core. */
Pool *pool_new(int threads, Err *err);
void  pool_free(Pool *pool);

int pool_threads(const Pool *pool);

/* Runs the loop and returns when every item is done. One loop at a time. */
void pool_run(Pool *pool, size_t n, size_t chunk, PoolWork *work,
              void *context);

/* The number of cores this process may use. */
int pool_cores(void);

#endif
