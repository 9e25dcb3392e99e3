/* ga_batch.c -- many runs of the genetic algorithm at once.
 *
 * Each worker keeps one Ga and uses it for run after run, so that small runs
 * cost no allocation. A run takes place in one thread: with thousands of them
 * that uses all cores better than threads within a run.
 */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "ga.h"
#include "base/mem.h"

typedef struct Batch {
    GaBatch   task;
    GaResult *results;
    double   *trace;
    char     *genomes;
    Ga       *ga[POOL_THREADS_MAX];
    Failure   failure;
} Batch;

/* Follows a run; the rows of the trace behind its end repeat the last. */
static bool follow(Ga *ga, const GaSettings *set, double *trace, Err *err) {
    uint64_t row = 0;
    bool more = true;
    Score best = { 0 };
    while (more) {
        if (!ga_score(ga, err)) return false;
        more = ga_advance(ga);
        ga_best(ga, &best);
        if (trace && row <= set->generations) trace[row++] = best.standardized;
    }
    while (trace && row <= set->generations) trace[row++] = best.standardized;
    return true;
}

static bool run_one(Batch *b, Ga *ga, size_t run, Err *err) {
    const GaBatch *task = &b->task;
    size_t rows = (size_t)task->settings->generations + 1;
    double start = clock_thread();
    if (!ga_start(ga, task->seed + run, task->games[run % task->ngames], err) ||
        !follow(ga, task->settings, b->trace ? b->trace + run * rows : NULL,
                err))
        return false;
    GaResult *r = &b->results[run];
    const void *best = ga_best(ga, &r->best);
    r->seconds = clock_thread() - start;
    r->generations = ga_generation(ga);
    r->evaluations = ga_evaluations(ga);
    r->stop = ga_stop(ga);
    size_t slot = task->species->slot;
    if (b->genomes) memcpy(b->genomes + run * slot, best, slot);
    return true;
}

static void run_some(void *context, int worker, size_t first, size_t last) {
    Batch *b = context;
    for (size_t i = first; i < last; i++) {
        Err why, err;
        if (failure_before(&b->failure, i)) return;
        if (run_one(b, b->ga[worker], i, &why)) continue;
        err_set(&err, "run %zu: %s", i, why.text);
        failure_note(&b->failure, i, &err);
    }
}

bool ga_batch(const GaBatch *batch, Pool *pool, GaResult *results,
              double *trace, void *genomes, Err *err) {
    Batch *b = mem_new(1, sizeof *b, err);
    if (!b) return false;
    failure_init(&b->failure);
    b->task = *batch;
    b->results = results;
    b->trace = trace;
    b->genomes = genomes;
    int threads = pool_threads(pool);
    bool ok = true;
    for (int i = 0; ok && i < threads; i++)
        ok = (b->ga[i] = ga_new(batch->species, batch->games[0],
                                batch->settings, NULL, err));
    if (ok) {
        pool_run(pool, batch->runs, 1, run_some, b);
        ok = failure_none(&b->failure, err);
    }
    for (int i = 0; i < threads; i++) ga_free(b->ga[i]);
    failure_free(&b->failure);
    mem_free(b);
    return ok;
}

void ga_trace_at(const double *trace, size_t runs, size_t rows, size_t row,
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

/* ---- measuring ---------------------------------------------------------- */

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

bool ga_scoring(const Species *species, const Game *game, uint64_t n,
                double *seconds, Err *err) {
    bool has = game->class->scratch_new;
    char *genomes = random_genomes(species, err);
    void *scratch = genomes && has ? game->class->scratch_new(game, err) : NULL;
    bool ok = genomes && (scratch || !has);
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
