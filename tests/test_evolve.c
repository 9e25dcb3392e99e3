/* test_evolve.c -- selection, the score cache, evolution, checkpoints, lineage. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolve/cache.h"
#include "evolve/evolve.h"
#include "greatest.h"
#include "evolve/lineage.h"
#include "base/hash.h"
#include "base/mem.h"
#include "mines_kit.h"

/* ---- selection ---------------------------------------------------------- */

enum { N = 100, DRAWS = 200000 };

/* How often each program is picked for a slot when program i has standardized
 * score i. */
static void frequencies_at(size_t slot, Selection rule, double share[N]) {
    Score scores[N];
    uint32_t sizes[N];
    for (int i = 0; i < N; i++) {
        scores[i] = (Score){ .standardized = i };
        sizes[i] = 1;
    }
    Selector s;
    Err err;
    select_init(&s, N, &err);
    select_prepare(&s, &rule,
                   &(Candidates){ scores, sizes, NULL, false, NULL, 0 },
                   &(Demand){ 0 }, &err);
    memset(share, 0, N * sizeof *share);
    Rng rng = rng_seed(5);
    for (int i = 0; i < DRAWS; i++)
        share[select_pick(&s, slot, 0, &rng)] += 1.0 / DRAWS;
    select_free(&s);
}

static void frequencies(Selection rule, double share[N]) {
    frequencies_at(0, rule, share);
}

TEST tournaments_prefer_as_they_should(void) {
    double share[N];
    frequencies((Selection){ .method = SELECT_TOURNAMENT, .param = 1 }, share);
    ASSERT_IN_RANGE(0.01, share[0], 0.002);
    frequencies((Selection){ .method = SELECT_TOURNAMENT, .param = 4 }, share);
    ASSERT_IN_RANGE(1 - pow(0.99, 4), share[0], 0.003);
    ASSERT_IN_RANGE(pow(0.5, 4) - pow(0.49, 4), share[50], 0.002);
    PASS();
}

TEST near_tournaments_stay_among_the_neighbours(void) {
    double share[N];
    frequencies_at(1, (Selection){ SELECT_TOURNAMENT, 1, .near = 3 }, share);
    for (size_t i = 0; i < N; i++) {
        bool neighbour = i <= 4 || i >= N - 2;       /* round the ring */
        ASSERT_IN_RANGE(neighbour ? 1 / 7.0 : 0, share[i], 0.005);
    }
    frequencies_at(70, (Selection){ SELECT_TOURNAMENT, 2, .near = 1 }, share);
    ASSERT_IN_RANGE(5 / 9.0, share[69], 0.005);      /* the best of the three */
    ASSERT_IN_RANGE(1 / 9.0, share[71], 0.005);
    frequencies_at(70, (Selection){ SELECT_TOURNAMENT, 1, .near = 49 }, share);
    ASSERT(share[20] <= 0 && share[21] > 0 && share[19] > 0);
    frequencies_at(70, (Selection){ SELECT_TOURNAMENT, 1, .near = 50 }, share);
    ASSERT_IN_RANGE(0.01, share[20], 0.002);         /* that is everybody */
    PASS();
}

TEST proportionate_selection_follows_adjusted_fitness(void) {
    double share[N], sum = 0;
    for (int i = 0; i < N; i++) sum += 1.0 / (1 + i);
    frequencies((Selection){ .method = SELECT_PROPORTIONATE, .param = 0 },
                share);
    for (int i = 0; i < 5; i++)
        ASSERT_IN_RANGE(1 / ((1 + i) * sum), share[i], 0.004);
    PASS();
}

TEST over_selection_gives_four_fifths_to_the_first_group(void) {
    /* 320/100 of the fitness: all but one program are in the first group */
    double share[N];
    frequencies((Selection){ .method = SELECT_OVERSELECT, .param = 0 }, share);
    ASSERT_IN_RANGE(0.2, share[N - 1], 0.005);
    PASS();
}

/* Among 1000 equals 320/1000 of the fitness are those of 320. */
TEST over_selection_puts_320_of_1000_equals_first(void) {
    enum { MANY = 1000, FIRST = 320 };
    static Score scores[MANY];
    static uint32_t sizes[MANY];
    for (int i = 0; i < MANY; i++) scores[i].standardized = 1;
    Selection rule = { .method = SELECT_OVERSELECT, .param = 0 };
    Selector s;
    Err err;
    ASSERT(select_init(&s, MANY, &err));
    Candidates all = { scores, sizes, NULL, false, NULL, 0 };
    ASSERT(select_prepare(&s, &rule, &all, &(Demand){ 0 }, &err));
    ASSERT_EQ(FIRST, s.group);
    Rng rng = rng_seed(5);
    double first = 0, last = 0;      /* shares of those at the group's ends */
    for (int i = 0; i < DRAWS; i++) {
        size_t pick = select_pick(&s, 0, 0, &rng);
        first += pick < FIRST ? 1.0 / DRAWS : 0;
        last += pick == FIRST - 1 || pick == FIRST ? 1.0 / DRAWS : 0;
    }
    ASSERT_IN_RANGE(0.8, first, 0.005);
    ASSERT_IN_RANGE(0.8 / FIRST + 0.2 / (MANY - FIRST), last, 0.0006);
    select_free(&s);
    PASS();
}

/* Everyone comes once before anyone comes twice; and no more are drawn than
 * were asked for, though there is room. */
TEST shuffle_ends_where_the_places_do(void) {
    enum { SOME = 10, PLACES = 25, ROOM = 60, MARK = 77 };
    Score scores[SOME] = { { .standardized = 1 } };
    uint32_t sizes[SOME] = { 0 };
    Selection rule = { .method = SELECT_SHUFFLE };
    Selector s;
    Err err;
    ASSERT(select_init(&s, SOME, &err));
    Candidates all = { scores, sizes, NULL, false, NULL, 0 };
    Demand demand = { .places = ROOM, .rng = rng_seed(3) };
    ASSERT(select_prepare(&s, &rule, &all, &demand, &err));
    for (size_t i = 0; i < ROOM; i++) s.picks[i] = MARK;
    demand.places = PLACES;
    ASSERT(select_prepare(&s, &rule, &all, &demand, &err));
    for (size_t first = 0; first < PLACES; first += SOME) {
        uint32_t seen = 0;
        size_t end = first + SOME < PLACES ? first + SOME : PLACES;
        for (size_t i = first; i < end; i++) {
            ASSERT(s.picks[i] < SOME);
            ASSERT_FALSE(seen >> s.picks[i] & 1);
            seen |= 1u << s.picks[i];
        }
    }
    for (size_t i = PLACES; i < ROOM; i++) ASSERT_EQ(MARK, s.picks[i]);
    select_free(&s);
    PASS();
}

TEST truncation_and_rank_do_what_they_say(void) {
    double share[N];
    frequencies((Selection){ .method = SELECT_TRUNCATION, .param = 0.1 },
                share);
    ASSERT_IN_RANGE(0.1, share[0], 0.005);
    ASSERT_IN_RANGE(0.1, share[9], 0.005);
    ASSERT(share[10] <= 0);
    frequencies((Selection){ .method = SELECT_RANK, .param = 2 }, share);
    ASSERT_IN_RANGE(0.02, share[0], 0.002);
    ASSERT_IN_RANGE(0.01, share[50], 0.002);
    ASSERT(share[N - 1] < 0.0005);
    PASS();
}

TEST parsimony_prefers_the_smaller_of_equals(void) {
    Score scores[2] = { { .standardized = 3 }, { .standardized = 3 } };
    uint32_t sizes[2] = { 9, 4 };
    Selector s;
    Err err;
    select_init(&s, 2, &err);
    Candidates both = { scores, sizes, NULL, false, NULL, 0 };
    Selection rule = { SELECT_TOURNAMENT, 50, .parsimony = true };
    select_prepare(&s, &rule, &both, &(Demand){ .sorted = true }, &err);
    Rng rng = rng_seed(1);
    ASSERT_EQ(1, select_pick(&s, 0, 0, &rng));
    ASSERT_EQ(1, s.order[0]);
    s.rule.parsimony = false;
    int first = 0;
    for (int i = 0; i < 1000; i++) first += select_pick(&s, 0, 0, &rng) == 0;
    ASSERT(first > 400 && first < 600);
    scores[0].standardized = -1;
    rule = (Selection){ .method = SELECT_PROPORTIONATE };
    ASSERT_FALSE(select_prepare(&s, &rule, &both, &(Demand){ 0 }, &err));
    ASSERT_STR_EQ(
        "fitness-proportionate selection needs scores of 0 or more, got "
        "-1",
        err.text);
    select_free(&s);
    PASS();
}

/* ---- cache -------------------------------------------------------------- */

TEST the_cache_gives_back_what_was_put(void) {
    Err err;
    Cache *cache = cache_new(6, &err);
    Score got;
    for (uint64_t i = 1; i <= 1000; i++) {
        uint64_t key = rng_mix(i);
        Score put = { (double)i, -(double)i, i * 3, (uint32_t)i };
        cache_put(cache, key, &put, NULL);
        ASSERT(cache_find(cache, key, &got, NULL));
        ASSERT_EQ(i * 3, got.steps);
        ASSERT_EQ((uint32_t)i, got.hits);
        ASSERT(got.raw >= (double)i && got.standardized <= -(double)i);
    }
    ASSERT_FALSE(cache_find(cache, rng_mix(5000), &got, NULL));
    ASSERT_FALSE(cache_find(cache, 0, &got, NULL));
    cache_clear(cache);
    ASSERT_FALSE(cache_find(cache, rng_mix(1000), &got, NULL));
    cache_free(cache);
    PASS();
}

/* The smallest sizes hold one bucket; a bucket past the end was written once. */
TEST a_cache_of_any_size_keeps_within_its_bounds(void) {
    for (int bits = 0; bits <= 8; bits++) {
        Err err;
        Cache *cache = cache_new(bits, &err);
        for (uint64_t i = 1; i <= 4000; i++) {
            Score put = { (double)i, 0, i, 0 }, got;
            cache_put(cache, rng_mix(i), &put, NULL);
            ASSERT(cache_find(cache, rng_mix(i), &got, NULL));
            ASSERT_EQ(i, got.steps);
        }
        cache_free(cache);
    }
    PASS();
}

/* The rows of the scores a cache has are theirs, at every width there is. */
TEST a_cache_gives_rows_back_with_their_scores(void) {
    static double row[CACHE_CASES_MAX], got_row[CACHE_CASES_MAX];
    for (size_t width = 1; width <= CACHE_CASES_MAX; width += width) {
        Err err;
        Cache *cache = cache_new(6, &err);
        ASSERT(cache_widen(cache, width, &err));
        ASSERT_EQ(width, cache_width(cache));
        size_t found = 0;
        for (uint64_t i = 1; i <= 200; i++) {
            Score put = { (double)i, 0, i, 0 };
            for (size_t c = 0; c < width; c++) row[c] = (double)(i + c);
            cache_put(cache, rng_mix(i), &put, row);
        }
        for (uint64_t i = 1; i <= 200; i++) {
            Score got;
            if (!cache_find(cache, rng_mix(i), &got, got_row)) continue;
            ASSERT_EQ(i, got.steps);
            for (size_t c = 0; c < width; c++)
                ASSERT_EQ((size_t)got_row[c], i + c);
            found++;
        }
        ASSERT(found >= 32 && found <= 64);
        cache_free(cache);
    }
    PASS();
}

/* A score that came without its row is found by who wants the score alone. */
TEST a_cache_has_no_row_of_a_score_that_came_without(void) {
    Err err;
    Cache *cache = cache_new(2, &err);
    ASSERT(cache_widen(cache, 3, &err));
    double row[3] = { 1, 2, 3 }, other[3] = { 4, 5, 6 };
    Score put = { 7, 0, 7, 0 }, got;
    cache_put(cache, 1, &put, row);
    cache_put(cache, 2, &put, NULL);
    ASSERT(cache_find(cache, 1, &got, other));
    ASSERT_EQ(3, (int)other[2]);
    ASSERT(cache_find(cache, 2, &got, NULL));
    ASSERT_FALSE(cache_find(cache, 2, &got, other));
    ASSERT(cache_widen(cache, CACHE_CASES_MAX + 1, &err));
    ASSERT_EQ(0, (int)cache_width(cache));
    ASSERT_FALSE(cache_find(cache, 1, &got, NULL));
    cache_free(cache);
    PASS();
}

/* The second request is that for rows. */
TEST a_cache_that_finds_no_room_for_rows_goes_on_without(void) {
    for (int n = 0; n < 2; n++) {
        Err err;
        Cache *cache = cache_new(3, &err);
        Score put = { 7, 0, 7, 0 }, got;
        double row[3] = { 1, 2, 3 };
        ASSERT(cache_widen(cache, 2, &err));
        cache_put(cache, 1, &put, row);
        mem_fail_after(n);
        bool widened = cache_widen(cache, 3, &err);
        mem_fail_after(-1);
        ASSERT_FALSE(widened);
        ASSERT_EQ(0, (int)cache_width(cache));
        ASSERT_FALSE(cache_find(cache, 1, &got, NULL));
        for (uint64_t i = 1; i < 100; i++) {
            cache_put(cache, rng_mix(i), &put, NULL);
            ASSERT(cache_find(cache, rng_mix(i), &got, NULL));
        }
        ASSERT(cache_widen(cache, 3, &err));
        cache_put(cache, 1, &put, row);
        ASSERT(cache_find(cache, 1, &got, row));
        cache_free(cache);
    }
    PASS();
}

/* ---- evolution ---------------------------------------------------------- */

static Plan plan_for(const Species *sp) {
    Plan plan = { .selection = { .method = SELECT_TOURNAMENT, .param = 4 },
                  .elite = 2 };
    static const struct {
        double share;
        const char *name;
    } rows[] = {
        { 0.6, "crossover" }, { 0.1, "subtree" }, { 0.1, "point" },
        { 0.05, "hoist" }, { 0.05, "shrink" }, { 0.1, "copy" },
    };
    for (int i = 0; i < 6; i++) {
        Vary *v = &plan.vary[plan.vary_count++];
        v->share = rows[i].share;
        v->op = species_operator(sp, rows[i].name, NULL);
        for (int k = 0; v->op->params[k].name; k++)
            v->param[k] = v->op->params[k].normal;
    }
    return plan;
}

static Evolution *begin(Kit *kit, size_t count, uint64_t seed, int threads,
                        int cache) {
    EvolveOptions options = {
        .count = count, .seed = seed, .threads = threads, .cache_bits = cache
    };
    return evolve_new(&kit->species.species, &kit->mines->game, &options,
                      &kit->err);
}

TEST a_run_is_the_same_on_any_number_of_threads(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    uint64_t digest = 0, evaluations = 0, steps = 0;
    for (int threads = 1; threads <= 4; threads++) {
        Evolution *e = begin(kit, 300, 11, threads, threads % 2 ? 12 : 0);
        ASSERT(evolve_start(e, true, &kit->err));
        for (int g = 0; g < 8; g++) ASSERT(evolve_step(e, &plan, &kit->err));
        if (threads == 1) {
            digest = evolve_digest(e);
            evaluations = evolve_totals(e)->evaluations;
            steps = evolve_totals(e)->steps;
        }
        ASSERT_EQ(digest, evolve_digest(e));
        ASSERT_EQ(evaluations, evolve_totals(e)->evaluations);
        ASSERT_EQ(steps, evolve_totals(e)->steps);
        evolve_free(e);
    }
    Evolution *other = begin(kit, 300, 12, 1, 0);
    ASSERT(evolve_start(other, true, &kit->err));
    for (int g = 0; g < 8; g++) evolve_step(other, &plan, &kit->err);
    ASSERT(digest != evolve_digest(other));
    evolve_free(other);
    kit_free(kit);
    PASS();
}

/* Without selection sizes may drift, but not in one direction. */
TEST crossover_neither_grows_nor_shrinks_programs(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    plan.selection.param = 1;
    plan.elite = 0;
    plan.vary_count = 1;             /* crossover alone */
    Evolution *e = begin(kit, 4000, 5, 0, 0);
    ASSERT(evolve_start(e, false, &kit->err));
    double first = evolve_stats(e).size_mean;
    for (int g = 0; g < 12; g++) ASSERT(evolve_step(e, &plan, &kit->err));
    ASSERT_IN_RANGE(first, evolve_stats(e).size_mean, 0.08 * first);
    evolve_free(e);
    kit_free(kit);
    PASS();
}

TEST evolution_improves_and_keeps_its_elite(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    Evolution *e = begin(kit, 500, 3, 0, 12);
    ASSERT(evolve_start(e, false, &kit->err));
    double first = evolve_stats(e).raw_mean, best = -1e9;
    for (int g = 0; g < 10; g++) {
        Stats s = evolve_stats(e);
        ASSERT(evolve_score_of(e, s.best)->raw >= best);
        best = evolve_score_of(e, s.best)->raw;
        ASSERT(evolve_step(e, &plan, &kit->err));
    }
    ASSERT(evolve_stats(e).raw_mean > 2 * first);
    /* every score kept is the score the program has */
    for (size_t i = 0; i < 500; i += 7) {
        Tree t = tree_at(&kit->vocab, (void *)(uintptr_t)evolve_genome(e, i));
        MinesTotal total = mines_score(kit->mines, kit->scratch, &t, NULL);
        ASSERT_EQ(total.raw, (int64_t)evolve_score_of(e, i)->raw);
        ASSERT_EQ(total.steps, evolve_score_of(e, i)->steps);
    }
    evolve_free(e);
    kit_free(kit);
    PASS();
}

/* A slot never gets worse, an equal child moves in, and threads do not matter. */
TEST the_better_of_a_slot_is_kept(void) {
    enum { COUNT = 300 };
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    plan.elite = 0;
    plan.keep_better = true;
    uint64_t digest = 0;
    for (int threads = 1; threads <= 3; threads++) {
        Evolution *e = begin(kit, COUNT, 4, threads, threads % 2 ? 12 : 0);
        ASSERT(evolve_start(e, false, &kit->err));
        int kept = 0, equal = 0;
        for (int g = 0; g < 6; g++) {
            double before[COUNT];
            for (size_t i = 0; i < COUNT; i++)
                before[i] = evolve_score_of(e, i)->standardized;
            ASSERT(evolve_step(e, &plan, &kit->err));
            for (size_t i = 0; i < COUNT; i++) {
                double now = evolve_score_of(e, i)->standardized;
                bool stayed = evolve_birth(e, i)->vary == BIRTH_KEPT;
                ASSERT(now <= before[i]);
                if (stayed) ASSERT_EQ(i, evolve_birth(e, i)->parent[0]);
                kept += stayed;
                equal += !stayed && now >= before[i];
            }
        }
        ASSERT(kept > COUNT && equal > COUNT / 4);
        if (threads == 1) digest = evolve_digest(e);
        ASSERT_EQ(digest, evolve_digest(e));
        evolve_free(e);
    }
    kit_free(kit);
    PASS();
}

TEST first_programs_can_be_all_different(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, &(Shape){ 0 });
    Err err;
    TreeLimits limits = { 200, TREE_DEPTH_MAX, 1, 3, TREE_RAMPED };
    tree_species_init(&kit->species, &kit->vocab, &limits, &err);
    Evolution *e = begin(kit, 400, 3, 2, 0);
    evolve_start(e, false, &err);
    ASSERT(evolve_stats(e).distinct < 300);
    evolve_start(e, true, &err);
    ASSERT_EQ(400, evolve_stats(e).distinct);
    evolve_free(e);
    kit_free(kit);
    PASS();
}

TEST a_class_that_lacks_what_evolution_calls_is_refused(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    GameClass hollow = { .name = "hollow", .kind = "tree" };
    Game game = { .class = &hollow, .cases = 1 };
    ASSERT_FALSE(game_fits(&game, &kit->species.species, &kit->err));
    ASSERT_STR_EQ("hollow has a class without score", kit->err.text);
    hollow.score = kit->mines->game.class->score;
    ASSERT_FALSE(game_fits(&game, &kit->species.species, &kit->err));
    ASSERT_STR_EQ("hollow has a class without scratch_new", kit->err.text);
    kit_free(kit);
    PASS();
}

TEST a_saved_state_goes_on_to_the_same_bits(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    Evolution *a = begin(kit, 200, 5, 2, 0), *b = begin(kit, 200, 99, 1, 12);
    evolve_start(a, false, &kit->err);
    for (int g = 0; g < 4; g++) evolve_step(a, &plan, &kit->err);
    Buf state = { 0 };
    ASSERT(evolve_save(a, &state, &kit->err));
    ASSERTm(kit->err.text, evolve_restore(b, state.text, state.len, &kit->err));
    ASSERT_EQ(evolve_digest(a), evolve_digest(b));
    for (int g = 0; g < 4; g++) {
        evolve_step(a, &plan, &kit->err);
        evolve_step(b, &plan, &kit->err);
    }
    ASSERT_EQ(evolve_digest(a), evolve_digest(b));
    ASSERT_EQ(evolve_totals(a)->evaluations, evolve_totals(b)->evaluations);
    buf_free(&state);
    evolve_free(a);
    evolve_free(b);
    kit_free(kit);
    PASS();
}

TEST a_restored_state_is_the_saved_one_in_every_field(void) {
    enum { COUNT = 100 };
    MinesOptions options = mines_options();
    options.rows = options.cols = 2;             /* games that can be won */
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    Evolution *a = begin(kit, COUNT, 5, 1, 0), *b = begin(kit, COUNT, 6, 1, 0);
    evolve_start(a, false, &kit->err);
    for (int g = 0; g < 3; g++) evolve_step(a, &plan, &kit->err);
    Buf state = { 0 }, again = { 0 };
    ASSERT(evolve_save(a, &state, &kit->err));
    ASSERTm(kit->err.text, evolve_restore(b, state.text, state.len, &kit->err));
    uint32_t hits = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const Score *x = evolve_score_of(a, i), *y = evolve_score_of(b, i);
        ASSERT(x->raw <= y->raw && x->raw >= y->raw);
        ASSERT(x->standardized <= y->standardized &&
               x->standardized >= y->standardized);
        ASSERT_EQ(x->steps, y->steps);
        ASSERT_EQ(x->hits, y->hits);
        ASSERT_MEM_EQ(evolve_birth(a, i)->parent, evolve_birth(b, i)->parent,
                      sizeof evolve_birth(a, i)->parent);
        ASSERT_EQ(evolve_birth(a, i)->vary, evolve_birth(b, i)->vary);
        hits += x->hits;
    }
    ASSERT(hits > 10);
    ASSERT(evolve_save(b, &again, &kit->err));
    ASSERT_EQ(state.len, again.len);
    ASSERT_MEM_EQ(state.text, again.text, state.len);
    buf_free(&state);
    buf_free(&again);
    evolve_free(a);
    evolve_free(b);
    kit_free(kit);
    PASS();
}

/* The state as version 1 or 2 wrote it: without a seal or with one, and in each
 * record and the header without what came later. */
static void old_state(const Evolution *e, const Buf *state, int version,
                      Buf *out) {
    enum { HEADER = 64, HEADER_NOW = 72, RECORD = 48, RECORD_NOW = 64 };
    const char *at = state->text;
    buf_bytes(out, at, HEADER);
    out->text[5] = (char)('0' + version);
    at += HEADER_NOW;
    for (size_t i = 0; i < evolve_count(e); i++) {
        uint32_t bytes, zero = 0;
        memcpy(&bytes, at, sizeof bytes);
        buf_bytes(out, at, RECORD - sizeof zero);
        buf_bytes(out, &zero, sizeof zero);
        buf_bytes(out, at + RECORD_NOW, bytes);
        at += RECORD_NOW + bytes;
    }
    uint64_t seal = hash_bytes(out->text, out->len);
    if (version > 1) buf_bytes(out, &seal, sizeof seal);
}

TEST states_of_earlier_versions_go_on_to_the_same_bits(int version) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Plan plan = plan_for(&kit->species.species);
    Evolution *a = begin(kit, 60, 5, 1, 0), *b = begin(kit, 60, 99, 2, 0);
    ASSERT(evolve_start(a, false, &kit->err));
    for (int g = 0; g < 3; g++) evolve_step(a, &plan, &kit->err);
    Buf state = { 0 }, old = { 0 };
    ASSERT(evolve_save(a, &state, &kit->err));
    old_state(a, &state, version, &old);
    ASSERT(evolve_sound(old.text, old.len));
    ASSERTm(kit->err.text, evolve_restore(b, old.text, old.len, &kit->err));
    for (int g = 0; g < 3; g++) {
        ASSERT_EQ(evolve_digest(a), evolve_digest(b));
        evolve_step(a, &plan, &kit->err);
        evolve_step(b, &plan, &kit->err);
    }
    old.text[old.len / 2] ^= 1;
    ASSERT_EQ(version == 1, evolve_sound(old.text, old.len));
    buf_free(&state);
    buf_free(&old);
    evolve_free(a);
    evolve_free(b);
    kit_free(kit);
    PASS();
}

TEST damaged_states_are_refused(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Evolution *e = begin(kit, 20, 5, 1, 0);
    evolve_start(e, false, &kit->err);
    Buf state = { 0 };
    evolve_save(e, &state, &kit->err);
    for (size_t n = 0; n < state.len; n += 13)
        ASSERT_FALSE(evolve_restore(e, state.text, n, &kit->err));
    /* every single flipped bit is noticed, */
    for (size_t bit = 0; bit < 8 * state.len; bit++) {
        state.text[bit / 8] ^= (char)(1 << bit % 8);
        ASSERT_FALSE(evolve_sound(state.text, state.len));
        ASSERT_FALSE(evolve_restore(e, state.text, state.len, &kit->err));
        state.text[bit / 8] ^= (char)(1 << bit % 8);
    }
    ASSERT(evolve_restore(e, state.text, state.len, &kit->err));
    /* and without a seal, as 0.1.0 wrote it, none may crash */
    Buf whole = state;
    state = (Buf){ 0 };
    old_state(e, &whole, 1, &state);
    buf_free(&whole);
    ASSERT(evolve_restore(e, state.text, state.len, &kit->err));
    Rng rng = rng_seed(1);
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
        size_t at = rng_below(&rng, (uint32_t)state.len);
        char old = state.text[at];
        state.text[at] = (char)(old ^ (1 << rng_below(&rng, 8)));
        refused += !evolve_restore(e, state.text, state.len, &kit->err);
        state.text[at] = old;
    }
    ASSERT(refused > 200);
    state.text[0] = 'X';
    ASSERT_FALSE(evolve_restore(e, state.text, state.len, &kit->err));
    ASSERT_STR_EQ("the checkpoint is not one of this version of Ludus",
                  kit->err.text);
    buf_free(&state);
    evolve_free(e);
    kit_free(kit);
    PASS();
}

TEST a_lineage_replays_to_the_program(bool keep_better) {
    enum { GENERATIONS = 12, COUNT = 150 };
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    const Species *sp = &kit->species.species;
    Plan plan = plan_for(sp);
    plan.keep_better = keep_better;
    kit_read(kit, "RPB (UNC 0) ADF0 1 ADF1 2 ADF2 3");
    void *planted_genome = calloc(1, sp->slot);
    memcpy(planted_genome, kit->genome, 16);
    Evolution *e = begin(kit, COUNT, 21, 2, 12);
    evolve_plant(e, 3, planted_genome);
    evolve_start(e, true, &kit->err);
    Buf births[GENERATIONS + 1];
    memset(births, 0, sizeof births);
    Packed packed[GENERATIONS + 1];
    const Plan *plans[GENERATIONS + 1];
    for (int g = 0; g <= GENERATIONS; g++) {
        if (g) ASSERT(evolve_step(e, &plan, &kit->err));
        lineage_pack(e, &births[g]);
        packed[g] = (Packed){ (unsigned char *)births[g].text,
                              births[g].len / COUNT };
        ASSERT_EQ(BIRTH_BYTES, packed[g].each);
        plans[g] = &plan;
    }
    const void *planted[COUNT] = { 0 };
    planted[3] = planted_genome;
    Pedigree p = { sp, 21, COUNT, GENERATIONS, packed, plans, planted };
    void *genome = calloc(1, sp->slot);
    for (size_t slot = 0; slot < COUNT; slot += 10) {
        Ancestor line[GENERATIONS + 1];
        memset(line, 0, sizeof line);
        ASSERTm(kit->err.text,
                lineage_replay(&p, slot, line, genome, NULL, &kit->err));
        Tree got = tree_at(&kit->vocab, genome);
        Tree want = tree_at(&kit->vocab,
                            (void *)(uintptr_t)evolve_genome(e, slot));
        ASSERT(tree_same(&got, &want));
        ASSERT_EQ(1, line[GENERATIONS].ancestors);
        ASSERT_EQ(BIRTH_FIRST, line[0].birth.vary);
    }
    unsigned char *damaged = (unsigned char *)births[GENERATIONS].text;
    Ancestor line[GENERATIONS + 1];
    damaged[6] = BIRTH_FIRST;
    ASSERT_FALSE(lineage_replay(&p, 0, line, genome, NULL, &kit->err));
    ASSERT_STR_EQ("generation 12: the birth of program 1 is damaged",
                  kit->err.text);
    damaged[6] = BIRTH_KEPT;
    damaged[0] = COUNT;
    damaged[1] = damaged[2] = 0;
    ASSERT_FALSE(lineage_replay(&p, 0, line, genome, NULL, &kit->err));
    ASSERT_STR_EQ("generation 12: program 1 has no parent 151", kit->err.text);
    free(genome);
    free(planted_genome);
    for (int g = 0; g <= GENERATIONS; g++) buf_free(&births[g]);
    evolve_free(e);
    kit_free(kit);
    PASS();
}

TEST evolution_survives_every_failed_allocation(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Evolution *e = NULL;
    int n = 0;
    for (; !e && n < 200; n++) {
        kit->err.text[0] = '\0';
        mem_fail_after(n);
        e = begin(kit, 50, 1, 2, 8);
        mem_fail_after(-1);
        ASSERT_EQ(e == NULL, strstr(kit->err.text, "out of memory") != NULL);
    }
    ASSERT(n > 10 && n < 200);
    evolve_free(e);
    ASSERT(begin(kit, 0, 1, 1, 0) == NULL);
    ASSERT_STR_EQ("population must be 1 to 10000000, got 0", kit->err.text);
    kit_free(kit);
    PASS();
}

TEST a_game_that_cannot_be_set_up_is_not_played(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_new(&options, NULL);
    Evolution *e = begin(kit, 50, 1, 2, 8);
    Plan plan = plan_for(&kit->species.species);
    ASSERT(evolve_start(e, false, &kit->err));
    bool set = false;
    for (int n = 0; !set && n < 50; n++) {
        mem_fail_after(n);
        set = evolve_set_game(e, &kit->mines->game, &kit->err);
        mem_fail_after(-1);
        if (set) break;
        ASSERT_FALSE(evolve_step(e, &plan, &kit->err));
        ASSERT_FALSE(evolve_rescore(e, &kit->err));
        ASSERT_STR_EQ("the game could not be changed: nothing can be scored",
                      kit->err.text);
    }
    ASSERT(set && evolve_step(e, &plan, &kit->err));
    evolve_free(e);
    kit_free(kit);
    PASS();
}

SUITE(test_evolve) {
    RUN_TEST(tournaments_prefer_as_they_should);
    RUN_TEST(near_tournaments_stay_among_the_neighbours);
    RUN_TEST(proportionate_selection_follows_adjusted_fitness);
    RUN_TEST(over_selection_gives_four_fifths_to_the_first_group);
    RUN_TEST(over_selection_puts_320_of_1000_equals_first);
    RUN_TEST(shuffle_ends_where_the_places_do);
    RUN_TEST(truncation_and_rank_do_what_they_say);
    RUN_TEST(parsimony_prefers_the_smaller_of_equals);
    RUN_TEST(the_cache_gives_back_what_was_put);
    RUN_TEST(a_cache_of_any_size_keeps_within_its_bounds);
    RUN_TEST(a_cache_gives_rows_back_with_their_scores);
    RUN_TEST(a_cache_has_no_row_of_a_score_that_came_without);
    RUN_TEST(a_cache_that_finds_no_room_for_rows_goes_on_without);
    RUN_TEST(a_run_is_the_same_on_any_number_of_threads);
    RUN_TEST(crossover_neither_grows_nor_shrinks_programs);
    RUN_TEST(evolution_improves_and_keeps_its_elite);
    RUN_TEST(the_better_of_a_slot_is_kept);
    RUN_TEST(first_programs_can_be_all_different);
    RUN_TEST(a_class_that_lacks_what_evolution_calls_is_refused);
    RUN_TEST(a_saved_state_goes_on_to_the_same_bits);
    RUN_TEST(a_restored_state_is_the_saved_one_in_every_field);
    RUN_TESTp(states_of_earlier_versions_go_on_to_the_same_bits, 1);
    RUN_TESTp(states_of_earlier_versions_go_on_to_the_same_bits, 2);
    RUN_TEST(damaged_states_are_refused);
    RUN_TESTp(a_lineage_replays_to_the_program, false);
    RUN_TESTp(a_lineage_replays_to_the_program, true);
    RUN_TEST(evolution_survives_every_failed_allocation);
    RUN_TEST(a_game_that_cannot_be_set_up_is_not_played);
}
