/* test_mines.c -- Minesweeper: golden values, every primitive, every option. */
#include <string.h>

#include "greatest.h"
#include "mines_kit.h"

/* ---- golden values (Quartetti 1998 and papers' analysis) ---------------- */

static Kit *kit_of_file(const MinesOptions *options, const char *path) {
    Kit *kit = kit_new(options, NULL);
    Buf buf = { 0 };
    if (!buf_file(&buf, path, 1 << 20, &kit->err) || !kit_read(kit, buf.text))
        kit->err.text[0] = '!';
    buf_free(&buf);
    return kit;
}

TEST printed_programs_score_as_printed(void) {
    static const struct {
        const char *path;
        int64_t raw;
        uint64_t steps;
    } rows[] = {
        { "scripts/programs/quartetti-unc0.gp", 69, 72 },
        { "scripts/programs/quartetti-row.gp", 384, 2014 },
        { "scripts/programs/quartetti-gen0.gp", 745, 9585 },
        { "scripts/programs/quartetti-best.gp", 2449, 91648 },
    };
    MinesOptions options = mines_options();
    for (int i = 0; i < 4; i++) {
        Kit *kit = kit_of_file(&options, rows[i].path);
        Tree t = kit_tree(kit);
        MinesTotal total = mines_score(kit->mines, kit->scratch, &t, NULL);
        ASSERT_EQ(rows[i].raw, total.raw);
        ASSERT_EQ(rows[i].steps, total.steps);
        ASSERT_EQ(2449, (int)kit->mines->game.max);
        kit_free(kit);
    }
    PASS();
}

TEST the_best_program_plays_as_printed(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_of_file(&options, "scripts/programs/quartetti-best.gp");
    Tree t = kit_tree(kit);
    static const uint16_t nodes[] = { 162, 81, 52, 12 };
    ASSERT_MEM_EQ(nodes, t.len, sizeof nodes);
    MinesCase each[36];
    MinesTotal total = mines_score(kit->mines, kit->scratch, &t, each);
    uint32_t most = 0;
    for (int i = 0; i < 36; i++) {
        if (each[i].steps > most) most = each[i].steps;
        ASSERT_EQ(i == 5 ? END_EXPLODED : END_WON, each[i].end);
    }
    ASSERT_EQ(4851, most);
    ASSERT_EQ(4097, each[14].steps);
    ASSERT_EQ(35, total.ends[END_WON]);
    kit_free(kit);
    PASS();
}

TEST generation_0_leaves_the_printed_pattern(void) {
    MinesOptions options = mines_options();
    Kit *kit = kit_of_file(&options, "scripts/programs/quartetti-gen0.gp");
    Tree t = kit_tree(kit);
    uint8_t board[36];
    mines_play(kit->mines, kit->scratch, &t, 35, board);
    Buf buf = { 0 };
    mines_picture(kit->mines, board, false, &buf);
    ASSERT_STR_EQ("m c c c 0 0\n0 0 0 0 0 0\n0 0 0 c 0 0\n"
                  "c c c c c c\nc c c c c c\nc c c c c c\n",
                  buf_get(&buf));
    buf_free(&buf);
    kit_free(kit);
    PASS();
}

TEST the_best_program_generalises_as_measured(void) {
    static const double percent[] = { 87.8, 92.9, 100, 95.3, 95.0,
                                      94.7, 93.7, 90.3, 89.5 };
    for (int n = 4; n <= 12; n++) {
        MinesOptions options = mines_options();
        options.rows = options.cols = n;
        Kit *kit = kit_of_file(&options, "scripts/programs/quartetti-best.gp");
        Tree t = kit_tree(kit);
        MinesTotal total = mines_score(kit->mines, kit->scratch, &t, NULL);
        double got = 100.0 * (double)total.raw / kit->mines->game.max;
        ASSERT_IN_RANGE(percent[n - 4], got, 0.05);
        kit_free(kit);
    }
    PASS();
}

/* ---- single expressions ------------------------------------------------- */

/* Does the expression have that value on case 4? The program opens the square
 * to the north-west, on the far corner of the torus, exactly if it has. */
static bool gives(const MinesOptions *options, const char *expression, int v) {
    char text[1024], number[64];
    if (v > 8) snprintf(number, sizeof number, "(ADD 8 %d)", v - 8);
    else if (v < 0) snprintf(number, sizeof number, "(SUB 0 %d)", -v);
    else snprintf(number, sizeof number, "%d", v);
    snprintf(text, sizeof text,
             "(IF (NOT (EQ %s %s)) 0 (PROGN (MOV 6) (UNC 6)))", expression,
             number);
    MinesOptions with = *options;
    with.extras = ~UINT64_C(0) << MINES_MINES;
    Kit *kit = kit_new(&with, &(Shape){ 0 });
    bool ok = kit_read(kit, text);
    if (!ok) fprintf(stderr, "%s\n", kit->err.text);
    Tree t = kit_tree(kit);
    uint8_t board[36];
    mines_play(kit->mines, kit->scratch, &t, 3, board);
    bool opened = false;
    for (int s = 13; s < 36; s++) opened |= (board[s] & SQ_OPEN) != 0;
    kit_free(kit);
    return ok && opened;
}

TEST values_are_as_the_manual_says(void) {
    static const struct {
        const char *text;
        int value;
    } rows[] = {
        { "7", 7 },
        { "(PROGN 3 4)", 4 },
        { "(IF 1 3 4)", 3 },
        { "(IF 2 3 4)", 4 },
        { "(IF 0 3 4)", 4 },
        { "(ADD 3 4)", 7 },
        { "(SUB 3 4)", -1 },
        { "(EQ 3 3)", 1 },
        { "(EQ 3 4)", 0 },
        { "(GT 4 3)", 1 },
        { "(GT 3 3)", 0 },
        { "(LT 3 4)", 1 },
        { "(LT 3 3)", 0 },
        { "(AND 2 5)", 5 },
        { "(AND 0 5)", 0 },
        { "(OR 2 5)", 2 },
        { "(OR 0 5)", 5 },
        { "(NOT 0)", 1 },
        { "(NOT 5)", 0 },
        { "(MOV 3)", 9 },
        { "(UNC 0)", 9 },
        { "(PROGN (UNC 0) (UNC 0))", 0 },
        { "(PROGN (UNC 1) (UNC 1))", 1 },
        { "(MRK 2)", 10 },
        { "(UNMRK 2)", 0 },
        { "(NUM 1)", 1 },
        { "(PROGN (UNC 0) (NUM 0))", 0 },
        { "(PROGN (MOV 3) (PROGN (MOV 3) (PROGN (UNC 0) (NUM 0))))", 1 },
        { "(IFCOV 3 4)", 3 },
        { "(PROGN (UNC 0) (IFCOV 3 4))", 4 },
        { "(UNC (MOV 3))", 9 },
        { "(MINES)", 1 },
        { "(ROWS)", 6 },
        { "(COLS)", 6 },
        { "(ITER 3 (STORE 0 (ADD 1 (LOAD 0))))", 3 },
        { "(ITER 0 5)", 0 },
        { "(ITER (SUB 0 4) 5)", 0 },
        { "(PROGN (STORE 1 5) (LOAD 1))", 5 },
        { "(LOAD 2)", 0 },
        { "(PROGN (STORE 5 6) (LOAD 1))", 6 },
        { "(PROGN (STORE (SUB 0 1) 6) (LOAD 3))", 6 },
        { "(MUL 3 4)", 12 },
        { "(DIV 7 2)", 3 },
        { "(DIV (SUB 0 7) 2)", -3 },
        { "(DIV 7 (SUB 0 1))", -7 },
        { "(DIV 7 0)", 0 },
        { "(DIR)", 0 },
        { "(EQ (SUM (DIR)) (MUL 6 6))", 1 },
        { "(EQ (SUM (SUM 1)) (MUL 8 8))", 1 },
        { "(SUM (SUB (SUM (DIR)) (MUL 8 (DIR))))", 0 },
        { "(MOST (SUB 4 (DIR)))", 3 },
        { "(MOST (MUL (DIR) (SUB 6 (DIR))))", 9 },
        { "(SUM (EQ (NUM (DIR)) 1))", 8 },
        { "(PROGN (SUM (MRK (DIR))) (UNC 0))", 9 },
        { "(IDLE)", 0 },
        { "(PROGN (MRK 1) (PROGN (MRK 2) (REST)))", -1 },
        { "(EQ (SHUT) (MUL 6 6))", 1 },
        { "(PROGN (UNC 0) (PROGN (MRK 3) (SUB (MUL 6 6) (SHUT))))", 2 },
        { "(OWN 0)", 0 },            /* a covered square tells nothing */
        { "(MORE 0)", 0 },
        { "(PROGN (MOV 3) (PROGN (UNC 7) (OWN 0)))", 0 },
        { "(PROGN (UNC 0) (OWN 0))", 3 },
        { "(PROGN (UNC 0) (MORE 0))", 0 },
        { "(PROGN (UNC 0) (MRKOWN 0))", 3 },
        { "(PROGN (UNC 0) (PROGN (MRKOWN 0) (OWN 0)))", 0 },
        { "(PROGN (UNC 0) (PROGN (MRK 3) (SUB 0 (MORE 0))))", 1 },
        { "(PROGN (UNC 0) (PROGN (MRKOWN 0) (PROGN (UNMRK 3) (OWN 0))))", 1 },
        { "(PROGN (UNC 0) (UNCOWN 0))", 3 },
        { "(PROGN (UNC 0) (PROGN (UNCOWN 0) (OWN 0)))", 0 },
        { "(PROGN (UNC 1) (OTHER 1))", 5 },
        { "(PROGN (UNC 0) (PROGN (UNC 1) (OTHER 1)))", 2 },
        { "(PROGN (UNC 0) (PROGN (UNC 1) (OWN 1)))", 0 },
        { "(PROGN (UNC 1) (PROGN (MOV 1) (OWN 5)))", 5 },
        { "(PROGN (UNC 0) (OWNDIR))", 3 },    /* outside of loops, here */
        { "(PROGN (UNC 0) (PROGN (MRK 3) (SUB 0 (MOREDIR))))", 1 },
        { "(PROGN (UNC 0) (PROGN (MRKOWNDIR) (OWNDIR)))", 0 },
        { "(PROGN (UNC 0) (UNCOWNDIR))", 3 },
        { "(PROGN (UNC 1) (MOST (OTHERDIR)))", 5 },
        { "(PROGN (UNC 0) (SUB (SUM (OWNDIR)) (SUM (OWN DIR))))", 0 },
        { "(PROGN (UNC 0) (SUB (SUM (MOREDIR)) (SUM (MORE DIR))))", 0 },
    };
    MinesOptions options = mines_options();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ASSERTm(rows[i].text, gives(&options, rows[i].text, rows[i].value));
        ASSERT_FALSEm(rows[i].text,
                      gives(&options, rows[i].text, rows[i].value + 1));
    }
    PASS();
}

TEST options_change_just_what_they_name(void) {
    MinesOptions o = mines_options();
    o.rules.truth = TRUTH_NONZERO;
    ASSERT(gives(&o, "(IF 2 3 4)", 3));
    o.rules.truth = TRUTH_POSITIVE;
    ASSERT(gives(&o, "(IF 2 3 4)", 3));
    ASSERT(gives(&o, "(IF (SUB 0 1) 3 4)", 4));
    o = mines_options();
    o.rules.mov = 5;
    ASSERT(gives(&o, "(MOV 1)", 5));
    o.rules.unc_new = 4;
    ASSERT(gives(&o, "(UNC 1)", 4));
    o.rules.unc_argument = false;
    o.rules.unc_old = 3;
    ASSERT(gives(&o, "(PROGN (UNC 1) (UNC 1))", 3));
    o.rules.mrk = 2;
    ASSERT(gives(&o, "(MRK 1)", 2));
    o.rules.unmrk = 8;
    ASSERT(gives(&o, "(UNMRK 1)", 8));
    o.rules.num_covered = 6;
    ASSERT(gives(&o, "(NUM 1)", 6));
    o.rules.sees_marks = true;
    o.rules.num_marked = 7;
    ASSERT(gives(&o, "(NUM 1)", 6));
    ASSERT(gives(&o, "(PROGN (MRK 1) (NUM 1))", 7));
    ASSERT(gives(&o, "(PROGN (MRK 1) (PROGN (UNMRK 1) (NUM 1)))", 6));
    o.rules.registers = 2;
    ASSERT(gives(&o, "(PROGN (STORE 1 5) (LOAD 3))", 5));
    o.rules.iter_limit = 2;
    ASSERT(gives(&o, "(ITER 8 (STORE 0 (ADD 1 (LOAD 0))))", 2));
    PASS();
}

/* The picture after a program has played a case. */
static const char *picture(const MinesOptions *o, const char *text,
                           size_t number, MinesCase *one) {
    static char out[2 * MINES_SQUARES_MAX + 1];
    Kit *kit = kit_new(o, &(Shape){ 0 });
    Buf buf = { 0 };
    uint8_t board[MINES_SQUARES_MAX];
    if (kit_read(kit, text)) {
        Tree t = kit_tree(kit);
        *one = mines_play(kit->mines, kit->scratch, &t, number, board);
        mines_picture(kit->mines, board, true, &buf);
    } else {
        buf_text(&buf, kit->err.text);
    }
    snprintf(out, sizeof out, "%s", buf_get(&buf));
    buf_free(&buf);
    kit_free(kit);
    return out;
}

TEST marks_protect_only_if_asked(void) {
    MinesOptions o = mines_options();
    o.rows = o.cols = 2;
    MinesCase one;
    const char *program = "(PROGN (MRK 0) (UNC 0))";
    ASSERT_STR_EQ("1 c\nc o\n", picture(&o, program, 3, &one));
    o.rules.protect = true;
    ASSERT_STR_EQ("m c\nc o\n", picture(&o, program, 3, &one));
    ASSERT_STR_EQ(
        "1 c\nc o\n",
        picture(&o, "(PROGN (MRK 0) (PROGN (UNMRK 0) (UNC 0)))", 3, &one));
    PASS();
}

TEST moves_wrap_unless_told_not_to(void) {
    MinesOptions o = mines_options();
    o.rows = o.cols = 3;
    MinesCase one;
    ASSERT_STR_EQ("c c c\nc o c\nc c 1\n", picture(&o, "(UNC 6)", 4, &one));
    o.rules.wrap = false;
    ASSERT_STR_EQ("1 c c\nc o c\nc c c\n", picture(&o, "(UNC 6)", 4, &one));
    ASSERT_STR_EQ("c c c\nc * c\nc c c\n", picture(&o, "(UNC 2)", 4, &one));
    ASSERT_EQ(END_EXPLODED, one.end);
    ASSERT_EQ(-1, one.raw);
    ASSERT_EQ(2, one.steps);
    PASS();
}

TEST flood_opens_what_a_zero_leads_to(void) {
    MinesOptions o = mines_options();
    o.rules.flood = true;
    o.rows = 3;
    o.cols = 4;
    MinesCase one;
    ASSERT_STR_EQ("0 0 1 o\n0 0 1 1\n0 0 0 0\n",
                  picture(&o, "(UNC 0)", 3, &one));
    ASSERT_EQ(END_WON, one.end);
    ASSERT_EQ(22, one.raw);
    ASSERT_STR_EQ("1 o 1 c\nc c c c\nc c c c\n",
                  picture(&o,
                          "(PROGN (UNC 0) (PROGN (MOV 3) (PROGN (MOV 3) (UNC "
                          "0))))",
                          1, &one));
    o.rules.protect = true;
    ASSERT_STR_EQ("0 0 1 o\nm 0 1 1\n0 0 0 0\n",
                  picture(&o, "(PROGN (MRK 1) (UNC 0))", 3, &one));
    PASS();
}

TEST the_budget_is_exact(void) {
    MinesOptions o = mines_options();
    MinesCase one;
    const char *program = "(PROGN (UNC 0) (UNC 1))";         /* 5 nodes */
    o.budget = 5;
    picture(&o, program, 35, &one);
    ASSERT_EQ(END_FINISHED, one.end);
    ASSERT_EQ(5, one.steps);
    ASSERT_EQ(4, one.raw);
    o.budget = 4;
    picture(&o, program, 35, &one);
    ASSERT_EQ(END_TIMED_OUT, one.end);
    ASSERT_EQ(4, one.steps);
    ASSERT_EQ(2, one.raw);
    o.budget = 1;
    picture(&o, program, 35, &one);
    ASSERT_EQ(END_TIMED_OUT, one.end);
    ASSERT_EQ(0, one.raw);
    PASS();
}

TEST sums_wrap_at_32_bits(void) {
    MinesOptions o = mines_options();
    o.rules.iter_limit = 40;
    o.budget = 100000;
    ASSERT(gives(&o,
                 "(PROGN (PROGN (STORE 0 1) (ITER (ADD 8 (ADD 8 (ADD 8 7))) "
                 "(STORE 0 (ADD (LOAD 0) (LOAD 0))))) (LT (LOAD 0) 0))",
                 1));
    ASSERT(gives(&o,
                 "(PROGN (PROGN (STORE 0 1) (ITER (ADD 8 (ADD 8 (ADD 8 8))) "
                 "(STORE 0 (ADD (LOAD 0) (LOAD 0))))) (LOAD 0))",
                 0));
    PASS();
}

TEST no_maximum_is_negative(void) {
    MinesOptions o = mines_options();
    o.rows = 2;
    o.cols = 2;
    o.mines = 3;
    Mines *m = mines_new(&o, NULL);
    ASSERT_EQ(0, (int)m->game.max);       /* 1 x 2 x (4 - 3) - 3 is -1 */
    mines_free(m);
    PASS();
}

/* ---- cases -------------------------------------------------------------- */

TEST all_placings_are_laid_once(void) {
    MinesOptions o = mines_options();
    o.rows = 3;
    o.cols = 3;
    o.mines = 2;
    Mines *m = mines_new(&o, NULL);
    ASSERT_EQ(36, m->game.cases);
    ASSERT_EQ(7 * 2 * 34 - 2, (int)m->game.max);
    for (size_t a = 0; a < 36; a++) {
        int laid = 0;
        for (int s = 0; s < 9; s++)
            laid += m->boards[a * 9 + (size_t)s] & SQ_MINE;
        ASSERT_EQ(2, laid);
        for (size_t b = 0; b < a; b++)
            ASSERT(memcmp(m->boards + a * 9, m->boards + b * 9, 9) != 0);
    }
    mines_free(m);
    PASS();
}

TEST random_cases_follow_their_seed(void) {
    MinesOptions o = mines_options();
    o.all = false;
    o.sample = 100;
    o.mines = 2;
    Mines *a = mines_new(&o, NULL), *b = mines_new(&o, NULL);
    o.case_seed = 2;
    Mines *c = mines_new(&o, NULL);
    ASSERT_EQ(34 * 2 * 100, (int)a->game.max);
    ASSERT_MEM_EQ(a->boards, b->boards, 3600);
    ASSERT(memcmp(a->boards, c->boards, 3600) != 0);
    mines_free(a);
    mines_free(b);
    mines_free(c);
    PASS();
}

TEST options_past_their_limits_are_refused(void) {
    static const struct {
        int rows, cols, mines, sample;
        const char *text;
    } rows[] = {
        { 1, 6, 1, 0, "field 'rows': must be 2 to 64, got 1" },
        { 6, 65, 1, 0, "field 'cols': must be 2 to 64, got 65" },
        { 2, 2, 4, 0, "field 'mines': must be 1 to 3, got 4" },
        { 2, 2, 0, 0, "field 'mines': must be 1 to 3, got 0" },
        { 6, 6, 1, 100001, "field 'cases': must be 1 to 100000, got 100001" },
        { 64, 64, 9, 16385,
          "field 'cases': 16385 cases of 4096 squares need more "
          "than 67108864 bytes; ask for fewer" },
        { 8, 8, 4, 0,
          "field 'cases': all placings of 4 mines on 8 x 8 squares "
          "are more than 100000 cases; give a number of random ones "
          "instead" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesOptions o = mines_options();
        o.rows = rows[i].rows;
        o.cols = rows[i].cols;
        o.mines = rows[i].mines;
        o.sample = rows[i].sample;
        o.all = rows[i].sample == 0;
        Err err = { "" };
        ASSERT(mines_new(&o, &err) == NULL);
        ASSERT_STR_EQ(rows[i].text, err.text);
    }
    MinesOptions o = mines_options();
    o.rows = o.cols = 64;
    Mines *m = mines_new(&o, NULL);
    ASSERT_EQ(4096, m->game.cases);
    mines_free(m);
    PASS();
}

/* ---- the first square --------------------------------------------------- */

/* Are there as many mines as there should be, and are the numbers theirs? */
static bool is_whole(const Mines *m, const uint8_t *board) {
    int rows = m->options.rows, cols = m->options.cols, mines = 0;
    for (int s = 0; s < m->squares; s++) {
        int near = 0;
        for (int q = 0; q < m->squares; q++) {
            int dy = q / cols - s / cols, dx = q % cols - s % cols;
            if (q != s && dy >= -1 && dy <= 1 && dx >= -1 && dx <= 1)
                near += board[q] & SQ_MINE;
        }
        mines += board[s] & SQ_MINE;
        if (board[s] >> SQ_NUMBER_SHIFT != near) return false;
    }
    return mines == m->options.mines && rows * cols == m->squares;
}

static MinesOptions promising(MinesFirst first, int side, int mines) {
    MinesOptions o = mines_options();
    o.rows = o.cols = side;
    o.mines = mines;
    o.rules.first = first;
    return o;
}

/* Is the promise kept on all boards of the game, whichever square is first, and
 * is a board that keeps it by itself left alone? */
static bool is_kept(const Mines *m) {
    uint8_t board[64];
    size_t squares = (size_t)m->squares;
    for (size_t c = 0; c < m->game.cases; c++)
        for (uint32_t q = 0; q < squares; q++) {
            const uint8_t *laid = m->boards + c * squares;
            bool zero = m->options.rules.first == FIRST_ZERO;
            bool kept = !(laid[q] & SQ_MINE) &&
                        (!zero || laid[q] >> SQ_NUMBER_SHIFT == 0);
            memcpy(board, laid, squares);
            mines_first(m, c, q, board);
            if (board[q] & SQ_MINE || !is_whole(m, board)) return false;
            if (zero && board[q] >> SQ_NUMBER_SHIFT != 0) return false;
            if (kept && memcmp(board, laid, squares) != 0) return false;
        }
    return true;
}

TEST the_first_square_is_what_is_promised(void) {
    static const struct {
        MinesFirst first;
        int side, mines;
    } rows[] = {
        { FIRST_SAFE, 4, 2 }, { FIRST_SAFE, 3, 8 }, { FIRST_SAFE, 2, 1 },
        { FIRST_ZERO, 4, 2 }, { FIRST_ZERO, 4, 7 }, { FIRST_ZERO, 5, 3 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesOptions o = promising(rows[i].first, rows[i].side, rows[i].mines);
        Mines *m = mines_new(&o, NULL);
        ASSERT(is_kept(m));
        ASSERT_EQ(2 * (int)m->game.cases * m->safe, (int)m->game.max);
        mines_free(m);
    }
    PASS();
}

/* Each placing that keeps the promise is as likely as any other. */
TEST mines_that_leave_go_anywhere(void) {
    enum { CASES = 50000, WAYS = 28 };      /* two mines on eight squares */
    MinesOptions o = promising(FIRST_SAFE, 3, 2);
    o.all = false;
    o.sample = CASES;
    Mines *m = mines_new(&o, NULL);
    int count[512] = { 0 };
    for (size_t c = 0; c < CASES; c++) {
        uint8_t board[9];
        int key = 0;
        memcpy(board, m->boards + c * 9, 9);
        mines_first(m, c, 1, board);
        for (int s = 0; s < 9; s++) key |= (board[s] & SQ_MINE) << s;
        count[key]++;
    }
    int seen = 0;
    for (int key = 0; key < 512; key++) {
        if (!count[key]) continue;
        seen++;
        ASSERT_IN_RANGE((double)CASES / WAYS, count[key], 210);   /* 5 sigma */
    }
    ASSERT_EQ(WAYS, seen);
    mines_free(m);
    PASS();
}

TEST a_promise_changes_no_board_that_is_dealt(void) {
    MinesOptions o = promising(FIRST_ANY, 6, 5);
    o.all = false;
    o.sample = 50;
    Mines *any = mines_new(&o, NULL);
    o.rules.first = FIRST_ZERO;
    Mines *zero = mines_new(&o, NULL);
    ASSERT_MEM_EQ(any->boards, zero->boards, 1800);
    ASSERT(any->spare == NULL);
    mines_free(any);
    mines_free(zero);
    PASS();
}

TEST promises_that_cannot_be_kept_are_refused(void) {
    static const struct {
        MinesFirst first;
        int rows, cols, mines;
        const char *text;
    } rows[] = {
        { FIRST_ZERO, 4, 4, 8,
          "field 'first': 'zero' keeps up to 9 squares of 4 x 4 free, which "
          "leaves room for 7 mines, not for 8" },
        { FIRST_ZERO, 2, 5, 5,
          "field 'first': 'zero' keeps up to 6 squares of 2 x 5 free, which "
          "leaves room for 4 mines, not for 5" },
        { FIRST_ZERO, 4, 4, 7, NULL },
        { FIRST_ZERO, 2, 5, 4, NULL },
        { FIRST_SAFE, 2, 2, 3, NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesOptions o = promising(rows[i].first, 4, rows[i].mines);
        o.rows = rows[i].rows;
        o.cols = rows[i].cols;
        Err err = { "" };
        Mines *m = mines_new(&o, &err);
        ASSERT_STR_EQ(rows[i].text ? rows[i].text : "", err.text);
        mines_free(m);
    }
    MinesOptions o = mines_options();
    o.rules.calls = 0;
    Err err;
    ASSERT(mines_new(&o, &err) == NULL);
    ASSERT_STR_EQ("field 'repeats': must be 1 to 1000000000, got 0", err.text);
    PASS();
}

/* ---- called again ------------------------------------------------------- */

TEST programs_are_called_until_they_change_nothing(void) {
    static const struct {
        const char *text;
        uint32_t calls;
        MinesEnd end;
        int raw;
        uint32_t steps;
    } rows[] = {
        { "(PROGN (UNC 0) (MOV 3))", 1, END_FINISHED, 2, 5 },
        { "(PROGN (UNC 0) (MOV 3))", 2, END_FINISHED, 4, 10 },
        { "(PROGN (UNC 0) (MOV 3))", 9, END_FINISHED, 6, 45 },
        { "(UNC 0)", 9, END_FINISHED, 2, 4 },   /* the second opens nothing */
        { "(MOV 0)", 9, END_FINISHED, 0, 2 },
        { "(PROGN (MOV 3) (MOV 7))", 9, END_FINISHED, 0, 5 },
        { "(MRK 0)", 9, END_FINISHED, 0, 2 },   /* nobody sees that mark */
        { "(MOV 3)", MINES_BUDGET_MAX, END_TIMED_OUT, 0, 1800 },
        { "(STORE 0 (ADD 1 (LOAD 0)))", 7, END_FINISHED, 0, 42 },
        { "(STORE 0 1)", 7, END_FINISHED, 0, 6 },
        { "(PROGN (UNC 0) (PROGN (MOV 3) (IFCOV 0 (MOV 1))))", MINES_BUDGET_MAX,
          END_WON, 16, 61 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesOptions o = mines_options();
        MinesCase one;
        o.rows = o.cols = 3;
        o.rules.calls = rows[i].calls;
        o.extras = ~UINT64_C(0) << MINES_MINES;
        picture(&o, rows[i].text, 8, &one);
        ASSERT_EQm(rows[i].text, rows[i].end, one.end);
        ASSERT_EQm(rows[i].text, rows[i].raw, one.raw);
        ASSERT_EQm(rows[i].text, rows[i].steps, one.steps);
    }
    MinesOptions o = mines_options();
    MinesCase one;
    o.rules.protect = true;
    o.rules.calls = 9;
    picture(&o, "(MRK 0)", 8, &one);
    ASSERT_EQ(4, one.steps);         /* that mark protects: it was a change */
    PASS();
}

/* Calls go from square to square, and IDLE counts the rounds in which none
 * changed anything. */
TEST a_sweep_calls_on_each_square_in_turn(void) {
    static const struct {
        const char *text;
        int32_t limit;
        MinesEnd end;
        int raw;
        uint32_t steps;
    } rows[] = {
        { "7", 1, END_FINISHED, 0, 9 },
        { "7", 3, END_FINISHED, 0, 27 },
        { "(UNC 0)", 1, END_WON, 16, 16 },
        { "(UNC 5)", 1, END_FINISHED, 12, 36 },   /* six of nine, a round */
        { "(IF (IDLE) (UNC 0) 0)", 1, END_FINISHED, 0, 27 },
        { "(IF (EQ (IDLE) 1) (UNC 0) 0)", 2, END_WON, 16, 0 },
        { "(IF (EQ (IDLE) 2) (MRK 0) 0)", 3, END_FINISHED, 0, 0 },
        { "(PROGN (UNC 5) (IF (IDLE) (UNC 0) 0))", 1, END_FINISHED, 12, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MinesOptions o = mines_options();
        MinesCase one;
        o.rows = o.cols = 3;
        o.budget = 100000;
        o.rules.wrap = false;
        o.rules.calls = MINES_BUDGET_MAX;
        o.rules.sweep = true;
        o.rules.idle_limit = rows[i].limit;
        o.extras = ~UINT64_C(0) << MINES_MINES;
        picture(&o, rows[i].text, 8, &one);
        ASSERT_EQm(rows[i].text, rows[i].end, one.end);
        ASSERT_EQm(rows[i].text, rows[i].raw, one.raw);
        if (rows[i].steps) ASSERT_EQm(rows[i].text, rows[i].steps, one.steps);
    }
    PASS();
}

SUITE(test_mines) {
    RUN_TEST(a_sweep_calls_on_each_square_in_turn);
    RUN_TEST(the_first_square_is_what_is_promised);
    RUN_TEST(mines_that_leave_go_anywhere);
    RUN_TEST(a_promise_changes_no_board_that_is_dealt);
    RUN_TEST(promises_that_cannot_be_kept_are_refused);
    RUN_TEST(programs_are_called_until_they_change_nothing);
    RUN_TEST(printed_programs_score_as_printed);
    RUN_TEST(the_best_program_plays_as_printed);
    RUN_TEST(generation_0_leaves_the_printed_pattern);
    RUN_TEST(the_best_program_generalises_as_measured);
    RUN_TEST(values_are_as_the_manual_says);
    RUN_TEST(options_change_just_what_they_name);
    RUN_TEST(marks_protect_only_if_asked);
    RUN_TEST(moves_wrap_unless_told_not_to);
    RUN_TEST(flood_opens_what_a_zero_leads_to);
    RUN_TEST(the_budget_is_exact);
    RUN_TEST(sums_wrap_at_32_bits);
    RUN_TEST(no_maximum_is_negative);
    RUN_TEST(all_placings_are_laid_once);
    RUN_TEST(random_cases_follow_their_seed);
    RUN_TEST(options_past_their_limits_are_refused);
}
