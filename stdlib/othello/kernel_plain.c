/* kernel_plain.c -- the engines for any machine. */
#include <math.h>

#include "kernel.h"

#define KERNEL_NAME "plain"
#include "kernel.inc"

const Kernel *oth_kernel_plain(void) { return &kernel; }

const Kernel *oth_kernel(void) {
    const Kernel *fast = oth_kernel_fast();
    return fast ? fast : &kernel;
}
