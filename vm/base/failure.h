/* failure.h -- why the first of many items failed, whatever the threads did.
 *
 * The items of a pool's loop fail in any order. What is reported must not
 * depend on that, so the reason of the item with the lowest number is kept.
 * Items behind it need not be worked on any more; those before it must be, for
 * they may fail, too.
 */
#ifndef LUDUS_FAILURE_H
#define LUDUS_FAILURE_H

#include <pthread.h>
#include <stdatomic.h>

#include "err.h"

typedef struct Failure {
    atomic_size_t   item;            /* the lowest that failed, or SIZE_MAX */
    pthread_mutex_t lock;            /* of what follows */
    Err             err;
} Failure;

void failure_init(Failure *failure);
void failure_free(Failure *failure);

/* The item failed, and why. May be called by all threads at once. */
void failure_note(Failure *failure, size_t item, const Err *err);

/* True if an item before this one has failed. */
static inline bool failure_before(Failure *failure, size_t item) {
    return item > atomic_load_explicit(&failure->item, memory_order_relaxed);
}

/* After the loop: true if nothing failed, else false with the reason of the
 * lowest item. Forgets it, so that another loop may begin. */
bool failure_none(Failure *failure, Err *err);

#endif
