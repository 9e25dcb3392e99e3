/* test_luagame.c -- games declared in Lua, as far as they are plain data. */
#include <math.h>
#include <string.h>

#include "greatest.h"
#include "base/mem.h"
#include "lua/luagame/luagame.h"
#include "lua/luagame/player.h"

static LuaGame *new_game(void) {
    Err err;
    return luagame_new(&err);
}

TEST a_primitive_says_what_players_must_be_ready_for(void) {
    static const struct {
        LuaHow how;
        bool lazy, skips;
    } cases[] = {
        { LUA_STRICT, false, false }, { LUA_LAST, false, false },
        { LUA_LAZY, true, true },     { LUA_CHOOSE, false, true },
        { LUA_BRANCH, false, true },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        LuaGame *g = new_game();
        luagame_add(g);
        luagame_added(g, LUA_STRICT, 1);
        luagame_add(g);
        luagame_added(g, cases[i].how, 7);
        ASSERT_EQ(cases[i].lazy, g->any_lazy);
        ASSERT_EQ(cases[i].skips, g->any_skips);
        ASSERT_EQ(7, g->cost[1]);
        ASSERT_EQ(3, g->language.enabled);
        luagame_free(g);
    }
    PASS();
}

TEST all_rows_of_primitives_can_be_used(void) {
    LuaGame *g = new_game();
    for (int i = 0; i < PRIM_ROWS_MAX; i++) {
        luagame_add(g);
        luagame_added(g, LUA_STRICT, 1);
    }
    ASSERT_EQ(PRIM_ROWS_MAX, g->language.prim_count);
    ASSERT_EQ(PRIM_ROWS_MAX, __builtin_popcountll(g->language.enabled));
    luagame_free(g);
    PASS();
}

TEST constants_are_whole_as_far_as_doubles_hold_them(void) {
    LuaGame *g = new_game();
    luagame_constant(g, 0x1p53, true, 0);
    luagame_constant(g, 0x1p53 + 2, true, 0);
    luagame_constant(g, -0x1p53, true, 0);
    luagame_constant(g, 3, false, 2);
    ASSERT(g->whole[0] && !g->whole[1] && g->whole[2] && !g->whole[3]);
    ASSERT_EQ(4, g->language.constant_count);
    ASSERT_EQ(3, g->language.constants[3]);
    ASSERT_EQ(2, g->language.constant_kind[3]);
    luagame_free(g);
    PASS();
}

TEST every_rival_is_met_from_both_seats(void) {
    LuaGame *g = new_game();
    luagame_scores(g, 5, false, 10);
    ASSERT_EQ(5, g->game.cases);
    ASSERT_EQ(50, g->game.max);
    g->rival_count = 3;
    luagame_scores(g, 5, false, 10);
    ASSERT_EQ(30, g->game.cases);
    ASSERT_EQ(300, g->game.max);
    ASSERT_EQ(10, g->case_max);
    luagame_scores(g, 5, true, 10);  /* errors have no greatest sum */
    ASSERT(isnan(g->game.max) && g->game.minimise);
    g->rival_count = 0;
    luagame_free(g);
    PASS();
}

TEST a_total_adds_cases_and_knows_what_is_perfect(void) {
    LuaGame *g = new_game();
    const LuaCase each[] = { { 3, 10, LUA_ENDED, true },
                             { 4, 20, LUA_ENDED, false } };
    luagame_scores(g, 2, false, 5);
    Score s = luagame_total(g, each);
    ASSERT_EQ(7, s.raw);
    ASSERT_EQ(30, s.steps);
    ASSERT_EQ(1, s.hits);
    ASSERT_EQ(3, s.standardized);
    luagame_scores(g, 2, true, NAN);
    ASSERT_EQ(7, luagame_total(g, each).standardized);
    luagame_scores(g, 2, false, NAN);    /* never perfect: 0 is approached */
    ASSERT_EQ(1.0 / 8, luagame_total(g, each).standardized);
    luagame_free(g);
    PASS();
}

/* The player, its rivals and a state of its own, whose memory only a release
 * asks for through mem.c. */
#ifdef LUDUS_CHECKED
enum { REQUESTS = 2 };
#else
enum { REQUESTS = 3 };
#endif

TEST without_room_for_its_state_there_is_no_player(void) {
    static const bool loading = false;
    LuaGame *g = new_game();
    Err err;
    g->home.script = mem_text("game.lua", 8, &err);
    g->home.loading = &loading;
    for (int n = 0; n < REQUESTS; n++) {
        mem_fail_after(n);
        LuaPlayer *p = luaplayer_new(g, &err);
        mem_fail_after(-1);
        ASSERT(!p);
        ASSERTm(err.text, strstr(err.text, "out of memory"));
    }
    luagame_free(g);
    PASS();
}

SUITE(test_luagame) {
    RUN_TEST(a_primitive_says_what_players_must_be_ready_for);
    RUN_TEST(all_rows_of_primitives_can_be_used);
    RUN_TEST(constants_are_whole_as_far_as_doubles_hold_them);
    RUN_TEST(every_rival_is_met_from_both_seats);
    RUN_TEST(a_total_adds_cases_and_knows_what_is_perfect);
    RUN_TEST(without_room_for_its_state_there_is_no_player);
}
