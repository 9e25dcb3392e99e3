/* test_ga.c -- sampling and the genetic algorithm, on OneMax. */
#include <math.h>
#include <string.h>

#include "evolve/ga_inner.h"
#include "greatest.h"
#include "base/mem.h"
#include "evolve/sampling.h"
#include "program/vector/vector_species.h"

enum { BITS = 40 };

/* ---- OneMax: as many ones as possible; past `fuse` ones it fails --------- */

typedef struct OneMax {
    Game game;
    int  fuse;
} OneMax;

static bool onemax_score(const Game *game, const void *shape, void *scratch,
                         const void *genome, Score *score, Err *err) {
    (void)shape;
    (void)scratch;
    int ones = __builtin_popcountll(*(const uint64_t *)genome);
    if (ones > ((const OneMax *)game)->fuse)
        return err_set(err, "too many ones: %d", ones);
    *score = (Score){ .raw = ones, .standardized = BITS - ones };
    return true;
}

static const GameClass onemax_class = {
    .name = "onemax", .kind = "vector", .score = onemax_score,
};

static const OneMax onemax = { { &onemax_class, BITS, 1, false }, 1000 };

typedef struct Fixture {
    VectorSpecies vector;
    GaSettings    set;
} Fixture;

static void setup(Fixture *f) {
    VectorShape shape;
    vector_init(&shape, VECTOR_BITS, BITS, (VectorRange){ 0, 1 }, NULL);
    vector_species_init(&f->vector, shape);
    const Species *s = &f->vector.species;
    f->set = (GaSettings){
        .population = 30,
        .select = GA_TOURNAMENT,
        .pressure = 2,
        .crowd = 3,
        .parts = 1,
        .generations = 60,
        .part = { { 30,
                    2,
                    { { species_operator(s, "onepoint", NULL), 0.6, { 0 } },
                      { species_operator(s, "flip", NULL), 1, { 0 } } } } },
        .climb = { species_operator(s, "point", NULL), 1, { 1 } },
    };
}

/* Runs to the end and gives the digest of the last population. */
static uint64_t run(const Fixture *f, uint64_t seed, int threads, Score *best,
                    uint64_t *evaluations) {
    Err err;
    Pool *pool = threads > 1 ? pool_new(threads, &err) : NULL;
    Ga *ga = ga_new(&f->vector.species, &onemax.game, &f->set, pool, &err);
    ga_start(ga, seed, NULL, &err);
    while (ga_score(ga, &err) && ga_advance(ga)) {}
    if (best) ga_best(ga, best);
    if (evaluations) *evaluations = ga_evaluations(ga);
    uint64_t digest = ga_digest(ga);
    ga_free(ga);
    pool_free(pool);
    return digest;
}

/* ---- sampling ----------------------------------------------------------- */

TEST scaling_keeps_the_mean_and_doubles_the_best(void) {
    double f[] = { 10, 12, 11, 13 }, sum = 0;
    sampling_scale(f, 4, 2);
    for (int i = 0; i < 4; i++) sum += f[i];
    ASSERT_IN_RANGE(11.5, sum / 4, 1e-9);
    ASSERT(f[0] >= 0);               /* 2 is too much here: the least is 0 */
    ASSERT_IN_RANGE(0, f[0], 1e-9);
    double g[] = { 10, 10, 10, 10, 20 };
    sampling_scale(g, 5, 1.2);
    ASSERT_IN_RANGE(1.2 * 12, g[4], 1e-9);
    double h[] = { 3, 3, 3 };
    sampling_scale(h, 3, 2);
    ASSERT_IN_RANGE(3, h[1], 0);
    PASS();
}

TEST negative_and_wild_values_are_lifted(void) {
    double f[] = { -5, NAN, 3, INFINITY };
    sampling_lift(f, 4);
    ASSERT_IN_RANGE(0, f[0], 0);
    ASSERT_IN_RANGE(0, f[1], 0);
    ASSERT_IN_RANGE(8, f[2], 0);
    ASSERT_IN_RANGE(0, f[3], 0);
    PASS();
}

/* Everyone gets the whole part of what is expected, at most one more. */
TEST remainder_sampling_gives_whole_parts(void) {
    for (uint64_t i = 0; i < 500; i++) {
        Rng rng = rng_key(1, i, 0, RNG_TEST);
        double f[20], expected[20], sum = 0;
        size_t count = 1 + rng_below(&rng, 40);
        uint32_t picks[41], seen[20] = { 0 };
        for (int k = 0; k < 20; k++) sum += f[k] = rng_below(&rng, 10);
        for (int k = 0; k < 20; k++) expected[k] = f[k] / sum * (double)count;
        sampling_remainder(f, 20, &rng, picks, count);
        for (size_t k = 0; k < count; k++) seen[picks[k]]++;
        for (int k = 0; k < 20; k++) {
            ASSERT(seen[k] >= floor(expected[k] - 1e-6));
            ASSERT(seen[k] <= floor(expected[k] + 1e-6) + 1);
        }
    }
    PASS();
}

TEST all_samplings_agree_on_the_mean(void) {
    double sums[3][4] = { { 0 } };
    for (uint64_t i = 0; i < 4000; i++) {
        Rng rng = rng_key(2, i, 0, RNG_TEST);
        double f[] = { 1, 2, 0, 5 }, g[] = { 1, 2, 0, 5 };
        double h[] = { 1, 2, 0, 5 };
        uint32_t picks[10];
        sampling_universal(f, 4, &rng, picks, 10);
        for (int k = 0; k < 10; k++) sums[0][picks[k]]++;
        sampling_remainder(g, 4, &rng, picks, 10);
        for (int k = 0; k < 10; k++) sums[1][picks[k]]++;
        sampling_sum(h, 4);
        for (int k = 0; k < 10; k++) sums[2][sampling_spin(h, 4, &rng)]++;
    }
    for (int m = 0; m < 3; m++) {
        ASSERT_IN_RANGE(1.25, sums[m][0] / 4000, 0.05);
        ASSERT_IN_RANGE(2.5, sums[m][1] / 4000, 0.05);
        ASSERT_IN_RANGE(0, sums[m][2], 0);
        ASSERT_IN_RANGE(6.25, sums[m][3] / 4000, 0.06);
    }
    PASS();
}

/* Where the sum is no number, nothing is expected of anyone. */
TEST sums_that_overflow_still_give_picks(void) {
    double f[] = { 1, 1.5e308, 1.5e308 };
    uint32_t picks[6] = { 9, 9, 9, 9, 9, 9 };
    Rng rng = rng_seed(3);
    sampling_remainder(f, 3, &rng, picks, 6);
    for (int i = 0; i < 6; i++) ASSERT(picks[i] < 3);
    PASS();
}

TEST hopeless_populations_are_sampled_evenly(void) {
    double f[5] = { 0 }, seen[5] = { 0 };
    Rng rng = rng_seed(5);
    uint32_t picks[10];
    sampling_universal(f, 5, &rng, picks, 10);
    for (int k = 0; k < 10; k++) seen[picks[k]]++;
    for (int k = 0; k < 5; k++) ASSERT_IN_RANGE(2, seen[k], 0);
    sampling_remainder(f, 5, &rng, picks, 10);
    PASS();
}

/* ---- runs --------------------------------------------------------------- */

TEST every_scheme_and_selection_improves(void) {
    for (int scheme = 0; scheme < GA_SCHEMES; scheme++)
        for (int select = 0; select < GA_SELECTS; select++) {
            Fixture f;
            setup(&f);
            f.set.scheme = (GaScheme)scheme;
            f.set.select = (GaSelect)select;
            f.set.scaling = 2;
            f.set.elite = 1;
            if (select == GA_TRUNCATION) f.set.pressure = 0.5;
            Score best;
            run(&f, 3, 1, &best, NULL);
            bool drift = select == GA_UNIFORM;
            ASSERT(best.raw >= (drift ? 26 : 30));
            vector_species_free(&f.vector);
        }
    PASS();
}

TEST threads_make_no_difference(void) {
    for (int scheme = 0; scheme < GA_SCHEMES; scheme++) {
        Fixture f;
        setup(&f);
        f.set.scheme = (GaScheme)scheme;
        f.set.select = GA_REMAINDER;
        f.set.distinct = 3;
        f.set.tries = scheme % 2 ? 3 : 0;
        f.set.generations = 12;
        f.set.target = -1;
        f.set.parts = 2;             /* parts of odd size */
        f.set.part[1] = f.set.part[0];
        f.set.part[0].count = 21;
        f.set.part[1].count = 9;
        uint64_t one = run(&f, 9, 1, NULL, NULL);
        ASSERT_EQ(one, run(&f, 9, 2, NULL, NULL));
        ASSERT_EQ(one, run(&f, 9, 3, NULL, NULL));
        ASSERT(one != run(&f, 10, 1, NULL, NULL));
        vector_species_free(&f.vector);
    }
    PASS();
}

TEST evaluations_stop_to_the_number(void) {
    for (unsigned tries = 0; tries < 4; tries++)
        for (uint64_t limit = 120; limit < 190; limit += 7) {
            Fixture f;
            setup(&f);
            f.set.scheme = GA_PLUS;
            f.set.tries = tries;
            f.set.evaluations = limit;
            f.set.generations = 0;
            f.set.target = -1;       /* never solved */
            uint64_t used;
            run(&f, 4, 2, NULL, &used);
            ASSERT_EQ(limit, used);
            vector_species_free(&f.vector);
        }
    PASS();
}

static GaStop stop_of(const GaSettings *set, const Fixture *f) {
    Err err;
    Ga *ga = ga_new(&f->vector.species, &onemax.game, set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    while (ga_score(ga, &err) && ga_advance(ga)) {}
    GaStop stop = ga_stop(ga);
    ga_free(ga);
    return stop;
}

TEST every_stop_is_reached(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_PLUS;
    GaSettings set = f.set;
    set.generations = 3;
    ASSERT_EQ(GA_STOP_GENERATIONS, stop_of(&set, &f));
    set = f.set;
    set.evaluations = 90;
    ASSERT_EQ(GA_STOP_EVALUATIONS, stop_of(&set, &f));
    set = f.set;
    set.target = 10;
    ASSERT_EQ(GA_STOP_SOLVED, stop_of(&set, &f));
    set = f.set;
    set.converged = true;
    set.generations = 0;
    set.target = -1;
    ASSERT_EQ(GA_STOP_CONVERGED, stop_of(&set, &f));
    set.converged = false;
    set.stalled = 5;
    ASSERT_EQ(GA_STOP_STALLED, stop_of(&set, &f));
    set.stalled = 0;
    set.seconds = 1e-9;
    ASSERT_EQ(GA_STOP_SECONDS, stop_of(&set, &f));
    vector_species_free(&f.vector);
    PASS();
}

TEST distinct_children_leave_no_copies(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_PLUS;
    f.set.distinct = 20;
    f.set.generations = 10;
    Err err;
    Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    while (ga_score(ga, &err) && ga_advance(ga)) {}
    ASSERT_EQ(30, ga_distinct(ga));
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* With scores alone to go by, genomes are told apart by themselves. */
TEST unlike_members_behave_differently(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_PLUS;
    f.set.unlike = true;
    f.set.young = true;
    f.set.part[0].step[0].rate = 0.5;
    f.set.part[0].step[1].rate = 0.5;   /* many copies are bred */
    f.set.target = -1;
    Err err;
    Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    while (ga_score(ga, &err) && ga_advance(ga)) {}
    ASSERT_EQ(30, ga_distinct(ga));
    for (size_t i = 1; i < 30; i++)
        ASSERT(ga_member_score(ga, i - 1).standardized <=
               ga_member_score(ga, i).standardized);
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST the_last_of_an_odd_part_has_any_mate(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_STEADY;
    f.set.select = GA_SHUFFLE;
    f.set.target = -1;
    f.set.parts = 2;
    f.set.part[1] = f.set.part[0];
    f.set.part[0].count = f.set.part[1].count = 3;
    Err err;
    Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
    uint32_t most = 0;
    for (int i = 0; i < 10; i++) {
        ASSERT(ga_score(ga, &err) && ga_advance(ga));
        uint32_t mate = ga_birth(ga, 5)->parent[1];
        if (mate > most) most = mate;
    }
    ASSERT(most > 0);
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* There are 8 genomes for 30 members: twins fill up the rest, and the order
 * holds. */
TEST twins_stay_where_nobody_is_unlike(void) {
    Fixture f;
    setup(&f);
    VectorShape shape;
    VectorSpecies three;
    Err err;
    vector_init(&shape, VECTOR_BITS, 3, (VectorRange){ 0, 1 }, &err);
    vector_species_init(&three, shape);
    f.set.scheme = GA_PLUS;
    f.set.unlike = true;
    f.set.target = -1;
    Ga *ga = ga_new(&three.species, &onemax.game, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    while (ga_score(ga, &err) && ga_advance(ga)) {}
    ASSERT_EQ(8, ga_distinct(ga));
    for (size_t i = 1; i < 30; i++)
        ASSERT(ga_member_score(ga, i - 1).standardized <=
               ga_member_score(ga, i).standardized);
    ga_free(ga);
    vector_species_free(&three);
    vector_species_free(&f.vector);
    PASS();
}

TEST plus_keeps_the_best_and_prefers_the_old(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_PLUS;
    f.set.target = -1;
    Err err;
    Ga *ga = ga_new(&f.vector.species, NULL, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    for (size_t i = 0; i < ga_pending(ga); i++)
        ga_tell(ga, i, (Score){ .standardized = (double)(i % 3) });
    ASSERT(ga_advance(ga));
    uint64_t before = ga_digest(ga);
    for (size_t i = 0; i < ga_pending(ga); i++)
        ga_tell(ga, i, (Score){ .standardized = 2 });
    ga_advance(ga);
    ASSERT_EQ(before, ga_digest(ga));
    for (size_t i = 1; i < 30; i++)
        ASSERT(ga_member_score(ga, i - 1).standardized <=
               ga_member_score(ga, i).standardized);
    ASSERT_FALSE(ga_score(ga, &err));
    ASSERT_STR_EQ("no game to score by", err.text);
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* Tells that all who wait have that score. */
static void tell_all(Ga *ga, double standardized) {
    for (size_t i = 0; i < ga_pending(ga); i++)
        ga_tell(ga, i, (Score){ .standardized = standardized });
}

TEST a_steady_child_moves_in_unless_it_is_the_worst(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_STEADY;
    f.set.part[0].count = 1;
    f.set.target = -1;
    Err err;
    Ga *ga = ga_new(&f.vector.species, NULL, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    tell_all(ga, 5);
    ASSERT(ga_advance(ga));
    uint64_t before = ga_digest(ga);
    tell_all(ga, 5.5);               /* worse than the worst: refused */
    ASSERT(ga_advance(ga));
    ASSERT_EQ(before, ga_digest(ga));
    tell_all(ga, 5);                 /* as good as the worst: taken */
    ASSERT(ga_advance(ga));
    ASSERT(before != ga_digest(ga));
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* All vectors are alike: of those that are equally similar the child takes the
 * place of the one drawn first. */
TEST crowding_keeps_to_the_first_of_equals(void) {
    Fixture f;
    setup(&f);
    vector_species_free(&f.vector);
    VectorShape shape;
    vector_init(&shape, VECTOR_INTEGERS, 1, (VectorRange){ 3, 3 }, NULL);
    vector_species_init(&f.vector, shape);
    f.set.scheme = GA_CROWDING;
    f.set.crowd = 7;
    f.set.part[0].count = 1;
    f.set.part[0].steps = 0;
    f.set.target = -1;
    Err err;
    Ga *ga = ga_new(&f.vector.species, NULL, &f.set, NULL, &err);
    ga_start(ga, 4, NULL, &err);
    tell_all(ga, 1);
    ASSERT(ga_advance(ga));
    for (uint64_t g = 1; g <= 20; g++) {
        Rng rng = rng_key(4, g, GA_KEY_CROWD, RNG_BREED);
        size_t first = rng_below(&rng, 30);
        tell_all(ga, 1 + (double)g);
        ASSERT(ga_advance(ga));
        ASSERT_IN_RANGE(1 + (double)g, ga_member_score(ga, first).standardized,
                        0);
    }
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST crowding_replaces_the_most_similar(void) {
    Fixture f;
    setup(&f);
    f.set.scheme = GA_CROWDING;
    f.set.crowd = 500;               /* everyone is compared, surely */
    f.set.part[0].count = 1;
    f.set.part[0].steps = 0;         /* a child is a copy of its parent */
    f.set.target = -1;
    Err err;
    Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
    ga_start(ga, 1, NULL, &err);
    ga_score(ga, &err);
    ga_advance(ga);
    uint64_t before = ga_digest(ga);
    for (int i = 0; i < 20; i++) {
        ASSERT(ga_score(ga, &err));
        ga_advance(ga);
    }
    ASSERT_EQ(before, ga_digest(ga));   /* each copy replaced its original */
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST batches_are_single_runs(void) {
    Fixture f;
    setup(&f);
    f.set.generations = 8;
    const Game *games[] = { &onemax.game };
    GaResult results[3][20];
    static double trace[20 * 9];
    static uint64_t best[20];
    Err err;
    for (int threads = 1; threads <= 3; threads++) {
        Pool *pool = pool_new(threads, &err);
        GaBatch batch = { &f.vector.species, games, 1, &f.set, 100, 20 };
        ASSERT(ga_batch(&batch, pool, results[threads - 1], trace, best, &err));
        pool_free(pool);
    }
    for (size_t r = 0; r < 20; r++) {
        Score score;
        uint64_t used;
        run(&f, 100 + r, 1, &score, &used);
        for (int t = 0; t < 3; t++) {
            ASSERT_EQ(score.raw, results[t][r].best.raw);
            ASSERT_EQ(used, results[t][r].evaluations);
        }
        ASSERT_EQ((int)score.raw, __builtin_popcountll(best[r]));
        ASSERT_EQ(trace[r * 9 + 8], score.standardized);
        for (int g = 1; g < 9; g++)
            ASSERT(trace[r * 9 + (size_t)g] <= trace[r * 9 + (size_t)g - 1]);
    }
    vector_species_free(&f.vector);
    PASS();
}

/* ---- failure ------------------------------------------------------------ */

TEST a_game_that_fails_ends_the_run(void) {
    Fixture f;
    setup(&f);
    OneMax fused = onemax;
    fused.fuse = 30;
    const Game *games[] = { &fused.game };
    for (int threads = 1; threads <= 3; threads++) {
        Err err;
        Pool *pool = pool_new(threads, &err);
        Ga *ga = ga_new(&f.vector.species, &fused.game, &f.set, pool, &err);
        ga_start(ga, 1, NULL, &err);
        while (ga_score(ga, &err) && ga_advance(ga)) {}
        ASSERT_EQ(0, strncmp("too many ones: 3", err.text, 16));
        ga_free(ga);
        GaResult results[4];
        GaBatch batch = { &f.vector.species, games, 1, &f.set, 1, 4 };
        ASSERT_FALSE(ga_batch(&batch, pool, results, NULL, NULL, &err));
        ASSERT(strstr(err.text, ": too many ones: 3"));
        pool_free(pool);
    }
    vector_species_free(&f.vector);
    PASS();
}

/* Every genome of so large a population fails, each with its own number. */
TEST the_first_genome_that_fails_says_why(void) {
    Fixture f;
    setup(&f);
    f.set.population = 1000;
    f.set.part[0].count = 1000;
    OneMax fused = onemax;
    fused.fuse = -1;
    char first[ERR_TEXT_MAX];
    for (int i = 0; i < 30; i++) {
        Err err;
        Pool *pool = pool_new(1 + i % 3, &err);
        Ga *ga = ga_new(&f.vector.species, &fused.game, &f.set, pool, &err);
        ga_start(ga, 1, NULL, &err);
        ASSERT_FALSE(ga_score(ga, &err));
        if (i == 0) strcpy(first, err.text);
        ASSERT_STR_EQ(first, err.text);
        ga_free(ga);
        pool_free(pool);
    }
    vector_species_free(&f.vector);
    PASS();
}

TEST running_out_of_memory_leaves_nothing(void) {
    Fixture f;
    setup(&f);
    Err err;
    for (long n = 0; n < 100; n++) {
        mem_fail_after(n);
        Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
        mem_fail_after(-1);
        if (ga) {
            ga_free(ga);
            break;
        }
        ASSERT_EQ(0, strncmp("out of memory", err.text, 13));
        ASSERT(n < 50);
    }
    vector_species_free(&f.vector);
    PASS();
}

static const char *refusal(const GaSettings *set, const Fixture *f, Err *err) {
    return ga_check(set, &f->vector.species, err) ? "accepted" : err->text;
}

TEST wrong_settings_are_refused(void) {
    Fixture f;
    setup(&f);
    Err err;
    GaSettings set = f.set;
    ASSERT(ga_check(&set, &f.vector.species, &err));
    set.population = 31;
    ASSERT_STR_EQ("generational: 30 children and an elite of 0 do not fill a "
                  "population of 31",
                  refusal(&set, &f, &err));
    set.elite = 1;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.scheme = GA_COMMA;
    ASSERT_STR_EQ("comma: 30 children do not fill a population of 31",
                  refusal(&set, &f, &err));
    set.scheme = GA_PLUS;
    set.scaling = 1;
    ASSERT_STR_EQ("linear scaling needs a factor above 1 and up to 100, not 1",
                  refusal(&set, &f, &err));
    set.scaling = GA_SCALING_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.scaling = GA_SCALING_MAX + 1;
    ASSERT_STR_EQ("linear scaling needs a factor above 1 and up to 100, not "
                  "101",
                  refusal(&set, &f, &err));
    set.scaling = 0;
    set.population = GA_POPULATION_MAX + 1u;
    ASSERT_STR_EQ("a population has 1 to 10000000 members, not 10000001",
                  refusal(&set, &f, &err));
    set.population = 100;
    set.evaluations = 99;
    ASSERT_STR_EQ("99 evaluations are too few to score the first population",
                  refusal(&set, &f, &err));
    set.evaluations = 100;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.evaluations = 0;
    set.pressure = 0.5;
    ASSERT_STR_EQ("a tournament has 1 to 10000 members, not 0.5",
                  refusal(&set, &f, &err));
    set.pressure = GA_PRESSURE_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.pressure = GA_PRESSURE_MAX + 1;
    ASSERT_STR_EQ("a tournament has 1 to 10000 members, not 10001",
                  refusal(&set, &f, &err));
    set.pressure = 0.5;
    set.select = GA_TRUNCATION;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.pressure = 1;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.pressure = 1.5;
    ASSERT_STR_EQ("truncation needs a share above 0 and up to 1, not 1.5",
                  refusal(&set, &f, &err));
    set.pressure = 0;
    ASSERT_STR_EQ("truncation needs a share above 0 and up to 1, not 0",
                  refusal(&set, &f, &err));
    set.pressure = 1;
    set.scheme = GA_CROWDING;
    set.crowd = 0;
    ASSERT_STR_EQ("crowding compares 1 to 10000 members, not 0",
                  refusal(&set, &f, &err));
    set.crowd = GA_CROWD_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.crowd = GA_CROWD_MAX + 1;
    ASSERT_STR_EQ("crowding compares 1 to 10000 members, not 10001",
                  refusal(&set, &f, &err));
    set.distinct = GA_DISTINCT_MAX + 1;
    set.crowd = 3;
    ASSERT_STR_EQ("a copy is bred again up to 1000 times, not 1001",
                  refusal(&set, &f, &err));
    set.distinct = GA_DISTINCT_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.scheme = GA_PLUS;
    set.elite = 100;
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.elite = 101;
    ASSERT_STR_EQ("an elite of 101 in a population of 100",
                  refusal(&set, &f, &err));
    set.elite = 0;
    set.parts = 0;
    ASSERT_STR_EQ("a brood has 1 to 8 parts, not 0", refusal(&set, &f, &err));
    set.parts = GA_PARTS_MAX + 1;
    ASSERT_STR_EQ("a brood has 1 to 8 parts, not 9", refusal(&set, &f, &err));
    set.parts = 2;
    ASSERT_STR_EQ("part 2 of the brood: 1 to 10000000 children, not 0",
                  refusal(&set, &f, &err));
    set.part[1] = (GaPart){ .count = GA_POPULATION_MAX, .steps = GA_STEPS_MAX };
    ASSERT_STR_EQ("accepted", refusal(&set, &f, &err));
    set.part[1].steps++;
    ASSERT_STR_EQ("part 2 of the brood: at most 4 steps, not 5",
                  refusal(&set, &f, &err));
    set.parts = 1;
    set.tries = GA_TRIES_MAX + 1;
    ASSERT_STR_EQ("climbing tries up to 1000000 variants, not 1000001",
                  refusal(&set, &f, &err));
    set.tries = GA_TRIES_MAX;
    set.climb.op = NULL;
    set.evaluations = 0;
    ASSERT_STR_EQ("climbing needs an operator with one parent",
                  refusal(&set, &f, &err));
    vector_species_free(&f.vector);
    PASS();
}

/* Two rows of three runs: 1 2 3 and 5 5 5. */
TEST a_trace_gives_mean_and_deviation_over_the_runs(void) {
    const double trace[] = { 1, 5, 2, 5, 3, 5 };
    double mean, deviation;
    ga_trace_at(trace, 3, 2, 0, &mean, &deviation);
    ASSERT_EQ(2, mean);
    ASSERT_EQ(1, deviation);
    ga_trace_at(trace, 3, 2, 1, &mean, &deviation);
    ASSERT_EQ(5, mean);
    ASSERT_EQ(0, deviation);
    ga_trace_at(trace, 1, 2, 0, &mean, &deviation);      /* one run: none */
    ASSERT_EQ(1, mean);
    ASSERT_EQ(0, deviation);
    PASS();
}

TEST scoring_for_benchmarks_reports_what_failed(void) {
    Fixture f;
    setup(&f);
    OneMax broken = onemax;
    broken.fuse = -1;
    double seconds;
    Err err;
    ASSERT(ga_scoring(&f.vector.species, &onemax.game, 1000, &seconds, &err));
    ASSERT(seconds >= 0);
    ASSERT_FALSE(
        ga_scoring(&f.vector.species, &broken.game, 1, &seconds, &err));
    ASSERT_EQ(0, strncmp("too many ones: ", err.text, 15));
    ASSERT(ga_scoring(&f.vector.species, &broken.game, 0, &seconds, &err));
    vector_species_free(&f.vector);
    PASS();
}

TEST the_mean_is_that_of_all_members(void) {
    Fixture f;
    setup(&f);
    Err err;
    Ga *ga = ga_new(&f.vector.species, &onemax.game, &f.set, NULL, &err);
    ASSERT(ga && ga_start(ga, 1, NULL, &err) && ga_score(ga, &err));
    ga_advance(ga);
    double sum = 0;
    for (size_t i = 0; i < ga_size(ga); i++)
        sum += BITS - __builtin_popcountll(*(const uint64_t *)ga_genome(ga, i));
    ASSERT_IN_RANGE(sum / (double)ga_size(ga), ga_mean(ga), 1e-9);
    ga_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

SUITE(test_ga) {
    RUN_TEST(scaling_keeps_the_mean_and_doubles_the_best);
    RUN_TEST(negative_and_wild_values_are_lifted);
    RUN_TEST(remainder_sampling_gives_whole_parts);
    RUN_TEST(all_samplings_agree_on_the_mean);
    RUN_TEST(sums_that_overflow_still_give_picks);
    RUN_TEST(hopeless_populations_are_sampled_evenly);
    RUN_TEST(every_scheme_and_selection_improves);
    RUN_TEST(threads_make_no_difference);
    RUN_TEST(evaluations_stop_to_the_number);
    RUN_TEST(every_stop_is_reached);
    RUN_TEST(distinct_children_leave_no_copies);
    RUN_TEST(unlike_members_behave_differently);
    RUN_TEST(the_last_of_an_odd_part_has_any_mate);
    RUN_TEST(twins_stay_where_nobody_is_unlike);
    RUN_TEST(plus_keeps_the_best_and_prefers_the_old);
    RUN_TEST(a_steady_child_moves_in_unless_it_is_the_worst);
    RUN_TEST(crowding_keeps_to_the_first_of_equals);
    RUN_TEST(crowding_replaces_the_most_similar);
    RUN_TEST(batches_are_single_runs);
    RUN_TEST(a_game_that_fails_ends_the_run);
    RUN_TEST(the_first_genome_that_fails_says_why);
    RUN_TEST(running_out_of_memory_leaves_nothing);
    RUN_TEST(wrong_settings_are_refused);
    RUN_TEST(a_trace_gives_mean_and_deviation_over_the_runs);
    RUN_TEST(scoring_for_benchmarks_reports_what_failed);
    RUN_TEST(the_mean_is_that_of_all_members);
}
