/* test_columns.c -- pure rules on columns: the bits of the plain interpreter,
 * with every kernel, alone and in a brood. */
#include "greatest.h"
#include "columns_kit.h"

enum { BROOD = 20, CASES_MOST = 300 };

static RulesKit *kit_of(const char *text, uint32_t budget, size_t cases,
                        const Shape *shape) {
    RulesKit *kit = rules_kit(text, budget, 1, cases, shape);
    if (kit->game) pure_cases(kit->game, cases);
    return kit;
}

static bool same_total(const RulesTotal *a, const RulesTotal *b) {
    return real_bits(a->raw) == real_bits(b->raw) && a->steps == b->steps &&
           a->free_steps == b->free_steps && a->won == b->won &&
           memcmp(a->ends, b->ends, sizeof a->ends) == 0;
}

static bool same_rows(const RulesCase *a, const RulesCase *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (real_bits(a[i].score) != real_bits(b[i].score) ||
            a[i].steps != b[i].steps || a[i].free_steps != b[i].free_steps ||
            a[i].end != b[i].end || a[i].won != b[i].won)
            return false;
    return true;
}

static void tell(RulesKit *kit, const Tree *tree, const char *text,
                 const RulesTotal *a, const RulesTotal *b) {
    Buf buf = { 0 };
    tree_print(tree, &buf);
    printf("\n%s\n%s\nplain %a steps %d won %u, columns %a steps %d won %u\n",
           text, buf_get(&buf), a->raw, (int)a->steps, a->won, b->raw,
           (int)b->steps, b->won);
    buf_free(&buf);
    (void)kit;
}

/* Compares one brood of a random game; false after saying what differs. */
static bool agree(RulesKit *kit, const char *text, uint64_t seed) {
    static RulesCase rows[2][CASES_MOST];
    static ColumnKernels *const kernels[] = { columns_portable, NULL };
    RulesTotal plain[BROOD], total, many[BROOD];
    Tree tree[BROOD];
    size_t slot = kit->species.species.slot, cases = kit->game->options.cases;
    char *genomes = calloc(BROOD, slot);
    bool ok = true;
    for (size_t i = 0; i < BROOD; i++) {
        rules_kit_random(kit, seed, i);
        memcpy(genomes + i * slot, kit->genome, slot);
        tree[i] = tree_at(&kit->vocab, genomes + i * slot);
    }
    for (size_t k = 0; k < 2 && ok; k++) {
        for (size_t i = 0; i < BROOD && ok; i++) {
            rules_game_engine(kit->game, RULES_PLAIN, &kit->err);
            plain[i] = rules_game_score(kit->game, kit->scratch[0], &tree[i],
                                        rows[0]);
            rules_game_engine(kit->game, RULES_COLUMNS, &kit->err);
            if (kernels[k]) kit->game->kernels = kernels[k];
            total = rules_game_score(kit->game, kit->scratch[1], &tree[i],
                                     rows[1]);
            ok = kit->game->engine == RULES_COLUMNS &&
                 same_total(&plain[i], &total) &&
                 same_rows(rows[0], rows[1], cases);
            if (!ok) tell(kit, &tree[i], text, &plain[i], &total);
        }
        ok = ok && rules_game_many(kit->game, kit->scratch[1], tree, BROOD,
                                   many, &kit->err);
        for (size_t i = 0; i < BROOD && ok; i++) {
            ok = same_total(&plain[i], &many[i]);
            if (!ok) tell(kit, &tree[i], text, &plain[i], &many[i]);
        }
    }
    free(genomes);
    return ok;
}

static size_t soak(size_t usual) {
    const char *text = getenv("LUDUS_SOAK");
    return text ? (size_t)strtoull(text, NULL, 10) / BROOD + 1 : usual;
}

TEST columns_agree_on_random_pure_rules(void) {
    static const size_t cases[] = { 1, 63, 64, 65, 200, 300 };
    static const Shape shapes[] = { { 0 }, { 2, { 2, 1 } }, { 1, { 1 } } };
    for (size_t i = 0; i < soak(400); i++) {
        Buf text = pure_random(11, i);
        RulesKit *kit = kit_of(buf_get(&text), i % 7 == 0 ? 15 : 1000,
                               cases[i % 6], &shapes[i % 3]);
        if (!kit->game) printf("%s\n%s\n", buf_get(&text), kit->err.text);
        ASSERT(kit->game && kit->game->columns);
        ASSERT(agree(kit, buf_get(&text), i));
        rules_kit_free(kit);
        buf_free(&text);
    }
    PASS();
}

/* The program by the plain engine and by columns. */
static bool is_played_alike(RulesKit *kit, const char *program) {
    if (!rules_kit_read(kit, program)) return false;
    Tree tree = rules_kit_tree(kit);
    rules_game_engine(kit->game, RULES_PLAIN, &kit->err);
    RulesTotal a = rules_game_score(kit->game, kit->scratch[0], &tree, NULL);
    rules_game_engine(kit->game, RULES_COLUMNS, &kit->err);
    RulesTotal b = rules_game_score(kit->game, kit->scratch[1], &tree, NULL);
    if (same_total(&a, &b)) return true;
    tell(kit, &tree, "", &a, &b);
    return false;
}

/* The value of MIDDLE was the block of an argument, which the next node took. */
TEST an_argument_outlives_its_place(void) {
    RulesKit *kit = kit_of("input truth b0, b1 AND(a, b) { a and b } "
                           "NOT(a) { not a } MIDDLE(a, b, c) { b } "
                           "score { value } won { value }",
                           1000, 64, NULL);
    static const char *const programs[] = {
        "(AND (NOT (b0)) (MIDDLE (b0) (NOT (b0)) (b1)))",
        "(AND (NOT (NOT (b1))) (MIDDLE (NOT (b1)) (NOT (b0)) (NOT (b1))))",
        "(MIDDLE (b0) (MIDDLE (NOT (b1)) (NOT (b0)) (b0)) (NOT (b0)))",
    };
    ASSERT(kit->game && kit->game->columns->walks);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        ASSERT(is_played_alike(kit, programs[i]));
    rules_kit_free(kit);
    PASS();
}

TEST truths_that_rules_state_are_columns(void) {
    RulesKit *kit = kit_of("input truth b0, b1 YES { true } NO { false } "
                           "AND(a, b) { a and b } OR(a, b) { a or b } "
                           "score { value } won { true }",
                           1000, 64, NULL);
    static const char *const programs[] = {
        "(YES)",
        "(NO)",
        "(AND (YES) (b0))",
        "(OR (NO) (AND (b1) (YES)))",
    };
    ASSERT(kit->game && kit->game->columns->walks);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        ASSERT(is_played_alike(kit, programs[i]));
    rules_kit_free(kit);
    PASS();
}

TEST rules_that_act_are_no_columns(void) {
    static const char *const rows[][2] = {
        { "input real x var real y A(a) { y = a a } score { y }",
          "they set variables" },
        { "input real x A(a?) { a } score { value }",
          "an argument is on demand" },
        { "input real x A { real(random(3)) } score { value }",
          "they draw at random" },
        { "input real x A { for i = 1 to 2 { x } x } score { value }",
          "they have loops" },
        { "input real x grid g[2] A { real(g[0]) } score { value }",
          "they have grids" },
        { "input real x table t = 1 2 A { real(t[1]) } score { value }",
          "they have tables" },
        { "input real x var n A { real(n + 1) } score { value }",
          "they reckon with whole numbers" },
        { "input real x A { x } start { x = 1 } score { value }",
          "they have start, turn or done" },
        { "var x A { x } score { value }", "programs give whole numbers" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        RulesKit *kit = rules_kit(rows[i][0], 100, 1, 1, NULL);
        ASSERT(kit->game && !kit->game->columns);
        ASSERT_STR_EQ(rows[i][1], kit->game->no_columns);
        ASSERT_FALSE(rules_game_engine(kit->game, RULES_COLUMNS, &kit->err));
        char want[128];
        snprintf(want, sizeof want, "these rules cannot be columns: %s",
                 rows[i][1]);
        ASSERT_STR_EQ(want, kit->err.text);
        rules_kit_free(kit);
    }
    PASS();
}

/* A division that is protected is one step, whichever way it is written; a
 * second one with another protection stays as it is. */
TEST protected_divisions_are_one_step(void) {
    static const struct {
        const char *body;
        double      low, high, instead;
        int         steps;
    } rows[] = {
        { "if b == 0 { 1 } else { a / b }", 0, 0, 1, 1 },
        { "if 0 == b { 2 } else { a / b }", 0, 0, 2, 1 },
        { "if b != 0 { a / b } else { 1 }", 0, 0, 1, 1 },
        { "if abs(b) <= 0.5 { 3 } else { a / b }", -0.5, 0.5, 3, 1 },
        { "if abs(b) < 0.5 { 3 } else { a / b }", -0x1.fffffffffffffp-2,
          0x1.fffffffffffffp-2, 3, 1 },
        { "if a == 0 { 1 } else { a / b }", 0, 0, 0, 3 },
        { "if b == 0 { a } else { a / b }", 0, 0, 0, 3 },
        { "if b == a { 1 } else { a / b }", 0, 0, 0, 3 },
        { "if abs(a) < 0.5 { 3 } else { a / b }", 0, 0, 0, 4 },
        { "if abs(b) < 0 { 3 } else { a / b }", 0, 0, 0, 4 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "input real x A(a, b) { %s } score { value }", rows[i].body);
        RulesKit *kit = rules_kit(text, 100, 1, 1, NULL);
        ASSERT(kit->game && kit->game->columns);
        const RulesColumns *c = kit->game->columns;
        ASSERT_EQ(rows[i].steps, c->prim[1].count);
        ASSERT_EQ(rows[i].steps == 1, c->guarded);
        if (c->guarded)
            ASSERT(c->guard.low == rows[i].low &&
                   c->guard.high == rows[i].high &&
                   c->guard.instead == rows[i].instead);
        rules_kit_free(kit);
    }
    RulesKit *kit = rules_kit("input real x "
                              "A(a, b) { if b == 0 { 1 } else { a / b } } "
                              "B(a, b) { if b == 0 { 2 } else { a / b } } "
                              "C(a, b) { if b == 0 { 1 } else { a / b } } "
                              "score { value }",
                              100, 1, 1, NULL);
    ASSERT_EQ(1, kit->game->columns->prim[1].count);
    ASSERT_EQ(3, kit->game->columns->prim[2].count);
    ASSERT_EQ(1, kit->game->columns->prim[3].count);
    rules_kit_free(kit);
    PASS();
}

/* ADFs that call each other make programs that no graph holds. */
TEST programs_too_large_for_a_graph_are_played(void) {
    Shape shape = { 3, { 1, 1, 1 } };
    RulesKit *kit = kit_of("cost 0 input real x constants 1\n"
                           "ADD(a, b) { a + b } SIN(a) { sin(a) }\n"
                           "score { value }",
                           1000000, 3, &shape);
    Buf text = { 0 };
    buf_text(&text, "RPB ");
    const char *const arg[] = { "(x)", "ARG0", "ARG0", "ARG0" };
    for (int b = 0; b < 4; b++) {
        char call[32];
        snprintf(call, sizeof call, b < 3 ? "(ADF%d " : "(SIN ", b);
        if (b > 0) buf_format(&text, "ADF%d ", b - 1);
        for (int i = 0; i < 18; i++) buf_text(&text, call);
        buf_text(&text, arg[b]);
        for (int i = 0; i < 18; i++) buf_char(&text, ')');
        buf_char(&text, '\n');
    }
    ASSERT(kit->game && rules_kit_read(kit, buf_get(&text)));
    Tree tree = rules_kit_tree(kit);
    rules_game_engine(kit->game, RULES_PLAIN, &kit->err);
    RulesTotal a = rules_game_score(kit->game, kit->scratch[0], &tree, NULL);
    rules_game_engine(kit->game, RULES_COLUMNS, &kit->err);
    RulesTotal b = rules_game_score(kit->game, kit->scratch[1], &tree, NULL), c;
    ASSERT(
        rules_game_many(kit->game, kit->scratch[1], &tree, 1, &c, &kit->err));
    ASSERT(same_total(&a, &b) && same_total(&a, &c));
    buf_free(&text);
    rules_kit_free(kit);
    PASS();
}

SUITE(test_columns) {
    RUN_TEST(columns_agree_on_random_pure_rules);
    RUN_TEST(an_argument_outlives_its_place);
    RUN_TEST(truths_that_rules_state_are_columns);
    RUN_TEST(rules_that_act_are_no_columns);
    RUN_TEST(protected_divisions_are_one_step);
    RUN_TEST(programs_too_large_for_a_graph_are_played);
}
