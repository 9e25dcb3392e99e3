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

/* Programs of a language over random positions: compiled and walked alike? */
static int compare(const Language *language, const Tables *t, Vocab *v) {
    static uint16_t genome[20000];
    static Program program;
    Rng rng = rng_key(2, 0, 0, RNG_TEST);
    Err err;
    Shape shape = { .adfs = 2, .arity = { 2, 1 } };
    if (!vocab_init(v, language, &shape, &err)) return 0;
    int ran = 0;
    for (int n = 0; n < 4000; n++) {
        Tree tree = random_tree(v, &rng, genome);
        if (!tree_check(&tree, 4096, &err)) return 0;
        Record record = oth_opening(3, (uint32_t)n, n % 40);
        Board b = oth_record_at(&record, record.count).board;
        float leaf[PROGRAM_ROWS], want, got;
        uint64_t moves = oth_moves(b);
        if (!moves || !oth_program(&program, t, &tree, &err)) continue;
        if (program.base.rate) {
            int square = oth_first(moves);
            oth_move_leaves(t, b, square, leaf);
            got = program.base.rate(&program.base, b, square);
        } else {
            oth_leaves(t, b, leaf);
            got = program.base.value(&program.base, b, moves);
        }
        want = oth_program_walk(&tree, leaf);
        if (memcmp(&want, &got, sizeof want) != 0 && want != got) return 0;
        ran++;
    }
    return ran;
}

TEST compiled_programs_mean_what_the_walk_says(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    Vocab *v = mem_new(1, sizeof *v, &err);
    ASSERT(compare(&oth_language, t, v) > 3900);
    ASSERT(compare(&oth_wide_language, t, v) > 3900);
    ASSERT(compare(&oth_strategy_language, t, v) > 3900);
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
    Program *program = oth_program_read(t, &oth_language, &sum, &err);
    ASSERTm(err.text, program);
    Board b = oth_start().board;
    float features[FEATURES];
    oth_feature_all(t, b, features);
    ASSERT_EQ(features[0] + (features[1] + 1),
              program->base.value(&program->base, b, oth_moves(b)));
    mem_free(program);
    Source wrong = { "p.gp", "RPB (ADD C1 C11)", 16 };
    ASSERT_FALSE(oth_program_read(t, &oth_language, &wrong, &err));
    ASSERT(strstr(err.text, "p.gp:1:13: unknown name 'C11'"));
    for (long n = 0; n < 3; n++) {   /* each of the three allocations */
        mem_fail_after(n);
        ASSERT_FALSE(oth_program_read(t, &oth_language, &sum, &err));
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

/* ---- strategies ---------------------------------------------------------- */

/* What measure_move() and the wide features say, counted slowly. */
TEST traits_and_wide_features_count_what_they_say(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    /* X to move: a1 is empty, b2 is X's, c2 and d2 O's on the way to e2 */
    const char *text = "--------"
                       "-XOOX---"
                       "--------"
                       "---OX---"
                       "---XO---"
                       "--------"
                       "------O-"
                       "-------- X";
    Source src = { "board", text, strlen(text) };
    Position p;
    ASSERT(oth_read(&src, &p, &err));
    float wide[WIDE], move[TRAITS];
    for (int k = 0; k < 2; k++) {
        const Kernel *kernel = k ? oth_kernel() : oth_kernel_plain();
        kernel->wide(t, p.board, oth_moves(p.board), wide);
        ASSERT_EQ(0.0f, wide[WIDE_D1]);              /* nothing is stable */
        ASSERT_EQ(0.0f, wide[WIDE_D2]);              /* b2 against g7 */
        ASSERT_EQ(0.0f, wide[WIDE_D4]);
        ASSERT_IN_RANGE(100.0f / 3, wide[WIDE_D6], 1e-4f);   /* 55 empty */
        ASSERT_IN_RANGE(-100.0f / 3, wide[WIDE_D11], 1e-4f); /* O's c2 */
        ASSERT_EQ(0.0f, wide[WIDE_D12]);             /* d2 against e2 */
        int c4 = oth_square_find("c4");
        ASSERT(oth_moves(p.board) & OTH_BIT(c4));
        kernel->move(t, p.board, c4, move);
        ASSERT_EQ(1.0f, move[TRAIT_FLIPS]);
        ASSERT_EQ(1.0f, move[TRAIT_RING]);
        ASSERT_EQ(0.0f, move[TRAIT_CORNER] + move[TRAIT_XSQ] + move[TRAIT_CSQ]);
        ASSERT_EQ(1.0f, move[TRAIT_REGION]);         /* 55 hang together */
    }
    mem_free(t);
    PASS();
}

TEST strategies_play_what_they_rate_highest(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    double weights[2 * TRAITS] = { 0 };
    weights[TRAIT_FLIPS] = weights[TRAITS + TRAIT_FLIPS] = 5;
    PlayerSettings settings = oth_settings();
    Player *greedy = oth_player_new(oth_broad_new(t, weights, 2 * TRAITS, &err),
                                    &settings, &err);
    Thinker thinker;
    const Player *all = greedy;
    ASSERT(oth_thinker_init(&thinker, &all, 1, &err));
    for (uint32_t n = 0; n < 200; n++) {
        Record record = oth_opening(4, n, (int)n % 40);
        Board b = oth_record_at(&record, record.count).board;
        uint64_t moves = oth_moves(b), before = thinker.nodes;
        if (!moves) continue;
        Choice best = oth_think(greedy, &thinker, b), ranked[OTH_SQUARES];
        ASSERT_EQ((uint64_t)oth_count(moves), thinker.nodes - before);
        ASSERT_EQ(oth_count(moves), oth_think_all(greedy, &thinker, b, ranked));
        int most = oth_count(oth_flips(b, best.square));
        for (int i = 0; i < oth_count(moves); i++) {
            int turned = oth_count(oth_flips(b, ranked[i].square));
            ASSERT(turned < most ||
                   (turned == most && ranked[i].square >= best.square));
            ASSERT_IN_RANGE((float)turned, ranked[i].value, 1e-4f);
        }
    }
    oth_thinker_free(&thinker);
    oth_player_free(greedy);
    mem_free(t);
    PASS();
}

TEST weights_over_all_features_agree_with_the_eight(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    double eight[FEATURES] = { -10, 60, 0, -30, -10, -20, 100, 110 };
    double more[FEATURES_ALL] = { -10, 60, 0, -30, -10, -20, 100, 110 };
    Evaluator *a = oth_linear_new(t, eight, &err);
    Evaluator *b = oth_broad_new(t, more, FEATURES_ALL, &err);
    for (uint32_t n = 0; n < 100; n++) {
        Record record = oth_opening(5, n, (int)n % 40);
        Board board = oth_record_at(&record, record.count).board;
        uint64_t moves = oth_moves(board);
        if (!moves) continue;
        ASSERT_IN_RANGE(a->value(a, board, moves), b->value(b, board, moves),
                        0.05f);
    }
    mem_free(a);
    mem_free(b);
    mem_free(t);
    PASS();
}

/* ---- contests ----------------------------------------------------------- */

TEST bits_and_integers_spell_the_same_weights(void) {
    VectorShape bits, whole;
    Err err;
    uint64_t chromosome = 0;
    int32_t numbers[FEATURES] = { -127, 128, 0, 1, -1, 5, 100, 7 };
    double a[WEIGHTS_MAX], b[WEIGHTS_MAX];
    ASSERT(vector_init(&bits, VECTOR_BITS, 64, (VectorRange){ 0, 1 }, &err));
    ASSERT(vector_init(&whole, VECTOR_INTEGERS, 8, (VectorRange){ -127, 128 },
                       &err));
    for (int i = 0; i < FEATURES; i++)
        for (int k = 0; k < 8; k++)
            if ((numbers[i] + 127) >> (7 - k) & 1)
                chromosome |= UINT64_C(1) << (8 * i + k);
    ASSERT_EQ(8u, oth_weights(&bits, &chromosome, a, &err));
    ASSERT_EQ(8u, oth_weights(&whole, numbers, b, &err));
    for (int i = 0; i < FEATURES; i++) {
        ASSERT_EQ((double)numbers[i], a[i]);
        ASSERT_EQ((double)numbers[i], b[i]);
    }
    whole.length = 7;
    ASSERT_EQ(0u, oth_weights(&whole, numbers, b, &err));
    ASSERT_STR_EQ("Othello needs 8, 18, 23, 36 or 46 numbers, the vector has 7",
                  err.text);
    bits.length = 63;
    ASSERT_EQ(0u, oth_weights(&bits, &chromosome, a, &err));
    ASSERT_STR_EQ("Othello needs 64 bits, the vector has 63", err.text);
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
    ASSERT(oth_contest_init(&contest, CONTEST_VECTOR, &rules, t, one, &err));
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
    RUN_TEST(traits_and_wide_features_count_what_they_say);
    RUN_TEST(strategies_play_what_they_rate_highest);
    RUN_TEST(weights_over_all_features_agree_with_the_eight);
    RUN_TEST(bits_and_integers_spell_the_same_weights);
    RUN_TEST(a_contest_gives_bonus_and_shifted_discs);
}
