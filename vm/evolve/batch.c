/* batch.c -- many runs at once.
 *
 * Each worker keeps one Evolution and uses it for run after run, so that small
 * runs cost no allocation. A run takes place in one thread: with thousands of
 * them that uses all cores better than threads within a run.
 */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "ends.h"
#include "base/mem.h"

typedef struct Work {
    Batch      task;
    BatchRoom  room;
    Evolution *evolution[POOL_THREADS_MAX];
    Failure    failure;
} Work;

/* The best score by now, into the next row of a trace. */
static void note(const Work *w, size_t run, uint64_t row, const Evolution *e) {
    uint64_t rows = w->task.ends->generations + 1;
    Score best;
    evolve_best(e, &best);
    if (w->room.trace && row < rows)
        w->room.trace[run * rows + row] = best.standardized;
}

/* Follows a run to its end; the rows of the trace behind it repeat the last. */
static bool follow(const Work *w, size_t run, Evolution *e, End *end,
                   Err *err) {
    const Plan *plan = w->task.plan;
    Ends ends = *w->task.ends;
    uint64_t row = 0;
    ends.started = clock_wall();
    bool ok = evolve_draw(e, false, err) && evolve_score(e, plan, err) &&
              evolve_settle(e, plan, err);
    for (; ok; ok = evolve_step(e, plan, err)) {
        note(w, run, row++, e);
        *end = ends_reached(&ends, e);
        if (*end != END_NONE) break;
    }
    while (ok && w->room.trace && row <= ends.generations)
        note(w, run, row++, e);
    return ok;
}

static bool run_one(const Work *w, Evolution *e, size_t run, Err *err) {
    const Batch *task = &w->task;
    const Game *game = task->games[run % task->ngames];
    double start = clock_thread();
    RunResult *r = &w->room.results[run];
    evolve_reset(e, task->seed + run);
    if ((task->ngames > 1 && !evolve_set_game(e, game, err)) ||
        !follow(w, run, e, &r->end, err))
        return false;
    const void *best = evolve_best(e, &r->best);
    r->seconds = clock_thread() - start;
    r->generations = evolve_generation(e);
    r->evaluations = evolve_totals(e)->evaluations;
    size_t slot = task->species->slot;
    if (w->room.genomes) memcpy(w->room.genomes + run * slot, best, slot);
    return true;
}

static void run_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    for (size_t i = first; i < last; i++) {
        Err why, err;
        if (failure_before(&w->failure, i)) return;
        if (run_one(w, w->evolution[worker], i, &why)) continue;
        err_set(&err, "run %zu: %s", i, why.text);
        failure_note(&w->failure, i, &err);
    }
}

bool batch_run(const Batch *batch, Pool *pool, const BatchRoom *room,
               Err *err) {
    if (!plan_check(batch->plan, batch->count, err)) return false;
    Work *w = mem_new(1, sizeof *w, err);
    if (!w) return false;
    failure_init(&w->failure);
    w->task = *batch;
    w->room = *room;
    EvolveOptions options = { .count = batch->count,
                              .threads = 1,
                              .brood = plan_children(batch->plan, batch->count),
                              .bare = true };
    int threads = pool_threads(pool);
    bool ok = true;
    for (int i = 0; ok && i < threads; i++)
        ok = (w->evolution[i] = evolve_new(batch->species, batch->games[0],
                                           &options, err));
    if (ok) {
        pool_run(pool, batch->runs, 1, run_some, w);
        ok = failure_none(&w->failure, err);
    }
    for (int i = 0; i < threads; i++) evolve_free(w->evolution[i]);
    failure_free(&w->failure);
    mem_free(w);
    return ok;
}

void batch_trace_at(const double *trace, size_t runs, size_t rows, size_t row,
                    double *mean, double *deviation) {
    double sum = 0, squares = 0;
    for (size_t r = 0; r < runs; r++) sum += trace[r * rows + row];
    *mean = sum / (double)runs;
    for (size_t r = 0; r < runs; r++) {
        double d = trace[r * rows + row] - *mean;
        squares += d * d;
    }
    *deviation = runs > 1 ? sqrt(squares / (double)(runs - 1)) : 0;
}

/* ---- measuring ----------------------------------------------------------- */

enum { SAMPLE = 256 };               /* genomes that are scored in turn */

static char *random_genomes(const Species *species, Err *err) {
    char *genomes = mem_new(SAMPLE, species->slot, err);
    for (uint64_t i = 0; genomes && i < SAMPLE; i++) {
        Rng rng = rng_key(1, 0, i, RNG_TEST);
        species->class->random(species, &rng, i, SAMPLE,
                               genomes + i * species->slot);
    }
    return genomes;
}

bool batch_scoring(const Species *species, const Game *game, uint64_t n,
                   double *seconds, Err *err) {
    char *genomes = random_genomes(species, err);
    void *scratch = genomes ? game->class->scratch_new(game, err) : NULL;
    bool ok = genomes && scratch;
    double start = clock_thread();
    for (uint64_t i = 0; ok && i < n; i++) {
        Score score;
        ok = game->class->score(game, species->shape, scratch,
                                genomes + i % SAMPLE * species->slot, &score,
                                err);
    }
    *seconds = clock_thread() - start;
    if (scratch) game->class->scratch_free(scratch);
    mem_free(genomes);
    return ok;
}
