/* mines.c -- Minesweeper: boards, cases, scores.
 *
 * A board is a byte per square holding mine, state and number together, so a
 * primitive reads one byte and a case starts by one copy. The cases of a game
 * are laid out once: every placing of the mines in lexicographic order (with
 * one mine: square by square, row by row), or random ones drawn without
 * repetition within a board, case i from its own generator.
 */
#include "mines.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "sets.h"

const Prim mines_prims[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "program/core.def"
#include "prims.def"
#undef PRIM
};

static const double constants[MINES_CONSTANTS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };

/* Here, S, SE, E, NE, N, NW, W, SW. */
static const int down[9]  = { 0, 1, 1, 0, -1, -1, -1, 0, 1 };
static const int right[9] = { 0, 0, 1, 1, 1, 0, -1, -1, -1 };

const char *mines_end_name(MinesEnd end) {
    static const char *const names[] = {
        [END_FINISHED] = "finished",
        [END_WON] = "won",
        [END_EXPLODED] = "exploded",
        [END_TIMED_OUT] = "timed_out",
    };
    return names[end];
}

static const char *const engines[ENGINE_COUNT] = {
    [ENGINE_AUTO] = "auto",
    [ENGINE_REFERENCE] = "reference",
    [ENGINE_SCALAR] = "scalar",
    [ENGINE_SIMT] = "simt",
    [ENGINE_PORTABLE] = "portable",
};

const char *mines_engine_name(MinesEngine engine) { return engines[engine]; }

int mines_engine_find(const char *name) {
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (strcmp(engines[i], name) == 0) return i;
    return -1;
}

static const char *const firsts[FIRST_COUNT] = {
    [FIRST_ANY] = "any",
    [FIRST_SAFE] = "safe",
    [FIRST_ZERO] = "zero",
};

const char *mines_first_name(MinesFirst first) { return firsts[first]; }

int mines_first_find(const char *name) {
    for (int i = 0; i < FIRST_COUNT; i++)
        if (strcmp(firsts[i], name) == 0) return i;
    return -1;
}

MinesOptions mines_options(void) {
    return (MinesOptions){
        .rows = 6,
        .cols = 6,
        .mines = 1,
        .all = true,
        .case_seed = 1,
        .scout = MINES_SCOUT,
        .rules = { .wrap = true,
                   .truth = TRUTH_ONE,
                   .mov = 9,
                   .unc_new = 9,
                   .mrk = 10,
                   .unmrk = 0,
                   .num_covered = 1,
                   .unc_argument = true,
                   .calls = 1,
                   .idle_limit = 1,
                   .iter_limit = 100,
                   .registers = 4 },
    };
}

/* ---- checking options --------------------------------------------------- */

static bool in_range(const char *field, int64_t value, int64_t min, int64_t max,
                     Err *err) {
    if (value >= min && value <= max) return true;
    return err_set(err, "field '%s': must be %lld to %lld, got %lld", field,
                   (long long)min, (long long)max, (long long)value);
}

/* How many squares the promise of a first one keeps free of mines, at most. */
static int promised(const MinesOptions *o) {
    if (o->rules.first != FIRST_ZERO) return o->rules.first == FIRST_SAFE;
    return (o->rows < 3 ? 2 : 3) * (o->cols < 3 ? 2 : 3);
}

/* Is there room for the mines beside the squares that are promised? */
static bool check_first(const MinesOptions *o, Err *err) {
    int room = o->rows * o->cols - promised(o);
    if (o->mines <= room) return true;
    return err_set(err,
                   "field 'first': '%s' keeps up to %d squares of %d x %d "
                   "free, which leaves room for %d mines, not for %d",
                   mines_first_name(o->rules.first), promised(o), o->rows,
                   o->cols, room, o->mines);
}

static bool check_options(const MinesOptions *o, Err *err) {
    return in_range("rows", o->rows, 2, MINES_SIDE_MAX, err) &&
           in_range("cols", o->cols, 2, MINES_SIDE_MAX, err) &&
           in_range("mines", o->mines, 1, o->rows * o->cols - 1, err) &&
           in_range("budget", o->budget, 0, MINES_BUDGET_MAX, err) &&
           in_range("engine", o->engine, 0, ENGINE_COUNT - 1, err) &&
           in_range("iter_limit", o->rules.iter_limit, 0, 1000000, err) &&
           in_range("registers", o->rules.registers, 1, MINES_REGISTERS_MAX,
                    err) &&
           in_range("idle_limit", o->rules.idle_limit, 1, MINES_IDLE_MAX,
                    err) &&
           in_range("first", o->rules.first, 0, FIRST_COUNT - 1, err) &&
           in_range("repeats", o->rules.calls, 1, MINES_BUDGET_MAX, err) &&
           check_first(o, err) &&
           (o->all || in_range("cases", o->sample, 1, MINES_CASES_MAX, err));
}

/* How many ways to place the mines, or more than the limit. */
static double placings(int squares, int mines) {
    double n = 1;
    for (int i = 0; i < mines && n < 1e12; i++) n = n * (squares - i) / (i + 1);
    return n;
}

static bool count_cases(Mines *m, Err *err) {
    const MinesOptions *o = &m->options;
    double n = o->all ? placings(m->squares, o->mines) : o->sample;
    if (o->all && n > MINES_CASES_MAX)
        return err_set(err,
                       "field 'cases': all placings of %d mines on %d x "
                       "%d squares are more than %d cases; give a number of "
                       "random ones instead",
                       o->mines, o->rows, o->cols, MINES_CASES_MAX);
    if (n * m->squares > MINES_TABLE_MAX)
        return err_set(err,
                       "field 'cases': %.0f cases of %d squares need more "
                       "than %d bytes; ask for fewer",
                       n, m->squares, MINES_TABLE_MAX);
    m->game.cases = (size_t)n;
    return true;
}

/* ---- boards ------------------------------------------------------------- */

static void fill_neighbours(Mines *m) {
    int rows = m->options.rows, cols = m->options.cols;
    for (int s = 0; s < m->squares; s++)
        for (int d = 0; d < 16; d++) {
            int y = s / cols + (d < 9 ? down[d] : 0);
            int x = s % cols + (d < 9 ? right[d] : 0);
            bool off = y < 0 || y >= rows || x < 0 || x >= cols;
            int target = (y + rows) % rows * cols + (x + cols) % cols;
            if (off && !m->options.rules.wrap) target = s;
            m->neighbour[s * 16 + d] = (uint16_t)target;
        }
}

/* The squares around a square and, first, itself; numbers never wrap. */
static int around(const Mines *m, int square, int out[MINES_AROUND]) {
    int rows = m->options.rows, cols = m->options.cols, n = 0;
    for (int d = 0; d < 9; d++) {
        int y = square / cols + down[d], x = square % cols + right[d];
        if (y < 0 || y >= rows || x < 0 || x >= cols) continue;
        out[n++] = y * cols + x;
    }
    return n;
}

/* Lays or takes away a mine (by is 1 or -1), with the numbers around it. */
static void shift_mine(const Mines *m, uint8_t *board, int square, int by) {
    int at[MINES_AROUND], n = around(m, square, at);
    board[square] ^= SQ_MINE;
    for (int i = 1; i < n; i++)
        board[at[i]] = (uint8_t)(board[at[i]] + by * (1 << SQ_NUMBER_SHIFT));
}

static void lay_mine(const Mines *m, uint8_t *board, int square) {
    shift_mine(m, board, square, 1);
}

/* ---- the first square --------------------------------------------------- */

static bool is_one_of(int square, const int *of, int n) {
    for (int i = 0; i < n; i++)
        if (of[i] == square) return true;
    return false;
}

/* The placing that keeps the promise has the first squares, of the order in
 * which mines and spares were drawn, that are not promised: it is as random as
 * they are. */
void mines_first(const Mines *m, size_t case_number, uint32_t square,
                 uint8_t *board) {
    if (!m->spare) return;
    int safe[MINES_AROUND], n = around(m, (int)square, safe);
    if (m->options.rules.first == FIRST_SAFE) n = 1;
    const uint16_t *spare = m->spare + case_number * (size_t)m->spares;
    for (int i = 0; i < n; i++) {
        if (!(board[safe[i]] & SQ_MINE)) continue;
        shift_mine(m, board, safe[i], -1);
        while (is_one_of(*spare, safe, n)) spare++;
        shift_mine(m, board, *spare++, 1);
    }
}

/* Draws where mines of a board go that must leave. */
static void draw_spares(Mines *m, size_t case_number, Rng *rng) {
    if (!m->spare) return;
    const uint8_t *board = m->boards + case_number * (size_t)m->squares;
    uint16_t *spare = m->spare + case_number * (size_t)m->spares;
    for (int n = 0; n < m->spares;) {
        uint16_t s = (uint16_t)rng_below(rng, (uint32_t)m->squares);
        bool taken = (board[s] & SQ_MINE) != 0;
        for (int i = 0; i < n; i++) taken |= spare[i] == s;
        if (!taken) spare[n++] = s;
    }
}

/* ---- all cases ---------------------------------------------------------- */

/* The next placing in lexicographic order. */
static void next_placing(int *at, int mines, int squares) {
    int i = mines - 1;
    while (i >= 0 && at[i] == squares - mines + i) i--;
    if (i < 0) return;
    at[i]++;
    for (int j = i + 1; j < mines; j++) at[j] = at[j - 1] + 1;
}

static bool lay_all(Mines *m, Err *err) {
    int n = m->options.mines;
    int *at = mem_new((size_t)n, sizeof *at, err);
    if (!at) return false;
    for (int i = 0; i < n; i++) at[i] = i;
    for (size_t c = 0; c < m->game.cases; c++) {
        for (int i = 0; i < n; i++)
            lay_mine(m, m->boards + c * (size_t)m->squares, at[i]);
        Rng rng = rng_key(m->options.case_seed, 0, c, RNG_CASES);
        draw_spares(m, c, &rng);
        next_placing(at, n, m->squares);
    }
    mem_free(at);
    return true;
}

static void lay_random(Mines *m) {
    for (size_t c = 0; c < m->game.cases; c++) {
        Rng rng = rng_key(m->options.case_seed, 0, c, RNG_CASES);
        uint8_t *board = m->boards + c * (size_t)m->squares;
        for (int laid = 0; laid < m->options.mines;) {
            int s = (int)rng_below(&rng, (uint32_t)m->squares);
            if (board[s] & SQ_MINE) continue;
            lay_mine(m, board, s);
            laid++;
        }
        draw_spares(m, c, &rng);
    }
}

/* ---- the game ----------------------------------------------------------- */

/* The paper's maximum. With all placings as cases, the first square uncovered
 * is a mine in some of them, which no program can avoid, unless that is
 * promised; where nearly all squares are mines it would be negative, but who
 * uncovers nothing has 0. */
static double maximum(const Mines *m) {
    double cases = (double)m->game.cases, mines = m->options.mines;
    if (!m->options.all || m->spares) return m->safe * 2.0 * cases;
    double all = m->safe * 2.0 * (cases - mines) - mines;
    return all > 0 ? all : 0;
}

/* What primitives do; those that are not named act. */
#define ROW(id) [MINES_##id - OP_FIRST_PRIM]
static const PrimSense sense[MINES_OP_COUNT - OP_FIRST_PRIM] = {
    ROW(PROGN) = { .does = SENSE_PROGN }, ROW(IF) = { .does = SENSE_IF },
    ROW(ADD) = { .does = SENSE_ADD },     ROW(SUB) = { .does = SENSE_SUB },
    ROW(EQ) = { .does = SENSE_EQ },       ROW(GT) = { .does = SENSE_GT },
    ROW(LT) = { .does = SENSE_LT },       ROW(AND) = { .does = SENSE_AND },
    ROW(OR) = { .does = SENSE_OR },       ROW(NOT) = { .does = SENSE_NOT },
    ROW(NUM) = { .does = SENSE_VALUE },   ROW(IFCOV) = { .does = SENSE_CHOICE },
    ROW(MINES) = { .does = SENSE_VALUE }, ROW(ROWS) = { .does = SENSE_VALUE },
    ROW(COLS) = { .does = SENSE_VALUE },  ROW(LOAD) = { .does = SENSE_VALUE },
    ROW(MUL) = { .does = SENSE_MUL },     ROW(DIV) = { .does = SENSE_VALUE },
    ROW(IDLE) = { .does = SENSE_VALUE },
    ROW(MORE) = { .does = SENSE_VALUE },  ROW(OWN) = { .does = SENSE_VALUE },
    ROW(OTHER) = { .does = SENSE_VALUE }, ROW(REST) = { .does = SENSE_VALUE },
    ROW(SHUT) = { .does = SENSE_VALUE },
};
#undef ROW

static void fill_language(Mines *m) {
    uint64_t plain = (UINT64_C(1) << (MINES_MINES - OP_FIRST_PRIM)) - 1;
    m->language = (Language){
        .game = "minesweeper",
        .prims = mines_prims,
        .prim_count = MINES_OP_COUNT - OP_FIRST_PRIM,
        .sense = sense,
        .enabled = plain | m->options.extras >> OP_FIRST_PRIM,
        .constants = constants,
        .constant_count = MINES_CONSTANTS,
        .normal = { 3, { 3, 2, 1 } },
    };
}

Mines *mines_new(const MinesOptions *options, Err *err) {
    if (!check_options(options, err)) return NULL;
    Mines *m = mem_new(1, sizeof *m, err);
    if (!m) return NULL;
    m->options = *options;
    m->game.class = &mines_class;
    m->squares = options->rows * options->cols;
    m->game.squares = (size_t)m->squares;
    m->safe = m->squares - options->mines;
    m->spares = promised(options);
    m->budget = options->budget ? (uint32_t)options->budget
                                : 200u * (uint32_t)m->squares;
    fill_language(m);
    if (!count_cases(m, err)) goto failed;
    m->game.max = maximum(m);
    size_t squares = (size_t)m->squares;
    m->neighbour = mem_new(squares * 16, sizeof *m->neighbour, err);
    m->boards = mem_new(squares, m->game.cases, err);
    if (!m->neighbour || !m->boards) goto failed;
    size_t spares = (size_t)m->spares;
    if (spares) m->spare = mem_new(m->game.cases * spares, 2, err);
    if (spares && !m->spare) goto failed;
    fill_neighbours(m);
    if (!options->all) lay_random(m);
    else if (!lay_all(m, err)) goto failed;
    if (options->engine == ENGINE_REFERENCE || !sets_fit(m)) return m;
    m->sets = sets_new(m, err);
    if (!m->sets) goto failed;
    return m;
failed:
    mines_free(m);
    return NULL;
}

void mines_free(void *mines) {
    Mines *m = mines;
    if (!m) return;
    sets_free(m->sets);
    mem_free(m->spare);
    mem_free(m->boards);
    mem_free(m->neighbour);
    mem_free(m);
}

void mines_picture(const Mines *mines, const uint8_t *board, bool reveal,
                   Buf *out) {
    for (int s = 0; s < mines->squares; s++) {
        uint8_t q = board[s];
        char c = (char)('0' + (q >> SQ_NUMBER_SHIFT));
        if (!(q & SQ_OPEN)) {
            bool mine = reveal && (q & SQ_MINE);
            c = q & SQ_MARK ? (mine ? 'M' : 'm') : (mine ? 'o' : 'c');
        } else if (q & SQ_MINE) {
            c = '*';
        }
        buf_char(out, c);
        buf_char(out, (s + 1) % mines->options.cols ? ' ' : '\n');
    }
}
