/* cases.c -- what each case gave, for those who choose parents by it.
 *
 * Rows are kept by slot from the moment a plan asks for them. They are not part
 * of a checkpoint: the game gives the same again, so rows that are not known
 * are made from the living when they are needed.
 */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "evolve_inner.h"
#include "spread.h"

enum { CHUNK = 32 };

/* Rows are kept where the key of a program stands for them. */
bool cases_remember(Evolution *e, Err *err) {
    bool tells = !e->class->key || e->class->key_tells_all;
    return !e->cache ||
           cache_widen(e->cache, e->rows && tells ? e->width : 0, err);
}

bool cases_ask(Evolution *e, Err *err) {
    if (!e->game || !e->class->each)
        return err_set(err,
                       "parents cannot be chosen by cases: %s gives a score "
                       "only",
                       e->game ? e->class->name : "what tells scores");
    if (e->game->cases == 0)
        return err_set(err, "parents cannot be chosen by cases: %s has none",
                       e->class->name);
    if (e->rows && e->width == e->game->cases) return true;
    mem_free(e->rows);
    e->known = false;
    e->width = e->game->cases;
    e->rows = mem_new(e->slots.count, e->width * sizeof *e->rows, err);
    return e->rows && cases_remember(e, err);
}

bool cases_grow(Evolution *e, size_t slots, Err *err) {
    if (!e->rows) return true;
    size_t bytes = e->width * sizeof *e->rows;
    double *rows = mem_resize(e->rows, slots, bytes, err);
    if (rows) e->rows = rows;
    return rows;
}

void cases_copy(const Evolution *e, uint32_t to, uint32_t from) {
    if (e->rows)
        memcpy(cases_row(e, to), cases_row(e, from),
               e->width * sizeof *e->rows);
}

const double *evolve_cases(const Evolution *e, size_t slot) {
    assert(slot < e->count);
    return e->known ? cases_row(e, e->order[slot]) : NULL;
}

/* Before a step by a new game they are those of the old one, which gave the
 * living their scores. */
bool evolve_know_cases(Evolution *e, Err *err) {
    assert(evolve_settled(e));
    if (e->renewed && e->known) return true;
    return cases_ask(e, err) && cases_fill(e, err);
}

size_t evolve_width(const Evolution *e) { return e->width; }

/* ---- rows of the living -------------------------------------------------- */

static void fill_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    for (size_t i = first; i < last; i++) {
        uint32_t slot = e->order[i];
        Score unused;
        Err err;
        if (failure_before(&e->failure, i)) return;
        if (e->spread && e->spread->owner[slot] != e->spread->cluster->rank)
            continue;
        if (score_ask(e, &e->workers[worker], evolve_slot(e, slot), &unused,
                      cases_row(e, slot), &err))
            continue;
        failure_note(&e->failure, i, &err);
        return;
    }
}

bool cases_fill(Evolution *e, Err *err) {
    if (e->known) return true;
    if (!score_can(e, err)) return false;
    if (e->spread && !e->spread->apart)
        spread_own(e, e->order, e->count, NULL, e->count);
    pool_run(e->pool, e->count, CHUNK, fill_chunk, e);
    e->known = score_collect(e, err) &&
               (!e->spread ||
                spread_tell(e, e->order, e->count, TELL_ROW, err));
    return e->known;
}

/* ---- choosing ------------------------------------------------------------ */

/* A brood's parents while they are drawn. */
typedef struct Draws {
    Evolution    *e;
    Lexicase     *lexicase;
    LexicaseRoom *rooms;             /* one for each thread */
} Draws;

static void draw_chunk(void *context, int worker, size_t first, size_t last) {
    Draws *d = context;
    Evolution *e = d->e;
    for (size_t i = first; i < last; i++) {
        Rng rng = rng_key(e->seed, e->generation + 1, i, RNG_SELECT);
        e->selector.picks[i] = lexicase_pick(d->lexicase, &d->rooms[worker],
                                             &rng);
    }
}

static void free_rooms(Draws *d, size_t threads) {
    for (size_t i = 0; d->rooms && i < threads; i++)
        lexicase_room_free(&d->rooms[i]);
    mem_free(d->rooms);
}

static bool make_rooms(Draws *d, size_t threads, Err *err) {
    d->rooms = mem_new(threads, sizeof *d->rooms, err);
    bool ok = d->rooms;
    for (size_t i = 0; ok && i < threads; i++)
        ok = lexicase_room(d->lexicase, &d->rooms[i], err);
    return ok;
}

/* The cases of an informed sample come first; NULL: it is drawn by chance. */
static bool choose_sample(const Evolution *e, const LexicaseRule *rule,
                          Rng *rng, uint32_t **sample, Err *err) {
    if (!(rule->informed > 0) || rule->sample >= e->width) return true;
    *sample = mem_new(e->width, sizeof **sample, err);
    return *sample &&
           informed_draw(&e->informed, rule->sample, rng, *sample, err);
}

bool cases_pick(Evolution *e, const Plan *plan, Err *err) {
    assert(e->rows && e->known && e->places <= e->selector.room);
    CaseTable table = { .rows = e->rows,
                        .width = e->width,
                        .order = e->order,
                        .count = e->selector.count,
                        .minimise = e->game->minimise };
    size_t threads = (size_t)pool_threads(e->pool);
    Rng rng = rng_key(e->seed, e->generation + 1, KEY_PICKS, RNG_SELECT);
    Draws draws = { .e = e };
    uint32_t *sample = NULL;
    bool ok = choose_sample(e, &plan->selection.lexicase, &rng, &sample, err);
    table.sample = sample;
    if (ok)
        draws.lexicase = lexicase_new(&table, &plan->selection.lexicase, &rng,
                                      err);
    ok = draws.lexicase && make_rooms(&draws, threads, err);
    if (ok) pool_run(e->pool, e->places, CHUNK, draw_chunk, &draws);
    free_rooms(&draws, threads);
    lexicase_free(draws.lexicase);
    mem_free(sample);
    return ok;
}
