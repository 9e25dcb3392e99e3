/* test_brood.c -- sampling, broods by parts, schemes, ends and batches, on
 * OneMax. */
#include <math.h>
#include <string.h>

#include "evolve/ends.h"
#include "evolve/evolve_inner.h"
#include "evolve/lineage.h"
#include "greatest.h"
#include "base/mem.h"
#include "evolve/select/sampling.h"
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

/* Each bit is a case. */
static bool onemax_each(const Game *game, Entrant who, void *scratch,
                        Score *score, double *each, Err *err) {
    if (!onemax_score(game, who.shape, scratch, who.genome, score, err))
        return false;
    for (int i = 0; i < BITS; i++)
        each[i] = *(const uint64_t *)who.genome >> i & 1;
    return true;
}

static void *onemax_scratch(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);
}

static const GameClass onemax_class = {
    .name = "onemax", .kind = "vector", .score = onemax_score,
    .each = onemax_each, .scratch_new = onemax_scratch,
    .scratch_free = mem_free,
};

static const OneMax onemax = { { &onemax_class, BITS, BITS, false, 0, 0 },
                               1000 };

typedef struct Set {
    size_t population;
    Plan   plan;
    Ends   ends;                     /* its limits are the plan's, too */
} Set;

typedef struct Fixture {
    VectorSpecies vector;
    Set           set;
} Fixture;

static void setup(Fixture *f) {
    VectorShape shape;
    vector_init(&shape, VECTOR_BITS, BITS, (VectorRange){ 0, 1 }, NULL);
    vector_species_init(&f->vector, shape);
    const Species *s = &f->vector.species;
    f->set = (Set){
        .population = 30,
        .plan = {
            .selection = { .method = SELECT_TOURNAMENT, .param = 2 },
            .crowd = 3,
            .parts = 1,
            .part = { { 30, 2,
                        { { 0.6, species_operator(s, "onepoint", NULL), { 0 },
                            NULL, NULL, 0 },
                          { 1, species_operator(s, "flip", NULL), { 0 }, NULL,
                            NULL, 0 } } } },
            .climb = { 1, species_operator(s, "point", NULL), { 1 }, NULL, NULL,
                       0 },
        },
        .ends = { .generations = 60 },
    };
}

/* A run in the making. */
typedef struct Run {
    Evolution *e;
    Set        set;
    End        end;
} Run;

static Run *run_new(const Species *species, const Game *game, const Set *set,
                    int threads) {
    Err err;
    Run *run = mem_new(1, sizeof *run, &err);
    run->set = *set;
    run->set.plan.evaluations = set->ends.evaluations;
    run->set.plan.target = set->ends.target;
    run->set.ends.started = clock_wall();
    EvolveOptions options = { .count = set->population, .threads = threads };
    run->e = evolve_new(species, game, &options, &err);
    return run;
}

static void run_free(Run *run) {
    evolve_free(run->e);
    mem_free(run);
}

static void run_start(Run *run, uint64_t seed) {
    Err err;
    evolve_reset(run->e, seed);
    evolve_draw(run->e, false, &err);
}

static bool run_score(Run *run, Err *err) {
    return evolve_score(run->e, &run->set.plan, err);
}

/* Those who wait take their places, and others are bred unless it has ended. */
static bool run_advance(Run *run) {
    Err err;
    if (!evolve_settle(run->e, &run->set.plan, &err)) return false;
    run->end = ends_reached(&run->set.ends, run->e);
    return run->end == END_NONE && evolve_breed(run->e, &run->set.plan, &err);
}

static double cost_of(const Run *run, size_t slot) {
    return evolve_score_of(run->e, slot)->standardized;
}

/* A hash of the living, whatever their generation. */
static uint64_t living_of(const Run *run) {
    uint64_t h = 0;
    for (size_t i = 0; i < evolve_count(run->e); i++)
        h = rng_mix(
            h + species_hash(evolve_species(run->e), evolve_genome(run->e, i)));
    return h;
}

/* Runs to the end and gives the digest of the last population. */
static uint64_t run(const Fixture *f, uint64_t seed, int threads, Score *best,
                    uint64_t *evaluations) {
    Err err;
    Run *r = run_new(&f->vector.species, &onemax.game, &f->set, threads);
    run_start(r, seed);
    while (run_score(r, &err) && run_advance(r)) {}
    if (best) evolve_best(r->e, best);
    if (evaluations) *evaluations = evolve_totals(r->e)->evaluations;
    uint64_t digest = evolve_digest(r->e);
    run_free(r);
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

/* The schemes behind these ask for vectors of reals, or for objectives. */
enum { PLAIN_SCHEMES = SCHEME_CMA };

/* What each finds of OneMax at least. */
static double least_of(int method) {
    if (method == SELECT_UNIFORM) return 26;
    return method == SELECT_OVERSELECT ? 28 : 30;
}

static double param_of(int method) {
    static const double numbers[SELECT_METHODS] = {
        [SELECT_TOURNAMENT] = 2, [SELECT_TRUNCATION] = 0.5,
        [SELECT_RANK] = 2,       [SELECT_ROULETTE] = 2,
        [SELECT_REMAINDER] = 2,  [SELECT_UNIVERSAL] = 2,
    };
    return numbers[method];
}

TEST every_scheme_and_selection_improves(void) {
    for (int scheme = 0; scheme < PLAIN_SCHEMES; scheme++)
        for (int select = 0; select < SELECT_METHODS; select++) {
            Fixture f;
            setup(&f);
            f.set.plan.scheme = (Scheme)scheme;
            f.set.plan.selection.method = (SelectMethod)select;
            f.set.plan.selection.param = param_of(select);
            f.set.plan.elite = scheme == SCHEME_GENERATIONAL;
            Score best;
            run(&f, 3, 1, &best, NULL);
            ASSERT(best.raw >= least_of(select));
            vector_species_free(&f.vector);
        }
    PASS();
}

TEST threads_make_no_difference(void) {
    for (int scheme = 0; scheme < PLAIN_SCHEMES; scheme++) {
        Fixture f;
        setup(&f);
        f.set.plan.scheme = (Scheme)scheme;
        f.set.plan.selection.method = SELECT_REMAINDER;
        f.set.plan.selection.param = 0;
        f.set.plan.distinct = 3;
        f.set.plan.tries = scheme % 2 ? 3 : 0;
        f.set.ends.generations = 12;
        f.set.ends.target = -1;
        f.set.plan.parts = 2;             /* parts of odd size */
        f.set.plan.part[1] = f.set.plan.part[0];
        f.set.plan.part[0].count = 21;
        f.set.plan.part[1].count = 9;
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
            f.set.plan.scheme = SCHEME_PLUS;
            f.set.plan.tries = tries;
            f.set.ends.evaluations = limit;
            f.set.ends.generations = 0;
            f.set.ends.target = -1;       /* never solved */
            uint64_t used;
            run(&f, 4, 2, NULL, &used);
            ASSERT_EQ(limit, used);
            vector_species_free(&f.vector);
        }
    PASS();
}

static End stop_of(const Set *set, const Fixture *f) {
    Err err;
    Run *ga = run_new(&f->vector.species, &onemax.game, set, 1);
    run_start(ga, 1);
    while (run_score(ga, &err) && run_advance(ga)) {}
    End stop = ga->end;
    run_free(ga);
    return stop;
}

TEST every_stop_is_reached(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_PLUS;
    Set set = f.set;
    set.ends.generations = 3;
    ASSERT_EQ(END_GENERATIONS, stop_of(&set, &f));
    set = f.set;
    set.ends.evaluations = 90;
    ASSERT_EQ(END_EVALUATIONS, stop_of(&set, &f));
    set = f.set;
    set.ends.target = 10;
    ASSERT_EQ(END_SOLVED, stop_of(&set, &f));
    set = f.set;
    set.ends.converged = true;
    set.ends.generations = 0;
    set.ends.target = -1;
    ASSERT_EQ(END_CONVERGED, stop_of(&set, &f));
    set.ends.converged = false;
    set.ends.stalled = 5;
    ASSERT_EQ(END_STALLED, stop_of(&set, &f));
    set.ends.stalled = 0;
    set.ends.seconds = 1e-9;
    ASSERT_EQ(END_SECONDS, stop_of(&set, &f));
    vector_species_free(&f.vector);
    PASS();
}

TEST distinct_children_leave_no_copies(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_PLUS;
    f.set.plan.distinct = 20;
    f.set.ends.generations = 10;
    Err err;
    Run *ga = run_new(&f.vector.species, &onemax.game, &f.set, 1);
    run_start(ga, 1);
    while (run_score(ga, &err) && run_advance(ga)) {}
    ASSERT_EQ(30, evolve_stats(ga->e).distinct);
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* With scores alone to go by, genomes are told apart by themselves. */
TEST unlike_members_behave_differently(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_PLUS;
    f.set.plan.unlike = true;
    f.set.plan.young = true;
    f.set.plan.part[0].step[0].share = 0.5;
    f.set.plan.part[0].step[1].share = 0.5;   /* many copies are bred */
    f.set.ends.target = -1;
    Err err;
    Run *ga = run_new(&f.vector.species, &onemax.game, &f.set, 1);
    run_start(ga, 1);
    while (run_score(ga, &err) && run_advance(ga)) {}
    ASSERT_EQ(30, evolve_stats(ga->e).distinct);
    for (size_t i = 1; i < 30; i++)
        ASSERT(cost_of(ga, i - 1) <= cost_of(ga, i));
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST the_last_of_an_odd_part_has_any_mate(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_STEADY;
    f.set.plan.selection.method = SELECT_SHUFFLE;
    f.set.ends.target = -1;
    f.set.plan.parts = 2;
    f.set.plan.part[1] = f.set.plan.part[0];
    f.set.plan.part[0].count = f.set.plan.part[1].count = 3;
    Err err;
    Run *ga = run_new(&f.vector.species, &onemax.game, &f.set, 1);
    run_start(ga, 0);
    uint32_t most = 0;
    for (int i = 0; i < 10; i++) {
        ASSERT(run_score(ga, &err) && run_advance(ga));
        uint32_t slot = ga->e->order[30 + 5];
        uint32_t mate = ga->e->slots.births[slot].parent[1];
        if (mate > most) most = mate;
    }
    ASSERT(most > 0);
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* Of three bits there are only 8 genomes: every child is a copy that is bred
 * again, the last one too, whose mate has no place of its own. */
TEST copies_are_bred_again_by_every_selection(void) {
    for (int select = 0; select < SELECT_METHODS; select++) {
        Fixture f;
        setup(&f);
        vector_species_free(&f.vector);
        VectorShape shape;
        vector_init(&shape, VECTOR_BITS, 3, (VectorRange){ 0, 1 }, NULL);
        vector_species_init(&f.vector, shape);
        f.set.plan.selection.method = (SelectMethod)select;
        f.set.plan.selection.param = param_of(select);
        f.set.plan.distinct = 5;
        f.set.ends.generations = 5;
        f.set.ends.target = -1;
        uint64_t one = run(&f, 2, 1, NULL, NULL);
        ASSERT_EQ(one, run(&f, 2, 3, NULL, NULL));
        vector_species_free(&f.vector);
    }
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
    f.set.plan.scheme = SCHEME_PLUS;
    f.set.plan.unlike = true;
    f.set.ends.target = -1;
    Run *ga = run_new(&three.species, &onemax.game, &f.set, 1);
    run_start(ga, 1);
    while (run_score(ga, &err) && run_advance(ga)) {}
    ASSERT_EQ(8, evolve_stats(ga->e).distinct);
    for (size_t i = 1; i < 30; i++)
        ASSERT(cost_of(ga, i - 1) <= cost_of(ga, i));
    run_free(ga);
    vector_species_free(&three);
    vector_species_free(&f.vector);
    PASS();
}

TEST plus_keeps_the_best_and_prefers_the_old(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_PLUS;
    f.set.ends.target = -1;
    Err err;
    Run *ga = run_new(&f.vector.species, NULL, &f.set, 1);
    run_start(ga, 1);
    for (size_t i = 0; i < evolve_waiting(ga->e); i++)
        evolve_tell(ga->e, i, (Score){ .standardized = (double)(i % 3) });
    ASSERT(run_advance(ga));
    uint64_t before = living_of(ga);
    for (size_t i = 0; i < evolve_waiting(ga->e); i++)
        evolve_tell(ga->e, i, (Score){ .standardized = 2 });
    run_advance(ga);
    ASSERT_EQ(before, living_of(ga));
    for (size_t i = 1; i < 30; i++)
        ASSERT(cost_of(ga, i - 1) <= cost_of(ga, i));
    ASSERT_FALSE(run_score(ga, &err));
    ASSERT_STR_EQ("no game to score by", err.text);
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

/* Tells that all who wait have that score. */
static void tell_all(Run *ga, double standardized) {
    for (size_t i = 0; i < evolve_waiting(ga->e); i++)
        evolve_tell(ga->e, i, (Score){ .standardized = standardized });
}

TEST a_steady_child_moves_in_unless_it_is_the_worst(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_STEADY;
    f.set.plan.part[0].count = 1;
    f.set.ends.target = -1;
    Run *ga = run_new(&f.vector.species, NULL, &f.set, 1);
    run_start(ga, 1);
    tell_all(ga, 5);
    ASSERT(run_advance(ga));
    uint64_t before = living_of(ga);
    tell_all(ga, 5.5);               /* worse than the worst: refused */
    ASSERT(run_advance(ga));
    ASSERT_EQ(before, living_of(ga));
    tell_all(ga, 5);                 /* as good as the worst: taken */
    ASSERT(run_advance(ga));
    ASSERT(before != living_of(ga));
    run_free(ga);
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
    f.set.plan.scheme = SCHEME_CROWDING;
    f.set.plan.crowd = 7;
    f.set.plan.part[0].count = 1;
    f.set.plan.part[0].steps = 0;
    f.set.ends.target = -1;
    Run *ga = run_new(&f.vector.species, NULL, &f.set, 1);
    run_start(ga, 4);
    tell_all(ga, 1);
    ASSERT(run_advance(ga));
    for (uint64_t g = 1; g <= 20; g++) {
        Rng rng = rng_key(4, g, KEY_CROWD, RNG_BREED);
        size_t first = rng_below(&rng, 30);
        tell_all(ga, 1 + (double)g);
        ASSERT(run_advance(ga));
        ASSERT_IN_RANGE(1 + (double)g, cost_of(ga, first), 0);
    }
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST crowding_replaces_the_most_similar(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_CROWDING;
    f.set.plan.crowd = 500;               /* everyone is compared, surely */
    f.set.plan.part[0].count = 1;
    f.set.plan.part[0].steps = 0;         /* a child is a copy of its parent */
    f.set.ends.target = -1;
    Err err;
    Run *ga = run_new(&f.vector.species, &onemax.game, &f.set, 1);
    run_start(ga, 1);
    run_score(ga, &err);
    run_advance(ga);
    uint64_t before = living_of(ga);
    for (int i = 0; i < 20; i++) {
        ASSERT(run_score(ga, &err));
        run_advance(ga);
    }
    ASSERT_EQ(before, living_of(ga));   /* each copy replaced its original */
    run_free(ga);
    vector_species_free(&f.vector);
    PASS();
}

TEST batches_are_single_runs(void) {
    Fixture f;
    setup(&f);
    f.set.ends.generations = 8;
    const Game *games[] = { &onemax.game };
    RunResult results[3][20];
    static double trace[20 * 9];
    static uint64_t best[20];
    Err err;
    for (int threads = 1; threads <= 3; threads++) {
        Pool *pool = pool_new(threads, &err);
        Batch batch = { &f.vector.species, games,       1,   30,
                        &f.set.plan,       &f.set.ends, 100, 20 };
        BatchRoom room = { results[threads - 1], trace, (char *)best };
        ASSERT(batch_run(&batch, pool, &room, &err));
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

/* ---- saving and lineage of every scheme --------------------------------- */

/* A plan of that scheme, in pairs or by shares, with copies bred again or
 * not. */
static void set_plan(Fixture *f, int number) {
    Plan *plan = &f->set.plan;
    int scheme = number / 4 % PLAIN_SCHEMES;
    plan->scheme = (Scheme)scheme;
    plan->distinct = number % 4 > 1 ? 3 : 0;
    plan->apart = number % 3 == 0;
    plan->elite = scheme == SCHEME_GENERATIONAL ? 3 : 0;
    plan->target = -INFINITY;
    if (number % 2) {
        plan->parts = 0;
        plan->vary_count = 2;
        plan->vary[0] = plan->part[0].step[0];
        plan->vary[1] = plan->part[0].step[1];
        plan->keep_better = scheme == SCHEME_GENERATIONAL && plan->distinct;
        plan->children = scheme == SCHEME_STEADY ? 7 : 0;
    } else {
        plan->parts = 2;             /* parts of odd size */
        plan->part[1] = plan->part[0];
        plan->part[0].count = 19;
        plan->part[1].count = 13;
        plan->young = plan->unlike = scheme == SCHEME_PLUS && plan->distinct;
    }
}

enum { PLANS = 4 * PLAIN_SCHEMES, GENERATIONS = 9 };

static bool follow(Run *run, int generations, Buf *births, Err *err) {
    for (int g = 0; g < generations; g++) {
        if (!evolve_step(run->e, &run->set.plan, err)) return false;
        if (births) lineage_pack(run->e, &births[g + 1]);
    }
    return true;
}

/* Does the replay give every program of the last generation? */
static bool replays(const Run *run, const Buf *births, Err *err) {
    const Species *species = evolve_species(run->e);
    Packed packed[GENERATIONS + 1];
    const Plan *plans[GENERATIONS + 1];
    Ancestor line[GENERATIONS + 1];
    size_t count = evolve_count(run->e);
    for (int g = 0; g <= GENERATIONS; g++) {
        packed[g] = (Packed){ (unsigned char *)births[g].text,
                              births[g].len / count };
        plans[g] = &run->set.plan;
    }
    Pedigree p = { species, 5, count, GENERATIONS, packed, plans, NULL };
    uint64_t genome[BITS];
    for (size_t slot = 0; slot < count; slot++)
        if (!lineage_replay(&p, slot, line, genome, NULL, err) ||
            memcmp(genome, evolve_genome(run->e, slot), species->slot) != 0)
            return false;
    return true;
}

TEST every_scheme_can_be_saved_and_replayed(void) {
    for (int number = 0; number < PLANS; number++) {
        Fixture f;
        setup(&f);
        set_plan(&f, number);
        Err err = { "" };
        Buf births[GENERATIONS + 1], state = { 0 };
        memset(births, 0, sizeof births);
        Run *a = run_new(&f.vector.species, &onemax.game, &f.set, 1);
        Run *b = run_new(&f.vector.species, &onemax.game, &f.set, 2);
        a->set.plan.target = b->set.plan.target = -INFINITY;
        run_start(a, 5);
        ASSERT(run_score(a, &err) && evolve_settle(a->e, &a->set.plan, &err));
        lineage_pack(a->e, &births[0]);
        ASSERTm(err.text, follow(a, 4, births, &err));
        ASSERT(evolve_save(a->e, &state, &err));
        ASSERTm(err.text, evolve_restore(b->e, state.text, state.len, &err));
        ASSERTm(err.text, follow(a, 5, births + 4, &err));
        ASSERTm(err.text, follow(b, 5, NULL, &err));
        ASSERT_EQ(evolve_digest(a->e), evolve_digest(b->e));
        ASSERT_EQ(evolve_improved(a->e), evolve_improved(b->e));
        ASSERT_EQ(evolve_totals(a->e)->evaluations,
                  evolve_totals(b->e)->evaluations);
        ASSERTm(err.text, replays(a, births, &err));
        for (int g = 0; g <= GENERATIONS; g++) buf_free(&births[g]);
        buf_free(&state);
        run_free(a);
        run_free(b);
        vector_species_free(&f.vector);
    }
    PASS();
}

TEST births_of_pairs_that_are_damaged_are_refused(void) {
    Fixture f;
    setup(&f);
    Err err;
    Buf births[2] = { { 0 } };
    Run *a = run_new(&f.vector.species, &onemax.game, &f.set, 1);
    run_start(a, 5);
    ASSERT(run_score(a, &err) && evolve_settle(a->e, &a->set.plan, &err));
    lineage_pack(a->e, &births[0]);
    ASSERT(follow(a, 1, births, &err));
    ASSERT_EQ(30 * BIRTH_WIDE, births[1].len);
    Packed packed[] = { { (unsigned char *)births[0].text, BIRTH_BYTES },
                        { (unsigned char *)births[1].text, BIRTH_WIDE } };
    const Plan *plans[] = { NULL, &a->set.plan };
    Pedigree p = { &f.vector.species, 5, 30, 1, packed, plans, NULL };
    Ancestor line[2];
    uint64_t genome;
    ASSERT(lineage_replay(&p, 4, line, &genome, NULL, &err));
    births[1].text[4 * BIRTH_WIDE + 15] ^= 64;           /* the mark */
    ASSERT_FALSE(lineage_replay(&p, 4, line, &genome, NULL, &err));
    ASSERT_STR_EQ("generation 1, program 5: the birth is damaged", err.text);
    births[1].text[4 * BIRTH_WIDE + 6] = 1;              /* the part */
    ASSERT_FALSE(lineage_replay(&p, 4, line, &genome, NULL, &err));
    ASSERT_STR_EQ("generation 1: the birth of program 5 is damaged", err.text);
    buf_free(&births[0]);
    buf_free(&births[1]);
    run_free(a);
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
        Run *ga = run_new(&f.vector.species, &fused.game, &f.set, threads);
        run_start(ga, 1);
        while (run_score(ga, &err) && run_advance(ga)) {}
        ASSERT_EQ(0, strncmp("too many ones: 3", err.text, 16));
        run_free(ga);
        RunResult results[4];
        Batch batch = { &f.vector.species, games,       1, 30,
                        &f.set.plan,       &f.set.ends, 1, 4 };
        BatchRoom room = { .results = results };
        ASSERT_FALSE(batch_run(&batch, pool, &room, &err));
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
    f.set.plan.part[0].count = 1000;
    OneMax fused = onemax;
    fused.fuse = -1;
    char first[ERR_TEXT_MAX];
    for (int i = 0; i < 30; i++) {
        Err err;
        Run *ga = run_new(&f.vector.species, &fused.game, &f.set, 1 + i % 3);
        run_start(ga, 1);
        ASSERT_FALSE(run_score(ga, &err));
        if (i == 0) strcpy(first, err.text);
        ASSERT_STR_EQ(first, err.text);
        run_free(ga);
    }
    vector_species_free(&f.vector);
    PASS();
}

TEST running_out_of_memory_leaves_nothing(void) {
    Fixture f;
    setup(&f);
    f.set.plan.scheme = SCHEME_PLUS;
    f.set.plan.unlike = true;
    f.set.plan.distinct = 2;
    f.set.plan.part[0].count = 70;   /* more room than there was at first */
    Err err;
    bool ok = false;
    for (long n = 0; !ok && n < 60; n++) {
        Run *ga = run_new(&f.vector.species, &onemax.game, &f.set, 1);
        run_start(ga, 1);
        ASSERT(run_score(ga, &err) &&
               evolve_settle(ga->e, &ga->set.plan, &err));
        uint64_t before = evolve_digest(ga->e);
        mem_fail_after(n);
        ok = evolve_step(ga->e, &ga->set.plan, &err);
        mem_fail_after(-1);
        if (!ok) {
            ASSERT_EQ(0, strncmp("out of memory", err.text, 13));
            ASSERT_EQ(before, evolve_digest(ga->e));
        }
        ASSERT(ok == (before != evolve_digest(ga->e)));
        run_free(ga);
    }
    ASSERT(ok);
    vector_species_free(&f.vector);
    PASS();
}

static const char *refusal(const Set *set, Err *err) {
    Plan plan = set->plan;
    plan.evaluations = set->ends.evaluations;
    return plan_check(&plan, set->population, err) ? "accepted" : err->text;
}

TEST broods_that_do_not_fill_are_refused(void) {
    Fixture f;
    setup(&f);
    Err err;
    Set set = f.set;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.population = 31;
    ASSERT_STR_EQ("generational: 30 children and an elite of 0 do not fill a "
                  "population of 31",
                  refusal(&set, &err));
    set.plan.elite = 1;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.scheme = SCHEME_COMMA;
    ASSERT_STR_EQ("comma: 30 children do not fill a population of 31",
                  refusal(&set, &err));
    set.plan.scheme = SCHEME_PLUS;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.keep_better = true;
    ASSERT_STR_EQ("only under the generational scheme is there a place whose "
                  "better one could be kept",
                  refusal(&set, &err));
    set.plan.keep_better = false;
    set.population = 100;
    set.plan.elite = 100;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.elite = 101;
    ASSERT_STR_EQ("an elite of 101 in a population of 100",
                  refusal(&set, &err));
    set.plan.elite = 0;
    set.ends.evaluations = 99;
    ASSERT_STR_EQ("99 evaluations are too few to score the first population",
                  refusal(&set, &err));
    set.ends.evaluations = 100;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    vector_species_free(&f.vector);
    PASS();
}

static const char *refused_select(SelectMethod method, double param, Err *err) {
    Selection rule = { .method = method, .param = param };
    return select_check(&rule, err) ? "accepted" : err->text;
}

TEST selections_without_sense_are_refused(void) {
    Err err;
    ASSERT_STR_EQ("roulette: scaling must be above 1 and up to 100, or 0 for "
                  "none, got 1",
                  refused_select(SELECT_ROULETTE, 1, &err));
    ASSERT_STR_EQ("accepted", refused_select(SELECT_REMAINDER, 100, &err));
    ASSERT_STR_EQ("accepted", refused_select(SELECT_REMAINDER, 0, &err));
    ASSERT_STR_EQ("universal: scaling must be above 1 and up to 100, or 0 for "
                  "none, got 101",
                  refused_select(SELECT_UNIVERSAL, 101, &err));
    ASSERT_STR_EQ("tournament: size must be 1 to 1000000, got 0.5",
                  refused_select(SELECT_TOURNAMENT, 0.5, &err));
    ASSERT_STR_EQ("accepted", refused_select(SELECT_TOURNAMENT, 1e6, &err));
    ASSERT_STR_EQ("tournament: size must be 1 to 1000000, got 10000000",
                  refused_select(SELECT_TOURNAMENT, 1e7, &err));
    ASSERT_STR_EQ("accepted", refused_select(SELECT_TRUNCATION, 1, &err));
    ASSERT_STR_EQ("truncation: share must be 1e-09 to 1, got 1.5",
                  refused_select(SELECT_TRUNCATION, 1.5, &err));
    ASSERT_STR_EQ("truncation: share must be 1e-09 to 1, got 0",
                  refused_select(SELECT_TRUNCATION, 0, &err));
    PASS();
}

TEST plans_past_the_limits_are_refused(void) {
    Fixture f;
    setup(&f);
    Err err;
    Set set = f.set;
    set.plan.scheme = SCHEME_CROWDING;
    set.plan.crowd = 0;
    ASSERT_STR_EQ("crowding compares 1 to 10000 members, not 0",
                  refusal(&set, &err));
    set.plan.crowd = PLAN_CROWD_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.crowd = PLAN_CROWD_MAX + 1;
    ASSERT_STR_EQ("crowding compares 1 to 10000 members, not 10001",
                  refusal(&set, &err));
    set.plan.crowd = 3;
    set.plan.distinct = PLAN_DISTINCT_MAX + 1;
    ASSERT_STR_EQ("a copy is bred again up to 1000 times, not 1001",
                  refusal(&set, &err));
    set.plan.distinct = PLAN_DISTINCT_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.parts = 0;
    ASSERT_STR_EQ("a brood has 1 to 8 parts, not 0", refusal(&set, &err));
    set.plan.parts = PLAN_PARTS_MAX + 1;
    ASSERT_STR_EQ("a brood has 1 to 8 parts, not 9", refusal(&set, &err));
    set.plan.parts = 2;
    ASSERT_STR_EQ("part 2 of the brood: 1 to 10000000 children, not 0",
                  refusal(&set, &err));
    set.plan.part[1] = (Part){ .count = PLAN_CHILDREN_MAX,
                               .steps = PLAN_STEPS_MAX };
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.part[1].steps++;
    ASSERT_STR_EQ("part 2 of the brood: at most 4 steps, not 5",
                  refusal(&set, &err));
    set.plan.parts = 1;
    set.plan.tries = PLAN_TRIES_MAX + 1;
    ASSERT_STR_EQ("climbing tries up to 1000000 variants, not 1000001",
                  refusal(&set, &err));
    set.plan.tries = PLAN_TRIES_MAX;
    ASSERT_STR_EQ("accepted", refusal(&set, &err));
    set.plan.climb.op = NULL;
    ASSERT_STR_EQ("climbing needs an operator with one parent",
                  refusal(&set, &err));
    vector_species_free(&f.vector);
    PASS();
}

/* Two rows of three runs: 1 2 3 and 5 5 5. */
TEST a_trace_gives_mean_and_deviation_over_the_runs(void) {
    const double trace[] = { 1, 5, 2, 5, 3, 5 };
    double mean, deviation;
    batch_trace_at(trace, 3, 2, 0, &mean, &deviation);
    ASSERT_EQ(2, mean);
    ASSERT_EQ(1, deviation);
    batch_trace_at(trace, 3, 2, 1, &mean, &deviation);
    ASSERT_EQ(5, mean);
    ASSERT_EQ(0, deviation);
    batch_trace_at(trace, 1, 2, 0, &mean, &deviation);      /* one run: none */
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
    ASSERT(
        batch_scoring(&f.vector.species, &onemax.game, 1000, &seconds, &err));
    ASSERT(seconds >= 0);
    ASSERT_FALSE(
        batch_scoring(&f.vector.species, &broken.game, 1, &seconds, &err));
    ASSERT_EQ(0, strncmp("too many ones: ", err.text, 15));
    ASSERT(batch_scoring(&f.vector.species, &broken.game, 0, &seconds, &err));
    vector_species_free(&f.vector);
    PASS();
}

SUITE(test_brood) {
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
    RUN_TEST(copies_are_bred_again_by_every_selection);
    RUN_TEST(twins_stay_where_nobody_is_unlike);
    RUN_TEST(plus_keeps_the_best_and_prefers_the_old);
    RUN_TEST(a_steady_child_moves_in_unless_it_is_the_worst);
    RUN_TEST(crowding_keeps_to_the_first_of_equals);
    RUN_TEST(crowding_replaces_the_most_similar);
    RUN_TEST(batches_are_single_runs);
    RUN_TEST(every_scheme_can_be_saved_and_replayed);
    RUN_TEST(births_of_pairs_that_are_damaged_are_refused);
    RUN_TEST(a_game_that_fails_ends_the_run);
    RUN_TEST(the_first_genome_that_fails_says_why);
    RUN_TEST(running_out_of_memory_leaves_nothing);
    RUN_TEST(broods_that_do_not_fill_are_refused);
    RUN_TEST(selections_without_sense_are_refused);
    RUN_TEST(plans_past_the_limits_are_refused);
    RUN_TEST(a_trace_gives_mean_and_deviation_over_the_runs);
    RUN_TEST(scoring_for_benchmarks_reports_what_failed);
}
