/* real.h -- functions of reals with the same bits on every machine.
 *
 * The functions of a C library differ from one library and one vector unit to
 * the next in their last bit, and with that bit two runs part. These are made
 * of + - * / and comparisons only, which IEEE 754 defines to the bit, and of
 * the square root, which it defines as well. The same lines (real.inc) are
 * compiled for one number and for vectors, so engines that take many cases at
 * once give what the plain one gives.
 *
 * They are within 2 units in the last place of what a good library gives (tanh
 * within 4); sin and cos so
 * up to 2^26 radians, beyond which the angle is first reduced by the double
 * nearest to 2 pi.
 */
#ifndef LUDUS_REAL_H
#define LUDUS_REAL_H

#include <stdint.h>
#include <string.h>

typedef enum RealFn {
#define REAL_FN(id, name, help) REAL_##id,
#include "real.def"
#undef REAL_FN
    REAL_FN_COUNT
} RealFn;

#define REAL_FN(id, name, help) double real_##name(double x);
#include "real.def"
#undef REAL_FN

/* The function of that number. */
double real_apply(RealFn fn, double x);

/* The bits of a real, by which -0.0 and 0.0 differ. */
static inline uint64_t real_bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

/* Their names and what they give, by number. */
extern const char *const real_name[REAL_FN_COUNT];
extern const char *const real_help[REAL_FN_COUNT];

#endif
