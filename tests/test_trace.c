/* test_trace.c -- traces and behaviour of Minesweeper programs. */
#include <string.h>

#include "greatest.h"

#include "base/mem.h"
#include "mines_kit.h"
#include "minesweeper/trace.h"

enum { SQUARES = 64 };

static MinesOptions small_game(void) {
    MinesOptions o = mines_options();
    o.rows = 4;
    o.cols = 5;
    o.extras = UINT64_C(1) << MINES_ITER | UINT64_C(1) << MINES_LOAD |
               UINT64_C(1) << MINES_STORE;
    return o;
}

static void random_program(Kit *kit, uint64_t number) {
    Rng rng = rng_key(7, 0, number, RNG_INIT);
    const Species *s = &kit->species.species;
    s->class->random(s, &rng, (size_t)number, 200, kit->genome);
}

/* True if the trace tells the same as playing does. */
static bool agrees(Kit *kit, const Tree *tree, size_t number) {
    MinesTrace *t = mines_trace_new(kit->mines, tree, number, NULL, &kit->err);
    if (!t) return false;
    uint8_t played[SQUARES], traced[SQUARES];
    int32_t reg[MINES_REGISTERS_MAX];
    uint32_t at;
    MinesCase one = mines_play(kit->mines, kit->scratch, tree, number, played);
    mines_trace_state(t, t->trace.count, traced, &at, reg);
    bool same = t->trace.count == one.steps && t->result.raw == one.raw &&
                t->result.end == one.end &&
                memcmp(played, traced, (size_t)kit->mines->squares) == 0;
    mines_trace_free(t);
    return same;
}

TEST traces_agree_with_play(void) {
    for (int flood = 0; flood < 2; flood++) {
        MinesOptions o = small_game();
        o.rules.flood = flood;
        Kit *kit = kit_new(&o, NULL);
        for (uint64_t i = 0; i < 200; i++) {
            random_program(kit, i);
            Tree tree = kit_tree(kit);
            for (size_t c = 0; c < kit->mines->game.cases; c += 3)
                ASSERT(agrees(kit, &tree, c));
        }
        kit_free(kit);
    }
    PASS();
}

TEST steps_lie_inside_their_parents(void) {
    MinesOptions o = small_game();
    Kit *kit = kit_new(&o, NULL);
    for (uint64_t i = 0; i < 100; i++) {
        random_program(kit, i);
        Tree tree = kit_tree(kit);
        MinesTrace *t = mines_trace_new(kit->mines, &tree, 0, NULL, &kit->err);
        ASSERT(t);
        for (size_t n = 0; n < t->trace.count; n++) {
            const TraceStep *s = &t->trace.steps[n];
            ASSERT(s->until > n && s->until <= t->trace.count);
            ASSERT(s->parent < (int32_t)n);
            if (s->parent == TRACE_NO_STEP) continue;
            ASSERT(s->until <= t->trace.steps[s->parent].until);
        }
        for (size_t c = 1; c < t->change_count; c++)
            ASSERT(t->changes[c - 1].when <= t->changes[c].when);
        mines_trace_free(t);
    }
    kit_free(kit);
    PASS();
}

TEST registers_and_marks_are_kept(void) {
    MinesOptions o = small_game();
    Kit *kit = kit_new(&o, &(Shape){ 0 });
    ASSERT(kit_read(kit, "RPB (PROGN (STORE 2 7) (MRK 3))"));
    Tree tree = kit_tree(kit);
    MinesTrace *t = mines_trace_new(kit->mines, &tree, 5, NULL, &kit->err);
    uint8_t board[SQUARES];
    int32_t reg[MINES_REGISTERS_MAX];
    uint32_t at;
    mines_trace_state(t, 3, board, &at, reg);
    ASSERT_EQ(0, reg[2]);
    mines_trace_state(t, 4, board, &at, reg);
    ASSERT_EQ(7, reg[2]);
    ASSERT(!(board[1] & SQ_MARK));
    mines_trace_state(t, t->trace.count, board, &at, reg);
    ASSERT(board[1] & SQ_MARK);
    mines_trace_free(t);
    kit_free(kit);
    PASS();
}

/* Eight nested loops of eight: millions of steps. */
static const char LOOPS[] =
    "RPB (ITER 8 (ITER 8 (ITER 8 (ITER 8 (ITER 8 (ITER 8 (ITER 8 "
    "(ITER 8 1))))))))";

TEST limit_of_steps(void) {
    MinesOptions o = small_game();
    o.budget = TRACE_STEPS_MAX;
    Kit *kit = kit_new(&o, &(Shape){ 0 });
    ASSERT(kit_read(kit, LOOPS));
    Tree tree = kit_tree(kit);
    MinesTrace *t = mines_trace_new(kit->mines, &tree, 0, NULL, &kit->err);
    ASSERT(t);
    ASSERT_EQ(TRACE_STEPS_MAX, t->trace.count);
    ASSERT_EQ(END_TIMED_OUT, t->result.end);
    mines_trace_free(t);
    kit_free(kit);
    o.budget = TRACE_STEPS_MAX + 1;
    kit = kit_new(&o, &(Shape){ 0 });
    ASSERT(kit_read(kit, LOOPS));
    tree = kit_tree(kit);
    ASSERT(!mines_trace_new(kit->mines, &tree, 0, NULL, &kit->err));
    ASSERT_STR_EQ("trace: more than 4194304 steps; give the game a smaller "
                  "budget",
                  kit->err.text);
    kit_free(kit);
    PASS();
}

TEST memory_that_is_not_there(void) {
    MinesOptions o = small_game();
    Kit *kit = kit_new(&o, &(Shape){ 0 });
    ASSERT(kit_read(kit, LOOPS));
    Tree tree = kit_tree(kit);
    for (long n = 0; n < 8; n++) {
        mem_fail_after(n);
        MinesTrace *t = mines_trace_new(kit->mines, &tree, 0, NULL, &kit->err);
        mem_fail_after(-1);
        ASSERT(!t);
    }
    kit_free(kit);
    PASS();
}

static uint64_t behaviour(Kit *kit, const char *text, size_t number) {
    kit_read(kit, text);
    Tree tree = kit_tree(kit);
    MinesActor *actor = mines_actor_new(kit->mines, &kit->err);
    mines_actor_program(actor, &tree);
    uint64_t hash = mines_actor_play(actor, number);
    mines_actor_free(actor);
    return hash;
}

TEST behaviour_is_squares_order_and_end(void) {
    MinesOptions o = small_game();
    Kit *kit = kit_new(&o, &(Shape){ 0 });
    uint64_t plain = behaviour(kit, "RPB (PROGN (UNC 0) (UNC 3))", 9);
    const char *longer = "RPB (PROGN (UNC (MRK 1)) (UNC (ADD 1 2)))";
    ASSERT_EQ(plain, behaviour(kit, longer, 9));
    ASSERT(plain != behaviour(kit, "RPB (PROGN (UNC 3) (UNC 0))", 9));
    ASSERT(plain != behaviour(kit, "RPB (UNC 0)", 9));
    uint64_t mine = behaviour(kit, "RPB (UNC 0)", 0);
    ASSERT(mine != behaviour(kit, "RPB (UNC 0)", 1));
    kit_free(kit);
    PASS();
}

SUITE(test_trace) {
    RUN_TEST(traces_agree_with_play);
    RUN_TEST(steps_lie_inside_their_parents);
    RUN_TEST(registers_and_marks_are_kept);
    RUN_TEST(limit_of_steps);
    RUN_TEST(memory_that_is_not_there);
    RUN_TEST(behaviour_is_squares_order_and_end);
}
