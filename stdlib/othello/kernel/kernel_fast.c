/* kernel_fast.c -- the engines for x86-64 with AVX2.
 *
 * Fused multiply-add stays off: it would round sums differently from the plain
 * engines. Headers come first, so that the pragma covers our code alone.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "kernel.h"
#include "rays.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(LUDUS_NO_SIMD)

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif

#define KERNEL_NAME "avx2"
#define KERNEL_VECTORS
#include "kernel.inc"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

static bool supported(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

const Kernel *oth_kernel_fast(void) { return supported() ? &kernel : NULL; }

#else

const Kernel *oth_kernel_fast(void) { return NULL; }

#endif
