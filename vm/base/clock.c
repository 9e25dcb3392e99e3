/* clock.c -- the system's monotonic and CPU clocks, in seconds. */
#define _POSIX_C_SOURCE 200809L
#include "clock.h"

#include <time.h>

static double seconds(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_wall(void) { return seconds(CLOCK_MONOTONIC); }
double clock_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }
double clock_thread(void) { return seconds(CLOCK_THREAD_CPUTIME_ID); }
