/* real.c -- functions of reals, one at a time: in the first of two lanes, for
 * which every compiler has good code; for vectors of one it has not. */
#include "real.h"

#include <math.h>
#include <stdint.h>

#define REAL_FN_ATTR static inline
#define REAL_LANES   2
typedef double RealV __attribute__((vector_size(16)));
typedef int64_t RealM __attribute__((vector_size(16)));
#include "real.inc"

#define REAL_FN(id, name, help) \
    double real_##name(double x) { return real_v_##name((RealV){ x, x })[0]; }
#include "real.def"
#undef REAL_FN

double real_apply(RealFn fn, double x) {
    switch (fn) {
#define REAL_FN(id, name, help) \
    case REAL_##id:             \
        return real_##name(x);
#include "real.def"
#undef REAL_FN
    case REAL_FN_COUNT: break;
    }
    return x;
}

const char *const real_name[REAL_FN_COUNT] = {
#define REAL_FN(id, name, help) [REAL_##id] = #name,
#include "real.def"
#undef REAL_FN
};

const char *const real_help[REAL_FN_COUNT] = {
#define REAL_FN(id, name, help) [REAL_##id] = help,
#include "real.def"
#undef REAL_FN
};
