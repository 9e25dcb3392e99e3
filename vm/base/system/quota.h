/* quota.h -- what a process asks of the system before it begins. */
#ifndef LUDUS_QUOTA_H
#define LUDUS_QUOTA_H

#include <stdbool.h>

#include "base/err.h"

/* Bytes of stack without which nothing begins: deep programs, scripts that call
 * themselves and the C library need them, in every thread. */
enum { QUOTA_STACK_MIN = 1 << 20 };

/* Readies the process; fails if it may not have the stack it needs. A file that
 * grows past what the system allows then is a failed write, not the end. */
bool quota_ready(Err *err);

#endif
