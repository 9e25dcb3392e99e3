/* pool.c -- worker threads that share one loop.
 *
 * Workers sleep on a condition variable between loops. A loop is announced by
 * raising `turn`; its chunks are then taken by an atomic counter, without
 * locks; the last worker to find the counter exhausted wakes the caller, who
 * has worked along as worker 0. Towards the end chunks become smaller, so that
 * nobody waits long for the last one.
 */
#define _GNU_SOURCE
#include "pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

#include "mem.h"

typedef struct Worker {
    Pool     *pool;
    int       number;
    pthread_t thread;
} Worker;

struct Pool {
    int             threads;
    Worker          workers[POOL_THREADS_MAX];   /* [0] is the caller */
    pthread_mutex_t lock;
    pthread_cond_t  wake, done;
    unsigned        turn;            /* loops announced so far */
    int             busy;            /* helpers still in the current loop */
    bool            closing;
    PoolWork       *work;            /* the current loop */
    void           *context;
    size_t          items, chunk;
    atomic_size_t   next;            /* first item nobody has taken */
};

int pool_cores(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int n = CPU_COUNT(&set);
    return n < 1 ? 1 : n > POOL_THREADS_MAX ? POOL_THREADS_MAX : n;
}

/* How many of the last `left` items a worker takes: half of its share. */
static size_t chunk_of(const Pool *pool, size_t left) {
    size_t share = left / (2 * (size_t)pool->threads);
    return share >= pool->chunk ? pool->chunk : share > 1 ? share : 1;
}

static void take_chunks(Pool *pool, int number) {
    assert(number >= 0 && number < pool->threads);
    size_t first = atomic_load(&pool->next);
    while (first < pool->items) {
        size_t last = first + chunk_of(pool, pool->items - first);
        if (!atomic_compare_exchange_weak(&pool->next, &first, last)) continue;
        assert(first < last && last <= pool->items);
        pool->work(pool->context, number, first, last);
        first = atomic_load(&pool->next);
    }
}

static void *worker_main(void *arg) {
    Worker *self = arg;
    Pool *pool = self->pool;
    unsigned seen = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->turn == seen && !pool->closing)
            pthread_cond_wait(&pool->wake, &pool->lock);
        if (pool->closing) break;
        seen = pool->turn;
        pthread_mutex_unlock(&pool->lock);
        take_chunks(pool, self->number);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0) pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Starts one helper with every signal blocked: signals are for the main
 * thread. */
static bool start(Worker *worker) {
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool ok = pthread_create(&worker->thread, NULL, worker_main, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok;
}

Pool *pool_new(int threads, Err *err) {
    if (threads == 0) threads = pool_cores();
    if (threads < 1 || threads > POOL_THREADS_MAX) {
        err_set(err, "threads must be 1 to %d, got %d", POOL_THREADS_MAX,
                threads);
        return NULL;
    }
    Pool *pool = mem_new(1, sizeof *pool, err);
    if (!pool) return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    for (pool->threads = 1; pool->threads < threads; pool->threads++) {
        Worker *w = &pool->workers[pool->threads];
        *w = (Worker){ .pool = pool, .number = pool->threads };
        if (!start(w)) {
            err_set(err, "cannot start worker thread %d of %d", pool->threads,
                    threads);
            pool_free(pool);
            return NULL;
        }
    }
    return pool;
}

void pool_free(Pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->threads; i++)
        pthread_join(pool->workers[i].thread, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    mem_free(pool);
}

int pool_threads(const Pool *pool) { return pool->threads; }

/* Nobody helps: no locks, no small chunks. */
static void run_alone(size_t n, size_t chunk, PoolWork *work, void *context) {
    for (size_t first = 0; first < n; first += chunk)
        work(context, 0, first, n - first < chunk ? n : first + chunk);
}

void pool_run(Pool *pool, size_t n, size_t chunk, PoolWork *work,
              void *context) {
    assert(chunk > 0);
    if (pool->threads == 1 || n <= chunk) {      /* nothing to share */
        run_alone(n, chunk, work, context);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    assert(pool->busy == 0);         /* one loop at a time */
    pool->work = work;
    pool->context = context;
    pool->items = n;
    pool->chunk = chunk;
    atomic_store(&pool->next, 0);
    pool->busy = pool->threads - 1;
    pool->turn++;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    take_chunks(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0) pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
