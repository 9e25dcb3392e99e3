/* test_pareto.c -- fronts as the plain definition gives them, crowding as Deb's
 * paper computes it, and areas that are known. */
#include "greatest.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "evolve/select/pareto.h"

enum { MOST = 80, WIDE = 5 };

/* Front by front, by the definition. */
static void plain_fronts(const double *points, size_t n, size_t width,
                         uint32_t *front) {
    bool done[MOST] = { false };
    for (uint32_t f = 0, left = (uint32_t)n; left > 0; f++) {
        bool now[MOST] = { false };
        for (size_t i = 0; i < n; i++) {
            now[i] = !done[i];
            for (size_t k = 0; k < n && now[i]; k++)
                now[i] = done[k] ||
                         !pareto_dominates(points + k * width,
                                           points + i * width, width);
        }
        for (size_t i = 0; i < n; i++)
            if (now[i]) {
                done[i] = true;
                front[i] = f;
                left--;
            }
    }
}

TEST fronts_are_those_of_the_definition(void) {
    for (uint64_t seed = 0; seed < 600; seed++) {
        Rng rng = rng_key(seed, 0, 0, RNG_TEST);
        size_t n = 1 + rng_below(&rng, MOST), width = 1 + seed % WIDE;
        uint32_t grain = 2 + rng_below(&rng, 40);    /* many ties, or few */
        double points[MOST * WIDE];
        for (size_t i = 0; i < n * width; i++)
            points[i] = rng_below(&rng, 30) ? rng_below(&rng, grain) : INFINITY;
        Pareto p;
        uint32_t want[MOST];
        Err err;
        ASSERT(pareto_init(&p, n, width, &err));
        p.points = points;
        pareto_sort(&p);
        plain_fronts(points, n, width, want);
        ASSERT_MEM_EQ(want, p.front, n * sizeof *want);
        for (size_t k = 1; k < n; k++) {
            uint32_t a = p.order[k - 1], b = p.order[k];
            ASSERT(p.front[a] <= p.front[b]);
            if (p.front[a] == p.front[b]) ASSERT(p.apart[a] >= p.apart[b]);
        }
        pareto_free(&p);
    }
    PASS();
}

TEST crowding_is_the_distance_of_neighbours(void) {
    double points[] = { 0, 10, 1, 6, 4, 3, 10, 0, 5, 11 };
    Pareto p;
    Err err;
    ASSERT(pareto_init(&p, 5, 2, &err));
    p.points = points;
    pareto_sort(&p);
    uint32_t front[] = { 0, 0, 0, 0, 1 }, order[] = { 0, 3, 2, 1, 4 };
    ASSERT_MEM_EQ(front, p.front, sizeof front);
    ASSERT_MEM_EQ(order, p.order, sizeof order);
    ASSERT(isinf(p.apart[0]) && isinf(p.apart[3]) && isinf(p.apart[4]));
    ASSERT_IN_RANGE(0.4 + 0.7, p.apart[1], 1e-12);
    ASSERT_IN_RANGE(0.9 + 0.6, p.apart[2], 1e-12);
    pareto_free(&p);
    PASS();
}

TEST equal_points_count_once(void) {
    double points[] = { 1, 2, 2, 1, 1, 2, 1, 2, 3, 3, 2, 1 };
    Pareto p;
    Err err;
    ASSERT(pareto_init(&p, 6, 2, &err));
    p.points = points;
    p.once = true;
    pareto_sort(&p);
    uint32_t order[] = { 0, 1, 4 };
    ASSERT_MEM_EQ(order, p.order, sizeof order);
    pareto_free(&p);
    PASS();
}

TEST areas_are_known(void) {
    double points[] = { 0.5, 0.5, 0.25, 0.75, 2, 0, 0.6, 0.6 };
    double one[2] = { 1, 1 };
    ASSERT_IN_RANGE(0.25 + 0.25 * 0.25, pareto_area(points, 4, one), 1e-12);
    ASSERT_IN_RANGE(0, pareto_area(points, 0, one), 0);
    PASS();
}

SUITE(test_pareto) {
    RUN_TEST(fronts_are_those_of_the_definition);
    RUN_TEST(crowding_is_the_distance_of_neighbours);
    RUN_TEST(equal_points_count_once);
    RUN_TEST(areas_are_known);
}
