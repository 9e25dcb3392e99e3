/* gunnery.c -- scores sinking programs for the evolution engine. */
#include "gunnery.h"

#include <math.h>

#include "base/mem.h"

uint32_t gunnery_case(const Gunnery *g, const LinearSet *set,
                      const uint8_t *code, size_t number,
                      GunnerReport *report) {
    return drill_shots(g->fleet, set, &g->shooter, &g->games[number], code,
                       report);
}

static const CaseWords words = {
    .ends = (const char *const[]){ "sunk", "stuck", NULL },
    .fields = (const char *const[]){ "shots", "loops", "afloat", NULL },
};

static CaseResult result_of(const Gunnery *g, Entrant who, size_t i) {
    GunnerReport report;
    double raw = gunnery_case(g, who.shape, who.genome, i, &report);
    return (CaseResult){ .raw = raw,
                         .steps = report.steps,
                         .field = { report.shots, report.loops, report.left },
                         .end = report.left > 0,
                         .hit = report.loops == 0 };
}

/* Plays all cases; `each` and `rows` may be NULL. */
static void play_all(const Gunnery *g, Entrant who, Score *out, double *each,
                     CaseResult *rows) {
    int squares = 0;
    for (int i = 0; i < g->fleet->ships; i++) squares += g->fleet->len[i];
    *out = (Score){ 0 };
    for (size_t i = 0; i < g->game.cases; i++) {
        CaseResult one = result_of(g, who, i);
        if (each) each[i] = one.raw;
        if (rows) rows[i] = one;
        out->raw += one.raw;
        out->steps += one.steps;
        out->hits += one.hit;
    }
    out->standardized = out->raw - (double)squares * (double)g->game.cases;
}

static bool score_each(const Game *game, Entrant who, void *scratch, Score *out,
                       double *each, Err *err) {
    (void)scratch;
    (void)err;
    play_all((const Gunnery *)game, who, out, each, NULL);
    return true;
}

static bool results(const Game *game, Entrant who, void *scratch, Score *out,
                    CaseResult *rows, Err *err) {
    (void)scratch;
    (void)err;
    play_all((const Gunnery *)game, who, out, NULL, rows);
    return true;
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    Entrant who = { shape, genome };
    return score_each(game, who, scratch, out, NULL, err);
}

static void *scratch_new(const Game *game, Err *err) {
    (void)game;
    return mem_new(1, 1, err);
}

static const GameClass gunnery_class = {
    .name = "battleship",
    .kind = "linear",
    .scratch_new = scratch_new,
    .scratch_free = mem_free,
    .score = score,
    .each = score_each,
    .results = results,
    .words = &words,
    .elsewhere = 1u << ABILITY_TRACE,
};

void gunnery_free(Gunnery *gunnery) {
    if (!gunnery) return;
    mem_free(gunnery->games);
    mem_free(gunnery);
}

Gunnery *gunnery_new(const Fleet *fleet, const Shooter *shooter,
                     const Placement *placement, uint64_t seed, size_t cases,
                     Err *err) {
    Gunnery *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    *g = (Gunnery){ .game = { .class = &gunnery_class,
                              .max = NAN,
                              .cases = cases,
                              .minimise = true },
                    .fleet = fleet,
                    .shooter = *shooter };
    g->games = mem_new(cases, sizeof *g->games, err);
    if (!g->games) {
        gunnery_free(g);
        return NULL;
    }
    drill_games(fleet, placement, seed, 0, cases, g->games);
    return g;
}
