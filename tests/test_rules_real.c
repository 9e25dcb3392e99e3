/* test_rules_real.c -- rules of reals that act: native code has the bits of the
 * plain interpreter. */
#include "greatest.h"
#include "columns_kit.h"

static size_t soak(size_t usual) {
    const char *text = getenv("LUDUS_SOAK");
    return text ? (size_t)strtoull(text, NULL, 10) / 200 + 1 : usual;
}

TEST native_reals_agree_on_random_rules(void) {
    static const Shape shapes[] = { { 0 }, { 2, { 2, 1 } } };
    for (size_t i = 0; i < soak(6); i++) {
        Buf text = real_random(5, i);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, 3, &shapes[i % 2]);
        if (!kit->game) printf("%s\n%s\n", buf_get(&text), kit->err.text);
        ASSERT(kit->game && !kit->game->columns);
        pure_cases(kit->game, i);
        bool there = rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
        for (size_t p = 0; there && p < 200; p++) {
            rules_kit_random(kit, i, p);
            if (rules_kit_agree(kit, RULES_NATIVE, p % 3)) continue;
            printf("rules %zu, program %zu\n%s\n", i, p, buf_get(&text));
            FAIL();
        }
        rules_kit_free(kit);
        buf_free(&text);
        if (!there) SKIPm("no C compiler");
    }
    PASS();
}

/* What every machine must make of the ends of the range. */
TEST native_reals_keep_their_meaning(void) {
    RulesKit *kit = rules_kit("input real x var n\n"
                              "WHOLE(a) { n = whole(a) real(n) }\n"
                              "NEG(a) { -a } ROOT(a) { sqrt(a) } MIN(a, b) { "
                              "min(a, b) } constants 0 1e300\n"
                              "MUL(a, b) { a * b } score { value }",
                              100, 1, 1, NULL);
    static const struct {
        double      x;
        const char *program;
        double      want;
    } rows[] = {
        { -2.5, "(WHOLE (x))", -3 },
        { 3e9, "(WHOLE (x))", 2147483647 },
        { -2147483647.5, "(WHOLE (x))", -2147483648.0 },
        { -3e9, "(WHOLE (x))", -2147483648.0 },
        { 2, "(MUL 1e+300 1e+300)", -GAME_WORST },
        { -1, "(WHOLE (ROOT (x)))", 0 },
        { 0.1, "(MIN (ROOT (NEG 0)) (x))", -0.0 },
    };
    ASSERT(kit->game);
    bool there = rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
    for (size_t i = 0; there && i < sizeof rows / sizeof *rows; i++) {
        rules_game_reals(kit->game, 0)[1] = rows[i].x;
        ASSERT(rules_kit_read(kit, rows[i].program));
        RulesCase c = rules_kit_play(kit, 0, RULES_NATIVE, 0);
        ASSERT_EQ_FMT(rows[i].want, c.score, "%g");
        ASSERT_EQ(signbit(rows[i].want), signbit(c.score));
        ASSERT(rules_kit_agree(kit, RULES_NATIVE, 0));
    }
    rules_kit_free(kit);
    if (!there) SKIPm("no C compiler");
    PASS();
}

SUITE(test_rules_real) {
    RUN_TEST(native_reals_agree_on_random_rules);
    RUN_TEST(native_reals_keep_their_meaning);
}
