/* alarm.h -- rings when a thread has worked too long.
 *
 * A Alarm counts the CPU time of the thread that started it, or the time that
 * passes, and calls `ring` about once every `period` seconds of it, in a signal
 * handler of that same thread: ring may do only what signal handlers may. It
 * costs nothing in between. Where the system has no such timers, alarm_start()
 * fails and nothing rings.
 */
#ifndef LUDUS_ALARM_H
#define LUDUS_ALARM_H

#include <stdbool.h>

typedef struct Alarm {
    void (*ring)(void *context);
    void *context;
    void *timer;                     /* the system's, while `started` */
    bool  started;
} Alarm;

/* What a Alarm counts. */
typedef enum AlarmClock { ALARM_CPU, ALARM_WALL } AlarmClock;

/* Starts it for the calling thread; the Alarm must stay where it is. */
bool alarm_start(Alarm *watch, AlarmClock clock, double period,
                 void (*ring)(void *context), void *context);

/* Stops it; may be called by any thread, also if it was never started. */
void alarm_stop(Alarm *watch);

#endif
