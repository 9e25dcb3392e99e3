/* sweeper.c -- players of Minesweeper that nobody evolved.
 *
 * A player keeps a list of squares that are sure to be free, and reckons only
 * when that is used up; a square that a flood has opened meanwhile is passed
 * over.
 */
#include "sweeper.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "chances.h"
#include "walker.h"

struct Sweeper {
    MINES_WALKER                     /* boards, while whole games are played */
        SweeperKind kind;
    int         rows, cols, mined, squares;
    Chances    *chances;             /* of reckoners */
    double     *chance;
    int        *sure;                /* squares that are free */
    int         count;
};

#define MINES_OPENED(g, q) ((void)0)
#define WALK_STATE         Sweeper
#include "board_rules.inc"

static const struct {
    const char *name, *help;
} kinds[SWEEPER_KINDS] = {
    [SWEEPER_RANDOM] = { "random", "any covered square" },
    [SWEEPER_SINGLE] = { "single", "what one number decides by itself; else "
                                   "any square that is not known to be a "
                                   "mine" },
    [SWEEPER_EXACT] = { "exact", "the square least likely a mine, by all "
                                 "placings that agree with what is seen" },
};

const char *sweeper_name(SweeperKind kind) { return kinds[kind].name; }
const char *sweeper_help(SweeperKind kind) { return kinds[kind].help; }

int sweeper_find(const char *name) {
    for (int i = 0; i < SWEEPER_KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0) return i;
    return -1;
}

Sweeper *sweeper_new(SweeperKind kind, const MinesOptions *size, Err *err) {
    Sweeper *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->kind = kind;
    s->rows = size->rows;
    s->cols = size->cols;
    s->mined = size->mines;
    s->squares = size->rows * size->cols;
    s->sure = mem_new((size_t)s->squares, sizeof *s->sure, err);
    s->chance = mem_new((size_t)s->squares, sizeof *s->chance, err);
    bool ok = s->sure && s->chance;
    if (ok && kind != SWEEPER_RANDOM) {
        s->chances = chances_new(size->rows, size->cols, size->mines, err);
        ok = s->chances != NULL;
    }
    if (ok) return s;
    sweeper_free(s);
    return NULL;
}

void sweeper_free(void *sweeper) {
    Sweeper *s = sweeper;
    if (!s) return;
    chances_free(s->chances);
    mem_free(s->chance);
    mem_free(s->sure);
    get_up(s);
    mem_free(s);
}

bool sweeper_fits(const Sweeper *s, const MinesOptions *size) {
    return s->rows == size->rows && s->cols == size->cols &&
           s->mined == size->mines;
}

/* ---- choosing ----------------------------------------------------------- */

/* Any covered square that is not known to be a mine; if there is none, any. */
static int choose_any(const Sweeper *s, const uint8_t *board, Rng *rng) {
    uint32_t n = 0;
    int covered = -1, chosen = -1;
    for (int q = 0; q < s->squares; q++) {
        if (board[q] & SQ_OPEN) continue;
        covered = q;
        if (s->chances && chances_known(s->chances, q) > 0) continue;
        if (rng_below(rng, ++n) == 0) chosen = q;
    }
    return chosen < 0 ? covered : chosen;
}

/* How likely no square around has a mine, were they independent. */
static double promise(const Sweeper *s, int square) {
    int row = square / s->cols, col = square % s->cols;
    double free = 1;
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = col - 1; x <= col + 1; x++) {
            if (y < 0 || y >= s->rows || x < 0 || x >= s->cols) continue;
            double chance = s->chance[y * s->cols + x];
            if (chance <= 1) free *= 1 - chance;
        }
    return free;
}

/* Fills `sure` by all placings; if nothing is, gives the best square. */
static int choose_least(Sweeper *s) {
    static const double near = 1e-9;
    int best = -1;
    double most = 0;
    chances_find(s->chances, s->chance);
    for (int q = 0; q < s->squares; q++) {
        if (s->chance[q] > 1) continue;
        if (s->chance[q] < near) s->sure[s->count++] = q;
        double least = best < 0 ? 2 : s->chance[best];
        if (s->chance[q] > least + near) continue;
        double value = promise(s, q);
        if (s->chance[q] > least - near && value <= most + near) continue;
        best = q;
        most = value;
    }
    return best;
}

static bool is_covered(const uint8_t *board, int squares) {
    for (int q = 0; q < squares; q++)
        if (board[q] & SQ_OPEN) return false;
    return true;
}

int sweeper_choose(Sweeper *s, const uint8_t *board, Rng *rng) {
    while (s->count > 0) {
        int q = s->sure[--s->count];
        if (!(board[q] & SQ_OPEN)) return q;
    }
    if (s->kind == SWEEPER_RANDOM) return choose_any(s, board, rng);
    if (is_covered(board, s->squares)) return 0;
    chances_look(s->chances, board);
    for (int q = 0; q < s->squares; q++)
        if (chances_known(s->chances, q) < 0) s->sure[s->count++] = q;
    if (s->count) return s->sure[--s->count];
    if (s->kind == SWEEPER_SINGLE) return choose_any(s, board, rng);
    int best = choose_least(s);
    return s->count ? s->sure[--s->count] : best;
}

/* ---- whole games -------------------------------------------------------- */

static MinesCase play_case(Sweeper *s, size_t case_number) {
    Rng rng = rng_key(s->mines->options.case_seed, 0, case_number, RNG_PLAY);
    MinesCase one = { 0 };
    deal(s, case_number);
    walk_start(&s->walk, UINT32_MAX);
    s->count = 0;
    while (!s->walk.stop) {
        uncover(s, &s->board[sweeper_choose(s, s->board, &rng)]);
        one.steps++;
    }
    one.raw = 2 * s->open - s->exploded;
    one.end = end_of(s);
    return one;
}

MinesTotal sweeper_play(Sweeper *s, const Mines *mines, MinesCase *each,
                        Err *err) {
    MinesTotal total = { 0 };
    assert(!s->mines || s->mines == mines);
    if (!s->mines && !sit_down(s, mines, err)) return total;
    for (size_t i = 0; i < mines->game.cases; i++) {
        each[i] = play_case(s, i);
        total.raw += each[i].raw;
        total.steps += each[i].steps;
        total.ends[each[i].end]++;
    }
    return total;
}
