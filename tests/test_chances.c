/* test_chances.c -- chances of mines against all placings, one by one; players
 * that nobody evolved. */
#include <math.h>
#include <string.h>

#include "greatest.h"
#include "minesweeper/chances.h"
#include "minesweeper/sweeper.h"

enum { SIDE_MAX = 5, SQUARES_MAX = 20 };

/* ---- small boards, by every placing ------------------------------------- */

typedef struct Small {
    int     rows, cols, mines, squares;
    uint8_t board[SQUARES_MAX];      /* numbers of all, SQ_OPEN of some */
} Small;

static int number(const Small *s, uint32_t placing, int square) {
    int n = 0;
    for (int q = 0; q < s->squares; q++) {
        int dy = q / s->cols - square / s->cols;
        int dx = q % s->cols - square % s->cols;
        bool near = dy >= -1 && dy <= 1 && dx >= -1 && dx <= 1;
        n += q != square && near && (placing >> q & 1);
    }
    return n;
}

/* A board of chance with some of its safe squares open. */
static Small small(Rng *rng) {
    Small s = { .rows = 2 + (int)rng_below(rng, 3),
                .cols = 2 + (int)rng_below(rng, SIDE_MAX - 1) };
    s.squares = s.rows * s.cols;
    s.mines = 1 + (int)rng_below(rng, (uint32_t)s.squares / 2);
    uint32_t placing = 0;
    for (int laid = 0; laid < s.mines;) {
        uint32_t q = rng_below(rng, (uint32_t)s.squares);
        if (placing >> q & 1) continue;
        placing |= UINT32_C(1) << q;
        laid++;
    }
    uint32_t share = 1 + rng_below(rng, 6);
    for (int q = 0; q < s.squares; q++) {
        bool open = !(placing >> q & 1) && rng_below(rng, 6) < share;
        s.board[q] = (uint8_t)(number(&s, placing, q) << SQ_NUMBER_SHIFT |
                               (open ? SQ_OPEN : 0));
    }
    return s;
}

static bool agrees(const Small *s, uint32_t placing) {
    for (int q = 0; q < s->squares; q++) {
        if (!(s->board[q] & SQ_OPEN)) continue;
        if (placing >> q & 1) return false;
        if (number(s, placing, q) != s->board[q] >> SQ_NUMBER_SHIFT)
            return false;
    }
    return true;
}

/* The share of the placings that agree with what is seen. */
static void by_trial(const Small *s, double *chance) {
    double all = 0;
    memset(chance, 0, SQUARES_MAX * sizeof *chance);
    for (uint32_t p = 0; p < UINT32_C(1) << s->squares; p++) {
        if (__builtin_popcount(p) != s->mines || !agrees(s, p)) continue;
        all++;
        for (int q = 0; q < s->squares; q++) chance[q] += p >> q & 1;
    }
    for (int q = 0; q < s->squares; q++) chance[q] /= all;
}

TEST chances_are_those_of_all_placings(void) {
    for (uint64_t i = 0; i < 60; i++) {
        Rng rng = rng_key(7, 0, i, RNG_TEST);
        Small s = small(&rng);
        double want[SQUARES_MAX], got[SQUARES_MAX];
        Chances *c = chances_new(s.rows, s.cols, s.mines, NULL);
        int safe = chances_look(c, s.board), found = 0;
        ASSERT(chances_find(c, got));
        by_trial(&s, want);
        for (int q = 0; q < s.squares; q++) {
            if (s.board[q] & SQ_OPEN) {
                ASSERT_EQ(2, (int)got[q]);
                continue;
            }
            ASSERT_IN_RANGE(want[q], got[q], 1e-12);
            int known = chances_known(c, q);
            found += known < 0;
            if (known) ASSERT_EQ(known > 0, want[q] > 0.5);
            if (known) ASSERT(want[q] == 0 || want[q] == 1);
        }
        ASSERT_EQ(safe, found);
        chances_free(c);
    }
    PASS();
}

/* ---- large boards ------------------------------------------------------- */

/* The chances of a board's squares; what they add up to. */
static double sum(const uint8_t *board, int side, int mines, bool *all) {
    static double chance[MINES_SQUARES_MAX];
    Chances *c = chances_new(side, side, mines, NULL);
    chances_look(c, board);
    *all = chances_find(c, chance);
    chances_free(c);
    double total = 0;
    for (int q = 0; q < side * side; q++)
        if (chance[q] <= 1) total += chance[q];
    return total;
}

/* Open squares of number 1 that share nothing: each is a component. */
static void islands(uint8_t *board, int side, int count) {
    memset(board, 0, (size_t)(side * side));
    for (int i = 0; i < count; i++)
        board[(1 + i / 20 * 3) * side + 1 + i % 20 * 3] = SQ_OPEN |
                                                          1 << SQ_NUMBER_SHIFT;
}

TEST more_components_than_there_is_room_for_are_left_out(void) {
    static uint8_t board[MINES_SQUARES_MAX];
    bool all;
    islands(board, 64, CHANCES_PARTS_MAX - 1);
    ASSERT_IN_RANGE(300, sum(board, 64, 300, &all), 1e-6);
    ASSERT(all);
    islands(board, 64, CHANCES_PARTS_MAX + 1);
    ASSERT_IN_RANGE(300, sum(board, 64, 300, &all), 1e-6);
    ASSERT_FALSE(all);
    PASS();
}

TEST components_of_too_many_states_are_left_out(void) {
    static uint8_t board[MINES_SQUARES_MAX];
    bool all;
    memset(board, 0, sizeof board);
    for (int y = 0; y < 30; y += 2)          /* every number of a wide comb */
        for (int x = 0; x < 30; x += 2)
            board[y * 30 + x] = SQ_OPEN | 2 << SQ_NUMBER_SHIFT;
    ASSERT_IN_RANGE(200, sum(board, 30, 200, &all), 1e-6);
    ASSERT_FALSE(all);
    PASS();
}

/* ---- players ------------------------------------------------------------ */

static MinesTotal play(SweeperKind kind, MinesFirst first, int cases) {
    MinesOptions o = mines_options();
    Err err = { "" };
    o.rows = o.cols = 8;
    o.mines = 10;
    o.all = false;
    o.sample = cases;
    o.rules.flood = true;
    o.rules.first = first;
    Mines *m = mines_new(&o, &err);
    Sweeper *s = sweeper_new(kind, &m->options, &err);
    MinesCase *each = calloc((size_t)cases, sizeof *each);
    MinesTotal total = sweeper_play(s, m, each, &err);
    uint64_t steps = 0;
    for (int i = 0; i < cases; i++) steps += each[i].steps;
    if (steps != total.steps) total = (MinesTotal){ 0 };
    free(each);
    sweeper_free(s);
    mines_free(m);
    return total;
}

TEST players_win_as_often_as_measured(void) {
    static const struct {
        SweeperKind kind;
        MinesFirst first;
        uint32_t won;
    } rows[] = {
        { SWEEPER_RANDOM, FIRST_SAFE, 0 }, { SWEEPER_SINGLE, FIRST_ANY, 409 },
        { SWEEPER_SINGLE, FIRST_SAFE, 469 }, { SWEEPER_EXACT, FIRST_ANY, 683 },
        { SWEEPER_EXACT, FIRST_SAFE, 783 },  { SWEEPER_EXACT, FIRST_ZERO, 858 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesTotal t = play(rows[i].kind, rows[i].first, 1000);
        ASSERT_EQ_FMT(rows[i].won, t.ends[END_WON], "%u");
        ASSERT_EQ(1000, t.ends[END_WON] + t.ends[END_EXPLODED]);
    }
    PASS();
}

TEST players_have_names(void) {
    for (int i = 0; i < SWEEPER_KINDS; i++)
        ASSERT_EQ(i, sweeper_find(sweeper_name((SweeperKind)i)));
    ASSERT_EQ(-1, sweeper_find("nobody"));
    PASS();
}

SUITE(test_chances) {
    RUN_TEST(chances_are_those_of_all_placings);
    RUN_TEST(more_components_than_there_is_room_for_are_left_out);
    RUN_TEST(components_of_too_many_states_are_left_out);
    RUN_TEST(players_win_as_often_as_measured);
    RUN_TEST(players_have_names);
}
