/* test_functions.c -- the test functions have their known values. */
#include <math.h>
#include <string.h>

#include "greatest.h"
#include "functions/functions.h"

/* The score of the genes, given one by one. */
static Score score_of(const char *name, VectorType type, const double *genes,
                      size_t length) {
    VectorShape shape;
    FunctionGame f;
    Err err;
    Score score = { .standardized = NAN };
    uint64_t genome[64] = { 0 };
    if (!vector_init(&shape, type, length, (VectorRange){ -10, 10 }, &err) ||
        !functions_init(&f, name, &err))
        return score;
    for (size_t i = 0; i < length; i++) vector_set(&shape, genome, i, genes[i]);
    void *scratch = f.game.class->scratch_new(&f.game, &err);
    f.game.class->score(&f.game, &shape, scratch, genome, &score, &err);
    f.game.class->scratch_free(scratch);
    vector_free(&shape);
    return score;
}

static double cost_of_bits(const char *name, const char *bits) {
    double genes[128];
    size_t n = strlen(bits);
    for (size_t i = 0; i < n; i++) genes[i] = bits[i] - '0';
    return score_of(name, VECTOR_BITS, genes, n).standardized;
}

#define REALS(name, ...) \
    score_of(name, VECTOR_REALS, (const double[]){ __VA_ARGS__ }, \
             sizeof(double[]){ __VA_ARGS__ } / sizeof(double))    \
        .standardized
#define EXACTLY(want, got) ASSERT_IN_RANGE(want, got, 0)

TEST the_best_point_costs_nothing_and_is_a_hit(void) {
    double ones[70], zeros[70] = { 0 };
    for (int i = 0; i < 70; i++) ones[i] = 1;
    for (const Function *f = functions; f->name; f++) {
        if (f->pair) continue;       /* has a front instead */
        bool origin = strcmp(f->name, "sphere") == 0 ||
                      strcmp(f->name, "rastrigin") == 0;
        size_t n = f->type == VECTOR_BITS ? 70 : 30;
        Score s = score_of(f->name, f->type, origin ? zeros : ones, n);
        EXACTLY(0, s.standardized);
        EXACTLY(f->type == VECTOR_BITS ? 70 : 0, s.raw);
        ASSERT_EQ(1, s.hits);
        s = score_of(f->name, f->type, origin ? ones : zeros, n);
        ASSERT(s.standardized > 0);
        ASSERT_EQ(0, s.hits);
    }
    PASS();
}

TEST bits_cost_as_they_should(void) {
    EXACTLY(3, cost_of_bits("onemax", "0110101"));
    EXACTLY(7, cost_of_bits("leadingones", "0111111"));
    EXACTLY(3, cost_of_bits("leadingones", "1111010"));
    EXACTLY(1, cost_of_bits("leadingones", "1111110"));
    EXACTLY(1, cost_of_bits("trap", "00000"));
    EXACTLY(2, cost_of_bits("trap", "00100"));
    EXACTLY(5, cost_of_bits("trap", "11011"));
    EXACTLY(6, cost_of_bits("trap", "1101100000"));
    EXACTLY(1, cost_of_bits("trap", "1111100"));   /* the last block has 2 */
    EXACTLY(2, cost_of_bits("trap", "1111101"));
    EXACTLY(0, cost_of_bits("trap", "1111111"));
    PASS();
}

TEST reals_cost_as_they_should(void) {
    EXACTLY(14, REALS("sphere", 1, -2, 3));
    EXACTLY(6.25, REALS("sphere", 2.5));
    ASSERT_IN_RANGE(3, REALS("rastrigin", 1, -1, 1), 1e-12);
    ASSERT_IN_RANGE(40.5, REALS("rastrigin", 0.5, -0.5), 1e-12);
    ASSERT_IN_RANGE(10.0625, REALS("rastrigin", 0.25), 1e-12);
    EXACTLY(2, REALS("rosenbrock", 0, 0, 0));
    ASSERT_IN_RANGE(24.2, REALS("rosenbrock", -1.2, 1), 1e-12);
    ASSERT_IN_RANGE(4, REALS("rosenbrock", -1, 1, 1), 0);
    EXACTLY(0, REALS("rosenbrock", 7));
    PASS();
}

TEST names_and_types_are_checked(void) {
    FunctionGame f;
    Err err;
    ASSERT_FALSE(functions_init(&f, "rastrigan", &err));
    ASSERT_STR_EQ("unknown function 'rastrigan'; did you mean 'rastrigin'?",
                  err.text);
    ASSERT_FALSE(functions_init(&f, "x", &err));
    ASSERT_STR_EQ("unknown function 'x'", err.text);
    VectorShape bits = { .type = VECTOR_BITS, .length = 3 };
    VectorShape reals = { .type = VECTOR_REALS, .length = 3 };
    Score score;
    ASSERT(functions_init(&f, "sphere", &err));
    ASSERT_FALSE(f.game.class->score(&f.game, &bits, NULL, NULL, &score, &err));
    ASSERT_STR_EQ("the function 'sphere' takes a vector of reals", err.text);
    ASSERT(functions_init(&f, "trap", &err));
    ASSERT_FALSE(
        f.game.class->score(&f.game, &reals, NULL, NULL, &score, &err));
    ASSERT_STR_EQ("the function 'trap' takes a vector of bits", err.text);
    PASS();
}

TEST the_minimal_loop_climbs(void) {
    int first, best, again;
    ASSERT_EQ(300u, minimal_loop(1, 0, &first));
    ASSERT(first >= 60 && first <= 75);       /* the best of 300 by chance */
    ASSERT_EQ(12300u, minimal_loop(1, 40, &best));
    ASSERT_EQ(12300u, minimal_loop(1, 40, &again));
    ASSERT_EQ(best, again);
    ASSERT(best >= 95 && best <= 100);
    PASS();
}

SUITE(test_functions) {
    RUN_TEST(the_best_point_costs_nothing_and_is_a_hit);
    RUN_TEST(bits_cost_as_they_should);
    RUN_TEST(reals_cost_as_they_should);
    RUN_TEST(names_and_types_are_checked);
    RUN_TEST(the_minimal_loop_climbs);
}
