/* search.c -- depth first, iterative deepening, IDA*, walk, random plans.
 *
 * The tree searches keep one board and undo moves on the way back; the
 * failures are carried along by differences. A swap undoes itself, and two
 * swaps without a common cell may be made in either order: iterative deepening
 * and IDA* try such pairs in one order only.
 */
#include "search.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/suggest.h"

enum { RANDOM_PLANS = 10000 };       /* without a limit */

typedef struct Search {
    const Puzzle *puzzle;
    Board         board;
    int           bound;             /* moves in all */
    uint64_t      limit;
    uint8_t       plan[SEARCH_DEPTH_MAX];
    bool          after[PUZZLE_SWAPS_MAX + 1][PUZZLE_SWAPS_MAX + 1];
    Found        *found;
} Search;

static void note(Search *s, int failures, int moves) {
    Found *f = s->found;
    f->evaluations++;
    if (failures < f->failures) {
        f->failures = failures;
        f->moves = moves;
        memcpy(f->plan, s->plan, (size_t)moves);
    }
    if (s->limit && f->evaluations >= s->limit) f->limited = true;
}

static bool done(const Search *s) {
    return s->found->failures == 0 || s->found->limited;
}

static void begin(Search *s, const Puzzle *p, const Board *board,
                  uint64_t limit, Found *found) {
    s->puzzle = p;
    s->board = *board;
    s->limit = limit;
    s->found = found;
    *found = (Found){ .failures = puzzle_failures(p, board) };
}

/* ---- depth first -------------------------------------------------------- */

static void dfs(Search *s, int depth, int failures) {
    const Puzzle *p = s->puzzle;
    for (int code = 0; code <= p->swaps && !s->found->limited; code++) {
        int next = failures + puzzle_delta(p, &s->board, code);
        s->plan[depth] = (uint8_t)code;
        s->found->nodes++;
        if (depth + 1 == s->bound) {
            note(s, next, depth + 1);
            continue;
        }
        puzzle_move(p, &s->board, code);
        dfs(s, depth + 1, next);
        puzzle_move(p, &s->board, code);
    }
}

void search_dfs(const Puzzle *p, const Board *board, int depth, uint64_t limit,
                Rng *rng, Found *found) {
    (void)rng;
    Search s;
    begin(&s, p, board, limit, found);
    s.bound = depth < SEARCH_DFS_DEPTH_MAX || limit ? depth
                                                    : SEARCH_DFS_DEPTH_MAX;
    found->failures = p->worst + 1;  /* only leaves count */
    dfs(&s, 0, puzzle_failures(p, board));
}

/* ---- iterative deepening ------------------------------------------------ */

static bool disjoint(const Puzzle *p, int a, int b) {
    return p->swap[a][0] != p->swap[b][0] && p->swap[a][0] != p->swap[b][1] &&
           p->swap[a][1] != p->swap[b][0] && p->swap[a][1] != p->swap[b][1];
}

/* after[a][b]: b may follow a. Code 0 stands for the start. */
static void fill_after(Search *s) {
    for (int a = 0; a <= s->puzzle->swaps; a++)
        for (int b = 1; b <= s->puzzle->swaps; b++)
            s->after[a][b] = a == 0 ||
                             (a != b && (b > a || !disjoint(s->puzzle, a, b)));
}

/* To exactly `bound` moves; `guided` cuts off what cannot reach the goal. */
static void deepen(Search *s, int depth, int last, int failures, bool guided) {
    const Puzzle *p = s->puzzle;
    for (int code = 1; code <= p->swaps && !done(s); code++) {
        if (!s->after[last][code]) continue;
        int next = failures + puzzle_delta(p, &s->board, code);
        s->plan[depth] = (uint8_t)code;
        s->found->nodes++;
        note(s, next, depth + 1);
        int left = s->bound - depth - 1;
        if (left == 0 || (guided && (next + 1) / 2 > left)) continue;
        puzzle_move(p, &s->board, code);
        deepen(s, depth + 1, code, next, guided);
        puzzle_move(p, &s->board, code);
    }
}

static void search_deeper(const Puzzle *p, const Board *board, int depth,
                          uint64_t limit, bool guided, Found *found) {
    Search s;
    begin(&s, p, board, limit, found);
    fill_after(&s);
    int failures = found->failures;
    s.bound = guided ? (failures + 1) / 2 : 1;
    for (; s.bound <= depth && !done(&s); s.bound++)
        deepen(&s, 0, 0, failures, guided);
}

void search_deepen(const Puzzle *p, const Board *board, int depth,
                   uint64_t limit, Rng *rng, Found *found) {
    (void)rng;
    search_deeper(p, board, depth, limit, false, found);
}

void search_ida(const Puzzle *p, const Board *board, int depth, uint64_t limit,
                Rng *rng, Found *found) {
    (void)rng;
    search_deeper(p, board, depth, limit, true, found);
}

/* ---- walking ------------------------------------------------------------ */

/* The best swap, by chance among equals; what it adds goes to *delta. */
static int best_swap(Search *s, int failures, int depth, Rng *rng, int *delta) {
    int best = 0, ties = 0;
    for (int code = 1; code <= s->puzzle->swaps && !done(s); code++) {
        int d = puzzle_delta(s->puzzle, &s->board, code);
        s->plan[depth] = (uint8_t)code;
        note(s, failures + d, depth + 1);
        if (best && d > *delta) continue;
        ties = best && d == *delta ? ties + 1 : 1;
        if (ties > 1 && rng_below(rng, (uint32_t)ties) != 0) continue;
        best = code;
        *delta = d;
    }
    return best;
}

void search_walk(const Puzzle *p, const Board *board, int depth, uint64_t limit,
                 Rng *rng, Found *found) {
    Search s;
    begin(&s, p, board, limit, found);
    int failures = found->failures, delta = 0;
    for (int i = 0; i < depth && !done(&s); i++) {
        int code = best_swap(&s, failures, i, rng, &delta);
        if (done(&s) || code == 0 || delta > 0) break;
        s.plan[i] = (uint8_t)code;
        puzzle_move(p, &s.board, code);
        failures += delta;
        found->nodes++;
    }
}

/* ---- chance ------------------------------------------------------------- */

void search_random(const Puzzle *p, const Board *board, int depth,
                   uint64_t limit, Rng *rng, Found *found) {
    Search s;
    begin(&s, p, board, limit ? limit : RANDOM_PLANS, found);
    while (!done(&s)) {
        Board b = *board;
        for (int i = 0; i < depth; i++) {
            s.plan[i] = (uint8_t)rng_below(rng, (uint32_t)p->swaps + 1);
            puzzle_move(p, &b, s.plan[i]);
            found->nodes++;
        }
        note(&s, puzzle_failures(p, &b), depth);
    }
}

const Searcher searchers[] = {
    { "dfs", "every plan of the given depth, no move included", search_dfs },
    { "deepen", "depth first to 1, 2, ... moves", search_deepen },
    { "ida", "IDA*: cut off by half the failures; shortest plans", search_ida },
    { "walk", "to the best neighbour, sideways too", search_walk },
    { "random", "random plans of the given depth", search_random },
    { NULL, NULL, NULL },
};

const Searcher *searcher_find(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (const Searcher *s = searchers; s->name; s++) {
        if (strcmp(s->name, name) == 0) return s;
        suggest_offer(&near, s->name);
    }
    err_set(err, "unknown searcher '%s'%s%s%s", name,
            near.best ? "; did you mean '" : "", near.best ? near.best : "",
            near.best ? "'?" : "");
    return NULL;
}

/* ---- many boards -------------------------------------------------------- */

typedef struct Work {
    const SearchTask *task;
    Found            *found;
    double           *seconds;
} Work;

/* Board i is random board i of the seed, or the start. */
static void search_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const SearchTask *t = w->task;
    (void)worker;
    for (size_t i = first; i < last; i++) {
        Board b = t->boards ? puzzle_random_board(t->puzzle, t->seed, i)
                            : t->puzzle->start;
        Rng rng = rng_key(t->seed, 0, i, RNG_PLAY);
        double start = clock_thread();
        t->searcher->run(t->puzzle, &b, t->depth, t->limit, &rng, &w->found[i]);
        w->seconds[i] = clock_thread() - start;
    }
}

void search_boards(const SearchTask *task, Pool *pool, Found *found,
                   double *seconds) {
    Work w = { task, found, seconds };
    pool_run(pool, task->boards ? task->boards : 1, 1, search_some, &w);
}
