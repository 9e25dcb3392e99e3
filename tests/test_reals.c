/* test_reals.c -- what schemes of vectors of reals are made of: the axes of a
 * matrix, normal draws, the distribution that learns, children by differences,
 * vectors that carry their step sizes. */
#include "greatest.h"

#include <math.h>
#include <string.h>

#include "base/eigen.h"
#include "evolve/plan.h"
#include "evolve/reals/cma.h"
#include "evolve/reals/differential.h"
#include "program/vector/vector_steps.h"

enum { MOST = 12 };

/* ---- the axes of a matrix ------------------------------------------------ */

static void random_symmetric(Rng *rng, size_t n, double *a) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++)
            a[i * n + k] = a[k * n + i] = rng_gauss(rng) *
                                          (1 + 1000 * (double)(i == k));
}

TEST axes_make_up_the_matrix(void) {
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    for (int round = 0; round < 200; round++) {
        size_t n = 1 + rng_below(&rng, MOST);
        double a[MOST * MOST], used[MOST * MOST], b[MOST * MOST], d[MOST];
        random_symmetric(&rng, n, a);
        memcpy(used, a, sizeof a);
        eigen_solve(used, n, b, d);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n; k++) {
                double product = 0, sum = 0;
                for (size_t j = 0; j < n; j++) {
                    product += b[i * n + j] * b[k * n + j];
                    sum += b[i * n + j] * d[j] * b[k * n + j];
                }
                ASSERT_IN_RANGE((double)(i == k), product, 1e-12);
                ASSERT_IN_RANGE(a[i * n + k], sum, 1e-9);
            }
    }
    PASS();
}

TEST axes_of_equal_rows_of_nothing_and_of_no_numbers(void) {
    double one[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 }, none[9] = { 0 };
    double bad[9] = { NAN, 1, 2, 1, INFINITY, 3, 2, 3, 1 }, b[9], d[3];
    eigen_solve(one, 3, b, d);
    double most = fmax(d[0], fmax(d[1], d[2]));
    ASSERT_IN_RANGE(3.0, most, 1e-14);
    ASSERT_IN_RANGE(3.0, d[0] + d[1] + d[2], 1e-14);
    eigen_solve(none, 3, b, d);
    ASSERT(d[0] == 0 && d[1] == 0 && d[2] == 0 && b[0] == 1);
    eigen_solve(bad, 3, b, d);       /* ends */
    PASS();
}

TEST normal_draws_have_their_moments(void) {
    enum { DRAWS = 200000 };
    Rng rng = rng_key(2, 0, 0, RNG_TEST), libm = rng;
    double sum = 0, square = 0, fourth = 0, apart = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = rng_gauss(&rng);
        apart = fmax(apart, fabs(x - rng_normal(&libm)));
        sum += x, square += x * x, fourth += x * x * x * x;
    }
    ASSERT_IN_RANGE(0.0, sum / DRAWS, 0.01);
    ASSERT_IN_RANGE(1.0, square / DRAWS, 0.02);
    ASSERT_IN_RANGE(3.0, fourth / DRAWS, 0.1);
    ASSERT(apart < 1e-14);           /* from those by the library's log */
    PASS();
}

/* ---- the distribution ---------------------------------------------------- */

typedef struct Trial {
    Cma     *cma;
    uint64_t generation;
    double (*cost)(const double *x, size_t n);
} Trial;

static void trial_draw(void *context, size_t i, double *x) {
    Trial *t = context;
    double room[MOST];
    Rng rng = rng_key(7, t->generation, i, RNG_VARY);
    cma_draw(t->cma, &rng, x, room);
}

/* A generation; the best cost in it. */
static double trial_step(Trial *t) {
    size_t n = cma_brood(t->cma);
    uint32_t rank[256];
    double cost[256], x[MOST];
    for (size_t i = 0; i < n; i++) {
        trial_draw(t, i, x);
        double c = t->cost(x, cma_genes(t->cma));
        size_t k = i;
        for (; k > 0 && cost[k - 1] > c; k--)
            cost[k] = cost[k - 1], rank[k] = rank[k - 1];
        cost[k] = c;
        rank[k] = (uint32_t)i;
    }
    CmaBrood brood = { trial_draw, t, rank, cost };
    cma_learn(t->cma, &brood);
    t->generation++;
    return cost[0];
}

/* A long narrow valley across the axes. */
static double bent(const double *x, size_t n) {
    double sum = 0, along = 0;
    for (size_t i = 0; i < n; i++) along += x[i] - 0.25;
    for (size_t i = 0; i < n; i++) sum += (x[i] - 0.25) * (x[i] - 0.25) * 1e6;
    return sum + along * along * 1e9;
}

static double flat(const double *x, size_t n) {
    (void)x;
    (void)n;
    return 3;
}

TEST it_learns_the_shape_of_a_valley(void) {
    Err err;
    double mean[6] = { 0.9, 0.1, 0.5, 0.7, 0.3, 0.2 };
    Trial t = { cma_new(6, 9, mean, 0.3, &err), 0, bent };
    double best = INFINITY;
    while (t.generation < 400 && best > 1e-9) best = trial_step(&t);
    ASSERT(best <= 1e-9);
    ASSERT(t.generation > 50);
    ASSERT_FALSE(cma_is_spent(t.cma));
    cma_free(t.cma);
    PASS();
}

TEST what_is_saved_goes_on_to_the_same_bits(void) {
    Err err;
    double mean[5] = { 0.5, 0.5, 0.5, 0.5, 0.5 };
    Trial t = { cma_new(5, 8, mean, 0.3, &err), 0, bent };
    for (int i = 0; i < 37; i++) trial_step(&t);
    Buf saved = { 0 };
    cma_save(t.cma, &saved);
    Trial other = t;
    other.cma = cma_load(saved.text, saved.len, 5, &err);
    ASSERT(other.cma);
    for (int i = 0; i < 40; i++) {
        double a = trial_step(&t), b = trial_step(&other);
        ASSERT_EQ(a, b);
    }
    Buf one = { 0 }, two = { 0 };
    cma_save(t.cma, &one);
    cma_save(other.cma, &two);
    ASSERT_EQ(one.len, two.len);
    ASSERT_MEM_EQ(one.text, two.text, one.len);
    ASSERT_FALSE(cma_load(saved.text, saved.len, 4, &err));
    ASSERT_STR_EQ("the checkpoint's distribution is damaged", err.text);
    ASSERT_FALSE(cma_load(saved.text, saved.len - 1, 5, &err));
    ASSERT_FALSE(cma_load(saved.text, 3, 5, &err));
    buf_free(&saved);
    buf_free(&one);
    buf_free(&two);
    cma_free(t.cma);
    cma_free(other.cma);
    PASS();
}

TEST it_is_spent_where_nothing_can_be_learnt_and_grows(void) {
    Err err;
    double mean[3] = { 0.5, 0.5, 0.5 };
    Trial t = { cma_new(3, 7, mean, 0.3, &err), 0, flat };
    while (!cma_is_spent(t.cma) && t.generation < 1000) trial_step(&t);
    ASSERT(t.generation >= 10 && t.generation < 100);
    Rng rng = rng_key(1, 1, 1, RNG_TEST);
    CmaRule rule = { 0.3, 2, 2 };
    ASSERT(cma_restart(t.cma, &rule, &rng, &err));
    ASSERT_EQ(14u, cma_brood(t.cma));
    ASSERT_EQ(1u, cma_restarts(t.cma));
    ASSERT_FALSE(cma_is_spent(t.cma));
    ASSERT_IN_RANGE(0.3, cma_spread(t.cma), 1e-12);
    cma_free(t.cma);
    PASS();
}

/* In the middle nearly all are inside at once; in a corner one in eight is, so
 * that twenty draws hardly ever miss; far away none is, and it ends. */
TEST who_leaves_the_ranges_is_drawn_again(void) {
    Err err;
    double means[][3] = { { 0.5, 0.5, 0.5 }, { 0, 1, 0 }, { 50, 50, 50 } };
    int least[] = { 1990, 1800, 0 }, most[] = { 2000, 1900, 0 };
    for (int m = 0; m < 3; m++) {
        Cma *cma = cma_new(3, 8, means[m], 0.2, &err);
        int inside = 0;
        for (uint64_t i = 0; i < 2000; i++) {
            double x[3], room[3];
            Rng rng = rng_key(9, 0, i, RNG_TEST);
            cma_draw(cma, &rng, x, room);
            bool in = true;
            for (int k = 0; k < 3; k++) in = in && x[k] >= 0 && x[k] <= 1;
            inside += in;
        }
        ASSERT(inside >= least[m] && inside <= most[m]);
        cma_free(cma);
    }
    PASS();
}

/* The better half lies along one axis, the others as far along the other one as
 * the context says. */
static void cross_draw(void *context, size_t i, double *x) {
    const double *far = context;
    size_t half = (size_t)far[1];
    x[0] = i < half ? (i % 2 ? 0.6 : 0.4) : 0.5;
    x[1] = i < half ? 0.5 : i % 2 ? 0.5 + far[0] : 0.5 - far[0];
}

/* Does a distribution learn the same wherever the worse half lies? */
static bool ignores_the_worst(size_t brood) {
    Err err;
    double mean[] = { 0.5, 0.5 };
    uint32_t rank[64];
    double cost[64];
    Buf saved[2] = { { 0 }, { 0 } };
    for (size_t i = 0; i < brood; i++)
        rank[i] = (uint32_t)i, cost[i] = (double)i;
    for (int k = 0; k < 2; k++) {
        double far[] = { k ? 0.3 : 0.1, (double)(brood / 2) };
        Cma *cma = cma_new(2, brood, mean, 0.1, &err);
        CmaBrood all = { cross_draw, far, rank, cost };
        cma_learn(cma, &all);
        cma_learn(cma, &all);
        cma_save(cma, &saved[k]);
        cma_free(cma);
    }
    bool same = saved[0].len == saved[1].len &&
                memcmp(saved[0].text, saved[1].text, saved[0].len) == 0;
    buf_free(&saved[0]);
    buf_free(&saved[1]);
    return same;
}

/* Large is more than five times the usual brood, 4 + 3 ln 2. */
TEST nothing_is_learnt_from_the_worst_of_a_large_brood(void) {
    ASSERT_FALSE(ignores_the_worst(6));
    ASSERT_FALSE(ignores_the_worst(30));
    ASSERT(ignores_the_worst(31));
    ASSERT(ignores_the_worst(64));
    PASS();
}

TEST rules_of_distributions_have_bounds(void) {
    Err err;
    ASSERT(cma_check(&(CmaRule){ 10, CMA_RESTARTS_MAX, 10 }, &err));
    ASSERT(cma_check(&(CmaRule){ 1e-9, 0, 1 }, &err));
    ASSERT_FALSE(cma_check(&(CmaRule){ 0, 0, 2 }, &err));
    ASSERT_STR_EQ("cma: sigma must be above 0 and up to 10 ranges, got 0",
                  err.text);
    ASSERT_FALSE(cma_check(&(CmaRule){ 10.5, 0, 2 }, &err));
    ASSERT_FALSE(cma_check(&(CmaRule){ NAN, 0, 2 }, &err));
    ASSERT_FALSE(cma_check(&(CmaRule){ 1, CMA_RESTARTS_MAX + 1, 2 }, &err));
    ASSERT_STR_EQ("cma: restarts must be 0 to 1000, got 1001", err.text);
    ASSERT_FALSE(cma_check(&(CmaRule){ 1, 0, 0.5 }, &err));
    ASSERT_STR_EQ("cma: growth must be 1 to 10, got 0.5", err.text);
    PASS();
}

/* ---- differences --------------------------------------------------------- */

TEST parents_of_a_difference_are_apart(void) {
    Rng rng = rng_key(3, 0, 0, RNG_TEST);
    for (int i = 0; i < 20000; i++) {
        size_t count = DIFFERENTIAL_LEAST + rng_below(&rng, 5);
        DifferentialRule rule = {
            0.5, 0.9, (DifferentialBase)rng_below(&rng, DIFFERENTIAL_BASES)
        };
        uint32_t target = rng_below(&rng, (uint32_t)count), p[4];
        uint32_t best = rng_below(&rng, (uint32_t)count);
        differential_parents(&rule, &rng, count, target, best, p);
        ASSERT_EQ(target, p[0]);
        if (rule.base == DIFFERENTIAL_RANDOM) ASSERT(p[1] != target);
        else ASSERT_EQ(best, p[1]);
        for (int a = 2; a < 4; a++)
            for (int b = 0; b < a; b++) ASSERT(p[a] != p[b] && p[a] < count);
    }
    PASS();
}

TEST a_child_by_differences_is_as_it_says(void) {
    Err err;
    VectorShape shape;
    ASSERT(vector_init(&shape, VECTOR_REALS, 3, (VectorRange){ 0, 10 }, &err));
    double own[] = { 1, 2, 9 }, base[] = { 5, 5, 5 }, a[] = { 3, 1, 10 };
    double b[] = { 1, 4, 0 }, child[3];
    const void *parents[] = { own, base, a, b };
    Rng rng = rng_key(4, 0, 0, RNG_TEST);
    DifferentialRule rule = { 0.5, 1, DIFFERENTIAL_RANDOM };
    differential_make(&rule, &shape, &rng, parents, child);
    ASSERT(child[0] == 6 && child[1] == 3.5 && child[2] == 10);
    rule.weight = 1;                 /* 5 + 10 is outside: half way to 10 */
    differential_make(&rule, &shape, &rng, parents, child);
    ASSERT(child[0] == 7 && child[1] == 2 && child[2] == 9.5);
    rule.base = DIFFERENTIAL_TOWARDS;
    rule.weight = 0.5;
    differential_make(&rule, &shape, &rng, parents, child);
    ASSERT(child[0] == 4 && child[1] == 2 && child[2] == 9.5);
    rule.cross = 0;                  /* one gene moves all the same */
    for (int i = 0; i < 100; i++) {
        differential_make(&rule, &shape, &rng, parents, child);
        int moved = 0;
        for (int k = 0; k < 3; k++) moved += child[k] != own[k];
        ASSERT(moved <= 1);
    }
    vector_free(&shape);
    ASSERT_FALSE(differential_check(&rule, 3, &err));
    ASSERT_STR_EQ("differential: a population of 4 or more, not 3", err.text);
    rule.weight = 2.1;
    ASSERT_FALSE(differential_check(&rule, 4, &err));
    ASSERT_STR_EQ("differential: weight must be above 0 and up to 2, got 2.1",
                  err.text);
    PASS();
}

/* ---- step sizes ---------------------------------------------------------- */

static bool read_text(const VectorShape *s, const char *text, double *genome,
                      Err *err) {
    Source source = { "t", text, strlen(text) };
    return vector_parse(s, &source, genome, err);
}

TEST step_sizes_print_and_read_back(void) {
    Err err;
    VectorShape s;
    double g[4], h[4];
    Buf out = { 0 };
    ASSERT(vector_init(&s, VECTOR_REALS, 2, (VectorRange){ -1, 3 }, &err));
    ASSERT(vector_steps(&s, 0.25, &err));
    ASSERT_EQ(4 * sizeof(double), vector_bytes(&s));
    ASSERT(read_text(&s, "(0.5, 1)", g, &err));
    ASSERT(g[2] == 1 && g[3] == 1);  /* the first ones */
    ASSERT(read_text(&s, "(0.5 1 | 0.125, 0.3)", g, &err));
    vector_print(&s, g, &out);
    ASSERT_STR_EQ("(0.5, 1 | 0.125, 0.3)", buf_get(&out));
    ASSERT(read_text(&s, buf_get(&out), h, &err));
    ASSERT_MEM_EQ(g, h, sizeof g);
    ASSERT(vector_check(&s, g, sizeof g, &err));
    g[3] = 0;
    ASSERT_FALSE(vector_check(&s, g, sizeof g, &err));
    ASSERT_STR_EQ("step size 1 is 0, out of its range", err.text);
    ASSERT_FALSE(read_text(&s, "(0.5, 1 | 0.125)", g, &err));
    ASSERT(strstr(err.text, "too few step sizes: this vector has 2, got 1"));
    ASSERT_FALSE(read_text(&s, "(0.5, 1 | 1, 1, 1)", g, &err));
    ASSERT(strstr(err.text, "too many step sizes: this vector has 2"));
    ASSERT_FALSE(read_text(&s, "(0.5, 1 | 1, 5)", g, &err));
    ASSERT(strstr(err.text, "step size 1 must be 4e-12 to 4, got 5"));
    ASSERT_FALSE(read_text(&s, "(0.5 | 1, 1)", g, &err));
    buf_free(&out);
    vector_free(&s);
    PASS();
}

TEST only_reals_have_step_sizes(void) {
    Err err;
    VectorShape s;
    ASSERT(vector_init(&s, VECTOR_INTEGERS, 2, (VectorRange){ 0, 3 }, &err));
    ASSERT_FALSE(vector_steps(&s, 0.1, &err));
    ASSERT_STR_EQ("only reals have step sizes", err.text);
    vector_free(&s);
    ASSERT(vector_init(&s, VECTOR_REALS, 2, (VectorRange){ 0, 3 }, &err));
    ASSERT(vector_steps(&s, 1, &err));
    ASSERT_FALSE(vector_steps(&s, 1.01, &err));
    ASSERT_FALSE(vector_steps(&s, NAN, &err));
    vector_free(&s);
    PASS();
}

/* The steps of children of one parent are log-normal about its own. */
TEST step_sizes_are_inherited(void) {
    Err err;
    VectorShape s;
    VectorSpecies v;
    double g[8], child[8], sum = 0, moved = 0;
    ASSERT(vector_init(&s, VECTOR_REALS, 4, (VectorRange){ -100, 100 }, &err));
    ASSERT(vector_steps(&s, 0.005, &err));
    vector_species_init(&v, s);
    ASSERT(read_text(&v.shape, "(0, 0, 0, 0 | 1, 1, 1, 1)", g, &err));
    Rng rng = rng_key(5, 0, 0, RNG_TEST);
    double rate = 1;
    const void *parents[] = { g, g };
    Origin origin;
    for (int i = 0; i < 20000; i++) {
        vector_adapt(&v.species, &rate, &rng, parents, child, &origin);
        for (int k = 0; k < 4; k++) {
            sum += log(child[4 + k]);
            moved += child[k] / child[4 + k] * (child[k] / child[4 + k]);
        }
    }
    ASSERT_IN_RANGE(0.0, sum / 80000, 0.02);
    ASSERT_IN_RANGE(1.0, moved / 80000, 0.03);
    const void *two[] = { g, g };
    vector_average(&v.species, NULL, NULL, two, child, &origin);
    ASSERT_MEM_EQ(g, child, sizeof g);
    vector_species_free(&v);
    PASS();
}

/* ---- plans --------------------------------------------------------------- */

/* A plan as the scheme wants it, and one thing that makes children or keeps
 * members besides, in the place of `extra`, 1 to 6. */
static bool is_fine(Scheme scheme, int extra, Err *err) {
    Plan plan = { .selection = { .method = SELECT_UNIFORM },
                  .scheme = scheme,
                  .cma = { .sigma = 0.3, .growth = 2 },
                  .differential = { .weight = 0.8, .cross = 0.9 } };
    if (extra == 1) plan.parts = 1;
    if (extra == 2) plan.vary_count = 1;
    if (extra == 3) plan.children = 1;
    if (extra == 4) plan.elite = 1;
    if (extra == 5) plan.tries = 1;
    if (extra == 6) plan.distinct = 1;
    return plan_check(&plan, 10, err);
}

TEST schemes_of_reals_make_all_children_themselves(void) {
    const Scheme schemes[] = { SCHEME_CMA, SCHEME_DIFFERENTIAL };
    for (int k = 0; k < 2; k++) {
        Err err;
        ASSERTm(err.text, is_fine(schemes[k], 0, &err));
        for (int extra = 1; extra <= 6; extra++) {
            ASSERT_FALSE(is_fine(schemes[k], extra, &err));
            ASSERT(strstr(err.text, ": the scheme makes its children itself: "
                                    "it has neither operators nor an elite"));
        }
    }
    PASS();
}

SUITE(test_reals) {
    RUN_TEST(axes_make_up_the_matrix);
    RUN_TEST(axes_of_equal_rows_of_nothing_and_of_no_numbers);
    RUN_TEST(normal_draws_have_their_moments);
    RUN_TEST(it_learns_the_shape_of_a_valley);
    RUN_TEST(what_is_saved_goes_on_to_the_same_bits);
    RUN_TEST(it_is_spent_where_nothing_can_be_learnt_and_grows);
    RUN_TEST(who_leaves_the_ranges_is_drawn_again);
    RUN_TEST(nothing_is_learnt_from_the_worst_of_a_large_brood);
    RUN_TEST(rules_of_distributions_have_bounds);
    RUN_TEST(parents_of_a_difference_are_apart);
    RUN_TEST(a_child_by_differences_is_as_it_says);
    RUN_TEST(step_sizes_print_and_read_back);
    RUN_TEST(only_reals_have_step_sizes);
    RUN_TEST(step_sizes_are_inherited);
    RUN_TEST(schemes_of_reals_make_all_children_themselves);
}
