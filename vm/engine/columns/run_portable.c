/* run_portable.c -- the kernels of columns on two doubles at once, which every
 * machine of the kind has, or can do one after the other. */
#define RUN_FN
#define RUN_LANES 2
#define RUN_NAME  columns_portable
#define BITS_NAME bits_portable

#include <stdint.h>

typedef int64_t RunMask __attribute__((vector_size(16)));

static inline unsigned run_mask(RunMask m) {
    return (unsigned)(m[0] & 1) | (unsigned)(m[1] & 2);
}

#include "run.inc"
