/* test_islands.c -- how a population is parted, the edges of routes, and which
 * islands make no sense. */
#include "greatest.h"

#include <string.h>

#include "evolve/place/islands.h"

TEST every_place_is_on_one_island(void) {
    for (size_t population = 1; population <= 40; population++)
        for (size_t n = 1; n <= population; n++) {
            ASSERT_EQ(islands_first(population, n, 0), 0u);
            ASSERT_EQ(islands_first(population, n, n), population);
            for (size_t i = 0; i < n; i++) {
                size_t first = islands_first(population, n, i);
                size_t next = islands_first(population, n, i + 1);
                ASSERT(next - first >= population / n);
                ASSERT(next - first <= population / n + 1);
                for (size_t p = first; p < next; p++)
                    ASSERT_EQ(islands_of(population, n, p), i);
            }
        }
    PASS();
}

/* How often an edge is in the list. */
static size_t times(const Edge *list, size_t n, size_t from, size_t to) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += list[i].from == from && list[i].to == to;
    return found;
}

TEST routes_have_their_edges(void) {
    static Edge list[ISLANDS_EDGES_MAX];
    for (size_t n = 2; n <= 30; n++) {
        Islands x = { .count = n, .route = ROUTE_RING };
        ASSERT_EQ(islands_edges(&x, list), n);
        for (size_t i = 0; i < n; i++)
            ASSERT_EQ(times(list, n, i, (i + 1) % n), 1u);
        x.route = ROUTE_COMPLETE;
        ASSERT_EQ(islands_edges(&x, list), n * (n - 1));
        x.route = ROUTE_TORUS;
        size_t m = islands_edges(&x, list);
        ASSERT_EQ(islands_edges(&x, NULL), m);
        for (size_t i = 0; i < m; i++) {         /* both ways, once each */
            ASSERT(list[i].from != list[i].to);
            ASSERT_EQ(times(list, m, list[i].from, list[i].to), 1u);
            ASSERT_EQ(times(list, m, list[i].to, list[i].from), 1u);
        }
    }
    Islands grid = { .count = 12, .route = ROUTE_TORUS };    /* 3 by 4 */
    ASSERT_EQ(islands_edges(&grid, list), 48u);
    ASSERT_EQ(times(list, 48, 0, 8), 1u);
    ASSERT_EQ(times(list, 48, 0, 3), 1u);
    PASS();
}

TEST islands_that_make_no_sense(void) {
    Err err;
    Edge wrong = { 0, 3 };
    Islands x = { .count = 3, .every = 1, .migrants = 4 };
    ASSERT(islands_check(&x, 12, &err));
    ASSERT_FALSE(islands_check(&x, 11, &err));
    ASSERT_STR_EQ("4 programs leave an island of 3", err.text);
    x = (Islands){
        .count = 4, .every = 1, .migrants = 2, .route = ROUTE_COMPLETE
    };
    ASSERT(islands_check(&x, 24, &err));
    ASSERT_FALSE(islands_check(&x, 23, &err));
    ASSERT_STR_EQ("6 programs come to an island of 5 at once", err.text);
    x = (Islands){
        .count = 3, .route = ROUTE_EDGES, .edges = &wrong, .edge_count = 1
    };
    ASSERT_FALSE(islands_check(&x, 30, &err));
    ASSERT_STR_EQ("edge 1 goes from island 1 to 4: there are 3, and none sends "
                  "to itself",
                  err.text);
    static Edge many[ISLANDS_EDGES_MAX + 1];
    for (size_t i = 0; i <= ISLANDS_EDGES_MAX; i++) many[i] = (Edge){ 0, 1 };
    x = (Islands){ .count = 3,
                   .route = ROUTE_EDGES,
                   .edges = many,
                   .edge_count = ISLANDS_EDGES_MAX };
    ASSERT(islands_check(&x, 30, &err));
    x.edge_count++;
    ASSERT_FALSE(islands_check(&x, 30, &err));
    ASSERT_STR_EQ("at most 65280 edges between islands, not 65281", err.text);
    x = (Islands){ .count = 9 };
    ASSERT_FALSE(islands_check(&x, 8, &err));
    ASSERT_STR_EQ("9 islands: there are at most 256, and no more than the 8 "
                  "programs",
                  err.text);
    PASS();
}

TEST seeds_differ(void) {
    for (size_t i = 0; i < 100; i++)
        for (size_t k = 0; k < i; k++)
            ASSERT(islands_seed(1, i) != islands_seed(1, k));
    ASSERT(islands_seed(1, 0) != islands_seed(2, 0));
    PASS();
}

SUITE(test_islands) {
    RUN_TEST(every_place_is_on_one_island);
    RUN_TEST(routes_have_their_edges);
    RUN_TEST(islands_that_make_no_sense);
    RUN_TEST(seeds_differ);
}
