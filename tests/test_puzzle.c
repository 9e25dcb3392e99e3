/* test_puzzle.c -- the puzzle: golden values of the paper, exact distances. */
#include <string.h>

#include "puzzle/exact.h"
#include "puzzle/puzzle.h"
#include "puzzle/search.h"
#include "greatest.h"
#include "base/mem.h"
#include "program/vector/vector_species.h"

static Board board_of(const char *digits) {
    Board b = { { 0 } };
    for (int i = 0; digits[i]; i++) b.tile[i] = (uint8_t)(digits[i] - '1');
    return b;
}

static const char A[] = "463782195", A_PRIME[] = "463728195", B[] = "123456789";

static Puzzle make(const char *start, bool as_printed) {
    Puzzle p;
    Board s = board_of(start), g = board_of(B);
    puzzle_init(&p, 3, 3, true, NULL);
    puzzle_boards(&p, &s, &g, NULL);
    if (as_printed) puzzle_as_printed(&p, NULL);
    return p;
}

static double fitness(const Puzzle *p, const char *plan, size_t length) {
    VectorShape shape;
    int32_t genome[SEARCH_DEPTH_MAX];
    vector_init(&shape, VECTOR_INTEGERS, length, (VectorRange){ 0, 18 }, NULL);
    Source src = { "plan", plan, strlen(plan) };
    Score score = { .raw = -1 };
    Err err;
    if (vector_parse(&shape, &src, genome, &err))
        p->game.class->score(&p->game, &shape, NULL, genome, &score, &err);
    vector_free(&shape);
    return score.raw;
}

static const char *const table_3_2[] = {
    "(14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16)",
    "(0, 4, 2, 3, 7, 2, 12, 0, 3, 6, 13, 13, 14, 1, 5)",
    "(7, 11, 8, 12, 8, 0, 3, 9, 1, 2, 11, 13, 9, 3, 2)",
    "(14, 2, 1, 10, 0, 18, 17, 5, 15, 13, 4, 11, 7, 9, 6)",
    "(15, 18, 12, 15, 13, 17, 7, 0, 18, 15, 7, 16, 17, 2, 3)",
    "(10, 0, 1, 6, 3, 2, 2, 0, 5, 0, 8, 15, 12, 2, 2)",
    "(8, 7, 1, 8, 9, 13, 18, 13, 1, 16, 9, 7, 8, 8, 14)",
    "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 18, 7, 13)",
    "(16, 5, 13, 16, 15, 8, 17, 5, 14, 0, 18, 10, 14, 13, 10)",
    "(17, 11, 6, 7, 8, 4, 9, 7, 12, 9, 18, 1, 1, 6, 17)",
};

TEST table_3_2_has_its_fitness_values(void) {
    static const int true_d[] = { 6, 5, 6, 3, 8, 8, 5, 12, 7, 6 };
    static const int printed[] = { 8, 5, 7, 3, 8, 9, 5, 12, 7, 7 };
    Puzzle p = make(A_PRIME, false), q = make(A_PRIME, true);
    for (int i = 0; i < 10; i++) {
        ASSERT_EQ(true_d[i], (int)fitness(&p, table_3_2[i], 15));
        ASSERT_EQ(printed[i], (int)fitness(&q, table_3_2[i], 15));
    }
    PASS();
}

TEST the_converged_plans_reach_the_goal(void) {
    Puzzle a = make(A, false), b = make(A_PRIME, false);
    ASSERT_EQ(18, (int)fitness(&a,
                               "(16, 9, 2, 1, 4, 8, 7, 10, 16, 4, 12, 13, "
                               "7, 11, 4)",
                               15));
    ASSERT_EQ(18, (int)fitness(&b,
                               "(16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, "
                               "13, 7, 11, 4)",
                               16));
    PASS();
}

TEST exact_distances_are_the_known_ones(void) {
    Puzzle p = make(A_PRIME, false);
    Board a = board_of(A);
    Err err;
    uint8_t *d = exact_distances(&p, &p.goal, &err);
    ASSERT(d);
    double sum = 0;
    int most = 0;
    for (uint32_t r = 0; r < 362880; r++) {
        sum += d[r];
        if (d[r] > most) most = d[r];
    }
    ASSERT_EQ(7, d[exact_rank(&p, &a)]);
    ASSERT_EQ(6, d[exact_rank(&p, &p.start)]);
    ASSERT_EQ(12, most);
    ASSERT_IN_RANGE(7.270, sum / 362880, 0.0005);
    mem_free(d);
    PASS();
}

TEST best_failures_by_depth_are_the_known_ones(void) {
    static const int want[2][7] = { { 9, 7, 6, 4, 3, 2, 0 },
                                    { 9, 7, 5, 3, 2, 0, 0 } };
    for (int k = 0; k < 2; k++) {
        Puzzle p = make(k ? A_PRIME : A, false);
        Err err;
        uint8_t *d = exact_distances(&p, &p.start, &err);
        int best[8];
        exact_best(&p, d, 7, best);
        for (int i = 0; i < 7; i++) ASSERT_EQ(want[k][i], best[i + 1]);
        mem_free(d);
    }
    PASS();
}

TEST ranks_and_boards_are_inverse(void) {
    Puzzle p = make(B, false);
    ASSERT_EQ(362880, exact_count(&p));
    for (uint32_t r = 0; r < 362880; r += 97) {
        Board b = exact_board(&p, r);
        ASSERT_EQ(r, exact_rank(&p, &b));
    }
    ASSERT_EQ(0, exact_rank(&p, &p.goal));
    Puzzle large;
    Err err;
    puzzle_init(&large, 3, 4, true, &err);
    ASSERT(exact_distances(&large, &large.start, &err) == NULL);
    ASSERT_STR_EQ("puzzle: exact distances need at most 10 cells, not 12",
                  err.text);
    PASS();
}

TEST depth_first_counts_and_finds_the_best(void) {
    static const uint64_t nodes[] = { 19, 380, 7239, 137560, 2613659 };
    static const int best[] = { 9, 7, 5, 3, 2 };
    Puzzle p = make(A_PRIME, false);
    for (int depth = 1; depth <= 5; depth++) {
        Found f;
        search_dfs(&p, &p.start, depth, 0, NULL, &f);
        ASSERT_EQ(nodes[depth - 1], f.nodes);
        ASSERT_EQ(best[depth - 1], f.failures);
        ASSERT_EQ(depth, f.moves);
    }
    PASS();
}

/* The plan found leads to the failures it claims. */
static bool honest(const Puzzle *p, const Board *from, const Found *f) {
    Board b = *from;
    for (int i = 0; i < f->moves; i++) puzzle_move(p, &b, f->plan[i]);
    return puzzle_failures(p, &b) == f->failures;
}

TEST ida_finds_shortest_plans(void) {
    Puzzle p = make(B, false);
    Err err;
    uint8_t *d = exact_distances(&p, &p.goal, &err);
    for (uint64_t i = 0; i < 300; i++) {
        Board b = puzzle_random_board(&p, 1, i);
        Found f;
        search_ida(&p, &b, 20, 0, NULL, &f);
        ASSERT_EQ(0, f.failures);
        ASSERT_EQ((int)d[exact_rank(&p, &b)], f.moves);
        ASSERT(honest(&p, &b, &f));
    }
    mem_free(d);
    PASS();
}

TEST deepening_finds_shortest_plans(void) {
    Puzzle p = make(A_PRIME, false);
    Found f;
    search_deepen(&p, &p.start, 6, 0, NULL, &f);
    ASSERT_EQ(0, f.failures);
    ASSERT_EQ(6, f.moves);
    ASSERT(honest(&p, &p.start, &f));
    PASS();
}

TEST walks_and_random_plans_are_honest(void) {
    Puzzle p = make(B, false);
    int solved = 0;
    for (uint64_t i = 0; i < 2000; i++) {
        Board b = puzzle_random_board(&p, 2, i);
        Rng rng = rng_key(3, 0, i, RNG_PLAY);
        Found f;
        search_walk(&p, &b, SEARCH_DEPTH_MAX, 0, &rng, &f);
        ASSERT(honest(&p, &b, &f));
        solved += f.failures == 0;
        search_random(&p, &b, 15, 50, &rng, &f);
        ASSERT(honest(&p, &b, &f));
        ASSERT(f.evaluations <= 50);
    }
    ASSERT(solved >= 1990);
    PASS();
}

TEST every_searcher_keeps_to_its_limit(void) {
    Puzzle p;
    puzzle_init(&p, 4, 4, true, NULL);
    for (const Searcher *s = searchers; s->name; s++)
        for (uint64_t limit = 1; limit < 2000; limit *= 3) {
            Board b = puzzle_random_board(&p, 4, limit);
            Rng rng = rng_key(4, 0, limit, RNG_PLAY);
            Found f;
            s->run(&p, &b, SEARCH_DEPTH_MAX, limit, &rng, &f);
            ASSERT(f.evaluations <= limit);
            if (f.evaluations == limit) ASSERT(f.limited);
        }
    PASS();
}

TEST sizes_and_edges_make_the_right_swaps(void) {
    Puzzle p;
    Err err;
    ASSERT(puzzle_init(&p, 3, 3, false, &err));
    ASSERT_EQ(12, p.swaps);
    ASSERT_EQ(36, p.worst);
    ASSERT(puzzle_init(&p, 2, 3, true, &err));
    ASSERT_EQ(9, p.swaps);           /* 2 x 3 in rows, one per column */
    ASSERT(puzzle_init(&p, 1, 2, true, &err));
    ASSERT_EQ(1, p.swaps);
    ASSERT(puzzle_init(&p, 8, 8, true, &err));
    ASSERT_EQ(PUZZLE_SWAPS_MAX, p.swaps);
    ASSERT_FALSE(puzzle_init(&p, 9, 3, true, &err));
    ASSERT_STR_EQ("puzzle: 1 to 8 rows and columns, not 9 x 3", err.text);
    ASSERT_FALSE(puzzle_init(&p, 1, 1, true, &err));
    ASSERT(puzzle_init(&p, 3, 3, false, &err));
    ASSERT_FALSE(puzzle_as_printed(&p, &err));
    Board twice = board_of("113456789");
    ASSERT_FALSE(puzzle_boards(&p, &twice, &p.goal, &err));
    ASSERT_STR_EQ("puzzle: a board must hold each tile 1 to 9 once", err.text);
    PASS();
}

TEST a_search_of_many_boards_is_one_of_each(void) {
    Puzzle p = make(A, false);
    Err err;
    const Searcher *ida = searcher_find("ida", &err);
    ASSERT(ida);
    SearchTask task = { &p, ida, 15, 0, 3, 5 };
    Found found[5];
    double seconds[5];
    for (int threads = 1; threads <= 2; threads++) {
        Pool *pool = pool_new(threads, &err);
        memset(found, 0, sizeof found);
        search_boards(&task, pool, found, seconds);
        for (size_t i = 0; i < 5; i++) {
            Board b = puzzle_random_board(&p, 3, i);
            Rng rng = rng_key(3, 0, i, RNG_PLAY);
            Found one;
            ida->run(&p, &b, 15, 0, &rng, &one);
            ASSERT_EQ(one.moves, found[i].moves);
            ASSERT_EQ(one.nodes, found[i].nodes);
            ASSERT_EQ(0, found[i].failures);
        }
        task.boards = 0;             /* from the start, once */
        search_boards(&task, pool, found, seconds);
        ASSERT_EQ(0, puzzle_failures(&p, &p.goal));
        Found start;
        Rng rng = rng_key(3, 0, 0, RNG_PLAY);
        ida->run(&p, &p.start, 15, 0, &rng, &start);
        ASSERT_EQ(start.nodes, found[0].nodes);
        task.boards = 5;
        pool_free(pool);
    }
    ASSERT_FALSE(searcher_find("idda", &err));
    ASSERT_STR_EQ("unknown searcher 'idda'; did you mean 'ida'?", err.text);
    PASS();
}

SUITE(test_puzzle) {
    RUN_TEST(table_3_2_has_its_fitness_values);
    RUN_TEST(the_converged_plans_reach_the_goal);
    RUN_TEST(exact_distances_are_the_known_ones);
    RUN_TEST(best_failures_by_depth_are_the_known_ones);
    RUN_TEST(ranks_and_boards_are_inverse);
    RUN_TEST(depth_first_counts_and_finds_the_best);
    RUN_TEST(ida_finds_shortest_plans);
    RUN_TEST(deepening_finds_shortest_plans);
    RUN_TEST(walks_and_random_plans_are_honest);
    RUN_TEST(every_searcher_keeps_to_its_limit);
    RUN_TEST(sizes_and_edges_make_the_right_swaps);
    RUN_TEST(a_search_of_many_boards_is_one_of_each);
}
