/* watch.h -- rings when a thread has worked too long.
 *
 * A Watch counts the CPU time of the thread that started it, or the time that
 * passes, and calls `ring` about once every `period` seconds of it, in a signal
 * handler of that same thread: ring may do only what signal handlers may. It
 * costs nothing in between. Where the system has no such timers, watch_start()
 * fails and nothing rings.
 */
#ifndef LUDUS_WATCH_H
#define LUDUS_WATCH_H

#include <stdbool.h>

typedef struct Watch {
    void (*ring)(void *context);
    void *context;
    void *timer;                     /* the system's, while `started` */
    bool  started;
} Watch;

/* What a Watch counts. */
typedef enum WatchClock { WATCH_CPU, WATCH_WALL } WatchClock;

/* Starts it for the calling thread; the Watch must stay where it is. */
bool watch_start(Watch *watch, WatchClock clock, double period,
                 void (*ring)(void *context), void *context);

/* Stops it; may be called by any thread, also if it was never started. */
void watch_stop(Watch *watch);

#endif
