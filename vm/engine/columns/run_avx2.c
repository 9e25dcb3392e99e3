/* run_avx2.c -- the kernels of columns on four doubles at once. AVX2 brings no
 * fused multiplication, and it would not be used: the bits are those of
 * run_portable.c. */
#include "engine/lanes/lanes.h"

#ifdef LANES_HAVE_AVX2

#define RUN_FN    __attribute__((target("avx2,popcnt")))
#define RUN_LANES 4
#define RUN_NAME  columns_avx2
#define BITS_NAME bits_avx2

typedef int64_t RunMask __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) RUN_FN unsigned
run_mask(RunMask m) {
    return (unsigned)_mm256_movemask_pd((__m256d)m);
}

#define RUN_OWN_MIN 1
typedef double RunV __attribute__((vector_size(32), may_alias));

static inline __attribute__((always_inline)) RUN_FN RunV run_min(RunV a,
                                                                 RunV b) {
    return (RunV)_mm256_min_pd((__m256d)a, (__m256d)b);
}

static inline __attribute__((always_inline)) RUN_FN RunV run_max(RunV a,
                                                                 RunV b) {
    return (RunV)_mm256_max_pd((__m256d)a, (__m256d)b);
}

#include "run.inc"

#else

#include "columns.h"

void columns_avx2(const ColumnRun *run, ColumnTile tile) {
    columns_portable(run, tile);
}

bool bits_avx2(BitsWalk *walk, ColumnTile tile) {
    return bits_portable(walk, tile);
}

#endif
