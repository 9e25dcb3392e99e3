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

static bool score_each(const Game *game, Entrant who, void *scratch, Score *out,
                       double *each, Err *err) {
    const Gunnery *g = (const Gunnery *)game;
    (void)scratch;
    (void)err;
    int squares = 0;
    for (int i = 0; i < g->fleet->ships; i++) squares += g->fleet->len[i];
    *out = (Score){ 0 };
    for (size_t i = 0; i < game->cases; i++) {
        GunnerReport report;
        double shots = gunnery_case(g, who.shape, who.genome, i, &report);
        if (each) each[i] = shots;
        out->raw += shots;
        out->steps += report.steps;
        out->hits += report.loops == 0;
    }
    out->standardized = out->raw - (double)squares * (double)game->cases;
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
