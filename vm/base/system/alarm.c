/* alarm.c -- rings when a thread has worked too long.
 *
 * A POSIX timer on the CPU clock of one thread, with Linux's way to send its
 * signal to that very thread. The signal carries the Alarm, so no variable
 * is shared.
 */
#define _GNU_SOURCE
#include "alarm.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && defined(SIGEV_THREAD_ID)

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static void on_signal(int number, siginfo_t *info, void *machine) {
    (void)number;
    (void)machine;
    Alarm *watch = info->si_value.sival_ptr;
    if (info->si_code == SI_TIMER && watch->started)
        watch->ring(watch->context);
}

static int signal_number(void) { return SIGRTMIN + 5; }

static bool install(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    return sigaction(signal_number(), &action, NULL) == 0;
}

bool alarm_start(Alarm *watch, AlarmClock clock, double period,
                 void (*ring)(void *context), void *context) {
    alarm_stop(watch);
    *watch = (Alarm){ .ring = ring, .context = context };
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = signal_number();
    event.sigev_value.sival_ptr = watch;
    event.sigev_notify_thread_id = gettid();
    timer_t timer;
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, signal_number());
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);    /* workers block all signals */
    if (!install()) return false;
    clockid_t id = clock == ALARM_CPU ? CLOCK_THREAD_CPUTIME_ID
                                      : CLOCK_MONOTONIC;
    if (timer_create(id, &event, &timer) != 0) return false;
    struct itimerspec spec;
    spec.it_value.tv_sec = (time_t)period;
    spec.it_value.tv_nsec = (long)((period - floor(period)) * 1e9);
    spec.it_interval = spec.it_value;
    watch->timer = (void *)timer;
    watch->started = true;
    return timer_settime(timer, 0, &spec, NULL) == 0;
}

void alarm_stop(Alarm *watch) {
    if (!watch->started) return;
    watch->started = false;
    timer_delete((timer_t)watch->timer);
}

#else

bool alarm_start(Alarm *watch, AlarmClock clock, double period,
                 void (*ring)(void *context), void *context) {
    (void)clock;
    (void)period;
    *watch = (Alarm){ .ring = ring, .context = context };
    return false;
}

void alarm_stop(Alarm *watch) { watch->started = false; }

#endif
