/* lanes.h -- 32 or 16 small numbers in one vector, a lane each.
 *
 * Bit operations are the compiler's own vector operators; the rest is here,
 * once by AVX2 with 32 lanes and once in portable C with 16, which every
 * vector unit has; some of the latter by WebAssembly's own instructions. A file
 * that wants AVX2 defines LANES_AVX2 before it includes this one, marks its
 * functions LANES_FN and is only called where lanes_avx2() holds. Structs with
 * lanes in them differ between the two kinds of file: keep them apart. With
 * -DLUDUS_NO_SIMD there is no AVX2.
 */
#ifndef LUDUS_LANES_H
#define LUDUS_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(LUDUS_NO_SIMD)
#define LANES_HAVE_AVX2 1
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#if defined(LANES_AVX2) && defined(LANES_HAVE_AVX2)
#define LANES_FN __attribute__((target("avx2,bmi,popcnt")))
enum { LANES = 32 };
#else
#undef LANES_AVX2
#define LANES_FN
enum { LANES = 16 };
#endif

#define LANES_ALL (UINT32_MAX >> (32 - LANES))    /* as bits */

typedef int8_t   Lanes   __attribute__((vector_size(LANES)));
typedef uint8_t  ULanes  __attribute__((vector_size(LANES)));
typedef uint16_t Lanes16 __attribute__((vector_size(LANES)));

/* May AVX2 be used on this machine? */
static inline bool lanes_avx2(void) {
#ifdef LANES_HAVE_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
#else
    return false;
#endif
}

/* Before a short loop over vectors: all its rounds, one after the other. */
#ifdef __clang__
#define LANES_UNROLL _Pragma("unroll")
#else
#define LANES_UNROLL _Pragma("GCC unroll 32")
#endif

#define LANES_INLINE static inline __attribute__((always_inline)) LANES_FN

/* k in every lane. */
LANES_INLINE Lanes lanes_all(int k) { return (Lanes){ 0 } + (int8_t)k; }

/* Sums and differences that wrap. */
LANES_INLINE Lanes lanes_add(Lanes a, Lanes b) {
    return (Lanes)((ULanes)a + (ULanes)b);
}

LANES_INLINE Lanes lanes_sub(Lanes a, Lanes b) {
    return (Lanes)((ULanes)a - (ULanes)b);
}

/* Every byte n bits to the left, as far as its top bit goes; the bits below are
 * its neighbour's. */
#define lanes_top(v, n) ((Lanes)((Lanes16)(v) << (n)))

#ifdef LANES_AVX2

/* Per lane a if the top bit of m is set, else b. */
LANES_INLINE Lanes lanes_pick(Lanes m, Lanes a, Lanes b) {
    return (Lanes)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)m);
}

LANES_INLINE Lanes lanes_eq(Lanes a, Lanes b) {
    return (Lanes)_mm256_cmpeq_epi8((__m256i)a, (__m256i)b);
}

LANES_INLINE Lanes lanes_gt(Lanes a, Lanes b) {
    return (Lanes)_mm256_cmpgt_epi8((__m256i)a, (__m256i)b);
}

/* The top bits, lane 0 lowest. */
LANES_INLINE uint32_t lanes_bits(Lanes v) {
    return (uint32_t)_mm256_movemask_epi8((__m256i)v);
}

/* -1 in the lanes of the mask, 0 in the others. */
LANES_INLINE Lanes lanes_of(uint32_t mask) {
    const __m256i from = _mm256_setr_epi64x(
        0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201);
    __m256i v = _mm256_shuffle_epi8(_mm256_set1_epi32((int)mask), from);
    return (Lanes)_mm256_cmpeq_epi8(_mm256_and_si256(v, bit), bit);
}

/* table[i] per lane for i in 0..15, anything for others; the table's 16 entries
 * are repeated to fill a vector. */
LANES_INLINE Lanes lanes_lookup(Lanes table, Lanes i) {
    return (Lanes)_mm256_shuffle_epi8((__m256i)table, (__m256i)i);
}

/* The lesser, without signs. */
LANES_INLINE Lanes lanes_least(Lanes a, Lanes b) {
    return (Lanes)_mm256_min_epu8((__m256i)a, (__m256i)b);
}

#else

LANES_INLINE Lanes lanes_eq(Lanes a, Lanes b) { return a == b; }
LANES_INLINE Lanes lanes_gt(Lanes a, Lanes b) { return a > b; }

LANES_INLINE Lanes lanes_pick(Lanes m, Lanes a, Lanes b) {
    Lanes full = lanes_gt((Lanes){ 0 }, m);
    return (a & full) | (b & ~full);
}

#ifdef __wasm_simd128__

LANES_INLINE uint32_t lanes_bits(Lanes v) {
    return wasm_i8x16_bitmask((v128_t)v);
}

LANES_INLINE Lanes lanes_of(uint32_t mask) {
    const v128_t bit = wasm_i64x2_splat((int64_t)0x8040201008040201);
    v128_t v = wasm_i16x8_splat((int16_t)mask);
    v = wasm_i8x16_shuffle(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1,
                           1);
    return (Lanes)wasm_i8x16_eq(wasm_v128_and(v, bit), bit);
}

LANES_INLINE Lanes lanes_lookup(Lanes table, Lanes i) {
    return (Lanes)wasm_i8x16_swizzle((v128_t)table, (v128_t)i);
}

LANES_INLINE Lanes lanes_least(Lanes a, Lanes b) {
    return (Lanes)wasm_u8x16_min((v128_t)a, (v128_t)b);
}

#else

LANES_INLINE uint32_t lanes_bits(Lanes v) {
    uint64_t w[LANES / 8];
    uint32_t bits = 0;
    memcpy(w, &v, sizeof w);
    for (int i = 0; i < LANES / 8; i++) {
        uint64_t tops = w[i] >> 7 & UINT64_C(0x0101010101010101);
        bits |= (uint32_t)(tops * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
    }
    return bits;
}

LANES_INLINE Lanes lanes_of(uint32_t mask) {
    uint64_t w[LANES / 8];
    for (int i = 0; i < LANES / 8; i++)
        w[i] = (mask >> 8 * i & 0xff) * UINT64_C(0x0101010101010101) &
               UINT64_C(0x8040201008040201);
    Lanes v;
    memcpy(&v, w, sizeof v);
    return v != 0;
}

LANES_INLINE Lanes lanes_lookup(Lanes table, Lanes i) {
    Lanes v;
    for (int k = 0; k < LANES; k++) v[k] = table[i[k] & 15];
    return v;
}

LANES_INLINE Lanes lanes_least(Lanes a, Lanes b) {
    Lanes above = (Lanes)((ULanes)a > (ULanes)b);
    return (b & above) | (a & ~above);
}

#endif
#endif

/* ---- counts -------------------------------------------------------------- */

enum { COUNTS = LANES / 4 };
typedef int32_t Counts __attribute__((vector_size(LANES)));

/* Adds `more` to the counts of those lanes; they are aligned like a vector. */
LANES_INLINE void lanes_count(int32_t *counts, uint32_t lanes, int32_t more) {
    Counts *to = (Counts *)(void *)counts, bit;
    for (int i = 0; i < COUNTS; i++) bit[i] = 1 << i;
    for (int i = 0; i < LANES / COUNTS; i++, lanes >>= COUNTS)
        to[i] += ((((Counts){ 0 } + (int32_t)lanes) & bit) == bit) & more;
}

#endif
