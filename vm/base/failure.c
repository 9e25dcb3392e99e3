/* failure.c -- why the first of many items failed. */
#include "failure.h"

#include <assert.h>
#include <stdint.h>

void failure_init(Failure *f) {
    atomic_init(&f->item, SIZE_MAX);
    pthread_mutex_init(&f->lock, NULL);
    f->err.text[0] = '\0';
}

void failure_free(Failure *f) { pthread_mutex_destroy(&f->lock); }

void failure_note(Failure *f, size_t item, const Err *err) {
    assert(item < SIZE_MAX);
    pthread_mutex_lock(&f->lock);
    if (item < atomic_load(&f->item)) {
        atomic_store(&f->item, item);
        f->err = *err;
    }
    pthread_mutex_unlock(&f->lock);
}

bool failure_none(Failure *f, Err *err) {
    if (atomic_load(&f->item) == SIZE_MAX) return true;
    atomic_store(&f->item, SIZE_MAX);
    return err_set(err, "%s", f->err.text);
}
