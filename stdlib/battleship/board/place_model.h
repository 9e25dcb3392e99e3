/* place_model.h -- placement that adapts: ships where an opponent shoots late.
 *
 * Every square has a weight: the inverse of how often random fleets cover it,
 * and less for squares that the opponent used to shoot early. Fleets are drawn
 * with probability proportional to the product of their squares' weights by a
 * sequential Monte Carlo sampler: likely, never certain, to be where shots are
 * rare.
 */
#ifndef BATTLESHIP_ANCHOR_H
#define BATTLESHIP_ANCHOR_H

#include "fleet.h"

enum { ANCHOR_PARTICLES = 64 };

/* What is known of the opponent's shots: per square, the sum over games of how
 * early it was shot (1 for the first shot, down to 0 for never) and of its
 * square, which tells habit from chance. */
typedef struct Habit {
    uint32_t games;
    float    early[CELLS_MAX];
    float    squares[CELLS_MAX];
} Habit;

/* Adds one game: the opponent's shots in order. */
void place_habit_add(Habit *habit, const Fleet *fleet, const uint8_t shots[],
                     int n);

/* How much of the differences between squares is habit, from 0 (chance alone
 * would make them) to 1. */
double place_habit_share(const Habit *habit, const Fleet *fleet);

/* The squares' weights: `base` is how often each square is covered by random
 * fleets, `heed` how strongly habits count (0: not at all). What may be chance
 * counts less. */
void place_model_weights(const Fleet *fleet, const float base[],
                         const Habit *habit, double heed, double weight[]);

/* Draws a fleet. Weights are positive. */
void place_model_draw(const Fleet *fleet, const double weight[], Rng *rng,
                      Cells ship[]);

/* Writes how often each square is covered by fleets 0..fleets-1 of the seed. */
void place_model_cover(const Fleet *fleet, const double weight[], uint64_t seed,
                       uint64_t fleets, float count[]);

#endif
