/* test_othello_play.c -- records, programs, matches and contests of Othello. */
#include <string.h>

#include "othello/contest.h"
#include "othello/record.h"
#include "greatest.h"
#include "base/mem.h"
#include "base/rng.h"

/* ---- records ------------------------------------------------------------ */

TEST random_games_are_read_as_they_are_printed(void) {
    Err err;
    for (uint32_t n = 0; n < 200; n++) {
        Record record = oth_opening(n, n, OPENING_PLIES_MAX), again;
        Buf buf = { 0 };
        oth_record_print(&record, &buf);
        Source src = { "game", buf_get(&buf), buf.len };
        ASSERT(oth_record_read(&src, oth_start(), &again, &err));
        ASSERT_EQ(record.count, again.count);
        ASSERT_EQ(0, memcmp(record.moves, again.moves, (size_t)record.count));
        buf_free(&buf);
    }
    PASS();
}

TEST no_text_breaks_the_reader(void) {
    static const char letters[] = "abcdefghABCDEFGH12345678--pass. \n/?";
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    int good = 0;
    for (int n = 0; n < 20000; n++) {
        char text[41];
        size_t len = rng_below(&rng, 40);
        for (size_t i = 0; i < len; i++)
            text[i] = n % 3 ? letters[rng_below(&rng, sizeof letters - 1)]
                            : (char)rng_below(&rng, 256);
        text[len] = '\0';
        Source src = { "noise", text, len };
        Record record;
        Err err;
        good += oth_record_read(&src, oth_start(), &record, &err);
    }
    ASSERT(good > 0);
    PASS();
}

/* ---- programs ----------------------------------------------------------- */

/* Appends a random subtree of at most `depth` levels; returns its nodes. */
static size_t grow(const Vocab *v, int branch, Rng *rng, int depth,
                   uint8_t *code) {
    uint8_t symbol;
    do symbol = (uint8_t)rng_below(rng, v->symbols);
    while (!vocab_allows(v, branch, symbol) ||
           (depth <= 1 && v->arity[symbol] > 0));
    size_t n = 1;
    code[0] = symbol;
    for (int i = 0; i < v->arity[symbol]; i++)
        n += grow(v, branch, rng, depth - 1, code + n);
    return n;
}

static Tree random_tree(const Vocab *v, Rng *rng, void *genome) {
    Tree tree = tree_at(v, genome);
    size_t at = 0;
    for (int b = 0; b < v->branches; b++) {
        tree.len[b] = (uint16_t)grow(v, b, rng, 4, tree.code + at);
        at += tree.len[b];
    }
    return tree;
}

TEST compiled_programs_mean_what_the_walk_says(void) {
    static uint16_t genome[20000];
    static Program program;
    Rng rng = rng_key(2, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    Vocab *v = mem_new(1, sizeof *v, &err);
    Shape shape = { .adfs = 2, .arity = { 2, 1 } };
    ASSERT(vocab_init(v, &oth_language, &shape, &err));
    int ran = 0;
    for (int n = 0; n < 4000; n++) {
        Tree tree = random_tree(v, &rng, genome);
        ASSERT(tree_check(&tree, 4096, &err));
        Record record = oth_opening(3, (uint32_t)n, n % 40);
        Board b = oth_record_at(&record, record.count).board;
        float features[FEATURES];
        oth_feature_all(t, b, features);
        if (!oth_program(&program, t, &tree, &err)) continue;
        ASSERT_EQ(oth_program_walk(&tree, features, oth_empties(b)),
                  program.base.value(&program.base, b, oth_moves(b)));
        ran++;
    }
    ASSERT(ran > 3900);
    mem_free(v);
    mem_free(t);
    PASS();
}

TEST programs_past_their_limits_are_refused(void) {
    static uint16_t genome[20000];
    static Program program;
    Err err;
    Vocab *v = mem_new(1, sizeof *v, &err);
    Shape shape = { .adfs = 3, .arity = { 1, 1, 1 } };
    ASSERT(vocab_init(v, &oth_language, &shape, &err));
    /* each branch doubles eight times: 2^32 nodes written out */
    const char *twice = "ARITY 1 1 1 "
                        "RPB (ADF0 C1) "
                        "ADF0 (ADF1 (ADF1 (ADF1 (ADF1 (ADF1 ARG0))))) "
                        "ADF1 (ADF2 (ADF2 (ADF2 ARG0))) "
                        "ADF2 (ADD ARG0 ARG0)";
    Source src = { "twice", twice, strlen(twice) };
    ASSERT(tree_parse(v, &src, 1000, genome, &err));
    Tree tree = tree_at(v, genome);
    ASSERT_FALSE(oth_program(&program, NULL, &tree, &err));
    ASSERT_STR_EQ("the program needs more than 4096 instructions once its ADFs "
                  "are written out",
                  err.text);
    mem_free(v);
    PASS();
}

TEST a_text_becomes_a_program_or_says_why_not(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    Source sum = { "sum", "ARITY 1 RPB (ADD C1 (ADF0 C2)) ADF0 (ADD ARG0 1)",
                   0 };
    sum.len = strlen(sum.text);
    Program *program = oth_program_read(t, &sum, &err);
    ASSERTm(err.text, program);
    Board b = oth_start().board;
    float features[FEATURES];
    oth_feature_all(t, b, features);
    ASSERT_EQ(features[0] + (features[1] + 1),
              program->base.value(&program->base, b, oth_moves(b)));
    mem_free(program);
    Source wrong = { "p.gp", "RPB (ADD C1 C11)", 16 };
    ASSERT_FALSE(oth_program_read(t, &wrong, &err));
    ASSERT(strstr(err.text, "p.gp:1:13: unknown name 'C11'"));
    for (long n = 0; n < 3; n++) {   /* each of the three allocations */
        mem_fail_after(n);
        ASSERT_FALSE(oth_program_read(t, &sum, &err));
        mem_fail_after(-1);
    }
    mem_free(t);
    PASS();
}

/* ---- matches ------------------------------------------------------------ */

static Player *some_player(const Tables *t, Rng *rng) {
    double weights[FEATURES];
    Err err;
    PlayerSettings settings = oth_settings();
    for (int i = 0; i < FEATURES; i++)
        weights[i] = (double)rng_range(rng, -127, 128);
    settings.table_bits = (int)rng_below(rng, 2) * 8;
    settings.solve = (int)rng_below(rng, 2) * 6;
    return oth_player_new(oth_linear_new(t, weights, &err), &settings, &err);
}

enum { PLAYERS = 6, GAMES = 40 };

TEST matches_are_the_same_for_any_number_of_threads(void) {
    Rng rng = rng_key(3, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    Player *players[PLAYERS];
    Pairing pairings[GAMES];
    Result want[GAMES], got[GAMES];
    for (int i = 0; i < PLAYERS; i++) players[i] = some_player(t, &rng);
    for (uint32_t i = 0; i < GAMES; i++)
        pairings[i] = (Pairing){ i % PLAYERS, i / 2 % PLAYERS, i / 3 };
    Match match = {
        (const Player *const *)players, PLAYERS, pairings, GAMES, 7, 6
    };
    for (int threads = 1; threads <= 3; threads++) {
        Pool *pool = pool_new(threads, &err);
        ASSERT(oth_match(&match, pool, threads == 1 ? want : got, &err));
        pool_free(pool);
        if (threads > 1) ASSERT_EQ(0, memcmp(want, got, sizeof want));
    }
    for (int i = 0; i < PLAYERS; i++) oth_player_free(players[i]);
    mem_free(t);
    PASS();
}

/* ---- contests ----------------------------------------------------------- */

TEST bits_and_integers_spell_the_same_weights(void) {
    VectorShape bits, whole;
    Err err;
    uint64_t chromosome = 0;
    int32_t numbers[FEATURES] = { -127, 128, 0, 1, -1, 5, 100, 7 };
    double a[FEATURES], b[FEATURES];
    ASSERT(vector_init(&bits, VECTOR_BITS, 64, (VectorRange){ 0, 1 }, &err));
    ASSERT(vector_init(&whole, VECTOR_INTEGERS, 8, (VectorRange){ -127, 128 },
                       &err));
    for (int i = 0; i < FEATURES; i++)
        for (int k = 0; k < 8; k++)
            if ((numbers[i] + 127) >> (7 - k) & 1)
                chromosome |= UINT64_C(1) << (8 * i + k);
    ASSERT(oth_weights(&bits, &chromosome, a, &err));
    ASSERT(oth_weights(&whole, numbers, b, &err));
    for (int i = 0; i < FEATURES; i++) {
        ASSERT_EQ((double)numbers[i], a[i]);
        ASSERT_EQ((double)numbers[i], b[i]);
    }
    whole.length = 7;
    ASSERT_FALSE(oth_weights(&whole, numbers, b, &err));
    ASSERT_STR_EQ("Othello needs 8 numbers, the vector has 7", err.text);
    vector_free(&bits);
    vector_free(&whole);
    PASS();
}

static void get_ready(const Evaluator *evaluator) { (void)evaluator; }

static bool give_up(const Evaluator *evaluator, Err *err) {
    (void)evaluator;
    err_set(err, "no more");
    return true;
}

static const PlayerCalls lame = { get_ready, give_up };

TEST a_contest_gives_bonus_and_shifted_discs(void) {
    Err err;
    Rng rng = rng_key(4, 0, 0, RNG_TEST);
    Tables *t = oth_tables_new(&err);
    Player *teacher = some_player(t, &rng);
    ContestRules rules = oth_contest_rules();
    ASSERT_EQ(1128.0, oth_contest_points(&rules, 64));
    ASSERT_EQ(564.0, oth_contest_points(&rules, 0));
    ASSERT_EQ(0.0, oth_contest_points(&rules, -64));
    Contest contest;
    Teachers one = { (const Player *const *)&teacher, 1 };
    ASSERT(oth_contest_init(&contest, false, &rules, t, one, &err));
    ASSERT_EQ(2256.0, contest.game.max);
    VectorShape shape;
    ASSERT(vector_init(&shape, VECTOR_INTEGERS, 8, (VectorRange){ -127, 128 },
                       &err));
    int32_t numbers[FEATURES] = { -10, 60, 0, -30, -10, -20, 100, 110 };
    const GameClass *class = contest.game.class;
    void *scratch = class->scratch_new(&contest.game, &err);
    Score score, again;
    ASSERT(class->score(&contest.game, &shape, scratch, numbers, &score, &err));
    ASSERT(class->score(&contest.game, &shape, scratch, numbers, &again, &err));
    ASSERT_EQ(score.raw, again.raw);
    ASSERT_EQ(contest.game.max - score.raw, score.standardized);
    ASSERT(score.hits <= 2 && score.steps > 1000);
    ASSERT_FALSE(game_is_alone(&contest.game, &err));
    teacher->calls = &lame;
    ASSERT(game_is_alone(&contest.game, &err));
    ASSERT_STR_EQ("teacher 1 is a Lua function, so one thread alone can play "
                  "this game: use --threads 1",
                  err.text);
    ASSERT_FALSE(
        class->score(&contest.game, &shape, scratch, numbers, &score, &err));
    ASSERT_STR_EQ("no more\n  in teacher 1", err.text);
    class->scratch_free(scratch);
    vector_free(&shape);
    oth_player_free(teacher);
    mem_free(t);
    PASS();
}

SUITE(test_othello_play) {
    RUN_TEST(random_games_are_read_as_they_are_printed);
    RUN_TEST(no_text_breaks_the_reader);
    RUN_TEST(compiled_programs_mean_what_the_walk_says);
    RUN_TEST(programs_past_their_limits_are_refused);
    RUN_TEST(a_text_becomes_a_program_or_says_why_not);
    RUN_TEST(matches_are_the_same_for_any_number_of_threads);
    RUN_TEST(bits_and_integers_spell_the_same_weights);
    RUN_TEST(a_contest_gives_bonus_and_shifted_discs);
}
