/* test_rules_real.c -- rules of reals that act: native code has the bits of the
 * plain interpreter. */
#include "greatest.h"
#include "columns_kit.h"
#include "program/tree/tree_own.h"

static size_t soak(size_t usual) {
    const char *text = getenv("LUDUS_SOAK");
    return text ? (size_t)strtoull(text, NULL, 10) : usual;
}

TEST native_reals_agree_on_random_rules(void) {
    static const Shape shapes[] = { { 0 }, { 2, { 2, 1 } } };
    size_t programs = soak(0) ? 2000 : 200;
    for (size_t i = 0; i < soak(6 * programs) / programs; i++) {
        Buf text = real_random(5, i);
        RulesKit *kit = rules_kit(buf_get(&text), 60, 5, 3, &shapes[i % 2]);
        if (!kit->game) printf("%s\n%s\n", buf_get(&text), kit->err.text);
        ASSERT(kit->game && !kit->game->columns);
        pure_cases(kit->game, i);
        bool there = rules_game_engine(kit->game, RULES_NATIVE, &kit->err);
        for (size_t p = 0; there && p < programs; p++) {
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

/* ---- constants of programs' own ------------------------------------------ */

static bool reads_back(RulesKit *kit, const void *genome) {
    Tree t = tree_at(&kit->vocab, (void *)(uintptr_t)genome);
    Buf text = { 0 };
    tree_print(&t, &text);
    bool ok = tree_check(&t, TREE_NODES_MAX, &kit->err) &&
              rules_kit_read(kit, buf_get(&text));
    Tree back = rules_kit_tree(kit);
    ok = ok && tree_same(&t, &back);
    if (!ok) printf("%s\n%s\n", buf_get(&text), kit->err.text);
    buf_free(&text);
    return ok;
}

/* Children by every operator: their tables are settled, and the text has every
 * bit. */
TEST own_constants_read_back(void) {
    static const Shape shape = { 1, { 2 } };
    RulesKit *kit = rules_kit("constants 0.5 "
                              "constants own 0.0 spread 3.0 ADD(a, b) { a + b "
                              "} MUL(a, b) { a * b } score { value }",
                              1000, 1, 1, &shape);
    ASSERT(kit->game);
    const Species *sp = &kit->species.species;
    char *pool = calloc(60, sp->slot);
    size_t most = 0;
    for (size_t i = 0; i < 20; i++) {
        Rng rng = rng_key(8, 0, i, RNG_TEST);
        sp->class->random(sp, &rng, i, 20, pool + i * sp->slot);
    }
    for (size_t i = 20; i < 3000; i++) {
        Rng rng = rng_key(8, 1, i, RNG_TEST);
        const Operator *op = &sp->class->operators[i % 3 ? 1 + i % 2 : i % 7];
        double param[OPERATOR_NUMBERS];
        for (int k = 0; k < OPERATOR_PARAMS && op->params[k].name; k++)
            param[k] = op->params[k].normal;
        const void *parents[] = { pool + rng_below(&rng, 20) * sp->slot,
                                  pool + rng_below(&rng, 20) * sp->slot };
        char *child = pool + (20 + i % 40) * sp->slot;
        Origin origin;
        ASSERT(op->name);
        op->apply(sp, param, &rng, parents, child, &origin);
        ASSERT(reads_back(kit, child));
        Tree t = tree_at(&kit->vocab, child);
        size_t count = (size_t)tree_own_count(&t);
        if (count > most) most = count;
        species_copy(sp, pool + rng_below(&rng, 20) * sp->slot, child);
    }
    ASSERT_EQ_FMT((size_t)VOCAB_OWN, most, "%zu");   /* the table was full */
    free(pool);
    rules_kit_free(kit);
    PASS();
}

TEST own_constants_are_limited(void) {
    RulesKit *kit = rules_kit("constants own -1.0 to 1.0 ADD(a, b) { a + b } "
                              "score { value }",
                              1000, 1, 1, NULL);
    ASSERT(kit->game);
    char text[600] = "";
    for (int i = 0; i < VOCAB_OWN; i++)
        sprintf(text + strlen(text), "(ADD %d.25 ", i);
    strcat(text, "1.25");
    for (int i = 0; i < VOCAB_OWN; i++) strcat(text, ")");
    ASSERT(rules_kit_read(kit, text));
    memcpy(strstr(text, " 1.25)") + 1, "99.5", 4);
    ASSERT_FALSE(rules_kit_read(kit, text));
    ASSERT(strstr(kit->err.text,
                  "a program has at most 16 constants of its own, "
                  "finite ones; '99.5' is one too many"));
    Tree t = rules_kit_tree(kit);
    double odd = NAN;
    ASSERT(rules_kit_read(kit, "(ADD 3 4)"));
    memcpy(t.own, &odd, sizeof odd);
    ASSERT_FALSE(tree_check(&t, 100, &kit->err));
    ASSERT_STR_EQ("constant 0 of the program is no number", kit->err.text);
    rules_kit_free(kit);
    PASS();
}

SUITE(test_rules_real) {
    RUN_TEST(own_constants_read_back);
    RUN_TEST(own_constants_are_limited);
    RUN_TEST(native_reals_agree_on_random_rules);
    RUN_TEST(native_reals_keep_their_meaning);
}
