/* clock.h -- time that only measures: no result may depend on it. */
#ifndef LUDUS_CLOCK_H
#define LUDUS_CLOCK_H

double clock_wall(void);             /* seconds since some fixed moment */
double clock_cpu(void);              /* CPU seconds of the whole process */
double clock_thread(void);           /* CPU seconds of the calling thread */

#endif
