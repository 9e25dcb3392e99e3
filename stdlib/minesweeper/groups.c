/* groups.c -- playing compiled programs on groups of cases: the scalar
 * engine, and who runs when.
 *
 * A block's cases start as one group. The scalar engine runs it until it ends
 * or parts. A group that parts goes on in the SIMT engine if that is wanted
 * and the group is large enough, else one part waits. Groups that wait have
 * disjoint sets of cases, so there are never more of them than cases.
 */
#include "groups.h"

#include <assert.h>
#include <string.h>

#include "engine/lanes/dispatch.h"
#include "base/mem.h"
#include "simt_mines.h"

/* Fewer cases than this are not worth the lanes. */
enum { SIMT_CASES_MIN = 4 };

/* ---- life --------------------------------------------------------------- */

/* What the compiler must know of the primitives; they depend on the rules. */
static void fill_rows(const Mines *m, CodeRow *rows) {
    const MinesRules *r = &m->options.rules;
    int most = m->sets->most;
#define AT(id) rows[MINES_##id - OP_FIRST_PRIM]
#define PRIM(id, name, arity, help) AT(id) = (CodeRow){ .kind = KIND_##id };
#include "program/core.def"
#undef PRIM
#define DIRECTED(id, low, high, ...)                                        \
    AT(id) = (CodeRow){ .kind = KIND_SELECT,       \
                        .number = MINES_CODE_##id, \
                        .choices = 9,              \
                        .lo = low,                 \
                        .hi = high,                \
                        __VA_ARGS__ }
    int32_t old = r->unc_argument ? r->unc_new : r->unc_old;
    DIRECTED(MOV, r->mov, r->mov, .acts = true, .idle_at_0 = true);
    DIRECTED(UNC, old < r->unc_new ? old : r->unc_new,
             old > r->unc_new ? old : r->unc_new, .acts = true,
             .gives_operand = r->unc_argument);
    DIRECTED(MRK, r->mrk, r->mrk, .acts = r->protect);
    DIRECTED(UNMRK, r->unmrk, r->unmrk, .acts = r->protect);
    DIRECTED(NUM, r->num_covered < 0 ? r->num_covered : 0,
             r->num_covered > most ? r->num_covered : most, .acts = false);
    AT(IFCOV) = (CodeRow){ .kind = KIND_TEST, .number = MINES_CODE_IFCOV };
    AT(MINES) = (CodeRow){ .kind = KIND_CONST, .lo = m->options.mines };
    AT(ROWS) = (CodeRow){ .kind = KIND_CONST, .lo = m->options.rows };
    AT(COLS) = (CodeRow){ .kind = KIND_CONST, .lo = m->options.cols };
#undef DIRECTED
#undef AT
}

static Compiler *make_compiler(const Mines *m, Err *err) {
    static const CodeTruth truth[] = {
        [TRUTH_ONE]      = CODE_TRUE_ONE,
        [TRUTH_NONZERO]  = CODE_TRUE_NONZERO,
        [TRUTH_POSITIVE] = CODE_TRUE_POSITIVE,
    };
    CodeRow rows[PRIM_ROWS_MAX] = { 0 };
    fill_rows(m, rows);
    return compile_new(rows, MINES_OP_COUNT - OP_FIRST_PRIM,
                       truth[m->options.rules.truth],
                       VOCAB_BRANCHES * TREE_NODES_MAX, err);
}

Groups *groups_new(const Mines *mines, Err *err) {
    Groups *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->mines = mines;
    g->sets = mines->sets;
    if (mines->spare) {
        g->own = sets_new_own(mines, err);
        g->sets = g->own;
        if (!g->own) goto failed;
    }
    if (mines->options.rules.flood) {
        g->floods = mem_new(1, sizeof *g->floods, err);
        if (!g->floods) goto failed;
    }
    g->waiting = mem_new((size_t)g->sets->block[0].cases, sizeof *g->waiting,
                         err);
    g->code = mem_new(1, sizeof *g->code, err);
    g->compiler = make_compiler(mines, err);
    bool ok = g->waiting && g->code && g->compiler;
    g->kind = simt_mines_kind(mines);
    if (ok && g->kind) {
        g->machine = g->kind->make(mines, err);
        ok = g->machine != NULL;
    }
    if (ok) return g;
failed:
    groups_free(g);
    return NULL;
}

void groups_free(Groups *groups) {
    if (!groups) return;
    sets_free(groups->own);
    mem_free(groups->floods);
    simt_mines_free(groups->machine);
    compile_free(groups->compiler);
    mem_free(groups->code);
    mem_free(groups->waiting);
    mem_free(groups);
}

bool groups_compile(Groups *groups, const Tree *tree) {
    return compile_tree(groups->compiler, tree, groups->code);
}

/* ---- what happens to groups --------------------------------------------- */

void groups_end(Groups *g, const CaseSet *set, int raw, uint32_t steps,
                MinesEnd end) {
    int n = set_count(set, g->block->words);
    g->total.raw += (int64_t)raw * n;
    g->total.steps += (uint64_t)steps * (uint64_t)n;
    g->total.ends[end] += (uint32_t)n;
    if (!g->each) return;
    for (int w = 0; w < g->block->words; w++)
        for (uint64_t left = set->w[w]; left; left &= left - 1) {
            size_t c = (size_t)w * 64 + (size_t)__builtin_ctzll(left);
            g->each[g->block->first + c] = (MinesCase){ raw, steps, end };
        }
}

/* Are marks a part of what a call leaves? */
static bool keeps_marks(const Groups *g) {
    const MinesRules *r = &g->mines->options.rules;
    return r->protect && r->calls > 1;
}

static void copy_group(const Groups *g, Group *to, const Group *from) {
    to->set = from->set;
    to->at = from->at;
    to->open = from->open;
    size_t squares = (size_t)g->mines->squares;
    memcpy(to->board, from->board, squares);
    to->calls = from->calls;
    to->was_at = from->was_at;
    to->was_open = from->was_open;
    if (keeps_marks(g)) memcpy(to->was, from->was, squares);
    thread_copy(&to->thread, &from->thread);
}

bool groups_survive(Groups *g, uint32_t q, uint32_t steps) {
    int words = g->block->words;
    const uint64_t *mine = g->block->mine + q * (uint32_t)words;
    CaseSet dead, *set = &g->now.set;
    uint64_t hit = 0;
    for (int w = 0; w < words; w++) {
        dead.w[w] = set->w[w] & mine[w];
        hit |= dead.w[w];
    }
    if (!hit) return true;
    groups_end(g, &dead, 2 * g->now.open - 1, steps, END_EXPLODED);
    for (int w = 0; w < words; w++) set->w[w] &= ~dead.w[w];
    return !set_empty(set, words);
}

/* A group like `now` that waits; its cases are to be filled in. */
static Group *wait_beside(Groups *g) {
    assert(g->count < g->block->cases);      /* sets that wait are disjoint */
    Group *rest = &g->waiting[g->count++];
    copy_group(g, rest, &g->now);
    return rest;
}

/* Those that show what the first case shows go on; the rest waits. */
static void part(Groups *g) {
    const SetBlock *b = g->block;
    uint32_t q = g->now.ask;
    bool covered = !(g->now.board[q] & SQ_OPEN);
    int n = groups_first_number(g, q);
    const uint64_t *alike = sets_number(b, q, n);
    if (!set_within(&g->now.set, alike, b->words)) {
        Group *rest = wait_beside(g);
        set_part(&g->now.set, alike, &rest->set, b->words);
    }
    if (!covered || n) return;       /* else by what they open */
    Flood blocked = groups_blocked(g, &g->now);
    floods_sort(g->floods, g->mines, b, &g->now.set, q, &blocked);
    for (int i = 1; i < g->floods->kinds; i++)
        wait_beside(g)->set = g->floods->set[i];
    g->now.set = g->floods->set[0];
}

/* ---- what happens on boards --------------------------------------------- */

void groups_deal(Groups *g, uint32_t q) {
    sets_deal(g->own, g->mines, &g->own->block[g->block_number], q);
}

Flood groups_blocked(const Groups *g, const Group *group) {
    uint32_t cols = (uint32_t)g->mines->options.cols;
    bool protect = g->mines->options.rules.protect;
    uint8_t closed = protect ? SQ_OPEN | SQ_MARK : SQ_OPEN;
    Flood f = { { 0 } };
    for (uint32_t q = 0; q < (uint32_t)g->mines->squares; q++)
        if (group->board[q] & closed)
            f.row[q / cols] |= (uint16_t)(1u << q % cols);
    return f;
}

static void open_flood(Groups *g, const Flood *f) {
    for (int y = 0; y < g->mines->options.rows; y++)
        for (unsigned left = f->row[y]; left; left &= left - 1) {
            int q = y * g->mines->options.cols + __builtin_ctz(left);
            g->now.board[q] = SQ_OPEN;
            g->now.open++;
        }
}

bool groups_flood(Groups *g, uint32_t q) {
    const SetBlock *b = g->block;
    const uint64_t *zero = sets_number(b, q, 0);
    if (groups_first_number(g, q)) {
        for (int w = 0; w < b->words; w++)
            if (g->now.set.w[w] & zero[w]) return false;
        return true;
    }
    if (!set_within(&g->now.set, zero, b->words)) return false;
    Flood blocked = groups_blocked(g, &g->now);
    floods_sort(g->floods, g->mines, b, &g->now.set, q, &blocked);
    if (g->floods->kinds > 1) return false;
    open_flood(g, &g->floods->flood[0]);
    return true;
}

static void begin_call(const Groups *g, Group *group) {
    group->calls++;
    group->was_at = group->at;
    group->was_open = group->open;
    if (keeps_marks(g))
        memcpy(group->was, group->board, (size_t)g->mines->squares);
}

static bool has_marked(const Groups *g, const Group *group) {
    uint8_t changed = 0;
    for (int q = 0; q < g->mines->squares; q++)
        changed |= group->was[q] ^ group->board[q];
    return (changed & SQ_MARK) != 0;
}

bool groups_again(const Groups *g, Group *group) {
    if (group->calls >= g->mines->options.rules.calls) return false;
    if (group->at == group->was_at && group->open == group->was_open &&
        !(keeps_marks(g) && has_marked(g, group)))
        return false;
    begin_call(g, group);
    return true;
}

/* ---- the scalar engine -------------------------------------------------- */

#define THREAD_RUN       run_thread
#define THREAD_STATE     Groups
#define THREAD_OF(g)     (&(g)->now.thread)
#define THREAD_BUDGET(g) budget
#define GAME_INS         MinesIns
#define GAME_CASE(id)    MINES_INS_##id
#define THREAD_CODES     "minesweeper/codes.def"
#define THREAD_CASES     "minesweeper/threaded_cases.inc"
#define THREAD_LOCALS                                                       \
    const MinesRules *rules = &g->mines->options.rules;                     \
    const uint16_t *neighbour = g->mines->neighbour;                        \
    const uint32_t budget = g->mines->budget;                               \
    const uint8_t closed = rules->protect ? SQ_OPEN | SQ_MARK : SQ_OPEN;    \
    uint8_t *board = g->now.board;                                          \
    uint32_t at = g->now.at;
#define THREAD_SPILL g->now.at = at;
#include "engine/lanes/threaded.inc"

/* Runs `now` until it parts (true) or is over. */
static bool run_now(Groups *g) {
    int status = run_thread(g, g->code);
    while (status == THREAD_FINISHED && groups_again(g, &g->now)) {
        uint32_t spent = g->now.thread.steps;
        thread_start(&g->now.thread);
        g->now.thread.steps = spent;
        status = run_thread(g, g->code);
    }
    int raw = 2 * g->now.open;
    uint32_t steps = g->now.thread.steps;
    if (set_empty(&g->now.set, g->block->words)) return false;    /* exploded */
    if (status == THREAD_TIMED_OUT)
        groups_end(g, &g->now.set, raw, g->mines->budget, END_TIMED_OUT);
    else if (g->now.open == g->mines->safe)
        groups_end(g, &g->now.set, raw, steps, END_WON);
    else if (status == THREAD_FINISHED)
        groups_end(g, &g->now.set, raw, steps, END_FINISHED);
    else return true;
    return false;
}

/* ---- all cases ---------------------------------------------------------- */

void groups_start(Groups *g) {
    Group *now = &g->now;
    memset(&now->set, 0, sizeof now->set);
    for (int c = 0; c < g->block->cases; c += 64) {
        int left = g->block->cases - c;
        now->set.w[c / 64] = left >= 64 ? ~UINT64_C(0)
                                        : (UINT64_C(1) << left) - 1;
    }
    now->at = 0;
    now->open = 0;
    memset(now->board, 0, (size_t)g->mines->squares);
    now->calls = 0;
    begin_call(g, now);
    thread_start(&now->thread);
}

/* Plays the group `now` and all that part from it. */
static void play_block(Groups *g, MachineRun *run) {
    for (;;) {
        while (run_now(g)) {
            int cases = set_count(&g->now.set, g->block->words);
            if (run && cases >= SIMT_CASES_MIN && simt_mines_takes(g)) {
                run(g);
                break;
            }
            part(g);
        }
        if (!g->count) return;
        copy_group(g, &g->now, &g->waiting[--g->count]);
    }
}

MinesTotal groups_play(Groups *g, MinesCase *each) {
    MachineRun *run = !g->kind                       ? NULL
                      : g->sets->rows == ROWS_SMALL ? g->kind->small
                                                    : g->kind->large;
    g->total = (MinesTotal){ 0 };
    g->each = each;
    for (int i = 0; i < g->sets->blocks; i++) {
        g->block = &g->sets->block[i];
        g->block_number = i;
        groups_start(g);
        play_block(g, run);
    }
    return g->total;
}
