/* gunnery.h -- Battleship as a game for evolution: linear programs that sink
 * ships.
 *
 * The cases are games of a seed: fleets, and all chance with the answers of
 * Target, are fixed, so the same program always gets the same score.
 */
#ifndef BATTLESHIP_GUNNERY_H
#define BATTLESHIP_GUNNERY_H

#include "drill.h"
#include "engine/game.h"

typedef struct Gunnery {
    Game         game;               /* raw: shots of all cases; less is best */
    const Fleet *fleet;              /* borrowed */
    Shooter      shooter;            /* what Target is; without its program */
    DrillGame   *games;
} Gunnery;

/* A game of so many cases. Borrows the fleet and what the shooter borrows. */
Gunnery *gunnery_new(const Fleet *fleet, const Shooter *shooter,
                     const Placement *placement, uint64_t seed, size_t cases,
                     Err *err);
void     gunnery_free(Gunnery *gunnery);

/* Shots of one case, steps and loops: with too many loops the worst, two
 * boards. */
uint32_t gunnery_case(const Gunnery *gunnery, const LinearSet *set,
                      const uint8_t *code, size_t number, GunnerReport *report);

#endif
