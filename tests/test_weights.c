/* test_weights.c -- what stands in the place of scores: weighted cases and
 * shared fitness, by hand; and samples of cases that tell programs apart. */
#include "greatest.h"

#include <math.h>
#include <string.h>

#include "evolve/evolve_inner.h"

enum { MANY = 4 };

/* Four programs, three cases; 1 is solved. The rows lie in another order. */
static double rows[] = { 0, 0, 0,   1, 1, 0,   1, 0, 0,   1, 0, 1 };
static uint32_t order[] = { 2, 1, 3, 0 };        /* 100 110 101 000 */
static const Game more = { .minimise = false }, less = { .minimise = true };

static Evolution four(void) {
    return (Evolution){ .rows = rows,
                        .width = 3,
                        .order = order,
                        .count = 4,
                        .known = true,
                        .game = &more };
}

static bool near(double a, double b) { return fabs(a - b) < 1e-12; }

/* Solved by 3, 1 and 1 of 4: weights 4/3, 4 and 4. */
TEST rare_cases_weigh_more(void) {
    Evolution e = four();
    Plan plan = { .weights = { .kind = WEIGHTS_RARE } };
    double costs[MANY], want[] = { 8, 4, 4, 8 + 4 / 3.0 };
    Err err;
    ASSERT(weights_costs(&e, &plan, costs, &err));
    for (int i = 0; i < 4; i++) ASSERT(near(want[i], costs[i]));
    PASS();
}

/* Of scores by the step it is not who is the best that counts but all that is
 * gained: at the first case 3 + 1, at the second 2. A score that is none gains
 * nothing; at the third all are alike and nothing is gained. */
TEST what_is_gained_is_shared(void) {
    double own[] = { 0, 5, 7,   2, 5, 7,   3, 3, 7,   NAN, 5, 7 };
    uint32_t places[] = { 0, 1, 2, 3 };
    Evolution e = four();
    Plan plan = { .weights = { .kind = WEIGHTS_SHARED } };
    double costs[MANY];
    Err err;
    e.rows = own;
    e.order = places;
    e.game = &less;
    ASSERT(weights_costs(&e, &plan, costs, &err));
    ASSERT(near(0 * 1 + 2 * 2, costs[0]));
    ASSERT(near(2 * 1 + 2 * 2, costs[1]));
    ASSERT(near(3 * 1 + 0 * 2, costs[2]));
    ASSERT(costs[3] > 1e29);
    PASS();
}

/* The second and third programs are equally good; the first of them is the
 * best, and the last case, which only the other solves, gains weight. Then that
 * one is the best, and the case before it gains. */
TEST weights_go_step_by_step(void) {
    Evolution e = four();
    Plan plan = { .weights = { WEIGHTS_STEPWISE, 5, 2 } };
    const double want[][3] = { { 1, 1, 1 }, { 1, 1, 3 }, { 1, 3, 3 } };
    Err err;
    for (uint64_t g = 0; g <= 14; g++) {
        e.generation = g;
        for (int again = 0; again < 2; again++) {        /* no step twice */
            ASSERT(weights_prepare(&e, &plan, &err));
            ASSERT_MEM_EQ(want[g / 5], e.weights.list, sizeof want[0]);
        }
    }
    double costs[MANY];
    ASSERT(weights_costs(&e, &plan, costs, &err));
    ASSERT(near(6, costs[0]) && near(3, costs[1]) && near(3, costs[2]) &&
           near(7, costs[3]));
    Buf saved = { 0 };
    weights_save(&e, &saved);
    Evolution other = four();
    ASSERT_FALSE(weights_load(&other, saved.text, saved.len - 1, &err));
    ASSERT_STR_EQ("the checkpoint's weights of cases are damaged", err.text);
    ASSERT_FALSE(weights_load(&other, saved.text, 8, &err));
    ASSERT(weights_load(&other, saved.text, saved.len, &err));
    ASSERT_MEM_EQ(e.weights.list, other.weights.list, sizeof want[0]);
    other.generation = 10;           /* the step of that generation was taken */
    ASSERT(weights_prepare(&other, &plan, &err));
    ASSERT_MEM_EQ(want[2], other.weights.list, sizeof want[0]);
    plan.weights.kind = WEIGHTS_RARE;
    ASSERT(weights_prepare(&other, &plan, &err));
    ASSERT(!other.weights.list);
    buf_free(&saved);
    weights_free(&e);
    PASS();
}

/* The first two differ at one case, and so do the first and the third; the
 * second and the third at two, the last from the first at one. */
TEST fitness_is_shared_with_who_is_near(void) {
    Score scores[] = { { .raw = 0 }, { .raw = 2 }, { .raw = 1 }, { .raw = 2 } };
    Evolution e = four();
    Err err;
    double costs[MANY];
    Plan plan = { .sharing = { SHARING_CASES, 2, 1 } };
    e.slots.scores = scores;
    e.pool = pool_new(2, &err);
    ASSERT(e.pool && sharing_costs(&e, &plan, costs, &err));
    /* niches 2.5, 1.5, 1.5, 1.5: fitness 0.4, 4/3, 4/3, 0 */
    ASSERT(near(4 / 3.0 - 0.4, costs[0]) && near(0, costs[1]) &&
           near(0, costs[2]) && near(4 / 3.0, costs[3]));
    plan.sharing.power = 2;          /* niches 3.25, 1.75, 1.75, 1.75 */
    ASSERT(sharing_costs(&e, &plan, costs, &err));
    ASSERT(near(8 / 7.0 - 4 / 13.0, costs[0]) && near(0, costs[2]));
    plan.sharing.radius = 1;         /* nobody is nearer than that */
    scores[0].raw = -3;              /* lifted: 4, 5, 5, 0 */
    ASSERT(sharing_costs(&e, &plan, costs, &err));
    ASSERT(near(1, costs[0]) && near(0, costs[1]) && near(5, costs[3]));
    pool_free(e.pool);
    PASS();
}

TEST rules_have_bounds(void) {
    Err err;
    ASSERT(weights_check(
        &(WeightRule){ WEIGHTS_STEPWISE, WEIGHTS_EVERY_MAX, WEIGHTS_ADD_MAX },
        &err));
    ASSERT_FALSE(weights_check(&(WeightRule){ WEIGHTS_STEPWISE, 0, 1 }, &err));
    ASSERT_STR_EQ("weights step every 1 to 1000000 generations, not 0",
                  err.text);
    ASSERT_FALSE(weights_check(&(WeightRule){ WEIGHTS_STEPWISE, 1, 0 }, &err));
    ASSERT_STR_EQ("a step of a weight is above 0 and up to 1e+06, not 0",
                  err.text);
    ASSERT_FALSE(sharing_check(&(SharingRule){ SHARING_CASES, 0, 1 }, &err));
    ASSERT_STR_EQ("fitness is shared within a radius above 0, not 0", err.text);
    ASSERT_FALSE(sharing_check(&(SharingRule){ SHARING_CASES, 1, 101 }, &err));
    ASSERT_STR_EQ("sharing falls by a power above 0 and up to 100, not 101",
                  err.text);
    LexicaseRule rule = { .informed = 0.5, .every = 1 };
    ASSERT_FALSE(lexicase_check(&rule, &err));
    ASSERT_STR_EQ("lexicase: only a sample can be informed", err.text);
    rule.sample = 1;
    ASSERT(lexicase_check(&rule, &err));
    rule.informed = 1.1;
    ASSERT_FALSE(lexicase_check(&rule, &err));
    PASS();
}

/* ---- samples ------------------------------------------------------------- */

/* Cases 0 and 1 are solved by the same programs, as are 2 and 3; nobody solves
 * 4 and 5: a sample of three has one of each, one of six has all. */
TEST a_sample_has_a_case_of_each_kind(void) {
    uint64_t solved[] = { 7, 0, 7, 0, 0, 6, 0, 6, 0, 0, 0, 0 };
    Informed x = { 6, 2, solved, 0 };
    int first[6] = { 0 };
    Err err;
    for (uint64_t seed = 0; seed < 600; seed++) {
        Rng rng = rng_key(seed, 0, 0, RNG_TEST);
        uint32_t cases[6];
        ASSERT(informed_draw(&x, 3, &rng, cases, &err));
        first[cases[0]]++;
        unsigned kinds = 0, all = 0;
        for (int i = 0; i < 3; i++) kinds |= 1u << cases[i] / 2;
        ASSERT_EQ(7u, kinds);
        ASSERT(informed_draw(&x, 6, &rng, cases, &err));
        for (int i = 0; i < 6; i++) all |= 1u << cases[i];
        ASSERT_EQ(63u, all);
    }
    for (int k = 0; k < 6; k++) ASSERT(first[k] > 60 && first[k] < 140);
    PASS();
}

/* Learnt in generation 3 for 4 generations, from all who live; then anew. */
TEST a_sample_is_learnt_now_and_then(void) {
    Evolution e = four();
    Plan plan = { .selection = { .method = SELECT_LEXICASE } };
    Err err;
    plan.selection.lexicase = (LexicaseRule){ .sample = 2,
                                              .informed = 1,
                                              .every = 4 };
    double saved_rows[12];
    memcpy(saved_rows, rows, sizeof rows);
    for (e.generation = 3; e.generation < 9; e.generation++) {
        ASSERT(informed_prepare(&e, &plan, &err));
        ASSERT_EQ(e.generation < 7 ? 3u : 7u, e.informed.since);
        size_t solvers[3] = { 0 };
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 4; i++)
                solvers[k] += e.informed.solved[k] >> i & 1;
        size_t first = e.generation < 7 ? 3 : 2;
        ASSERT(solvers[0] == first && solvers[1] == 1 && solvers[2] == 1);
        rows[3] = 0;                 /* from now on others solve case 0 */
    }
    memcpy(rows, saved_rows, sizeof rows);
    Buf bytes = { 0 };
    informed_save(&e, &bytes);
    Evolution other = four();
    ASSERT_FALSE(informed_load(&other, bytes.text, bytes.len - 8, &err));
    ASSERT_STR_EQ("the checkpoint's sample of cases is damaged", err.text);
    ASSERT_FALSE(informed_load(&other, bytes.text, 7, &err));
    ASSERT(informed_load(&other, bytes.text, bytes.len, &err));
    ASSERT_MEM_EQ(e.informed.solved, other.informed.solved, 3 * 8);
    ASSERT_EQ(7u, other.informed.since);
    plan.selection.lexicase.informed = 0;
    ASSERT(informed_prepare(&other, &plan, &err));
    ASSERT(!other.informed.solved);
    buf_free(&bytes);
    informed_free(&e);
    PASS();
}

SUITE(test_weights) {
    RUN_TEST(rare_cases_weigh_more);
    RUN_TEST(what_is_gained_is_shared);
    RUN_TEST(weights_go_step_by_step);
    RUN_TEST(fitness_is_shared_with_who_is_near);
    RUN_TEST(rules_have_bounds);
    RUN_TEST(a_sample_has_a_case_of_each_kind);
    RUN_TEST(a_sample_is_learnt_now_and_then);
}
