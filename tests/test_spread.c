/* test_spread.c -- which rank does what, and how shares follow the work. */
#include <math.h>
#include <string.h>

#include "evolve/spread.h"
#include "greatest.h"

enum { RANKS = 4, UNITS = 1000 };

/* A rank of four, without a network. */
typedef struct Bench {
    Cluster   cluster;
    Spread    spread;
    Evolution evolution;
    double    edge[2 * (RANKS + 1)], work[RANKS];
} Bench;

static Evolution *open_bench(Bench *b, int rank) {
    memset(b, 0, sizeof *b);
    b->cluster.rank = rank;
    b->cluster.ranks = RANKS;
    b->spread.cluster = &b->cluster;
    b->spread.team = (Team){ 0, RANKS };
    b->spread.edge = b->edge;
    b->spread.work = b->work;
    for (int r = 0; r <= RANKS; r++) b->edge[r] = r / (double)RANKS;
    b->evolution.spread = &b->spread;
    return &b->evolution;
}

/* Where the programs of this share cost `low` each, or behind the middle of all
 * `high`: what it takes. */
static double cost(Range share, double low, double high) {
    double sum = 0;
    for (size_t i = share.first; i < share.last; i++)
        sum += i < UNITS / 2 ? low : high;
    return sum;
}

/* The shares of n units are ranges, one behind the other, that cover all. */
static bool covers(Bench *b, size_t n) {
    size_t at = 0;
    for (b->cluster.rank = 0; b->cluster.rank < RANKS; b->cluster.rank++) {
        Range mine = spread_share(&b->evolution, n);
        if (mine.first != at || mine.last < at) return false;
        at = mine.last;
    }
    return at == n;
}

TEST shares_cover_all_units_once(void) {
    Bench b;
    open_bench(&b, 0);
    for (size_t n = 0; n < 100; n++) ASSERT(covers(&b, n));
    memcpy(b.work, (double[RANKS]){ 9, 1, 2, 5 }, sizeof b.work);
    spread_balance(&b.evolution, UNITS);
    for (size_t n = 0; n < 100; n++) ASSERT(covers(&b, n));
    PASS();
}

TEST shares_come_to_take_the_same_time(void) {
    Bench b;
    Evolution *e = open_bench(&b, 0);
    double most = 0, sum = 0;
    for (int turn = 0; turn < 20; turn++) {
        most = sum = 0;
        for (int r = 0; r < RANKS; r++) {
            b.cluster.rank = r;
            b.work[r] = cost(spread_share(e, UNITS), 1, 5);
            sum += b.work[r];
            most = fmax(most, b.work[r]);
        }
        if (turn == 0) ASSERT(most * RANKS > 1.6 * sum);
        spread_balance(e, UNITS);
        for (int r = 0; r < RANKS; r++) ASSERT_EQ(0, b.work[r]);
    }
    ASSERT(most * RANKS < 1.03 * sum);
    PASS();
}

TEST an_edge_goes_half_of_the_way(void) {
    Bench b;
    Evolution *e = open_bench(&b, 0);
    memcpy(b.work, (double[RANKS]){ 3, 1, 1, 1 }, sizeof b.work);
    spread_balance(e, UNITS);
    ASSERT_IN_RANGE(0.1875, b.edge[1], 1e-12);   /* towards 0.125 */
    ASSERT_IN_RANGE(0.375, b.edge[2], 1e-12);    /* towards 0.25 */
    ASSERT_IN_RANGE(0.6875, b.edge[3], 1e-12);   /* towards 0.625 */
    PASS();
}

TEST edges_stay_where_nothing_is_known(void) {
    Bench b;
    Evolution *e = open_bench(&b, 0);
    static const double work[][RANKS] = {
        { 0, 1, 1, 1 },                          /* one did nothing */
        { 1.01, 1, 1, 1 },                       /* hardly more than its part */
        { 1e6, 1, 1, 1 },                        /* a part would be too small */
    };
    for (int i = 0; i < 3; i++) {
        memcpy(b.work, work[i], sizeof b.work);
        for (int turn = 0; turn < (i == 2 ? 9 : 1); turn++) {
            if (i == 2) memcpy(b.work, work[i], sizeof b.work);
            spread_balance(e, UNITS);
        }
        for (int r = 0; r < RANKS; r++)
            ASSERT((b.edge[r + 1] - b.edge[r]) * RANKS * 8 >= 1);
        if (i < 2) ASSERT_EQ(0.25, b.edge[1]);
    }
    PASS();
}

TEST few_units_and_islands_move_no_edge(void) {
    Bench b;
    Evolution *e = open_bench(&b, 0);
    static const double work[RANKS] = { 3, 1, 1, 1 };
    memcpy(b.work, work, sizeof work);
    spread_balance(e, 63);
    ASSERT_EQ(0.25, b.edge[1]);
    memcpy(b.work, work, sizeof work);
    spread_team(e, 1, 2);
    spread_balance(e, UNITS);
    ASSERT_EQ(0.25, b.edge[1]);
    spread_team(e, 0, 0);
    memcpy(b.work, work, sizeof work);
    spread_balance(e, 64);
    ASSERT(b.edge[1] < 0.25);
    PASS();
}

TEST islands_are_shared_out_whole(void) {
    Bench b;
    Evolution *e = open_bench(&b, 2);
    spread_team(e, 1, 2);                        /* ranks 2 and 3 */
    Range mine = spread_share(e, 11);
    ASSERT_EQ(0, mine.first);
    ASSERT_EQ(5, mine.last);
    spread_team(e, 5, 8);                        /* rank 2 alone */
    mine = spread_share(e, 11);
    ASSERT_EQ(11, mine.last - mine.first);
    spread_team(e, 6, 8);
    mine = spread_share(e, 11);
    ASSERT_EQ(0, mine.last - mine.first);
    size_t counts[RANKS];
    spread_counts(e, 11, 8, counts);
    ASSERT_EQ(88, counts[3]);
    ASSERT_EQ(0, counts[0] + counts[1] + counts[2]);
    PASS();
}

SUITE(test_spread) {
    RUN_TEST(shares_cover_all_units_once);
    RUN_TEST(shares_come_to_take_the_same_time);
    RUN_TEST(an_edge_goes_half_of_the_way);
    RUN_TEST(edges_stay_where_nothing_is_known);
    RUN_TEST(few_units_and_islands_move_no_edge);
    RUN_TEST(islands_are_shared_out_whole);
}
