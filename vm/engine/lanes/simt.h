/* simt.h -- what the SIMT engine keeps of a program that runs in many lanes.
 *
 * See simt.inc, which a game includes to make its own engine.
 */
#ifndef LUDUS_SIMT_H
#define LUDUS_SIMT_H

#include <stddef.h>

#include "code.h"
#include "base/hot.h"
#include "lanes.h"
#include "threaded.h"

/* A branch where lanes disagree. Its then part runs first while the others
 * wait, then its else part; at the ELSE all go on together. */
typedef struct SimtFork {
    Lanes      acc;                  /* of the lanes behind the then part */
    const Ins *wait;                 /* what ends the part that runs */
    const Ins *start;                /* of the else part */
    uint32_t   then_lanes, else_lanes;    /* that wait */
    int32_t    before, after;        /* the clock: at the test, behind `then` */
    uint32_t   fp, calls;
} SimtFork;

typedef struct Simt {
    int32_t    base[LANES];          /* a lane's steps are its base + clock */
    Lanes      acc;
    uint32_t   active, alive;        /* lanes, as bits */
    int32_t    clock, limit;         /* no lane is over budget before limit */
    uint32_t   pc, fp, calls, live;  /* as in Thread */
    uint32_t   forks;
    ThreadCall call[CODE_CALLS_MAX];
    SimtFork   fork[CODE_NESTING_MAX];
    Lanes      slot[CODE_SLOTS_MAX];
} Simt;

static inline int8_t *simt_lane(Lanes *v, int lane) {
    return (int8_t *)v + lane;
}

/* Lane 0 becomes the thread, whose numbers must fit; all others are dead. */
static inline void simt_load(Simt *s, const Thread *t, uint32_t budget) {
    assert(t->acc >= INT8_MIN && t->acc <= INT8_MAX);
    assert(t->live <= CODE_SLOTS_MAX && t->calls <= CODE_CALLS_MAX);
    memset(s->base, 0, sizeof s->base);
    memset(&s->acc, t->acc, sizeof s->acc);
    s->active = s->alive = 1;
    s->clock = (int32_t)t->steps;
    s->limit = (int32_t)budget;
    s->pc = t->pc;
    s->fp = t->fp;
    s->calls = t->calls;
    s->live = t->live;
    s->forks = 0;
    memcpy(s->call, t->call, sizeof s->call);
    for (uint32_t i = 0; i < t->live; i++)
        memset(&s->slot[i], t->slot[i], sizeof s->slot[i]);
}

static inline uint32_t simt_steps(const Simt *s, int lane) {
    return (uint32_t)(s->base[lane] + s->clock);
}

/* The thread of one lane, which can go on alone: it needs no forks. */
static inline void simt_unload(Simt *s, int lane, Thread *t) {
    assert(s->active >> lane & 1 && s->live <= CODE_SLOTS_MAX);
    t->acc = *simt_lane(&s->acc, lane);
    t->pc = s->pc;
    t->fp = s->fp;
    t->steps = simt_steps(s, lane);
    t->calls = s->calls;
    t->live = s->live;
    memcpy(t->call, s->call, sizeof t->call);
    for (uint32_t i = 0; i < s->live; i++)
        t->slot[i] = *simt_lane(&s->slot[i], lane);
}

/* Lane `to` becomes a copy of the active lane `from`. */
static inline void simt_copy_lane(Simt *s, int from, int to) {
    hot_assert(s->active >> from & 1 && !(s->alive >> to & 1));
    *simt_lane(&s->acc, to) = *simt_lane(&s->acc, from);
    for (uint32_t i = 0; i < s->live; i++)
        *simt_lane(&s->slot[i], to) = *simt_lane(&s->slot[i], from);
    s->base[to] = s->base[from];
    s->active |= UINT32_C(1) << to;
    s->alive |= UINT32_C(1) << to;
}

/* Copies what matters. */
static inline void simt_copy(Simt *to, const Simt *from) {
    assert(from->forks <= CODE_NESTING_MAX && from->live <= CODE_SLOTS_MAX);
    memcpy(to, from, offsetof(Simt, fork));
    memcpy(to->fork, from->fork, from->forks * sizeof *from->fork);
    memcpy(to->slot, from->slot, from->live * sizeof *from->slot);
}

/* All lanes but these are gone. */
static inline void simt_keep(Simt *s, uint32_t lanes) {
    s->active &= lanes;
    s->alive &= lanes;
    for (uint32_t i = 0; i < s->forks; i++) {
        s->fork[i].then_lanes &= lanes;
        s->fork[i].else_lanes &= lanes;
    }
}

/* Active lanes that have spent more than the budget; sets the limit anew. */
static inline uint32_t simt_over(Simt *s, uint32_t budget) {
    uint32_t over = 0;
    int32_t most = 0;                /* too large is safe, so never below 0 */
    for (uint32_t left = s->alive; left; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint32_t bit = left & -left;
        if ((s->active & bit) && simt_steps(s, lane) > budget) over |= bit;
        else if (s->base[lane] > most) most = s->base[lane];
    }
    s->limit = (int32_t)budget - most;
    return over;
}

#endif
