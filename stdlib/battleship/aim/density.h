/* density.h -- the probability-density player, today's best public play.
 *
 * While no ship is known to be hit it counts, for every square, the places of
 * the ships afloat that cover it and agree with the misses; with hits, the
 * places through them, those through more hits counting far more. It shoots at
 * the square with the greatest sum. A Prior weighs the places: learnt from an
 * opponent's earlier fleets, it makes the same player an adaptive one.
 *
 * Of squares with nearly equal sums the public player takes any, and its misses
 * leave odd gaps. A spaced player counts the squares of the lattice of the
 * shortest ship afloat a fifth more as long as no ship is known to be hit: 44.3
 * instead of 44.7 shots against random fleets.
 */
#ifndef BATTLESHIP_DENSITY_H
#define BATTLESHIP_DENSITY_H

#include "battleship/board/waters.h"

enum { PRIOR_WEIGHT_MAX = 65535 };

/* Weights of the places of each ship, with their sums per square. */
typedef struct Prior {
    uint16_t weight[SHIPS_MAX][PLACES_MAX];
    uint64_t sum[CELLS_MAX];
    bool     spaced;                 /* the lattice is preferred */
} Prior;

/* What the player knows and believes during one game. */
typedef struct Density {
    const Waters   *sea;
    const Prior *prior;
    uint64_t     sum[CELLS_MAX];     /* weighted places while none is hit */
    Cells        blocked;            /* misses, and squares of sunk ships */
    Cells        live;               /* hits of ships afloat */
    int          offset;             /* of the lattice if the prior is spaced */
    uint64_t     power;              /* factor for each further hit covered */
    uint8_t      dead[SHIPS_MAX][PLACES_MAX];
} Density;

enum { DENSITY_POWER = 50 };

/* All places alike, not spaced. */
void density_uniform(Prior *prior, const Fleet *fleet);

/* Recomputes the sums after the weights were changed. */
void density_sum(Prior *prior, const Fleet *fleet);

/* A game begins: no shot has fallen. Borrows sea and prior. */
void density_init(Density *d, const Waters *sea, const Prior *prior);

/* The belief as one number per square, 0 for squares already shot. */
void density_belief(const Density *d, uint64_t value[]);

/* The square with the greatest belief; ties are broken by chance. */
int density_target(const Density *d, Rng *rng);

/* Takes in what the shot at `cell` brought. */
void density_told(Density *d, int cell, ShotResult result, Rng *rng);

/* Shoots until every ship is sunk. */
void density_play(const Prior *prior, Waters *sea, Rng *rng);

#endif
