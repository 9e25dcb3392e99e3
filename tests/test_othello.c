/* test_othello.c -- rules, features, edge table, search, endgame solver.
 *
 * A board of 64 characters and loops over eight directions define the rules and
 * the counts; plain minimax defines the search. The engines are compared with
 * them on random positions. Endgames are problems 1 to 19 and some later ones
 * of the FFO suite (radagast.se/othello/ffotest.html) as distributed with Edax.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "othello/kernel/kernel.h"
#include "greatest.h"
#include "base/mem.h"
#include "base/rng.h"

/* ---- the plain rules ---------------------------------------------------- */

typedef struct Plain {
    char at[8][8];                   /* 'M' the mover, 'Y' the other, '-' */
} Plain;

static Plain plain_of(Board b) {
    Plain p;
    for (int i = 0; i < 64; i++)
        p.at[i / 8][i % 8] = b.me >> i & 1 ? 'M' : b.you >> i & 1 ? 'Y' : '-';
    return p;
}

static char plain_at(const Plain *p, int row, int col) {
    return row < 0 || row > 7 || col < 0 || col > 7 ? 0 : p->at[row][col];
}

static uint64_t plain_flips(const Plain *p, int square) {
    uint64_t flips = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (!dx && !dy) continue;
            int y = square / 8 + dy, x = square % 8 + dx;
            uint64_t line = 0;
            for (; plain_at(p, y, x) == 'Y'; y += dy, x += dx)
                line |= OTH_BIT(8 * y + x);
            if (plain_at(p, y, x) == 'M') flips |= line;
        }
    return flips;
}

static uint64_t plain_moves(const Plain *p) {
    uint64_t moves = 0;
    for (int i = 0; i < 64; i++)
        if (p->at[i / 8][i % 8] == '-' && plain_flips(p, i))
            moves |= OTH_BIT(i);
    return moves;
}

/* Squares of kind `a` with a neighbour of kind `b`, or all such pairs. */
static int plain_beside(const Plain *p, char a, char b, bool pairs) {
    int n = 0;
    for (int i = 0; i < 64; i++) {
        if (p->at[i / 8][i % 8] != a) continue;
        int found = 0;
        for (int d = 0; d < 9; d++)
            found += d != 4 &&
                     plain_at(p, i / 8 + d / 3 - 1, i % 8 + d % 3 - 1) == b;
        n += pairs ? found : found > 0;
    }
    return n;
}

static int plain_discs(const Plain *p, char who) {
    int n = 0;
    for (int i = 0; i < 64; i++) n += p->at[i / 8][i % 8] == who;
    return n;
}

static int plain_corners(const Plain *p, char who) {
    return (p->at[0][0] == who) + (p->at[0][7] == who) + (p->at[7][0] == who) +
           (p->at[7][7] == who);
}

/* What feature `i` (0..6) counts for the mover. */
static int plain_count(int i, Board b) {
    Plain p = plain_of(b);
    switch (i) {
    case 0: return plain_discs(&p, 'M');
    case 1: return oth_count(plain_moves(&p));
    case 2: return plain_beside(&p, 'Y', 'M', false);
    case 3: return plain_beside(&p, 'M', '-', false);
    case 4: return plain_beside(&p, '-', 'M', false);
    case 5: return plain_beside(&p, 'M', '-', true);
    default: return plain_corners(&p, 'M');
    }
}

static float plain_minimax(const Evaluator *e, Board b, int depth, bool raw) {
    Plain p = plain_of(b);
    uint64_t moves = plain_moves(&p);
    if (!moves) {
        Plain other = plain_of(oth_pass(b));
        if (plain_moves(&other))
            return -plain_minimax(e, oth_pass(b), depth, raw);
        int d = oth_difference(b);
        return raw ? (float)d
                   : (float)(d * FINAL_DISC + (d > 0) * FINAL_WIN -
                             (d < 0) * FINAL_WIN);
    }
    if (depth == 0) return e->value(e, b, moves);
    float best = -INFINITY;
    for (int i = 0; i < 64; i++)
        if (moves >> i & 1)
            best = fmaxf(best,
                         -plain_minimax(e, oth_after(b, i, plain_flips(&p, i)),
                                        depth - 1, raw));
    return best;
}

static int plain_solve(Board b) {
    uint64_t moves = oth_moves(b);
    int best = -65, lead = oth_difference(b), empty = oth_empties(b);
    if (!moves && oth_moves(oth_pass(b))) return -plain_solve(oth_pass(b));
    if (!moves) return lead > 0 ? lead + empty : lead < 0 ? lead - empty : 0;
    for (; moves; moves &= moves - 1) {
        int square = oth_first(moves);
        int v = -plain_solve(oth_after(b, square, oth_flips(b, square)));
        if (v > best) best = v;
    }
    return best;
}

/* ---- random positions --------------------------------------------------- */

static Position random_position(Rng *rng, int plies) {
    Position p = oth_start();
    for (int i = 0; i < plies; i++) {
        uint64_t moves = oth_moves(p.board);
        if (!moves) break;
        uint32_t n = (uint32_t)oth_count(moves);
        for (uint32_t k = rng_below(rng, n); k > 0; k--) moves &= moves - 1;
        oth_play(&p, oth_first(moves));
    }
    return p;
}

/* Any discs anywhere: positions no game leads to. */
static Board random_discs(Rng *rng) {
    uint64_t some = rng_next(rng) | rng_next(rng), me = rng_next(rng) & some;
    return (Board){ me, some & ~me };
}

static const Kernel *kernels[2];

static int kernel_count(void) {
    kernels[0] = oth_kernel_plain();
    kernels[1] = oth_kernel_fast();
    return kernels[1] ? 2 : 1;
}

static Linear random_linear(Rng *rng, const Tables *t, const Kernel *k) {
    Linear l = { .base.value = k->linear, .tables = t };
    for (int i = 0; i < FEATURES; i++)
        l.gain[i] = (float)rng_range(rng, -127, 128) * 100 /
                    oth_features[i].bound;
    return l;
}

/* ---- the rules ---------------------------------------------------------- */

TEST perft_counts_the_known_leaves(void) {
    static const uint64_t known[] = { 1,      4,       12,       56,
                                      244,    1396,    8200,     55092,
                                      390216, 3005288, 24571284, 212258800 };
    for (int k = 0; k < kernel_count(); k++)
        for (int depth = 0; depth <= (k || !kernels[1] ? 11 : 9); depth++)
            ASSERT_EQ_FMT(
                (unsigned long long)known[depth],
                (unsigned long long)kernels[k]->perft(oth_start().board, depth),
                "%llu");
    PASS();
}

TEST moves_and_flips_are_those_of_the_plain_board(void) {
    Rng rng = rng_key(1, 0, 0, RNG_TEST);
    for (int n = 0; n < 20000; n++) {
        Board b = n % 2 ? random_discs(&rng)
                        : random_position(&rng, n % 60).board;
        Plain p = plain_of(b);
        ASSERT_EQ(plain_moves(&p), oth_moves(b));
        for (int i = 0; i < 64; i++)
            if (p.at[i / 8][i % 8] == '-')
                ASSERT_EQ(plain_flips(&p, i), oth_flips(b, i));
    }
    PASS();
}

TEST playing_passes_for_a_side_without_a_move(void) {
    Rng rng = rng_key(9, 0, 0, RNG_TEST);
    int passes = 0;
    for (int n = 0; n < 200; n++) {
        Position p = oth_start();
        while (!oth_over(p.board)) {
            ASSERT(oth_moves(p.board));
            bool white = p.white;
            uint64_t moves = oth_moves(p.board);
            uint32_t count = (uint32_t)oth_count(moves);
            for (uint32_t k = rng_below(&rng, count); k; k--)
                moves &= moves - 1;
            ASSERT_FALSE(oth_play(&p, oth_first(p.board.me)));
            ASSERT(oth_play(&p, oth_first(moves)));
            passes += p.white == white && !oth_over(p.board);
        }
        ASSERT_FALSE(oth_play(&p, -1));
        ASSERT_FALSE(oth_play(&p, 64));
    }
    ASSERT(passes > 50);
    PASS();
}

TEST positions_are_read_as_they_are_printed(void) {
    Rng rng = rng_key(2, 0, 0, RNG_TEST);
    Err err;
    char text[OTH_TEXT + 1];
    for (int n = 0; n < 200; n++) {
        Position p = random_position(&rng, n % 60), q;
        oth_print(&p, text);
        Source src = { "p", text, strlen(text) };
        ASSERT(oth_read(&src, &q, &err));
        ASSERT_EQ(p.board.me, q.board.me);
        ASSERT_EQ(p.board.you, q.board.you);
        ASSERT_EQ(p.white, q.white);
    }
    Source cut = { "p", text, 64 }, odd = { "p", "XO?", 3 };
    Position q;
    ASSERT_FALSE(oth_read(&cut, &q, &err));
    ASSERT(strstr(err.text, "expected 64 squares and the side to move"));
    ASSERT_FALSE(oth_read(&odd, &q, &err));
    ASSERT(strstr(err.text, "p:1:3: expected X, O or - for a square"));
    PASS();
}

/* ---- features ----------------------------------------------------------- */

TEST features_count_as_the_plain_board_does(void) {
    Rng rng = rng_key(3, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    ASSERT(t);
    for (int n = 0; n < 5000; n++) {
        Board b = n % 2 ? random_discs(&rng)
                        : random_position(&rng, n % 60).board;
        for (int i = 0; i < 7; i++)
            ASSERT_EQ(plain_count(i, b), oth_features[i].count(b));
    }
    mem_free(t);
    PASS();
}

TEST every_engine_values_a_board_alike(void) {
    Rng rng = rng_key(4, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    for (int n = 0; n < 5000; n++) {
        Position p = random_position(&rng, n % 58);
        uint64_t moves = oth_moves(p.board);
        if (!moves) continue;
        Linear l = random_linear(&rng, t, oth_kernel_plain());
        float want = 0;
        for (int i = 0; i < FEATURES; i++)
            want += l.gain[i] * oth_feature(t, i, p.board);
        for (int k = 0; k < kernel_count(); k++)
            ASSERT_EQ(want, kernels[k]->linear(&l.base, p.board, moves));
    }
    mem_free(t);
    PASS();
}

TEST features_stay_in_their_range(void) {
    Rng rng = rng_key(5, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    for (int n = 0; n < 5000; n++) {
        float v[FEATURES];
        oth_feature_all(t, random_discs(&rng), v);
        for (int i = 0; i < FEATURES; i++) ASSERT(fabsf(v[i]) <= 100.001f);
    }
    Board full = { ~UINT64_C(0), 0 };
    ASSERT_IN_RANGE(3440.0, oth_feature(t, 7, full), 0.01);
    ASSERT_IN_RANGE(66.667, oth_feature(t, 6, full), 0.01);
    ASSERT_EQ(3, oth_feature_find("frontier", &err));
    ASSERT_EQ(7, oth_feature_find("c8", &err));
    ASSERT_EQ(-1, oth_feature_find("mobilty", &err));
    ASSERT_STR_EQ("no feature 'mobilty'; did you mean 'mobility'?", err.text);
    mem_free(t);
    PASS();
}

TEST the_edge_table_is_symmetric_and_knows_corners(void) {
    Err err;
    Tables *t = oth_tables_new(&err);
    for (unsigned me = 0; me < 256; me++)
        for (unsigned you = 0; you < 256; you++) {
            if (me & you) continue;
            unsigned rme = 0, ryou = 0;
            for (int i = 0; i < 8; i++) {
                rme |= (me >> i & 1) << (7 - i);
                ryou |= (you >> i & 1) << (7 - i);
            }
            ASSERT_IN_RANGE(oth_edge(t, me, you), oth_edge(t, rme, ryou),
                            0.01f);
            ASSERT(fabsf(oth_edge(t, me, you)) <= EDGE_MAX + 0.01f);
            if ((me | you) == 255)       /* nobody can move: antisymmetric */
                ASSERT_IN_RANGE(-oth_edge(t, you, me), oth_edge(t, me, you),
                                0.01f);
        }
    ASSERT(oth_edge(t, 1, 0) > oth_edge(t, 8, 0));    /* a corner beats a B */
    ASSERT(oth_edge(t, 0, 2) > oth_edge(t, 0, 8));    /* a C invites capture */
    mem_free(t);
    PASS();
}

/* ---- searching ---------------------------------------------------------- */

TEST alpha_beta_finds_what_minimax_finds(void) {
    Rng rng = rng_key(6, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    Table *table = oth_table_new(12, &err);
    for (int n = 0; n < 240; n++) {
        Position p = random_position(&rng, n % 60);
        Linear l = random_linear(&rng, t, oth_kernel_plain());
        bool raw = n % 3 == 0;
        int depth = 1 + n % 3;
        float want = plain_minimax(&l.base, p.board, depth, raw);
        for (int k = 0; k < kernel_count(); k++)
            for (int tabled = 0; tabled < 2; tabled++) {
                Search s = { .evaluator = &l.base,
                             .raw_finals = raw,
                             .table = tabled ? table : NULL };
                oth_table_clear(table);
                ASSERT_EQ(want, kernels[k]->value(&s, p.board, depth, -INFINITY,
                                                  INFINITY));
                Choice c = kernels[k]->best(&s, p.board, depth);
                if (oth_moves(p.board)) ASSERT_EQ(want, c.value);
                else ASSERT_EQ(-1, c.square);
            }
    }
    oth_table_free(table);
    mem_free(t);
    PASS();
}

TEST engines_and_tables_choose_the_same_moves(void) {
    Rng rng = rng_key(7, 0, 0, RNG_TEST);
    Err err;
    Tables *t = oth_tables_new(&err);
    Table *table = oth_table_new(14, &err);
    for (int n = 0; n < 60; n++) {
        Position p = random_position(&rng, n);
        Linear l = random_linear(&rng, t, oth_kernel_plain());
        Search s = { .evaluator = &l.base }, r = s, q = s;
        q.table = table;
        Choice a = oth_kernel_plain()->best(&s, p.board, 5);
        Choice b = oth_kernel()->best(&r, p.board, 5);
        Choice c = oth_kernel()->best(&q, p.board, 5);
        ASSERT_EQ(a.square, b.square);
        ASSERT_EQ(a.square, c.square);
        ASSERT_EQ(a.value, b.value);
        ASSERT_EQ(s.nodes, r.nodes);
        ASSERT(q.nodes <= r.nodes);
    }
    oth_table_free(table);
    mem_free(t);
    PASS();
}

/* ---- endgames ----------------------------------------------------------- */

TEST small_endgames_are_solved_as_by_trying_everything(void) {
    Rng rng = rng_key(8, 0, 0, RNG_TEST);
    Err err;
    Table *table = oth_table_new(12, &err);
    for (int n = 0; n < 300; n++) {
        Board b = random_position(&rng, 52 + n % 8).board;
        int want = plain_solve(b);
        for (int k = 0; k < kernel_count(); k++) {
            Solver bare = { 0 }, with = { .table = table };
            oth_table_clear(table);
            ASSERT_EQ(want, kernels[k]->solve(&bare, b, -64, 64));
            ASSERT_EQ(want, kernels[k]->solve(&with, b, -64, 64));
            Choice c = kernels[k]->perfect(&with, b);
            if (oth_moves(b)) ASSERT_EQ(want, (int)c.value);
        }
    }
    oth_table_free(table);
    PASS();
}

/* Nearly full boards that no game leads to: much is stable, sides pass. */
static Board crowded_discs(Rng *rng, int empties, int share) {
    Board b = { 0, ~UINT64_C(0) };
    for (int i = 0; i < 64; i++)
        if ((int)rng_below(rng, 100) < share) b.me |= OTH_BIT(i);
    b.you = ~b.me;
    for (int n = 0; n < empties;) {
        uint64_t square = OTH_BIT(rng_below(rng, 64));
        if (!((b.me | b.you) & square)) continue;
        b.me &= ~square;
        b.you &= ~square;
        n++;
    }
    return b;
}

TEST lopsided_endgames_are_solved_as_by_trying_everything(void) {
    static const int shares[] = { 15, 35, 50, 65, 85 };
    Rng rng = rng_key(10, 0, 0, RNG_TEST);
    Err err;
    Table *table = oth_table_new(4, &err);       /* much is written over */
    for (int n = 0; n < 400; n++) {
        Board b = crowded_discs(&rng, 1 + n % 9, shares[n / 9 % 5]);
        int want = plain_solve(b);
        for (int k = 0; k < kernel_count(); k++) {
            Solver bare = { 0 }, with = { .table = table };
            oth_table_clear(table);
            ASSERT_EQ_FMT(want, kernels[k]->solve(&bare, b, -64, 64), "%d");
            ASSERT_EQ_FMT(want, kernels[k]->solve(&with, b, -64, 64), "%d");
        }
    }
    oth_table_free(table);
    PASS();
}

/* What is asked of a window: the result inside of it, a bound outside. */
static bool answers(int v, int want, int alpha, int beta) {
    if (want <= alpha) return v <= alpha && v >= want;
    if (want >= beta) return v >= beta && v <= want;
    return v == want;
}

TEST every_window_is_answered(void) {
    Rng rng = rng_key(11, 0, 0, RNG_TEST);
    Err err;
    Table *table = oth_table_new(10, &err);
    for (int n = 0; n < 40; n++) {
        Board b = n % 2 ? crowded_discs(&rng, 8, 50 + n)
                        : random_position(&rng, 52).board;
        int want = plain_solve(b);
        oth_table_clear(table);
        for (int alpha = -64; alpha < 64; alpha += 1 + n % 5)
            for (int beta = alpha + 1; beta <= 64; beta += 21) {
                Solver bare = { 0 }, with = { .table = table };
                ASSERT(answers(oth_kernel()->solve(&bare, b, alpha, beta), want,
                               alpha, beta));
                ASSERT(answers(oth_kernel()->solve(&with, b, alpha, beta), want,
                               alpha, beta));
            }
    }
    oth_table_free(table);
    PASS();
}

TEST engines_solve_by_the_same_nodes(void) {
    Rng rng = rng_key(12, 0, 0, RNG_TEST);
    Err err;
    Table *table = oth_table_new(12, &err);
    for (int n = 0; n < 20; n++) {
        Board b = random_position(&rng, 46 + n % 4).board;
        if (!oth_moves(b)) continue;
        Solver plain = { .table = table }, fast = plain;
        Choice a = oth_kernel_plain()->perfect(&plain, b);
        Choice c = oth_kernel()->perfect(&fast, b);
        ASSERT_EQ(a.square, c.square);
        ASSERT_EQ(a.value, c.value);
        ASSERT_EQ(plain.nodes, fast.nodes);
    }
    oth_table_free(table);
    PASS();
}

typedef struct Problem {
    int         number;
    const char *text;
    int         score;
    const char *moves;               /* the best ones */
} Problem;

static const Problem problems[] = {
#define PROBLEM(number, text, score, moves) { number, text, score, moves },
#include "othello_ffo.def"
#undef PROBLEM
};

TEST public_endgames_have_their_known_scores(void) {
    Err err;
    Table *table = oth_table_new(18, &err);
    int large = 0;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const Problem *ffo = &problems[i];
        Source src = { "ffo", ffo->text, strlen(ffo->text) };
        Position p;
        ASSERT(oth_read(&src, &p, &err));
        large += oth_empties(p.board) >= 14;
        Solver s = { .table = table };
        Choice c = oth_kernel()->perfect(&s, p.board);
        char name[3];
        oth_square_name(c.square, name);
        ASSERT_EQ_FMT(ffo->score, (int)c.value, "%d");
        if (!strstr(ffo->moves, name)) FAILm(ffo->text);
    }
    ASSERT(large >= 25);
    oth_table_free(table);
    PASS();
}

SUITE(test_othello) {
    RUN_TEST(perft_counts_the_known_leaves);
    RUN_TEST(moves_and_flips_are_those_of_the_plain_board);
    RUN_TEST(playing_passes_for_a_side_without_a_move);
    RUN_TEST(positions_are_read_as_they_are_printed);
    RUN_TEST(features_count_as_the_plain_board_does);
    RUN_TEST(every_engine_values_a_board_alike);
    RUN_TEST(features_stay_in_their_range);
    RUN_TEST(the_edge_table_is_symmetric_and_knows_corners);
    RUN_TEST(alpha_beta_finds_what_minimax_finds);
    RUN_TEST(engines_and_tables_choose_the_same_moves);
    RUN_TEST(small_endgames_are_solved_as_by_trying_everything);
    RUN_TEST(lopsided_endgames_are_solved_as_by_trying_everything);
    RUN_TEST(every_window_is_answered);
    RUN_TEST(engines_solve_by_the_same_nodes);
    RUN_TEST(public_endgames_have_their_known_scores);
}
