/* sets.c -- cases as bit sets: making the tables.
 *
 * Everything is read off the boards that the reference engine plays, so there
 * is one place that lays mines.
 */
#include "sets.h"

#include <string.h>

#include "base/mem.h"

static size_t table_bytes(const Mines *m) {
    size_t words = (m->game.cases + 63) / 64, squares = (size_t)m->squares;
    return words * 8 * squares * (1 + SETS_NUMBERS) +
           m->game.cases * PLANE_CASE_COUNT * ROWS_LARGE;
}

bool sets_fit(const Mines *m) {
    const MinesRules *r = &m->options.rules;
    return !r->sweep && !r->sees_marks && m->options.rows <= SETS_SIDE_MAX &&
           m->options.cols <= SETS_SIDE_MAX && table_bytes(m) <= SETS_BYTES_MAX;
}

static void raise(uint8_t *planes, int plane, int row, int x, int rows) {
    planes[plane * rows + row] |= (uint8_t)(1 << (x & 7));
}

static void add_case(const Mines *m, const MinesSets *s, SetBlock *b, int c) {
    size_t squares = (size_t)m->squares;
    const uint8_t *board = b->boards + (size_t)c * squares;
    uint8_t *planes = b->planes + c * s->planes * s->rows;
    uint64_t bit = UINT64_C(1) << (c & 63);
    size_t words = (size_t)b->words, word = (size_t)c / 64;
    for (int q = 0; q < m->squares; q++) {
        int y = q / m->options.cols, x = q % m->options.cols;
        int number = board[q] >> SQ_NUMBER_SHIFT, row = sets_row(s->rows, y, x);
        size_t at = (size_t)q;
        b->number[(at * SETS_NUMBERS + (size_t)number) * words + word] |= bit;
        if (board[q] & SQ_MINE) {
            b->mine[at * words + word] |= bit;
            raise(planes, PLANE_MINE, row, x, s->rows);
        }
        for (int k = 0; k < s->bits; k++)
            if (number >> k & 1) raise(planes, PLANE_BIT0 + k, row, x, s->rows);
    }
}

static bool fill_block(const Mines *m, const MinesSets *s, SetBlock *b,
                       Err *err) {
    size_t squares = (size_t)m->squares, words = (size_t)b->words;
    b->mine = mem_new(squares * words, 8, err);
    b->number = mem_new(squares * words * SETS_NUMBERS, 8, err);
    b->planes = mem_new_aligned((size_t)b->cases * (size_t)s->planes,
                                (size_t)s->rows, err);
    if (!b->mine || !b->number || !b->planes) return false;
    for (int c = 0; c < b->cases; c++) add_case(m, s, b, c);
    return true;
}

/* The greatest number, also on mines: their planes need the bits too. */
static int greatest(const Mines *m, bool safe_only) {
    int most = 0;
    size_t n = m->game.cases * (size_t)m->squares;
    for (size_t i = 0; i < n; i++) {
        int number = m->boards[i] >> SQ_NUMBER_SHIFT;
        if (safe_only && (m->boards[i] & SQ_MINE)) continue;
        if (number > most) most = number;
    }
    return most;
}

static int bits_of(int number) {
    int bits = 1;
    while (number >> bits) bits++;
    return bits;
}

/* Where mines may move the numbers are those of any placing. */
static void fill_numbers(const Mines *m, MinesSets *s) {
    int any = m->options.mines < 8 ? m->options.mines : 8;
    s->bits = bits_of(m->spare ? any : greatest(m, false));
    s->planes = 1 + s->bits;
    s->most = m->spare ? any : greatest(m, true);
}

static MinesSets *make(const Mines *m, bool own, Err *err) {
    if (!sets_fit(m)) return NULL;
    MinesSets *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    size_t bytes = m->game.cases * (size_t)m->squares;
    if (own) s->own = mem_new(bytes, 1, err);
    if (own && !s->own) {
        sets_free(s);
        return NULL;
    }
    if (own) memcpy(s->own, m->boards, bytes);
    bool small = m->options.rows <= 8 && m->options.cols <= 8;
    s->rows = small ? ROWS_SMALL : ROWS_LARGE;
    fill_numbers(m, s);
    s->blocks = (int)((m->game.cases + SETS_CASES - 1) / SETS_CASES);
    s->block = mem_new((size_t)s->blocks, sizeof *s->block, err);
    for (int i = 0; s->block && i < s->blocks; i++) {
        SetBlock *b = &s->block[i];
        b->first = (size_t)i * SETS_CASES;
        b->boards = (own ? s->own : m->boards) + b->first * (size_t)m->squares;
        b->dealt = -1;
        size_t left = m->game.cases - b->first;
        b->cases = left < SETS_CASES ? (int)left : SETS_CASES;
        b->words = (b->cases + 63) / 64;
        if (fill_block(m, s, b, err)) continue;
        sets_free(s);
        return NULL;
    }
    if (s->block) return s;
    sets_free(s);
    return NULL;
}

MinesSets *sets_new(const Mines *m, Err *err) { return make(m, false, err); }

MinesSets *sets_new_own(const Mines *m, Err *err) { return make(m, true, err); }

/* ---- the first square --------------------------------------------------- */

/* The tables after one square of a case has changed. */
static void change(const Mines *m, const MinesSets *s, SetBlock *b, int c,
                   int q) {
    uint8_t *planes = b->planes + c * s->planes * s->rows;
    int cols = m->options.cols, row = sets_row(s->rows, q / cols, q % cols);
    uint8_t column = (uint8_t)(1 << (q % cols & 7));
    size_t at = (size_t)q, words = (size_t)b->words, word = (size_t)c / 64;
    uint8_t byte = b->boards[(size_t)c * (size_t)m->squares + at];
    uint64_t bit = UINT64_C(1) << (c & 63);
    int number = byte >> SQ_NUMBER_SHIFT;
    for (size_t n = 0; n < SETS_NUMBERS; n++)
        b->number[(at * SETS_NUMBERS + n) * words + word] &= ~bit;
    b->number[(at * SETS_NUMBERS + (size_t)number) * words + word] |= bit;
    b->mine[at * words + word] &= ~bit;
    for (int p = 0; p < s->planes; p++)
        planes[p * s->rows + row] &= (uint8_t)~column;
    if (byte & SQ_MINE) {
        b->mine[at * words + word] |= bit;
        planes[PLANE_MINE * s->rows + row] |= column;
    }
    for (int k = 0; k < s->bits; k++)
        if (number >> k & 1) planes[(PLANE_BIT0 + k) * s->rows + row] |= column;
}

void sets_deal(MinesSets *s, const Mines *m, SetBlock *b, uint32_t square) {
    if (b->dealt == (int32_t)square) return;
    size_t squares = (size_t)m->squares;
    uint8_t board[SETS_SQUARES];
    for (int c = 0; c < b->cases; c++) {
        size_t number = b->first + (size_t)c;
        uint8_t *old = b->boards + (size_t)c * squares;
        memcpy(board, m->boards + number * squares, squares);
        mines_first(m, number, square, board);
        for (int q = 0; q < m->squares; q++) {
            if (old[q] == board[q]) continue;
            old[q] = board[q];
            change(m, s, b, c, q);
        }
    }
    b->dealt = (int32_t)square;
}

void sets_free(MinesSets *sets) {
    if (!sets) return;
    mem_free(sets->own);
    for (int i = 0; sets->block && i < sets->blocks; i++) {
        mem_free(sets->block[i].mine);
        mem_free(sets->block[i].number);
        mem_free(sets->block[i].planes);
    }
    mem_free(sets->block);
    mem_free(sets);
}
