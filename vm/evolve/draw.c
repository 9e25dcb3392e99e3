/* draw.c -- programs without parents: the first ones, and those of a restart.
 *
 * A program is drawn by (seed, generation, place) and how often its place was
 * drawn, so any thread may draw it. The first ones are the living at once and
 * wait for their scores; those of a restart wait as children do, so that the
 * living are as they were if a game fails.
 */
#include <assert.h>

#include "evolve_inner.h"
#include "spread.h"

enum { CHUNK = 32, REDRAWS = 50 };

/* ---- one program --------------------------------------------------------- */

void evolve_plant(Evolution *e, size_t slot, const void *genome) {
    assert(slot < e->count);
    species_copy(e->species, evolve_member(e, slot), genome);
    e->planted[slot] = 1;
    e->measured = e->keyed = false;
}

/* The slot of the i-th that is drawn. */
static uint32_t drawn_slot(const Evolution *e, size_t i) {
    return e->order[e->first ? i : e->count + i];
}

static bool is_planted(const Evolution *e, size_t i) {
    return e->first && e->planted[i];
}

static void draw(Evolution *e, size_t i, unsigned attempt) {
    uint32_t slot = drawn_slot(e, i);
    Birth birth = {
        { attempt, is_planted(e, i) }, (uint32_t)i, 0, BIRTH_FIRST, 0
    };
    size_t whole = e->isles.whole;   /* a program of the whole population */
    Child child = { .species = e->species,
                    .seed = whole ? e->isles.seed : e->seed,
                    .generation = e->first ? 0 : e->generation + 1,
                    .birth = &birth };
    if (!is_planted(e, i))
        evolve_replay_first(&child, whole ? whole : e->count,
                            evolve_slot(e, slot));
    e->slots.births[slot] = birth;
}

/* ---- all of them --------------------------------------------------------- */

static void draw_chunk(void *context, int worker, size_t first, size_t last) {
    Evolution *e = context;
    (void)worker;
    for (size_t i = first; i < last; i++)
        if (!e->first || spread_has(e, drawn_slot(e, i))) draw(e, i, 0);
}

static bool redraw_repeated(Evolution *e, Err *err) {
    if (!table_reserve(e, e->count, err)) return false;
    for (unsigned attempt = 1; attempt <= REDRAWS; attempt++) {
        size_t distinct = 0;
        table_clear(e);
        for (size_t i = 0; i < e->count; i++) {
            const void *genome = evolve_slot(e, drawn_slot(e, i));
            if (table_note(e, species_hash(e->species, genome))) distinct++;
            else if (!is_planted(e, i)) draw(e, i, attempt);
        }
        if (distinct == e->count) break;
    }
    return true;
}

static bool draw_all(Evolution *e, bool unique, Err *err) {
    pool_run(e->pool, e->count, CHUNK, draw_chunk, e);
    return !unique || redraw_repeated(e, err);
}

bool evolve_draw(Evolution *e, bool unique, Err *err) {
    e->started = e->first = true;
    e->generation = 0;
    e->children = 0;
    e->bred = 0;
    e->scored = e->told = false;
    if (e->spread) {                 /* each rank draws its own, or all */
        spread_own(e, e->order, e->count, NULL, e->count);
        e->spread->apart = !unique;
    }
    return draw_all(e, unique, err);
}

bool evolve_start(Evolution *e, bool unique, Err *err) {
    return evolve_draw(e, unique, err) && evolve_score(e, NULL, err) &&
           evolve_settle(e, NULL, err);
}

bool draw_brood(Evolution *e, const Plan *plan, Err *err) {
    assert(plan->restart && e->children == e->count);
    if (!draw_all(e, plan->unique, err)) return false;
    score_measure(e, e->order + e->count, e->count);
    return true;
}
