/* test_lexicase.c -- parents chosen case by case: the same draws as by the
 * plain procedure, program by program and without lists made in advance. */
#include "greatest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/select/lexicase.h"

enum { FEW = 60, MOST = 400, WIDE = 80 };

/* ---- the plain procedure ------------------------------------------------- */

typedef struct Plain {
    double cost[MOST][WIDE];
    size_t count, width;
    LexicaseEpsilon epsilon;
} Plain;

static int up(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double middle(double *list, size_t n) {
    qsort(list, n, sizeof *list, up);
    return list[(n - 1) / 2];
}

static double mad(double *list, size_t n) {
    double m = middle(list, n);
    for (size_t i = 0; i < n; i++) list[i] = fabs(list[i] - m);
    return middle(list, n);
}

static double mad_of(const Plain *p, const size_t *who, size_t n, size_t k) {
    double list[MOST];
    for (size_t i = 0; i < n; i++) list[i] = p->cost[who[i]][k];
    return mad(list, n);
}

static double best_of(const Plain *p, const size_t *who, size_t n, size_t k) {
    double best = INFINITY;
    for (size_t i = 0; i < n; i++) best = fmin(best, p->cost[who[i]][k]);
    return best;
}

/* Does program i pass case k, by those who remain? */
static size_t plain_sift(const Plain *p, size_t *who, size_t n, size_t k) {
    size_t all[MOST], kept = 0;
    for (size_t i = 0; i < p->count; i++) all[i] = i;
    double best = best_of(p, who, n, k), bound = best;
    if (p->epsilon == EPSILON_SEMI) bound += mad_of(p, all, p->count, k);
    if (p->epsilon == EPSILON_DYNAMIC) bound += mad_of(p, who, n, k);
    if (p->epsilon == EPSILON_STATIC) {
        double pass = best_of(p, all, p->count, k) +
                      mad_of(p, all, p->count, k);
        bound = best <= pass ? pass : INFINITY;
    }
    for (size_t i = 0; i < n; i++)
        if (p->cost[who[i]][k] <= bound) who[kept++] = who[i];
    return kept;
}

static bool same_row(const Plain *p, size_t a, size_t b) {
    for (size_t k = 0; k < p->width; k++) {
        double x = p->cost[a][k], y = p->cost[b][k];
        if (p->epsilon == EPSILON_STATIC) {
            size_t all[MOST];
            for (size_t i = 0; i < p->count; i++) all[i] = i;
            double pass = best_of(p, all, p->count, k) +
                          mad_of(p, all, p->count, k);
            x = x <= pass;
            y = y <= pass;
        }
        if (x != y) return false;
    }
    return true;
}

/* Those who remain, of each row all together. */
static uint32_t plain_draw(const Plain *p, const size_t *who, size_t n,
                           Rng *rng) {
    uint32_t list[MOST];
    bool taken[MOST] = { false };
    size_t len = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++)
            if (!taken[j] && same_row(p, who[i], who[j])) {
                taken[j] = true;
                list[len++] = (uint32_t)who[j];
            }
    return list[rng_below(rng, (uint32_t)len)];
}

static uint32_t plain_pick(const Plain *p, Rng *rng) {
    size_t who[MOST], n = p->count, cases[WIDE];
    for (size_t i = 0; i < n; i++) who[i] = i;
    for (size_t k = 0; k < p->width; k++) cases[k] = k;
    for (size_t k = 0; k < p->width; k++) {
        bool one = k > 0;
        for (size_t i = 1; i < n; i++) one &= same_row(p, who[0], who[i]);
        if (one) break;
        size_t at = k + rng_below(rng, (uint32_t)(p->width - k));
        size_t chosen = cases[at];
        cases[at] = cases[k];
        cases[k] = chosen;
        n = plain_sift(p, who, n, chosen);
    }
    return plain_draw(p, who, n, rng);
}

/* ---- comparing ----------------------------------------------------------- */

/* Few values, so that there are ties; programs that are alike; and scores that
 * are none, which count as the worst. */
static void fill(Plain *p, Rng *rng) {
    uint32_t values = 1 + rng_below(rng, 6);
    for (size_t i = 0; i < p->count; i++) {
        if (i > 0 && rng_below(rng, 4) == 0) {
            size_t like = rng_below(rng, (uint32_t)i);
            memcpy(p->cost[i], p->cost[like], sizeof p->cost[i]);
            continue;
        }
        for (size_t k = 0; k < p->width; k++)
            p->cost[i][k] = rng_below(rng, values);
    }
}

static bool agree(const Plain *p, bool minimise, uint64_t seed) {
    uint64_t draws = p->count > FEW ? 8 : 40;
    static double rows[MOST * WIDE];
    uint32_t order[MOST];
    for (size_t i = 0; i < p->count; i++) {
        size_t at = p->count - 1 - i;            /* rows lie anywhere */
        order[i] = (uint32_t)at;
        for (size_t k = 0; k < p->width; k++)
            rows[at * p->width + k] = minimise ? p->cost[i][k] : -p->cost[i][k];
    }
    CaseTable table = { rows, p->width, order, p->count, minimise, NULL };
    LexicaseRule rule = { .epsilon = p->epsilon };
    Rng rng = rng_key(seed, 1, 0, RNG_TEST);
    LexicaseRoom room;
    Err err;
    Lexicase *x = lexicase_new(&table, &rule, &rng, &err);
    bool ok = x && lexicase_room(x, &room, &err);
    for (uint64_t i = 0; ok && i < draws; i++) {
        Rng a = rng_key(seed, 2, i, RNG_TEST), b = a;
        ok = lexicase_pick(x, &room, &a) == plain_pick(p, &b) &&
             rng_next(&a) == rng_next(&b);
    }
    lexicase_room_free(&room);
    lexicase_free(x);
    return ok;
}

TEST draws_are_those_of_the_plain_procedure(void) {
    static Plain p;
    for (uint64_t seed = 0; seed < 400; seed++) {
        Rng rng = rng_key(seed, 0, 0, RNG_TEST);
        p.count = 1 + rng_below(&rng, FEW);
        p.width = 1 + rng_below(&rng, seed % 4 ? 12 : WIDE);
        p.epsilon = (LexicaseEpsilon)(seed % EPSILONS);
        fill(&p, &rng);
        if (!agree(&p, seed % 3 == 0, seed)) {
            printf("\nseed %d: %zu programs, %zu cases, epsilon %s\n",
                   (int)seed, p.count, p.width, lexicase_epsilons[p.epsilon]);
            FAIL();
        }
    }
    PASS();
}

/* Sets of more than one word; cases of few values, at which many are the best,
 * and of many, at which nobody who remains is. */
TEST draws_among_many_are_those_of_the_plain_procedure(void) {
    static Plain p;
    for (uint64_t seed = 0; seed < 40; seed++) {
        Rng rng = rng_key(seed, 3, 0, RNG_TEST);
        p.count = MOST - rng_below(&rng, 3 * FEW);
        p.width = 1 + rng_below(&rng, 30);
        p.epsilon = seed % 5 ? EPSILON_NONE : EPSILON_DYNAMIC;
        uint32_t values[] = { 2, 3, 400 };
        for (size_t i = 0; i < p.count; i++)
            for (size_t k = 0; k < p.width; k++)
                p.cost[i][k] = rng_below(&rng, values[k % 3]);
        ASSERT(agree(&p, seed % 2, seed));
    }
    PASS();
}

/* ---- known draws --------------------------------------------------------- */

/* How often each of four programs is drawn of 12,000. */
static bool count(const double *rows, size_t width, LexicaseRule rule,
                  int drawn[4]) {
    CaseTable table = { rows, width, NULL, 4, true, NULL };
    Rng rng = rng_key(7, 0, 0, RNG_TEST);
    LexicaseRoom room;
    Err err;
    Lexicase *x = lexicase_new(&table, &rule, &rng, &err);
    if (!x || !lexicase_room(x, &room, &err)) return false;
    memset(drawn, 0, 4 * sizeof *drawn);
    for (int i = 0; i < 12000; i++) drawn[lexicase_pick(x, &room, &rng)]++;
    lexicase_room_free(&room);
    lexicase_free(x);
    return true;
}

/* Specialists at one case each; who is good at everything, best at nothing, is
 * never chosen. Of the third case's two best the second case decides. */
TEST specialists_are_chosen(void) {
    static const double rows[] = { 0, 5, 5,   5, 0, 5,   5, 4, 0,   1, 1, 1 };
    int drawn[4];
    ASSERT(count(rows, 3, (LexicaseRule){ 0 }, drawn));
    for (int i = 0; i < 3; i++) ASSERT(drawn[i] > 3800 && drawn[i] < 4200);
    ASSERT_EQ(0, drawn[3]);
    PASS();
}

/* By the sum of all cases in one batch the fourth is the best. */
TEST a_batch_of_all_cases_is_the_score(void) {
    static const double rows[] = { 0, 5, 5,   5, 0, 5,   5, 4, 0,   1, 1, 1 };
    int drawn[4];
    ASSERT(count(rows, 3, (LexicaseRule){ .batch = 3 }, drawn));
    ASSERT_EQ(12000, drawn[3]);
    ASSERT(count(rows, 3, (LexicaseRule){ .batch = 100 }, drawn));
    ASSERT_EQ(12000, drawn[3]);
    PASS();
}

/* One case alone decides a generation with a sample of one. */
TEST a_sample_of_one_case_decides(void) {
    static const double rows[] = { 0, 5, 5,   5, 0, 5,   5, 4, 0,   1, 1, 1 };
    int drawn[4], whole = 0;
    ASSERT(count(rows, 3, (LexicaseRule){ .sample = 1 }, drawn));
    for (int i = 0; i < 3; i++) whole += drawn[i] == 12000;
    ASSERT_EQ(1, whole);
    PASS();
}

/* The cases that are given, and no others. */
TEST a_sample_may_be_given(void) {
    static const double rows[] = { 0, 5, 5,   5, 0, 5,   5, 4, 0,   1, 1, 1 };
    static const uint32_t sample[] = { 2, 0, 1 };
    CaseTable table = { rows, 3, NULL, 4, true, sample };
    LexicaseRule rule = { .sample = 2, .informed = 1, .every = 1 };
    Rng rng = rng_key(8, 0, 0, RNG_TEST);
    LexicaseRoom room;
    Err err;
    int drawn[4] = { 0 };
    Lexicase *x = lexicase_new(&table, &rule, &rng, &err);
    ASSERT(x && lexicase_room(x, &room, &err));
    for (int i = 0; i < 1000; i++) drawn[lexicase_pick(x, &room, &rng)]++;
    ASSERT(drawn[0] > 400 && drawn[2] > 400 && !drawn[1] && !drawn[3]);
    lexicase_room_free(&room);
    lexicase_free(x);
    PASS();
}

TEST what_is_no_number_is_the_worst(void) {
    const double rows[] = { NAN, 1,   INFINITY, 1,   -INFINITY, 1,   9, 1 };
    int drawn[4];
    ASSERT(count(rows, 2, (LexicaseRule){ 0 }, drawn));
    ASSERT_EQ(12000, drawn[3]);
    PASS();
}

SUITE(test_lexicase) {
    RUN_TEST(draws_are_those_of_the_plain_procedure);
    RUN_TEST(draws_among_many_are_those_of_the_plain_procedure);
    RUN_TEST(specialists_are_chosen);
    RUN_TEST(a_batch_of_all_cases_is_the_score);
    RUN_TEST(a_sample_of_one_case_decides);
    RUN_TEST(a_sample_may_be_given);
    RUN_TEST(what_is_no_number_is_the_worst);
}
