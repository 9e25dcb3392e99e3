/* kernel_plain.c -- the engines for any machine. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "kernel.h"
#include "rays.h"

#define KERNEL_NAME "plain"
#include "kernel.inc"

const Kernel *oth_kernel_plain(void) { return &kernel; }

const Kernel *oth_kernel(void) {
    const Kernel *fast = oth_kernel_fast();
    return fast ? fast : &kernel;
}
