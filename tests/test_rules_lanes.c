/* test_rules_lanes.c -- rules in lanes play as the reference does. */
#define _POSIX_C_SOURCE 200809L
#include "greatest.h"
#include "rules_kit.h"

enum { CASES_MOST = 100 };

/* So many of them, or a share of LUDUS_SOAK (`make soak-rules`). */
static size_t amount(size_t normal, size_t share) {
    const char *soak = getenv("LUDUS_SOAK");
    return soak ? (size_t)strtoull(soak, NULL, 10) / share : normal;
}

/* Gives each case cells and, if `vars`, variables of its own. The third grid,
 * of 0 and 1, is as it was declared. */
static void scatter(RulesGame *game, size_t seed, bool vars) {
    const Rules *r = game->rules;
    for (size_t c = 0; c < game->options.cases; c++) {
        Rng rng = rng_key(4, seed, c, RNG_TEST);
        for (size_t i = 0; i < r->grid[2].start; i++)
            if (rng_below(&rng, 3) == 0)
                game->cells[c * r->cell_count + i] = (int32_t)rng_below(&rng,
                                                                        3);
        for (size_t i = 1; vars && i < r->var_count; i++)
            game->vars[c * r->var_count + i] = (int32_t)rng_below(&rng, 9) - 4;
    }
}

static bool same_cases(const RulesCase *a, const RulesCase *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i].score != b[i].score || a[i].steps != b[i].steps ||
            a[i].free_steps != b[i].free_steps || a[i].end != b[i].end ||
            a[i].won != b[i].won) {
            printf("\ncase %zu: plain %g %u %u %d, lanes %g %u %u %d\n", i,
                   a[i].score, a[i].steps, a[i].free_steps, (int)a[i].end,
                   b[i].score, b[i].steps, b[i].free_steps, (int)b[i].end);
            return false;
        }
    return true;
}

/* All cases by the reference and by that engine. */
static bool same_scores(RulesKit *kit, RulesEngine engine) {
    RulesCase a[CASES_MOST], b[CASES_MOST];
    Tree tree = rules_kit_tree(kit);
    rules_game_engine(kit->game, RULES_PLAIN, &kit->err);
    RulesTotal x = rules_game_score(kit->game, kit->scratch[0], &tree, a);
    rules_game_engine(kit->game, engine, &kit->err);
    RulesTotal y = rules_game_score(kit->game, kit->scratch[1], &tree, b);
    if (x.raw == y.raw && x.steps == y.steps && x.free_steps == y.free_steps &&
        same_cases(a, b, kit->game->options.cases))
        return true;
    Buf buf = { 0 };
    tree_print(&tree, &buf);
    printf("%s\n", buf_get(&buf));
    buf_free(&buf);
    return false;
}

static bool scores_agree(RulesKit *kit) {
    return same_scores(kit, RULES_LANES);
}

/* What has been compared. */
typedef struct Seen {
    size_t bits[33], grouped, alone, planes, refused;
} Seen;

static void see(Seen *seen, const LanesPlan *plan) {
    if (plan->why[0]) {
        seen->refused++;
        return;
    }
    seen->bits[plan->bits]++;
    if (plan->vary) seen->grouped++;
    else seen->alone++;
    if (plan->planes) seen->planes++;
}

/* How they are played: by native code or not, with AVX2 or not. */
typedef struct Way {
    const char *cc;                  /* NULL: the usual one */
    bool native, portable;
} Way;

/* Chooses lanes for the game; what cannot be built is played by bytecode. */
static bool choose(RulesKit *kit, Way way) {
    kit->game->portable = way.portable;
    const char *cc = getenv("LUDUS_CC");
    if (way.cc) setenv("LUDUS_CC", way.cc, 1);
    bool there = rules_game_engine(kit->game, RULES_LANES, &kit->err);
    if (cc) setenv("LUDUS_CC", cc, 1);
    else if (way.cc) unsetenv("LUDUS_CC");
    return way.native ? there : kit->game->engine == RULES_LANES;
}

/* 1: they agree; 0: they do not; -1: nothing can be built here. */
static int one_game(size_t i, size_t programs, Way way, Seen *seen) {
    static const size_t sizes[] = { 2, 16, 32, 33, 40, 41, CASES_MOST };
    const Shape shape = { 2, { 2, 1 } };
    Buf text = rules_random_lanes(6, i);
    RulesKit *kit = rules_kit(buf_get(&text), 60, 5, sizes[i % 7], &shape);
    int same = kit->game != NULL;
    if (!kit->game) printf("\n%s\n%s\n", kit->err.text, buf_get(&text));
    if (same) {
        scatter(kit->game, i, i % 3 == 0);
        bool there = choose(kit, way);
        see(seen, &kit->game->plan);
        if (!there) same = kit->game->native || !way.native ? 1 : -1;
        for (size_t p = 0; there && p < programs && same; p++) {
            rules_kit_random(kit, i, p);
            same = scores_agree(kit);
            if (!same)
                printf("rules %zu, program %zu\n%s\n", i, p, buf_get(&text));
        }
    }
    rules_kit_free(kit);
    buf_free(&text);
    return same;
}

/* Building takes a second a game: of all random ones these have numbers of
 * 8, 16 and 32 bits, planes and none, sets and single cases. */
static enum greatest_test_res lanes_agree(Way way) {
    static const size_t some[] = { 10, 2, 31, 5 };
    Seen seen;
    memset(&seen, 0, sizeof seen);
    bool usual = !amount(0, 1);
    size_t programs = usual ? 200 : 2000;
    size_t n = amount(4, programs);
    for (size_t i = 0; i < n; i++) {
        int same = one_game(usual ? some[i] : i, programs, way, &seen);
        if (same < 0) SKIPm("no C compiler");
        ASSERT(same);
    }
    if (!usual && n < 30) PASS();    /* too few to have all of these */
    ASSERT(seen.bits[8] && seen.bits[16] && seen.bits[32]);
    ASSERT(seen.grouped && seen.alone && seen.planes);
    PASS();
}

TEST lanes_agree_on_random_rules(void) {
    return lanes_agree((Way){ .native = true });
}

TEST lanes_without_avx2_agree(void) {
    return lanes_agree((Way){ .native = true, .portable = true });
}

/* The other compiler understands it, too. */
TEST lanes_built_by_clang_agree(void) {
    Seen seen;
    memset(&seen, 0, sizeof seen);
    int same = one_game(10, 200, (Way){ .cc = "clang", .native = true }, &seen);
    if (same < 0) SKIPm("no clang");
    ASSERT(same);
    ASSERT_EQ(1, seen.bits[8]);
    PASS();
}

TEST lanes_by_bytecode_agree(void) {
    Seen seen;
    memset(&seen, 0, sizeof seen);
    size_t n = amount(120, 20);
    for (size_t i = 0; i < n; i++)
        ASSERT(one_game(i, 20,
                        (Way){ .cc = "/no/such/compiler", .portable = i % 2 },
                        &seen));
    ASSERT(n < 120 || (seen.grouped > 20 && seen.alone > 20));
    PASS();
}

/* Sums beyond 127: the cases that get there are played again. */
TEST numbers_outgrow_their_lanes(void) {
    RulesKit *kit = rules_kit("var n, step  grid g[3]\n"
                              "ADD { n = n + step }  TWICE { n = n * 2 }\n"
                              "DOWN { n = n - 2 * step }\n"
                              "KEEP { g[step] = n }\n"
                              "IF(a?, b?) { if n < g[1] { a } else { b } }\n"
                              "done { n == 100 }  score { n }",
                              400, UINT32_MAX, 40, NULL);
    ASSERT(kit->game);
    for (size_t c = 0; c < 40; c++)
        rules_game_vars(kit->game, c)[2] = (int32_t)c % 8;
    if (!rules_game_engine(kit->game, RULES_LANES, &kit->err)) {
        rules_kit_free(kit);
        SKIPm("no C compiler");
    }
    ASSERT_EQ(8, kit->game->plan.bits);
    for (size_t p = 0; p < 300; p++) {
        rules_kit_random(kit, 1, p);
        ASSERT(scores_agree(kit));
    }
    rules_kit_free(kit);
    PASS();
}

/* Writes a program that calls `call` so often. */
static void often(Buf *out, const char *head, const char *call, int times) {
    buf_text(out, head);
    for (int i = 1; i < times; i++) buf_format(out, " (BOTH %s", call);
    buf_format(out, " %s", call);
    for (int i = 1; i < times; i++) buf_char(out, ')');
    buf_char(out, '\n');
}

/* What costs nothing spends fuel: some cases run out of it at different places
 * while they have steps left, others come to their end. */
TEST lanes_run_out_of_fuel_with_steps_left(void) {
    static const char text[] =
        "cost 0 var n, step  ADD { n = step - n }  BOTH(a, b) { b }\n"
        "IF(a?, b?) { if n < step - 3 { a } else { b } }  score { n }";
    static const Way ways[] = { { .native = true },
                                { .cc = "/no/such/compiler" } };
    const Shape shape = { 2, { 0, 0 } };
    Buf program = { 0 };
    often(&program, "ARITY 0 0\nRPB", "(ADF0)", 40);
    often(&program, "ADF0", "(ADF1)", 40);
    often(&program, "ADF1", "(IF (BOTH (ADD) (BOTH (ADD) (ADD))) (ADD))", 15);
    for (size_t w = 0; w < 2; w++) {
        RulesKit *kit = rules_kit(text, 10, 1, 40, &shape);
        ASSERT(kit->game);
        for (size_t c = 0; c < 40; c++)
            rules_game_vars(kit->game, c)[2] = (int32_t)c % 8;
        bool there = choose(kit, ways[w]);
        ASSERT(there || ways[w].native);
        ASSERT(rules_kit_read(kit, buf_get(&program)));
        int ends[3] = { 0 };
        for (size_t c = 0; c < 40; c++) {
            RulesCase one = rules_kit_play(kit, 0, RULES_PLAIN, c);
            ends[one.end]++;
            ASSERT_EQ_FMT(0u, one.steps, "%u");
        }
        ASSERT(ends[RULES_TIMED_OUT] > 4 && ends[RULES_FINISHED] > 4);
        ASSERT(!there || scores_agree(kit));
        rules_kit_free(kit);
    }
    buf_free(&program);
    PASS();
}

/* Cases that differ in one grid alone part where it is read, whichever it is; what
 * the step has done before is undone. */
TEST every_grid_that_differs_parts_the_cases(void) {
    static const char text[] =
        "var n, got  grid p[4, 4]  grid q[4, 4]  grid r[4, 4]\n"
        "STEP { n = n + 1 }  BOTH(a, b) { b }\n"
        "P(a?, b?) { if p[n, 0] > 0 { got = got + 1  a } else { b } }\n"
        "Q(a?, b?) { got = got + n  n = n + 1\n"
        "  if q[n, 0] > 0 { got = got + 3  a } else { b } }\n"
        "R(a?, b?) { if r[n, 0] > 1 { got = got + 9  a } else { b } }\n"
        "score { got * 8 + n }";
    static const char program[] =
        "ARITY 0 0\n"
        "RPB (BOTH (P (STEP) (ADF0)) (BOTH (Q (STEP) (ADF0)) (R (STEP) (ADF0))))\n"
        "ADF0 (BOTH (R (STEP) (STEP)) (BOTH (Q (STEP) (P (STEP) (ADF1))) (STEP)))\n"
        "ADF1 (Q (STEP) (BOTH (STEP) (STEP)))\n";
    const Shape shape = { 2, { 0, 0 } };
    for (int differs = 1; differs < 8; differs++) {
        RulesKit *kit = rules_kit(text, 100, 1, 40, &shape);
        ASSERT(kit->game);
        const Rules *r = kit->game->rules;
        for (int32_t c = 0; c < 40; c++)
            for (int32_t i = 0; i < 16 * 3; i++)
                kit->game->cells[(size_t)c * r->cell_count + (size_t)i] =
                    differs >> i / 16 & 1 ? (c >> i % 4 & 1) + i % 2 : 0;
        bool there = choose(kit, (Way){ .native = true });
        ASSERT_EQ_FMT((unsigned)differs, (unsigned)kit->game->plan.vary, "%u");
        ASSERT(rules_kit_read(kit, program));
        ASSERT(!there || scores_agree(kit));
        ASSERT(!there || same_scores(kit, RULES_NATIVE));
        rules_kit_free(kit);
    }
    PASS();
}

/* Why a game is not played in lanes. */
TEST what_lanes_cannot_do_is_said(void) {
    static const char *const rows[][2] = {
        { "A { 1 } score { 1 }", "" },
        { "var x A { x = random(3) } score { x }", "they draw at random" },
        { "lua A B { 1 } score { 1 }", "they have Lua functions" },
        { "var x A { for i = 1 to 3 { x = i } } score { x }",
          "'A' has a loop, is long, or goes on after an argument" },
        { "var x A(a?) { a x = 1 } B { 1 } score { x }",
          "'A' has a loop, is long, or goes on after an argument" },
        { "var x A { x = 1 } turn { for i = 1 to 3 { x = i } } score { x }",
          "'done' or 'turn' has a loop or is long" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        RulesKit *kit = rules_kit(rows[i][0], 10, 1, 2, NULL);
        ASSERT(kit->game);
        LanesPlan plan = rules_game_plan(kit->game);
        ASSERT_STR_EQ(rows[i][1], plan.why);
        rules_kit_free(kit);
    }
    RulesKit *one = rules_kit(rows[0][0], 10, 1, 1, NULL);
    ASSERT_STR_EQ("there is only one case", rules_game_plan(one->game).why);
    rules_kit_free(one);
    PASS();
}

/* What the narrowest numbers are taken for, at 127 and one past it. */
TEST numbers_are_as_narrow_as_the_rules(void) {
    static const struct {
        const char *text;
        int bits;
    } rows[] = {
        { "var x = 127 A { 1 } score { x }", 8 },
        { "var x = 128 A { 1 } score { x }", 16 },
        { "var x A { x = -127 } score { x * 1000 }", 8 },
        { "var x A { x = -128 } score { x }", 16 },
        { "var x table t = 1 32767 A { x = t[x] } score { x }", 16 },
        { "var x grid g[2] = 32768 A { x = g[x] } score { x }", 32 },
        { "var x grid g[128] A { x = g[x] } score { x }", 16 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        RulesKit *kit = rules_kit(rows[i].text, 10, 1, 2, NULL);
        ASSERT(kit->game);
        ASSERT_EQ(rows[i].bits, rules_game_plan(kit->game).bits);
        rules_kit_free(kit);
    }
    PASS();
}

SUITE(test_rules_lanes) {
    RUN_TEST(lanes_agree_on_random_rules);
    RUN_TEST(lanes_without_avx2_agree);
    RUN_TEST(lanes_built_by_clang_agree);
    RUN_TEST(lanes_by_bytecode_agree);
    RUN_TEST(numbers_outgrow_their_lanes);
    RUN_TEST(lanes_run_out_of_fuel_with_steps_left);
    RUN_TEST(every_grid_that_differs_parts_the_cases);
    RUN_TEST(what_lanes_cannot_do_is_said);
    RUN_TEST(numbers_are_as_narrow_as_the_rules);
}
