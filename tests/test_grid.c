/* test_grid.c -- the cells of a map, elites as the plain definition gives them,
 * and novelty against distances that are sorted whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "evolve/evolve_inner.h"
#include "greatest.h"
#include "program/vector/vector_species.h"

TEST a_cell_is_where_a_value_lies(void) {
    Grid g = { 2, { { 0, 1, 4 }, { -10, 10, 5 } } };
    ASSERT_EQ(20, grid_cells(&g));
    ASSERT_EQ(0, grid_cell(&g, (double[]){ 0, -10 }));
    ASSERT_EQ(3, grid_cell(&g, (double[]){ 1, -10 }));
    ASSERT_EQ(1, grid_cell(&g, (double[]){ 0.25, -10 }));
    ASSERT_EQ(4 + 2, grid_cell(&g, (double[]){ 0.5, -5.9 }));
    ASSERT_EQ(19, grid_cell(&g, (double[]){ 9, INFINITY }));
    ASSERT_EQ(0, grid_cell(&g, (double[]){ -9, -INFINITY }));
    ASSERT_EQ(0, grid_cell(&g, (double[]){ NAN, NAN }));
    PASS();
}

TEST a_map_that_makes_no_sense_is_refused(void) {
    Err err;
    Grid g = { 1, { { 0, 1, 10 } } };
    ASSERT(grid_check(&g, 10, &err));
    ASSERT_FALSE(grid_check(&g, 9, &err));
    ASSERT_STR_EQ("a map of 10 cells in a population of 9", err.text);
    g.axis[0].cells = 0;
    ASSERT_FALSE(grid_check(&g, 10, &err));
    ASSERT_STR_EQ("axis 1 of the map: 1 to 1000000 cells, not 0", err.text);
    g.axis[0] = (Axis){ 1, 1, 2 };
    ASSERT_FALSE(grid_check(&g, 10, &err));
    ASSERT_STR_EQ("axis 1 of the map: from 1 to 1 is no range", err.text);
    g = (Grid){ 3, { { 0, 1, 1000 }, { 0, 1, 1001 }, { 0, 1, 1000000 } } };
    ASSERT_FALSE(grid_check(&g, 10000000, &err));
    ASSERT_STR_EQ("a map of more than 1000000 cells", err.text);
    PASS();
}

/* ---- of a population ----------------------------------------------------- */

enum { GENES = 3, COUNT = 60 };

static bool sum_score(const Game *game, const void *shape, void *scratch,
                      const void *genome, Score *score, Err *err) {
    (void)game, (void)shape, (void)scratch, (void)err;
    const double *x = genome;
    *score = (Score){ .raw = -x[0] - x[1], .standardized = x[0] + x[1] };
    return true;
}

static bool sum_each(const Game *game, Entrant who, void *scratch, Score *score,
                     double *each, Err *err) {
    memcpy(each, who.genome, GENES * sizeof *each);
    return sum_score(game, who.shape, scratch, who.genome, score, err);
}

static void *no_scratch(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);
}

static const GameClass sum_class = {
    .name = "sum", .kind = "vector", .score = sum_score, .each = sum_each,
    .scratch_new = no_scratch, .scratch_free = mem_free,
};
static const Game sum = { &sum_class, NAN, GENES, true, 0, 0 };

static Plan plan_of(const Species *s, Scheme scheme) {
    Plan plan = { .selection = { .method = SELECT_UNIFORM },
                  .scheme = scheme,
                  .children = COUNT,
                  .vary_count = 1,
                  .goals = { .count = 2,
                             .list = { { GOAL_CASE, 1 }, { GOAL_CASE, 2 } } } };
    plan.vary[0] = (Vary){ .share = 1,
                           .op = species_operator(s, "gaussian", NULL),
                           .param = { 1, 0.1 } };
    return plan;
}

static void species_init(VectorSpecies *v) {
    VectorShape shape;
    vector_init(&shape, VECTOR_REALS, GENES, (VectorRange){ 0, 1 }, NULL);
    vector_species_init(v, shape);
}

static Evolution *start(const VectorSpecies *v, int threads) {
    EvolveOptions options = { .count = COUNT, .seed = 5, .threads = threads };
    Evolution *e = evolve_new(&v->species, &sum, &options, NULL);
    if (e && evolve_start(e, false, NULL)) return e;
    evolve_free(e);
    return NULL;
}

TEST the_best_of_each_cell_comes_first(void) {
    VectorSpecies v;
    species_init(&v);
    Evolution *e = start(&v, 1);
    Plan plan = plan_of(&v.species, SCHEME_MAP);
    plan.grid = (Grid){ 2, { { 0, 1, 6 }, { 0, 1, 7 } } };
    Err err;
    ASSERT(e && plan_check(&plan, COUNT, &err));
    size_t before = 0;
    for (int g = 0; g < 20; g++) {
        ASSERT(evolve_step(e, &plan, &err));
        const uint32_t *elites;
        size_t filled = evolve_map(e, &plan, &elites, &err);
        ASSERT(filled >= before && filled == e->filled);
        before = filled;
        for (size_t i = 0; i < COUNT; i++) {
            size_t cell = grid_cell(&plan.grid, evolve_goals(e, i));
            size_t elite = elites[cell];
            ASSERT(evolve_score_of(e, elite)->standardized <=
                   evolve_score_of(e, i)->standardized);
            if (i >= filled) continue;
            ASSERT_EQ(i, elite);
            if (i) ASSERT(cell > grid_cell(&plan.grid, evolve_goals(e, i - 1)));
        }
    }
    ASSERT_EQ(COUNT * 21, evolve_totals(e)->evaluations);
    evolve_free(e);
    vector_free(&v.shape);
    PASS();
}

/* ---- novelty ------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* By the definition: all distances, sorted. */
static double plain_novelty(const Evolution *e, const double *points, size_t n,
                            size_t i, size_t near) {
    double all[COUNT + 400];
    size_t found = 0;
    const double *own = evolve_goals(e, i);
    for (size_t k = 0; k < COUNT; k++) {
        const double *p = evolve_goals(e, k);
        if (k != i) all[found++] = hypot(own[0] - p[0], own[1] - p[1]);
    }
    for (size_t k = 0; k < n; k++)
        all[found++] = hypot(own[0] - points[2 * k],
                             own[1] - points[2 * k + 1]);
    qsort(all, found, sizeof *all, by_value);
    double total = 0;
    for (size_t k = 0; k < near; k++) total += all[k];
    return total / (double)near;
}

TEST novelty_is_that_of_the_definition(void) {
    VectorSpecies v;
    species_init(&v);
    Evolution *e = start(&v, 2);
    Plan plan = plan_of(&v.species, SCHEME_GENERATIONAL);
    plan.novelty = (NoveltyRule){ 5, 0.1, 300 };
    Err err;
    double costs[COUNT], plain[COUNT];
    ASSERT(e && plan_check(&plan, COUNT, &err));
    for (int g = 0; g < 10; g++) ASSERT(evolve_step(e, &plan, &err));
    size_t n = archive_count(&e->archive);
    ASSERT(n > 30 && n < 100);
    ASSERT(novelty_costs(e, &plan, costs, &err));
    for (size_t i = 0; i < COUNT; i++)
        plain[i] = plain_novelty(e, e->archive.points, n, i, 5);
    for (size_t i = 0; i < COUNT; i++) {
        size_t rank = 0;
        for (size_t k = 0; k < COUNT; k++) rank += plain[k] > plain[i];
        ASSERT_EQ_FMT((double)rank, costs[i], "%g");
    }
    evolve_free(e);
    vector_free(&v.shape);
    PASS();
}

TEST an_archive_forgets_the_oldest_and_is_saved(void) {
    VectorSpecies v;
    species_init(&v);
    Evolution *e = start(&v, 1), *other = start(&v, 2);
    Plan plan = plan_of(&v.species, SCHEME_GENERATIONAL);
    plan.novelty = (NoveltyRule){ 3, 1, 70 };
    Err err;
    ASSERT(e && other);
    for (int g = 0; g < 3; g++) ASSERT(evolve_step(e, &plan, &err));
    ASSERT_EQ(3 * COUNT, e->archive.added);
    ASSERT_EQ(70, archive_count(&e->archive));
    Buf saved = { 0 };
    ASSERT(evolve_save(e, &saved, &err));
    ASSERT(evolve_restore(other, saved.text, saved.len, &err));
    for (int g = 0; g < 3; g++)
        ASSERT(evolve_step(e, &plan, &err) && evolve_step(other, &plan, &err));
    ASSERT_EQ(evolve_digest(e), evolve_digest(other));
    ASSERT_EQ(e->archive.added, other->archive.added);
    ASSERT_MEM_EQ(e->archive.points, other->archive.points,
                  70 * 2 * sizeof(double));
    buf_free(&saved);
    evolve_free(e);
    evolve_free(other);
    vector_free(&v.shape);
    PASS();
}

TEST a_damaged_archive_is_refused(void) {
    VectorSpecies v;
    species_init(&v);
    Evolution *e = start(&v, 1);
    uint64_t saved[3 + 4] = { 2, 10, 2 };
    Err err;
    ASSERT(e && novelty_load(e, saved, sizeof saved, &err));
    ASSERT_FALSE(novelty_load(e, saved, sizeof saved - 8, &err));
    ASSERT_STR_EQ("the checkpoint's archive is damaged", err.text);
    ASSERT_FALSE(novelty_load(e, saved, 8, &err));
    saved[0] = 0;
    ASSERT_FALSE(novelty_load(e, saved, sizeof saved, &err));
    saved[0] = UINT64_MAX / 4;
    ASSERT_FALSE(novelty_load(e, saved, sizeof saved, &err));
    saved[0] = 2;
    saved[1] = UINT64_MAX;
    ASSERT_FALSE(novelty_load(e, saved, sizeof saved, &err));
    evolve_free(e);
    vector_free(&v.shape);
    PASS();
}

TEST a_rule_that_makes_no_sense_is_refused(void) {
    Err err;
    NoveltyRule rule = { NOVELTY_NEAR_MAX, 1, NOVELTY_ARCHIVE_MAX };
    ASSERT(novelty_check(&rule, &err));
    rule.near++;
    ASSERT_FALSE(novelty_check(&rule, &err));
    ASSERT_STR_EQ("novelty looks at 1 to 1000 nearest, not 1001", err.text);
    rule = (NoveltyRule){ 1, 1.5, 0 };
    ASSERT_FALSE(novelty_check(&rule, &err));
    ASSERT_STR_EQ("the chance to enter an archive is 0 to 1, not 1.5",
                  err.text);
    rule = (NoveltyRule){ 1, 1, NOVELTY_ARCHIVE_MAX + 1 };
    ASSERT_FALSE(novelty_check(&rule, &err));
    ASSERT_STR_EQ("an archive holds up to 1000000 behaviours, not 1000001",
                  err.text);
    PASS();
}

SUITE(test_grid) {
    RUN_TEST(a_cell_is_where_a_value_lies);
    RUN_TEST(a_map_that_makes_no_sense_is_refused);
    RUN_TEST(the_best_of_each_cell_comes_first);
    RUN_TEST(novelty_is_that_of_the_definition);
    RUN_TEST(an_archive_forgets_the_oldest_and_is_saved);
    RUN_TEST(a_damaged_archive_is_refused);
    RUN_TEST(a_rule_that_makes_no_sense_is_refused);
}
