/* play.c -- playing a tree program on Minesweeper boards, the reference way.
 *
 * One case is one copy of its board, then one walk of the program. An
 * explosion, a win or an exhausted budget stops the walk; the steps are those
 * up to and including the node that ended it.
 */
#include "mines.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "groups.h"
#include "quiet.h"
#include "trace.h"
#include "walker.h"

struct MinesScratch {
    MINES_WALKER
    Groups  *groups;                 /* plays compiled programs; or NULL */
    uint8_t *keyed;                  /* the genome that groups->code is of, */
    size_t   keyed_bytes;            /* if this is not 0, */
    bool     scouted;                /* or groups->total, if this holds */
    MinesCase *each;                 /* a row per case, once asked for */
    QuietCalls quiet;
    uint16_t span[VOCAB_BRANCHES * TREE_NODES_MAX];
};

#define MINES_OPENED(g, q) ((void)0)
#define MINES_CHANGED(g, q) \
    quiet_forget(&(g)->quiet, (g)->mines, (uint32_t)((q) - (g)->board))
#define WALK_STATE     MinesScratch
#include "board_rules.inc"
#include "program_rules.inc"

/* May calls be left out? The reference engine makes all of them. */
static bool may_leave_out(const MinesScratch *g) {
    return g->rules->sweep && !g->rules->wrap &&
           g->mines->options.engine != ENGINE_REFERENCE;
}

MinesScratch *mines_scratch_new(const Mines *mines, Err *err) {
    MinesScratch *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->keyed = mem_new(VOCAB_BRANCHES, 2 + TREE_NODES_MAX, err);
    bool ok = sit_down(g, mines, err) && g->keyed;
    g->quiet.kept = may_leave_out(g);
    if (ok && mines->sets) {
        g->groups = groups_new(mines, err);
        ok = g->groups != NULL;
    }
    if (ok) return g;
    mines_scratch_free(g);
    return NULL;
}

void mines_scratch_free(void *scratch) {
    MinesScratch *g = scratch;
    if (!g) return;
    groups_free(g->groups);
    mem_free(g->keyed);
    mem_free(g->each);
    get_up(g);
    mem_free(g);
}

/* ---- walking ------------------------------------------------------------ */

#define WALK_CASES     "minesweeper/walk_cases.inc"
#define WALK_OPS       MinesOp
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE(g, x) mines_true((g)->rules, x)
#include "engine/walk/walk.inc"

/* ---- calls that are known ------------------------------------------------ */

/* Would the program be told there what it was told then? */
static bool told_the_same(const MinesScratch *g, const QuietCall *then) {
    if ((then->asked & ASKED_IDLE) && then->idle != idle_rounds(g))
        return false;
    return !(then->asked & ASKED_COUNTS) ||
           (then->marked == g->near.marked_count &&
            then->covered == g->near.covered_count);
}

/* As walk(), but a call that is known only takes its steps. */
static int32_t walk_unknown(MinesScratch *g, const int32_t *arg) {
    uint32_t at = g->at, y = at / (uint32_t)g->mines->options.cols;
    uint64_t bit = UINT64_C(1) << at % (uint32_t)g->mines->options.cols;
    QuietCall *call = &g->quiet.call[at];
    if (((g->quiet.near[y] | g->quiet.far[y]) & bit) &&
        call->steps <= g->walk.limit - g->walk.steps &&
        told_the_same(g, call)) {
        g->walk.steps += call->steps;
        return 0;
    }
    uint32_t before = g->walk.steps;
    g->asked = 0;
    walk(g, arg);
    if (g->changed == g->calls || g->walk.stop || (g->asked & ASKED_AWAY))
        return 0;
    *(g->asked & ASKED_FAR ? &g->quiet.far[y] : &g->quiet.near[y]) |= bit;
    *call = (QuietCall){ .steps = g->walk.steps - before,
                         .asked = g->asked,
                         .marked = g->near.marked_count,
                         .covered = g->near.covered_count };
    if (g->asked & ASKED_IDLE) call->idle = idle_rounds(g);
    return 0;
}

/* Plays the case of the program that walk_program() has prepared. */
static inline void play_case(MinesScratch *g, size_t case_number) {
    if (g->quiet.kept) {
        quiet_begin(&g->quiet, g->mines);
        play_calls(g, case_number, walk_unknown);
    } else {
        play_calls(g, case_number, walk);
    }
}

static inline MinesCase result_of_case(const MinesScratch *g) {
    return (MinesCase){ 2 * g->open - g->exploded, g->walk.steps, end_of(g) };
}

MinesCase mines_play(const Mines *mines, MinesScratch *scratch,
                     const Tree *tree, size_t case_number, uint8_t *board) {
    walk_program(&scratch->walk, tree, scratch->span);
    play_case(scratch, case_number);
    if (board) memcpy(board, scratch->board, (size_t)mines->squares);
    return result_of_case(scratch);
}

static MinesTotal walk_all(MinesScratch *g, const Tree *tree, MinesCase *each) {
    MinesTotal total = { 0 };
    walk_program(&g->walk, tree, g->span);
    for (size_t i = 0; i < g->mines->game.cases; i++) {
        play_case(g, i);
        MinesCase one = result_of_case(g);
        if (each) each[i] = one;
        total.raw += one.raw;
        total.steps += one.steps;
        total.ends[one.end]++;
    }
    return total;
}

/* With fewer cases than this, compiling costs more than it gains. */
enum { COMPILE_CASES_MIN = 3 };

/* Is compiled code wanted, and can it play this game? */
static bool compiles(const MinesScratch *g) {
    MinesEngine engine = g->mines->options.engine;
    if (!g->groups || engine == ENGINE_REFERENCE) return false;
    return engine != ENGINE_AUTO || g->mines->game.cases >= COMPILE_CASES_MIN;
}

MinesTotal mines_score(const Mines *mines, MinesScratch *scratch,
                       const Tree *tree, MinesCase *each) {
    assert(scratch->mines == mines);
    scratch->keyed_bytes = 0;
    Groups *groups = scratch->groups;
    if (compiles(scratch)) {
        if (short_walk_play(groups, tree, each)) return groups->total;
        if (groups_compile(groups, tree)) return groups_play(groups, each);
    }
    return walk_all(scratch, tree, each);
}

/* ---- for evolution ------------------------------------------------------ */

static void *scratch_new(const Game *game, Err *err) {
    return mines_scratch_new((const Mines *)game, err);
}

static uint64_t hash_bytes(const uint8_t *at, size_t n) {
    uint64_t h = rng_mix(n + 1), word = 0;
    for (; n >= 8; n -= 8, at += 8) {
        memcpy(&word, at, 8);
        h = rng_mix(h ^ word) + 1;
    }
    word = 0;
    memcpy(&word, at, n);
    h = rng_mix(h ^ word);
    return h ? h : 1;
}

/* The hash of the code, which score() then finds compiled; of the genome where
 * there is none. A score that the scout brought is kept for score() as well:
 * to look for it elsewhere would take longer. */
static uint64_t key(const Game *game, const void *shape, void *scratch,
                    const void *genome) {
    (void)game;
    MinesScratch *g = scratch;
    Tree tree = tree_at(shape, (void *)(uintptr_t)genome);
    size_t bytes = tree_bytes(&tree);
    g->keyed_bytes = 0;
    if (!compiles(g)) return hash_bytes(genome, bytes);
    g->scouted = short_walk_play(g->groups, &tree, NULL);
    if (!g->scouted && !groups_compile(g->groups, &tree))
        return hash_bytes(genome, bytes);
    memcpy(g->keyed, genome, bytes);
    g->keyed_bytes = bytes;
    return g->scouted ? 0 : code_hash(g->groups->code);
}

/* Has key() just met this genome, and compiled or scouted it? */
static bool is_keyed(const MinesScratch *g, const Tree *tree,
                     const void *genome) {
    size_t bytes = tree_bytes(tree);
    return g->keyed_bytes == bytes && memcmp(g->keyed, genome, bytes) == 0;
}

static MinesTotal score_keyed(MinesScratch *g, const Tree *tree,
                              const void *genome) {
    if (is_keyed(g, tree, genome))
        return g->scouted ? g->groups->total : groups_play(g->groups, NULL);
    return mines_score(g->mines, g, tree, NULL);
}

static Score result_of(const Game *game, const MinesTotal *total) {
    return (Score){
        .raw = (double)total->raw,
        .standardized = game->max - (double)total->raw,
        .steps = total->steps,
        .hits = total->ends[END_WON],
    };
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    (void)err;
    Tree tree = tree_at(shape, (void *)(uintptr_t)genome);
    MinesTotal total = score_keyed(scratch, &tree, genome);
    *out = result_of(game, &total);
    return true;
}

/* Fills g->each; what key() has compiled is not compiled again. */
static bool score_rows(const Game *game, Entrant who, MinesScratch *g,
                       Score *out, Err *err) {
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    if (!g->each) g->each = mem_new(game->cases, sizeof *g->each, err);
    if (!g->each) return false;
    MinesTotal total = is_keyed(g, &tree, who.genome) && !g->scouted
                           ? groups_play(g->groups, g->each)
                           : mines_score(g->mines, g, &tree, g->each);
    *out = result_of(game, &total);
    return true;
}

static bool score_each(const Game *game, Entrant who, void *scratch, Score *out,
                       double *each, Err *err) {
    MinesScratch *g = scratch;
    if (!score_rows(game, who, g, out, err)) return false;
    for (size_t i = 0; i < game->cases; i++) each[i] = g->each[i].raw;
    return true;
}

static const CaseWords words = {
    .ends = (const char *const[]){ "finished", "won", "exploded", "timed_out",
                                   NULL },
    .fields = (const char *const[]){ "uncovered", NULL },
};

static bool results(const Game *game, Entrant who, void *scratch, Score *out,
                    CaseResult *rows, Err *err) {
    MinesScratch *g = scratch;
    if (!score_rows(game, who, g, out, err)) return false;
    for (size_t i = 0; i < game->cases; i++) {
        MinesCase one = g->each[i];
        int32_t uncovered = (one.raw + (one.end == END_EXPLODED)) / 2;
        rows[i] = (CaseResult){ .raw = one.raw,
                                .steps = one.steps,
                                .field = { uncovered },
                                .end = (uint8_t)one.end,
                                .hit = one.end == END_WON };
    }
    return true;
}

/* A square is -1 covered, -2 marked, 9 a mine that was uncovered, or its
 * number. */
static bool position(const Game *game, Entrant who, void *scratch,
                     size_t case_number, int32_t *squares, Err *err) {
    (void)err;
    MinesScratch *g = scratch;
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    mines_play((const Mines *)game, g, &tree, case_number, NULL);
    for (size_t i = 0; i < game->squares; i++) {
        uint8_t s = g->board[i];
        squares[i] = !(s & SQ_OPEN) ? (s & SQ_MARK ? -2 : -1)
                     : s & SQ_MINE  ? 9
                                    : s >> SQ_NUMBER_SHIFT;
    }
    return true;
}

static void summary(const Game *game, const Score *result, Buf *out) {
    buf_format(out, "%u of %zu won", (unsigned)result->hits, game->cases);
}

static bool play(const Game *game, Entrant who, void *scratch,
                 size_t case_number, CaseEnd *end, Err *err) {
    (void)err;
    MinesScratch *g = scratch;
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    MinesCase one = mines_play((const Mines *)game, g, &tree, case_number,
                               NULL);
    end->raw = one.raw;
    end->steps = one.steps;
    end->end = mines_end_name(one.end);
    mines_picture(g->mines, g->board, false, end->picture);
    return true;
}

static bool behaviour(const Game *game, Entrant who, void *scratch,
                      uint64_t *each, Err *err) {
    (void)scratch;
    MinesActor *actor = mines_actor_new((const Mines *)game, err);
    if (!actor) return false;
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    mines_actor_program(actor, &tree);
    for (size_t i = 0; i < game->cases; i++)
        each[i] = mines_actor_play(actor, i);
    mines_actor_free(actor);
    return true;
}

/* Where the mines are, in the order of squares. */
static void describe(const Game *game, size_t case_number,
                     const CaseTeller *teller) {
    const Mines *mines = (const Mines *)game;
    const uint8_t *board = mines->boards + case_number * (size_t)mines->squares;
    int cols = mines->options.cols, n = 0;
    for (int q = 0; q < mines->squares; q++) {
        if (!(board[q] & SQ_MINE)) continue;
        char mine[16] = "mine", name[24];
        if (mines->options.mines > 1)
            snprintf(mine, sizeof mine, "mine%d", ++n);
        int row = q / cols + 1, col = q % cols + 1;
        snprintf(name, sizeof name, "%s.row", mine);
        teller->field(teller->context, name, row);
        snprintf(name, sizeof name, "%s.col", mine);
        teller->field(teller->context, name, col);
    }
}

static const Language *language(const Game *game) {
    return &((const Mines *)game)->language;
}

static bool reads(const Game *game, const void *shape) {
    return vocab_speaks(shape, &((const Mines *)game)->language);
}

const GameClass mines_class = {
    .name = "minesweeper",
    .kind = "tree",
    .reads = reads,
    .scratch_new = scratch_new,
    .scratch_free = mines_scratch_free,
    .score = score,
    .key = key,
    .key_tells_all = true,
    .language = language,
    .each = score_each,
    .results = results,
    .words = &words,
    .position = position,
    .summary = summary,
    .play = play,
    .behaviour = behaviour,
    .describe = describe,
    .elsewhere = 1u << ABILITY_TRACE,
};
