/* test_base.c -- the ground floor: err, mem, heap, buf, rng, near, pool. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/failure.h"
#include <inttypes.h>
#include <math.h>

#include "greatest.h"
#include "base/hash.h"
#include "base/heap.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "base/pool.h"
#include "base/real.h"
#include "base/rng.h"

TEST a_placed_error_shows_line_and_caret(void) {
    Err err;
    const char *text = "one\ntwo three\nfour";
    Source src = { "f.gp", text, strlen(text) };
    ASSERT_FALSE(err_at(&err, &src, 8, "bad %s", "word"));
    ASSERT_STR_EQ("f.gp:2:5: bad word\n  two three\n      ^", err.text);
    PASS();
}

TEST a_placed_error_survives_odd_bytes_and_long_lines(void) {
    char text[5000];
    memset(text, 'x', sizeof text);
    text[2500] = '\x01';
    text[2501] = '\0';
    Err err;
    Source src = { "f", text, sizeof text };
    err_at(&err, &src, 2500, "here");
    ASSERT_EQ(0, strncmp(err.text, "f:1:2501: here\n  xxx", 20));
    ASSERT(strchr(err.text, '.') != NULL);
    ASSERT(strlen(err.text) < 200);
    err_at(&err, &src, sizeof text, "at the end");
    ASSERT(strstr(err.text, "f:1:5001: at the end"));
    PASS();
}

TEST the_nth_allocation_can_fail(void) {
    Err err;
    mem_fail_after(1);
    void *a = mem_new(1, 8, &err), *b = mem_new(1, 8, &err);
    mem_fail_after(-1);
    ASSERT(a != NULL);
    ASSERT(b == NULL);
    ASSERT_STR_EQ("out of memory: 8 bytes", err.text);
    mem_free(a);
    ASSERT(mem_new(SIZE_MAX / 2, 3, &err) == NULL);
    PASS();
}

TEST memory_can_be_limited(void) {
    enum { KB = 1024 };
    Err err;
    mem_limit(64 * KB);
    void *half = mem_new(32 * KB, 1, &err);
    ASSERT(half);
    ASSERT_FALSE(mem_new(40 * KB, 1, &err));
    ASSERT_STR_EQ("out of memory: 40960 bytes", err.text);
    ASSERT_FALSE(mem_new_aligned(40 * KB, 1, &err));
    ASSERT_FALSE(mem_resize(half, 80 * KB, 1, &err));
    ASSERT_FALSE(mem_alloc(NULL, NULL, 0, 40 * KB));
    half = mem_resize(half, 48 * KB, 1, &err);   /* the old half counts no more */
    ASSERT(half);
    mem_free(half);
    void *block = mem_alloc(NULL, NULL, 0, 60 * KB);
    ASSERT(block);
    block = mem_alloc(NULL, block, 60 * KB, 10 * KB);
    ASSERT(block);
    mem_relax();
    mem_relax();                     /* only once */
    ASSERT_FALSE(mem_new(MEM_RESERVE + 64 * KB, 1, &err));
    void *reserve = mem_new(MEM_RESERVE, 1, &err);
    ASSERT(reserve);
    mem_free(reserve);
    ASSERT_FALSE(mem_alloc(NULL, block, 10 * KB, 0));
    mem_limit(0);
    ASSERT(reserve = mem_new_aligned(MEM_RESERVE, 2, &err));
    mem_free(reserve);
    PASS();
}

/* Blocks of all sizes come, change and go; each keeps what was written. */
TEST blocks_of_a_heap_keep_what_is_in_them(void) {
    enum { BLOCKS = 500, MOST = 2 * HEAP_SMALL + 40 };
    static unsigned char *block[BLOCKS];
    static size_t size[BLOCKS];
    Err err;
    Heap *heap = heap_new(&err);
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    for (size_t k = 0; k < 200000; k++) {
        size_t i = rng_below(&rng, BLOCKS), old = size[i];
        size_t now = rng_below(&rng, 3) ? rng_below(&rng, MOST) : 0;
        for (size_t b = 0; b < old; b++)
            ASSERT_EQ((unsigned char)(i + b), block[i][b]);
        block[i] = heap_alloc(heap, block[i], old, now);
        ASSERT_EQ(now > 0, block[i] != NULL);
        ASSERT_EQ(0u, (uintptr_t)block[i] % HEAP_STEP);
        for (size_t b = 0; b < now && b < old; b++)
            ASSERT_EQ((unsigned char)(i + b), block[i][b]);
        for (size_t b = 0; b < now; b++) block[i][b] = (unsigned char)(i + b);
        size[i] = now;
    }
    for (size_t i = 0; i < BLOCKS; i++) heap_alloc(heap, block[i], size[i], 0);
    heap_free(heap);
    heap_free(NULL);
    PASS();
}

TEST small_blocks_come_again_and_large_ones_go(void) {
    Err err;
    Heap *heap = heap_new(&err);
    mem_limit(HEAP_CHUNK + HEAP_CHUNK / 2);
    void *small = heap_alloc(heap, NULL, 0, HEAP_SMALL);
    ASSERT(small);
    ASSERT_EQ(small, heap_alloc(heap, small, HEAP_SMALL, HEAP_SMALL - 1));
    heap_alloc(heap, small, HEAP_SMALL - 1, 0);
    ASSERT_EQ(small, heap_alloc(heap, NULL, 0, HEAP_SMALL));
    void *large = heap_alloc(heap, NULL, 0, HEAP_SMALL + 1);
    ASSERT(large);
    size_t count = 1;
    while (heap_alloc(heap, NULL, 0, HEAP_SMALL)) count++;
    ASSERT_EQ_FMT((size_t)(HEAP_CHUNK / HEAP_SMALL - 1), count, "%zu");
    ASSERT(heap_alloc(heap, NULL, 0, HEAP_SMALL / 2));   /* what was left */
    ASSERT_FALSE(heap_alloc(heap, large, HEAP_SMALL + 1, HEAP_CHUNK));
    ASSERT_FALSE(heap_alloc(heap, large, HEAP_SMALL + 1, 0));
    mem_limit(0);
    heap_free(heap);
    PASS();
}

/* Fills a block, lets it become less and free, and tells whether it kept its bytes. */
static bool shrinks(Heap *heap, unsigned char *block, size_t old, size_t size) {
    for (size_t i = 0; i < old; i++) block[i] = (unsigned char)(i + size);
    unsigned char *less = heap_alloc(heap, block, old, size);
    bool kept = less && (uintptr_t)less % HEAP_STEP == 0;
    for (size_t i = 0; kept && i < size; i++)
        kept = less[i] == (unsigned char)(i + size);
    if (less) heap_alloc(heap, less, size, 0);
    return kept;
}

/* Lua is not ready for an error there. */
TEST a_block_becomes_smaller_without_memory(void) {
    enum { LARGE = 8 * HEAP_CHUNK };
    Err err;
    for (size_t size = 1; size <= HEAP_SMALL; size++) {
        Heap *heap = heap_new(&err);
        void *large = heap_alloc(heap, NULL, 0, LARGE);
        void *next = heap_alloc(heap, NULL, 0, HEAP_SMALL + 1);
        void *small = heap_alloc(heap, NULL, 0, HEAP_SMALL);
        mem_limit(1);
        while (heap_alloc(heap, NULL, 0, HEAP_SMALL)) {}
        for (size_t rest = HEAP_SMALL; rest; rest--)
            while (heap_alloc(heap, NULL, 0, rest)) {}
        ASSERT(shrinks(heap, small, HEAP_SMALL, size));
        ASSERT(shrinks(heap, next, HEAP_SMALL + 1, size));
        large = heap_alloc(heap, large, LARGE, LARGE / 2);
        ASSERT(large);
        ASSERT(shrinks(heap, large, LARGE / 2, size));
        mem_limit(0);
        heap_free(heap);
    }
    PASS();
}

TEST a_buffer_that_failed_stays_failed(void) {
    Buf buf = { 0 };
    Err err;
    buf_format(&buf, "%d-%s", 12, "ab");
    ASSERT_STR_EQ("12-ab", buf_get(&buf));
    mem_fail_after(0);
    for (int i = 0; i < 100; i++) buf_char(&buf, 'x');
    mem_fail_after(-1);
    buf_char(&buf, 'y');
    ASSERT_FALSE(buf_ok(&buf, &err));
    buf_free(&buf);
    PASS();
}

TEST files_at_the_limit_are_read_and_one_past_refused(void) {
    char path[] = "build/test-file-XXXXXX", refused[99];
    FILE *f = fdopen(mkstemp(path), "wb");
    snprintf(refused, sizeof refused, "%s: 8 bytes, larger than the limit of 7",
             path);
    fwrite("12345678", 1, 8, f);
    fclose(f);
    Buf buf = { 0 };
    Err err;
    ASSERT(buf_file(&buf, path, 8, &err));
    ASSERT_EQ(8, buf.len);
    buf_free(&buf);
    ASSERT_FALSE(buf_file(&buf, path, 7, &err));
    ASSERT_STR_EQ(refused, err.text);
    ASSERT_FALSE(buf_file(&buf, "build", 7, &err));
    ASSERT_STR_EQ("build: is a folder, expected a file", err.text);
    ASSERT_FALSE(buf_file(&buf, "build/no-such", 7, &err));
    ASSERT_STR_EQ("build/no-such: No such file or directory", err.text);
    buf_free(&buf);
    remove(path);
    PASS();
}

TEST draws_are_the_same_on_every_machine(void) {
    Rng a = rng_seed(1), b = rng_key(1, 2, 3, RNG_BREED);
    ASSERT_EQ_FMT(0xb3f2af6d0fc710c5ull, (unsigned long long)rng_next(&a),
                  "%llx");
    ASSERT(rng_next(&a) != rng_next(&b));
    Rng c = rng_key(1, 2, 3, RNG_BREED), d = rng_key(1, 3, 2, RNG_BREED);
    b = rng_key(1, 2, 3, RNG_BREED);
    ASSERT_EQ(rng_next(&b), rng_next(&c));
    ASSERT(rng_next(&c) != rng_next(&d));
    PASS();
}

TEST bounded_draws_are_even_and_in_bounds(void) {
    Rng rng = rng_seed(7);
    unsigned seen[7] = { 0 };
    for (int i = 0; i < 70000; i++) seen[rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++) ASSERT(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 1000; i++) {
        int64_t x = rng_range(&rng, -3, 3);
        ASSERT(x >= -3 && x <= 3);
    }
    ASSERT_EQ(5, rng_range(&rng, 5, 5));
    rng_range(&rng, INT64_MIN, INT64_MAX);
    double sum = 0, squares = 0;
    for (int i = 0; i < 20000; i++) {
        double x = rng_normal(&rng);
        sum += x;
        squares += x * x;
    }
    ASSERT(sum / 20000 > -0.05 && sum / 20000 < 0.05);
    ASSERT(squares / 20000 > 0.95 && squares / 20000 < 1.05);
    PASS();
}

TEST shuffling_keeps_every_item(void) {
    Rng rng = rng_seed(3);
    int items[50], seen[50] = { 0 };
    for (int i = 0; i < 50; i++) items[i] = i;
    rng_shuffle(&rng, items, 50, sizeof *items);
    int moved = 0;
    for (int i = 0; i < 50; i++) {
        seen[items[i]]++;
        moved += items[i] != i;
    }
    for (int i = 0; i < 50; i++) ASSERT_EQ(1, seen[i]);
    ASSERT(moved > 25);
    PASS();
}

TEST the_nearest_name_is_found(void) {
    ASSERT_EQ(0, suggest_distance("unc", "UNC"));
    ASSERT_EQ(1, suggest_distance("UNK", "UNC"));
    ASSERT_EQ(1, suggest_distance("MVO", "MOV"));
    ASSERT_EQ(2, suggest_distance("UN", "UNMK"));
    Suggest near = suggest_start("populaton");
    suggest_offer(&near, "generations");
    suggest_offer(&near, "population");
    ASSERT_STR_EQ("population", near.best);
    near = suggest_start("XYZ");
    suggest_offer(&near, "UNC");
    ASSERT(near.best == NULL);
    PASS();
}

static void mark(void *context, int worker, size_t first, size_t last) {
    unsigned char *seen = context;
    (void)worker;
    for (size_t i = first; i < last; i++) seen[i]++;
}

TEST a_pool_does_every_item_once(void) {
    static unsigned char seen[10001];
    Err err;
    for (int threads = 1; threads <= 4; threads++) {
        Pool *pool = pool_new(threads, &err);
        ASSERT(pool);
        ASSERT_EQ(threads, pool_threads(pool));
        for (size_t n = 0; n <= sizeof seen; n += 5000) {
            memset(seen, 0, sizeof seen);
            pool_run(pool, n, 64, mark, seen);
            for (size_t i = 0; i < sizeof seen; i++)
                ASSERT_EQ(i < n ? 1 : 0, seen[i]);
        }
        pool_free(pool);
    }
    ASSERT(pool_new(-1, &err) == NULL);
    ASSERT_STR_EQ("threads must be 1 to 256, got -1", err.text);
    ASSERT(pool_new(POOL_THREADS_MAX + 1, &err) == NULL);
    PASS();
}

static void fail_odd(void *context, int worker, size_t first, size_t last) {
    Failure *failure = context;
    for (size_t i = first; i < last; i++) {
        Err err;
        if (failure_before(failure, i) || i < 500 || i % 2 == 0) continue;
        err_set(&err, "item %zu is odd", i);
        failure_note(failure, i, &err);
    }
}

TEST the_first_failure_is_reported_whatever_the_order(void) {
    Failure failure;
    Err err, why;
    failure_init(&failure);
    ASSERT(failure_none(&failure, &err));
    for (size_t i = 9; i > 2; i--) {
        err_set(&why, "item %zu", i);
        failure_note(&failure, i, &why);
    }
    err_set(&why, "item 7 again");
    failure_note(&failure, 7, &why);
    ASSERT_FALSE(failure_before(&failure, 3));
    ASSERT(failure_before(&failure, 4));
    ASSERT_FALSE(failure_none(&failure, &err));
    ASSERT_STR_EQ("item 3", err.text);
    ASSERT(failure_none(&failure, &err));
    for (int threads = 1; threads <= 4; threads++) {
        Pool *pool = pool_new(threads, &err);
        pool_run(pool, 2000, 8, fail_odd, &failure);
        ASSERT_FALSE(failure_none(&failure, &err));
        ASSERT_STR_EQ("item 501 is odd", err.text);
        pool_free(pool);
    }
    failure_free(&failure);
    PASS();
}

/* ---- reals --------------------------------------------------------------- */

/* Bits of a result; there are many of NaN, and they do not matter. */
static uint64_t bits_of(double x) {
    uint64_t u;
    if (isnan(x)) return 1;
    memcpy(&u, &x, sizeof u);
    return u;
}

TEST functions_of_reals_are_the_same_on_every_machine(void) {
    static const uint64_t want[REAL_FN_COUNT] = {
        [REAL_SQRT] = 0xfcb2f556e230d2fc,  [REAL_EXP] = 0xc78f1222c6f82953,
        [REAL_LOG] = 0x368732ae0cf89bf2,   [REAL_SIN] = 0xf0596e9853091532,
        [REAL_COS] = 0x180096d5d30414c2,   [REAL_TANH] = 0x59f803149adf391b,
        [REAL_FLOOR] = 0x656379458db81ecb,
    };
    bool same = true;
    static const double odd[] = { 0,      -0.0,  INFINITY, -INFINITY, NAN,
                                  5e-324, 1e300, -1e22,    0x1p52,    -745.13,
                                  709.78, 0.55,  -0.3,     0x1p26,    22 };
    for (int fn = 0; fn < REAL_FN_COUNT; fn++) {
        Rng rng = rng_key(3, 0, 0, RNG_TEST);
        uint64_t hash = 0;
        for (size_t i = 0; i < 20000; i++) {
            double x = (rng_real(&rng) - 0.5) * (i % 2 ? 1500 : 8);
            if (i % 8 == 7) x = ldexp(x, (int)rng_below(&rng, 2000) - 1000);
            if (i < sizeof odd / sizeof *odd) x = odd[i];
            hash = (hash ^ bits_of(real_apply((RealFn)fn, x))) *
                   0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        }
        same = same && want[fn] == hash;
        if (want[fn] != hash)
            printf("%s: 0x%016" PRIx64 "\n", real_name[fn], hash);
    }
    ASSERT(same);
    PASS();
}

/* Units in the last place between both. */
static int64_t apart(double a, double b) {
    int64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x > y ? x - y : y - x;
}

TEST functions_of_reals_are_near_the_librarys(void) {
    static double (*const library[REAL_FN_COUNT])(double) = {
        [REAL_SQRT] = sqrt, [REAL_EXP] = exp,   [REAL_LOG] = log,
        [REAL_SIN] = sin,   [REAL_COS] = cos,   [REAL_TANH] = tanh,
        [REAL_FLOOR] = floor,
    };
    for (int fn = 0; fn < REAL_FN_COUNT; fn++) {
        Rng rng = rng_key(4, 0, 0, RNG_TEST);
        int64_t most = fn == REAL_TANH ? 4 : fn == REAL_FLOOR ? 0 : 2;
        for (int i = 0; i < 20000; i++) {
            double x = (rng_real(&rng) - 0.5) * (i % 2 ? 100 : 4);
            if (x < 0 && (fn == REAL_SQRT || fn == REAL_LOG)) x = -x;
            ASSERT(apart(real_apply((RealFn)fn, x), library[fn](x)) <= most);
        }
    }
    ASSERT(signbit(real_sin(-0.0)) && signbit(real_floor(-0.0)));
    ASSERT(isnan(real_log(-1)) && isinf(real_log(0)) &&
           isnan(real_sin(INFINITY)));
    ASSERT(real_exp(-1000) == 0 && isinf(real_exp(1000)));
    ASSERT(real_exp(-740) > 0 && real_log(5e-324) < -744);
    ASSERT(real_tanh(1000) == 1 && real_tanh(-1000) == -1);
    PASS();
}

/* Of up to four blocks, of all lengths beside each other. */
TEST hashes_of_several_blocks_are_those_of_each(void) {
    enum { MOST = 40 };
    unsigned char bytes[HASH_LANES][MOST];
    Rng rng = rng_seed(5);
    ASSERT_EQ(UINT64_C(0), hash_bytes("", 0));
    ASSERT_EQ(UINT64_C(0x068aef4ab1e7a5df), hash_bytes("Moore machines", 14));
    for (int i = 0; i < 2000; i++) {
        const void *blocks[HASH_LANES];
        size_t n[HASH_LANES], count = 1 + rng_below(&rng, HASH_LANES);
        uint64_t hashes[HASH_LANES];
        for (size_t k = 0; k < count; k++) {
            n[k] = rng_below(&rng, MOST + 1);
            for (size_t j = 0; j < n[k]; j++)
                bytes[k][j] = (unsigned char)rng_next(&rng);
            blocks[k] = bytes[k];
        }
        hash_some(blocks, n, count, hashes);
        for (size_t k = 0; k < count; k++)
            ASSERT_EQ(hash_bytes(blocks[k], n[k]), hashes[k]);
    }
    PASS();
}

SUITE(test_base) {
    RUN_TEST(hashes_of_several_blocks_are_those_of_each);
    RUN_TEST(functions_of_reals_are_the_same_on_every_machine);
    RUN_TEST(functions_of_reals_are_near_the_librarys);
    RUN_TEST(a_placed_error_shows_line_and_caret);
    RUN_TEST(a_placed_error_survives_odd_bytes_and_long_lines);
    RUN_TEST(the_nth_allocation_can_fail);
    RUN_TEST(memory_can_be_limited);
    RUN_TEST(blocks_of_a_heap_keep_what_is_in_them);
    RUN_TEST(small_blocks_come_again_and_large_ones_go);
    RUN_TEST(a_block_becomes_smaller_without_memory);
    RUN_TEST(a_buffer_that_failed_stays_failed);
    RUN_TEST(files_at_the_limit_are_read_and_one_past_refused);
    RUN_TEST(draws_are_the_same_on_every_machine);
    RUN_TEST(bounded_draws_are_even_and_in_bounds);
    RUN_TEST(shuffling_keeps_every_item);
    RUN_TEST(the_nearest_name_is_found);
    RUN_TEST(a_pool_does_every_item_once);
    RUN_TEST(the_first_failure_is_reported_whatever_the_order);
}
