/* test_parsimony.c -- tournaments that look at size. */
#include <math.h>
#include <stdlib.h>

#include "evolve/select/parsimony.h"
#include "evolve/select/select.h"
#include "greatest.h"
#include "base/mem.h"

enum { N = 100, DRAWS = 200000 };

/* How often each of N programs is picked; program i has the cost i / equal and
 * the size sizes[i]. */
static bool frequencies(Selection rule, int equal, const uint32_t *sizes,
                        double share[N]) {
    Score scores[N];
    for (int i = 0; i < N; i++)
        scores[i] = (Score){ .standardized = i / equal };
    Selector s;
    Err err;
    bool ok = select_init(&s, N, &err) &&
              select_prepare(
                  &s, &rule,
                  &(Candidates){ scores, sizes, NULL, false, NULL, 0 },
                  &(Demand){ .rng = rng_seed(3) }, &err);
    for (int i = 0; i < N; i++) share[i] = 0;
    Rng rng = rng_seed(5);
    for (int i = 0; ok && i < DRAWS; i++)
        share[select_pick(&s, 0, 0, &rng)] += 1.0 / DRAWS;
    select_free(&s);
    return ok;
}

/* One of two programs is small and bad, the other large and good. */
TEST of_two_winners_the_smaller_is_taken_so_often(void) {
    static const double smaller[] = { 1, 1.4, 2 };
    uint32_t sizes[N];
    for (int i = 0; i < N; i++) sizes[i] = i < N / 2 ? 10 : 5;
    for (int k = 0; k < 3; k++) {
        double share[N], small = 0, p = smaller[k] / 2;
        /* tournaments of one: a winner is small with chance 1/2 */
        Selection rule = { .method = SELECT_TOURNAMENT,
                           .param = 1,
                           .smaller = smaller[k] };
        ASSERT(frequencies(rule, 1, sizes, share));
        for (int i = N / 2; i < N; i++) small += share[i];
        ASSERT_IN_RANGE(0.25 + 0.5 * p, small, 0.006);
    }
    PASS();
}

TEST the_winners_are_winners_before_they_are_small(void) {
    uint32_t sizes[N];
    double share[N];
    for (int i = 0; i < N; i++) sizes[i] = (uint32_t)(N - i);
    Selection rule = { .method = SELECT_TOURNAMENT, .param = 4, .smaller = 2 };
    ASSERT(frequencies(rule, 1, sizes, share));
    /* the worse of two winners of four: not among the best w with 1 - F(w),
     * F(w) = 1 - (1 - w)^4, both must be better than that */
    double best = 0;
    for (int i = 0; i < 20; i++) best += share[i];
    double f = 1 - pow(0.8, 4);
    ASSERT_IN_RANGE(f * f, best, 0.006);
    PASS();
}

TEST who_is_larger_than_the_mean_loses_by_chance(void) {
    double costs[1000];
    uint32_t sizes[1000];
    for (int i = 0; i < 1000; i++) {
        costs[i] = i % 7;
        sizes[i] = i < 500 ? 3 : 5;
    }
    parsimony_by_chance((Payers){ costs, sizes, 1000 }, 0.3, rng_seed(1));
    int out = 0;
    for (int i = 0; i < 1000; i++) {
        bool kept = costs[i] == i % 7;
        ASSERT(kept || (i >= 500 && isinf(costs[i])));
        out += !kept;
    }
    ASSERT_IN_RANGE(150, out, 40);
    parsimony_by_chance((Payers){ costs, sizes, 1000 }, 1, rng_seed(1));
    for (int i = 500; i < 1000; i++) ASSERT(isinf(costs[i]));
    for (int i = 0; i < 500; i++) ASSERT(!isinf(costs[i]));
    PASS();
}

/* The mean stays: who is as large as it does not pay. */
TEST programs_of_one_size_never_pay(void) {
    double costs[] = { 3, 1, 2 };
    uint32_t sizes[] = { 4, 4, 4 };
    parsimony_by_chance((Payers){ costs, sizes, 3 }, 1, rng_seed(1));
    ASSERT(costs[0] == 3 && costs[1] == 1 && costs[2] == 2);
    Err err;
    ASSERT(parsimony_by_covariance((Payers){ costs, sizes, 3 }, &err));
    ASSERT(costs[1] < costs[2] && costs[2] < costs[0]);
    PASS();
}

static double covariance(const double *x, const uint32_t *y, int n) {
    double mx = 0, my = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        mx += x[i] / n;
        my += (double)y[i] / n;
    }
    for (int i = 0; i < n; i++) sum += (x[i] - mx) * (y[i] - my) / n;
    return sum;
}

TEST what_is_left_of_the_order_does_not_go_along_with_size(void) {
    enum { MANY = 500 };
    double costs[MANY], plain[MANY];
    uint32_t sizes[MANY];
    Rng rng = rng_seed(9);
    for (int i = 0; i < MANY; i++) {
        sizes[i] = 1 + rng_below(&rng, 200);
        /* large programs are better; some costs are huge */
        plain[i] = costs[i] = exp(rng_normal(&rng) * 20 - sizes[i] / 20.0);
    }
    Err err;
    ASSERT(parsimony_by_covariance((Payers){ costs, sizes, MANY }, &err));
    ASSERT_IN_RANGE(0, covariance(costs, sizes, MANY), 1e-9);
    for (int i = 0; i < MANY; i++)
        for (int k = 0; k < MANY; k++)           /* among equals in size the
                                                  * order is as it was */
            if (sizes[i] == sizes[k] && plain[i] < plain[k])
                ASSERT(costs[i] < costs[k]);
    PASS();
}

TEST equals_pay_alike_and_the_lost_stay_last(void) {
    double costs[] = { 1, INFINITY, 1, 2, NAN, 1 };
    uint32_t sizes[] = { 5, 1, 5, 9, 1, 7 };
    Err err;
    ASSERT(parsimony_by_covariance((Payers){ costs, sizes, 6 }, &err));
    ASSERT(costs[0] == costs[2]);
    ASSERT(isinf(costs[1]) && isinf(costs[4]));
    ASSERT(isfinite(costs[0]) && isfinite(costs[3]) && isfinite(costs[5]));
    mem_fail_after(0);
    bool ok = parsimony_by_covariance((Payers){ costs, sizes, 6 }, &err);
    mem_fail_after(-1);
    ASSERT_FALSE(ok);
    PASS();
}

TEST wrong_numbers_are_refused(void) {
    static const struct {
        Selection   rule;
        const char *want;
    } wrong[] = {
        { { SELECT_TOURNAMENT, 7, .smaller = 0.99 },
          "tournament: smaller must be 1 to 2, or 0 for one winner, got 0.99" },
        { { SELECT_TOURNAMENT, 7, .smaller = 2.01 },
          "tournament: smaller must be 1 to 2, or 0 for one winner, got 2.01" },
        { { SELECT_TOURNAMENT, 7, .tarpeian = -0.1 },
          "tournament: tarpeian must be 0 to 1, got -0.1" },
        { { SELECT_TOURNAMENT, 7, .tarpeian = 1.5 },
          "tournament: tarpeian must be 0 to 1, got 1.5" },
        { { SELECT_RANK, 1.5, .covariant = true },
          "rank: only tournaments can be smaller, tarpeian or covariant" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Err err;
        ASSERT_FALSE(select_check(&wrong[i].rule, &err));
        ASSERT_STR_EQ(wrong[i].want, err.text);
    }
    Err err;
    ASSERT(
        select_check(&(Selection){ SELECT_TOURNAMENT, 7, .smaller = 1 }, &err));
    ASSERT(select_check(&(Selection){ SELECT_TOURNAMENT, 7, .smaller = 2,
                                      .tarpeian = 1, .covariant = true },
                        &err));
    PASS();
}

SUITE(test_parsimony) {
    RUN_TEST(of_two_winners_the_smaller_is_taken_so_often);
    RUN_TEST(the_winners_are_winners_before_they_are_small);
    RUN_TEST(who_is_larger_than_the_mean_loses_by_chance);
    RUN_TEST(programs_of_one_size_never_pay);
    RUN_TEST(what_is_left_of_the_order_does_not_go_along_with_size);
    RUN_TEST(equals_pay_alike_and_the_lost_stay_last);
    RUN_TEST(wrong_numbers_are_refused);
}
