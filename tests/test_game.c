/* test_game.c -- what games can, case scores, and the recorder of traces. */
#include <math.h>

#include "greatest.h"

#include "base/rng.h"
#include "engine/rules/rules_game.h"
#include "engine/walk/trace.h"
#include "mines_kit.h"

/* ---- abilities ----------------------------------------------------------- */

TEST a_game_says_what_it_can(void) {
    MinesOptions o = mines_options();
    Kit *kit = kit_new(&o, NULL);
    for (int a = 0; a < ABILITIES; a++)
        ASSERT(game_can(&kit->mines->game, (Ability)a));
    kit_free(kit);
    PASS();
}

TEST what_is_lacking_is_named(void) {
    Err err = { "" };
    static const GameClass bare = { .name = "bare", .kind = "tree" };
    GameClass some = bare;
    some.elsewhere = 1u << ABILITY_PLAY | 1u << ABILITY_CASES;
    Game game = { .class = &bare };
    ASSERT_FALSE(game_need(&game, ABILITY_TRACE, &err));
    ASSERT_STR_EQ("bare has no trace; it has a score only", err.text);
    game.class = &some;
    ASSERT_FALSE(game_need(&game, ABILITY_BEHAVIOUR, &err));
    ASSERT_STR_EQ("bare has no behaviour; it has cases, play", err.text);
    ASSERT(game_need(&game, ABILITY_PLAY, &err));
    PASS();
}

TEST abilities_have_names(void) {
    Err err = { "" };
    for (int a = 0; a < ABILITIES; a++)
        ASSERT_EQ(a, game_ability(game_abilities[a].name, &err));
    ASSERT_EQ(-1, game_ability("trase", &err));
    ASSERT_STR_EQ("unknown ability 'trase'; did you mean 'trace'?", err.text);
    ASSERT_EQ(-1, game_ability("q", &err));
    ASSERT_STR_EQ("unknown ability 'q'; there are cases, trace, summary, play, "
                  "behaviour, describe",
                  err.text);
    PASS();
}

/* ---- case scores --------------------------------------------------------- */

/* True if each() gives the score of score(), and cases that add up to it. */
static bool adds_up(const Game *game, const void *shape, void *scratch,
                    const void *genome) {
    double each[64], sum = 0;
    Score a, b;
    Err err;
    if (game->cases > 64) return false;
    for (size_t i = 0; i < game->cases; i++) each[i] = NAN;
    if (!game->class->score(game, shape, scratch, genome, &a, &err) ||
        !game->class->each(game, (Entrant){ shape, genome }, scratch, &b, each,
                           &err))
        return false;
    for (size_t i = 0; i < game->cases; i++) sum += each[i];
    return sum == a.raw && a.raw == b.raw && a.steps == b.steps &&
           a.standardized == b.standardized && a.hits == b.hits;
}

TEST cases_of_minesweeper_add_up(void) {
    for (int engine = 0; engine < ENGINE_COUNT; engine++) {
        MinesOptions o = mines_options();
        o.engine = (MinesEngine)engine;
        Kit *kit = kit_new(&o, NULL);
        const Species *s = &kit->species.species;
        for (uint64_t i = 0; i < 50; i++) {
            Rng rng = rng_key(11, 0, i, RNG_INIT);
            s->class->random(s, &rng, (size_t)i, 50, kit->genome);
            ASSERT(adds_up(&kit->mines->game, &kit->vocab, kit->scratch,
                           kit->genome));
        }
        kit_free(kit);
    }
    PASS();
}

TEST cases_of_rules_add_up(void) {
    static const char text[] = "var x A { x = x + 1; x } B(a, b) { a - b } "
                               "score { x + value }";
    Source src = { "game.lua", text, sizeof text - 1 };
    RulesOptions o = { 5, 30, 3, 7, NAN, true, NULL };
    Err err = { "" };
    RulesGame *game = rules_game_new(&src, 0, src.len, &o, &err);
    ASSERT_STR_EQ("", err.text);
    ASSERT(game->game.minimise);
    for (size_t i = 0; i < 5; i++) rules_game_vars(game, i)[1] = (int)i * 3;
    RulesScratch *scratch = rules_scratch_new(game, &err);
    Vocab vocab;
    ASSERT(vocab_init(&vocab, &game->rules->language, &(Shape){ 0 }, &err));
    uint16_t genome[64];
    Source program = { "p.gp", "RPB (B (A) (A))", 15 };
    ASSERT(tree_parse(&vocab, &program, 20, genome, &err));
    ASSERT(adds_up(&game->game, &vocab, scratch, genome));
    rules_scratch_free(scratch);
    rules_game_free(game);
    PASS();
}

/* ---- the recorder -------------------------------------------------------- */

TEST a_trace_keeps_steps_and_notes(void) {
    Err err = { "" };
    Trace t;
    trace_init(&t, &err);
    trace_note(&t, "", "empty");
    int32_t a = trace_enter(&t, 0), b = trace_enter(&t, 1);
    trace_leave(&t, b, 7);
    trace_note(&t, "moves", "one");  /* the doing of a, after b */
    trace_leave(&t, a, 9);
    trace_note(&t, "replies", NULL); /* the game's: with the last step */
    ASSERT(trace_end(&t, 2.5, "won"));
    ASSERT_EQ(2u, t.count);
    ASSERT_EQ(TRACE_NO_STEP, t.steps[0].parent);
    ASSERT_EQ(0, t.steps[1].parent);
    ASSERT_EQ(9, t.steps[0].value);
    ASSERT_EQ(2u, t.steps[0].until);
    ASSERT_EQ(3u, t.note_count);
    ASSERT_EQ(TRACE_NO_STEP, t.notes[0].step);
    ASSERT_EQ(0, t.notes[1].step);
    ASSERT_EQ(1, t.notes[2].step);
    ASSERT_STR_EQ("replies", trace_text(&t, &t.notes[2]));
    ASSERT_STR_EQ("empty", trace_picture(&t, 0));
    ASSERT_STR_EQ("empty", trace_picture(&t, 1));
    ASSERT_STR_EQ("one", trace_picture(&t, 2));
    ASSERT_STR_EQ("won", t.end);
    trace_free(&t);
    PASS();
}

TEST a_trace_has_a_limit(void) {
    Err err = { "" };
    Trace t;
    trace_init(&t, &err);
    for (int i = 0; i < TRACE_STEPS_MAX; i++) {
        int32_t me = trace_enter(&t, 0);
        ASSERT_EQ(i, me);
        trace_leave(&t, me, 0);
    }
    ASSERT_EQ(TRACE_NO_STEP, trace_enter(&t, 0));
    ASSERT_FALSE(trace_end(&t, 0, "out"));
    ASSERT_STR_EQ("trace: more than 4194304 steps; give the game a smaller "
                  "budget",
                  err.text);
    trace_free(&t);
    PASS();
}

SUITE(test_game) {
    RUN_TEST(a_game_says_what_it_can);
    RUN_TEST(what_is_lacking_is_named);
    RUN_TEST(abilities_have_names);
    RUN_TEST(cases_of_minesweeper_add_up);
    RUN_TEST(cases_of_rules_add_up);
    RUN_TEST(a_trace_keeps_steps_and_notes);
    RUN_TEST(a_trace_has_a_limit);
}
