/* threaded.h -- what the scalar engine keeps of a program between two
 * stretches.
 *
 * See threaded.inc, which a game includes to make its own engine.
 */
#ifndef LUDUS_THREADED_H
#define LUDUS_THREADED_H

#include <stddef.h>
#include <string.h>

#include "base/hot.h"
#include "code.h"

typedef struct ThreadCall {
    uint32_t pc, fp;
} ThreadCall;

typedef struct Thread {
    int32_t    acc;
    uint32_t   pc, fp;               /* next instruction, the frame's slot */
    uint32_t   steps;
    uint32_t   calls, live;          /* calls open; slots that matter */
    ThreadCall call[CODE_CALLS_MAX];
    int32_t    slot[CODE_SLOTS_MAX];
} Thread;

/* Gets ready to run from the beginning. */
static inline void thread_start(Thread *t) {
    t->acc = 0;
    t->pc = t->fp = t->steps = t->calls = t->live = 0;
}

/* Copies what matters of a thread that has been saved. */
static inline void thread_copy(Thread *to, const Thread *from) {
    assert(from->live <= CODE_SLOTS_MAX && from->calls <= CODE_CALLS_MAX);
    memcpy(to, from, offsetof(Thread, slot));
    memcpy(to->slot, from->slot, from->live * sizeof *from->slot);
}

#endif
